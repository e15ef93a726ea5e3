import DeviceModel
import Studies

/// One run of one policy, with the reference run that its marginal metrics need.
public struct SingleRun: Sendable {
    public let policy: NamedPolicy
    public let replication: Int
    public let result: RunResult
    public let books: ExperimentResult
    /// Why the run was cut short and has no result; `nil` if it was not.
    public var failure: RunFailure? {
        switch books.end {
        case .exceeded(let failure): failure
        case .precise, .atMost, .interrupted: nil
        }
    }

    public init(_ scenario: Scenario, policy: NamedPolicy, replication: Int) {
        let plan = RunPlan(scenario, policy: policy.options)
        let result = plan.run(replication: replication)
        self.init(scenario, plan, policy, result, replication)
    }

    /// Runs and emits events; an error of `emit` ends the run.
    ///
    /// - `replication`: From 0; a number is one world under every policy.
    public init<Failure: Error>(
        _ scenario: Scenario, policy: NamedPolicy, replication: Int, budget: RunBudget = .usual,
        detail: RunDetail, to emit: (RunEvent) throws(Failure) -> Void
    ) throws(Failure) {
        let plan = RunPlan(scenario, policy: policy.options, budget: budget)
        let result = try plan.run(replication: replication, detail: detail, to: emit)
        self.init(scenario, plan, policy, result, replication)
    }

    private init(
        _ scenario: Scenario, _ plan: RunPlan, _ policy: NamedPolicy, _ result: RunResult,
        _ replication: Int
    ) {
        self.policy = policy
        self.replication = replication
        self.result = result
        let reference =
            policy.options.isNone
            ? nil : RunPlan(scenario, policy: .none).run(replication: replication)
        var books = PolicyResult(policy, books: plan.books)
        books.add(result, reference: reference)
        let failure = (result.excess ?? reference?.excess).map {
            RunFailure($0, policy: policy.name, replication: replication)
        }
        self.books = ExperimentResult(
            scenario: scenario, policies: [books],
            end: failure.map { .exceeded($0) } ?? .precise)
    }
}
