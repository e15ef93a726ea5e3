import ArgumentParser
import Experiments
import Foundation
import Profiles
import Reports

/// Whether the search for an optimum finds what is there, and says no more than it knows.
struct ValidateOptimumCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "optimum",
        abstract: "How often the answer of optimize holds the true optimum, and its regret.",
        usage: "tailwatt validate optimum [<options>]",
        discussion: """
            Searches curves whose optimum is known (1/x, flat, stepped, U-shaped, with two \
            minima, noisy, with a cliff, with limits) as optimize does, hundreds of times each, \
            and counts how often the values that it names hold the true optimum, and how much \
            worse than that its best is. Writes optimum-study.csv, without --out a table to \
            stdout. The same options give the same bytes.

            Example: tailwatt validate optimum --out results
            """)

    @Option(name: .option(.experiments), help: "Experiments on each curve.")
    var experiments: Int = 200

    @Option(
        name: .option(.seed), help: "Another seed of the random streams: a whole number from 0.")
    var seed: UInt64 = 1

    @OptionGroup var threads: JobsOption

    @OptionGroup var output: OutputOptions

    @OptionGroup var printing: PrintOptions

    func validate() throws {
        if !(10...1_000_000).contains(experiments) {
            throw ValidationError(
                "\(OptionName.experiments) must be from 10 to 1000000, not \(experiments).")
        }
    }

    func run() async throws {
        try await reportingFailures {
            let folder = try output.folder(for: words, reading: [])
            // Any phone will do: nothing is simulated.
            let scenario = try ProfilesFolder.library.loadScenario("keep-alive").scenario
            let curves = try await OptimumStudy(
                scenario, seed: seed, experiments: experiments, jobs: threads.jobs
            ).run()
            if let folder {
                try ResultFiles(
                    ResultCatalogue.optimumStudy, of: curves, study: "optimum", words: words,
                    seed: seed
                ).publish(to: folder)
            }
            try printing.print(
                OptimumStudyText(curves).screen, ResultCatalogue.optimumStudy, of: curves,
                leading: "optimum-study")
        }
    }

    private var words: [String] {
        ["validate", "optimum"] + OptionName.experiments.words(experiments)
            + OptionName.seed.words(seed)
    }
}
