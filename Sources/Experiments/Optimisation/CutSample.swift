import DeviceModel
import Studies

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
            for metric in metrics {
                for run in own { writer.put(run[metric] ?? .nan) }
            }
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
