import ArgumentParser
import DeviceModel
import Experiments
import Profiles
import Reports
import Studies

/// Runs a design, or one shard of it.
struct SweepRunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Run a design, or a part of it; sweep SCENARIO is the same.",
        discussion: """
            Varies values by their paths - in the scenario, its policies or its profiles - and \
            runs the scenario at every point of a design, with the same random numbers at all \
            points. With --out it writes design.csv, sweep.csv, sweep-comparison.csv, \
            datapackage.json and manifest.json; interrupted by Ctrl-C, the same command goes on \
            where it was. Without --vary the scenario's own factors: vary.

            Example: tailwatt sweep keep-alive --vary radio.demotions.CELL_FACH.after=2s,5s,12s
            """)

    @OptionGroup var options: ScenarioOptions
    @OptionGroup var sampling: SamplingOptions

    @Option(
        name: .customLong("vary"),
        help: ArgumentHelp(
            "A value to vary: a list of values, or a range A..B; may be given several times.",
            valueName: "path=values"), transform: factor)
    var factors: [Factor] = []

    @Option(help: "full, one-at-a-time, latin-hypercube, sobol or halton.")
    var design: ExperimentDesign = .full

    @Option(help: "How many points a latin-hypercube, sobol or halton design has.")
    var points: Int?

    @Option(
        help: "Only the K-th of N parts, for other machines to run the others.", transform: part)
    var shard: Shard?

    @Option(help: "The metric to print; files have all.", transform: namedMetric)
    var metric: Metric?

    func run() async throws {
        try await reportingFailures {
            let loaded = try options.load(sampling: sampling)
            let sweep = try plan(loaded).checked()
            let folder = try options.folder(
                for: sweep.manifest.command, reading: loaded.files + sweep.files)
            let journal = try folder.map { try SweepJournal(sweep, in: $0.path) }
            if let note = journal?.note(of: sweep.own.count) { talk(note) }
            let progress = Progress(atMost: sweep.own.count)
            let done = await Interruption.cancelling {
                await sweep.run(jobs: sampling.jobs, journal) {
                    progress.show($0, of: "points")
                }
            }
            progress.clear()
            let outcome = try done.get()
            let others = sweep.files.filter { file in
                !loaded.files.contains { $0.label == file.label }
            }
            try StandardOutput.write(
                outcome.text(sweep, metric ?? loaded.scenario.replications.leadingMetric)
                    + AssumptionNote(loaded.files + others).text)
            guard outcome.isWhole else {
                talk("interrupted: \(outcome.pointCount) of \(sweep.own.count) points are done")
                if journal != nil { talk("the same command goes on from there") }
                throw ExitCode(Interruption.exitCode)
            }
            if let folder {
                try ResultFiles.sweep(outcome, sweep).publish(to: folder)
                journal?.remove()
            }
        }
    }

    private func plan(_ loaded: LoadedScenario) throws -> Sweep {
        let factors = factors.isEmpty ? loaded.factors : factors
        var paths: Set<ValuePath> = []
        if let twice = factors.first(where: { !paths.insert($0.path).inserted }) {
            throw CommandFailure(
                message: "\(twice.path) varies twice", advice: "List all its values once.",
                exitCode: .usage)
        }
        let library = try ProfilesFolder.library.remembering
        do throws(DesignError) {
            let settings = try design.points(
                factors.map(\.count), count: points, seed: loaded.scenario.seed)
            return Sweep(
                factors: factors, settings: settings, design: design, shard: shard, base: loaded,
                scenario: options.scenario,
                overrides: options.overrides(sampling: sampling),
                library: library, words: words)
        } catch {
            throw CommandFailure(
                message: "there is no such design", advice: "\(error)", exitCode: .usage)
        }
    }

    private var words: [String] {
        var own = sampling.words
        for factor in factors { own += ["--vary", factor.text] }
        if design != .full { own += ["--design", design.rawValue] }
        if let points { own += ["--points", "\(points)"] }
        return options.words("sweep", and: own)
    }
}

extension ExperimentDesign: ExpressibleByArgument {}

func factor(_ text: String) throws -> Factor {
    do throws(FactorError) { return try Factor(text) } catch { throw ValidationError("\(error)") }
}

private func part(_ text: String) throws -> Shard {
    guard let shard = Shard(text) else {
        throw ValidationError("A shard is K/N with 1 <= K <= N, such as 2/8, not \"\(text)\".")
    }
    return shard
}

/// A metric by its name in scenarios or in files.
func namedMetric(_ text: String) throws -> Metric {
    let words = String(text.map { $0 == "_" ? "-" : $0 })
    if let metric = Metric(rawValue: words) { return metric }
    throw ValidationError(noMetric(text))
}

/// What to say to somebody who names a metric that there is not.
func noMetric(_ text: String) -> String {
    let words = String(text.map { $0 == "_" ? "-" : $0 })
    let near = Spelling.closest(to: words, in: Metric.allCases.map(\.rawValue))
    return "There is no metric \"\(text)\".\(near.map { " Did you mean \"\($0)\"?" } ?? "") "
        + "The metrics are listed by tailwatt columns."
}
