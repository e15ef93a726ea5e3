/// The precision that an answer needs.
///
/// Its figures must be known to a fifth of themselves or shown to be rare; bounds and conditions
/// must be decided. Rare events such as missed calls need more runs than energy. The plan's
/// `at-most` ends it in any case.
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
            missed(figures.share(policy, event, of: whole), policy, event, isCount: true, figures)
        case .least(_, where: let bounds), .most(_, where: let bounds):
            bounds.flatMap { bound in figures.all.flatMap { open(bound, $0) } }
        case .choice(let condition, _):
            figures.verdict(condition) == .unknown
                ? difference(condition.left, other(condition), figures) : []
        // Figures at other values have replications of their own.
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

    /// A difference that is surely within the equivalence margin is precise enough.
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

    private func open(_ bound: MetricConstraint, _ policy: PolicyResult) -> [PrecisionShortfall] {
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

/// The scenario with other values, for answers that ask for them.
public struct AnswerVariant: Sendable {
    public let edits: [ValueEdit]
    /// With only the policies and the sentence that the figures need.
    public let scenario: Scenario
}

extension Scenario {
    /// The scenarios with other values that the answer asks for.
    ///
    /// - `isOwn`: Whether no part of the phone was replaced. Otherwise values missing on
    ///   the phone are skipped.
    /// - Throws: The fault of such a scenario.
    public func variants(from source: some ScenarioSource, isOwn: Bool) throws -> [AnswerVariant] {
        try (answer?.variants ?? []).compactMap { edits in
            let asked = answer?.asked(with: edits) ?? Answer([])
            let other: Scenario
            do {
                other = try source.scenario(with: edits)
            } catch {
                if isOwn { throw error }
                return nil
            }
            let policies = other.policies.filter(asked.speaks)
            return AnswerVariant(
                edits: edits,
                scenario: other.asked(asked, of: policies.isEmpty ? other.policies : policies))
        }
    }
}

extension ExperimentResult {
    /// Adds the answer's variants, simulated in the same worlds; a variant that is cut short ends
    /// all.
    public func with(_ variants: [AnswerVariant], jobs: Int) async -> ExperimentResult {
        guard end == .precise || end == .atMost else { return self }
        let plan = scenario.replications.exactly(replicationCount)
        var whole = self
        for variant in variants {
            let repeated = variant.scenario.with(plan, seed: scenario.seed)
            let result = await Experiment(repeated, jobs: jobs).run()
            switch result.end {
            case .precise, .atMost:
                whole.variants.append(Variant(edits: variant.edits, result: result))
            case .interrupted, .exceeded:
                return ExperimentResult(
                    scenario: scenario, policies: policies, end: result.end,
                    variants: whole.variants)
            }
        }
        return whole
    }
}

extension Answer {
    fileprivate func speaks(of policy: NamedPolicy) -> Bool {
        figures.contains { figure in
            switch figure {
            case .least, .most: true
            case .mean, .difference, .ratio, .change, .share, .choice, .with, .phone:
                figure.terms.contains { $0.policy == policy.name }
            }
        }
    }
}
