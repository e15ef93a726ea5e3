/// The precision that ends a scenario's replications.
///
/// It covers every mean, every difference from the baseline if requested, and the figures of the
/// answer.
struct PrecisionGoal {
    private let scenario: Scenario
    private let plan: ReplicationPlan
    private let baseline: Int
    private let means: StoppingRule
    private let differences: StoppingRule?
    private let answer: AnswerGoal

    init(_ scenario: Scenario) {
        let plan = scenario.replications
        func rule(_ share: Fraction) -> StoppingRule {
            StoppingRule(
                relativeHalfWidth: share.magnitude, atLeast: plan.atLeast / plan.group,
                atMost: plan.atMost / plan.group, level: Experiment.level)
        }
        (self.scenario, self.plan) = (scenario, plan)
        answer = AnswerGoal(scenario)
        baseline = scenario.baseline
        means = rule(plan.relativeHalfWidth)
        differences = plan.pairedHalfWidth.map(rule)
    }

    var checkpoints: [Int] { means.checkpoints.map { $0 * plan.group } }

    /// Policies without a metric are ignored; a metric that no policy has leaves the goal
    /// unreached.
    func isReached(_ results: [PolicyResult]) -> Bool {
        let known = plan.metrics.contains { metric in
            results.contains { $0.summary(of: metric).count > 0 }
        }
        return known && shortfalls(results).isEmpty
    }

    func worst(_ results: [PolicyResult]) -> PrecisionShortfall? {
        shortfalls(results).max { $0.needed ?? .max < $1.needed ?? .max }
    }

    private func shortfalls(_ results: [PolicyResult]) -> [PrecisionShortfall] {
        plan.metrics.flatMap { metric in
            results.compactMap { meanShortfall($0, metric) }
                + results.indices.filter { $0 != baseline }.compactMap {
                    differenceShortfall(results[$0], results[baseline], metric)
                }
        } + answer.shortfalls(results)
    }

    private func meanShortfall(_ result: PolicyResult, _ metric: Metric) -> PrecisionShortfall? {
        let summary = result.summary(of: metric)
        guard summary.count > 0, !isKnown(result, metric, summary) else { return nil }
        return PrecisionShortfall(
            policy: result.policy.name, metric: metric, isDifference: false,
            goal: plan.relativeHalfWidth, reached: summary.relativeHalfWidth,
            needed: summary.relativeHalfWidth.map { needed(result, by: means, reached: $0) })
    }

    /// A value equal in all runs is known, unless it counts a rare event that did not happen.
    private func isKnown(_ result: PolicyResult, _ metric: Metric, _ summary: Summary) -> Bool {
        guard means.isPrecise(summary) else { return false }
        let isEvent = RareEvent.all.contains { $0.metric == metric }
        guard isEvent else { return true }
        switch MeanSample(metric, result, against: nil, in: scenario).interval.method {
        case .few, .bound: return false
        case .exact, .student, .twoParts, .skewed, .same, .none: return true
        }
    }

    private func differenceShortfall(
        _ result: PolicyResult, _ base: PolicyResult, _ metric: Metric
    ) -> PrecisionShortfall? {
        guard let rule = differences, let share = plan.pairedHalfWidth else { return nil }
        let paired = PairedDifference(
            treatment: result.values(of: metric), baseline: base.values(of: metric),
            level: Experiment.level)
        let margin = plan.equivalence.magnitude * (base.summary(of: metric).mean ?? 0).magnitude
        guard paired.count > 0, !rule.isPrecise(paired, within: margin) else { return nil }
        let halfWidth = paired.interval?.halfWidth
        let size = (paired.difference ?? 0).magnitude
        // The nearer goal: a narrow interval, or one within the margin.
        let allowed = max(share.magnitude * size, margin - size)
        return PrecisionShortfall(
            policy: result.policy.name, metric: metric, isDifference: true, goal: share,
            reached: size > 0 ? halfWidth.map { $0 / size } : nil,
            needed: halfWidth.flatMap { half in
                allowed > 0
                    ? needed(
                        result, by: rule, reached: half / allowed * rule.relativeHalfWidth) : nil
            })
    }

    private func needed(_ result: PolicyResult, by rule: StoppingRule, reached: Double) -> Int {
        rule.replicationsNeeded(count: result.replications.count, reached: reached)
    }
}

public struct PrecisionShortfall: Equatable, Sendable {
    public let policy: String
    public let metric: Metric
    /// Whether it is the difference from the baseline, not the policy's own mean.
    public let isDifference: Bool
    public let goal: Fraction
    /// The relative half-width reached; `nil` for a mean of 0 or a single replication.
    public let reached: Double?
    /// The approximate replications needed, rounded up to two digits; `nil` if unknown.
    public let needed: Int?
}

extension ExperimentResult {
    public var shortfall: PrecisionShortfall? { PrecisionGoal(scenario).worst(policies) }
}

/// Intervals of means and of differences of means, where one covers.
extension ExperimentResult {
    public func interval(of metric: Metric, for policy: PolicyResult) -> MeanInterval {
        MeanSample(metric, policy, against: nil, in: scenario).interval
    }

    public func interval(
        of metric: Metric, for policy: PolicyResult, against base: PolicyResult
    ) -> MeanInterval { MeanSample(metric, policy, against: base, in: scenario).interval }
}

/// A metric's values, with the rare events that make some runs unlike the others.
struct MeanSample {
    private let metric: Metric
    private let policies: [PolicyResult]
    private let scenario: Scenario
    private let values: [Double?]

    init(
        _ metric: Metric, _ policy: PolicyResult, against base: PolicyResult?, in scenario: Scenario
    ) {
        (self.metric, self.scenario) = (metric, scenario)
        policies = [policy] + [base].compactMap { $0 }
        let own = policy.values(of: metric)
        values =
            base.map { base in
                zip(own, base.values(of: metric)).map { left, right in
                    guard let left, let right else { return nil }
                    return PairedDifference.excess(left, over: right)
                }
            } ?? own
    }

    var interval: MeanInterval {
        let defined = values.indices.filter { values[$0] != nil }
        let marks = marks.map { marks in defined.map { marks[$0] } }
        return MeanInterval(
            defined.compactMap { values[$0] }, isUnlike: marks, limits: limits,
            isExact: policies.allSatisfy(\.isExact), level: Experiment.level)
    }

    /// Whether a rare event that moves the metric happened in each run; `nil` without such an
    /// event.
    private var marks: [Bool]? {
        let events = RareEvent.all.filter { event in
            event.moved.contains(metric) && event.canHappen(in: scenario)
                && policies.contains { $0.values(of: event.metric).contains { $0 != nil } }
        }
        guard !events.isEmpty else { return nil }
        var marks = [Bool](repeating: false, count: values.count)
        for event in events {
            for policy in policies {
                for (index, value) in policy.values(of: event.metric).enumerated() {
                    if let value, value > 0 { marks[index] = true }
                }
            }
        }
        return marks
    }

    /// Bounds of the mean, or of the difference, in any set of runs.
    private var limits: ClosedRange<Double>? {
        guard let most else { return nil }
        return policies.count > 1 ? -most...most : 0...most
    }

    /// The most that can be missed: all opportunities of a run.
    ///
    /// Runs chosen by what happens in them favour those with many opportunities, so it is Σt² / Σt.
    private var most: Double? {
        if metric.range == .share { return 100 }
        guard let trials = RareEvent.all.first(where: { $0.metric == metric })?.trials else {
            return nil
        }
        let counts = policies.flatMap { $0.values(of: trials).compactMap { $0 } }
        let sum = counts.reduce(0, +)
        return sum > 0 ? counts.reduce(0) { $0 + $1 * $1 } / sum : nil
    }
}

extension PolicyResult {
    /// Whether nothing is random: every run has the same energy.
    var isExact: Bool {
        let energies = values(of: .energy).compactMap { $0 }
        guard energies.count >= 2 else { return false }
        return energies.allSatisfy { $0 == energies[0] }
    }
}
