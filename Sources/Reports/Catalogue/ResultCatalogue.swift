import DeviceModel
import Experiments
import Published
import Show

/// Every file of every kind of result. What a command may write, what it writes, the columns page
/// and `datapackage.json` follow from it.
public enum ResultCatalogue {
    public static var comparison: [ResultFile<ComparisonFiles>] {
        [
            .table(ResultTables.summary) { $0.summaries() },
            .table(ResultTables.comparison) { $0.comparisons() },
            .table(listing: ResultTables.replications(Metric.allCases, isAntithetic: true)) {
                ResultTables.replications(of: $0.result)
            },
            .table(ResultTables.antithetic, ResultTables.antitheticRows(of:)),
            .table(ResultTables.events, ResultTables.eventRows(of:)),
            .table(ResultTables.durations, ResultTables.durationRows(of:)),
            .table(ResultTables.errands, ResultTables.errandRows(of:)),
            .table(ResultTables.residence) { ResultTables.residenceRows(of: $0.result) },
            .table(ResultTables.causes) { ResultTables.causeRows(of: $0.result) },
            .table(ResultTables.apps) { ResultTables.appRows(of: $0.result) },
            .table(ResultTables.answer) { ResultTables.answerRows(of: $0.result) },
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
            .table(ResultTables.residence) { ResultTables.residenceRows(of: $0.run.books) },
            .table(ResultTables.causes) { ResultTables.causeRows(of: $0.run.books) },
            .table(listing: ResultTables.errands("")) { files in
                ResultTables.errandRows(of: files.run.books)
                    .map(ResultTables.errands(files.run.books.scenario.name).with)
            },
            .staged(ResultTables.timeline, with: .timeline, \.timeline),
            .staged(ResultTables.track, with: .track, \.track),
            .staged(PerfettoRun.fileName, with: .perfetto, \.perfetto),
            .table(ResultTables.steady, with: .steadyState) {
                $0.steady.map(ResultTables.steadyRows(of:))
            },
            .bytes(TrackMap.fileName) { $0.map?.svg },
            .bytes(TrackVega.fileName) { $0.map.map { JSONText.bytes($0.json) } },
        ] + ResultFile.pictures(RunFiles.names, \.pictures) + [.page(OtherPages.run)]
    }

    public static var frontier: [ResultFile<FrontierFiles>] {
        [
            .table(FrontierTables.frontier) { FrontierTables.frontierRows(of: $0.days) },
            .table(FrontierTables.points) { FrontierTables.pointRows(of: $0.days) },
        ] + ResultFile.pictures(FrontierFiles.names, \.pictures) + [.page(OtherPages.frontier)]
    }

    public static var replay: [ResultFile<ReplayFiles>] {
        [
            .table(ResultTables.residence) { ResultTables.residenceRows(of: $0.radios) },
            .table(ResultTables.causes) { ResultTables.causeRows(of: $0.radios) },
            .table(ReplayTables.radios, \.radios),
            .table(ReplayTables.promotions) { ReplayTables.promotionRows(of: $0.radios) },
            .table(ReplayTables.bursts, with: .radio) { $0.one.map(ReplayTables.burstRows(of:)) },
            .table(ReplayTables.flows, with: .radio, \.one?.flows),
            .table(ReplayTables.hosts, with: .radio, \.one?.hosts),
            .table(ReplayTables.advice, with: .radio) { $0.one == nil ? nil : $0.advice },
            .staged(PerfettoReplay.fileName, with: .perfetto, \.perfetto),
        ] + ResultFile.pictures(ReplayFiles.names, \.pictures) + [.page(OtherPages.replay)]
    }

    public static var fit: [ResultFile<FitFiles>] {
        [
            .table(FitTables.fit, \.quantities),
            .table(FitTables.residuals, \.residuals),
            .table(FitTables.stays, \.stays),
            .page { result, context in
                OtherPages.plain("What was fitted to the measurements", context) {
                    $0.table(FitTables.fit.with(result.quantities))
                    $0.paragraphs(result.text.notes.joined(separator: "\n"))
                    $0.table(FitTables.residuals.with(result.residuals))
                }
            },
        ]
    }

    public static var sweep: [ResultFile<SweepFiles>] {
        [
            .table(listing: SweepTables.design(Self.anyDesign)) { SweepTables.design($0.design) },
            .table(listing: SweepTables.sweep([], Self.anyDesign)) {
                SweepTables.sweep($0.rows, $0.design)
            },
            .table(listing: SweepTables.comparison([])) { SweepTables.comparison($0.comparisons) },
        ] + ResultFile.pictures(SweepFiles.names, \.pictures) + [.page(OtherPages.sweep)]
    }

    /// For the names of the columns: of a factor `PATH` in seconds.
    private static var anyDesign: SweepTables.Design {
        SweepTables.Design(factors: ["PATH"], [.init(point: 1, values: ["1 s"])])
    }

    public static var uncertainty: [ResultFile<UncertaintyFiles>] {
        [
            .table(listing: UncertaintyTables.uncertainty([])) {
                UncertaintyTables.uncertainty($0.outcome.estimates)
            },
            .table(listing: UncertaintyTables.tornado([])) {
                UncertaintyTables.tornado($0.outcome.bars)
            },
            .table(listing: UncertaintyTables.sobol([]), with: .sobol) {
                let indices = $0.outcome.indices
                return indices.isEmpty ? nil : UncertaintyTables.sobol(indices)
            },
        ] + ResultFile.pictures(UncertaintyFiles.names, \.pictures) + [
            .page(OtherPages.uncertainty)
        ]
    }

    public static var assumptions: [ResultFile<AssumptionScreening.Outcome>] {
        [
            .table(AssumptionTables.assumptions, AssumptionTables.assumptionRows(of:)),
            .page { result, context in
                OtherPages.plain("Which assumed numbers matter", context) {
                    $0.table(
                        AssumptionTables.assumptions.with(
                            AssumptionTables.assumptionRows(of: result)))
                }
            },
        ]
    }

    public static var family: [ResultFile<FamilyFiles>] {
        [
            .table(listing: FamilyTables.family([])) {
                FamilyTables.family(FamilyTables.rows($0.results, own: $0.own))
            }
        ] + ResultFile.pictures(FamilyFiles.names, \.pictures) + [.page(OtherPages.family)]
    }

    public static var selection: [ResultFile<SelectionResult>] {
        [
            .table(SelectionTables.selection, SelectionTables.selectionRows(of:)),
            .page { result, context in
                OtherPages.screen(
                    "Which of the policies is the best", SelectionText(result).screen,
                    file: "select.csv", context)
            },
        ]
    }

    public static var optimum: [ResultFile<OptimumFiles>] {
        [
            .table(OptimumTables.optimum) {
                OptimumTables.optimumRows(of: $0.result, path: $0.path)
            },
            .table(OptimumTables.constraints) {
                OptimumTables.constraintRows(of: $0.result, path: $0.path)
            },
        ] + ResultFile.pictures(OptimumFiles.names, \.pictures) + [.page(OtherPages.optimum)]
    }

    public static var check: [ResultFile<BudgetCheck>] {
        [
            .table(listing: CheckTables.columns(isCompared: true), CheckTables.check),
            .page { result, context in
                OtherPages.screen(
                    "Whether the budget \(result.budget.name) is kept", CheckText(result).screen,
                    file: "check.csv", context)
            },
        ]
    }

    public static var traceCheck: [ResultFile<TraceCheckFiles>] {
        [
            .table(listing: TraceCheckTables.columns(isCompared: true)) {
                TraceCheckTables.check($0.check)
            },
            .table(TraceCheckTables.shares, \.check.shares),
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
            .table(ReplayDiffTables.diff, ReplayDiffTables.diffRows(of:)),
            .table(ReplayDiffTables.hosts, ReplayDiffTables.hostRows(of:)),
            .page { result, context in
                OtherPages.screen(
                    "How the replays differ", ReplayDiffText(result).screen,
                    file: "replay-diff.csv", context)
            },
        ]
    }

    public static var diff: [ResultFile<[ResultDiff]>] {
        [
            .table(CheckTables.diff, CheckTables.diffRows(of:)),
            .page { result, context in
                OtherPages.screen(
                    "How the results differ", DiffText(result).screen, file: "diff.csv", context)
            },
        ]
    }

    public static var coverage: [ResultFile<CoverageFiles>] {
        [
            .table(listing: ValidationTables.emptyCoverage) {
                ValidationTables.coverage($0.coverage)
            },
            .table(listing: ValidationTables.emptyPower) { ValidationTables.power($0.power) },
            .page { result, context in
                OtherPages.plain(
                    "How often intervals hold the truth, and tests find what is there", context
                ) {
                    $0.table(ValidationTables.coverage(result.coverage))
                    $0.table(ValidationTables.power(result.power))
                }
            },
        ]
    }

    public static var stopping: [ResultFile<[StoppingStudy.Row]>] {
        [
            .table(listing: ValidationTables.emptyStopping, ValidationTables.stopping),
            .page { result, context in
                OtherPages.plain(
                    "How often intervals hold the truth where a rule ends the experiment", context
                ) {
                    $0.table(ValidationTables.stopping(result))
                }
            },
        ]
    }

    public static var optimumStudy: [ResultFile<[OptimumStudy.CurveTrials]>] {
        [
            .table(listing: OptimumStudyTable.empty, OptimumStudyTable.optimum),
            .page { result, context in
                OtherPages.plain("How often the answer of optimize holds the optimum", context) {
                    $0.table(OptimumStudyTable.optimum(result))
                }
            },
        ]
    }
}

extension ResultCatalogue {
    public static var published: [ResultFile<[PublishedResult]>] {
        [
            .table(listing: PublishedTables.empty, PublishedTables.results),
            .page(OtherPages.published),
        ]
    }
}

extension ResultFile where Result == ComparisonFiles {
    /// A table that names the scenario in each row.
    fileprivate static func table<Row>(
        _ table: @escaping (String) -> Table<Row>, _ rows: @escaping (ExperimentResult) -> [Row]?
    ) -> Self {
        .table(listing: table("")) { files in
            rows(files.result).map(table(files.result.scenario.name).with)
        }
    }
}

// MARK: What can be written

extension ResultCatalogue {
    /// The files that describe the others; every folder of results has them.
    public static let descriptions = [DataPackage.fileName, Manifest.fileName]

    public static var all: [ListedFile] {
        var names: Set<String> = []
        return Kind.allCases.flatMap(\.files).filter { names.insert($0.name).inserted }
    }

    /// The names of the files that a command can write.
    public static func names(of words: [String]) -> [String] {
        let files = Kind(words)?.files ?? all
        let possible = files.filter { file in file.option.map { words.contains($0.flag) } ?? true }
        var names: Set<String> = []
        return possible.map(\.name).filter { names.insert($0).inserted } + descriptions
    }

    /// A kind of result: what one command, or one part of it, yields.
    private enum Kind: CaseIterable {
        case comparison
        case replicationShard
        case run
        case frontier
        case replay
        case fit
        case sweep
        case uncertainty
        case assumptions
        case family
        case selection
        case optimum
        case check
        case diff
        case coverage
        case stopping
        case optimumStudy
        case published

        var files: [ListedFile] {
            switch self {
            case .comparison: ResultCatalogue.comparison.map(\.listing)
            case .replicationShard: ResultCatalogue.replicationShard.map(\.listing)
            case .run: ResultCatalogue.run.map(\.listing)
            case .frontier: ResultCatalogue.frontier.map(\.listing)
            case .replay: ResultCatalogue.replay.map(\.listing)
            case .fit: ResultCatalogue.fit.map(\.listing)
            case .sweep: ResultCatalogue.sweep.map(\.listing)
            case .uncertainty: ResultCatalogue.uncertainty.map(\.listing)
            case .assumptions: ResultCatalogue.assumptions.map(\.listing)
            case .family: ResultCatalogue.family.map(\.listing)
            case .selection: ResultCatalogue.selection.map(\.listing)
            case .optimum: ResultCatalogue.optimum.map(\.listing)
            // The words of the command do not say what the budget is for.
            case .check:
                ResultCatalogue.check.map(\.listing) + ResultCatalogue.traceCheck.map(\.listing)
            case .diff:
                ResultCatalogue.diff.map(\.listing) + ResultCatalogue.replayDiff.map(\.listing)
            case .coverage: ResultCatalogue.coverage.map(\.listing)
            case .stopping: ResultCatalogue.stopping.map(\.listing)
            case .optimumStudy: ResultCatalogue.optimumStudy.map(\.listing)
            case .published: ResultCatalogue.published.map(\.listing)
            }
        }

        init?(_ words: [String]) {
            switch words.first {
            // The shards of a sweep have its tables.
            case let command where command != "sweep" && words.contains(OptionName.shard.flag):
                self = .replicationShard
            case "compare":
                let drawing: [OptionName] = [.uncertain, .uncertainRadio, .draws, .sobol]
                if drawing.contains(where: { words.contains($0.flag) }) {
                    self = .uncertainty
                } else {
                    self = Self.isFamily(words) ? .family : .comparison
                }
            case "assumptions": self = .assumptions
            case "run": self = .run
            case "frontier": self = .frontier
            case "replay": self = .replay
            case "fit": self = .fit
            case "sweep": self = .sweep
            case "select": self = .selection
            case "optimize": self = .optimum
            case "check": self = .check
            case "diff": self = .diff
            case "validate" where words.dropFirst().first == "coverage": self = .coverage
            case "validate" where words.dropFirst().first == "stopping": self = .stopping
            case "validate" where words.dropFirst().first == "optimum": self = .optimumStudy
            case "validate" where words.dropFirst().first == "published": self = .published
            default: return nil
            }
        }

        /// Whether `--radio` names a kind of radio, or several with commas between.
        private static func isFamily(_ words: [String]) -> Bool {
            guard let radio = OptionName.radio.value(in: words) else { return false }
            return radio.contains(",") || RadioProfile.Family(word: radio) != nil
        }
    }
}
