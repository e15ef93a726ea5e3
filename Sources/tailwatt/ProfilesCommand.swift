import ArgumentParser
import Foundation
import Kernel
import Profiles
import Show

struct ProfilesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "profiles",
        abstract: """
            The shipped devices, radios, systems, movements, cells and users, and where their \
            numbers are from.
            """,
        subcommands: [List.self, Show.self, Check.self, ImportCommand.self],
        defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "The name of every shipped profile, with how many of its numbers are assumed."
        )

        @OptionGroup var printing: PrintOptions

        func run() async throws {
            let library = try ProfilesFolder.library
            let rows = try ProfileKind.parts.flatMap { kind in
                try library.names(of: kind).map { name -> ListedProfile in
                    let file = DescribedFile(try library.load(name, kind)).file
                    // Without rates a radio can only replay traces.
                    let isForReplays =
                        try kind == .radio && library.loadRadio(name).value.carriesOnlyPackets
                    return ListedProfile(
                        kind: kind.rawValue, name: name, numbers: file.numbers.count,
                        assumed: file.provenance.count { $0.isAssumption },
                        note: isForReplays ? "for replays only" : nil)
                }
            }
            try printing.print(ListedProfile.screen(rows), [ListedProfile.dataset(rows)])
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Every number of a profile with its source, or with why it is assumed.",
            usage: "tailwatt profiles show [<options>] <profile>")

        @Argument(
            help: "A shipped profile's name, or a path.", completion: .names(ofAny: ()))
        var profile: String

        @OptionGroup var reading: ReadingOptions

        @OptionGroup var printing: PrintOptions

        func run() async throws {
            let library = try ProfilesFolder.library
            let found = DescribedFile(try library.load(any: profile))
            let text = ProvenanceText(found.file)
            let description = found.description.map { WrappedText.line($0) } ?? ""
            try printing.print(
                Screen(
                    answer: text.answer, table: .table(text.table), notes: description,
                    details: text.sources), [text.dataset])
        }
    }

    struct Check: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Read profiles or scenarios of your own, and say all that is wrong.",
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
            try FileChecks(files.map { FileCheck($0, in: library) }).finish(printing)
        }
    }
}

private struct ListedProfile: Sendable {
    let kind: String
    let name: String
    let numbers: Int
    let assumed: Int
    let note: String?

    static func screen(_ rows: [ListedProfile]) -> Screen {
        var table = TextTable(columns: [
            .init("kind"), .init("name"), .init("numbers", .right), .init("assumed", .right),
            .init("note"),
        ])
        for row in rows {
            table.add([row.kind, row.name, "\(row.numbers)", "\(row.assumed)", row.note ?? ""])
        }
        let (numbers, assumed) = rows.reduce((0, 0)) { ($0.0 + $1.numbers, $0.1 + $1.assumed) }
        return Screen(
            answer: "\(rows.count) profiles; of their \(numbers) numbers \(assumed) are assumed.",
            table: .table(table))
    }

    static func dataset(_ rows: [ListedProfile]) -> Dataset {
        Dataset(
            Table(
                name: "profiles",
                columns: [
                    .text("kind", "What it describes.", \.kind),
                    .text("name", "The profile's name.", \.name),
                    .integer("numbers", "How many it has.", \.numbers),
                    .integer("assumed", "How many of them it marks as assumptions.", \.assumed),
                    .text("note", "What it is for, where that is not everything.", \.note),
                ], rows: rows))
    }
}

extension ProfileKind {
    fileprivate static let parts = allCases.filter { $0 != .scenario && $0 != .budget }
}

extension ProfileLibrary {
    func kind(ofShipped name: String) -> ProfileKind? {
        Self.isPath(name) ? nil : ProfileKind.allCases.first { names(of: $0).contains(name) }
    }

    func load(_ name: String, _ kind: ProfileKind) throws(ProfileFailure) -> AnyProfile {
        switch kind {
        case .device: .device(try loadDevice(name))
        case .radio: .radio(try loadRadio(name))
        case .system: .system(try loadSystem(name))
        case .movement: .movement(try loadMovement(name))
        case .cells: .cells(try loadCells(name))
        case .user: .user(try loadUser(name))
        case .app: .app(try loadApp(name))
        case .scenario: .scenario(try loadScenario(name))
        case .budget: .budget(try loadBudget(name))
        }
    }

    func load(any nameOrPath: String) throws(ProfileFailure) -> AnyProfile {
        if let kind = kind(ofShipped: nameOrPath) { return try load(nameOrPath, kind) }
        return try load(path: nameOrPath)
    }
}

struct DescribedFile {
    let file: InputFile
    let description: String?
}

extension DescribedFile {
    private init<Value>(_ document: ProfileDocument<Value>) {
        self.init(file: document.file, description: document.description)
    }

    init(_ profile: AnyProfile) {
        switch profile {
        case .device(let document): self.init(document)
        case .radio(let document): self.init(document)
        case .system(let document): self.init(document)
        case .movement(let document): self.init(document)
        case .cells(let document): self.init(document)
        case .user(let document): self.init(document)
        case .app(let document): self.init(document)
        case .scenario(let loaded):
            self.init(file: loaded.files[0], description: loaded.description)
        case .budget(let loaded): self.init(file: loaded.file, description: loaded.description)
        }
    }
}
