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
    var kind: ProfileKind?

    @Flag(help: "Every option of every kind, as Markdown, instead of a schema.")
    var table = false

    func validate() throws {
        if table == (kind != nil) {
            let kinds = ProfileKind.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("Give either a kind (\(kinds)) or --table.")
        }
    }

    func run() async throws {
        try await reportingFailures {
            guard let kind else { return try StandardOutput.write(OptionsPage.markdown) }
            // Only scenarios name apps.
            let apps = kind == .scenario ? try ProfilesFolder.library.shippedApps() : []
            try StandardOutput.write(kind.schema(with: apps))
        }
    }
}

extension ProfileKind: ExpressibleByArgument {}
