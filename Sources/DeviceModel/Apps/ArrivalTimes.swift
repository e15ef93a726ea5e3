/// When waiting items arrived, in order.
///
/// About ten thousand are stored one by one. Beyond that, arrivals close together are merged, so
/// that memory grows with the logarithm of the waiting time.
struct ArrivalTimes: Hashable, Sendable {
    /// Items that arrived at nearly the same time.
    struct Group: Hashable, Sendable {
        let first: Instant
        var last: Instant
        var count = 1
        /// The sum of their delays after `first`, in nanoseconds.
        var late: Int128 = 0
        /// Total of the group.
        var bytes: Int64
    }

    /// Items merge if they waited this many times longer than the gap between them: a delay is off
    /// by less than half a bin.
    private static let closeness: Int64 = 256
    private static let usual = 16_384

    private(set) var groups: [Group] = []
    private var most = usual

    /// Adds an item that arrived last.
    mutating func add(_ time: Instant, bytes: Int64) {
        if groups.count >= most { takeTogether(at: time) }
        groups.append(Group(first: time, last: time, bytes: bytes))
    }

    func followed(by next: Instant?, bytes: Int64, _ others: ArrivalTimes) -> ArrivalTimes {
        var all = self
        guard let next else { return all }
        all.add(next, bytes: bytes)
        all.groups += others.groups
        return all
    }

    private mutating func takeTogether(at now: Instant) {
        var together: [Group] = []
        for group in groups {
            if let before = together.last,
                (group.last - before.first).nanoseconds
                    <= (now - group.last).nanoseconds / Self.closeness
            {
                let later = Int128((group.first - before.first).nanoseconds)
                together[together.count - 1].last = group.last
                together[together.count - 1].count += group.count
                together[together.count - 1].bytes += group.bytes
                together[together.count - 1].late += group.late + Int128(group.count) * later
            } else {
                together.append(group)
            }
        }
        groups = together
        most = max(Self.usual, 2 * together.count)
    }
}

extension ArrivalTimes.Group {
    /// Each item's arrival and bytes; a group counts as simultaneous items of one size, with the
    /// remainder in one of them.
    var each: [(time: Instant, bytes: Int64)] {
        let (late, size) = (Int64(self.late / Int128(count)), bytes / Int64(count))
        return (0..<count).map { number in
            let over = number == 0 ? bytes - size * Int64(count) : 0
            return (first + TimeSpan(nanoseconds: late), size + over)
        }
    }
}

extension DurationHistogram {
    /// Adds a group that reaches its goal at `time`. Mean, sum and extremes are exact; all lie in
    /// the bin of the mean.
    mutating func add(_ group: ArrivalTimes.Group, at time: Instant) {
        add(
            times: group.count, from: time - group.last, to: time - group.first,
            sum: Int128(group.count) * Int128((time - group.first).nanoseconds) - group.late)
    }
}
