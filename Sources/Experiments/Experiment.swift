import DeviceModel
import Statistics
import Studies
import Synchronization

/// A scenario simulated as often as its replication plan asks, on several threads.
///
/// Replications are handed out in chunks and merged in order, so the number of threads never shows
/// in a result.
public struct Experiment: Sendable {
    public let scenario: Scenario
    /// How many chunks are simulated at the same time; at least one.
    public let jobs: Int
    private let budget: RunBudget

    /// By policy.
    private let plans: [RunPlan]
    /// The same world without the app.
    private let reference: RunPlan

    /// What one job simulates before it hands over its results: replications that make so many
    /// days of a device, or fewer where a stage is too small to occupy all jobs with that.
    static let chunkDays = 64
    /// And never more runs than this, however short they are: a cancelled experiment ends with a
    /// chunk.
    static let longestChunk = 4096
    /// Of every interval that is reported.
    public static let level = 0.95

    public init(_ scenario: Scenario, jobs: Int, budget: RunBudget = .usual) {
        precondition(jobs >= 1, "an experiment needs at least one job, not \(jobs)")
        self.scenario = scenario
        self.jobs = jobs
        self.budget = budget
        plans = scenario.policies.map { RunPlan(scenario, policy: $0.options, budget: budget) }
        reference =
            plans.first { $0.policy.isNone }
            ?? RunPlan(scenario, policy: .none, budget: budget)
    }

    /// Simulates until the metrics of the plan, and where it asks for them their differences, are
    /// known precisely enough for every policy, checking at sample sizes that are fixed beforehand.
    ///
    /// A cancelled task ends early with the replications that were done, from the first on without
    /// a gap: as if there had been no more. So does an experiment with a run beyond its budget, and
    /// one whose replications would not fit into memory does not begin.
    ///
    /// - Parameter progress: called as replications are done, from any thread, with how many are.
    public func run(
        progress: @escaping @Sendable (Int) -> Void = { _ in }
    ) async -> ExperimentResult {
        await result { await simulate($0, progress) }
    }

    /// What the replications yield, stage by stage until the goal is reached.
    ///
    /// - Parameter chunks: the replications of a stage, in order; fewer end the experiment. What it
    ///   throws does, too.
    func result(
        of chunks: (Range<Int>) async throws -> [ReplicationChunk]
    ) async rethrows -> ExperimentResult {
        let goal = PrecisionGoal(scenario)
        var results = emptyResults
        var done = 0
        func result(_ end: ExperimentResult.End) -> ExperimentResult {
            ExperimentResult(scenario: scenario, policies: results, end: end)
        }
        if let failure = memoryFailure { return result(.exceeded(failure)) }
        for checkpoint in goal.checkpoints {
            for chunk in try await chunks(done..<checkpoint) {
                for index in results.indices { results[index].add(chunk.results[index]) }
                done += chunk.results[0].replications.count
                if let failure = chunk.failure { return result(.exceeded(failure)) }
            }
            if done < checkpoint { return result(.interrupted) }
            if goal.isReached(results) { return result(.precise) }
        }
        return result(.atMost)
    }

    /// As many replications as the plan allows are kept, each with a value for every metric.
    private var memoryFailure: RunFailure? {
        scenario.memoryFailure(of: scenario.replications.atMost, budget)
    }

    /// Stops where the replications would not fit into memory, without running one.
    public func requireMemory() throws(RunFailure) {
        if let memoryFailure { throw memoryFailure }
    }

    /// The results of the replications, chunk by chunk in order, each by policy; fewer chunks if
    /// the task was cancelled.
    func simulate(
        _ replications: Range<Int>, _ progress: @escaping @Sendable (Int) -> Void
    ) async -> [ReplicationChunk] {
        let done = Mutex(replications.lowerBound)
        let parts = ReplicationChunk.parts(of: replications, chunkSize(of: replications.count))
        // What comes after a run beyond its budget is of no use.
        let isWithinBudget: (ReplicationChunk?) -> Bool = { $0?.failure == nil }
        let chunks = await inParallel(parts, jobs: jobs, while: isWithinBudget) {
            if Task.isCancelled { return nil }
            let chunk = simulateChunk($0)
            let count = $0.count
            // One after the other, so that it never goes back.
            done.withLock {
                $0 += count
                progress($0)
            }
            return chunk
        }
        return chunks.prefix { $0 != nil }.compactMap { $0 }
    }

    /// Results are added exactly and in order, so how many go into a chunk shows in no byte.
    private func chunkSize(of count: Int) -> Int {
        let days = scenario.horizon.seconds.magnitude / 86400
        let whole = min(max(1, Double(Self.chunkDays) / days), Double(Self.longestChunk))
        return max(1, min(Int(whole.rounded(.up)), (count + jobs - 1) / jobs))
    }

    private func simulateChunk(_ replications: Range<Int>) -> ReplicationChunk {
        var chunk = ReplicationChunk(results: emptyResults)
        for replication in replications {
            let surroundings = reference.surroundings(replication: replication)
            let world = reference.run(in: surroundings)
            let runs = plans.map { $0.policy.isNone ? world : $0.run(in: surroundings) }
            chunk.failure = failure(of: runs, world, replication)
            if chunk.failure != nil { return chunk }
            for (index, run) in runs.enumerated() {
                let isReference = plans[index].policy.isNone
                chunk.results[index].add(run, reference: isReference ? nil : world)
            }
        }
        return chunk
    }

    /// The first run of a replication that was cut short.
    private func failure(
        of runs: [RunResult], _ world: RunResult, _ replication: Int
    ) -> RunFailure? {
        if let excess = world.excess {
            return RunFailure(excess, policy: "none", replication: replication)
        }
        for (policy, run) in zip(scenario.policies, runs) {
            if let excess = run.excess {
                return RunFailure(excess, policy: policy.name, replication: replication)
            }
        }
        return nil
    }

    var emptyResults: [PolicyResult] {
        zip(scenario.policies, plans).map {
            PolicyResult($0, books: $1.books, group: scenario.replications.group)
        }
    }
}

extension Scenario {
    /// Why so many replications of all policies cannot be kept; `nil`: they can.
    func memoryFailure(of replications: Int, _ budget: RunBudget = .usual) -> RunFailure? {
        let each = policies.reduce(0) { $0 + PolicyResult.bytesPerReplication(of: $1.options) }
        guard replications > budget.memory / each else { return nil }
        let excess = RunExcess.memory(
            replications: replications, policies: policies.count, bytes: replications * each,
            most: budget.memory, fitting: budget.memory / each)
        return RunFailure(excess, policy: policies[0].name, replication: 0)
    }
}

/// The answer to a scenario's question, before it is put into words or files.
public struct ExperimentResult: Sendable {
    public let scenario: Scenario
    /// In the order of the scenario's policies.
    public let policies: [PolicyResult]
    public let end: End
    /// What the answer asks of the same worlds with other values; empty until it is simulated.
    public internal(set) var variants: [Variant] = []

    /// The same question with other values in the scenario or its profiles.
    public struct Variant: Sendable {
        public let edits: [ValueEdit]
        public let result: ExperimentResult
    }

    /// Why there are no more replications.
    public enum End: Hashable, Sendable {
        /// The precision that the scenario asks for was reached.
        case precise
        /// There are as many as the scenario allows, and the precision was not reached.
        case atMost
        /// The user ended the experiment.
        case interrupted
        /// A run took more than its budget: nothing can be said.
        case exceeded(RunFailure)
    }

    package init(
        scenario: Scenario, policies: [PolicyResult], end: End, variants: [Variant] = []
    ) {
        (self.scenario, self.policies, self.end) = (scenario, policies, end)
        self.variants = variants
    }

    /// Stops where a run was cut short.
    ///
    /// - Throws: what it would have taken.
    public func requireWithinBudget() throws(RunFailure) {
        switch end {
        case .exceeded(let failure): throw failure
        case .precise, .atMost, .interrupted: break
        }
    }

    public var replicationCount: Int { policies.first?.replications.count ?? 0 }
    public var baseline: PolicyResult { policies[scenario.baseline] }

    /// Events simulated, reference runs not included.
    public var eventCount: UInt64 { policies.reduce(0) { $0 + $1.eventCount } }

    /// The metrics that at least one replication of one policy has, in the order of `Metric`.
    public var metrics: [Metric] {
        Metric.allCases.filter { metric in
            policies.contains { $0.replications.contains { $0[metric] != nil } }
        }
    }

    /// What the policies are held against each other by: the energy, or how long the battery lasts
    /// where the world has one, which in the end is empty whatever the policy.
    public var leadingMetric: Metric {
        scenario.world.battery != nil && metrics.contains(.timeToEmpty) ? .timeToEmpty : .energy
    }

    /// Every policy with every metric that it has.
    public func summaries() -> [PolicySummary] {
        // To find them takes a look at every policy: once for all, not once for each.
        let metrics = metrics
        return policies.flatMap { policy in
            metrics.map { metric in
                PolicySummary(
                    policy: policy.policy.name, metric: metric,
                    summary: policy.summary(of: metric), known: interval(of: metric, for: policy))
            }
        }.filter { $0.summary.count > 0 }
    }
}

/// One policy's metric over its replications.
public struct PolicySummary: Sendable {
    public let policy: String
    public let metric: Metric
    public let summary: Summary
    /// What is known of the mean.
    public let known: MeanInterval
}
