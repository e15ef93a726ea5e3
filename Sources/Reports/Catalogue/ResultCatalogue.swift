import DeviceModel
import Experiments
import Traces

/// Every file of every kind of result. What a command may write, what it writes, the columns page
/// and `datapackage.json` follow from it.
public enum ResultCatalogue {
    public static var comparison: [ResultFile<ComparisonFiles>] {
        [
            .table(ResultTables.emptySummary(scenario: "")) { ResultTables.summary($0.result) },
            .table(ResultTables.emptyComparison(scenario: "")) {
                ResultTables.comparison($0.result)
            },
            .table(ResultTables.emptyReplications(Metric.allCases, isAntithetic: true)) {
                ResultTables.replications($0.result)
            },
            .table(ResultTables.emptyAntithetic("")) { ResultTables.antithetic($0.result) },
            .table(ResultTables.emptyEvents("")) { ResultTables.events($0.result) },
            .table(ResultTables.emptyDurations("")) { ResultTables.durations($0.result) },
            .table(ResultTables.emptyErrands("")) { ResultTables.errands($0.result) },
            .table(ResultTables.emptyResidence) { ResultTables.residence($0.result) },
            .table(ResultTables.emptyCauses) { ResultTables.causes($0.result) },
            .table(ResultTables.emptyApps) { ResultTables.apps($0.result) },
            .table(ResultTables.emptyAnswer) { ResultTables.answer($0.result) },
        ] + ResultFile.pictures(ComparisonFiles.names, \.pictures) + [
            .page { ComparisonPage($0, $1).bytes }
        ]
    }

    /// What a shard of replications leaves for the merge.
    public static var replicationShard: [ResultFile<ReplicationPieces>] {
        [.bytes(ReplicationPieces.fileName, with: .shard, \.file)]
    }

    public static var run: [ResultFile<RunFiles>] {
        [
            .table(ResultTables.emptyResidence) { ResultTables.residence($0.run.books) },
            .table(ResultTables.emptyCauses) { ResultTables.causes($0.run.books) },
            .table(ResultTables.emptyErrands("")) { ResultTables.errands($0.run.books) },
            .staged(ResultTables.timeline, with: .timeline, \.timeline),
            .staged(ResultTables.track, with: .track, \.track),
            .staged(PerfettoRun.fileName, with: .perfetto, \.perfetto),
            .table(ResultTables.emptySteady, with: .steadyState) {
                $0.steady.map(ResultTables.steady)
            },
            .bytes(TrackMap.fileName) { $0.map?.svg },
            .bytes(TrackVega.fileName) { $0.map.map { JSONText.bytes($0.json) } },
        ] + ResultFile.pictures(RunFiles.names, \.pictures) + [.page(OtherPages.run)]
    }

    public static var frontier: [ResultFile<FrontierFiles>] {
        [
            .table(FrontierTables.empty) { FrontierTables.frontier($0.days) },
            .table(FrontierTables.emptyPoints) { FrontierTables.points($0.days) },
        ] + ResultFile.pictures(FrontierFiles.names, \.pictures) + [.page(OtherPages.frontier)]
    }

    public static var replay: [ResultFile<ReplayFiles>] {
        [
            .table(ResultTables.emptyResidence) { ResultTables.residence($0.radios) },
            .table(ResultTables.emptyCauses) { ResultTables.causes($0.radios) },
            .table(ReplayTables.emptyRadios) { ReplayTables.radios($0.radios) },
            .table(ReplayTables.emptyPromotions) { ReplayTables.promotions($0.radios) },
            .table(ReplayTables.emptyBursts, with: .radio) { $0.one.map(ReplayTables.bursts) },
            .table(ReplayTables.emptyFlows, with: .radio) { $0.one.map(ReplayTables.flows) },
            .table(ReplayTables.emptyHosts, with: .radio) { $0.one.map(ReplayTables.hosts) },
            .table(ReplayTables.emptyAdvice, with: .radio) { output in
                output.one.map { _ in ReplayTables.advice(output.advice) }
            },
            .staged(PerfettoReplay.fileName, with: .perfetto, \.perfetto),
        ] + ResultFile.pictures(ReplayFiles.names, \.pictures) + [.page(OtherPages.replay)]
    }

    public static var fit: [ResultFile<FitFiles>] {
        [
            .table(FitTables.emptyFit) { FitTables.fit($0.quantities) },
            .table(FitTables.emptyResiduals) { FitTables.residuals($0.residuals) },
            .table(FitTables.emptyStays, \.stays),
            .page { result, context in
                OtherPages.plain("What was fitted to the measurements", context) {
                    $0.table(FitTables.fit(result.quantities))
                    $0.paragraphs(result.text.notes.joined(separator: "\n"))
                    $0.table(FitTables.residuals(result.residuals))
                }
            },
        ]
    }

    public static var sweep: [ResultFile<SweepFiles>] {
        [
            .table(SweepTables.design(Self.anyDesign)) { SweepTables.design($0.design) },
            .table(SweepTables.sweep([], Self.anyDesign)) {
                SweepTables.sweep($0.rows, $0.design)
            },
            .table(SweepTables.comparison([])) { SweepTables.comparison($0.comparisons) },
        ] + ResultFile.pictures(SweepFiles.names, \.pictures) + [.page(OtherPages.sweep)]
    }

    /// For the names of the columns: of a factor `PATH` in seconds.
    private static var anyDesign: SweepTables.Design {
        SweepTables.Design(factors: ["PATH"], [.init(point: 1, values: ["1 s"])])
    }

    public static var uncertainty: [ResultFile<UncertaintyFiles>] {
        [
            .table(UncertaintyTables.uncertainty([])) {
                UncertaintyTables.uncertainty($0.outcome.estimates)
            },
            .table(UncertaintyTables.tornado([])) { UncertaintyTables.tornado($0.outcome.bars) },
            .table(UncertaintyTables.sobol([]), with: .sobol) {
                let indices = $0.outcome.indices
                return indices.isEmpty ? nil : UncertaintyTables.sobol(indices)
            },
        ] + ResultFile.pictures(UncertaintyFiles.names, \.pictures) + [
            .page(OtherPages.uncertainty)
        ]
    }

    public static var assumptions: [ResultFile<AssumptionScreening.Outcome>] {
        [
            .table(AssumptionTables.empty, AssumptionTables.assumptions),
            .page { result, context in
                OtherPages.plain("Which assumed numbers matter", context) {
                    $0.table(AssumptionTables.assumptions(result))
                }
            },
        ]
    }

    public static var family: [ResultFile<FamilyFiles>] {
        [
            .table(FamilyTables.family([])) {
                FamilyTables.family(FamilyTables.rows($0.results, own: $0.own))
            }
        ] + ResultFile.pictures(FamilyFiles.names, \.pictures) + [.page(OtherPages.family)]
    }

    public static var selection: [ResultFile<SelectionResult>] {
        [
            .table(SelectionTables.empty, SelectionTables.selection),
            .page { result, context in
                OtherPages.screen(
                    "Which of the policies is the best", SelectionText(result).screen,
                    file: "select.csv", context)
            },
        ]
    }

    public static var optimum: [ResultFile<OptimumFiles>] {
        [
            .table(OptimumTables.empty) { OptimumTables.optimum($0.result, path: $0.path) },
            .table(OptimumTables.emptyConstraints) {
                OptimumTables.constraints($0.result, path: $0.path)
            },
        ] + ResultFile.pictures(OptimumFiles.names, \.pictures) + [.page(OtherPages.optimum)]
    }

    public static var check: [ResultFile<BudgetCheck>] {
        [
            .table(CheckTables.emptyCheck(isCompared: true), CheckTables.check),
            .page { result, context in
                OtherPages.screen(
                    "Whether the budget \(result.budget.name) is kept", CheckText(result).screen,
                    file: "check.csv", context)
            },
        ]
    }

    public static var traceCheck: [ResultFile<TraceCheckFiles>] {
        [
            .table(TraceCheckTables.emptyCheck(isCompared: true)) {
                TraceCheckTables.check($0.check)
            },
            .table(TraceCheckTables.emptyShares) { TraceCheckTables.shares($0.check) },
        ] + ResultFile.pictures(TraceCheckFiles.names, \.pictures) + [
            .page { result, context in
                OtherPages.screen(
                    "Whether the trace keeps the budget \(result.check.budget.name)",
                    TraceCheckText(result.check).screen, pictures: result.pictures,
                    file: "trace-check.csv", context)
            }
        ]
    }

    public static var replayDiff: [ResultFile<[ReplayDiff]>] {
        [
            .table(ReplayDiffTables.emptyDiff, ReplayDiffTables.diff),
            .table(ReplayDiffTables.emptyHosts, ReplayDiffTables.hosts),
            .page { result, context in
                OtherPages.screen(
                    "How the replays differ", ReplayDiffText(result).screen,
                    file: "replay-diff.csv", context)
            },
        ]
    }

    public static var diff: [ResultFile<[ResultDiff]>] {
        [
            .table(CheckTables.emptyDiff, CheckTables.diff),
            .page { result, context in
                OtherPages.screen(
                    "How the results differ", DiffText(result).screen, file: "diff.csv", context)
            },
        ]
    }
}

// MARK: What can be written

/// A kind of result: what one command, or one part of it, yields.
public struct ResultKind: Sendable {
    /// Whether a command yields it, by its words as the manifest has them.
    let isOf: @Sendable (_ words: [String]) -> Bool
    let files: @Sendable () -> [ListedFile]

    package init<Result>(
        where isOf: @escaping @Sendable (_ words: [String]) -> Bool,
        _ files: @escaping @Sendable () -> [ResultFile<Result>]
    ) {
        self.isOf = isOf
        self.files = { files().map(\.listing) }
    }

    /// What a command yields by the words that it begins with.
    package init<Result>(
        _ command: String..., files: @escaping @Sendable () -> [ResultFile<Result>]
    ) {
        self.init(where: { $0.starts(with: command) }, files)
    }
}

extension ResultCatalogue {
    /// The files that describe the others; every folder of results has them.
    public static let descriptions = [DataPackage.fileName, Manifest.fileName]

    /// In the order of the columns page. Several may be of one command, as a budget's words do not
    /// say what it is for.
    public static let kinds = [
        ResultKind(where: isComparison) { comparison },
        ResultKind(where: isShard) { replicationShard },
        ResultKind("run") { run },
        ResultKind("frontier") { frontier },
        ResultKind("replay") { replay },
        ResultKind("fit") { fit },
        ResultKind("sweep") { sweep },
        ResultKind(where: isUncertain) { uncertainty },
        ResultKind("assumptions") { assumptions },
        ResultKind(where: isFamily) { family },
        ResultKind("select") { selection },
        ResultKind("optimize") { optimum },
        ResultKind("check") { check },
        ResultKind("check") { traceCheck },
        ResultKind("diff") { diff },
        ResultKind("diff") { replayDiff },
    ]

    /// The files of all kinds of results, each once.
    public static func all(_ kinds: [ResultKind]) -> [ListedFile] {
        var names: Set<String> = []
        return kinds.flatMap { $0.files() }.filter { names.insert($0.name).inserted }
    }

    /// The names of the files that a command can write; those of all kinds if it is unknown.
    ///
    /// - Parameters:
    ///   - words: the command, as the manifest has it.
    ///   - kinds: of results that there are.
    public static func names(of words: [String], in kinds: [ResultKind]) -> [String] {
        let own =
            isShard(words)
            ? replicationShard.map(\.listing)
            : all(kinds.filter { $0.isOf(words) })
        let files = own.isEmpty ? all(kinds) : own
        let possible = files.filter { file in file.option.map { words.contains($0.flag) } ?? true }
        return possible.map(\.name) + descriptions
    }

    /// Whether pieces for the merge are written; the shards of a sweep have its tables.
    private static func isShard(_ words: [String]) -> Bool {
        words.first != "sweep" && words.contains(OptionName.shard.flag)
    }

    private static func isComparison(_ words: [String]) -> Bool {
        words.first == "compare" && !isUncertain(words) && !isFamily(words)
    }

    private static func isUncertain(_ words: [String]) -> Bool {
        let drawing: [OptionName] = [.uncertain, .uncertainRadio, .draws, .sobol]
        return words.first == "compare" && drawing.contains { words.contains($0.flag) }
    }

    /// Whether `--radio` names a kind of radio, or several with commas between.
    private static func isFamily(_ words: [String]) -> Bool {
        guard words.first == "compare", !isUncertain(words),
            let radio = OptionName.radio.value(in: words)
        else { return false }
        return radio.contains(",") || RadioProfile.Family(word: radio) != nil
    }
}
