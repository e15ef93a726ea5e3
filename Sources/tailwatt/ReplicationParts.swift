import Experiments
import Profiles
import Reports
import Traces

/// The pieces of all shards of one work, read from their folders.
struct ReplicationParts {
    private let shards: [ShardFolder]
    /// By shard.
    private let pieces: [[[UInt8]]]

    /// The files that are read beside the manifest.
    static let names = ResultCatalogue.replicationShard.map(\.listing.name)

    /// - Parameter shards: all of one work, in their order.
    /// - Throws: where a file of theirs is not as it was written.
    init(_ shards: [ShardFolder]) throws {
        self.shards = shards
        if shards[0].head.version != Version.number {
            throw shards[0].failure(
                "is of version \(shards[0].head.version), and this program is \(Version.number)")
        }
        pieces = try shards.map { shard in
            guard let pieces = ReplicationPieces(file: try shard.bytes(of: Self.names[0])) else {
                throw Self.unreadable(shard)
            }
            return pieces.pieces
        }
    }

    /// Stops where a file that decides the result has changed since the shards were made.
    func requireSame(_ files: [InputFile]) throws {
        let (old, new) = (shards[0].head.inputs, files.map(\.manifestFile))
        let changed = old.first { !new.contains($0) } ?? new.first { !old.contains($0) }
        if let changed {
            throw shards[0].failure("was made with another \(changed.name) than there is now")
        }
    }

    /// What one run would have given.
    ///
    /// - Parameter experiments: as they were shared out.
    func results(of experiments: [Experiment]) async throws -> [ExperimentResult] {
        let count = shards.count
        let wanted = experiments.map { $0.pieces(for: count) }
        let all = 0..<wanted.reduce(0) { $0 + $1.count }
        for (folder, own) in zip(shards, pieces)
        where own.count != all.count(where: folder.shard.contains) {
            throw Self.unreadable(folder)
        }
        var results: [ExperimentResult] = []
        var first = 0
        for (experiment, ranges) in zip(experiments, wanted) {
            let result = try await experiment.result(of: ranges) { index in
                let number = first + index
                do throws(UnreadableNumbers) {
                    return try experiment.piece(
                        ranges[index], reading: pieces[number % count][number / count])
                } catch { throw Self.unreadable(shards[number % count]) }
            }
            try result.requireWithinBudget()
            results.append(result)
            first += ranges.count
        }
        return results
    }

    private static func unreadable(_ shard: ShardFolder) -> CommandFailure {
        shard.failure("has pieces that this version of the program would not have written")
    }
}
