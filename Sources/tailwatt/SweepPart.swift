import Experiments
import Reports
import Show

/// One shard of a sweep, read from its folder.
struct SweepPart {
    let shard: ShardFolder
    let settings: SweepSettings
    let design: SweepTables.Design
    let points: SweepOutcome.Point

    /// The tables that are read.
    static let names = ResultCatalogue.sweep.map(\.listing).filter { $0.schema != nil }.map(\.name)

    init(_ shard: ShardFolder) throws {
        guard let settings = SweepSettings(shard.manifest),
            (1...ExperimentDesign.mostPoints).contains(settings.points)
        else { throw shard.failure("is no shard of a sweep") }
        (self.shard, self.settings) = (shard, settings)
        let files = try Self.names.map { try shard.bytes(of: $0) }
        guard let design = SweepTables.Design(files[0], settings) else {
            throw shard.failure("has no design of \(settings.points) points in design.csv")
        }
        self.design = design
        guard let points = SweepOutcome.Point(rows: files[1], comparisons: files[2], design) else {
            throw shard.failure(
                "has tables that this version of the program would not have written")
        }
        self.points = points
    }

    /// - Parameter parts: of all shards of one work, in their order.
    /// - Throws: unless they are of one design, and each has its own points.
    static func merged(_ parts: [SweepPart]) throws -> ResultFiles {
        let first = parts[0]
        for part in parts where part.settings != first.settings || part.design != first.design {
            throw part.shard.failure("is no shard of the same work as \(first.shard.path)")
        }
        for part in parts { try part.requireWhole() }
        let head = first.shard.head
        let manifest = Manifest(
            command: head.command, version: head.version, seed: head.seed,
            settings: first.settings.members, inputs: head.inputs)
        // Rows of a point stand together in one shard, and sorting keeps their order.
        let files = SweepFiles(
            of: first.settings.scenario, first.design,
            parts.flatMap(\.points.rows).sorted(by: { $0.point < $1.point }),
            parts.flatMap(\.points.comparisons).sorted(by: { $0.point < $1.point }))
        return ResultFiles(
            ResultCatalogue.sweep, of: files, package: first.settings.scenario,
            manifest: manifest)
    }

    /// - Throws: unless the tables have rows of the shard's own points, all of them and no others.
    private func requireWhole() throws {
        let own = (0..<settings.points).filter(shard.shard.contains).map { $0 + 1 }
        let found = Set(points.rows.map(\.point))
        if let missing = own.first(where: { !found.contains($0) }) {
            throw shard.failure("has no rows of point \(missing), which is its own")
        }
        let others = found.union(points.comparisons.map(\.point)).subtracting(own)
        if let other = others.min() {
            throw shard.failure("has rows of point \(other), which is not its own")
        }
    }
}
