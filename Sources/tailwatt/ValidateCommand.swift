import Foundation
import Lab

struct ValidateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "validate",
        abstract: "Test the program where the truth is known: published results, statistics.",
        subcommands: [
            ValidatePublishedCommand.self, ValidateFreezeCommand.self, ValidateRevealCommand.self,
            ValidateCoverageCommand.self, ValidateStoppingCommand.self, ValidateOptimumCommand.self,
        ])
}

struct ValidatePublishedCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "published",
        abstract: "Reproduce the published results that tailwatt claims, and list misses.",
        usage: "tailwatt validate published [<options>]",
        discussion: """
            Computes each published result of the shipped table from the shipped profiles, and \
            compares it within the stated bound. Prints the skill against a constant, by class, \
            grade and kind of figure; results that miss stay in the table. Writes validation.csv \
            and skill.csv, or without --out prints a table. A table of your own has the same \
            columns: result, class and because; for a comparison also published, bound or grade, \
            because_inputs, measure and with. --measures lists the measures.

            Example: tailwatt validate published --only X55
            """)

    @Option(help: "Table of your own results (CSV), added after the shipped ones.")
    var add: String?

    @Option(help: "Only results with this text in their ids, source or words, in any case.")
    var only: String?

    @Flag(help: "List the measures that a table can name.")
    var measures = false

    @OptionGroup var reading: ReadingOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var printing: PrintOptions

    func run() async throws {
        if measures {
            let list = PublishedStudy.measures
            return try printing.print(MeasureText.screen(list), [MeasureText.dataset(list)])
        }
        let words = words(below: "validate")
        let library = try ProfilesFolder.library
        let shipped = "\(library.root)/published/\(PublishedStudy.fileName)"
        let own = add.map { [(path: $0, label: $0)] } ?? []
        let sources = [(path: shipped, label: PublishedStudy.label)] + own
        let folder = try output.folder(for: words, reading: sources.map(\.path))
        var rows: [PublishedRow] = []
        var tables: [Manifest.File] = []
        for (path, label) in sources {
            let bytes = try LogFile.bytes(of: path)
            rows += try PublishedRows(path: path, bytes: bytes).rows
            tables.append(Manifest.File(name: label, bytes: bytes))
        }
        let chosen = try entries(rows, with: only, "published result") {
            "\($0.ids)\n\($0.source)\n\($0.result)"
        }
        let study = try PublishedStudy(chosen, library: library)
        let progress = Progress(atMost: study.count, isQuiet: printing.quiet)
        let results = try study.run { progress.show($0, of: "results") }
        progress.clear()
        try folder?.publish(
            ResultFiles(
                LabCatalogue.published, of: results, package: "validate-published",
                manifest: Manifest(
                    command: words, version: Version.number, seed: 1,
                    inputs: tables + study.files.map(\.manifestFile))))
        try printing.print(
            PublishedText(results).screen, LabCatalogue.published, of: results,
            leading: "validation")
    }
}

struct ValidateFreezeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "freeze",
        abstract: "Predict figures before they are known; write what the predictions rest on.",
        usage: "tailwatt validate freeze <rows> > frozen.csv")

    @Argument(help: "Table of results (CSV), with published empty.") var rows: String
    @OptionGroup var reading: ReadingOptions

    func run() throws {
        let library = try ProfilesFolder.library
        let frozen = try FrozenPredictions(rows: rows, version: Version.number, library: library)
        try StandardOutput.write(frozen.csv)
    }
}

struct ValidateRevealCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reveal",
        abstract: "Score frozen predictions; refuse if the program or a profile has changed.",
        usage: "tailwatt validate reveal <frozen> <rows>")

    @Argument(help: "File that validate freeze printed.") var frozen: String
    @Argument(help: "The table of results (CSV), with published filled in.") var rows: String
    @OptionGroup var reading: ReadingOptions
    @OptionGroup var printing: PrintOptions

    func run() throws {
        let results = try FrozenPredictions.reveal(
            frozen, rows: rows, version: Version.number, library: ProfilesFolder.library)
        try printing.print(
            PublishedText(results).screen, LabCatalogue.published, of: results,
            leading: "validation")
    }
}

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

    func validate() throws { try OptionName.experiments.require(experiments, in: 100...1_000_000) }

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

    func validate() throws { try OptionName.experiments.require(experiments, in: 10...1_000_000) }

    func course() throws -> CutCourse<CutOptimumStudy, [OptimumStudy.CurveTrials]> {
        // Any phone will do: nothing is simulated.
        let scenario = try ProfilesFolder.library.loadScenario("keep-alive").scenario
        let study = OptimumStudy(scenario, seed: seed, experiments: experiments, jobs: threads.jobs)
        return course(
            LabCatalogue.optimumStudy, leading: "optimum-study", seed: seed,
            cut: { CutOptimumStudy(study, for: $0) }, run: { try await study.run() },
            whole: { try $0.results($1) }, screen: { OptimumStudyText($0).screen })
    }
}

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
