import EventKernel

/// One of the apps on a phone: how its own numbers are told from those of the others.
///
/// Each policy numbers its planned calls, its transfers and its activities as if it were alone. The
/// phone shifts them by the slot of the app whose code runs.
struct AppSlot: BitwiseCopyable, Hashable, Sendable {
    /// From 0.
    var place: Int32
    /// What its activities are shifted by.
    var firstActivity: Int32

    /// Of a policy that is alone.
    static let only = AppSlot(place: 0, firstActivity: 0)

    /// Numbers of one app; those of positioning are below zero and nobody's.
    private static let numbers: Int32 = 1 << 22
    /// Apps on one phone.
    static let most = 256

    /// A number of the app's as the phone has it.
    func number(_ own: Int32) -> Int32 { own < 0 ? own : own + place * Self.numbers }

    /// Whose number it is, and the app's own.
    static func owner(of number: Int32) -> (place: Int, own: Int32) {
        (Int(number / numbers), number % numbers)
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
        if place == 0 && firstActivity == 0 { return own }
        var transfer = own
        transfer.cause = cause(own.cause)
        transfer.notice = own.notice.map(number)
        return transfer
    }
}
