import DeviceModel
import Experiments
import Profiles
import Quantities
import Reports
import Traces

/// The files of one result, in the order in which they are published: the manifest last, so that
/// it vouches for files that are there.
struct ResultFiles {
    private var files: [(name: String, bytes: [UInt8])] = []
    private var staged: [StagedFile] = []
    private var schemas: [TableSchema] = []
    private var manifest: Manifest
    private let package: String

    static func comparison(
        _ result: ExperimentResult, _ loaded: LoadedScenario, words: [String]
    ) -> ResultFiles {
        var files = ResultFiles(
            loaded, words: words, replications: .integer(Int64(result.replicationCount)))
        files.add(ResultTables.summary(result))
        files.add(ResultTables.comparison(result))
        files.add(ResultTables.replications(result))
        if let antithetic = ResultTables.antithetic(result) { files.add(antithetic) }
        if let events = ResultTables.events(result) { files.add(events) }
        if let durations = ResultTables.durations(result) { files.add(durations) }
        files.add(ResultTables.residence(result))
        files.add(ResultTables.causes(result))
        if let apps = ResultTables.apps(result) { files.add(apps) }
        if let answer = ResultTables.answer(result) { files.add(answer) }
        return files
    }

    static func frontier(
        _ days: [FrontierDayResult], _ loaded: LoadedScenario, _ asked: LoadedFrontier,
        words: [String]
    ) -> ResultFiles {
        let counts = days.map {
            JSONValue.Member($0.day, .integer(Int64($0.result.replicationCount)))
        }
        var files = ResultFiles(
            loaded, files: asked.files, words: words, replications: .object(counts))
        files.add(FrontierTables.frontier(days))
        files.add(FrontierTables.points(days))
        files.add(FrontierChart.fileName, FrontierChart(days).svg)
        return files
    }

    static func check(
        _ check: BudgetCheck, _ loaded: LoadedBudget, words: [String]
    ) -> ResultFiles {
        var files = ResultFiles(
            loaded.scenario, files: loaded.files, words: words,
            replications: .integer(Int64(check.result.replicationCount)))
        files.add(CheckTables.check(check))
        return files
    }

    /// - Parameters:
    ///   - diff: of two folders.
    ///   - words: the command.
    ///   - inputs: the folders' manifests, which vouch for the rest.
    static func diff(
        _ diff: ResultDiff, words: [String], inputs: [Manifest.File]
    ) -> ResultFiles {
        var files = ResultFiles(
            package: "diff",
            manifest: Manifest(
                command: words, version: Version.number, seed: 0,
                settings: [.init("scenario", .string(diff.base.scenario))],
                inputs: inputs))
        files.add(CheckTables.diff(diff))
        return files
    }

    /// - Parameters:
    ///   - run: what was run.
    ///   - tables: those that were written while it went on, each with its schema.
    ///   - drawing: the track as SVG; `nil`: none.
    ///   - steady: the power in steady state; `nil`: nobody asked.
    ///   - loaded: the scenario and its files.
    ///   - words: the command.
    static func run(
        _ run: SingleRun, tables: [(file: StagedFile, schema: TableSchema)], drawing: [UInt8]?,
        steady: SteadyState?, _ loaded: LoadedScenario, words: [String]
    ) -> ResultFiles {
        var files = ResultFiles(loaded, words: words, replications: .integer(1))
        files.add(ResultTables.residence(run.books))
        files.add(ResultTables.causes(run.books))
        for table in tables { files.add(table.file, table.schema) }
        if let steady { files.add(ResultTables.steady(steady)) }
        if let drawing { files.add(TrackMap.fileName, drawing) }
        return files
    }

    static func fit(_ fit: FitOutput) -> ResultFiles {
        var files = ResultFiles(fit)
        files.add(FitTables.fit(fit.quantities))
        files.add(FitTables.residuals(fit.residuals))
        if let stays = fit.stays { files.add(stays) }
        return files
    }

    static func replay(
        _ tables: ReplayFiles, trace: TraceFile, profiles: [InputFile], words: [String],
        reading: ReplayReading
    ) -> ResultFiles {
        var files = ResultFiles(
            package: "replay",
            manifest: Manifest(
                command: words, version: Version.number, seed: 0,
                settings: [
                    .init("packets", .integer(Int64(reading.summary.packets))),
                    .init(
                        "trace", .string(reading.failure == nil ? "whole" : "broken off")),
                ],
                inputs: [trace.manifestFile]
                    + profiles.map { Manifest.File(name: $0.label, bytes: $0.bytes) }))
        files.add(ResultTables.residence(tables.radios))
        files.add(ResultTables.causes(tables.radios))
        files.add(ReplayTables.radios(tables.radios))
        files.add(ReplayTables.promotions(tables.radios))
        if let one = tables.one {
            files.add(ReplayTables.bursts(one))
            files.add(ReplayTables.flows(one))
            files.add(ReplayTables.hosts(one))
            files.add(ReplayTables.advice(tables.advice))
        }
        return files
    }

    init(package: String, manifest: Manifest) {
        self.package = package
        self.manifest = manifest
    }

    private init(_ fit: FitOutput) {
        package = "fit-\(fit.kind)"
        manifest = Manifest(
            command: fit.words, version: Version.number, seed: fit.seed,
            inputs: [Manifest.File(name: fit.input.name, bytes: fit.input.bytes)])
    }

    /// - Parameters:
    ///   - loaded: what was simulated.
    ///   - files: the inputs, where they are not those of the scenario.
    ///   - words: the command.
    ///   - replications: how many there were.
    init(
        _ loaded: LoadedScenario, files: [InputFile]? = nil, words: [String],
        replications: JSONValue
    ) {
        package = loaded.scenario.name
        manifest = Manifest(
            command: words, version: Version.number, seed: loaded.scenario.seed,
            settings: [
                .init("scenario", .string(loaded.scenario.name)),
                .init("horizon", .string("\(loaded.scenario.horizon.seconds)")),
                .init("replications", replications),
            ],
            inputs: (files ?? loaded.files).map { Manifest.File(name: $0.label, bytes: $0.bytes) })
    }

    mutating func add<Row>(_ table: Table<Row>) {
        schemas.append(table.schema)
        add(table.name + ".csv", table.csv)
    }

    /// Adds a table as the bytes that it is printed as.
    mutating func add(_ csv: [UInt8], _ schema: TableSchema) {
        schemas.append(schema)
        add(schema.name + ".csv", csv)
    }

    /// Adds a table that has been written already.
    private mutating func add(_ file: StagedFile, _ schema: TableSchema) {
        schemas.append(schema)
        staged.append(file)
        manifest.outputs.append(file.manifestFile)
    }

    mutating func add(_ name: String, _ bytes: [UInt8]) {
        files.append((name, bytes))
        manifest.outputs.append(Manifest.File(name: name, bytes: bytes))
    }

    func publish(to folder: ResultFolder) throws {
        var all = self
        all.add(
            "datapackage.json", JSONText.bytes(DataPackage.json(name: package, schemas)))
        var directory = OutputDirectory(path: folder.path, claim: folder.claim)
        for file in all.staged { directory.add(file) }
        for file in all.files { directory.add(file.name, file.bytes) }
        directory.add(Manifest.fileName, JSONText.bytes(all.manifest.json))
        try directory.publish()
    }
}
