import ArgumentParser
import Experiments
import Kernel
import Profiles
import Reports
import Show
import Studies

struct CompareCommand: CutCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare",
        abstract: "Compare a scenario's policies: the difference in drain, with its interval.",
        discussion: """
            Simulates every policy in the same worlds until the mean energy is known as precisely \
            as the scenario asks for, and prints what they cost, how they differ from the \
            baseline, and what the energy bought. With --out it writes summary.csv, \
            comparison.csv, replications.csv, residence.csv, causes.csv, where something can be \
            missed or lost events.csv, where something takes time or grows old durations.csv, for \
            apps of rules errands.csv, in antithetic pairs antithetic.csv, for several apps on one \
            phone apps.csv, answer.csv, datapackage.json and manifest.json. With --uncertain it \
            writes uncertainty.csv, tornado.csv, tornado.svg and, with --sobol, sobol.csv instead. \
            Interrupted by Ctrl-C it reports the replications that were done, and exits with 130. \
            Every interval is one of 95 %.

            --radio also takes a kind of radio (umts, lte, 5g, wifi), or several names with commas \
            between: every one of them is run in the same worlds, the spread is shown, and why. \
            The scenario's own radio is one of its kind. With --out it writes family.csv then.

            With --shard K/N it simulates the K-th of N parts of the replications, all that the \
            plan allows, and keeps them in --out for tailwatt merge.

            Example: tailwatt compare keep-alive --radio wifi-psm --out results
            """)

    @OptionGroup var options: ScenarioOptions

    @OptionGroup var sampling: SamplingOptions

    @OptionGroup var printing: PrintOptions

    @OptionGroup var uncertainty: UncertaintyOptions

    @Option(
        help: "A difference below this share of the baseline counts as none, in place of 2%.",
        transform: share)
    var equivalence: Fraction?

    @Option(help: Shard.help(for: "replications"), transform: part)
    var shard: Shard?

    var output: OutputOptions { options.output }

    func validate() throws {
        try options.output.refuseTables(of: shard)
        if shard != nil, uncertainty.isWanted || options.radio.map(RadioNames.isSeveral) ?? false {
            throw ValidationError(
                "\(OptionName.shard) goes with one radio and without \(OptionName.uncertain).")
        }
        if let equivalence, equivalence <= .zero || equivalence >= Fraction(1) {
            throw ValidationError("\(OptionName.equivalence) must be above 0 % and below 100 %.")
        }
        let unused = [
            (OptionName.precision.flag, sampling.precision),
            (OptionName.pairedPrecision.flag, sampling.pairedPrecision),
            (OptionName.equivalence.flag, equivalence),
        ]
        guard uncertainty.isWanted else { return }
        if options.radio.map({ RadioNames.isSeveral($0) }) ?? false {
            throw ValidationError(
                "\(OptionName.radio) names several radios, which --uncertain does not compare: "
                    + "write \(OptionName.uncertainRadio) with their names to draw one of them.")
        }
        try sampling.refuseAntitheticPairs("--uncertain draws all replications independently")
        if let (name, _) = unused.first(where: { $0.1 != nil }) {
            throw ValidationError(
                "\(name) does not go with --uncertain, which takes --draws and --replications.")
        }
    }

    func changes(_ loaded: LoadedScenario) -> String {
        ReplacedNote(loaded, options.set).text
    }

    func run() async throws {
        if let family = try options.radios() { return try await runFamily(family) }
        if uncertainty.isWanted { return try await runUncertain() }
        try await runCourse()
    }

    func course() throws -> CutCourse<CutExperiments, ExperimentResult> {
        let loaded = try options.load(sampling: sampling, equivalence: equivalence)
        let experiment = Experiment(loaded.scenario, jobs: sampling.jobs)
        return CutCourse(
            of: loaded, cut: { CutExperiments([experiment], for: $0) },
            run: {
                let result = try await printing.run(
                    experiment, with: try variants(of: loaded.scenario))
                if result.replicationCount > 0 { return result }
                throw Interruption.ended("interrupted before the first replications were done")
            },
            whole: { work, piece in
                let result = try await work.results(piece)[0]
                return await result.with(try variants(of: loaded.scenario), jobs: sampling.jobs)
            },
            result: { result in
                ResultFiles(
                    ResultCatalogue.comparison, of: ComparisonFiles(result), loaded, words: words,
                    replications: .count(result.replicationCount), changes: changes(loaded))
            },
            show: { result in
                let hint = printing.showsHints ? options.familyHint(loaded) : ""
                try printing.print(
                    ComparisonText(result, changes: changes(loaded)).screen
                        .with(AssumptionNote(loaded)).with(hint: hint),
                    ResultCatalogue.comparison, of: ComparisonFiles(result), leading: "summary")
                if result.end == .interrupted { throw ExitCode(Interruption.exitCode) }
            })
    }

    /// The variants of the answer that use other values; shards do not simulate them.
    private func variants(of scenario: Scenario) throws -> [AnswerVariant] {
        let overrides = options.overrides(sampling: sampling, equivalence: equivalence)
        let isOwn =
            [options.radio, options.device, options.system, options.wiFiRadio] == [
                nil, nil, nil, nil,
            ]
            && options.set.isEmpty
        return try scenario.variants(
            from: EditedScenario(options.scenario, overrides, in: try ProfilesFolder.library),
            isOwn: isOwn)
    }
}
