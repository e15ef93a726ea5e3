import Foundation
import Lab
import Synchronization

/// The files of one result; the manifest is published last, so that it vouches for existing files.
struct ResultFiles {
    private let contents: (PageContext) -> [(name: String, content: ResultContent)]
    private let manifest: Manifest
    private let package: String
    private let assumptions: [String]
    private let changes: [String]

    /// - Parameters:
    ///   - package: The name of the data package.
    ///   - read: The input files whose assumptions pages list.
    init<Result>(
        _ catalogue: [ResultFile<Result>], of result: Result, package: String, manifest: Manifest,
        read: [InputFile] = [], changes: String = ""
    ) {
        (self.package, self.manifest) = (package, manifest)
        assumptions = read.assumptionLines
        self.changes = changes.split(separator: "\n").map(String.init)
        contents = { context in
            let context = context.drawing(result, catalogue)
            return catalogue.compactMap { file in
                file.content(result, context).map { (file.listing.name, $0) }
            }
        }
    }

    func publish(to folder: ResultFolder) throws {
        let dialect = folder.dialect
        var manifest = manifest
        manifest.command += OptionName.sqlite.words(if: folder.hasDatabase)
        if dialect != .rfc { manifest.command += OptionName.csv.words(dialect.rawValue) }
        let context = PageContext(manifest, assumptions: assumptions, changes: changes)
        var directory = OutputDirectory(path: folder.path, claim: folder.claim)
        var schemas: [TableSchema] = []
        var tables: [(csv: [UInt8], schema: TableSchema)] = []
        func add(_ name: String, _ bytes: [UInt8]) {
            directory.add(name, bytes)
            manifest.outputs.append(Manifest.File(name: name, bytes: bytes))
        }
        let contents = contents(context)
        // Staged files come first, in the order in which they were begun.
        for case (_, .staged(let file, _)) in contents { directory.add(file) }
        for (name, content) in contents {
            switch content {
            case .table(let bytes, let schema):
                schemas.append(schema)
                add(name, bytes(dialect))
                if folder.hasDatabase { tables.append((bytes(.rfc), schema)) }
            case .bytes(let bytes): add(name, bytes)
            case .staged(let file, let schema):
                if let schema { schemas.append(schema) }
                manifest.outputs.append(file.manifestFile)
            }
        }
        if folder.hasDatabase {
            add(ResultDatabase.fileName, ResultDatabase.bytes(tables, manifest))
        }
        add(DataPackage.fileName, JSONText.bytes(DataPackage.json(name: package, schemas, dialect)))
        directory.add(Manifest.fileName, JSONText.bytes(manifest.json))
        try directory.publish()
        let page = contents.first { $0.name == ReportPage.fileName }
        let advice = page.map { "; open \(folder.path)/\($0.name)" } ?? ""
        let line = "wrote \(manifest.outputs.count + 1) files into \(folder.path)\(advice)"
        written.withLock { $0 = PrintableText.line(line) }
    }

    /// Says at the end on a terminal what was written.
    static func close() {
        let isQuiet = CommandLine.arguments.contains { ["-q", OptionName.quiet.flag].contains($0) }
        if isatty(2) == 1, !isQuiet, let line = written.withLock({ $0 }) { talk(line) }
    }
}

private let written = Mutex<String?>(nil)

extension ResultFiles {
    init<Result>(
        _ catalogue: [ResultFile<Result>], of result: Result, _ loaded: LoadedScenario,
        files: [InputFile]? = nil, and others: [Manifest.File] = [], words: [String],
        replications: JSONValue, changes: String = ""
    ) {
        let scenario = loaded.scenario
        self.init(
            catalogue, of: result, package: scenario.name,
            manifest: Manifest(
                words, of: scenario, replications: replications,
                inputs: (files ?? loaded.files).map(\.manifestFile) + others),
            read: files ?? loaded.files, changes: changes)
    }
}

extension Manifest {
    /// The manifest of a scenario's result, before its outputs are listed.
    init(
        _ words: [String], of scenario: Scenario, and more: [JSONValue.Member] = [],
        replications: JSONValue, inputs: [File]
    ) {
        self.init(
            command: words, version: Version.number, seed: scenario.seed,
            settings: [
                .init("scenario", .string(scenario.name)),
                .init("horizon", .string("\(scenario.horizon.seconds)")),
            ] + more + [.init("replications", replications)], inputs: inputs)
    }
}

extension InputFile { var manifestFile: Manifest.File { Manifest.File(name: label, bytes: bytes) } }

extension JSONValue { static func count(_ count: Int) -> JSONValue { .integer(Int64(count)) } }

/// The folder of `--out`; files of others in it stay.
struct ResultFolder {
    let path: String
    let claim: OutputClaim
    let dialect: CSVDialect
    let hasDatabase: Bool
    private let words: [String]

    init(
        path: String, words: [String], inputs: [String], dialect: CSVDialect, hasDatabase: Bool,
        isForced: Bool
    ) {
        (self.path, self.dialect, self.hasDatabase) = (path, dialect, hasDatabase)
        self.words = words
        let names =
            ResultCatalogue.all(ResultKind.all).map(\.name) + ResultCatalogue.descriptions
            + [ResultDatabase.fileName]
        claim = OutputClaim(command: words, inputs: inputs, names: Set(names), isForced: isForced)
    }

    func publish(_ files: ResultFiles) throws { try files.publish(to: self) }

    /// Throws before the simulation if the results could not be written.
    ///
    /// Also throws if they would overwrite their inputs or files that are not tailwatt's.
    func probe() throws {
        let names =
            ResultCatalogue.names(of: words, in: ResultKind.all)
            + (hasDatabase ? [ResultDatabase.fileName] : [])
        try OutputDirectory(path: path, claim: claim).probe(names)
    }
}

extension ResultKind { static let all = ResultCatalogue.kinds + LabCatalogue.kinds }
