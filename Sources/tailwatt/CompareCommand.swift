import Foundation

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
        help: "Equivalence margin as a share of the baseline, instead of 2%.", transform: quantity)
    var equivalence: Fraction?

    @OptionGroup var sharding: ShardOptions

    var shard: Shard? { sharding.part }
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
        try refuse(
            options.radio.map({ RadioNames.isSeveral($0) }) ?? false,
            "\(OptionName.radio) names several radios, which --uncertain does not compare: "
                + "write \(OptionName.uncertainRadio) with their names to draw one of them.")
        try sampling.refuseAntitheticPairs("--uncertain draws all replications independently")
        if let (name, _) = unused.first(where: { $0.1 != nil }) {
            throw ValidationError(
                "\(name) has no meaning with --uncertain, which takes --draws and --replications.")
        }
    }

    func changes(_ loaded: LoadedScenario) -> String { loaded.replacedNote(options.phone.set) }

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
                        .with(assumptionsOf: loaded.files).with(hint: hint),
                    ResultCatalogue.comparison, of: ComparisonFiles(result), leading: "summary")
                if result.end == .interrupted { throw ExitCode(Interruption.exitCode) }
            })
    }

    /// The variants of the answer that use other values; shards do not simulate them.
    private func variants(of scenario: Scenario) throws -> [AnswerVariant] {
        let overrides = options.overrides(sampling: sampling, equivalence: equivalence)
        let isOwn =
            [options.radio, options.phone.device, options.phone.system, options.wiFiRadio] == [
                nil, nil, nil, nil,
            ]
            && options.phone.set.isEmpty
        return try scenario.variants(
            from: EditedScenario(options.scenario, overrides, in: try ProfilesFolder.library),
            isOwn: isOwn)
    }
}

/// `compare --radio lte`: runs the experiment on every radio of a kind.
extension CompareCommand {
    func runFamily(_ family: RadioFamily) async throws {
        var members: [LoadedScenario] = []
        for radio in family.radios {
            var options = options
            options.radio = radio
            members.append(try options.load(sampling: sampling, equivalence: equivalence))
        }
        try RadioNames.refuseEqualNames(
            zip(members, family.radios).map {
                ($0.scenario.radio.name, $1 ?? "the scenario's own")
            })
        var seen: Set<String> = []
        let files = members.flatMap(\.files).filter {
            seen.insert("\($0.role) \($0.path)").inserted
        }
        let folder = try options.folder(for: words, reading: files)
        let series = ScenarioSeries(members.map(\.scenario))
        let jobs = sampling.jobs
        let found = try await printing.run(atMost: series.count) { progress in
            try await series.run(jobs: jobs) { progress.show($0, of: "radios") }
        }
        guard let results = found else {
            throw Interruption.ended("interrupted before all radios were compared")
        }
        let asked = options.radio ?? ""
        let changes = options.phone.set.map { "Changed by --set: \($0.path)=\($0.text)\n" }
        let report = FamilyReport(results, asked: asked, own: family.own, changes: changes.joined())
        try folder?.publish(
            ResultFiles(
                ResultCatalogue.family, of: report, members[0], files: files, words: words,
                replications: .count(results.map(\.replicationCount).max() ?? 0)))
        try printing.print(
            report.screen.with(assumptionsOf: files), ResultCatalogue.family, of: report,
            leading: "family")
    }
}

struct RadioFamily {
    /// `nil` keeps the scenario's own radio, as its file names it.
    let radios: [String?]
    let own: String?
}

extension ScenarioOptions {
    /// The radios of `--radio`, or `nil` if it names one radio or is absent.
    ///
    /// A kind such as `lte` includes the scenario's own radio if that is of the kind.
    func radios() throws -> RadioFamily? {
        guard let radio, !FileManager.default.fileExists(atPath: radio) else { return nil }
        guard RadioNames.isSeveral(radio) else { return nil }
        let words = try RadioNames(radio, of: .radio).words
        let families = words.map { RadioProfile.Family(word: $0) }
        let library = try ProfilesFolder.library
        let own = families.contains { $0 != nil } ? try ownRadio(in: library) : nil
        var names: [String?] = []
        var hasOwn = false
        for (word, family) in zip(words, families) {
            let members = try family.map { try library.radios(of: $0) } ?? [word]
            for name in members where !names.contains(name) { names.append(name) }
            guard let own, own.kind == family, !hasOwn else { continue }
            hasOwn = true
            // `nil` keeps the name of the scenario's file, which may be a path.
            if !names.contains(own.name) { names.append(nil) }
        }
        return RadioFamily(radios: names, own: hasOwn ? own?.name : nil)
    }

    private func ownRadio(in library: ProfileLibrary) throws -> RadioProfile {
        var overrides = overrides()
        overrides.radio = nil
        return try library.loadScenario(scenario, overrides: overrides).scenario.radio
    }

    /// Whether the user named a profile, or a value in it.
    func isChosen(_ key: String) -> Bool {
        phone.set.contains { $0.path.keys[0] == key }
            || (key == "radio" ? radio : phone.device) != nil
    }

    /// Empty if the user chose the radio, or the scenario sets the signal, as no other radio fits
    /// then.
    ///
    /// The radios are not listed, as that would mean reading them all.
    func familyHint(_ loaded: LoadedScenario) -> String {
        guard !isChosen("radio"), loaded.scenario.world.signal == nil else { return "" }
        let kind = loaded.scenario.radio.kind.rawValue
        return "The radios of \(kind) differ: \(OptionName.radio.flag) \(kind) runs all of them.\n"
            + "What would turn the order over: tailwatt assumptions \(scenario)\n"
    }
}

/// `compare --uncertain`: runs experiments on sampled profiles.
extension CompareCommand {
    func runUncertain() async throws {
        let loaded = try options.load(sampling: sampling, equivalence: equivalence)
        let source = EditedScenario(
            options.scenario, options.overrides(sampling: sampling, equivalence: equivalence),
            in: try ProfilesFolder.library)
        let comparison = UncertainComparison(
            try uncertainty.parameters(of: loaded, from: source, isChosen: options.isChosen),
            of: loaded.scenario, from: source, jobs: sampling.jobs)
        let draws = uncertainty.draws ?? UncertaintyOptions.standardDraws
        try comparison.requireMemory(draws: draws)
        // Finds unreadable files at the ends of the ranges before any simulation.
        let files = try source.files(of: comparison.ends, after: loaded.files)
        let folder = try options.folder(for: words, reading: files)
        let basePoints = uncertainty.sobol
        let found = try await printing.run(atMost: comparison.count(draws, basePoints)) {
            progress in
            try await comparison.run(draws: draws, basePoints: basePoints) {
                progress.show($0, of: "experiments")
            }.get()
        }
        guard let outcome = found else {
            throw Interruption.ended("interrupted: too few profiles were drawn for a result")
        }
        let report = UncertaintyReport(outcome, loaded.scenario, changes: changes(loaded))
        try folder?.publish(
            ResultFiles(
                ResultCatalogue.uncertainty, of: report, package: loaded.scenario.name,
                manifest: Manifest(
                    words, of: loaded.scenario, and: [.init("draws", .count(draws))],
                    replications: .count(loaded.scenario.replications.atLeast),
                    inputs: files.map(\.manifestFile)), read: files,
                changes: changes(loaded)))
        try printing.print(
            report.screen.with(assumptionsOf: files), ResultCatalogue.uncertainty,
            of: report, leading: "uncertainty")
    }
}
