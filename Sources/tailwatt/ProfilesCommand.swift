import Foundation

struct ProfilesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "profiles",
        abstract: """
            List the shipped devices, radios, systems, movements, cells and users, and the sources \
            of their numbers.
            """,
        subcommands: [List.self, Show.self, Check.self, ImportCommand.self],
        defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List every shipped profile, with the number of its assumed values.",
            usage: "tailwatt profiles list [<options>] [<word>]")

        @Argument(help: ArgumentHelp(listFilter))
        var word: String?

        @OptionGroup var printing: PrintOptions

        func run() async throws {
            let library = try ProfilesFolder.library
            let parts = ProfileKind.allCases.filter { $0 != .scenario && $0 != .budget }
            let all = try parts.flatMap { kind in
                try library.names(of: kind).map { name -> ListedProfile in
                    let loaded = try library.load(name, kind)
                    let file = loaded.file
                    // Without rates a radio can only replay traces.
                    let isForReplays =
                        try kind == .radio && library.loadRadio(name).value.peer != nil
                    return ListedProfile(
                        kind: kind.rawValue, name: name, numbers: file.numbers.count,
                        assumed: file.provenance.count { $0.isAssumption },
                        note: isForReplays ? "for replays only" : nil,
                        description: loaded.description ?? "")
                }
            }
            let rows = try entries(all, with: word, "profile") {
                "\($0.kind) \($0.name)\n\($0.description)"
            }
            try printing.print(ListedProfile.screen(rows), [ListedProfile.dataset(rows)])
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show every number of a profile with its source, or why it is assumed.",
            usage: "tailwatt profiles show [<options>] <profile>")

        @Argument(help: "Shipped profile, or a path.", completion: .names(ofAny: ()))
        var profile: String

        @OptionGroup var reading: ReadingOptions
        @OptionGroup var printing: PrintOptions

        func run() async throws {
            let library = try ProfilesFolder.library
            let found = try library.load(profile)
            let file = found.file
            let description = found.description.map { WrappedText.line($0) } ?? ""
            try printing.print(
                Screen(
                    answer: file.provenanceAnswer, table: .table(file.provenanceTable),
                    notes: description, details: file.sources), [file.provenanceDataset])
        }
    }

    struct Check: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Check your own profiles or scenarios, and report all errors.",
            usage: "tailwatt profiles check [<options>] <files> ..."
        )

        @Argument(
            help: "Paths of YAML files of any kind, or names of shipped ones.",
            completion: .names(ofAny: ()))
        var files: [String]

        @OptionGroup var reading: ReadingOptions
        @OptionGroup var printing: PrintOptions

        func run() async throws {
            let library = try ProfilesFolder.library
            try files.map { FileCheck($0, in: library) }.finish(printing)
        }
    }
}

private struct ListedProfile: Sendable {
    let kind: String
    let name: String
    let numbers: Int
    let assumed: Int
    let note: String?
    let description: String

    static func screen(_ rows: [ListedProfile]) -> Screen {
        let table = rows.table([
            .left("kind", \.kind), .left("name", \.name), .right("numbers") { "\($0.numbers)" },
            .right("assumed") { "\($0.assumed)" }, .left("note", \.note),
        ])
        let (numbers, assumed) = rows.reduce((0, 0)) { ($0.0 + $1.numbers, $0.1 + $1.assumed) }
        return Screen(
            answer: "Profiles: \(rows.count), with \(numbers) numbers; \(assumed) are assumed.",
            table: .table(table))
    }

    static func dataset(_ rows: [ListedProfile]) -> Dataset {
        Dataset(
            Table("profiles", rows: rows).with(columns: [
                .text("kind", "Kind of the profile.", \.kind),
                .text("name", "Profile name.", \.name),
                .integer("numbers", "Numbers in the profile.", \.numbers),
                .integer("assumed", "Numbers that it marks as assumptions.", \.assumed),
                .text("note", "Use of the profile, if it is limited.", \.note),
            ]))
    }
}

extension ProfileLibrary {
    func kind(ofShipped name: String) -> ProfileKind? {
        Self.isPath(name) ? nil : ProfileKind.allCases.first { names(of: $0).contains(name) }
    }

    /// A shipped file of any kind, or one that the user names by its path.
    func load(_ nameOrPath: String) throws(ProfileFailure) -> any LoadedFile {
        if let kind = kind(ofShipped: nameOrPath) { return try load(nameOrPath, kind) }
        return try load(path: nameOrPath)
    }
}
