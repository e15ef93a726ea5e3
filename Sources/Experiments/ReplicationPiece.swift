import DeviceModel
import Studies

/// Replications of a scenario that were simulated by themselves, to be put together with others.
public struct ReplicationPiece: Sendable {
    /// From 0, without a gap.
    public let replications: Range<Int>
    /// In the order of the scenario's policies.
    package let results: [PolicyResult]

    init(_ replications: Range<Int>, _ results: [PolicyResult]) {
        (self.replications, self.results) = (replications, results)
    }

    /// All of it, for ``Experiment/piece(_:reading:)``.
    public var bytes: [UInt8] {
        var writer = NumberWriter()
        writer.put(replications)
        for result in results { result.put(into: &writer) }
        return writer.bytes
    }
}

extension Scenario {
    /// Never fewer device-days in a piece than this, unless there are too few for all shards: each
    /// is kept in a file.
    private static let pieceDays = 1024

    /// Replications in pieces, in order.
    ///
    /// - Parameters:
    ///   - stage: of which each shard has a piece where there are as many of them.
    ///   - shards: how many there are.
    func pieces(of stage: Range<Int>, for shards: Int) -> [Range<Int>] {
        let days = horizon.seconds.magnitude / 86400
        let whole = max(1, Int(min(Double(Self.pieceDays) / days, 1e6).rounded(.up)))
        let size = min(whole, (stage.count + shards - 1) / shards)
        return ReplicationChunk.parts(of: stage, max(1, size))
    }
}

extension Experiment {
    /// What the replications of the plan are cut into for shards, in order.
    ///
    /// No piece holds replications of both sides of a number of them at which the goal is looked
    /// at, so that the pieces give what one run gives.
    ///
    /// - Parameter shards: how many there are; of every stage each has a piece where there are as
    ///   many replications.
    public func pieces(for shards: Int) -> [Range<Int>] {
        var done = 0
        return PrecisionGoal(scenario).checkpoints.flatMap { checkpoint in
            defer { done = checkpoint }
            return scenario.pieces(of: done..<checkpoint, for: shards)
        }
    }

    /// Simulates a piece.
    ///
    /// - Parameters:
    ///   - replications: which.
    ///   - progress: called as replications are done, from any thread, with how many of the piece.
    /// - Returns: `nil` if the task was cancelled.
    /// - Throws: what a run that was cut short would have taken.
    public func run(
        _ replications: Range<Int>, progress: @escaping @Sendable (Int) -> Void = { _ in }
    ) async throws(RunFailure) -> ReplicationPiece? {
        var results = emptyResults
        var done = replications.lowerBound
        let first = done
        for chunk in await simulate(replications, { progress($0 - first) }) {
            if let failure = chunk.failure { throw failure }
            for index in results.indices { results[index].add(chunk.results[index]) }
            done += chunk.results[0].replications.count
        }
        return done == replications.upperBound ? ReplicationPiece(replications, results) : nil
    }

    /// A piece as its bytes have it.
    ///
    /// - Throws: for bytes of other replications, of another scenario, or of none.
    public func piece(
        _ replications: Range<Int>, reading bytes: [UInt8]
    ) throws(UnreadableNumbers) -> ReplicationPiece {
        var reader = NumberReader(bytes)
        try reader.require(replications)
        var results = emptyResults
        for index in results.indices { try results[index].read(&reader, replications.count) }
        try reader.requireEnd()
        return ReplicationPiece(replications, results)
    }

    /// What one run would have given: replications beyond the number at which it would have been
    /// precise enough do not count.
    public func result(
        of pieces: [Range<Int>], _ read: (Int) throws -> ReplicationPiece
    ) async rethrows -> ExperimentResult {
        try await result { stage in
            try pieces.indices.filter { stage.contains(pieces[$0].lowerBound) }.map { index in
                ReplicationChunk(results: try read(index).results)
            }
        }
    }
}

/// What one job yields: replications by policy, and why there are no more of them.
package struct ReplicationChunk: Sendable {
    var results: [PolicyResult]
    var failure: RunFailure?

    /// Parts of `replications`, in order, of which only the last may be shorter than `size`.
    package static func parts(of replications: Range<Int>, _ size: Int) -> [Range<Int>] {
        stride(from: replications.lowerBound, to: replications.upperBound, by: size).map {
            $0..<min($0 + size, replications.upperBound)
        }
    }
}
