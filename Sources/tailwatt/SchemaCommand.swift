import ArgumentParser
import Profiles

/// The JSON Schemas of the files that people write.
struct SchemaCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "The JSON Schema of a kind of file, for editors.",
        discussion: """
            Editors that know JSON Schema complete keys and underline mistakes as you type. The \
            shipped files name theirs in the first line; see docs/guide/profiles.md.
            """)

    @Argument(help: "What the file describes.")
    var kind: ProfileKind

    func run() async throws {
        try await reportingFailures {
            try StandardOutput.write(kind.schema)
        }
    }
}

extension ProfileKind: ExpressibleByArgument {}
