import ArgumentParser
import Experiments
import Foundation
import Lab
import Profiles
import Reports
import Show

struct ValidateCoverageCommand: AsyncParsableCommand {
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

    @Option(
        name: .option(.experiments),
        help: "Samples for each slow interval; others have five times as many.")
    var experiments: Int = 2000

    @Option(
        name: .option(.seed), help: "Seed of the random streams: a whole number from 0.")
    var seed: UInt64 = 1

    @OptionGroup var threads: JobsOption

    @OptionGroup var output: OutputOptions

    @OptionGroup var printing: PrintOptions

    @Option(
        name: .option(.shard),
        help: "Run only the K-th of N parts of the experiments, for tailwatt merge.",
        transform: part)
    var shard: Shard?

    func validate() throws {
        try output.refuseTables(of: shard)
        if !(100...1_000_000).contains(experiments) {
            throw ValidationError(
                "\(OptionName.experiments) must be from 100 to 1000000, not \(experiments).")
        }
    }

    func run() async throws {
        try await reportingFailures {
            let (intervals, verdicts) = try studies()
            if let shard {
                return try await output.run(
                    shard, of: CutCoverage(intervals, verdicts), study: "coverage", seed: seed,
                    words: words, isQuiet: printing.quiet)
            }
            let folder = try output.folder(for: words, reading: [])
            let (coverage, power) = (await intervals.run(), await verdicts.run())
            if let folder { try publish(CoverageFiles(coverage, power), to: folder) }
            try printing.print(
                CoverageText(coverage, power).screen, LabCatalogue.coverage,
                of: CoverageFiles(coverage, power),
                leading: "coverage")
        }
    }

    func merge(
        _ parts: ReplicationParts, into folder: ([InputFile]) throws -> ResultFolder?
    ) async throws {
        guard let folder = try folder([]) else { return }
        let (intervals, verdicts) = try studies()
        let work = CutCoverage(intervals, verdicts)
        let (coverage, power) = try work.results(parts.reader(of: work))
        try publish(CoverageFiles(coverage, power), to: folder)
    }

    private func studies() throws -> (CoverageStudy, PowerStudy) {
        // Any phone will do: nothing is simulated.
        let scenario = try ProfilesFolder.library.loadScenario("keep-alive").scenario
        let jobs = threads.jobs
        return (
            CoverageStudy(seed: seed, experiments: experiments, jobs: jobs),
            try PowerStudy(scenario, experiments: experiments, jobs: jobs)
        )
    }

    private func publish(_ files: CoverageFiles, to folder: ResultFolder) throws {
        try ResultFiles(
            LabCatalogue.coverage, of: files, study: "coverage", words: words, seed: seed
        ).publish(to: folder)
    }

    private var words: [String] {
        ["validate", "coverage"] + OptionName.experiments.words(experiments)
            + OptionName.seed.words(seed)
    }
}
