/// Every file of every kind of result.
///
/// It decides what a command may write, the columns page and `datapackage.json`.
public enum ResultCatalogue {
    public static var comparison: [ResultFile<ComparisonFiles>] {
        [
            .table(ResultTables.summary) { $0.result.summaries() },
            .table(ResultTables.comparison) { $0.result.comparisons() },
            .table(listing: ResultTables.replications(Metric.allCases, isAntithetic: true)) {
                ResultTables.replications(of: $0.result)
            },
            .table(ResultTables.antithetic) { ResultTables.antitheticRows(of: $0.result) },
            .table(ResultTables.events) { ResultTables.eventRows(of: $0.result) },
            .table(ResultTables.durations) { ResultTables.durationRows(of: $0.result) },
            .table(ResultTables.errands) { ResultTables.errandRows(of: $0.result) },
            .table(ResultTables.residence) { ResultTables.residenceRows(of: $0.result) },
            .table(ResultTables.causes) { ResultTables.causeRows(of: $0.result) },
            .table(ResultTables.apps) { ResultTables.appRows(of: $0.result) },
            .table(ResultTables.answer) { ResultTables.answerRows(of: $0.result) },
        ].stacked(by: \.result.scenario.name)
            + ResultFile.pictures(ComparisonFiles.pictures)
            + [.page { ComparisonPage($0, $1).bytes }]
    }

    public static var replicationShard: [ResultFile<ReplicationPieces>] {
        [.bytes(ReplicationPieces.fileName, with: .shard, \.file)]
    }

    public static var run: [ResultFile<RunFiles>] {
        [
            .table(ResultTables.residence) { ResultTables.residenceRows(of: $0.run) },
            .table(ResultTables.causes) { ResultTables.causeRows(of: $0.run.books) },
            .table(ResultTables.errands) { ResultTables.errandRows(of: $0.run.books) },
            .staged(ResultTables.timeline, with: .timeline, \.timeline),
            .staged(ResultTables.track, with: .track, \.track),
            .staged(PerfettoRun.fileName, with: .perfetto, \.perfetto),
            .table(ResultTables.steady, with: .steadyState) {
                $0.steady.map(ResultTables.steadyRows(of:))
            },
        ].stacked(by: \.run.books.scenario.name)
            + ResultFile.pictures([
                .init("power") { PowerChart($0.typical)?.chart },
                .init("errand") { $0.typical.errand.flatMap(Chart.errand) },
                .init("track") { $0.map?.chart },
            ]) + [.page(OtherPages.run)]
    }

    public static var frontier: [ResultFile<[FrontierDayResult]>] {
        [
            .table(FrontierTables.frontier) { FrontierTables.frontierRows(of: $0) },
            .table(FrontierTables.points) { FrontierTables.pointRows(of: $0) },
        ] + ResultFile.pictures([.init("frontier") { FrontierChart($0).chart }]) + [
            .page(OtherPages.frontier)
        ]
    }

    public static var replay: [ResultFile<ReplayFiles>] {
        // A replay has no scenario, but each file has one list of columns.
        [
            .table(ResultTables.residence) { ResultTables.residenceRows(of: $0.radios) },
            .table(ResultTables.causes) { ResultTables.causeRows(of: $0.radios) },
        ].stacked { _ in "" } + [
            .table(ReplayTables.radios, \.radios),
            .table(ReplayTables.promotions) { ReplayTables.promotionRows(of: $0.radios) },
            .table(ReplayTables.bursts, with: .radio) { $0.one.map(ReplayTables.burstRows(of:)) },
            .table(ReplayTables.flows, with: .radio, \.one?.flows),
            .table(ReplayTables.hosts, with: .radio, \.one?.hosts),
            .table(ReplayTables.advice, with: .radio) { $0.one == nil ? nil : $0.advice },
            .staged(PerfettoReplay.fileName, with: .perfetto, \.perfetto),
        ]
            + ResultFile.pictures([
                .init("radios") { .radios($0.radios) },
                .init("timeline") { $0.one.flatMap { ReplayChart($0)?.chart } },
            ]) + [.page(OtherPages.replay)]
    }

    public static var fit: [ResultFile<FitReport>] {
        [
            .table(FitTables.fit, \.quantities),
            .table(FitTables.residuals, \.residuals),
            .table(FitTables.stays, \.stays),
            .page { result, context in
                OtherPages.plain("What was fitted to the measurements", context) {
                    $0.table(FitTables.fit.with(result.quantities))
                    $0.paragraphs(result.notes.joined(separator: "\n"))
                    $0.table(FitTables.residuals.with(result.residuals))
                }
            },
        ]
    }

    public static var phone: [ResultFile<PhoneAccount>] {
        [
            .table(PhoneTables.figures, \.figures), .table(PhoneTables.users, \.users),
            .page(
                { $0.screen(head: "") }, file: "phone.csv",
                title: { _ in "What the phone drew, and what it did" }),
        ]
    }

    public static var sweep: [ResultFile<SweepFiles>] {
        [
            .table(listing: SweepTables.design(Self.anyDesign)) { SweepTables.design($0.design) },
            .table(listing: SweepTables.sweep([], Self.anyDesign)) {
                SweepTables.sweep($0.rows, $0.design)
            },
            .table(listing: SweepTables.comparison([])) { SweepTables.comparison($0.comparisons) },
        ].stacked(by: \.scenario)
            + ResultFile.pictures([
                .init("curves") { SweepChart($0.design, $0.rows, $0.drawn)?.chart }
            ]) + [.page(OtherPages.sweep)]
    }

    /// Supplies column names for the listing.
    private static var anyDesign: SweepTables.Design {
        SweepTables.Design(factors: ["PATH"], [.init(point: 1, values: ["1 s"])])
    }

    public static var uncertainty: [ResultFile<UncertaintyReport>] {
        [
            .table(UncertaintyTables.uncertainty, \.outcome.estimates),
            .table(UncertaintyTables.tornado, \.outcome.bars),
            .table(UncertaintyTables.sobol, with: .sobol) {
                let rows = UncertaintyTables.sobolRows(of: $0.outcome.indices)
                return rows.isEmpty ? nil : rows
            },
        ].stacked(by: \.scenario.name)
            + ResultFile.pictures([.init("tornado") { TornadoChart($0.outcome).chart }])
            + [.page(OtherPages.uncertainty)]
    }

    public static var assumptions: [ResultFile<AssumptionScreening.Outcome>] {
        [
            .table(AssumptionTables.assumptions, AssumptionTables.assumptionRows(of:)),
            .table(AssumptionTables.flips) { outcome in
                outcome.standings.map { (outcome.scenario, $0) }
            },
            .page { result, context in
                OtherPages.plain("Which assumed numbers matter", context) {
                    $0.table(
                        AssumptionTables.assumptions.with(
                            AssumptionTables.assumptionRows(of: result)))
                }
            },
        ]
    }

    public static var family: [ResultFile<FamilyReport>] {
        [
            .table(FamilyTables.family) { FamilyTables.rows($0.results, own: $0.own) }
        ].stacked(by: \.scenario.name)
            + ResultFile.pictures([.init("radios") { .radios($0.results) }])
            + [.page(OtherPages.family)]
    }

    public static var selection: [ResultFile<SelectionResult>] {
        [
            .table(SelectionTables.selection, SelectionTables.selectionRows(of:)),
            .page(\.screen, file: "select.csv") { _ in "Which of the policies is the best" },
        ].stacked(by: \.selection.scenario.name)
    }

    public static var optimum: [ResultFile<OptimumReport>] {
        [
            .table(OptimumTables.optimum) {
                OptimumTables.optimumRows(of: $0.result, path: $0.path)
            },
            .table(OptimumTables.constraints) {
                OptimumTables.constraintRows(of: $0.result, path: $0.path)
            },
        ].stacked(by: \.result.points[0].scenario.name)
            + ResultFile.pictures([.init("tradeoff") { $0.tradeOff }]) + [.page(OtherPages.optimum)]
    }

    public static var check: [ResultFile<BudgetCheck>] {
        [
            .table(listing: CheckTables.columns(isCompared: true), CheckTables.check),
            .page(
                { $0.screen() }, file: "check.csv",
                title: { "Whether the budget \($0.budget.name) is kept" }),
        ]
    }

    public static var traceCheck: [ResultFile<TraceCheck>] {
        [
            .table(listing: TraceCheckTables.columns(isCompared: true), TraceCheckTables.check),
            .table(TraceCheckTables.shares, \.shares),
        ] + ResultFile.pictures([.init("limits") { .limits($0) }]) + [
            .page(
                { $0.screen() }, file: "trace-check.csv",
                title: { "Whether the trace keeps the budget \($0.budget.name)" })
        ]
    }

    public static var replayDiff: [ResultFile<[ReplayDiff]>] {
        [
            .table(ReplayDiffTables.diff, ReplayDiffTables.diffRows(of:)),
            .table(ReplayDiffTables.hosts, ReplayDiffTables.hostRows(of:)),
            .page(\.screen, file: "replay-diff.csv", title: { _ in "How the replays differ" }),
        ]
    }

    public static var diff: [ResultFile<[ResultDiff]>] {
        [
            .table(CheckTables.diff, CheckTables.diffRows(of:)),
            .page(\.screen, file: "diff.csv", title: { _ in "How the results differ" }),
        ]
    }

    /// The files that describe the others, in every result folder.
    public static let descriptions = [DataPackage.fileName, Manifest.fileName]

    /// In the order of the columns page. A command may have several kinds, as the words of a check
    /// do not tell whether its budget is for a trace.
    public static let kinds = [
        ResultKind(where: isComparison) { comparison },
        ResultKind(where: isShard) { replicationShard },
        ResultKind("run") { run },
        ResultKind("frontier") { frontier },
        ResultKind("replay") { replay },
        ResultKind("fit") { fit },
        ResultKind("phone") { phone },
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

    public static func all(_ kinds: [ResultKind]) -> [ListedFile] {
        var names: Set<String> = []
        return kinds.flatMap { $0.files() }.filter { names.insert($0.name).inserted }
    }

    /// The names of the files that a command can write; all names for an unknown command.
    public static func names(of words: [String], in kinds: [ResultKind]) -> [String] {
        let own =
            isShard(words)
            ? replicationShard.map(\.listing)
            : all(kinds.filter { $0.isOf(words) })
        let files = own.isEmpty ? all(kinds) : own
        let possible = files.filter { file in file.option.map { words.contains($0.flag) } ?? true }
        return possible.map(\.name) + descriptions
    }

    /// Whether the command writes pieces for a merge; the shards of a sweep write its tables
    /// instead.
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

    private static func isFamily(_ words: [String]) -> Bool {
        guard words.first == "compare", !isUncertain(words),
            let radio = OptionName.radio.value(in: words)
        else { return false }
        return radio.contains(",") || RadioProfile.Family(word: radio) != nil
    }
}

extension ResultFile {
    /// A screen as a page: the answer, pictures, then tables and notes; `file` has all columns of
    /// the first table.
    fileprivate static func page(
        _ screen: @escaping (Result) -> Screen?, file: String, title: @escaping (Result) -> String
    ) -> Self {
        .page { result, context in
            let screen = screen(result) ?? Screen(answer: "Every value is the same.")
            var page = ReportPage(title: title(result), answer: screen.answer, facts: "", context)
            page.figures()
            page.text.parts(of: screen, file: file)
            return page.document()
        }
    }
}

extension Array {
    fileprivate func stacked<Result>(by scenario: @escaping (Result) -> String) -> Self
    where Element == ResultFile<Result> { map { $0.stacked(scenario) } }
}

/// The result of one command, or of one variant of a command.
public struct ResultKind: Sendable {
    /// Whether a command, with its words as in the manifest, gives this result.
    let isOf: @Sendable (_ words: [String]) -> Bool
    let files: @Sendable () -> [ListedFile]

    package init<Result>(
        where isOf: @escaping @Sendable (_ words: [String]) -> Bool,
        _ files: @escaping @Sendable () -> [ResultFile<Result>]
    ) {
        self.isOf = isOf
        self.files = { files().map(\.listing) }
    }

    /// The result of each command that begins with these words.
    package init<Result>(
        _ command: String..., files: @escaping @Sendable () -> [ResultFile<Result>]
    ) { self.init(where: { $0.starts(with: command) }, files) }
}
