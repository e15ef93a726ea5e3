import Kernel

/// One request and its answer.
public struct TransferShape: Hashable, Sendable {
    public var roundTrips: Int
    public var uplink: Bytes
    public var downlink: Bytes

    public init(roundTrips: Int, uplink: Bytes, downlink: Bytes) {
        self.roundTrips = roundTrips
        self.uplink = uplink
        self.downlink = downlink
    }
}

extension TransferShape {
    /// This request as a transfer for `cause`, which keeps the processor awake.
    func transfer(cause: Cause, ticket: Ticket?) -> Transfer {
        Transfer(
            roundTrips: roundTrips, uplink: uplink.count, downlink: downlink.count,
            cause: cause, holdsProcessor: true,
            ticket: ticket)
    }
}
