import DeviceModel
import Experiments
import Show
import Studies

/// What a single run has for files.
public struct RunFiles {
    let run: SingleRun
    let steady: SteadyState?
    let timeline: StagedFile?
    let track: StagedFile?
    let perfetto: StagedFile?
    let map: TrackPicture?
    let pictures: [Picture]

    static let names = ["power", "errand"]

    /// What is `nil` was not asked for.
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

/// What a replay has for files: of one radio more than of many.
public struct ReplayFiles {
    let radios: [ReplayedRadio]
    /// Packets that were not replayed.
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

/// What a fit has for files.
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

/// What a sweep, or its shards together, has for files.
public struct SweepFiles {
    let design: SweepTables.Design
    let rows: [SweepRow]
    let comparisons: [SweepComparisonRow]
    let scenario: String
    private(set) var pictures: [Picture] = []
    /// The metric that the picture shows, or would; `nil`: there is none.
    let drawn: Metric?

    static let names = ["curves"]

    /// The picture shows `metric`; `nil`: the energy, or the time to empty.
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

/// What a comparison of drawn profiles has for files.
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

/// What a frontier has for files.
public struct FrontierFiles {
    public let days: [FrontierDayResult]
    let pictures: [Picture]

    static let names = ["frontier"]

    /// - Parameter days: one result for each kind of day, at least one.
    public init(_ days: [FrontierDayResult]) {
        self.days = days
        pictures = [Picture("frontier", FrontierChart(days))]
    }
}

/// What an optimisation has for files.
public struct OptimumFiles {
    let result: OptimisationResult
    let path: String
    let unit: String
    /// What the value buys and costs; none for a list.
    let pictures: [Picture]

    static let names = ["tradeoff"]

    /// `unit` is that of a range; empty for a list.
    public init(_ result: OptimisationResult, path: String, unit: String) {
        (self.result, self.path, self.unit) = (result, path, unit)
        if case .range = result.problem.domain {
            pictures = [Picture("tradeoff", TradeOffChart(result, path: path, unit: unit))]
        } else {
            pictures = []
        }
    }
}

/// A scenario on several radios, in the same worlds.
public struct FamilyFiles: Sendable {
    /// One result for each radio, in the order in which they were asked for.
    let results: [ExperimentResult]
    /// As the user named them.
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
