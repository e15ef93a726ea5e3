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
            metric == .energyPerSecondPlayed || Metric.marginals.contains { $0.marginal == metric }
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
        for chunk in done { if let failure = chunk.failure { throw failure } }
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
        (self.procedure, self.isLessBetter) = (procedure, isLessBetter)
        values = Array(repeating: [], count: procedure.count)
    }

    /// Simulates until one system is left, or for `most` replications.
    ///
    /// - Parameter sample: Takes the remaining systems and replications; returns values by system,
    ///   then by replication.
    mutating func run(
        atMost most: Int, progress: (Int) -> Void,
        sample: ([Int], Range<Int>) async throws -> [[Double]]
    ) async throws {
        let first = procedure.firstStage
        while done < most, !isOver {
            let next = min(most, done + max(first, done / 4))
            let stage = try await sample(procedure.survivors, done..<next)
            let standing = procedure.survivors
            for index in 0..<(next - done) where !isOver { add(standing, stage, at: index) }
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

/// The replications that any search needs, cut for shards, with the metrics it asks for.
public struct CutSample: CutWork {
    private let metrics: [Metric]
    private let policies: Int
    private let points: Int
    private let pieces: [(point: Int, replications: Range<Int>)]
    private let sample: @Sendable (Int, Range<Int>) async throws -> [[MetricValues]]?

    /// - Parameters:
    ///   - scenario: The scenario without variation; its horizon sets the length of pieces.
    ///   - sample: The replications of a point, by policy; `nil` if the task was cancelled.
    init(
        points: Int, policies: Int, replications: Int, metrics: [Metric], of scenario: Scenario,
        for shards: Int,
        sample: @escaping @Sendable (Int, Range<Int>) async throws -> [[MetricValues]]?
    ) {
        (self.points, self.policies, self.sample) = (points, policies, sample)
        self.metrics = Metric.allCases.filter(metrics.contains)
        let ranges = scenario.pieces(of: 0..<replications, for: shards)
        pieces = (0..<points).flatMap { point in ranges.map { (point, $0) } }
    }

    public var unit: String { "replications" }
    public var sizes: [Int] { pieces.map(\.replications.count) }

    public func bytes(
        of piece: Int, progress: @escaping @Sendable (Int) -> Void
    ) async throws -> [UInt8]? {
        let (point, replications) = pieces[piece]
        guard let runs = try await sample(point, replications) else { return nil }
        progress(replications.count)
        var writer = NumberWriter()
        writer.put(point)
        writer.put(replications)
        for own in runs {
            for metric in metrics { for run in own { writer.put(run[metric] ?? .nan) } }
        }
        return writer.bytes
    }

    public func piece(
        _ number: Int, reading bytes: [UInt8]
    ) throws(UnreadableNumbers) -> KeptSample {
        let (point, replications) = pieces[number]
        var reader = NumberReader(bytes)
        _ = try reader.whole(point...point)
        try reader.require(replications)
        var values: [[Double]] = []
        for _ in 0..<(policies * metrics.count) {
            var column: [Double] = []
            for _ in replications { column.append(try reader.double() ?? .nan) }
            values.append(column)
        }
        try reader.requireEnd()
        let piece = KeptSample(metrics: metrics, points: [values])
        let runs = piece.runs(at: 0, 0..<replications.count) ?? []
        guard runs.joined().allSatisfy({ $0.arePossible(metrics) }) else {
            throw UnreadableNumbers()
        }
        return piece
    }

    public func whole(_ read: (Int) throws -> KeptSample) rethrows -> KeptSample {
        let columns = policies * metrics.count
        var whole = KeptSample(
            metrics: metrics,
            points: Array(repeating: Array(repeating: [], count: columns), count: points))
        for (number, piece) in pieces.enumerated() {
            whole.append(try read(number), at: piece.point)
        }
        return whole
    }
}

/// Replications simulated before a search, from 0 on.
public struct KeptSample: Sendable {
    fileprivate let metrics: [Metric]
    /// By point, by policy and metric, by replication; NaN where a run lacks the metric.
    fileprivate var points: [[[Double]]]

    fileprivate mutating func append(_ piece: KeptSample, at point: Int) {
        for column in points[point].indices { points[point][column] += piece.points[0][column] }
    }

    /// `nil` if some replications are missing.
    func runs(at point: Int, _ replications: Range<Int>) -> [[MetricValues]]? {
        let columns = points[point]
        guard columns.allSatisfy({ replications.upperBound <= $0.count }) else { return nil }
        return stride(from: 0, to: columns.count, by: metrics.count).map { first in
            replications.map { replication in
                var run = MetricValues()
                for (place, metric) in metrics.enumerated() {
                    let value = columns[first + place][replication]
                    run[metric] = value.isNaN ? nil : value
                }
                return run
            }
        }
    }
}

extension MetricValues {
    fileprivate func arePossible(_ metrics: [Metric]) -> Bool {
        metrics.allSatisfy { metric in
            guard let value = self[metric] else { return true }
            guard metric.range.contains(value, horizon: .infinity) else { return false }
            guard metric.range == .count else { return true }
            let whole = metric.whole.flatMap { self[$0] }
            return value <= whole ?? Double(StoredBounds.count.upperBound)
        }
    }
}
