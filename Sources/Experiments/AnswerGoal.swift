import DeviceModel
import Kernel
import Statistics
import Studies

/// What an answer needs of the replications: a figure that it names is known to a fifth of itself,
/// or shown to be rare; a bound and a condition are decided.
///
/// Energy is known after some dozens of runs, of which hardly one may have missed a call. A
/// sentence that speaks of missed calls needs as many as they take. The plan's `at-most` ends that
/// all the same.
struct AnswerGoal {
    private let answer: Answer?
    private let plan: ReplicationPlan

    init(_ scenario: Scenario) {
        answer = scenario.answer
        plan = scenario.replications
    }

    func shortfalls(_ results: [PolicyResult]) -> [PrecisionShortfall] {
        let figures = AnswerFigures(results, margin: plan.equivalence)
        return (answer?.parts ?? []).flatMap { part -> [PrecisionShortfall] in
            switch part {
            case .words: []
            case .figure(let figure): shortfalls(of: figure, figures)
            }
        }
    }

    private func shortfalls(
        of figure: Answer.Figure, _ figures: AnswerFigures
    ) -> [PrecisionShortfall] {
        switch figure {
        case .mean(let term): mean(term, figures)
        case .difference(let left, let right): difference(left, right, figures)
        case .ratio(let left, let right), .change(let left, from: let right):
            mean(left, figures) + mean(right, figures)
        case .share(let policy, let event, of: let whole):
            missed(
                figures.share(policy, event, of: whole), policy, event, isCount: true, figures)
        case .least(_, where: let bounds), .most(_, where: let bounds):
            bounds.flatMap { bound in figures.all.flatMap { open(bound, $0) } }
        case .choice(let condition, _):
            figures.verdict(condition) == .unknown
                ? difference(condition.left, other(condition), figures) : []
        // What is asked of other values has replications of its own.
        case .with, .phone: []
        }
    }

    private func other(_ condition: Answer.Condition) -> Answer.Term {
        switch condition.right {
        case .limit: condition.left
        case .times(_, let term): term
        }
    }

    private func mean(_ term: Answer.Term, _ figures: AnswerFigures) -> [PrecisionShortfall] {
        guard case .metric(let metric) = term.quantity else { return [] }
        return missed(
            figures.mean(term), term.policy, metric, isCount: metric.unit == .count, figures)
    }

    /// A difference that is surely no larger than the equivalence margin is known well enough.
    private func difference(
        _ left: Answer.Term, _ right: Answer.Term, _ figures: AnswerFigures
    ) -> [PrecisionShortfall] {
        guard case .metric(let metric) = left.quantity,
            let difference = figures.difference(left, right), let interval = difference.interval
        else { return [] }
        let base = figures.mean(right)?.value ?? 0
        let margin = plan.equivalence.magnitude * base.magnitude
        if max(-interval.low, interval.high) <= margin { return [] }
        return missed(difference, left.policy, metric, isCount: false, figures)
    }

    /// A bound that a policy neither keeps nor breaks, for all that is known.
    private func open(_ bound: Answer.Bound, _ policy: PolicyResult) -> [PrecisionShortfall] {
        let estimate = AnswerFigures([policy]).estimate(policy, bound)
        guard estimate.state == .open, let value = estimate.value, let interval = estimate.interval
        else { return [] }
        let distance = (value - bound.limit).magnitude
        return [
            shortfall(
                policy.policy.name, bound.metric, half: interval.halfWidth,
                allowed: distance, value: value, count: policy.replications.count)
        ]
    }

    private func missed(
        _ figure: AnswerFigure?, _ policy: String, _ metric: Metric, isCount: Bool,
        _ figures: AnswerFigures
    ) -> [PrecisionShortfall] {
        guard let figure, let interval = figure.interval, !figure.isKnown(isCount: isCount) else {
            return []
        }
        return [
            shortfall(
                policy, metric, half: interval.halfWidth,
                allowed: AnswerFigure.precision * figure.value.magnitude, value: figure.value,
                count: figures.named(policy)?.replications.count ?? 0)
        ]
    }

    private func shortfall(
        _ policy: String, _ metric: Metric, half: Double, allowed: Double, value: Double, count: Int
    ) -> PrecisionShortfall {
        let rule = StoppingRule(
            relativeHalfWidth: AnswerFigure.precision, atLeast: 2, atMost: 2,
            level: Experiment.level)
        let reached = allowed > 0 ? AnswerFigure.precision * half / allowed : nil
        return PrecisionShortfall(
            policy: policy, metric: metric, isDifference: false,
            goal: Fraction(value != 0 ? allowed / value.magnitude : AnswerFigure.precision),
            reached: value != 0 ? half / value.magnitude : nil,
            needed: reached.flatMap {
                $0 > 0 ? rule.replicationsNeeded(count: count, reached: $0) : nil
            })
    }
}
