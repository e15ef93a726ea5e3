import ArgumentParser
import DeviceModel
import Experiments
import Foundation
import Kernel
import Profiles
import Reports
import Show
import Traces

struct DiffCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Compare new results with an earlier one.",
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
        help: "Allowed worsening of a metric, as a share of its earlier mean.",
        transform: share)
    var tolerance = Fraction(0.01)

    @Option(
        help: "Compare only this metric, such as marginal-energy; may be repeated.",
        completion: .metrics)
    var metric: [String] = []

    @OptionGroup var options: CheckOptions

    func validate() throws {
        if tolerance < .zero || tolerance > Fraction(1) {
            throw ValidationError(
                "\(OptionName.tolerance) must be from 0 % to 100 %, not \(tolerance).")
        }
        _ = try metrics
        let repeated = new.indices.first { new[..<$0].contains(new[$0]) }
        if new.isEmpty || repeated != nil {
            throw ValidationError("Name the folder of each new result once, after the earlier.")
        }
    }

    func run() async throws {
        try await reportingFailures {
            let isReplay = Manifest(folder: base)?.command.first == "replay"
            if isReplay { try compareReplays() } else { try compareResults() }
        }
    }

    private var folders: [String] { [base] + new }

    private func compareResults() throws {
        let files = try outputs([Manifest.fileName, "replications.csv", "summary.csv"])
        let old = try result(base)
        let diffs = try new.map { try compared(old, try result($0)) }
        for result in [old] + diffs.map(\.new) where !result.unknownColumns.isEmpty {
            let names = PrintableText.excerpt(result.unknownColumns.joined(separator: ", "))
            talk(
                PrintableText.line(
                    "note: columns of \(result.folder) that are left out: \(names)"))
        }
        if let folder = files.folder {
            try ResultFiles(
                ResultCatalogue.diff, of: diffs, package: "diff",
                manifest: manifest(
                    [.init("scenario", .string(old.scenario))],
                    of: [old.manifestFile] + diffs.map(\.new.manifestFile))
            ).publish(to: folder)
        }
        try files.publish(
            JUnitReport(
                name: old.scenario, properties: properties,
                cases: diffs.flatMap { $0.cases(prefix($0.new.folder)) }),
            BenchmarkEntries(diffs.flatMap { $0.entries(prefix($0.new.folder)) }),
            options.printing.datasets(ResultCatalogue.diff, of: diffs, leading: "diff"),
            DiffText(diffs).screen)
        if diffs.contains(where: \.isWorse) { throw ExitCode(CheckCommand.failed) }
    }

    private func compareReplays() throws {
        guard metric.isEmpty else {
            throw CommandFailure(
                message: "\(OptionName.metric) has no effect on replays",
                advice: "Leave it out: a replay is judged by the energy that its trace causes.",
                exitCode: .usage)
        }
        let files = try outputs([Manifest.fileName, "radios.csv", "hosts.csv"])
        let old = try replay(base)
        let diffs = try new.map { try compared(old, try replay($0)) }
        if let folder = files.folder {
            try ResultFiles(
                ResultCatalogue.replayDiff, of: diffs, package: "diff",
                manifest: manifest(
                    [], of: [old.manifestFile] + diffs.map(\.new.manifestFile))
            ).publish(to: folder)
        }
        try files.publish(
            JUnitReport(
                name: "replay", properties: properties,
                cases: diffs.flatMap { $0.cases(prefix($0.new.folder)) }),
            BenchmarkEntries(diffs.flatMap { $0.entries(prefix($0.new.folder)) }),
            options.printing.datasets(
                ResultCatalogue.replayDiff, of: diffs, leading: "replay-diff"),
            ReplayDiffText(diffs).screen)
        if diffs.contains(where: \.isWorse) { throw ExitCode(CheckCommand.failed) }
    }

    private func prefix(_ folder: String) -> String { new.count > 1 ? "\(folder): " : "" }

    private var properties: [(name: String, value: String)] {
        [
            ("base", base), ("new", new.joined(separator: ", ")), ("version", Version.number),
            ("tolerance", "\(tolerance)"),
        ]
    }

    private func outputs(_ names: [String]) throws -> CheckFiles {
        try options.files(
            for: words, reading: folders.flatMap { folder in names.map { "\(folder)/\($0)" } })
    }

    private func manifest(
        _ settings: [JSONValue.Member], of inputs: [Manifest.File]
    ) -> Manifest {
        Manifest(
            command: words, version: Version.number, seed: 0, settings: settings, inputs: inputs)
    }

    private func result(_ folder: String) throws -> RecordedResult {
        let result = try RecordedResult(folder: folder)
        try ResultIntegrity(of: folder, by: result.manifest)
            .check(reading: ["replications.csv", "summary.csv"])
        return result
    }

    private func replay(_ folder: String) throws -> RecordedReplay {
        let result = try RecordedReplay(folder: folder)
        try ResultIntegrity(of: folder, by: result.manifest)
            .check(reading: ["radios.csv", "hosts.csv"])
        return result
    }

    private func compared(_ old: RecordedResult, _ new: RecordedResult) throws -> ResultDiff {
        let wanted = metric.isEmpty ? nil : try metrics
        do throws(ResultDiffError) {
            return try ResultDiff(
                base: old, new: new, tolerance: tolerance.magnitude, metrics: wanted)
        } catch {
            throw CommandFailure(
                message: error.message(base, new.folder), advice: error.advice,
                exitCode: .badData)
        }
    }

    private func compared(_ old: RecordedReplay, _ new: RecordedReplay) throws -> ReplayDiff {
        do throws(ReplayDiff.MissingRadio) {
            return try ReplayDiff(base: old, new: new, tolerance: tolerance.magnitude)
        } catch {
            throw CommandFailure(
                message: "\(new.folder) has no radio \(error.name), which \(base) has",
                advice: "It has \(error.possible.joined(separator: ", ")).", exitCode: .badData)
        }
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

extension ResultDiffError {
    fileprivate func message(_ base: String, _ new: String) -> String {
        switch self {
        case .otherScenario(let first, let second):
            "\(base) is a result of the scenario \(first), \(new) of \(second)"
        case .otherHorizon(let first, let second):
            "a run of \(base) is \(first) long, one of \(new) \(second)"
        case .missingPolicy(let name, _): "\(new) has no policy \(name), which \(base) has"
        case .missingMetric(let metric, let policy):
            "\(new) has no \(metric.columnName) of \(policy), which \(base) has"
        case .noMetric(let metric, _): "\(base) has no \(metric.rawValue)"
        }
    }

    fileprivate var advice: String {
        switch self {
        case .otherScenario, .otherHorizon:
            "Compare results of one scenario, of runs of one length."
        case .missingPolicy(_, let possible): "It has \(possible.joined(separator: ", "))."
        case .missingMetric: "Name the metrics to compare by --metric, or make the base again."
        case .noMetric(_, let possible):
            "It has \(possible.map(\.rawValue).joined(separator: ", "))."
        }
    }
}
