struct SweepCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sweep",
        abstract: "Compare a scenario's policies over many values of its options and numbers.",
        discussion: """
            Varies values by their paths - in the scenario, its policies or its profiles - and \
            runs the scenario at every point of a design, with the same random numbers at all \
            points. Without --vary it uses the scenario's own factors (vary:). With --out it \
            writes design.csv, sweep.csv, sweep-comparison.csv, datapackage.json and \
            manifest.json; after Ctrl-C, the same command resumes.

            Example: tailwatt sweep keep-alive \\
            --vary radio.demotions.CELL_FACH.after=2s,5s,12s
            """)

    @OptionGroup var options: ScenarioOptions
    @OptionGroup var sampling: SamplingOptions
    @OptionGroup var printing: PrintOptions

    @Option(
        help: ArgumentHelp(
            "Value to vary: a list of values, or a range A..B; may be repeated.",
            valueName: "path=values"), transform: factor)
    var vary: [Factor] = []

    @Option(help: "Design: full, one-at-a-time, latin-hypercube, sobol or halton.")
    var design: ExperimentDesign = .full

    @Option(help: "Number of points of a latin-hypercube, sobol or halton design.")
    var points: Int?

    @OptionGroup var sharding: ShardOptions
    private var shard: Shard? { sharding.part }

    @Option(
        help: "Metric to print and to draw; tables have all metrics.",
        completion: .metrics, transform: namedMetric)
    var metric: Metric?

    func validate() throws {
        try refuse(
            shard != nil && (options.output.csv != .rfc || options.output.sqlite),
            "The shards of a sweep are read again: leave out \(OptionName.csv) and "
                + "\(OptionName.sqlite), and give them to tailwatt merge.")
    }

    func run() async throws {
        let loaded = try options.load(sampling: sampling)
        let source = EditedScenario(
            options.scenario, options.overrides(sampling: sampling), in: try ProfilesFolder.library)
        let sweep = try plan(loaded, source)
        // Before thousands of points are read: each point keeps the same number of replications.
        try Experiment(loaded.scenario, jobs: 1).requireMemory()
        // The files of all points, so that all shards record the same and faults are found now.
        let files = try source.files(of: sweep.points.map(sweep.edits))
        let whole = words(without: [.metric] + (design == .full ? [.design] : []))
        let words = whole + OptionName.shard.words(shard)
        let folder = try options.folder(for: words, reading: loaded.files + files)
        let journal = folder.map {
            WorkJournal<SweepOutcome.Point>(
                sweep.own, of: Manifest(sweep, words: whole, files: files), in: $0.path)
        }
        if let note = journal?.note(of: sweep.own.count) { talk(note) }
        let (outcome, isWhole) = try await outcome(of: sweep, journal)
        let others = files.filter { file in !loaded.files.contains { $0.label == file.label } }
        let drawn = shard == nil ? metric : nil
        let metric = metric ?? loaded.scenario.replications.leadingMetric
        let design = sweep.table
        // Built lazily: only a folder or a program's format needs the picture.
        func result() -> SweepFiles {
            SweepFiles(
                of: sweep.base.name, design, outcome.rows, outcome.comparisons, drawing: drawn)
        }
        try printing.print(
            SweepText(sweep, outcome, metric: metric).screen
                .with(assumptionsOf: loaded.files + others),
            ResultCatalogue.sweep, of: result(), leading: "sweep")
        guard isWhole else {
            let goesOn = journal == nil ? "" : "\nthe same command resumes from there"
            throw Interruption.ended(
                "interrupted: \(outcome.pointCount) of \(sweep.own.count) points are done"
                    + goesOn)
        }
        if let folder {
            try ResultFiles(
                ResultCatalogue.sweep, of: result(), package: sweep.base.name,
                manifest: Manifest(
                    sweep, words: words + OptionName.metric.words(drawn?.rawValue), files: files)
            ).publish(to: folder)
            journal?.remove()
        }
    }

    /// The results of the points, each kept as soon as it is done, and whether all are there.
    private func outcome(
        of sweep: Sweep, _ journal: WorkJournal<SweepOutcome.Point>?
    ) async throws -> (SweepOutcome, isWhole: Bool) {
        let jobs = sampling.jobs
        return try await printing.run(atMost: sweep.own.count) { progress in
            var outcome = SweepOutcome()
            let isWhole = try await sweep.run(
                jobs: jobs, skipping: { journal?.parts[$0] != nil }
            ) { index, result in
                if let result {
                    let point = SweepOutcome.Point(result, at: index)
                    try journal?.keep(point, at: index)
                    outcome.add(point)
                } else if let kept = journal?.parts[index] {
                    outcome.add(kept)
                }
                progress.show(outcome.pointCount, of: "points")
            }
            return (outcome, isWhole: isWhole)
        }
    }

    private func plan(_ loaded: LoadedScenario, _ source: EditedScenario) throws -> Sweep {
        let factors = vary.isEmpty ? loaded.factors : vary
        var paths: Set<ValuePath> = []
        if let twice = factors.first(where: { !paths.insert($0.path).inserted }) {
            throw CommandFailure(
                message: "\(twice.path) varies twice", advice: "List all its values once.",
                exitCode: .usage)
        }
        do throws(DesignError) {
            return try Sweep(
                loaded.scenario, factors, design, points: points, shard: shard, from: source)
        } catch {
            throw CommandFailure(
                message: "no sweep is possible", advice: "\(error)", exitCode: .usage)
        }
    }
}

extension ExperimentDesign: ExpressibleByArgument {}
