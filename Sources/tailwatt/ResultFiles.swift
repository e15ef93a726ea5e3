import Experiments
import Profiles
import Quantities
import Reports

/// The files of one result, in the order in which they are published: the manifest last, so that
/// it vouches for files that are there.
struct ResultFiles {
    private var files: [(name: String, bytes: [UInt8])] = []
    private var schemas: [TableSchema] = []
    private var manifest: Manifest
    private let scenario: String

    static func comparison(
        _ result: ExperimentResult, _ loaded: LoadedScenario, words: [String]
    ) -> ResultFiles {
        var files = ResultFiles(loaded, words: words, replications: result.replicationCount)
        files.add(ResultTables.summary(result))
        files.add(ResultTables.comparison(result))
        files.add(ResultTables.replications(result))
        files.add(ResultTables.residence(result))
        files.add(ResultTables.causes(result))
        return files
    }

    static func run(
        _ run: SingleRun, _ loaded: LoadedScenario, words: [String]
    ) -> ResultFiles {
        var files = ResultFiles(loaded, words: words, replications: 1)
        files.add(ResultTables.residence(run.books))
        files.add(ResultTables.causes(run.books))
        if run.isRecorded { files.add(ResultTables.timeline(run.result)) }
        return files
    }

    private init(_ loaded: LoadedScenario, words: [String], replications: Int) {
        scenario = loaded.scenario.name
        manifest = Manifest(
            command: words, version: Version.number, seed: loaded.scenario.seed,
            settings: [
                .init("scenario", .string(loaded.scenario.name)),
                .init("horizon", .string("\(loaded.scenario.horizon.seconds)")),
                .init("replications", .integer(Int64(replications))),
            ],
            inputs: loaded.files.map { Manifest.File(name: $0.label, bytes: $0.bytes) })
    }

    private mutating func add<Row>(_ table: Table<Row>) {
        schemas.append(table.schema)
        add(table.name + ".csv", table.csv)
    }

    private mutating func add(_ name: String, _ bytes: [UInt8]) {
        files.append((name, bytes))
        manifest.outputs.append(Manifest.File(name: name, bytes: bytes))
    }

    func publish(to folder: String) throws {
        var all = self
        all.add(
            "datapackage.json", JSONText.bytes(DataPackage.json(name: scenario, schemas)))
        var directory = OutputDirectory(path: folder)
        for file in all.files { directory.add(file.name, file.bytes) }
        directory.add("manifest.json", JSONText.bytes(all.manifest.json))
        try directory.publish()
        directory.removeObsolete(ResultTables.schemas.map { $0.name + ".csv" })
    }
}
