import Foundation

struct RunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Show one run of one policy: metrics, residence, causes, timeline, track.",
        discussion: """
            Prints tables, or with --timeline or --track and without --out that table as CSV. With \
            --out it writes residence.csv, causes.csv, datapackage.json and manifest.json; for \
            apps of rules errands.csv; with --timeline timeline.csv, with --track track.csv, with \
            --steady-state steady.csv, with --perfetto \(PerfettoRun.fileName). If the phone \
            moves, track.svg is a map of one day: the true way, its cells, and the reported \
            positions.

            With --steady-state 1h --horizon 60d the run is cut into hours. MSER-5 finds the \
            length of the warm-up; batch means give the power of the rest, with an interval.

            The timeline and the track are written during the run, with at most 10 GB each. Rows \
            of the timeline are ordered by the end of a stretch, then by component; rows of the \
            track by time.

            Example: tailwatt run keep-alive --policy keep-alive-29 --timeline --out results
            """)

    @OptionGroup var options: ScenarioOptions
    @OptionGroup var printing: PrintOptions

    @Option(help: "Policy of the scenario; must be given.", completion: .policies)
    var policy: String?

    @Option(help: "Number of the replication, from 0: one number is one world.")
    var replication: Int = 0

    @Flag(
        help: """
            Write every stretch of every component, as it ends: from, until, state, power, \
            activity, kind.
            """)
    var timeline = false

    @Flag(
        help: """
            Write the phone's true and reported position, at each waypoint, cell change and \
            report.
            """)
    var track = false

    @Flag(
        help: """
            Also \(PerfettoRun.fileName), the timeline for https://ui.perfetto.dev; needs --out.
            """)
    var perfetto = false

    @Option(
        help: "Longest gap between track rows while the phone moves: 60s, 1min.",
        transform: quantity)
    var trackStep: Seconds?

    @Option(
        help: "Compute the steady-state power from stretches of this length: 1h, 30min.",
        transform: quantity)
    var steadyState: Seconds?

    @Option(help: "Day of the run that track.svg shows, from 1.")
    var mapDay: Int = 1

    func validate() throws {
        if let steadyState, steadyState < Seconds(1) || steadyState > Seconds(31 * 86_400) {
            throw ValidationError("\(OptionName.steadyState) must be from 1 s to 31 d.")
        }
        if steadyState != nil, options.output.out == nil, timeline || track {
            throw ValidationError("--steady-state with --timeline or --track needs --out.")
        }
        if options.output.out == nil, timeline || track, ![.text, .csv].contains(printing.format) {
            throw ValidationError(
                "\(OptionName.timeline) and \(OptionName.track) are printed as CSV during the "
                    + "run: leave out \(OptionName.format), or give \(OptionName.out).")
        }
        try refuse(
            perfetto && options.output.out == nil,
            "\(OptionName.perfetto) writes a file that no terminal shows: it needs "
                + "\(OptionName.out).")
        try refuse(
            replication < 0, "\(OptionName.replication) must be 0 or more, not \(replication).")
        if let trackStep, trackStep < Seconds(0.001) || trackStep > Seconds(86_400) {
            throw ValidationError("\(OptionName.trackStep) must be from 1 ms to 24 h.")
        }
        if mapDay < 1 || mapDay > 7305 {
            throw ValidationError("\(OptionName.mapDay) must be from 1 to 7305, which is 20 years.")
        }
        if timeline && track && options.output.out == nil {
            throw ValidationError("--timeline and --track are two tables: they need --out.")
        }
    }

    func run() async throws {
        let loaded = try options.load()
        let policy = try named(in: loaded.scenario)
        let folder = try options.folder(for: words, reading: loaded.files)
        let steady = try steadyState(of: loaded.scenario, policy)
        if let folder {
            let run = try await publish(loaded, policy, steady, to: folder)
            try show(run, loaded, steady)
        } else {
            let write: RunRecorder.Write = StandardOutput.write
            var recorder = RunRecorder(
                timeline: timeline ? write : nil, track: track ? write : nil, perfetto: nil,
                map: nil, step: step)
            let run = try recorder.run(loaded.scenario, policy, replication: replication)
            if !timeline && !track { try show(run, loaded, steady) }
        }
    }

    private func show(_ run: SingleRun, _ loaded: LoadedScenario, _ steady: SteadyState?) throws {
        var screen = run.screen
        // The steady state was asked for, so its table replaces the leading one.
        if let steady {
            screen.details = (screen.table.map { [$0] } ?? []) + screen.details
            screen.table = steady.part
        }
        try printing.print(
            screen.with(assumptionsOf: loaded.files), ResultCatalogue.run,
            of: RunFiles(run, steady: steady), leading: steady == nil ? "residence" : "steady")
    }

    private func steadyState(of scenario: Scenario, _ policy: NamedPolicy) throws -> SteadyState? {
        guard let steadyState else { return nil }
        let stretch = TimeSpan(steadyState)
        let count = scenario.horizon.nanoseconds / max(1, stretch.nanoseconds)
        guard count >= SteadyState.fewest, count <= 1_000_000 else {
            throw CommandFailure(
                message: "the run has \(count) stretches of \(steadyState): it lasts "
                    + "\(scenario.horizon.seconds)",
                advice: "From \(SteadyState.fewest) to 1000000 are possible: give --horizon or "
                    + "--steady-state another length.",
                exitCode: .badData)
        }
        let steady = SteadyState(
            scenario, policy: policy, replication: replication, stretch: stretch)
        if let failure = steady.failure { throw failure }
        return steady
    }

    private var step: TimeSpan { TimeSpan(trackStep ?? Seconds(60)) }

    /// Writes the tables during the run. Ctrl-C leaves no file, not even a temporary one.
    private func publish(
        _ loaded: LoadedScenario, _ policy: NamedPolicy, _ steady: SteadyState?,
        to folder: ResultFolder
    ) async throws -> SingleRun {
        do {
            return try await Interruption.cancelling {
                try record(loaded, policy, steady, to: folder)
            }
        } catch is CancellationError {
            throw Interruption.ended("interrupted: nothing was written")
        }
    }

    private func record(
        _ loaded: LoadedScenario, _ policy: NamedPolicy, _ steady: SteadyState?,
        to folder: ResultFolder
    ) throws -> SingleRun {
        let directory = OutputDirectory(path: folder.path, claim: folder.claim)
        func stage(_ name: String, if isWanted: Bool) throws -> StagedFile? {
            try isWanted ? directory.stage(name) : nil
        }
        let timelineFile = try stage(ResultTables.timeline.fileName, if: timeline)
        let trackFile = try stage(ResultTables.track.fileName, if: track)
        let perfettoFile = try stage(PerfettoRun.fileName, if: perfetto)
        var recorder = RunRecorder(
            timeline: timelineFile?.write, track: trackFile?.write, perfetto: perfettoFile?.write,
            map: try mapDay(of: loaded.scenario), step: step, folder.dialect)
        let run = try recorder.run(loaded.scenario, policy, replication: replication)
        for file in [timelineFile, trackFile, perfettoFile] { try file?.finish() }
        try Task.checkCancellation()
        let files = RunFiles(
            run, steady: steady, timeline: timelineFile, track: trackFile,
            perfetto: perfettoFile, map: recorder.drawing(of: run))
        try folder.publish(
            ResultFiles(
                ResultCatalogue.run, of: files, loaded, words: words, replications: .count(1)))
        return run
    }

    /// The day to draw, from 0; `nil` if nothing moves.
    private func mapDay(of scenario: Scenario) throws -> Int? {
        if case .still = scenario.world.movement { return nil }
        guard Double(mapDay - 1) * 86_400 < scenario.horizon.seconds.magnitude else {
            throw CommandFailure(
                message: "the run has no day \(mapDay): it lasts \(scenario.horizon.seconds)",
                advice: "Give --map-day an earlier day, or --horizon a longer time.",
                exitCode: .badData)
        }
        return mapDay - 1
    }

    private func named(in scenario: Scenario) throws -> NamedPolicy {
        if let found = scenario.policies.first(where: { $0.name == policy }) { return found }
        let names = scenario.policies.map(\.name)
        guard let policy else {
            throw CommandFailure(
                message: "run shows one policy: --policy is missing",
                advice: "The policies of \(scenario.name) are \(names.joined(separator: ", ")).",
                exitCode: .usage)
        }
        throw CommandFailure(
            message: "\(scenario.name) has no policy \"\(policy)\"",
            advice: "Its policies are \(names.joined(separator: ", "))."
                + Spelling.guess(for: policy, in: names), exitCode: .noInput)
    }

    private var words: [String] { words(without: mapDay == 1 ? [.mapDay] : []) }
}
