import DeviceModel
import Experiments
import Show
import Studies

/// The contents of a single run's files.
public struct RunFiles {
    let run: SingleRun
    let steady: SteadyState?
    let timeline: StagedFile?
    let track: StagedFile?
    let perfetto: StagedFile?
    let map: TrackPicture?
    let pictures: [Picture]

    static let names = ["power", "errand"]

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
        let typical = TypicalRun(
            scenario, policies: shown, replication: run.replication, bins: PowerChart.bins)
        pictures =
            (PowerChart(typical).map { [Picture("power", $0)] } ?? [])
            + (typical.errand.flatMap { ErrandChart($0) }.map { [Picture("errand", $0)] } ?? [])
    }
}

/// The contents of a replay's files; a single radio has more files than several.
public struct ReplayFiles {
    let radios: [ReplayedRadio]
    /// The number of packets after the horizon, which were not replayed.
    let beyondHorizon: Int
    let one: TraceReplayResult?
    let advice: [ReplayAdvice]
    let perfetto: StagedFile?
    let pictures: [Picture]

    static let names = ["radios", "timeline"]

    public init(
        one result: TraceReplayResult, advice: [ReplayAdvice], perfetto: StagedFile? = nil
    ) {
        (radios, beyondHorizon) = ([result.radio], result.beyondHorizon)
        one = result
        (self.advice, self.perfetto) = (advice, perfetto)
        pictures =
            [Picture("radios", IntervalChart(radios))]
            + (ReplayChart(result).map { [Picture("timeline", $0)] } ?? [])
    }

    public init(many radios: [ReplayedRadio], beyondHorizon: Int) {
        (self.radios, self.beyondHorizon) = (radios, beyondHorizon)
        one = nil
        (advice, perfetto) = ([], nil)
        pictures = [Picture("radios", IntervalChart(radios))]
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
public struct SweepFiles {
    let design: SweepTables.Design
    let rows: [SweepRow]
    let comparisons: [SweepComparisonRow]
    let scenario: String
    private(set) var pictures: [Picture] = []
    /// The metric of the picture; `nil` without one.
    let drawn: Metric?

    static let names = ["curves"]

    /// - Parameter metric: The metric of the picture; `nil` for the energy or the time to empty.
    public init(
        of scenario: String, _ design: SweepTables.Design, _ rows: [SweepRow],
        _ comparisons: [SweepComparisonRow], drawing metric: Metric? = nil
    ) {
        (self.design, self.rows, self.comparisons) = (design, rows, comparisons)
        self.scenario = scenario
        drawn = SweepChart.metric(rows, asked: metric)
        if let chart = SweepChart(design, rows, metric) { pictures = [Picture("curves", chart)] }
    }
}

/// The contents of the files of a comparison of sampled profiles.
public struct UncertaintyFiles {
    let outcome: UncertainComparison.Outcome
    let scenario: Scenario
    let pictures: [Picture]

    static let names = ["tornado"]

    public init(_ outcome: UncertainComparison.Outcome, _ scenario: Scenario) {
        (self.outcome, self.scenario) = (outcome, scenario)
        pictures = [Picture("tornado", TornadoChart(outcome))]
    }
}

/// The contents of a frontier's files.
public struct FrontierFiles {
    public let days: [FrontierDayResult]
    let pictures: [Picture]

    static let names = ["frontier"]

    /// - Parameter days: One result for each kind of day, at least one.
    public init(_ days: [FrontierDayResult]) {
        self.days = days
        pictures = [Picture("frontier", FrontierChart(days))]
    }
}

/// The contents of an optimisation's files.
public struct OptimumFiles {
    let result: OptimisationResult
    let path: String
    let unit: String
    /// Benefit and cost over the value; empty for a list of values.
    let pictures: [Picture]

    static let names = ["tradeoff"]

    /// - Parameter unit: The unit of a range; empty for a list.
    public init(_ result: OptimisationResult, path: String, unit: String) {
        (self.result, self.path, self.unit) = (result, path, unit)
        if case .range = result.problem.domain {
            pictures = [Picture("tradeoff", TradeOffChart(result, path: path, unit: unit))]
        } else {
            pictures = []
        }
    }
}

/// The results of a scenario on several radios, with common random numbers.
public struct FamilyFiles: Sendable {
    /// One for each radio, in the order requested.
    let results: [ExperimentResult]
    let asked: String
    /// The scenario's own radio, if it is one of them.
    let own: String?
    let pictures: [Picture]

    static let names = ["radios"]

    public init(_ results: [ExperimentResult], asked: String, own: String? = nil) {
        (self.results, self.asked, self.own) = (results, asked, own)
        pictures = [Picture("radios", IntervalChart(results))]
    }
}
