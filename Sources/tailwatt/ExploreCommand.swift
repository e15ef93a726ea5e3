import Foundation

struct ExploreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explore",
        abstract: "Write a page to drag a scenario's values on, and see the battery a day.",
        discussion: """
            Simulates every combination of the scenario's factors on each radio, and writes one \
            HTML page: to standard output, or with --out to a file. The page needs no network. It \
            shows the battery that each policy takes a day, the delays, the spread over radios, \
            and the command that prints each number.

            A scenario needs one to three factors, each with a list of values; the first one is \
            the page's axis. docs/guide/explorer.md shows how to write them.

            Example: tailwatt explore > page.html
            """)

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

    @Option(
        help: "Use this device instead: a shipped profile or a path.",
        completion: .names(of: .device))
    var device: String?

    @Option(
        help: "Use this system instead: a shipped profile or a path.",
        completion: .names(of: .system))
    var system: String?

    @Option(help: "Seed of the random streams: a whole number from 0, below 2^64.")
    var seed: UInt64?

    @Flag(help: "Allow a phone that never existed: a system or radio that the device never had.")
    var anyway = false

    @Option(
        help: ArgumentHelp(
            "Override a value in the scenario or one of its profiles; may be repeated.",
            valueName: "path=value"), transform: edit)
    var set: [ValueEdit] = []

    @Option(help: "Number of replications of each point, from 2.")
    var replications: Int = 8

    @Option(help: JobsOption.help)
    var jobs: Int = JobsOption.processors

    @Option(
        name: [.long, .customShort("o")], help: "Write the page into this file; - is stdout.")
    var out: String?

    @OptionGroup var replacing: ReplacingOption

    @OptionGroup var reading: ReadingOptions

    @Flag(name: .shortAndLong, help: "Show no progress.")
    var quiet = false

    func validate() throws {
        try OptionName.replications.require(replications, in: 2...1000)
        try OptionName.jobs.require(jobs, in: 1...1024)
        if let out, out.isEmpty || out.hasSuffix("/") {
            throw ValidationError("\(OptionName.out) needs the name of a file, not \"\(out)\".")
        }
    }

    func run() async throws {
        let library = try ProfilesFolder.library
        let own = try library.loadScenario(scenario, overrides: overrides())
        let factors = try factors(of: own)
        let file = try out.map { path in
            let claim = OutputClaim(
                command: ["explore"], inputs: own.files.map(\.path), isForced: replacing.force)
            let file = OutputFile(path: path, claim: claim)
            try file.probe()
            return file
        }
        var radios = try radios(of: own, in: library)
        var points: [[Scenario]] = []
        radios = try radios.filter { radio in
            do {
                points.append(try sweep(own, factors, on: radio.name, in: library))
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
        let series = ScenarioSeries(points.flatMap { $0 })
        let found = try await results(of: series)
        let step = points[0].count
        let rows = radios.indices.map { index in
            ExplorerGrid.Radio(
                radios[index].kind, Array(found[(index * step)..<((index + 1) * step)]))
        }
        guard let grid = ExplorerGrid(own.scenario, factors, rows) else {
            throw CommandFailure(
                message: "no policy of \(own.scenario.name) has a cost: all are none",
                advice: "Add a policy with an app or a behaviour.", exitCode: .badData)
        }
        let bytes = ExplorerPage(grid, context(own)).bytes
        guard let file else { return try StandardOutput.write(bytes) }
        try file.publish(bytes, sealed: .xml)
    }

    private func results(of series: ScenarioSeries) async throws -> [ExperimentResult] {
        let jobs = jobs
        let progress = Progress(atMost: series.count, isQuiet: quiet)
        defer { progress.clear() }
        let found = try await Interruption.cancelling {
            try await series.run(jobs: jobs) { progress.show($0, of: "experiments") }
        }
        if let found { return found }
        throw Interruption.ended("interrupted: nothing was written")
    }

    private func overrides(radio: String? = nil) -> ScenarioOverrides {
        let hypothetical = anyway ? ["hypothetical=true"] : []
        return ScenarioOverrides(
            device: device, radio: radio, system: system, seed: seed,
            sampling: .init(replications: replications),
            edits: set + hypothetical.compactMap { try? ValueEdit($0) })
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
        _ own: LoadedScenario, _ factors: [Factor], on radio: String?, in library: ProfileLibrary
    ) throws -> [Scenario] {
        let source = EditedScenario(scenario, overrides(radio: radio), in: library)
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

    private func context(_ own: LoadedScenario) -> ExplorerContext {
        let fixed =
            OptionName.device.words(device) + OptionName.system.words(system)
            + OptionName.seed.words(seed)
            + set.flatMap { OptionName.set.words("\($0.path)=\($0.text)") }
            + OptionName.anyway.words(if: anyway) + OptionName.replications.words(replications)
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
