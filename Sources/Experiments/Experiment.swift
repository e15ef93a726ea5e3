import Synchronization

/// Simulates a scenario's replications on several threads until its plan is satisfied.
///
/// Chunks are merged in order, so the number of threads changes no result.
public struct Experiment: Sendable {
    public let scenario: Scenario
    /// The number of chunks simulated concurrently, at least 1.
    public let jobs: Int
    private let budget: RunBudget

    private let plans: [RunPlan]
    /// The worlds without the app.
    private let reference: RunPlan

    /// The device-days that one chunk simulates; fewer where a stage is too small to occupy all
    /// jobs.
    static let chunkDays = 64
    /// The most runs in a chunk, because cancelling waits for the end of a chunk.
    static let longestChunk = 4096
    public static let level = 0.95

    public init(_ scenario: Scenario, jobs: Int, budget: RunBudget = .usual) {
        precondition(jobs >= 1, "an experiment needs at least one job, not \(jobs)")
        (self.scenario, self.jobs, self.budget) = (scenario, jobs, budget)
        plans = scenario.policies.map { RunPlan(scenario, policy: $0.options, budget: budget) }
        reference =
            plans.first { $0.policy.isNone } ?? RunPlan(scenario, policy: .none, budget: budget)
    }

    /// Simulates until the plan's metrics, and any requested differences, are precise for every
    /// policy.
    ///
    /// Precision is checked at sample sizes fixed beforehand. A cancelled task or a run beyond its
    /// budget ends the experiment with the replications done, without gaps. If they would exceed
    /// memory, it does not start.
    /// - Parameters:
    ///   - progress: Called from any thread with the number of replications done.
    ///   - looks: Numbers of replications, ascending. They end no experiment and change no result.
    ///   - look: Called at each of `looks` and at the plan's checkpoints, with the result so far.
    public func run(
        progress: @escaping @Sendable (Int) -> Void = { _ in }, looks: [Int] = [],
        look: (ExperimentResult) -> Void = { _ in }
    ) async -> ExperimentResult {
        await result(looks: looks, look: look) { await simulate($0, progress) }
    }

    /// Collects replications stage by stage until the goal is reached.
    ///
    /// - Parameter chunks: The replications of a stage, in order; fewer, or an error, end the
    ///   experiment.
    func result(
        looks: [Int] = [], look: (ExperimentResult) -> Void = { _ in },
        of chunks: (Range<Int>) async throws -> [ReplicationChunk]
    ) async rethrows -> ExperimentResult {
        let goal = PrecisionGoal(scenario)
        var results = emptyResults
        var done = 0
        func result(_ end: ExperimentResult.End) -> ExperimentResult {
            ExperimentResult(scenario: scenario, policies: results, end: end)
        }
        if let failure = memoryFailure { return result(.exceeded(failure)) }
        // Whole groups, so that no antithetic pair is cut.
        let early = looks.map { $0 + $0 % scenario.replications.group }
        for checkpoint in goal.checkpoints {
            for stage in early.filter({ (done + 1..<checkpoint).contains($0) }) + [checkpoint] {
                for chunk in try await chunks(done..<stage) {
                    for index in results.indices { results[index].add(chunk.results[index]) }
                    done += chunk.results[0].replications.count
                    if let failure = chunk.failure { return result(.exceeded(failure)) }
                }
                if done < stage { return result(.interrupted) }
                if done < scenario.replications.atMost { look(result(.interrupted)) }
            }
            if goal.isReached(results) { return result(.precise) }
        }
        return result(.atMost)
    }

    private var memoryFailure: RunFailure? {
        scenario.memoryFailure(of: scenario.replications.atMost, budget)
    }

    /// Throws, before any run, if the replications would not fit into memory.
    public func requireMemory() throws(RunFailure) { if let memoryFailure { throw memoryFailure } }

    /// The results by chunk and policy, in order; fewer chunks if the task was cancelled.
    func simulate(
        _ replications: Range<Int>, _ progress: @escaping @Sendable (Int) -> Void
    ) async -> [ReplicationChunk] {
        let done = Mutex(replications.lowerBound)
        let parts = ReplicationChunk.parts(of: replications, chunkSize(of: replications.count))
        // Runs after one beyond its budget are useless.
        let isWithinBudget: (ReplicationChunk?) -> Bool = { $0?.failure == nil }
        let chunks = await inParallel(parts, jobs: jobs, while: isWithinBudget) {
            if Task.isCancelled { return nil }
            let chunk = simulateChunk($0)
            let count = $0.count
            // Serialised, so that progress never goes backwards.
            done.withLock {
                $0 += count
                progress($0)
            }
            return chunk
        }
        return chunks.prefix { $0 != nil }.compactMap { $0 }
    }

    /// Results are added exactly and in order, so the chunk size changes no byte.
    private func chunkSize(of count: Int) -> Int {
        let days = scenario.horizon.seconds.magnitude / 86400
        let whole = min(max(1, Double(Self.chunkDays) / days), Double(Self.longestChunk))
        return max(1, min(Int(whole.rounded(.up)), (count + jobs - 1) / jobs))
    }

    private func simulateChunk(_ replications: Range<Int>) -> ReplicationChunk {
        var chunk = ReplicationChunk(results: emptyResults)
        let hasApps = plans.contains { !$0.policy.isNone }
        let runsInStep = reference.inStep?.runs(replications)
        for (place, replication) in replications.enumerated() {
            let inStep = runsInStep?[place]
            if let inStep, !hasApps {
                for index in plans.indices { chunk.results[index].add(inStep, reference: nil) }
                continue
            }
            let surroundings = reference.surroundings(replication: replication)
            let world = inStep ?? reference.run(in: surroundings)
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
    /// `nil` if they fit.
    func memoryFailure(of replications: Int, _ budget: RunBudget = .usual) -> RunFailure? {
        let each = policies.reduce(0) { $0 + PolicyResult.bytesPerReplication(of: $1.options) }
        guard replications > budget.memory / each else { return nil }
        let excess = RunExcess.memory(
            replications: replications, policies: policies.count, bytes: replications * each,
            most: budget.memory, fitting: budget.memory / each)
        return RunFailure(excess, policy: policies[0].name, replication: 0)
    }
}

/// The result of an experiment, before it is written as text or files.
public struct ExperimentResult: Sendable {
    public let scenario: Scenario
    /// In the order of the scenario's policies.
    public let policies: [PolicyResult]
    public let end: End
    /// The metrics that some replication has, in the order of `Metric`.
    public let metrics: [Metric]
    /// The answer's variants in the same worlds; empty until they are simulated.
    public internal(set) var variants: [Variant] = []

    /// The result with other values in the scenario or its profiles.
    public struct Variant: Sendable {
        public let edits: [ValueEdit]
        public let result: ExperimentResult
    }

    public enum End: Hashable, Sendable {
        case precise, atMost, interrupted
        /// A run exceeded its budget, so there is no result.
        case exceeded(RunFailure)
    }

    package init(scenario: Scenario, policies: [PolicyResult], end: End, variants: [Variant] = []) {
        (self.scenario, self.policies, self.end) = (scenario, policies, end)
        self.variants = variants
        metrics = Metric.allCases.filter { metric in
            policies.contains { $0.replications.contains { $0[metric] != nil } }
        }
    }

    /// Throws if a run was cut short.
    public func requireWithinBudget() throws(RunFailure) {
        switch end {
        case .exceeded(let failure): throw failure
        case .precise, .atMost, .interrupted: break
        }
    }

    public var replicationCount: Int { policies.first?.replications.count ?? 0 }
    public var baseline: PolicyResult { policies[scenario.baseline] }

    /// Energy, or battery life where the world has a battery, which ends empty under every policy.
    public var leadingMetric: Metric {
        scenario.world.battery != nil && metrics.contains(.timeToEmpty) ? .timeToEmpty : .energy
    }

    public func summaries() -> [PolicySummary] {
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

public struct PolicySummary: Sendable {
    public let policy: String
    public let metric: Metric
    public let summary: Summary
    public let known: MeanInterval
}
