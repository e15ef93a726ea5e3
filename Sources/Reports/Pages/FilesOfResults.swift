import DeviceModel
import Experiments
import Show
import Studies

/// The contents of a single run's files.
public struct RunFiles: Illustrated {
    let run: SingleRun
    let steady: SteadyState?
    let timeline: StagedFile?
    let track: StagedFile?
    let perfetto: StagedFile?
    let map: TrackPicture?
    package let pictures: [Picture]

    static let power = ListedPicture<TypicalRun>(
        "power", "Power over time by component and cause"
    ) { PowerChart($0)?.chart }
    static let errand = ListedPicture<TypicalRun>("errand", "The first errand in detail") {
        $0.errand.flatMap(Chart.errand)
    }
    package static let listed = [power, errand]

    /// `nil` marks what was not requested.
    public init(
        _ run: SingleRun, steady: SteadyState?, timeline: StagedFile?, track: StagedFile?,
        perfetto: StagedFile?, map: TrackPicture?
    ) {
        (self.run, self.steady, self.map) = (run, steady, map)
        (self.timeline, self.track, self.perfetto) = (timeline, track, perfetto)
        let scenario = run.books.scenario
        let shown = scenario.policies.indices.filter {
            scenario.policies[$0].name == run.policy.name
        }
        pictures = Self.pictures(
            of: TypicalRun(
                scenario, policies: shown, replication: run.replication, bins: PowerChart.bins))
    }
}

/// The contents of a replay's files; a single radio has more files than several.
public struct ReplayFiles: Illustrated {
    let radios: [ReplayedRadio]
    /// The number of packets after the horizon, which were not replayed.
    let beyondHorizon: Int
    let one: TraceReplayResult?
    let advice: [ReplayAdvice]
    let perfetto: StagedFile?
    package let pictures: [Picture]

    package static let listed = [
        ListedPicture<(radios: [ReplayedRadio], one: TraceReplayResult?)>("radios") {
            .radios($0.radios)
        },
        ListedPicture("timeline") { $0.one.flatMap { ReplayChart($0)?.chart } },
    ]

    public init(
        one result: TraceReplayResult, advice: [ReplayAdvice], perfetto: StagedFile? = nil
    ) {
        (radios, beyondHorizon) = ([result.radio], result.beyondHorizon)
        one = result
        (self.advice, self.perfetto) = (advice, perfetto)
        pictures = Self.pictures(of: (radios, result))
    }

    public init(many radios: [ReplayedRadio], beyondHorizon: Int) {
        (self.radios, self.beyondHorizon) = (radios, beyondHorizon)
        one = nil
        (advice, perfetto) = ([], nil)
        pictures = Self.pictures(of: (radios, nil))
    }
}

/// The contents of a fit's files.
public struct FitFiles {
    let quantities: [FittedQuantity]
    let residuals: [FitResidual]
    let stays: [PowerStay]?
    public let text: FitText

    public init(_ fit: ProbeFit, _ text: FitText) {
        self.init(fit.quantities, fit.residuals, nil, text)
    }

    public init(_ fit: TransferPowerFit, _ text: FitText) {
        self.init(fit.quantities, fit.residuals, nil, text)
    }

    public init(_ fit: TailFit, _ text: FitText) {
        self.init(fit.quantities, fit.residuals, fit.stays, text)
    }

    private init(
        _ quantities: [FittedQuantity], _ residuals: [FitResidual], _ stays: [PowerStay]?,
        _ text: FitText
    ) {
        (self.quantities, self.residuals, self.stays) = (quantities, residuals, stays)
        self.text = text
    }
}

/// The contents of a sweep's files, also of merged shards.
public struct SweepFiles: Illustrated {
    let design: SweepTables.Design
    let rows: [SweepRow]
    let comparisons: [SweepComparisonRow]
    let scenario: String
    package let pictures: [Picture]
    /// The metric that the picture shows, or would; `nil`: there is none.
    let drawn: Metric?

    package static let listed = [
        ListedPicture<(design: SweepTables.Design, rows: [SweepRow], metric: Metric?)>("curves") {
            SweepChart($0.design, $0.rows, $0.metric)?.chart
        }
    ]

    /// - `metric`: The metric of the picture; `nil` for the energy or the time to empty.
    public init(
        of scenario: String, _ design: SweepTables.Design, _ rows: [SweepRow],
        _ comparisons: [SweepComparisonRow], drawing metric: Metric? = nil
    ) {
        (self.design, self.rows, self.comparisons) = (design, rows, comparisons)
        self.scenario = scenario
        drawn = SweepChart.metric(rows, asked: metric)
        pictures = Self.pictures(of: (design, rows, metric))
    }
}

/// The contents of the files of a comparison of sampled profiles.
public struct UncertaintyFiles: Illustrated {
    let outcome: UncertainComparison.Outcome
    let scenario: Scenario
    package let pictures: [Picture]

    package static let listed = [
        ListedPicture<UncertainComparison.Outcome>("tornado") { TornadoChart($0).chart }
    ]

    public init(_ outcome: UncertainComparison.Outcome, _ scenario: Scenario) {
        (self.outcome, self.scenario) = (outcome, scenario)
        pictures = Self.pictures(of: outcome)
    }
}

/// The contents of a frontier's files.
public struct FrontierFiles: Illustrated {
    public let days: [FrontierDayResult]
    package let pictures: [Picture]

    package static let listed = [
        ListedPicture<[FrontierDayResult]>("frontier") { FrontierChart($0).chart }
    ]

    /// - Parameter days: One result for each kind of day, at least one.
    public init(_ days: [FrontierDayResult]) {
        self.days = days
        pictures = Self.pictures(of: days)
    }
}

/// The contents of an optimisation's files.
public struct OptimumFiles: Illustrated {
    let result: OptimisationResult
    let path: String
    let unit: String
    /// What the value buys and costs; none for a list.
    package let pictures: [Picture]

    package static let listed = [
        ListedPicture<(result: OptimisationResult, path: String, unit: String)>("tradeoff") {
            TradeOffChart($0.result, path: $0.path, unit: $0.unit).chart
        }
    ]

    /// - `unit`: The unit of a range; empty for a list.
    public init(_ result: OptimisationResult, path: String, unit: String) {
        (self.result, self.path, self.unit) = (result, path, unit)
        pictures = Self.pictures(of: (result, path, unit))
    }
}

/// The results of a scenario on several radios, with common random numbers.
public struct FamilyFiles: Illustrated, Sendable {
    /// One result for each radio, in the order in which they were asked for.
    let results: [ExperimentResult]
    let asked: String
    /// The scenario's own radio, if it is one of them.
    let own: String?
    package let pictures: [Picture]

    package static let listed = [ListedPicture<[ExperimentResult]>("radios") { .radios($0) }]

    public init(_ results: [ExperimentResult], asked: String, own: String? = nil) {
        (self.results, self.asked, self.own) = (results, asked, own)
        pictures = Self.pictures(of: results)
    }
}
