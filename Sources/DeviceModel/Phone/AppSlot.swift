/// Separates what one app on a phone does from what the others do.
///
/// Each policy numbers its tickets and activities as if it were alone. The phone adds the slot of
/// the app whose code runs.
struct AppSlot: BitwiseCopyable, Hashable, Sendable {
    var place: Int32
    /// Offset of the app's activities.
    var firstActivity: Int32
    /// The app's part that runs; 0 where it has only one.
    var part: UInt8 = 0

    static let only = AppSlot(place: 0, firstActivity: 0)

    /// The phone's form of one of the app's tickets.
    @inline(__always)
    func ticket(_ own: Ticket) -> Ticket {
        var ticket = own
        if !own.isPhones { (ticket.owner, ticket.part) = (Int16(truncatingIfNeeded: place), part) }
        return ticket
    }

    @inline(__always)
    func cause(_ own: Cause) -> Cause {
        if firstActivity == 0 || own.activity < Int32(LedgerPlan.firstPolicyActivity) { return own }
        var cause = own
        cause.activity += firstActivity
        return cause
    }

    @inline(__always)
    func transfer(_ own: Transfer) -> Transfer {
        if place == 0 && firstActivity == 0 && part == 0 { return own }
        var transfer = own
        transfer.cause = cause(own.cause)
        transfer.ticket = own.ticket.map(ticket)
        return transfer
    }
}

/// Facts about an app that are needed before it runs, for example to add ledger lines.
public struct AppNeeds: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    public static let records = AppNeeds(rawValue: 4)
    public static let alerts = AppNeeds(rawValue: 8)
    public static let computes = AppNeeds(rawValue: 16)
    /// It is useful even where apps end when they are left (SR-003).
    public static let runsInFront = AppNeeds(rawValue: 32)
    public static let polls = AppNeeds(rawValue: 64)
    public static let looksAround = AppNeeds(rawValue: 1024)
    /// Its server pushes, so the system keeps its push connection up.
    public static let pushes = AppNeeds(rawValue: 128)
    /// Its own timers stand still while the phone sleeps.
    static let uptime = AppNeeds(rawValue: 2048)
    public static let bluetooth = AppNeeds(rawValue: 256)
    /// Sound goes to a receiver over Wi-Fi: set by the world, not by the apps.
    static let airPlay = AppNeeds(rawValue: 512)
}
