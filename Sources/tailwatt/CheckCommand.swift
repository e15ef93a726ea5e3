struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Test whether a scenario or a recorded trace keeps a budget, for CI.",
        discussion: """
            Simulates the scenario that the budget names, or replays its trace on its radios, and \
            tests each limit: met, exceeded, or undecided if neither is shown. With --out it \
            writes check.csv, or trace-check.csv, trace-shares.csv and limits.svg; also \
            datapackage.json and manifest.json.

            --replications, --precision and --paired-precision override the budget.

            Exit codes: 0 passed, 1 failed (a limit is exceeded, or undecided unless the budget \
            lets that pass, or too much of the trace was left out), 64 wrong usage, 65 bad data in \
            a file, 66 no such file, 130 interrupted.

            Example: tailwatt check budget.yaml --junit check.xml
            """)

    @Argument(help: "Path of a YAML file of kind budget.")
    var budget: String

    @Option(help: "Trace to check, instead of the one in the budget.")
    var trace: String?

    @Flag(help: "Decide limits even if more than 1 % of a trace's packets or bytes were left out.")
    var allowPartial = false

    @Option(
        help: """
            An earlier result of this check, as a folder of --out or a file of --format json; \
            shows the change of each limit.
            """)
    var base: String?

    @Option(
        help: """
            Also fail if a figure is shown to be worse than the base's by more than this share: 5%.
            """, transform: quantity)
    var failIfWorse: Fraction?

    @Option(help: "Write drain and verdict into this file, as a badge for a README (SVG).")
    var badge: String?

    @OptionGroup var sampling: SamplingOptions
    @OptionGroup var options: CheckOptions

    func validate() throws {
        try refuse(
            failIfWorse != nil && base == nil, "\(OptionName.failIfWorse) needs \(OptionName.base)."
        )
        try refuse(
            failIfWorse.map { $0 < .zero } ?? false,
            "\(OptionName.failIfWorse) must be 0 % or more.")
    }

    func run() async throws {
        let loaded = try ProfilesFolder.library.loadBudget(budget, sampling: sampling.overrides)
        switch loaded {
        case .scenario(let loaded): try await check(loaded)
        case .trace(let loaded): try check(loaded)
        }
    }

    private func check(_ loaded: LoadedBudget) async throws {
        let option: OptionName? = trace != nil ? .trace : allowPartial ? .allowPartial : nil
        if let option {
            throw CommandFailure(
                message: "\(budget) is a budget of a scenario, not of a trace",
                advice: "Leave \(option) out, or write trace: and radios: in the "
                    + "budget instead of scenario:.", exitCode: .usage)
        }
        for note in loaded.scenario.notes { talk("note: \(PrintableText.line(note))") }
        try options.refuseEmptyLists(loaded.budget.limits.map(\.metric.better))
        let earlier = try base.map { try CheckBase(path: $0) }
        let files = try options.files(
            for: words, reading: loaded.files.map(\.path) + (base.map(CheckBase.files) ?? []),
            badge: badge)
        let result = try await options.printing.run(
            Experiment(loaded.scenario.scenario.withoutAnswer, jobs: sampling.jobs))
        guard result.replicationCount > 0, result.end != .interrupted else {
            throw Interruption.ended("interrupted before there was an answer")
        }
        var check = BudgetCheck(loaded.budget, result)
        try earlier?.compare(budget: budget) { base throws(OtherKindOfCheck) in
            try check.compare(with: base, allowed: failIfWorse?.magnitude)
        }
        try files.publish(
            ResultFiles(
                ResultCatalogue.check, of: check, loaded.scenario, files: loaded.files,
                and: earlier.map { [$0.result.file] } ?? [], words: words,
                replications: .count(check.result.replicationCount)),
            ResultCatalogue.check, of: check, leading: "check",
            check.junit([
                ("scenario", loaded.scenario.scenario.name), ("version", Version.number),
                ("seed", "\(loaded.scenario.scenario.seed)"),
                ("replications", "\(result.replicationCount)"),
            ]), check.benchmarks,
            check.screen(inputs: loaded.files.map(\.manifestFile))
                .with(notes: earlier?.note ?? ""), passes: check.passes, badge: check.badge)
    }
}

/// Checks the budget of a recorded trace: packets → radios → hosts and apps → limits.
extension CheckCommand {
    func check(_ loaded: LoadedTraceBudget) throws {
        if let option = sampling.optionWords.first {
            throw CommandFailure(
                message: "\(option) has no effect on a recorded trace",
                advice: "Leave it out: a trace is replayed once, without random draws.",
                exitCode: .usage)
        }
        try options.refuseEmptyLists([.smaller])
        let path = trace ?? loaded.trace
        let earlier = try base.map { try CheckBase(path: $0) }
        let files = try options.files(
            for: words,
            reading: [path] + (loaded.apps.map { [$0] } ?? []) + loaded.files.map(\.path)
                + (base.map(CheckBase.files) ?? []), badge: badge)
        let apps = try loaded.apps.map { (path: $0, bytes: try LogFile.bytes(of: $0)) }
        let file = try TraceFile(path: path, isHashed: true)
        let (results, reading) = try replayed(file, loaded)
        let names = TraceCheck.Names(
            try ConnectionNames(file, reading.summary),
            apps: try apps.map { try AppMap(path: $0.path, bytes: $0.bytes) })
        try refuseUntold(loaded, names, reading, path)
        var check = TraceCheck(
            loaded.budget, results, names: names, battery: loaded.device?.value.battery,
            skipped: reading.summary.skipped, allowsPartial: allowPartial)
        try earlier?.compare(budget: budget) { base throws(OtherKindOfCheck) in
            try check.compare(with: base, allowed: failIfWorse?.magnitude)
        }
        var inputs = [Manifest.File(name: path, sha256: try file.sha256())]
        if let apps { inputs.append(Manifest.File(name: apps.path, bytes: apps.bytes)) }
        inputs += loaded.files.map(\.manifestFile)
        try files.publish(
            ResultFiles(
                ResultCatalogue.traceCheck, of: check, package: "check",
                manifest: Manifest(
                    command: words, version: Version.number, seed: 0,
                    settings: [.init("packets", .count(Int(reading.summary.packets)))],
                    inputs: inputs + (earlier.map { [$0.result.file] } ?? [])),
                read: loaded.files),
            ResultCatalogue.traceCheck, of: check, leading: "trace-check",
            check.junit([("trace", path), ("version", Version.number)]), check.benchmarks,
            check.screen(inputs: inputs).with(
                notes: (earlier?.note ?? "")
                    + reading.summary.text(
                        of: path, isCutShort: false, otherwise: "addresses:", choice: "interfaces:")
            ), passes: check.passes, badge: check.badge)
    }

    /// Throws if the trace breaks off, as the lost part costs energy, too.
    private func replayed(
        _ file: TraceFile, _ loaded: LoadedTraceBudget
    ) throws -> ([TraceReplayResult], ReplayReading) {
        let settings = ReplaySettings(horizon: loaded.horizon.map { .start + $0 })
        var replays = loaded.radios.map { TraceReplay($0.value, settings: settings) }
        let input = ReplayInput(
            file: file,
            options: TraceOptions(
                deviceAddresses: loaded.addresses, interfaces: loaded.interfaces,
                preferred: InterfaceKind.passed(on: loaded.radios.map(\.value))))
        let reading = try input.read { batch in
            for index in replays.indices { replays[index].carry(batch) }
        }
        if let failure = reading.failure { throw failure }
        return (replays.map { $0.finish() }, reading)
    }

    /// Throws if a limit is about hosts or apps that the format of the trace cannot name.
    private func refuseUntold(
        _ loaded: LoadedTraceBudget, _ names: TraceCheck.Names, _ reading: ReplayReading,
        _ path: String
    ) throws {
        // Without packets every limit is undecided.
        if reading.summary.packets == 0 { return }
        for limit in loaded.budget.limits {
            switch limit.subject {
            case .all: continue
            case .host where !reading.summary.format.isCapture,
                .app where !reading.summary.format.isCapture:
                throw CommandFailure(
                    message: "the limit \(limit.name) is for \(limit.subject.words), but \(path) "
                        + "has no hosts or ports: it is \(reading.summary.format.rawValue)",
                    advice: "Use a capture (pcap, pcapng), or limit the whole trace.",
                    exitCode: .badData)
            case .app where !names.connections.hasApps && names.apps == nil:
                throw CommandFailure(
                    message: "the limit \(limit.name) is for an app, but the connections of the "
                        + "apps are unknown",
                    advice: "Turn on PCAPdroid's trailer, or add apps: to the budget, with a "
                        + "CSV file that has the columns app, host and port.", exitCode: .badData)
            case .host, .app: continue
            }
        }
    }
}
