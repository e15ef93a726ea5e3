import DeviceModel
import Kernel
import Statistics
import Studies

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
        self.scenario = scenario
        self.plan = plan
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
            needed: summary.relativeHalfWidth.map {
                needed(result, by: means, reached: $0)
            })
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
        let margin =
            plan.equivalence.magnitude * (base.summary(of: metric).mean ?? 0).magnitude
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

/// A requested precision that was not reached.
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
