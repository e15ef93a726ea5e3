import Studies

/// The scenario with other values, for the figures of its answer that ask for them.
public struct AnswerVariant: Sendable {
    public let edits: [ValueEdit]
    /// With the policies and the sentence that the figures need.
    public let scenario: Scenario
}

extension Scenario {
    /// What the answer asks of other values.
    ///
    /// - Parameters:
    ///   - source: makes the scenario with other values.
    ///   - isOwn: whether no part of the phone was replaced. Another system may lack a value that
    ///     the answer changes: its figure is then left out.
    /// - Throws: what is wrong with a scenario that the answer asks for.
    public func variants(
        from source: some ScenarioSource, isOwn: Bool
    ) throws -> [AnswerVariant] {
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
    /// The same with what the answer asks of other values, in the same worlds. A variant that is
    /// cut short ends the whole.
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
    /// Whether a figure is of this policy, or of the best of all.
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
