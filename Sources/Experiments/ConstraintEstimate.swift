/// Evidence of the replications about a constraint at one point.
public struct ConstraintEstimate: Sendable {
    public let constraint: MetricConstraint
    /// The mean or share; `nil` where no run has the metric.
    public let value: Double?
    public let interval: ConfidenceInterval?

    /// Whether the limit is shown to be kept or broken.
    public enum State: String, Sendable {
        /// The whole interval is on the allowed side.
        case kept, broken, open
    }

    /// Uses ``CountedShare`` for a share, else Student's *t* interval.
    ///
    /// For few events each end is the wider of Student's and the exact Poisson interval's, as in
    /// ``LimitTest``.
    init(
        _ constraint: MetricConstraint, _ parts: [MetricConstraint.Part],
        level: Double = Experiment.level
    ) {
        self.constraint = constraint
        if constraint.whole != nil {
            let share = CountedShare(parts.map(\.amount), of: parts.map(\.count), level: level)
            (value, interval) = (share.share, share.interval)
            return
        }
        // Only its two one-sided bounds are used, so the limit does not matter.
        let bounds = LimitTest(
            parts.filter { $0.count > 0 }.map(\.amount), side: .atMost, limit: 0,
            level: (1 + level) / 2, areCounts: constraint.metric.unit == .count)
        value = bounds.mean
        if let low = bounds.low, let high = bounds.high {
            interval = ConfidenceInterval(level: level, low: low, high: high)
        } else {
            interval = nil
        }
    }

    public var state: State {
        guard let interval else { return .open }
        let ends = [constraint.excess(interval.low), constraint.excess(interval.high)]
        if ends.allSatisfy({ $0 <= 0 }) { return .kept }
        return ends.allSatisfy { $0 > 0 } ? .broken : .open
    }

    var excess: Double { value.map { constraint.excess($0) } ?? 0 }

    var worstExcess: Double {
        interval.map { max(constraint.excess($0.low), constraint.excess($0.high)) } ?? .infinity
    }
}
