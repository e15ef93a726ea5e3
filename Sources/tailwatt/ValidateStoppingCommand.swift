import ArgumentParser
import Experiments
import Foundation
import Lab
import Profiles
import Reports
import Show

struct ValidateStoppingCommand: StudyCommand {
    static let configuration = CommandConfiguration(
        commandName: "stopping",
        abstract: "Measure how often the intervals of whole experiments hold the truth.",
        usage: "tailwatt validate stopping [<options>] [<scenario>]",
        discussion: """
            Simulates a scenario with many seeds, by its replication plan, and counts how often \
            each printed 95 % interval holds the mean of very many replications. Writes \
            stopping-coverage.csv, and prints the intervals that fall short and those that some \
            experiment lacks. The same options give the same bytes.

            With --shard K/N it does the K-th of N parts, and keeps it in --out for tailwatt \
            merge.

            Example: tailwatt validate stopping keep-alive --out results
            """)

    @Argument(help: "Shipped scenario, or the path of a scenario file.")
    var scenario: String = "keep-alive"

    @Option(help: "Experiments, each with its own seed.")
    var experiments: Int = 300

    @Option(help: "Replications that give the truth.")
    var truth: Int = 100_000

    @OptionGroup var threads: JobsOption

    @OptionGroup var reading: ReadingOptions

    @OptionGroup var options: StudyOptions

    func validate() throws {
        try OptionName.experiments.require(experiments, in: 1...100_000)
        try OptionName.truth.require(truth, in: 2...100_000_000)
    }

    func course() throws -> CutCourse<CutStoppingStudy, [StoppingStudy.Row]> {
        let loaded = try ProfilesFolder.library.loadScenario(scenario)
        let study = StoppingStudy(
            loaded.scenario, experiments: experiments, truth: truth, jobs: threads.jobs)
        return course(
            LabCatalogue.stopping, leading: "stopping-coverage", seed: loaded.scenario.seed,
            files: loaded.files, cut: { CutStoppingStudy(study, for: $0) },
            run: { try await study.run() }, whole: { try $0.results($1) },
            screen: { StoppingText($0).screen })
    }
}
