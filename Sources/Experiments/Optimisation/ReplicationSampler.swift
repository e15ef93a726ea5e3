import DeviceModel
import Statistics
import Studies

/// Runs chosen replications of some policies, on several threads.
///
/// Unlike an ``Experiment`` it runs exactly the requested range, so a policy may leave a
/// comparison. A replication is one world under every policy and option value (common random
/// numbers). Replications are independent, even if the scenario asks for antithetic pairs.
struct ReplicationSampler: Sendable {
    private let policies: [NamedPolicy]
    private let plans: [RunPlan]
    /// The world without the app; `nil` unless a marginal metric is requested.
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

    /// `nil` if the task was cancelled.
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

/// Runs ``KimNelson`` on simulated replications, in stages.
///
/// Stages are simulated whole and evaluated replication by replication, so their length changes no
/// result.
struct SequentialRace {
    private(set) var procedure: KimNelson
    private(set) var values: [[Double]]
    private let isLessBetter: Bool
    private var done = 0

    init(_ procedure: KimNelson, isLessBetter: Bool) {
        self.procedure = procedure
        self.isLessBetter = isLessBetter
        values = Array(repeating: [], count: procedure.count)
    }

    /// Simulates until one system is left, or for `most` replications.
    ///
    /// - Parameter sample: Takes the remaining systems and replications; returns values by system,
    ///   then by replication.
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
