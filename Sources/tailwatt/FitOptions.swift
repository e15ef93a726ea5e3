import ArgumentParser
import Foundation
import Reports
import Show
import Traces

struct FitCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fit",
        abstract: "Infer a radio from measurements: timers, promotions, powers, with intervals.",
        discussion: """
            Prints the fitted values and a fragment of a radio profile, to complete by hand. With \
            --out it writes fit.csv, residuals.csv, datapackage.json and manifest.json. \
            docs/guide/fitting.md describes the methods and their limits.
            """,
        subcommands: [FitProbeCommand.self, FitTransferPowerCommand.self, FitTailCommand.self])
}

struct FitOptions: ParsableArguments {
    @Argument(help: "Measurements: a CSV file with a header.")
    var file: String

    @Option(
        help: "Confidence level of intervals, above 50% and at most 99.9%, such as 95%.",
        transform: { try ShareText.level($0, atMost: 0.999) })
    var confidence = 0.95

    @Flag(help: "Print only the profile fragment.")
    var fragment = false

    @OptionGroup var reading: ReadingOptions

    @OptionGroup var output: OutputOptions

    @OptionGroup var printing: PrintOptions

    /// Reads the file, after checking that the results can be written.
    func read(for command: String) throws -> [UInt8] {
        _ = try output.folder(for: ["fit", command], reading: [file])
        return try LogFile.bytes(of: file)
    }

    var name: String { URL(fileURLWithPath: file).lastPathComponent }

    func publish(
        _ fit: FitOutput, fragment yaml: String, note: String = ""
    ) throws {
        if let folder = try output.folder(for: fit.words, reading: [file]) {
            try ResultFiles(
                ResultCatalogue.fit, of: fit.report, package: "fit-\(fit.kind)",
                manifest: Manifest(
                    command: fit.words, version: Version.number, seed: fit.seed,
                    inputs: [Manifest.File(name: fit.input.name, bytes: fit.input.bytes)])
            ).publish(to: folder)
        }
        if fragment {
            try StandardOutput.write(yaml)
        } else {
            let introduction = "For a radio profile (to complete by docs/guide/fitting.md):"
            try printing.print(
                fit.report.screen.with(
                    notes: note.isEmpty
                        ? "\(OptionName.fragment) prints the part for a radio profile.\n"
                        : note,
                    details: [.words(introduction + "\n"), .verbatim(yaml)]),
                ResultCatalogue.fit, of: fit.report, leading: "fit")
        }
    }
}

struct ResamplingOptions: ParsableArguments {
    @Option(help: "Seed of the resamples behind intervals: a whole number from 0.")
    var seed: UInt64 = 1

    @Option(help: "Number of resamples, from 100 to 100000.")
    var resamples: Int = 1000

    func validate() throws {
        if !(100...100_000).contains(resamples) {
            throw ValidationError(
                "\(OptionName.resamples) must be from 100 to 100000, not \(resamples).")
        }
    }
}

struct FitOutput {
    /// `rrc-probe`, `transfer-power` or `tail`.
    let kind: String
    let words: [String]
    let seed: UInt64
    let input: (name: String, bytes: [UInt8])
    let report: FitReport
}
