import Experiments
import Reports
import Traces

/// One shard of a sweep, read from its folder.
struct SweepPart {
    let folder: String
    let shard: String
    let head: Head
    let design: SweepTables.Design
    let points: SweepOutcome.Point

    /// The files that are read.
    static let names =
        [Manifest.fileName]
        + ResultCatalogue.sweep.map(\.listing).filter { $0.schema != nil }.map(\.name)

    /// What all shards of a sweep have in common.
    struct Head: Equatable {
        let command: [String]
        let version: String
        let seed: UInt64
        let settings: SweepSettings
        let inputs: [Manifest.File]
    }

    init(_ folder: String) throws {
        self.folder = folder
        if Manifest.data(of: folder) == nil {
            throw Self.missing("\(folder)/\(Manifest.fileName)")
        }
        guard let stored = Manifest(folder: folder), stored.command.first == "sweep",
            let settings = SweepSettings(stored),
            let flag = stored.command.firstIndex(of: OptionName.shard.flag),
            flag + 1 < stored.command.count,
            (1...ExperimentDesign.mostPoints).contains(settings.points)
        else { throw Self.failure(folder, "is no shard of a sweep") }
        guard CSVDialect(of: stored.command) == .rfc else {
            throw Self.failure(folder, "is not in the dialect that shards have")
        }
        shard = stored.command[flag + 1]
        var command = stored.command
        command.removeSubrange(flag...flag + 1)
        head = Head(
            command: command, version: stored.version, seed: stored.seed, settings: settings,
            inputs: stored.inputs)
        let files = try Self.names.dropFirst().map { name in
            try Self.bytes(of: name, in: folder, by: stored)
        }
        guard let design = SweepTables.Design(files[0], settings) else {
            throw Self.failure(folder, "has no design of \(settings.points) points in design.csv")
        }
        self.design = design
        guard let points = SweepOutcome.Point(rows: files[1], comparisons: files[2], design) else {
            throw Self.failure(
                folder, "has tables that this version of the program would not have written")
        }
        self.points = points
    }

    /// The bytes of a file, which are those that the manifest vouches for.
    private static func bytes(
        of name: String, in folder: String, by manifest: Manifest
    ) throws -> [UInt8] {
        let integrity = ResultIntegrity(of: folder, by: manifest)
        do throws(ResultIntegrityError) {
            return try integrity.bytes(of: name, limit: sizeAtMost)
        } catch {
            switch error {
            case .missing(let path): throw missing(path)
            case .notVouched:
                throw failure(folder, "has a manifest that does not vouch for \(name)")
            case .notAsWritten: throw error
            }
        }
    }

    /// Ten thousand points have less.
    private static let sizeAtMost = 1 << 30

    private static func missing(_ path: String) -> CommandFailure {
        CommandFailure(
            message: "there is no file \(path)",
            advice: "Name the folders that sweep --shard K/N wrote.", exitCode: .noInput)
    }

    private static func failure(_ folder: String, _ what: String) -> CommandFailure {
        CommandFailure(
            message: "\(folder) \(what)",
            advice: "Shards are merged that come from one command with --shard 1/N to N/N.",
            exitCode: .badData)
    }

    /// - Throws: unless the parts are all shards of one sweep, each once.
    static func merged(_ parts: [SweepPart]) throws -> ResultFiles {
        let first = parts[0]
        for part in parts where part.head != first.head || part.design != first.design {
            throw failure(part.folder, "is no shard of the same sweep as \(first.folder)")
        }
        let shards = parts.compactMap { Shard($0.shard) }
        guard let count = shards.first?.count, shards.count == parts.count,
            shards.map(\.number).sorted() == Array(1...count),
            shards.allSatisfy({ $0.count == count })
        else {
            throw failure(
                "the list of folders",
                "has the shards \(parts.map(\.shard).joined(separator: ", ")), which do not make "
                    + "one whole")
        }
        for (part, shard) in zip(parts, shards) { try part.requireWhole(shard) }
        let manifest = Manifest(
            command: first.head.command, version: first.head.version,
            seed: first.head.seed, settings: first.head.settings.members,
            inputs: first.head.inputs)
        // Rows of a point stand together in one shard, and sorting keeps their order.
        let files = SweepFiles(
            of: first.head.settings.scenario, first.design,
            parts.flatMap(\.points.rows).sorted(by: { $0.point < $1.point }),
            parts.flatMap(\.points.comparisons).sorted(by: { $0.point < $1.point }))
        return ResultFiles(
            ResultCatalogue.sweep, of: files, package: first.head.settings.scenario,
            manifest: manifest)
    }

    /// - Throws: unless the tables have rows of the shard's own points, all of them and no others.
    private func requireWhole(_ shard: Shard) throws {
        let own = (0..<head.settings.points).filter(shard.contains).map { $0 + 1 }
        let found = Set(points.rows.map(\.point))
        if let missing = own.first(where: { !found.contains($0) }) {
            throw Self.failure(folder, "has no rows of point \(missing), which is its own")
        }
        let others = found.union(points.comparisons.map(\.point)).subtracting(own)
        if let other = others.min() {
            throw Self.failure(folder, "has rows of point \(other), which is not its own")
        }
    }
}
