struct MergeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge",
        abstract: "Merge the shards of one job into the results of a single run.",
        usage: "tailwatt merge [<options>] <folders> ...",
        discussion: """
            Takes the folders that a command wrote with --shard 1/N to N/N --out, all N in any \
            order, and writes the results of the command without --shard. Except for sweep, it \
            reads the scenario and its profiles again, so run it where the command ran. For \
            optimize it simulates the rest that no shard could know, such as the points next to \
            the best of the grid.

            Example: tailwatt merge part-1 part-2 --out whole
            """)

    @Argument(help: "Folders of the shards, all N of them.")
    var folders: [String]

    @Flag(help: "Only print the shards to run again, one a line; exit with 1 if there are any.")
    var missing = false

    @Flag(help: "With --missing: count from 0, as the shards were with --zero-based.")
    var zeroBased = false

    @OptionGroup var reading: ReadingOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        try refuse(zeroBased && !missing, "\(OptionName.zeroBased) needs \(OptionName.missing).")
        try refuse(
            missing && output.out != nil, "\(OptionName.missing) excludes \(OptionName.out).")
        try refuse(!missing && output.out == nil, "\(OptionName.out) needs the name of a folder.")
    }

    func run() async throws {
        if missing { return try listMissing() }
        let shards = try ShardFolder.whole(try folders.map { try ShardFolder($0) })
        let command = shards[0].head.command
        if command.first == "sweep" { return try mergeSweep(shards) }
        guard let known = Self.merged.first(where: { command.starts(with: $0.words) }) else {
            throw shards[0].failure("is a shard of a command that cannot be merged")
        }
        try await merge(shards, of: known.command, after: known.words.count)
    }

    /// Prints the shards to run again.
    private func listMissing() throws {
        let whole = try folders.compactMap { try ShardFolder.whole(in: $0) }
        let numbers = try ShardFolder.missing(from: whole)
        try StandardOutput.write(numbers.map { "\($0 - (zeroBased ? 1 : 0))\n" }.joined())
        if !numbers.isEmpty { throw ExitCode(1) }
    }

    private static var merged: [(words: [String], command: any CutCommand.Type)] {
        [
            (["compare"], CompareCommand.self), (["frontier"], FrontierCommand.self),
            (["optimize"], OptimizeCommand.self), (["select"], SelectCommand.self),
            (["validate", "coverage"], ValidateCoverageCommand.self),
            (["validate", "optimum"], ValidateOptimumCommand.self),
            (["validate", "stopping"], ValidateStoppingCommand.self),
        ]
    }

    private func mergeSweep(_ shards: [ShardFolder]) throws {
        // Finds faults of a shard before anything is computed or written.
        let parts = try shards.map { try SweepPart($0) }
        guard let folder = try folder(for: shards, reading: SweepPart.names) else { return }
        try SweepPart.merged(parts).publish(to: folder)
        talk("merged \(shards.count) shards into \(folder.path)")
    }

    /// Parses the shards' command again and passes it their pieces.
    private func merge<Command: CutCommand>(
        _ shards: [ShardFolder], of type: Command.Type, after count: Int
    ) async throws {
        let words = shards[0].head.command.dropFirst(count)
        guard let command = try? Command.parse(Array(words)) else {
            throw shards[0].failure("has a command that this version does not know")
        }
        let parts = try ReplicationParts(shards)
        try await command.merge(parts) { inputs in
            try folder(for: shards, reading: ReplicationParts.names, and: inputs.map(\.path))
        }
        talk("merged \(shards.count) shards into \(output.out ?? "")")
    }

    private func folder(
        for shards: [ShardFolder], reading names: [String], and inputs: [String] = []
    ) throws -> ResultFolder? {
        let read = shards.flatMap { shard in
            ([Manifest.fileName] + names).map { "\(shard.path)/\($0)" }
        }
        return try output.folder(for: shards[0].head.command, reading: read + inputs)
    }
}

struct SweepPart {
    let shard: ShardFolder
    let settings: SweepSettings
    let design: SweepTables.Design
    let points: SweepOutcome.Point

    static let names = ResultCatalogue.sweep.map(\.listing).filter { $0.schema != nil }.map(\.name)

    init(_ shard: ShardFolder) throws {
        guard let settings = SweepSettings(shard.manifest),
            (1...ExperimentDesign.mostPoints).contains(settings.points)
        else { throw shard.failure("is not a shard of a sweep") }
        (self.shard, self.settings) = (shard, settings)
        let files = try Self.names.map { try shard.bytes(of: $0) }
        guard let design = SweepTables.Design(files[0], settings) else {
            throw shard.failure("has no design of \(settings.points) points in design.csv")
        }
        self.design = design
        guard
            let points = SweepOutcome.Point(
                rows: files[1], comparisons: files[2], design, of: settings.scenario)
        else {
            throw shard.failure("has tables that this version of the program does not write")
        }
        self.points = points
    }

    /// Merges all shards of one sweep, given in order.
    ///
    /// - Throws: Unless they share a design and each has exactly its own points.
    static func merged(_ parts: [SweepPart]) throws -> ResultFiles {
        let first = parts[0]
        for part in parts where part.settings != first.settings || part.design != first.design {
            throw part.shard.failure("is not a shard of the job of \(first.shard.path)")
        }
        for part in parts { try part.requireWhole() }
        let head = first.shard.head
        let manifest = Manifest(
            command: head.command, version: head.version, seed: head.seed,
            settings: first.settings.members, inputs: head.inputs)
        // The rows of a point lie together in one shard, and sorting keeps their order.
        let files = SweepFiles(
            of: first.settings.scenario, first.design,
            parts.flatMap(\.points.rows).sorted(by: { $0.point < $1.point }),
            parts.flatMap(\.points.comparisons).sorted(by: { $0.point < $1.point }))
        return ResultFiles(
            ResultCatalogue.sweep, of: files, package: first.settings.scenario, manifest: manifest)
    }

    /// - Throws: Unless the tables have rows of exactly the shard's own points.
    private func requireWhole() throws {
        let own = (0..<settings.points).filter(shard.shard.contains).map { $0 + 1 }
        let found = Set(points.rows.map(\.point))
        if let missing = own.first(where: { !found.contains($0) }) {
            throw shard.failure("has no rows of point \(missing), which belongs to it")
        }
        let others = found.union(points.comparisons.map(\.point)).subtracting(own)
        if let other = others.min() {
            throw shard.failure("has rows of point \(other), which belongs to another shard")
        }
    }
}

extension SweepTables.Design {
    /// Reads a design; `nil` unless this program would write the same bytes.
    ///
    /// That excludes cells that a spreadsheet evaluates, extra points and repeated factors.
    init?(_ bytes: [UInt8], _ settings: SweepSettings) {
        let factors = settings.factors
        guard !factors.isEmpty, Set(factors).count == factors.count, !factors.contains(""),
            let rows = CSVRows.rows(
                of: bytes, as: Self(factors: factors, []).file(settings).schema),
            rows.map({ $0[1] }) == (1...settings.points).map({ "\($0)" })
        else { return nil }
        self.init(
            factors: factors,
            rows.enumerated().map { .init(point: $0 + 1, values: Array($1.dropFirst(2))) })
        guard file(settings).csv() == bytes else { return nil }
    }

    private func file(_ settings: SweepSettings) -> Table<SweepTables.DesignRow> {
        SweepTables.design(self).stacked(settings.scenario)
    }
}

extension Manifest {
    init(_ sweep: Sweep, words: [String], files: [InputFile]) {
        self.init(
            command: words, version: Version.number, seed: sweep.base.seed,
            settings: SweepSettings(
                scenario: sweep.base.name, horizon: "\(sweep.base.horizon.seconds)",
                design: sweep.design.rawValue, points: sweep.points.count, factors: sweep.paths
            ).members,
            inputs: files.map(\.manifestFile))
    }
}

struct SweepSettings: Equatable {
    let scenario: String
    let horizon: String
    let design: String
    let points: Int
    let factors: [String]
}

extension SweepSettings {
    /// Reads a manifest; `nil` if it is not of a sweep.
    init?(_ manifest: Manifest) {
        guard let scenario = manifest.text("scenario"), let horizon = manifest.text("horizon"),
            let design = manifest.text("design"), let points = manifest.integer("points"),
            let factors = manifest.texts("factors")
        else { return nil }
        self.init(
            scenario: scenario, horizon: horizon, design: design, points: points, factors: factors)
    }

    var members: [JSONValue.Member] {
        [
            .init("scenario", .string(scenario)), .init("horizon", .string(horizon)),
            .init("design", .string(design)), .init("points", .integer(Int64(points))),
            .init("factors", .array(factors.map(JSONValue.string))),
        ]
    }
}
