/// A work that is cut into pieces. Each is computed by itself, on another machine perhaps, and kept
/// as bytes until all are put together.
///
/// What a piece holds depends on the work and on its number alone.
public protocol CutWork: Sendable {
    /// A piece that is read back.
    associatedtype Piece

    /// What is counted in a piece, such as replications.
    var unit: String { get }
    /// How many of these each piece has, in order.
    var sizes: [Int] { get }

    /// Computes a piece.
    ///
    /// - Parameters:
    ///   - piece: its number, from 0.
    ///   - progress: called as parts of it are done, from any thread, with how many are.
    /// - Returns: `nil` if the task was cancelled.
    /// - Throws: why there is no such piece, such as a run that was cut short.
    func bytes(
        of piece: Int, progress: @escaping @Sendable (Int) -> Void
    ) async throws -> [UInt8]?

    /// A piece as its bytes have it.
    ///
    /// - Throws: for bytes of another piece, of another work, or of none.
    func piece(_ number: Int, reading bytes: [UInt8]) throws(UnreadableNumbers) -> Piece
}

/// The replications of several experiments, one experiment after the other, cut for shards.
public struct CutExperiments: CutWork {
    private let experiments: [Experiment]
    /// By experiment.
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

    /// What one run of each experiment would have given.
    ///
    /// - Throws: what a run that was cut short would have taken, too.
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
