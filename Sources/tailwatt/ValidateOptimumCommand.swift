import ArgumentParser
import Experiments
import Foundation
import Lab
import Profiles
import Reports
import Show

struct ValidateOptimumCommand: StudyCommand {
    static let configuration = CommandConfiguration(
        commandName: "optimum",
        abstract: "Measure how often optimize finds the true optimum, and its regret.",
        usage: "tailwatt validate optimum [<options>]",
        discussion: """
            Searches curves with a known optimum (1/x, flat, stepped, U-shaped, with two minima, \
            noisy, with a cliff, with limits) as optimize does, hundreds of times each. Counts how \
            often the values that it names hold the true optimum, and how much worse its best \
            value is. Writes optimum-study.csv, or without --out prints a table. The same options \
            give the same bytes.

            With --shard K/N it does the K-th of N parts, and keeps it in --out for tailwatt \
            merge.

            Example: tailwatt validate optimum --out results
            """)

    @Option(help: "Experiments on each curve.")
    var experiments: Int = 200

    @Option(help: "Seed of the random streams: a whole number from 0.")
    var seed: UInt64 = 1

    @OptionGroup var threads: JobsOption

    @OptionGroup var options: StudyOptions

    func validate() throws {
        try OptionName.experiments.require(experiments, in: 10...1_000_000)
    }

    func course() throws -> CutCourse<CutOptimumStudy, [OptimumStudy.CurveTrials]> {
        // Any phone will do: nothing is simulated.
        let scenario = try ProfilesFolder.library.loadScenario("keep-alive").scenario
        let study = OptimumStudy(
            scenario, seed: seed, experiments: experiments, jobs: threads.jobs)
        return course(
            LabCatalogue.optimumStudy, leading: "optimum-study", seed: seed,
            cut: { CutOptimumStudy(study, for: $0) }, run: { try await study.run() },
            whole: { try $0.results($1) }, screen: { OptimumStudyText($0).screen })
    }
}
