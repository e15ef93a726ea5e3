struct ScenariosCheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Check every scenario and profile, and report its errors.",
        usage: "tailwatt scenarios check [<options>] [<names> ...]",
        discussion: """
            Checks the named files; without names, all shipped scenarios and profiles. Notes, such \
            as on a rule that never fires, are counted and, with --details, shown. Exits with 65 \
            if a file is wrong, 66 if it is missing.

            Example: tailwatt scenarios check ./mine.yaml
            """)

    @Argument(
        help: "Paths of YAML files of any kind, or names of shipped ones.",
        completion: .names(ofAny: ()))
    var files: [String] = []

    @OptionGroup var reading: ReadingOptions
    @OptionGroup var printing: PrintOptions

    func run() async throws {
        let library = try ProfilesFolder.library
        let checks =
            files.isEmpty
            ? ProfileKind.allCases.flatMap { kind in
                library.names(of: kind).map { FileCheck($0, kind, in: library) }
            } : files.map { FileCheck($0, in: library) }
        try checks.finish(printing)
    }
}

struct FileCheck: Sendable {
    /// A shipped name, or a path.
    let name: String
    /// `nil` if the file could not be read.
    let kind: String?
    let notes: [String]
    let failures: [Diagnostic]

    init(_ nameOrPath: String, in library: ProfileLibrary) {
        self.init(nameOrPath) { () throws(ProfileFailure) in try library.load(nameOrPath) }
    }

    init(_ name: String, _ kind: ProfileKind, in library: ProfileLibrary) {
        self.init(name) { () throws(ProfileFailure) in try library.load(name, kind) }
    }

    private init(_ name: String, _ read: () throws(ProfileFailure) -> any LoadedFile) {
        self.name = name
        do throws(ProfileFailure) {
            let found = try read()
            (kind, failures) = (found.file.role.rawValue, [])
            notes = (found as? LoadedScenario)?.notes ?? []
        } catch { (kind, notes, failures) = (nil, [], error.diagnostics) }
    }

    var outcome: String {
        guard failures.isEmpty else {
            return "\(failures.count) \(failures.count == 1 ? "error" : "errors")"
        }
        if notes.isEmpty { return "good" }
        return "good, \(notes.count) \(notes.count == 1 ? "note" : "notes")"
    }
}

extension [FileCheck] {
    /// - Throws: All errors as one, with their places and advice.
    func finish(_ printing: PrintOptions) throws {
        try printing.print(screen, [dataset])
        let failures = flatMap(\.failures)
        if !failures.isEmpty { throw ProfileFailure(failures) }
    }

    private var screen: Screen {
        var table = TextTable(columns: [.init("file"), .init("kind"), .init("outcome")])
        // Valid files are listed only if few are checked: a long list would hide the rest.
        let few = count <= 20
        for check in self where few || !check.failures.isEmpty || !check.notes.isEmpty {
            let tone: TextTable.Tone =
                check.failures.isEmpty ? (check.notes.isEmpty ? .good : .open) : .bad
            table.add([check.name, check.kind ?? "", check.outcome], tone: tone)
        }
        let wrong = count { !$0.failures.isEmpty }
        let noted = count { !$0.notes.isEmpty }
        let notes = flatMap { check in
            check.notes.map { WrappedText.line("\(check.name): \($0)") }
        }
        let files = "\(count) \(count == 1 ? "file" : "files")"
        return Screen(
            answer: wrong == 0
                ? "\(files): all good, \(noted) with notes."
                : "\(files): \(wrong) wrong, \(noted) with notes.",
            table: few || wrong + noted > 0 ? .table(table) : nil,
            details: notes.isEmpty ? [] : [.words(notes.joined())])
    }

    private var dataset: Dataset {
        Dataset(
            Table("checks", rows: self).with(columns: [
                .text("file", "Name of a shipped file, or the path.", \.name),
                .text("kind", "Kind of the file; empty if it cannot be read.", \.kind),
                .integer("errors", "Number of errors.", \.failures.count),
                .integer("notes", "Number of notes.", \.notes.count),
            ]))
    }
}
