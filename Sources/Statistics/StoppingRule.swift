/// Stops replications as soon as an interval is narrow enough, within limits.
///
/// The rule applies only after the numbers of replications in ``checkpoints``. Checking after every
/// replication tends to stop while the sample's spread happens to be small, so the interval covers
/// less often than its level (Law, *Simulation Modeling and Analysis*, section 9.4.1). The
/// checkpoints are fixed beforehand, so parallelism changes no result.
public struct StoppingRule: Equatable, Sendable {
    /// The half-width to reach, as a share of the mean's magnitude (0.01 is 1 %).
    public let relativeHalfWidth: Double
    public let atLeast: Int
    public let atMost: Int
    public let level: Double

    public init(relativeHalfWidth: Double, atLeast: Int, atMost: Int, level: Double = 0.95) {
        requireLevel(level)
        precondition(
            relativeHalfWidth.isFinite && relativeHalfWidth > 0,
            "a relative half-width of \(relativeHalfWidth) cannot be reached")
        precondition(atLeast >= 2, "\(atLeast) replications have no interval")
        precondition(atMost >= atLeast, "at most \(atMost) is below at least \(atLeast)")
        (self.relativeHalfWidth, self.atLeast, self.atMost) = (relativeHalfWidth, atLeast, atMost)
        self.level = level
    }

    /// An interval of width 0 is precise; an undefined relative half-width is not.
    public func isPrecise(_ summary: Summary) -> Bool {
        precondition(
            summary.level == level, "a rule at level \(level) cannot judge one at \(summary.level)")
        if let interval = summary.interval, interval.halfWidth == 0 { return true }
        guard let reached = summary.relativeHalfWidth else { return false }
        return reached <= relativeHalfWidth
    }

    /// True where the interval is narrow relative to the difference, lies within `margin`, or has
    /// no width.
    ///
    /// - `margin`: The largest negligible difference, in the quantity's unit; from 0.
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

    /// The approximate number needed, as the width falls with the square root of it.
    ///
    /// - `reached`: The relative half-width of `count` replications, above 0.
    /// - Returns: Rounded up to two digits; at least `count`, at most 10¹⁸.
    public func replicationsNeeded(count: Int, reached: Double) -> Int {
        let share = reached / relativeHalfWidth
        let needed = min(Double(count) * max(1, share * share), 1e18)
        var step = 1.0
        while needed / step >= 100 { step *= 10 }
        return Int((needed / step).rounded(.up) * step)
    }

    /// The numbers of replications at which the rule applies, ascending.
    ///
    /// From ``atLeast`` each is half as many again (rounded up), ending with ``atMost``: 30, 45,
    /// 68, 102, … 1749, 2000. At most a third of the replications is superfluous.
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
