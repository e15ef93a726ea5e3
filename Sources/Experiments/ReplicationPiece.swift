/// Separately simulated replications of a scenario, to be merged with others.
public struct ReplicationPiece: Sendable {
    /// From 0, without gaps.
    public let replications: Range<Int>
    package let results: [PolicyResult]

    /// For ``Experiment/piece(_:reading:)``.
    public var bytes: [UInt8] {
        var writer = NumberWriter()
        writer.put(replications)
        for result in results { result.put(into: &writer) }
        return writer.bytes
    }
}

extension Scenario {
    /// The fewest device-days of a piece, because each is a file.
    private static let pieceDays = 1024

    func pieces(of stage: Range<Int>, for shards: Int) -> [Range<Int>] {
        let days = horizon.seconds.magnitude / 86400
        let whole = max(1, Int(min(Double(Self.pieceDays) / days, 1e6).rounded(.up)))
        let size = min(whole, (stage.count + shards - 1) / shards)
        return ReplicationChunk.parts(of: stage, max(1, size))
    }
}

extension Experiment {
    /// Cuts the plan's replications into pieces for shards, in order.
    ///
    /// No piece crosses a checkpoint of the goal, so the pieces give the result of one run.
    public func pieces(for shards: Int) -> [Range<Int>] {
        var done = 0
        return PrecisionGoal(scenario).checkpoints.flatMap { checkpoint in
            defer { done = checkpoint }
            return scenario.pieces(of: done..<checkpoint, for: shards)
        }
    }

    /// Simulates a piece; `nil` if the task was cancelled.
    ///
    /// - `progress`: Called from any thread with the number of its replications done.
    /// - Throws: The failure of a run that was cut short.
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
        return done == replications.upperBound
            ? ReplicationPiece(replications: replications, results: results) : nil
    }

    /// Reads a piece from its bytes; throws if they are not these replications of this scenario.
    public func piece(
        _ replications: Range<Int>, reading bytes: [UInt8]
    ) throws(UnreadableNumbers) -> ReplicationPiece {
        var reader = NumberReader(bytes)
        try reader.require(replications)
        var results = emptyResults
        for index in results.indices { try results[index].read(&reader, replications.count) }
        try reader.requireEnd()
        return ReplicationPiece(replications: replications, results: results)
    }

    /// Ignores replications beyond the point of enough precision.
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

/// One job's replications by policy, and the failure that ended them.
package struct ReplicationChunk: Sendable {
    var results: [PolicyResult]
    var failure: RunFailure?

    /// Consecutive parts of `replications`; only the last may be shorter than `size`.
    package static func parts(of replications: Range<Int>, _ size: Int) -> [Range<Int>] {
        stride(from: replications.lowerBound, to: replications.upperBound, by: size).map {
            $0..<min($0 + size, replications.upperBound)
        }
    }
}
