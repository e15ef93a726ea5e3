import ArgumentParser
import Reports

/// Shards of one sweep → the files of the whole.
struct SweepMergeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge",
        abstract: "Put the shards of a sweep together: the same bytes as one run.",
        usage: "tailwatt sweep merge [<options>] <folders> ...",
        discussion: "Example: tailwatt sweep merge part-1 part-2 --out whole")

    @Argument(help: "The folders that the shards were written to, all N of them.")
    var folders: [String]

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if output.out == nil {
            throw ValidationError("\(OptionName.out) needs the name of a folder.")
        }
    }

    func run() async throws {
        try await reportingFailures {
            // What is wrong with a shard is found before anything is computed or written.
            let parts = try folders.map { try SweepPart($0) }
            let command = parts[0].head.command
            let inputs = folders.flatMap { folder in SweepPart.names.map { "\(folder)/\($0)" } }
            guard let folder = try output.folder(for: command, reading: inputs) else { return }
            try SweepPart.merged(parts).publish(to: folder)
            talk("merged \(parts.count) shards into \(folder.path)")
        }
    }
}
