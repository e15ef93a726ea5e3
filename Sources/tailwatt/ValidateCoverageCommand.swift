import ArgumentParser
import Experiments
import Foundation
import Profiles
import Reports

/// Synthetic samples → intervals and verdicts → how often they are right.
struct ValidateCoverageCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "coverage",
        abstract: "How often intervals hold the truth, and comparisons find what is there.",
        usage: "tailwatt validate coverage [<options>]",
        discussion: """
            Draws thousands of samples from distributions whose means are known, and counts how \
            often each interval holds them; then hands thousands of synthetic experiments to the \
            comparison of policies, and counts its verdicts. Writes coverage.csv and power.csv, \
            without --out the cells that fall short to stdout. The same options give the same bytes.

            Example: tailwatt validate coverage --out results
            """)

    @Option(
        name: .option(.experiments),
        help: "Samples for each interval that takes long; others have five times as many.")
    var experiments: Int = 2000

    @Option(
        name: .option(.seed), help: "Another seed of the random streams: a whole number from 0.")
    var seed: UInt64 = 1

    @OptionGroup var threads: JobsOption

    @OptionGroup var output: OutputOptions

    @OptionGroup var printing: PrintOptions

    func validate() throws {
        if !(100...1_000_000).contains(experiments) {
            throw ValidationError(
                "\(OptionName.experiments) must be from 100 to 1000000, not \(experiments).")
        }
    }

    func run() async throws {
        try await reportingFailures {
            let folder = try output.folder(for: words, reading: [])
            // Any phone will do: nothing is simulated.
            let scenario = try ProfilesFolder.library.loadScenario("keep-alive").scenario
            let jobs = threads.jobs
            let study = CoverageStudy(seed: seed, experiments: experiments, jobs: jobs)
            let coverage = await study.run()
            let power = try await PowerStudy(scenario, experiments: experiments, jobs: jobs).run()
            if let folder {
                try ResultFiles(
                    ResultCatalogue.coverage, of: CoverageFiles(coverage, power), study: "coverage",
                    words: words, seed: seed
                ).publish(to: folder)
            }
            try printing.print(
                CoverageText(coverage, power).screen, ResultCatalogue.coverage,
                of: CoverageFiles(coverage, power),
                leading: "coverage")
        }
    }

    private var words: [String] {
        ["validate", "coverage"] + OptionName.experiments.words(experiments)
            + OptionName.seed.words(seed)
    }
}
