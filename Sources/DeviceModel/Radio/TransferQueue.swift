/// Transfers in the order in which they go on the air: those with priority first, else by arrival.
///
/// The first one may have been carried in part. It is stored apart, because mostly none wait behind
/// it.
struct TransferQueue: ~Copyable {
    /// Meaningless while the queue is empty.
    private(set) var first = Transfer.nothing
    /// Remaining share of the first transfer's work, in (0, 1].
    private(set) var leftOfFirst = 1.0
    /// Whether the first transfer has been on the air.
    var hasBegunFirst = false

    private(set) var isEmpty = true
    private var waiting = Backlog<Transfer>()
    private var waitingBytes: (uplink: Int64, downlink: Int64) = (0, 0)
    private var waitingRoundTrips = 0
    private var carriedUplink: Int64 = 0
    private var carriedDownlink: Int64 = 0

    @inline(__always)
    mutating func append(_ transfer: Transfer) {
        if isEmpty {
            first = transfer
            isEmpty = false
        } else {
            wait(transfer)
        }
    }

    /// Bytes of the first transfer not yet counted as carried, in both directions.
    var bytesLeftOfFirst: Int64 { first.uplink - carriedUplink + first.downlink - carriedDownlink }

    var waitingCount: Int { waiting.count }

    private mutating func wait(_ transfer: Transfer) {
        var (last, place) = (transfer, waiting.endIndex)
        if transfer.goesFirst {
            place = waiting.firstIndex { !$0.goesFirst } ?? place
            if !hasBegunFirst && !first.goesFirst { (last, first, place) = (first, transfer, 0) }
        }
        count(last, at: place)
    }

    private mutating func count(_ transfer: Transfer, at place: Int) {
        waiting.insert(transfer, at: place)
        waitingBytes.uplink += transfer.uplink
        waitingBytes.downlink += transfer.downlink
        waitingRoundTrips += transfer.roundTrips
    }

    /// Takes the first transfer back off the air, if none of it has been carried.
    ///
    /// - Returns: false, without a change, if some of it has been carried or it has priority.
    mutating func takeBackFirst() -> Bool {
        guard hasBegunFirst, leftOfFirst == 1, !first.goesFirst else { return false }
        hasBegunFirst = false
        return true
    }

    /// Gives transfers that an app waits for priority, except over one on the air.
    ///
    /// - Parameter app: its place; `nil`: none.
    mutating func putFirst(_ app: Int32?) {
        guard !isEmpty else { return }
        var all = (hasBegunFirst ? [] : [first]) + waiting
        for index in all.indices {
            all[index].goesFirst = app != nil && all[index].ticket.map { Int32($0.owner) } == app
        }
        all = all.filter(\.goesFirst) + all.filter { !$0.goesFirst }
        if !hasBegunFirst { first = all.removeFirst() }
        waiting.removeAll()
        (waitingBytes, waitingRoundTrips) = ((0, 0), 0)
        for transfer in all { count(transfer, at: waiting.endIndex) }
    }

    /// Removes an app's transfers, except the first of the queue.
    mutating func removeWaiting(of kind: TransferKind) -> [Transfer] {
        let removed = waiting.filter(kind.includes)
        guard !removed.isEmpty else { return [] }
        waiting.removeAll(where: kind.includes)
        for transfer in removed { uncount(transfer) }
        return removed
    }

    /// Removes the first transfer, which was carried or cut off.
    @inline(__always)
    mutating func removeFirst() {
        hasBegunFirst = false
        leftOfFirst = 1
        carriedUplink = 0
        carriedDownlink = 0
        if waiting.isEmpty {
            isEmpty = true
        } else {
            removeFirstWaiting()
        }
    }

    @inline(__always)
    mutating func removeOnly() {
        assert(waiting.isEmpty && !hasBegunFirst && carriedUplink == 0 && carriedDownlink == 0)
        isEmpty = true
    }

    private mutating func removeFirstWaiting() {
        first = waiting.removeFirst()
        uncount(first)
    }

    @inline(__always)
    private mutating func uncount(_ transfer: Transfer) {
        waitingBytes.uplink -= transfer.uplink
        waitingBytes.downlink -= transfer.downlink
        waitingRoundTrips -= transfer.roundTrips
    }

    /// Carries `share` of the rest of the first transfer, in whole bytes.
    ///
    /// - Returns: bytes since the last call.
    mutating func carry(share: Double) -> (uplink: Int64, downlink: Int64) {
        leftOfFirst *= max(0, 1 - share)
        let carried = wholeBytes(of: first, done: 1 - leftOfFirst)
        return count(uplink: carried.uplink, downlink: carried.downlink)
    }

    private func wholeBytes(
        of transfer: Transfer, done: Double
    ) -> (uplink: Int64, downlink: Int64) {
        (Int64(Double(transfer.uplink) * done), Int64(Double(transfer.downlink) * done))
    }

    /// The queue that would remain after carrying `share` of the rest of the first transfer.
    func bytesLeft(afterCarrying share: Double) -> (uplink: Int64, downlink: Int64) {
        let carried = wholeBytes(of: first, done: 1 - leftOfFirst * max(0, 1 - share))
        return (
            first.uplink - carried.uplink + waitingBytes.uplink,
            first.downlink - carried.downlink + waitingBytes.downlink
        )
    }

    /// Round trips in the queue; those of the first transfer count in full.
    var roundTrips: Int { isEmpty ? 0 : first.roundTrips + waitingRoundTrips }

    @inline(__always)
    mutating func carryRest() -> (uplink: Int64, downlink: Int64) {
        leftOfFirst = 0
        return count(uplink: first.uplink, downlink: first.downlink)
    }

    @inline(__always)
    private mutating func count(
        uplink: Int64, downlink: Int64
    ) -> (uplink: Int64, downlink: Int64) {
        defer { (carriedUplink, carriedDownlink) = (uplink, downlink) }
        return (uplink - carriedUplink, downlink - carriedDownlink)
    }
}

extension Transfer {
    fileprivate static let nothing = Transfer(
        roundTrips: 0, uplink: 0, downlink: 0, cause: .noActivity)
}
