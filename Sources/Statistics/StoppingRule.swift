/// When there are enough replications: as soon as an interval is narrow enough, within limits.
///
/// The rule is looked at only after the numbers of replications in ``checkpoints``. Looking after
/// every one stops, more often than not, in a moment at which the sample's spread happens to be
/// small, and the interval then covers the truth less often than its level says (Law, *Simulation
/// Modeling and Analysis*, section 9.4.1, on sequential procedures). A few looks at growing
/// distances keep that bias small; they are fixed beforehand, so that how many replications run
/// at once changes no result.
public struct StoppingRule: Equatable, Sendable {
    /// The half-width to reach, as a share of the mean's magnitude (0.01 is 1 %).
    public let relativeHalfWidth: Double
    /// The fewest replications, at least 2.
    public let atLeast: Int
    /// The most replications; they end here whether the interval is narrow or not.
    public let atMost: Int
    /// The level of confidence of the interval looked at.
    public let level: Double

    public init(relativeHalfWidth: Double, atLeast: Int, atMost: Int, level: Double = 0.95) {
        requireLevel(level)
        precondition(
            relativeHalfWidth.isFinite && relativeHalfWidth > 0,
            "a relative half-width of \(relativeHalfWidth) cannot be reached")
        precondition(atLeast >= 2, "\(atLeast) replications have no interval")
        precondition(atMost >= atLeast, "at most \(atMost) is below at least \(atLeast)")
        self.relativeHalfWidth = relativeHalfWidth
        self.atLeast = atLeast
        self.atMost = atMost
        self.level = level
    }

    /// Whether the interval of `summary` is as narrow as asked.
    ///
    /// `false` where the relative half-width is undefined, except for an interval of no width:
    /// a quantity that is 0 in every replication is known.
    public func isPrecise(_ summary: Summary) -> Bool {
        precondition(
            summary.level == level, "a rule at level \(level) cannot judge one at \(summary.level)")
        if let interval = summary.interval, interval.halfWidth == 0 { return true }
        guard let reached = summary.relativeHalfWidth else { return false }
        return reached <= relativeHalfWidth
    }

    /// Whether the interval of a paired difference is as narrow as asked, in proportion to the
    /// difference; or lies within `margin`, so that there is no difference worth being precise
    /// about; or has no width.
    ///
    /// - Parameters:
    ///   - difference: At this rule's level.
    ///   - margin: How large a difference counts as none, in the quantity's unit; from 0.
    public func isPrecise(_ difference: PairedDifference, within margin: Double) -> Bool {
        precondition(
            difference.level == level,
            "a rule at level \(level) cannot judge one at \(difference.level)")
        guard let interval = difference.interval, let mean = difference.difference else {
            return false
        }
        if interval.halfWidth == 0 || max(-interval.low, interval.high) <= margin { return true }
        return interval.halfWidth <= relativeHalfWidth * mean.magnitude
    }

    /// About how many replications an interval needs that `count` have made `reached` wide: its
    /// width falls with the square root of their number.
    ///
    /// - Parameters:
    ///   - count: The replications done.
    ///   - reached: The relative half-width that they gave, above 0.
    /// - Returns: Rounded up to two digits; at least `count`, at most 10¹⁸.
    public func replicationsNeeded(count: Int, reached: Double) -> Int {
        let share = reached / relativeHalfWidth
        let needed = min(Double(count) * max(1, share * share), 1e18)
        var step = 1.0
        while needed / step >= 100 { step *= 10 }
        return Int((needed / step).rounded(.up) * step)
    }

    /// The numbers of replications after which the rule is looked at, ascending: ``atLeast``,
    /// then each time half as many again (rounded up), and ``atMost`` last.
    ///
    /// From 30 to 2000: 30, 45, 68, 102, … 1749, 2000. At most a third of the replications is
    /// run in vain.
    public var checkpoints: [Int] {
        var sizes: [Int] = []
        var size = atLeast
        while size < atMost {
            sizes.append(size)
            let half = (size + 1) / 2
            size = half > atMost - size ? atMost : size + half
        }
        return sizes + [atMost]
    }
}
