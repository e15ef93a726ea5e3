/// Several scenarios with common random numbers, such as one on each radio of a kind.
///
/// Scenarios in equal conditions that all take an exact number of replications differ in their
/// policies only. They are simulated together: each policy once, beside one reference.
public struct ScenarioSeries: Sendable {
    private let scenarios: [Scenario]
    private let groups: [Group]

    private struct Group: Sendable {
        var scenario: Scenario
        var options: [PolicyOptions: Int]
        var members: [Int]

        init(_ scenario: Scenario, at index: Int) {
            self.scenario = scenario
            options = Dictionary(
                zip(scenario.policies.map(\.options), scenario.policies.indices),
                uniquingKeysWith: { first, _ in first })
            members = [index]
        }

        mutating func add(_ other: Scenario, at index: Int) {
            var policies = scenario.policies
            for policy in other.policies where options[policy.options] == nil {
                options[policy.options] = policies.count
                policies.append(NamedPolicy(name: "\(policies.count)", options: policy.options))
            }
            // Names are unique among all policies; each scenario gets its own back.
            let named = policies.enumerated().map {
                NamedPolicy(name: "\($0)", options: $1.options)
            }
            scenario = scenario.with(policies: named)
            members.append(index)
        }
    }

    public init(_ scenarios: [Scenario]) {
        var groups: [Group] = []
        var places: [RunConditions: Int] = [:]
        for (index, scenario) in scenarios.enumerated() {
            let plan = scenario.replications
            let conditions = scenario.conditions
            if plan.atLeast == plan.atMost, let place = places[conditions],
                groups[place].scenario.replications == plan
            {
                groups[place].add(scenario, at: index)
            } else {
                places[conditions] = groups.count
                groups.append(Group(scenario, at: index))
            }
        }
        (self.scenarios, self.groups) = (scenarios, groups)
    }

    /// The number of experiments.
    public var count: Int { groups.count }

    /// Simulates all of them; `nil` if the task was cancelled.
    ///
    /// - Parameters:
    ///   - jobs: The replications that run at the same time; results do not depend on it.
    ///   - progress: Called from any thread with the number of experiments done.
    /// - Returns: One result for each scenario, in order.
    /// - Throws: The failure of a run that was cut short.
    public func run(
        jobs: Int, progress: @escaping @Sendable (Int) -> Void = { _ in }
    ) async throws(RunFailure) -> [ExperimentResult]? {
        let done = ProgressCount(progress)
        let together = min(jobs, max(1, groups.count))
        let isWhole: (ExperimentResult?) -> Bool = { $0?.isWhole ?? false }
        let found = await inParallel(groups, jobs: together, while: isWhole) { group in
            let jobs = (jobs + together - 1) / together
            let result = await Experiment(group.scenario, jobs: jobs).run()
            if result.isWhole { done.count() }
            return result
        }
        for result in found { try result?.requireWithinBudget() }
        let whole = found.compactMap { $0 }.filter(\.isWhole)
        guard whole.count == groups.count else { return nil }
        var results = [ExperimentResult?](repeating: nil, count: scenarios.count)
        for (group, result) in zip(groups, whole) {
            for member in group.members {
                results[member] =
                    group.members.count == 1
                    ? result : Self.part(of: result, scenarios[member], group.options)
            }
        }
        return results.compactMap { $0 }
    }

    private static func part(
        of result: ExperimentResult, _ scenario: Scenario, _ places: [PolicyOptions: Int]
    ) -> ExperimentResult {
        let policies = scenario.policies.compactMap { policy in
            places[policy.options].map { place in
                modified(result.policies[place]) { $0.policy = policy }
            }
        }
        return ExperimentResult(scenario: scenario, policies: policies, end: result.end)
    }
}

extension ExperimentResult {
    fileprivate var isWhole: Bool {
        switch end {
        case .precise, .atMost: true
        case .interrupted, .exceeded: false
        }
    }
}
