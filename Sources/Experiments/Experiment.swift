import DeviceModel
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

    /// - Parameters:
    ///   - scenario: what is simulated.
    ///   - jobs: threads, at least one.
    ///   - budget: what each run, and the replications together, may take.
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
