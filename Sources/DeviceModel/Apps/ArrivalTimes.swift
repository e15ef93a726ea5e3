import Kernel

/// When things came that wait, in order. Up to some ten thousand are remembered one by one; of
/// more, those that came close together are remembered together, so that memory grows with the
/// logarithm of the time that they wait.
struct ArrivalTimes: Hashable, Sendable {
    /// Things that came at nearly the same time.
    struct Group: Hashable, Sendable {
        let first: Instant
        var last: Instant
        var count = 1
        /// How much later than the first they came, all together, in nanoseconds.
        var late: Int128 = 0
        /// Of all of them.
        var bytes: Int64
    }

    /// Things are taken together which have waited so many times longer than they came apart: a
    /// delay is off by less than half a bin, and by less and less of itself.
    private static let closeness: Int64 = 256
    private static let usual = 16_384

    private(set) var groups: [Group] = []
    /// At so many groups some are taken together.
    private var most = usual

    /// Something comes, not before anything that came earlier.
    mutating func add(_ time: Instant, bytes: Int64) {
        if groups.count >= most { takeTogether(at: time) }
        groups.append(Group(first: time, last: time, bytes: bytes))
    }

    /// These, then one more, then others that came later.
    func followed(
        by next: Instant?, bytes: Int64, _ others: ArrivalTimes
    ) -> ArrivalTimes {
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
    /// Each of them, when it came and its bytes: of several, as if they had come at one time and
    /// were of one size, but for what that leaves over.
    var each: [(time: Instant, bytes: Int64)] {
        let (late, size) = (Int64(self.late / Int128(count)), bytes / Int64(count))
        return (0..<count).map { number in
            let over = number == 0 ? bytes - size * Int64(count) : 0
            return (first + TimeSpan(nanoseconds: late), size + over)
        }
    }
}

extension DurationHistogram {
    /// Things that came together in a group get somewhere at `time`. Their mean, sum and extremes
    /// are exact; they lie in the bin of the mean.
    mutating func add(_ group: ArrivalTimes.Group, at time: Instant) {
        add(
            times: group.count, from: time - group.last, to: time - group.first,
            sum: Int128(group.count) * Int128((time - group.first).nanoseconds) - group.late)
    }
}
