import Kernel

/// Transfers in the order in which they go on the air, the first of which may have been carried in
/// part: those that go first before the others, else in the order of arrival.
///
/// The first lies apart from those that wait behind it: mostly there are none.
struct TransferQueue: ~Copyable {
    /// Only meaningful while the queue is not empty.
    private(set) var first = Transfer.nothing
    /// The share of the first transfer's work that is still to be done, in (0, 1].
    private(set) var leftOfFirst = 1.0
    /// Whether the first transfer has been on the air.
    var hasBegunFirst = false

    private(set) var isEmpty = true
    private var waiting = Backlog<Transfer>()
    /// What those that wait have together.
    private var waitingBytes: (uplink: Int64, downlink: Int64) = (0, 0)
    private var waitingRoundTrips = 0
    /// Bytes of the first transfer that have been counted as carried.
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

    /// Bytes of the first transfer that have not been counted as carried, both ways.
    var bytesLeftOfFirst: Int64 {
        first.uplink - carriedUplink + first.downlink - carriedDownlink
    }

    /// How many wait behind the first.
    var waitingCount: Int { waiting.count }

    private mutating func wait(_ transfer: Transfer) {
        var (last, place) = (transfer, waiting.endIndex)
        if transfer.goesFirst {
            place = waiting.firstIndex { !$0.goesFirst } ?? place
            if !hasBegunFirst && !first.goesFirst { (last, first, place) = (first, transfer, 0) }
        }
        count(last, at: place)
    }

    /// One more waits.
    private mutating func count(_ transfer: Transfer, at place: Int) {
        waiting.insert(transfer, at: place)
        waitingBytes.uplink += transfer.uplink
        waitingBytes.downlink += transfer.downlink
        waitingRoundTrips += transfer.roundTrips
    }

    /// The first transfer, of which nothing has been carried, has not been on the air after all.
    ///
    /// - Returns: false, and nothing has happened, where it has, or goes first itself.
    mutating func takeBackFirst() -> Bool {
        guard hasBegunFirst, leftOfFirst == 1, !first.goesFirst else { return false }
        hasBegunFirst = false
        return true
    }

    /// From now on what this app waits for goes first, but for what is on the air.
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

    /// Removes what an app waits for, but for the first.
    mutating func removeWaiting(of kind: TransferKind) -> [Transfer] {
        let removed = waiting.filter(kind.includes)
        guard !removed.isEmpty else { return [] }
        waiting.removeAll(where: kind.includes)
        for transfer in removed { uncount(transfer) }
        return removed
    }

    /// Removes the first transfer, which has been carried or is taken back.
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

    /// Removes the only transfer, which was carried from begin to end in one go.
    @inline(__always)
    mutating func removeOnly() {
        assert(waiting.isEmpty && !hasBegunFirst && carriedUplink == 0 && carriedDownlink == 0)
        isEmpty = true
    }

    private mutating func removeFirstWaiting() {
        first = waiting.removeFirst()
        uncount(first)
    }

    /// One less waits.
    @inline(__always)
    private mutating func uncount(_ transfer: Transfer) {
        waitingBytes.uplink -= transfer.uplink
        waitingBytes.downlink -= transfer.downlink
        waitingRoundTrips -= transfer.roundTrips
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
        (Int64(Double(transfer.uplink) * done), Int64(Double(transfer.downlink) * done))
    }

    /// What would be left of the whole queue after carrying `share` of what is left of the first.
    func bytesLeft(afterCarrying share: Double) -> (uplink: Int64, downlink: Int64) {
        let carried = wholeBytes(of: first, done: 1 - leftOfFirst * max(0, 1 - share))
        return (
            first.uplink - carried.uplink + waitingBytes.uplink,
            first.downlink - carried.downlink + waitingBytes.downlink
        )
    }

    /// Round trips of all that is in the queue, the first transfer's as if none had been made.
    var roundTrips: Int {
        isEmpty ? 0 : first.roundTrips + waitingRoundTrips
    }

    /// Carries all that is left of the first transfer.
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
