/// Data that an activity wants carried: round trips, then bytes, on one bearer.
public struct Transfer: BitwiseCopyable, Hashable, Sendable {
    public var roundTrips: Int
    public var uplink: Int64
    public var downlink: Int64
    public var cause: Cause
    /// Whether the processor stays awake until the transfer has ended.
    public var holdsProcessor: Bool
    /// Whether it has priority, except over one that is already on the air.
    public var goesFirst = false
    /// Whether the network begins it, so that a phone that does not listen hears of it later.
    public var comesDown = false
    /// Delivered to the app when the transfer has ended; `nil`: nothing is.
    public var ticket: Ticket?

    public init(
        roundTrips: Int, uplink: Int64, downlink: Int64, cause: Cause,
        holdsProcessor: Bool = false, ticket: Ticket? = nil
    ) {
        precondition(
            roundTrips >= 0 && uplink >= 0 && downlink >= 0,
            "a transfer of \(roundTrips) round trips, \(uplink) B up, \(downlink) B down")
        (self.roundTrips, self.uplink, self.downlink) = (roundTrips, uplink, downlink)
        (self.cause, self.holdsProcessor, self.ticket) = (cause, holdsProcessor, ticket)
    }

    var comingDown: Transfer { modified(self) { $0.comesDown = true } }
    var leavingProcessor: Transfer { modified(self) { $0.holdsProcessor = false } }
}

/// Transfers that one app waits for: all, those of one kind, or one.
struct TransferKind: BitwiseCopyable {
    var owner: Int16
    var part: UInt8
    /// The app's number of the step; `nil`: all.
    var step: UInt8?
    /// Which of several of that kind; `nil`: all.
    var index: Int32?

    func includes(_ transfer: Transfer) -> Bool {
        guard let ticket = transfer.ticket, ticket.owner == owner,
            ticket.part == part
        else { return false }
        return (step == nil || step == ticket.kind) && (index == nil || index == ticket.index)
    }
}

/// The end of a transfer that an app waits for.
public struct TransferEnd: BitwiseCopyable, Hashable, Sendable {
    public var transfer: Transfer
    public var time: Instant
}
