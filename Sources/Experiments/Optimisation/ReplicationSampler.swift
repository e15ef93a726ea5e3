import DeviceModel
import Studies

/// Runs chosen replications of some policies, on several threads.
///
/// Unlike an ``Experiment`` it begins and ends where it is told to, so that a policy may leave a
/// comparison that goes on. The same replication is the same world under every policy, and at
/// every value of an option of a policy (common random numbers). Replications are independent of
/// each other, whether or not the scenario asks for antithetic pairs.
struct ReplicationSampler: Sendable {
    private let policies: [NamedPolicy]
    private let plans: [RunPlan]
    /// The same world without the app; `nil` where no marginal metric is asked for.
    private let reference: RunPlan?
    private let jobs: Int

    /// - Parameters:
    ///   - scenario: the world and the phone.
    ///   - policies: of the scenario, by place.
    ///   - metrics: that are asked for.
    ///   - jobs: threads, at least one.
    init(_ scenario: Scenario, policies: [Int], metrics: [Metric], jobs: Int) {
        let scenario = scenario.withIndependentReplications
        self.policies = policies.map { scenario.policies[$0] }
        plans = self.policies.map { RunPlan(scenario, policy: $0.options) }
        let isMarginal = metrics.contains { metric in
            metric == .energyPerSecondPlayed
                || Metric.marginals.contains { $0.marginal == metric }
        }
        reference = isMarginal ? RunPlan(scenario, policy: .none) : nil
        self.jobs = jobs
    }

    /// The metrics of the replications, by policy; `nil` if the task was cancelled meanwhile.
    ///
    /// - Throws: what the first run that was cut short would have taken.
    func run(_ replications: Range<Int>) async throws(RunFailure) -> [[MetricValues]]? {
        let size = max(1, (replications.count + 4 * jobs - 1) / (4 * jobs))
        let parts = ReplicationChunk.parts(of: replications, size)
        let chunks = await inParallel(parts, jobs: jobs) { Task.isCancelled ? nil : run($0) }
        let done = chunks.compactMap { $0 }
        for chunk in done {
            if let failure = chunk.failure { throw failure }
        }
        if done.count < chunks.count { return nil }
        return plans.indices.map { plan in done.flatMap { $0.results[plan].replications } }
    }

    private func run(_ replications: Range<Int>) -> ReplicationChunk {
        var chunk = ReplicationChunk(
            results: zip(policies, plans).map { PolicyResult($0, books: $1.books) })
        for replication in replications {
            let surroundings = plans[0].surroundings(replication: replication)
            let world = reference?.run(in: surroundings)
            for index in plans.indices {
                let isReference = plans[index].policy == .none
                let run = plans[index].run(in: surroundings)
                if let excess = run.excess ?? world?.excess {
                    chunk.failure = RunFailure(
                        excess, policy: policies[index].name, replication: replication)
                    return chunk
                }
                chunk.results[index].add(run, reference: isReference ? nil : world)
            }
        }
        return chunk
    }
}
