import ArgumentParser
import Experiments
import Foundation
import Lab
import Profiles
import Reports
import Show

struct ValidateStoppingCommand: AsyncParsableCommand {
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

    @Option(name: .option(.experiments), help: "Experiments, each with its own seed.")
    var experiments: Int = 300

    @Option(name: .option(.truth), help: "Replications that give the truth.")
    var truth: Int = 100_000

    @OptionGroup var threads: JobsOption

    @OptionGroup var reading: ReadingOptions

    @OptionGroup var output: OutputOptions

    @OptionGroup var printing: PrintOptions

    @Option(
        name: .option(.shard),
        help: "Run only the K-th of N parts of the experiments, for tailwatt merge.",
        transform: part)
    var shard: Shard?

    func validate() throws {
        try output.refuseTables(of: shard)
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
            let study = study(of: loaded)
            if let shard {
                return try await output.run(
                    shard, of: CutStoppingStudy(study, for: shard.count), study: "stopping",
                    seed: loaded.scenario.seed, from: loaded.files, words: words,
                    isQuiet: printing.quiet)
            }
            let folder = try output.folder(for: words, reading: loaded.files.map(\.path))
            let rows = try await study.run()
            if let folder { try publish(rows, of: loaded, to: folder) }
            try printing.print(
                StoppingText(rows).screen, LabCatalogue.stopping, of: rows,
                leading: "stopping-coverage")
        }
    }

    func merge(
        _ parts: ReplicationParts, into folder: ([InputFile]) throws -> ResultFolder?
    ) async throws {
        let loaded = try ProfilesFolder.library.loadScenario(scenario)
        try parts.requireSame(loaded.files)
        guard let folder = try folder(loaded.files) else { return }
        let work = CutStoppingStudy(study(of: loaded), for: parts.count)
        try publish(try work.results(parts.reader(of: work)), of: loaded, to: folder)
    }

    private func study(of loaded: LoadedScenario) -> StoppingStudy {
        StoppingStudy(
            loaded.scenario, experiments: experiments, truth: truth, jobs: threads.jobs)
    }

    private func publish(
        _ rows: [StoppingStudy.Row], of loaded: LoadedScenario, to folder: ResultFolder
    ) throws {
        try ResultFiles(
            LabCatalogue.stopping, of: rows, study: "stopping", words: words,
            seed: loaded.scenario.seed
        ).publish(to: folder)
    }

    private var words: [String] {
        ["validate", "stopping", scenario] + OptionName.experiments.words(experiments)
            + OptionName.truth.words(truth)
    }
}
