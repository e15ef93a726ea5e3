import ArgumentParser
import Experiments
import Foundation
import Profiles
import Reports

/// Whole experiments, each ended by the stopping rule → how often their intervals are right.
struct ValidateStoppingCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stopping",
        abstract: "How often the intervals of whole experiments hold the truth.",
        usage: "tailwatt validate stopping [<options>] [<scenario>]",
        discussion: """
            Simulates a scenario with many seeds, as its replication plan says, and counts how \
            often each interval that is printed as one of 95 % holds the mean of very many \
            replications. Writes stopping-coverage.csv; to stdout what falls short, and what has \
            no interval in every experiment. The same options give the same bytes.

            Example: tailwatt validate stopping keep-alive --out results
            """)

    @Argument(help: "A shipped scenario's name or the path of a scenario file.")
    var scenario: String = "keep-alive"

    @Option(name: .option(.experiments), help: "Experiments, each with a seed of its own.")
    var experiments: Int = 300

    @Option(name: .option(.truth), help: "Replications that the truth is made of.")
    var truth: Int = 100_000

    @OptionGroup var threads: JobsOption

    @OptionGroup var output: OutputOptions

    @OptionGroup var printing: PrintOptions

    func validate() throws {
        if !(1...100_000).contains(experiments) {
            throw ValidationError(
                "\(OptionName.experiments) must be from 1 to 100000, not \(experiments).")
        }
        if !(2...100_000_000).contains(truth) {
            throw ValidationError("\(OptionName.truth) must be from 2 to 100000000, not \(truth).")
        }
    }

    func run() async throws {
        try await reportingFailures {
            let loaded = try ProfilesFolder.library.loadScenario(scenario)
            let folder = try output.folder(for: words, reading: loaded.files.map(\.path))
            let rows = await StoppingStudy(
                loaded.scenario, experiments: experiments, truth: truth, jobs: threads.jobs
            ).run()
            if let folder {
                try ResultFiles(
                    ResultCatalogue.stopping, of: rows, study: "stopping", words: words,
                    seed: loaded.scenario.seed
                ).publish(to: folder)
            }
            try printing.print(
                StoppingText(rows).screen, ResultCatalogue.stopping, of: rows,
                leading: "stopping-coverage")
        }
    }

    private var words: [String] {
        ["validate", "stopping", scenario] + OptionName.experiments.words(experiments)
            + OptionName.truth.words(truth)
    }
}
