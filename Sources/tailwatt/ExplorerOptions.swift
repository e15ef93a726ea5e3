import Foundation

/// What a page to drag values on shows, for `explore` and `serve`.
struct ExplorerOptions: ParsableArguments {
    @Argument(
        help: "Shipped scenario (tailwatt scenarios list) or a path, with factors:.",
        completion: .names(of: .scenario))
    var scenario: String = "explore"

    @Option(
        help: """
            Radios: kinds (umts, lte, 5g, wifi) or names, separated by commas; by default the \
            kinds that the device lists.
            """, completion: .radios)
    var radio: String?

    @OptionGroup var phone: PhoneOptions
    @OptionGroup var parallel: JobsOption
    @OptionGroup var reading: ReadingOptions

    @Flag(name: .shortAndLong, help: "Show no progress.")
    var quiet = false

    /// A valid scenario and the scenarios of all its points, before they are simulated.
    struct Plan: Sendable {
        let own: LoadedScenario
        let factors: [Factor]
        let radios: [(kind: RadioProfile.Family, points: [Scenario])]

        /// `nil` if the task was cancelled.
        func grid(
            jobs: Int, _ progress: @escaping @Sendable (Int) -> Void = { _ in }
        ) async throws -> ExplorerGrid? {
            guard let found = try await series.run(jobs: jobs, progress: progress) else {
                return nil
            }
            let step = radios[0].points.count
            let rows = radios.enumerated().map { index, radio in
                ExplorerGrid.Radio(
                    radio.kind, Array(found[(index * step)..<((index + 1) * step)]))
            }
            if let grid = ExplorerGrid(own.scenario, factors, rows) { return grid }
            throw CommandFailure(
                message: "no policy of \(own.scenario.name) runs an app",
                advice: "Add a policy with an app or a behaviour.", exitCode: .badData)
        }

        var series: ScenarioSeries { ScenarioSeries(radios.flatMap(\.points)) }
    }

    func plan(_ replications: Int) throws -> Plan {
        let library = try ProfilesFolder.library
        let own = try library.loadScenario(scenario, overrides: overrides(replications))
        let factors = try factors(of: own)
        var radios = try radios(of: own, in: library)
        var points: [[Scenario]] = []
        radios = try radios.filter { radio in
            do {
                points.append(try sweep(own, factors, on: radio.name, in: library, replications))
                return true
            } catch let failure as ProfileFailure where self.radio == nil && radio.name != nil {
                // Nobody asked for this radio, and an app or its world may need another kind.
                talk(
                    "note: \(radio.name ?? "") is left out: \(failure.diagnostics[0].message)"
                )
                return false
            }
        }
        try RadioNames.refuseEqualNames(
            zip(points, radios).map { ($0[0].radio.name, $1.name ?? "the scenario's own") })
        return Plan(own: own, factors: factors, radios: zip(radios, points).map { ($0.kind, $1) })
    }

    /// The grid, with progress, unless the user interrupts.
    func watchedGrid(of plan: Plan) async throws -> ExplorerGrid {
        let (jobs, series) = (parallel.jobs, plan.series)
        let progress = Progress(atMost: series.count, isQuiet: quiet)
        defer { progress.clear() }
        let grid = try await Interruption.cancelling {
            try await plan.grid(jobs: jobs) { progress.show($0, of: "experiments") }
        }
        if let grid { return grid }
        throw Interruption.ended("interrupted: nothing was written")
    }

    private func overrides(_ replications: Int, radio: String? = nil) -> ScenarioOverrides {
        ScenarioOverrides(
            device: phone.device, radio: radio, system: phone.system, seed: phone.seed,
            sampling: .init(replications: replications), edits: phone.edits)
    }

    private func factors(of loaded: LoadedScenario) throws -> [Factor] {
        let name = loaded.scenario.name
        func failure(_ message: String, _ advice: String) -> CommandFailure {
            CommandFailure(message: message, advice: advice, exitCode: .badData)
        }
        let (factors, most) = (loaded.factors, ExplorerGrid.mostFactors)
        if factors.isEmpty {
            throw failure(
                "the scenario \(name) has no factors:, so there is nothing to explore",
                "Add factors: with paths and lists of values, as the scenario explore has them.")
        }
        if factors.count > most {
            throw failure(
                "the scenario \(name) has \(factors.count) factors, and a page shows at most "
                    + "\(most)",
                "Remove some of them, or run tailwatt sweep, which takes any number.")
        }
        for factor in factors where factor.count == nil {
            throw failure(
                "\(factor.path) is a range, and a page needs values",
                "List them: [1 min, 5 min, 10 min].")
        }
        let count = factors.reduce(1) { min($0, ExplorerGrid.mostPoints) * ($1.count ?? 1) }
        if count > ExplorerGrid.mostPoints {
            throw failure(
                "the factors of \(name) have more than \(ExplorerGrid.mostPoints) combinations",
                "List fewer values, or run tailwatt sweep.")
        }
        for factor in factors where factor.path.keys == ["radio"] {
            throw failure(
                "radio is a factor of \(name), and a page has all radios of a kind",
                "Remove it, and give \(OptionName.radio) the kinds or names.")
        }
        return factors
    }

    /// The scenario at all points on one radio.
    private func sweep(
        _ own: LoadedScenario, _ factors: [Factor], on radio: String?, in library: ProfileLibrary,
        _ replications: Int
    ) throws -> [Scenario] {
        let source = EditedScenario(scenario, overrides(replications, radio: radio), in: library)
        do {
            return try Sweep(
                own.scenario, factors, .full, points: nil, shard: nil, from: source
            ).scenarios()
        } catch let error as DesignError {
            throw CommandFailure(
                message: "no page is possible", advice: "\(error)", exitCode: .badData)
        }
    }

    private typealias KindRadio = (name: String?, kind: RadioProfile.Family)

    /// The scenario's own radio, those that the device lists, then the others of the kinds.
    private func radios(
        of own: LoadedScenario, in library: ProfileLibrary
    ) throws -> [KindRadio] {
        let phone = own.scenario
        let listed = try phone.device.radios.filter { $0 != phone.radio.name }.map { name in
            (name: name, kind: try library.loadRadio(name).value.kind)
        }
        let usual = phone.hasOneRadioOnly ? [phone.radio.kind] : listed.map(\.kind)
        let kinds = ([phone.radio.kind] + usual).firstOfEach.filter {
            $0 != .wifi || phone.wifiRadio == nil
        }
        let asked = radio ?? kinds.map(\.rawValue).joined(separator: ",")
        if radio == nil, phone.hasOneRadioOnly { return [(nil, phone.radio.kind)] }
        var found: [KindRadio] = []
        for word in try RadioNames(asked, of: .radio).words {
            guard let kind = RadioProfile.Family(word: word) else {
                found.append((word, try library.loadRadio(word).value.kind))
                continue
            }
            let mine: [KindRadio] = kind == phone.radio.kind ? [(nil, kind)] : []
            let suited = listed.filter { $0.kind == kind }.map { Optional($0.name) }
            let others = try library.radios(of: kind).filter { $0 != phone.radio.name }
            found += mine + (suited + others).map { ($0, kind) }
        }
        var seen: Set<String?> = []
        return found.filter { seen.insert($0.name).inserted }
    }

    func context(_ own: LoadedScenario, _ replications: Int) -> ExplorerContext {
        let fixed =
            OptionName.device.words(phone.device) + OptionName.system.words(phone.system)
            + OptionName.seed.words(phone.seed)
            + phone.set.flatMap { OptionName.set.words("\($0.path)=\($0.text)") }
            + OptionName.anyway.words(if: phone.anyway)
            + OptionName.replications.words(replications)
        return ExplorerContext(
            version: Version.number, command: ["tailwatt", "compare", scenario], options: fixed,
            text: String(decoding: own.file.bytes, as: UTF8.self),
            assumptions: own.files.assumptionLines)
    }
}

extension Scenario {
    /// Whether no other radio fits: the world has levels of this radio's signal.
    fileprivate var hasOneRadioOnly: Bool { world.signal != nil }
}
