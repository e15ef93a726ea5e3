import DeviceModel
import Statistics
import Studies

/// Which policy has least or most of something, of those that do their job.
public struct AnswerExtreme: Sendable {
    /// The one with the best mean, then those that are not shown to differ from it by more than the
    /// margin; empty where no policy is shown to keep the bounds.
    public let policies: [String]
    /// Whether all these are shown to be the same within the margin.
    public let isSame: Bool
    /// Those whose mean would be better, and that are neither shown to keep every bound nor to
    /// break one.
    public let undecided: [String]
}

extension AnswerFigures {
    /// The policy with the lowest or highest mean of those that are shown to keep every bound.
    ///
    /// A rival is told apart by a paired *t* test, at a level that holds for all rivals together
    /// (Bonferroni).
    public func extreme(
        _ metric: Metric, isLeast: Bool, where bounds: [Answer.Bound]
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

    /// Whether a policy keeps all bounds, breaks one, or neither is shown.
    func state(_ policy: PolicyResult, _ bounds: [Answer.Bound]) -> ConstraintEstimate.State {
        let states = bounds.map { estimate(policy, $0).state }
        if states.contains(.broken) { return .broken }
        return states.allSatisfy { $0 == .kept } ? .kept : .open
    }

    func estimate(_ policy: PolicyResult, _ bound: Answer.Bound) -> ConstraintEstimate {
        let constraint = MetricConstraint(bound)
        return ConstraintEstimate(constraint, policy.replications.map { constraint.part(of: $0) })
    }
}

extension MetricConstraint {
    init(_ bound: Answer.Bound) {
        metric = bound.metric
        whole = bound.whole
        side = bound.isAtMost ? .atMost : .atLeast
        limit = bound.limit
        text = bound.text
    }
}
