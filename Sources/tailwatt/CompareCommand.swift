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
        abstract: "Compare a scenario's policies: difference in drain, with its interval.",
        discussion: """
            Simulates every policy in the same worlds until the mean energy is as precise as the \
            scenario asks for. Prints the cost of the policies, their differences from the \
            baseline, and the service that the energy buys.

            With --out it writes summary.csv, comparison.csv, replications.csv, residence.csv, \
            causes.csv, answer.csv, datapackage.json and manifest.json. Some scenarios add files: \
            events.csv (something can be missed or lost), durations.csv (something takes time or \
            ages), errands.csv (apps of rules), antithetic.csv (antithetic pairs), apps.csv \
            (several apps on one phone). With --uncertain it writes uncertainty.csv, tornado.csv, \
            tornado.svg and, with --sobol, sobol.csv instead. Interrupted by Ctrl-C, it reports \
            the completed replications and exits with 130. All intervals have 95 % confidence.

            --radio also takes a kind of radio (umts, lte, 5g, wifi) or several names, separated \
            by commas: it runs all of them in the same worlds, shows their spread and explains it. \
            The scenario's own radio is one of its kind. With --out it then writes family.csv.

            With --shard K/N it simulates the K-th of N parts of all replications that the plan \
            allows, and keeps them in --out for tailwatt merge.

            Example: tailwatt compare keep-alive --radio wifi-psm --out results
            """)

    @OptionGroup var options: ScenarioOptions

    @OptionGroup var sampling: SamplingOptions

    @OptionGroup var printing: PrintOptions

    @OptionGroup var uncertainty: UncertaintyOptions

    @Option(
        help: "Equivalence margin as a share of the baseline, instead of 2%.",
        transform: share)
    var equivalence: Fraction?

    @Option(help: Shard.help(for: "replications"), transform: part)
    var shard: Shard?

    var output: OutputOptions { options.output }

    func validate() throws {
        try options.output.refuseTables(of: shard)
        if shard != nil, uncertainty.isWanted || options.radio.map(RadioNames.isSeveral) ?? false {
            throw ValidationError(
                "\(OptionName.shard) needs a single radio, and excludes \(OptionName.uncertain).")
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
                "\(name) has no meaning with --uncertain, which takes --draws and --replications.")
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
