import Foundation

struct DiffCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff", abstract: "Compare new results with an earlier one.",
        discussion: """
            Compares folders that compare --out wrote, by policy and metric: in pairs of \
            replications if both have the same seed, otherwise as independent samples; or folders \
            that replay --out wrote, by radio. Each new result is compared with the earlier one. \
            Prints the differences, or nothing if all values are equal. With --out it writes \
            diff.csv, or replay-diff.csv and host-diff.csv; also datapackage.json and \
            manifest.json.

            Exit codes: 0 passed, 1 failed (a metric is shown to be worse by more than the \
            tolerance, or a trace causes more by that), 64 wrong usage, 65 bad data in a file, 66 \
            no such folder.

            Example: tailwatt diff base new --tolerance 1%
            """)

    @Argument(help: "Folder of the earlier result.")
    var base: String

    @Argument(help: "Folder of a new result; may be repeated.")
    var new: [String]

    @Option(
        help: "Allowed worsening of a metric, as a share of its earlier mean.", transform: quantity)
    var tolerance = Fraction(0.01)

    @Option(
        help: "Compare only this metric, such as marginal-energy; may be repeated.",
        completion: .metrics)
    var metric: [String] = []

    @OptionGroup var options: CheckOptions

    func validate() throws {
        try refuse(
            tolerance < .zero || tolerance > Fraction(1),
            "\(OptionName.tolerance) must be from 0 % to 100 %, not \(tolerance).")
        _ = try metrics
        let repeated = new.indices.first { new[..<$0].contains(new[$0]) }
        if new.isEmpty || repeated != nil {
            throw ValidationError("Name the folder of each new result once, after the earlier.")
        }
    }

    func run() async throws {
        let tolerance = tolerance.magnitude
        guard Manifest(folder: base)?.command.first == "replay" else {
            let wanted = metric.isEmpty ? nil : try metrics
            return try compare(
                ResultCatalogue.diff, leading: "diff",
                reading: ["replications.csv", "summary.csv"], RecordedResult.init(folder:),
                about: { (name: $0.scenario, [.init("scenario", .string($0.scenario))]) },
                { try ResultDiff(base: $0, new: $1, tolerance: tolerance, metrics: wanted) },
                screen: \.screen)
        }
        guard metric.isEmpty else {
            throw CommandFailure(
                message: "\(OptionName.metric) has no effect on replays",
                advice: "Leave it out: a replay is judged by the energy that its trace causes.",
                exitCode: .usage)
        }
        try compare(
            ResultCatalogue.replayDiff, leading: "replay-diff",
            reading: ["radios.csv", "hosts.csv"], RecordedReplay.init(folder:),
            about: { _ in (name: "replay", []) },
            { try ReplayDiff(base: $0, new: $1, tolerance: tolerance) }, screen: \.screen)
    }

    /// - `tables`: The files of each folder that are compared.
    /// - `about`: The report's name and the manifest's settings, from the earlier result.
    private func compare<Diff: FolderDiff>(
        _ catalogue: [ResultFile<[Diff]>], leading: String, reading tables: [String],
        _ read: (String) throws -> Diff.Recorded,
        about: (Diff.Recorded) -> (name: String, settings: [JSONValue.Member]),
        _ compared: (Diff.Recorded, Diff.Recorded) throws -> Diff, screen: ([Diff]) -> Screen?
    ) throws {
        let files = try options.files(
            for: words,
            reading: ([base] + new).flatMap { folder in
                ([Manifest.fileName] + tables).map { "\(folder)/\($0)" }
            })
        func recorded(_ folder: String) throws -> Diff.Recorded {
            let result = try read(folder)
            try ResultIntegrity(of: folder, by: result.manifest).check(reading: tables)
            return result
        }
        let old = try recorded(base)
        let diffs = try new.map { try compared(old, try recorded($0)) }
        for result in [old] + diffs.map(\.new) where !result.unknownColumns.isEmpty {
            let names = PrintableText.excerpt(result.unknownColumns.joined(separator: ", "))
            talk(
                PrintableText.line("note: columns of \(result.folder) that are left out: \(names)"))
        }
        func prefix(_ diff: Diff) -> String { new.count > 1 ? "\(diff.new.folder): " : "" }
        let (name, settings) = about(old)
        try files.publish(
            ResultFiles(
                catalogue, of: diffs, package: "diff",
                manifest: Manifest(
                    command: words, version: Version.number, seed: 0, settings: settings,
                    inputs: [old.manifestFile] + diffs.map(\.new.manifestFile))),
            catalogue, of: diffs, leading: leading,
            JUnitReport(
                name: name,
                properties: [
                    ("base", base), ("new", new.joined(separator: ", ")),
                    ("version", Version.number), ("tolerance", "\(tolerance)"),
                ], cases: diffs.flatMap { $0.cases(prefix($0)) }),
            BenchmarkEntries(diffs.flatMap { $0.entries(prefix($0)) }), screen(diffs),
            passes: !diffs.contains(where: \.isWorse))
    }

    private var metrics: [Metric] {
        get throws {
            try metric.map { word in
                if let metric = Metric(rawValue: word) { return metric }
                throw ValidationError(
                    "There is no metric \"\(word)\"; tailwatt columns lists them."
                        + Spelling.guess(for: word, in: Metric.allCases.map(\.rawValue)))
            }
        }
    }
}

private protocol RecordedFolder {
    var folder: String { get }
    var manifest: Manifest { get }
    var manifestFile: Manifest.File { get }
    var unknownColumns: [String] { get }
}

extension RecordedResult: RecordedFolder {}
extension RecordedReplay: RecordedFolder { fileprivate var unknownColumns: [String] { [] } }

private protocol FolderDiff {
    associatedtype Recorded: RecordedFolder

    var new: Recorded { get }
    var isWorse: Bool { get }
    func cases(_ name: String) -> [JUnitReport.Case]
    func entries(_ name: String) -> [BenchmarkEntries.Entry]
}

extension ResultDiff: FolderDiff {}
extension ReplayDiff: FolderDiff {}
