import ArgumentParser
import Experiments
import Foundation
import Lab
import Profiles
import Reports
import Show

struct ValidateCoverageCommand: StudyCommand {
    static let configuration = CommandConfiguration(
        commandName: "coverage",
        abstract: "Measure how often intervals hold the truth, and comparisons find a difference.",
        usage: "tailwatt validate coverage [<options>]",
        discussion: """
            Draws thousands of samples from distributions with known means, and counts how often \
            each interval holds them. Then compares the policies of thousands of synthetic \
            experiments, and counts the verdicts. Writes coverage.csv and power.csv, or without \
            --out prints the cells that fall short. The same options give the same bytes.

            With --shard K/N it does the K-th of N parts, and keeps it in --out for tailwatt \
            merge.

            Example: tailwatt validate coverage --out results
            """)

    @Option(help: "Samples for each slow interval; others have five times as many.")
    var experiments: Int = 2000

    @Option(help: "Seed of the random streams: a whole number from 0.")
    var seed: UInt64 = 1

    @OptionGroup var threads: JobsOption

    @OptionGroup var options: StudyOptions

    func validate() throws {
        try OptionName.experiments.require(experiments, in: 100...1_000_000)
    }

    func course() throws -> CutCourse<CutCoverage, CoverageFiles> {
        // Any phone will do: nothing is simulated.
        let scenario = try ProfilesFolder.library.loadScenario("keep-alive").scenario
        let jobs = threads.jobs
        let intervals = CoverageStudy(seed: seed, experiments: experiments, jobs: jobs)
        let verdicts = try PowerStudy(scenario, experiments: experiments, jobs: jobs)
        return course(
            LabCatalogue.coverage, leading: "coverage", seed: seed,
            cut: { _ in CutCoverage(intervals, verdicts) },
            run: { CoverageFiles(await intervals.run(), await verdicts.run()) },
            whole: { work, piece in
                let (coverage, power) = try work.results(piece)
                return CoverageFiles(coverage, power)
            }, screen: { CoverageText($0.coverage, $0.power).screen })
    }
}
