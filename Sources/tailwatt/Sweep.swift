import DeviceModel
import Experiments
import Profiles
import Reports
import Studies

/// A design of one scenario: what stands where at every point, and which points are run here.
struct Sweep: Sendable {
    let factors: [Factor]
    /// By point.
    let settings: [[ExperimentDesign.Setting]]
    let design: ExperimentDesign
    let shard: Shard?
    /// The scenario as it is without the factors.
    let base: LoadedScenario
    let scenario: String
    let overrides: ScenarioOverrides
    let library: ProfileLibrary
    /// The command, without the shard.
    let words: [String]
    /// Of all points, each once.
    private(set) var files: [InputFile] = []

    init(
        factors: [Factor], settings: [[ExperimentDesign.Setting]], design: ExperimentDesign,
        shard: Shard?, base: LoadedScenario, scenario: String, overrides: ScenarioOverrides,
        library: ProfileLibrary, words: [String]
    ) {
        (self.factors, self.settings, self.design) = (factors, settings, design)
        (self.shard, self.base, self.scenario) = (shard, base, scenario)
        (self.overrides, self.library, self.words) = (overrides, library, words)
    }

    /// The points that are run here, from 0.
    var own: [Int] { settings.indices.filter { shard?.contains($0) ?? true } }

    /// The same with the files of all its points, all of which can be read: also those of other
    /// shards, so that all shards know the same.
    ///
    /// - Throws: what is wrong with the first point at fault.
    func checked() throws -> Sweep {
        var sweep = self
        var seen: Set<InputFile> = []
        for point in settings.indices {
            for file in try load(point).files where seen.insert(file.withoutProvenance).inserted {
                sweep.files.append(file)
            }
        }
        return sweep
    }

    /// What each factor takes at a point, empty for what the scenario says.
    func values(at point: Int) -> [String] {
        zip(factors, settings[point]).map { factor, setting in
            switch setting {
            case .base: ""
            case .level(let index): factor.value(atLevel: index)
            case .share(let share): factor.value(at: share)
            }
        }
    }

    func load(_ point: Int) throws(ProfileFailure) -> LoadedScenario {
        var changed = overrides
        for (factor, value) in zip(factors, values(at: point)) where !value.isEmpty {
            changed.edits.append(ValueEdit(factor.path, value, origin: "--vary"))
        }
        return try library.loadScenario(scenario, overrides: changed)
    }

    /// Runs the points that are not done yet, one after the other.
    ///
    /// - Parameters:
    ///   - jobs: threads within a point.
    ///   - journal: keeps what is done; `nil`: nothing does.
    ///   - progress: called with the number of points that are done.
    /// - Returns: the points that are done, from the first on without a gap.
    func run(
        jobs: Int, _ journal: SweepJournal?, progress: @Sendable (Int) -> Void
    ) async -> Result<SweepOutcome, any Error> {
        var outcome = SweepOutcome()
        for point in own {
            do {
                if let kept = journal?.points[point] {
                    outcome.add(kept)
                } else {
                    let result = await Experiment(try load(point).scenario, jobs: jobs).run()
                    try result.requireWithinBudget()
                    if result.end == .interrupted { return .success(outcome) }
                    let done = SweepOutcome.Point(
                        rows: SweepRow.rows(result, point: point + 1),
                        comparisons: SweepComparisonRow.rows(result, point: point + 1))
                    try journal?.keep(done, at: point)
                    outcome.add(done)
                }
            } catch { return .failure(error) }
            progress(outcome.pointCount)
        }
        outcome.isWhole = true
        return .success(outcome)
    }

    var designRows: [SweepTables.DesignRow] {
        settings.indices.map { .init(point: $0 + 1, values: values(at: $0)) }
    }

    var paths: [String] { factors.map { "\($0.path)" } }

    /// What decides the results, files that it writes left out.
    var manifest: Manifest {
        Manifest(
            command: words + (shard.map { ["--shard", "\($0)"] } ?? []), version: Version.number,
            seed: base.scenario.seed,
            settings: SweepSettings(
                scenario: base.scenario.name, horizon: "\(base.scenario.horizon.seconds)",
                design: design.rawValue, points: settings.count
            ).members,
            inputs: files.map { Manifest.File(name: $0.label, bytes: $0.bytes) })
    }
}

/// What the manifest of a sweep says beside the command.
struct SweepSettings: Decodable, Equatable {
    let scenario: String
    let horizon: String
    let design: String
    let points: Int

    var members: [JSONValue.Member] {
        [
            .init("scenario", .string(scenario)), .init("horizon", .string(horizon)),
            .init("design", .string(design)), .init("points", .integer(Int64(points))),
        ]
    }
}

/// What the points of a sweep yielded.
struct SweepOutcome: Sendable {
    private(set) var rows: [SweepRow] = []
    private(set) var comparisons: [SweepComparisonRow] = []
    private(set) var pointCount = 0
    /// Whether no point is missing.
    var isWhole = false

    struct Point: Sendable {
        let rows: [SweepRow]
        let comparisons: [SweepComparisonRow]
    }

    mutating func add(_ point: Point) {
        rows += point.rows
        comparisons += point.comparisons
        pointCount += 1
    }

    func text(_ sweep: Sweep, _ metric: Metric) -> String {
        """
        \(TextTable.printable(sweep.base.scenario.question))
        \(sweep.base.scenario.phoneName), but for what varies; \
        \(sweep.base.scenario.horizon.seconds) a run
        \(sweep.settings.count) points, \(sweep.design.rawValue)\
        \(sweep.shard.map { ", of them \(sweep.own.count) in shard \($0)" } ?? ""); \
        seed \(sweep.base.scenario.seed), the same random numbers at all points


        """
            + SweepText(
                factors: sweep.paths, sweep.designRows, rows, comparisons, metric: metric
            ).text
    }
}

extension InputFile {
    /// The same file, whatever of it was replaced.
    fileprivate var withoutProvenance: InputFile {
        InputFile(role: role, path: path, label: label, bytes: bytes, provenance: [])
    }
}
