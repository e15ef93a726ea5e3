public struct AnswerFigure: Sendable {
    public let value: Double
    /// At ``Experiment/level``; `nil` for booked energy and for a single replication.
    public let interval: ConfidenceInterval?
    /// The number of replications with a value; 0 for booked energy.
    public let count: Int

    /// A count or share below this is rare enough for any answer.
    static let rare = 0.01
    /// The relative half-width of a figure that is known.
    static let precision = 0.2

    /// Whether more replications would not change the answer's wording.
    func isKnown(isCount: Bool) -> Bool {
        guard let interval else { return true }
        if isCount, interval.high <= Self.rare { return true }
        return interval.halfWidth <= Self.precision * value.magnitude
    }
}

/// Evidence of the replications about a condition.
public enum AnswerVerdict: Sendable { case yes, no, same, unknown }

public struct AnswerFigures: Sendable {
    private let policies: [PolicyResult]
    /// The largest negligible difference, as a share of the second figure; from 0, below 1.
    let margin: Double

    public init(
        _ policies: [PolicyResult], margin: Fraction = ReplicationPlan.standardEquivalence
    ) { (self.policies, self.margin) = (policies, margin.magnitude) }

    /// Uses the margin of the result's scenario.
    public init(_ result: ExperimentResult) {
        self.init(result.policies, margin: result.scenario.replications.equivalence)
    }

    /// The mean; `nil` where no replication has one.
    ///
    /// For counts of few events each end is the wider of Student's and the exact Poisson
    /// interval's, as in `LimitTest` (Statistics).
    public func mean(_ term: Answer.Term) -> AnswerFigure? {
        guard case .metric(let metric) = term.quantity else {
            return plain(term).map { AnswerFigure(value: $0, interval: nil, count: 0) }
        }
        let values = values(term).compactMap { $0 }
        let bounds = LimitTest(
            values, side: .atMost, limit: 0, level: (1 + Experiment.level) / 2,
            areCounts: metric.unit == .count)
        return bounds.mean.map {
            AnswerFigure(
                value: $0, interval: Self.interval(bounds.low, bounds.high), count: values.count)
        }
    }

    /// Paired by replication where both terms are metrics.
    public func difference(_ left: Answer.Term, _ right: Answer.Term) -> AnswerFigure? {
        difference(left, 1, right, level: Experiment.level)
    }

    /// The first mean over the second, with Fieller's interval.
    ///
    /// - Returns: `nil` where no replication has both, and where the second does not differ from 0.
    public func ratio(_ left: Answer.Term, _ right: Answer.Term) -> AnswerFigure? {
        guard let paired = paired(left, 1, right, level: Experiment.level) else {
            guard let above = plain(left), let below = plain(right), below != 0 else { return nil }
            return AnswerFigure(value: above / below, interval: nil, count: 0)
        }
        guard let ratio = paired.ratio, paired.count < 2 || paired.ratioInterval != nil else {
            return nil
        }
        return AnswerFigure(value: ratio, interval: paired.ratioInterval, count: paired.count)
    }

    /// The share of its opportunities at which an event happened.
    ///
    /// At 0 or 1 the interval counts runs, because the opportunities of one run may all be alike.
    public func share(_ policy: String, _ event: Metric, of whole: Metric) -> AnswerFigure? {
        guard let runs = named(policy)?.replications else { return nil }
        let pairs = runs.compactMap { run -> (Double, Double)? in
            guard let count = run[event], let all = run[whole], all > 0, count <= all else {
                return nil
            }
            return (count, all)
        }
        let counted = CountedShare(pairs.map(\.0), of: pairs.map(\.1), level: Experiment.level)
        guard let share = counted.share, let interval = counted.interval else { return nil }
        guard share == 0 || share == 1 else {
            return AnswerFigure(value: share, interval: interval, count: pairs.count)
        }
        let exact = CountIntervals.share(
            of: share == 0 ? 0 : pairs.count, in: pairs.count, level: Experiment.level)
        return AnswerFigure(value: share, interval: exact, count: pairs.count)
    }

    /// Decided where the whole interval of the difference lies on one side of the margin, or within
    /// it.
    ///
    /// The margin applies to a comparison of two figures. A limit or a multiple is its author's
    /// exact bound and has none.
    public func verdict(_ condition: Answer.Condition) -> AnswerVerdict {
        switch condition.right {
        case .limit(let limit):
            verdict(
                mean(condition.left).map { Self.shifted($0, by: -limit) }, condition.isLess,
                within: nil)
        case .times(let factor, let other):
            verdict(
                difference(condition.left, factor, other, level: Experiment.level),
                condition.isLess,
                within: factor == 1 ? margin * (plain(other) ?? 0).magnitude : nil)
        }
    }

    private func verdict(
        _ excess: AnswerFigure?, _ isLess: Bool, within margin: Double?
    ) -> AnswerVerdict {
        guard let excess else { return .unknown }
        let low = excess.interval?.low ?? excess.value
        let high = excess.interval?.high ?? excess.value
        if let margin, -margin <= low, high <= margin { return .same }
        if low == 0, high == 0 { return .no }
        if high < -(margin ?? 0) { return isLess ? .yes : .no }
        return low > margin ?? 0 ? (isLess ? .no : .yes) : .unknown
    }

    private static func shifted(_ figure: AnswerFigure, by amount: Double) -> AnswerFigure {
        AnswerFigure(
            value: figure.value + amount,
            interval: figure.interval.flatMap { interval($0.low + amount, $0.high + amount) },
            count: figure.count)
    }

    private static func interval(_ low: Double?, _ high: Double?) -> ConfidenceInterval? {
        guard let low, let high else { return nil }
        return ConfidenceInterval(level: Experiment.level, low: low, high: max(low, high))
    }

    private func difference(
        _ left: Answer.Term, _ factor: Double, _ right: Answer.Term, level: Double
    ) -> AnswerFigure? {
        guard let paired = paired(left, factor, right, level: level) else {
            guard let left = plain(left), let right = plain(right) else { return nil }
            return AnswerFigure(value: left - factor * right, interval: nil, count: 0)
        }
        return paired.difference.map {
            AnswerFigure(value: $0, interval: paired.interval, count: paired.count)
        }
    }

    private func paired(
        _ left: Answer.Term, _ factor: Double, _ right: Answer.Term, level: Double
    ) -> PairedDifference? {
        guard case .metric = left.quantity, case .metric = right.quantity else { return nil }
        return PairedDifference(
            treatment: values(left), baseline: values(right).map { $0.map { factor * $0 } },
            level: level)
    }

    /// The mean, without an interval.
    private func plain(_ term: Answer.Term) -> Double? {
        switch term.quantity {
        case .metric(let metric): named(term.policy)?.summary(of: metric).mean
        case .bookedEnergy(app: let app?): named(term.policy)?.bookedEnergy(of: app)
        case .bookedEnergy(app: nil): named(term.policy)?.bookedEnergy
        }
    }

    private func values(_ term: Answer.Term) -> [Double?] {
        guard case .metric(let metric) = term.quantity else { return [] }
        return named(term.policy)?.values(of: metric) ?? []
    }

    func named(_ name: String) -> PolicyResult? { policies.first { $0.policy.name == name } }
    var all: [PolicyResult] { policies }

    /// The policy with the lowest or highest mean among those shown to keep every bound.
    ///
    /// Rivals are compared by paired *t* tests at a level that holds for all together (Bonferroni).
    public func extreme(
        _ metric: Metric, isLeast: Bool, where bounds: [MetricConstraint]
    ) -> AnswerExtreme {
        let known = all.compactMap { policy in
            policy.summary(of: metric).mean.map { (policy: policy, mean: isLeast ? $0 : -$0) }
        }
        let kept = known.filter { state($0.policy, bounds) == .kept }
        let open = known.filter { state($0.policy, bounds) == .open }
        guard let best = kept.min(by: { $0.mean < $1.mean }) else {
            return AnswerExtreme(
                policies: [], isSame: false, undecided: open.map(\.policy.policy.name))
        }
        let error = (1 - Experiment.level) / Double(max(1, kept.count - 1))
        let margin = margin * best.mean.magnitude
        let rivals = kept.filter { $0.policy.policy.name != best.policy.policy.name }.map { rival in
            let paired = PairedDifference(
                treatment: rival.policy.values(of: metric),
                baseline: best.policy.values(of: metric), level: 1 - error)
            return (name: rival.policy.policy.name, interval: paired.interval)
        }.filter { rival in
            rival.interval.map { $0.low <= margin && $0.high >= -margin } ?? true
        }
        return AnswerExtreme(
            policies: [best.policy.policy.name] + rivals.map(\.name),
            isSame: rivals.allSatisfy { rival in
                rival.interval.map { -margin <= $0.low && $0.high <= margin } ?? false
            },
            undecided: open.filter { $0.mean < best.mean }.map(\.policy.policy.name))
    }

    func state(_ policy: PolicyResult, _ bounds: [MetricConstraint]) -> ConstraintEstimate.State {
        let states = bounds.map { estimate(policy, $0).state }
        if states.contains(.broken) { return .broken }
        return states.allSatisfy { $0 == .kept } ? .kept : .open
    }

    func estimate(_ policy: PolicyResult, _ bound: MetricConstraint) -> ConstraintEstimate {
        ConstraintEstimate(bound, policy.replications.map { bound.part(of: $0) })
    }
}

/// Which policy has the least or most of a metric, among those that keep all bounds.
public struct AnswerExtreme: Sendable {
    /// The policy with the best mean, then those not shown to differ from it by more than the
    /// margin.
    ///
    /// Empty where no policy is shown to keep the bounds.
    public let policies: [String]
    public let isSame: Bool
    /// Policies with a better mean that neither surely keep all bounds nor surely break one.
    public let undecided: [String]
}
