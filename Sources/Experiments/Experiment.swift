import DeviceModel
import Statistics

/// A scenario simulated as often as its replication plan asks, on several threads.
///
/// Replications are handed out in fixed chunks and merged in order, so the number of threads never
/// shows in a result.
public struct Experiment: Sendable {
    public let scenario: Scenario
    /// How many chunks are simulated at the same time; at least one.
    public let jobs: Int

    /// Replications that one job simulates before it hands over its results: few enough that the
    /// first stage of thirty already occupies several jobs.
    static let chunkSize = 8
    /// Of every interval that is reported.
    public static let level = 0.95

    public init(_ scenario: Scenario, jobs: Int) {
        precondition(jobs >= 1, "an experiment needs at least one job, not \(jobs)")
        self.scenario = scenario
        self.jobs = jobs
    }

    /// Simulates until the metric of the plan is known precisely enough for every policy, checking
    /// at sample sizes that are fixed beforehand.
    ///
    /// A cancelled task ends early with the replications that were done, from the first on without
    /// a gap: as if there had been no more.
    ///
    /// - Parameter progress: called after each stage with the replications done so far.
    public func run(
        progress: @Sendable (Int) -> Void = { _ in }
    ) async -> ExperimentResult {
        let plan = scenario.replications
        let rule = StoppingRule(
            relativeHalfWidth: plan.relativeHalfWidth.magnitude, atLeast: plan.atLeast,
            atMost: plan.atMost, level: Self.level)
        var results = scenario.policies.map { PolicyResult($0, scenario: scenario) }
        var done = 0
        for checkpoint in rule.checkpoints {
            for chunk in await simulate(done..<checkpoint) {
                for index in results.indices { results[index].add(chunk[index]) }
                done += chunk[0].replications.count
            }
            progress(done)
            if done < checkpoint {
                return ExperimentResult(scenario: scenario, policies: results, end: .interrupted)
            }
            // A policy that does not have the metric at all has nothing to be precise about.
            let known = results.map { $0.summary(of: plan.metric) }.filter { $0.count > 0 }
            if !known.isEmpty && known.allSatisfy({ rule.isPrecise($0) }) {
                return ExperimentResult(scenario: scenario, policies: results, end: .precise)
            }
        }
        return ExperimentResult(scenario: scenario, policies: results, end: .atMost)
    }

    /// The results of the replications, chunk by chunk in order, each by policy; fewer chunks if
    /// the task was cancelled.
    private func simulate(_ replications: Range<Int>) async -> [[PolicyResult]] {
        let starts = Array(
            stride(
                from: replications.lowerBound, to: replications.upperBound,
                by: Self.chunkSize))
        return await withTaskGroup(of: (Int, [PolicyResult]).self) { group in
            var chunks = [[PolicyResult]](repeating: [], count: starts.count)
            var next = 0
            func start() {
                guard next < starts.count else { return }
                let index = next
                next += 1
                let end = min(starts[index] + Self.chunkSize, replications.upperBound)
                group.addTask {
                    (index, Task.isCancelled ? [] : simulateChunk(starts[index]..<end))
                }
            }
            for _ in 0..<jobs { start() }
            while let (index, chunk) = await group.next() {
                chunks[index] = chunk
                start()
            }
            return Array(chunks.prefix { !$0.isEmpty })
        }
    }

    private func simulateChunk(_ replications: Range<Int>) -> [PolicyResult] {
        var results = scenario.policies.map { PolicyResult($0, scenario: scenario) }
        for replication in replications {
            let reference = DeviceRun.simulate(
                scenario, policy: .none, replication: replication)
            for (index, policy) in scenario.policies.enumerated() {
                let isReference = policy.options == .none
                let run =
                    isReference
                    ? reference
                    : DeviceRun.simulate(
                        scenario, policy: policy.options, replication: replication)
                results[index].add(run, reference: isReference ? nil : reference)
            }
        }
        return results
    }
}

extension DeviceRun {
    static func simulate(
        _ scenario: Scenario, policy: PolicyOptions, replication: Int
    ) -> RunResult {
        var run = DeviceRun(scenario, policy: policy, replication: replication)
        return run.run()
    }
}
