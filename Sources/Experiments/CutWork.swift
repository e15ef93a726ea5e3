/// A job cut into pieces that are computed separately and merged later.
///
/// A piece depends on the job and its number only.
public protocol CutWork: Sendable {
    associatedtype Piece

    /// The unit that a piece counts, such as replications.
    var unit: String { get }
    var sizes: [Int] { get }

    /// Computes a piece; `nil` if the task was cancelled.
    ///
    /// - Parameters:
    ///   - piece: Its number, from 0.
    ///   - progress: Called from any thread with the number of units done.
    /// - Throws: Why there is no such piece, such as a run that was cut short.
    func bytes(of piece: Int, progress: @escaping @Sendable (Int) -> Void) async throws -> [UInt8]?

    /// Reads a piece; throws if the bytes are not this piece of this job.
    func piece(_ number: Int, reading bytes: [UInt8]) throws(UnreadableNumbers) -> Piece
}

/// The replications of several experiments in sequence, cut for shards.
public struct CutExperiments: CutWork {
    private let experiments: [Experiment]
    private let ranges: [[Range<Int>]]
    private let pieces: [(experiment: Experiment, replications: Range<Int>)]

    public init(_ experiments: [Experiment], for shards: Int) {
        self.experiments = experiments
        ranges = experiments.map { $0.pieces(for: shards) }
        pieces = zip(experiments, ranges).flatMap { experiment, ranges in
            ranges.map { (experiment, $0) }
        }
    }

    public var unit: String { "replications" }
    public var sizes: [Int] { pieces.map(\.replications.count) }

    public func bytes(
        of piece: Int, progress: @escaping @Sendable (Int) -> Void
    ) async throws -> [UInt8]? {
        let (experiment, replications) = pieces[piece]
        return try await experiment.run(replications, progress: progress)?.bytes
    }

    public func piece(
        _ number: Int, reading bytes: [UInt8]
    ) throws(UnreadableNumbers) -> ReplicationPiece {
        let (experiment, replications) = pieces[number]
        return try experiment.piece(replications, reading: bytes)
    }

    /// The results that one run of each experiment would have given.
    public func results(
        _ read: (Int) throws -> ReplicationPiece
    ) async throws -> [ExperimentResult] {
        var results: [ExperimentResult] = []
        var first = 0
        for (experiment, ranges) in zip(experiments, ranges) {
            let result = try await experiment.result(of: ranges) { try read(first + $0) }
            try result.requireWithinBudget()
            results.append(result)
            first += ranges.count
        }
        return results
    }
}
