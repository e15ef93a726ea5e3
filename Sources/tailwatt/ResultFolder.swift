import Reports
import Traces

/// The folder that `--out` names: results are written there, and nothing else in it is touched.
struct ResultFolder {
    let path: String
    let claim: OutputClaim
    private let words: [String]

    /// Every table that a result can have.
    static let schemas =
        ResultTables.schemas + FrontierTables.schemas + ReplayTables.schemas + FitTables.schemas
        + SweepTables.schemas + UncertaintyTables.schemas + SelectionTables.schemas
        + OptimumTables.schemas + CheckTables.schemas + ValidationTables.schemas
        + OptimumStudyTable.schemas

    private static let pictures = [
        FrontierChart.fileName, TornadoChart.fileName, TradeOffChart.fileName, TrackMap.fileName,
    ]

    private static let descriptions = ["datapackage.json", Manifest.fileName]

    /// Every file that a result can have.
    static let names = schemas.map { $0.name + ".csv" } + pictures + descriptions

    /// - Parameters:
    ///   - path: the folder's.
    ///   - words: the command, as the manifest has it.
    ///   - inputs: the paths of all files that it reads.
    ///   - isForced: whether the user wants replaced whatever stands there.
    init(path: String, words: [String], inputs: [String], isForced: Bool) {
        self.path = path
        self.words = words
        claim = OutputClaim(
            command: words, inputs: inputs, names: Set(Self.names), isForced: isForced)
    }

    /// Says now, not after the work, that the results could not be written, or would be written
    /// over what they are made from or over what is not theirs.
    func probe() throws { try OutputDirectory(path: path, claim: claim).probe(possibleNames) }

    /// The files that the command can write.
    private var possibleNames: [String] {
        let (schemas, picture): ([TableSchema], String?) =
            switch words.first {
            case "compare" where words.contains(where: Self.uncertain.contains):
                (UncertaintyTables.schemas, TornadoChart.fileName)
            case "compare":
                (ResultTables.schemas.filter { !Self.detail.keys.contains($0.name) }, nil)
            case "run":
                (
                    ResultTables.schemas.filter { schema in
                        Self.booked.contains(schema.name)
                            || Self.detail[schema.name].map(words.contains) == true
                    }, TrackMap.fileName
                )
            case "replay":
                (
                    ResultTables.schemas.filter { Self.booked.contains($0.name) }
                        + ReplayTables.schemas.filter {
                            words.contains("--radio") || Self.ofManyRadios.contains($0.name)
                        }, nil
                )
            case "frontier": (FrontierTables.schemas, FrontierChart.fileName)
            case "fit": (FitTables.schemas, nil)
            case "sweep": (SweepTables.schemas, nil)
            case "select": (SelectionTables.schemas, nil)
            case "optimize": (OptimumTables.schemas, TradeOffChart.fileName)
            case "check", "diff": (CheckTables.schemas, nil)
            case "validate": (ValidationTables.schemas, nil)
            default: (Self.schemas, nil)
            }
        return schemas.map { $0.name + ".csv" } + [picture].compactMap { $0 } + Self.descriptions
    }

    /// Where the energy went, of one run or of many.
    private static let booked = ["residence", "causes"]
    /// What only `run` writes, by the option that asks for it.
    private static let detail = [
        "timeline": "--timeline", "track": "--track", "steady": "--steady-state",
    ]
    /// The options by which `compare` draws profiles.
    private static let uncertain = ["--uncertain", "--uncertain-radio", "--draws", "--sobol"]
    /// What a replay on many radios has.
    private static let ofManyRadios = ["radios", "promotions"]
}
