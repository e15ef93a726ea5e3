/// Transfers in the order of arrival, the first of which may have been carried in part.
struct TransferQueue: Sendable {
    /// The share of the first transfer's work that is still to be done, in (0, 1].
    private(set) var leftOfFirst = 1.0
    /// Not carried yet, over the whole queue.
    private(set) var uplinkBytes: Int64 = 0
    private(set) var downlinkBytes: Int64 = 0

    private var transfers: [Transfer] = []
    /// Where the queue begins: what is before was carried.
    private var head = 0
    /// Bytes of the first transfer that have been counted as carried.
    private var carriedUplink: Int64 = 0
    private var carriedDownlink: Int64 = 0

    var isEmpty: Bool { head == transfers.count }
    var first: Transfer { transfers[head] }

    mutating func append(_ transfer: Transfer) {
        transfers.append(transfer)
        uplinkBytes += transfer.uplink
        downlinkBytes += transfer.downlink
    }

    /// Removes the first transfer, all of which has been carried.
    mutating func removeFirst() -> Transfer {
        let transfer = transfers[head]
        head += 1
        if head == transfers.count {
            transfers.removeAll(keepingCapacity: true)
            head = 0
        } else if head >= 1024 {
            transfers.removeFirst(head)
            head = 0
        }
        leftOfFirst = 1
        carriedUplink = 0
        carriedDownlink = 0
        return transfer
    }

    /// Carries `share` of what was left of the first transfer, in whole bytes.
    ///
    /// - Returns: the bytes that have come through since the last call.
    mutating func carry(share: Double) -> (uplink: Int64, downlink: Int64) {
        leftOfFirst *= max(0, 1 - share)
        let carried = wholeBytes(of: first, done: 1 - leftOfFirst)
        return count(uplink: carried.uplink, downlink: carried.downlink)
    }

    /// Bytes leave the queue whole.
    private func wholeBytes(
        of transfer: Transfer, done: Double
    ) -> (uplink: Int64, downlink: Int64) {
        (
            Int64((Double(transfer.uplink) * done).rounded(.down)),
            Int64((Double(transfer.downlink) * done).rounded(.down))
        )
    }

    /// What would be left of the whole queue after carrying `share` of what is left of the first.
    func bytesLeft(afterCarrying share: Double) -> (uplink: Int64, downlink: Int64) {
        let done = 1 - leftOfFirst * max(0, 1 - share)
        let carried = wholeBytes(of: first, done: done)
        return (
            uplinkBytes - (carried.uplink - carriedUplink),
            downlinkBytes - (carried.downlink - carriedDownlink)
        )
    }

    /// Carries all that is left of the first transfer.
    mutating func carryRest() -> (uplink: Int64, downlink: Int64) {
        leftOfFirst = 0
        return count(uplink: first.uplink, downlink: first.downlink)
    }

    private mutating func count(
        uplink: Int64, downlink: Int64
    ) -> (uplink: Int64, downlink: Int64) {
        let more = (uplink: uplink - carriedUplink, downlink: downlink - carriedDownlink)
        carriedUplink = uplink
        carriedDownlink = downlink
        uplinkBytes -= more.uplink
        downlinkBytes -= more.downlink
        return more
    }
}
