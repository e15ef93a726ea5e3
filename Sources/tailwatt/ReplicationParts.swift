import Experiments
import Profiles
import Reports

/// The pieces of all shards of one job, read from their folders.
struct ReplicationParts {
    private let shards: [ShardFolder]
    /// Indexed by shard, then by piece.
    private let pieces: [[[UInt8]]]

    static let names = ResultCatalogue.replicationShard.map(\.listing.name)

    /// - Parameter shards: All shards of one job, in order.
    /// - Throws: If a file was changed since it was written, or its version is not this program's.
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

    var count: Int { shards.count }

    func requireSame(_ files: [InputFile]) throws {
        let (old, new) = (shards[0].head.inputs, files.map(\.manifestFile))
        let changed = old.first { !new.contains($0) } ?? new.first { !old.contains($0) }
        if let changed {
            throw shards[0].failure("was made with a different \(changed.name)")
        }
    }

    /// A function that reads a piece by its number and throws if the piece is invalid.
    ///
    /// - Throws: If a shard does not have exactly its share of the pieces.
    func reader<Work: CutWork>(of work: Work) throws -> (Int) throws -> Work.Piece {
        let all = work.sizes.indices
        for (folder, own) in zip(shards, pieces)
        where own.count != all.count(where: folder.shard.contains) {
            throw Self.unreadable(folder)
        }
        return { number in
            let shard = number % count
            do throws(UnreadableNumbers) {
                return try work.piece(number, reading: pieces[shard][number / count])
            } catch { throw Self.unreadable(shards[shard]) }
        }
    }

    private static func unreadable(_ shard: ShardFolder) -> CommandFailure {
        shard.failure("has pieces that this version of the program does not write")
    }
}
