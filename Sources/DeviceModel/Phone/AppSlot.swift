import Kernel

/// One of the apps on a phone: how what it does is told from what the others do.
///
/// Each policy plans, transfers and numbers its activities as if it were alone. The phone writes
/// the slot of the app whose code runs on its tickets, and shifts its activities by it.
struct AppSlot: BitwiseCopyable, Hashable, Sendable {
    /// From 0.
    var place: Int32
    /// What its activities are shifted by.
    var firstActivity: Int32
    /// Which of the app's parts runs; 0 where it has no others.
    var part: UInt8 = 0

    /// Of a policy that is alone.
    static let only = AppSlot(place: 0, firstActivity: 0)

    /// Apps on one phone.
    static let most = 256

    /// A ticket of the app's as the phone has it.
    @inline(__always)
    func ticket(_ own: Ticket) -> Ticket {
        var ticket = own
        if !own.isPhones { (ticket.owner, ticket.part) = (Int16(truncatingIfNeeded: place), part) }
        return ticket
    }

    /// A cause of the app's as the ledger has it.
    @inline(__always)
    func cause(_ own: Cause) -> Cause {
        if firstActivity == 0 || own.activity < Int32(LedgerPlan.firstPolicyActivity) { return own }
        var cause = own
        cause.activity += firstActivity
        return cause
    }

    /// A transfer of the app's as the radio has it.
    @inline(__always)
    func transfer(_ own: Transfer) -> Transfer {
        if place == 0 && firstActivity == 0 && part == 0 { return own }
        var transfer = own
        transfer.cause = cause(own.cause)
        transfer.ticket = own.ticket.map(ticket)
        return transfer
    }
}

/// What the phone, its system and other apps must know of an app before it runs.
public struct AppNeeds: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// It records: the books have lines for that.
    public static let records = AppNeeds(rawValue: 4)
    /// It alerts its user with sound or vibration: the books have lines for that.
    public static let alerts = AppNeeds(rawValue: 8)
    /// It counts what the processor computes: the books have a line for that.
    public static let computes = AppNeeds(rawValue: 16)
    /// It is of use where an app that is left ends (SR-003).
    public static let runsInFront = AppNeeds(rawValue: 32)
    /// It asks its server by a timer of its own.
    public static let polls = AppNeeds(rawValue: 64)
    /// It looks for its position by a timer of its own.
    public static let looksAround = AppNeeds(rawValue: 1024)
    /// Its server pushes: the system keeps its connection up.
    public static let pushes = AppNeeds(rawValue: 128)
    /// It uses Bluetooth Low Energy: the books have lines for that.
    public static let bluetooth = AppNeeds(rawValue: 256)
    /// The user has what plays heard from a receiver: the world says so, whatever the apps do.
    static let airPlay = AppNeeds(rawValue: 512)
}
