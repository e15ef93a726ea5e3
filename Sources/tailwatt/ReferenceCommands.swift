struct BehavioursCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "behaviours",
        abstract: "Print the meaning of every option of every behaviour, as Markdown.")

    func run() async throws {
        let apps = try ProfilesFolder.library.shippedApps()
        try StandardOutput.write(BehaviourPage.markdown(with: apps))
    }
}

struct ColumnsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "columns",
        abstract: "Print the meaning of every column of every file, as Markdown.")

    func run() async throws {
        let files = ResultCatalogue.all(ResultKind.all)
        try StandardOutput.write(
            "# Columns\n\nWritten by `tailwatt columns`; every file has a header line.\n\n"
                + ColumnDictionary.markdown(files.compactMap(\.schema)))
    }
}

struct SchemaCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema", abstract: "Print the JSON Schema of a kind of file, for editors.",
        discussion: """
            Editors that support JSON Schema complete keys and underline mistakes as you type. The \
            shipped files name their schema in the first line; see docs/guide/profiles.md.
            """)

    @Argument(help: "Kind of file.")
    var kind: ProfileKind?

    @Flag(help: "Print every option of every kind, as Markdown, instead of a schema.")
    var table = false

    func validate() throws {
        if table == (kind != nil) {
            let kinds = ProfileKind.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("Give either a kind (\(kinds)) or --table.")
        }
    }

    func run() async throws {
        guard let kind else { return try StandardOutput.write(OptionsPage.markdown) }
        let apps = kind == .scenario ? try ProfilesFolder.library.shippedApps() : []
        try StandardOutput.write(kind.schema(with: apps))
    }
}

extension ProfileKind: ExpressibleByArgument {}
