import ArgumentParser
import Experiments
import Foundation
import Lab
import Profiles
import Reports
import Show

struct ValidateOptimumCommand: AsyncParsableCommand {
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

    @Option(name: .option(.experiments), help: "Experiments on each curve.")
    var experiments: Int = 200

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
        if !(10...1_000_000).contains(experiments) {
            throw ValidationError(
                "\(OptionName.experiments) must be from 10 to 1000000, not \(experiments).")
        }
    }

    func run() async throws {
        try await reportingFailures {
            let study = try study()
            if let shard {
                return try await output.run(
                    shard, of: CutOptimumStudy(study, for: shard.count), study: "optimum",
                    seed: seed, words: words, isQuiet: printing.quiet)
            }
            let folder = try output.folder(for: words, reading: [])
            let curves = try await study.run()
            if let folder { try publish(curves, to: folder) }
            try printing.print(
                OptimumStudyText(curves).screen, LabCatalogue.optimumStudy, of: curves,
                leading: "optimum-study")
        }
    }

    func merge(
        _ parts: ReplicationParts, into folder: ([InputFile]) throws -> ResultFolder?
    ) async throws {
        guard let folder = try folder([]) else { return }
        let work = CutOptimumStudy(try study(), for: parts.count)
        try publish(try work.results(parts.reader(of: work)), to: folder)
    }

    private func study() throws -> OptimumStudy {
        // Any phone will do: nothing is simulated.
        let scenario = try ProfilesFolder.library.loadScenario("keep-alive").scenario
        return OptimumStudy(scenario, seed: seed, experiments: experiments, jobs: threads.jobs)
    }

    private func publish(_ curves: [OptimumStudy.CurveTrials], to folder: ResultFolder) throws {
        try ResultFiles(
            LabCatalogue.optimumStudy, of: curves, study: "optimum", words: words, seed: seed
        ).publish(to: folder)
    }

    private var words: [String] {
        ["validate", "optimum"] + OptionName.experiments.words(experiments)
            + OptionName.seed.words(seed)
    }
}
