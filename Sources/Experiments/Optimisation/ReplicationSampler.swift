import DeviceModel
import Statistics
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

/// The procedure of ``KimNelson`` on simulated replications, in stages.
///
/// Stages are simulated whole and looked at replication by replication, so how long they are
/// changes no result.
struct SequentialRace {
    private(set) var procedure: KimNelson
    /// What each system yielded while it was in, by system.
    private(set) var values: [[Double]]
    /// Less is better.
    private let isLessBetter: Bool
    private var done = 0

    init(_ procedure: KimNelson, isLessBetter: Bool) {
        self.procedure = procedure
        self.isLessBetter = isLessBetter
        values = Array(repeating: [], count: procedure.count)
    }

    /// Simulates until one system is left, or for so many replications.
    ///
    /// - Parameters:
    ///   - most: at least the first stage.
    ///   - progress: called with the replications so far.
    ///   - sample: the systems that are in, and the replications from 0; yields values by system,
    ///     then by replication.
    /// - Throws: what `sample` throws.
    mutating func run<Failure: Error>(
        atMost most: Int, progress: (Int) -> Void,
        sample: ([Int], Range<Int>) async throws(Failure) -> [[Double]]
    ) async throws(Failure) {
        let first = procedure.firstStage
        while done < most, !isOver {
            let next = min(most, done + max(first, done / 4))
            let stage = try await sample(procedure.survivors, done..<next)
            let standing = procedure.survivors
            for index in 0..<(next - done) where !isOver {
                add(standing, stage, at: index)
            }
            progress(done)
        }
    }

    /// One system alone has none to be compared with.
    private var isOver: Bool {
        procedure.count == 1 ? done >= procedure.firstStage : procedure.isDecided
    }

    private mutating func add(_ standing: [Int], _ stage: [[Double]], at index: Int) {
        var observed = [Double](repeating: 0, count: procedure.count)
        for (place, system) in standing.enumerated()
        where procedure.survivors.contains(system) {
            observed[system] = (isLessBetter ? 1 : -1) * stage[place][index]
            values[system].append(stage[place][index])
        }
        procedure.add(observed)
        done += 1
    }
}
