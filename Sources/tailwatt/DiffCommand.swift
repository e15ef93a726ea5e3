import ArgumentParser
import DeviceModel
import Experiments
import Foundation
import Profiles
import Quantities
import Reports
import Traces

/// Two folders of results → pairs of replications → what differs → passed or failed.
struct DiffCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "How a new result of a comparison differs from an earlier one.",
        discussion: """
            Compares two folders that compare --out wrote, policy by policy and metric by metric: \
            in pairs of replications where both have the same seed, else as independent samples. \
            Prints what is shown to differ, and nothing where all values are the same. With \
            --out it writes diff.csv, datapackage.json and manifest.json.

            Exit codes: 0 passed, 1 failed (a metric is shown to have got worse by more than the \
            tolerance), 64 wrong usage, 65 bad data in a file, 66 no such folder.

            Example: tailwatt diff base new --tolerance 1%
            """)

    @Argument(help: "The folder of the earlier result.")
    var base: String

    @Argument(help: "The folder of the new result.")
    var new: String

    @Option(
        name: .option(.tolerance),
        help: "By how much a metric may get worse, as a share of its earlier mean.",
        transform: share)
    var tolerance = Fraction(0.01)

    @Option(
        name: .option(.metric), help: "Only this metric, as in marginal-energy; may be repeated.",
        completion: .metrics)
    var metric: [String] = []

    @OptionGroup var options: CheckOptions

    func validate() throws {
        if tolerance < .zero || tolerance > Fraction(1) {
            throw ValidationError(
                "\(OptionName.tolerance) must be from 0 % to 100 %, not \(tolerance).")
        }
        _ = try metrics
    }

    func run() async throws {
        try await reportingFailures {
            let names = [Manifest.fileName, "replications.csv", "summary.csv"]
            let files = try options.files(
                for: words,
                reading: [base, new].flatMap { folder in names.map { "\(folder)/\($0)" } })
            let diff = try compared()
            if let folder = files.folder {
                let inputs = [base, new].map { folder in
                    Manifest.File(
                        name: "\(folder)/\(Manifest.fileName)",
                        bytes: [UInt8](Manifest.data(of: folder) ?? Data()))
                }
                try ResultFiles(
                    ResultCatalogue.diff, of: diff, package: "diff",
                    manifest: Manifest(
                        command: words, version: Version.number, seed: 0,
                        settings: [.init("scenario", .string(diff.base.scenario))], inputs: inputs)
                ).publish(to: folder)
            }
            for result in [diff.base, diff.new] where !result.unknownColumns.isEmpty {
                let names = PrintableText.excerpt(
                    result.unknownColumns.joined(separator: ", "))
                talk(
                    PrintableText.line(
                        "note: \(result.folder) has columns that are left out: \(names)"))
            }
            try files.publish(
                diff.junit([
                    ("base", base), ("new", new), ("version", Version.number),
                    ("tolerance", "\(tolerance)"),
                ]), diff.benchmarks,
                options.printing.datasets(ResultCatalogue.diff, of: diff, leading: "diff"),
                DiffText(diff).screen)
            if diff.isWorse { throw ExitCode(CheckCommand.failed) }
        }
    }

    private func compared() throws -> ResultDiff {
        let results = (try RecordedResult(folder: base), try RecordedResult(folder: new))
        for result in [results.0, results.1] {
            try ResultIntegrity(of: result.folder, by: result.manifest)
                .check(reading: ["replications.csv", "summary.csv"])
        }
        let wanted = metric.isEmpty ? nil : try metrics
        do throws(ResultDiffError) {
            return try ResultDiff(
                base: results.0, new: results.1, tolerance: tolerance.magnitude,
                metrics: wanted)
        } catch {
            throw CommandFailure(
                message: error.message(base, new), advice: error.advice, exitCode: .badData)
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

    private var words: [String] {
        ["diff", base, new] + OptionName.tolerance.words(tolerance)
            + metric.flatMap { OptionName.metric.words($0) }
    }
}

extension ResultDiffError {
    /// What was found in two folders.
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

    /// What is possible instead.
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
