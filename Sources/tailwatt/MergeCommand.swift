import ArgumentParser
import Profiles
import Show

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

    @OptionGroup var reading: ReadingOptions

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if output.out == nil {
            throw ValidationError("\(OptionName.out) needs the name of a folder.")
        }
    }

    func run() async throws {
        let shards = try ShardFolder.whole(try folders.map { try ShardFolder($0) })
        let command = shards[0].head.command
        if command.first == "sweep" { return try mergeSweep(shards) }
        guard let known = Self.merged.first(where: { command.starts(with: $0.words) }) else {
            throw shards[0].failure("is a shard of a command that cannot be merged")
        }
        try await merge(shards, of: known.command, after: known.words.count)
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
