import DeviceModel

/// A scenario simulated as often as its replication plan asks, on several threads.
///
/// Replications are handed out in chunks and merged in order, so the number of threads never shows
/// in a result.
public struct Experiment: Sendable {
    public let scenario: Scenario
    /// How many chunks are simulated at the same time; at least one.
    public let jobs: Int

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

    public init(_ scenario: Scenario, jobs: Int) {
        precondition(jobs >= 1, "an experiment needs at least one job, not \(jobs)")
        self.scenario = scenario
        self.jobs = jobs
        plans = scenario.policies.map { RunPlan(scenario, policy: $0.options) }
        reference =
            plans.first { $0.policy == .none } ?? RunPlan(scenario, policy: .none)
    }

    /// Simulates until the metrics of the plan, and where it asks for them their differences, are
    /// known precisely enough for every policy, checking at sample sizes that are fixed beforehand.
    ///
    /// A cancelled task ends early with the replications that were done, from the first on without
    /// a gap: as if there had been no more.
    ///
    /// - Parameter progress: called after each stage with the replications done so far.
    public func run(
        progress: @Sendable (Int) -> Void = { _ in }
    ) async -> ExperimentResult {
        let goal = PrecisionGoal(scenario)
        var results = emptyResults
        var done = 0
        for checkpoint in goal.checkpoints {
            for chunk in await simulate(done..<checkpoint) {
                for index in results.indices { results[index].add(chunk[index]) }
                done += chunk[0].replications.count
            }
            progress(done)
            if done < checkpoint {
                return ExperimentResult(scenario: scenario, policies: results, end: .interrupted)
            }
            if goal.isReached(results) {
                return ExperimentResult(scenario: scenario, policies: results, end: .precise)
            }
        }
        return ExperimentResult(scenario: scenario, policies: results, end: .atMost)
    }

    /// The results of the replications, chunk by chunk in order, each by policy; fewer chunks if
    /// the task was cancelled.
    private func simulate(_ replications: Range<Int>) async -> [[PolicyResult]] {
        let size = chunkSize(of: replications.count)
        let starts = Array(
            stride(from: replications.lowerBound, to: replications.upperBound, by: size))
        return await withTaskGroup(of: (Int, [PolicyResult]).self) { group in
            var chunks = [[PolicyResult]](repeating: [], count: starts.count)
            var next = 0
            func start() {
                guard next < starts.count else { return }
                let index = next
                next += 1
                let end = min(starts[index] + size, replications.upperBound)
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

    /// Results are added exactly and in order, so how many go into a chunk shows in no byte.
    private func chunkSize(of count: Int) -> Int {
        let days = scenario.horizon.seconds.magnitude / 86400
        let whole = min(max(1, Double(Self.chunkDays) / days), Double(Self.longestChunk))
        return max(1, min(Int(whole.rounded(.up)), (count + jobs - 1) / jobs))
    }

    private func simulateChunk(_ replications: Range<Int>) -> [PolicyResult] {
        var results = emptyResults
        for replication in replications {
            let surroundings = reference.surroundings(replication: replication)
            let world = reference.run(in: surroundings)
            for index in plans.indices {
                if plans[index].policy == .none {
                    results[index].add(world, reference: nil)
                } else {
                    results[index].add(plans[index].run(in: surroundings), reference: world)
                }
            }
        }
        return results
    }

    private var emptyResults: [PolicyResult] {
        zip(scenario.policies, plans).map {
            PolicyResult($0, books: $1.books, group: scenario.replications.group)
        }
    }
}
