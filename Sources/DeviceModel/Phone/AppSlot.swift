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
