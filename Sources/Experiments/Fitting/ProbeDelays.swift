import Kernel
import Statistics

/// Promotion delays from the quickest round trips of the states, in milliseconds.
///
/// A packet waits for the phone's next listening moment, uniformly within a cycle, so a state's
/// round trips are uniform above an edge. A deeper state's edge is later by the promotion. An edge
/// is extrapolated from two low quantiles, 2·q(5 %) − q(10 %), which is unbiased for a uniform
/// spread and does not depend on one quickest probe.
///
/// A probe of a radio that other traffic woke is answered as in the state before. Half of these lie
/// below that state's median, where the deeper state has hardly any. So twice the share found there
/// counts as awake, and the quantiles are those of the rest.
struct ProbeDelays {
    /// By step, in ms; at least 0.
    let delays: [Double]
    /// For each step, the share of later probes that found the radio awake.
    let awakeShares: [Double]
    let medians: [Double]
    let roundTrip: Double

    init(_ series: ProbeSeries, _ boundaries: [Int], drawn: [Int]? = nil) {
        let values = drawn.map { $0.map { series.roundTrips[$0] } } ?? series.roundTrips
        let states = ChangePoints(count: series.silences.count, boundaries: boundaries).segments
            .map { values[series.indices(of: $0)].sorted() }
        let medians = states.map { Self.quantile(0.5, $0) }
        var (delays, shares): ([Double], [Double]) = ([], [])
        let first = Self.edge(of: states[0], awake: 0)
        for (index, state) in states.enumerated().dropFirst() {
            let quick = state.count { $0 < medians[index - 1] }
            let share = min(0.5, 2 * Double(quick) / Double(state.count))
            shares.append(share)
            delays.append(max(0, Self.edge(of: state, awake: share) - first))
        }
        self.medians = medians
        self.delays = delays
        awakeShares = shares
        let unsilenced = series.silences[0] == 0 ? values[series.indices(of: 0..<1)].sorted() : []
        roundTrip = unsilenced.isEmpty ? max(0, first) : Self.quantile(0.5, unsilenced)
    }

    private static func edge(of sorted: [Double], awake: Double) -> Double {
        2 * quantile(awake + 0.05 * (1 - awake), sorted)
            - quantile(awake + 0.1 * (1 - awake), sorted)
    }

    private static func quantile(_ fraction: Double, _ sorted: [Double]) -> Double {
        Summary.quantile(fraction, ofSorted: sorted) ?? 0
    }
}

/// Steps and delays of probes resampled within each silence.
///
/// The number of steps is kept; each is placed anew between its neighbours.
struct ProbeResamples {
    private let level: Double
    private let silences: [Double]
    /// For each step and resample: the silences on both sides, and the delay in ms.
    private var lows: [[Double]]
    private var highs: [[Double]]
    private var delays: [[Double]]

    init(
        _ series: ProbeSeries, _ search: ProbeSteps, _ boundaries: [Int],
        _ options: ProbeFit.Options
    ) {
        level = options.level
        silences = series.silences
        let none = [[Double]](repeating: [], count: boundaries.count)
        (lows, highs, delays) = (none, none, none)
        guard !boundaries.isEmpty else { return }
        let resampling = Resampling(strata: series.strata)
        var stream = RandomStream(
            StreamKey(seed: options.seed, replication: 0, purpose: "bootstrap"))
        for _ in 0..<options.replicates {
            let drawn = resampling.indices { stream.next() }
            let places = search.placed(boundaries, drawn: drawn)
            let found = ProbeDelays(series, places, drawn: drawn)
            for (index, place) in places.enumerated() {
                lows[index].append(series.silences[place - 1])
                highs[index].append(series.silences[place])
                delays[index].append(found.delays[index])
            }
        }
    }

    /// The interval of a step's place from its resamples, widened to `support` and `transition`.
    ///
    /// It runs from the low quantile of the silences before the step to the high quantile of those
    /// after it.
    func placeInterval(
        of index: Int, support: ClosedRange<Int>, transition: (low: Double, high: Double)
    ) -> ConfidenceInterval? {
        let low = Bootstrap(estimate: 0, replicates: lows[index])
        let high = Bootstrap(estimate: 0, replicates: highs[index])
        guard let from = low.percentileInterval(level: level),
            let until = high.percentileInterval(level: level)
        else { return nil }
        return ConfidenceInterval(
            level: level,
            low: min(from.low, silences[support.lowerBound - 1], transition.low),
            high: max(until.high, silences[support.upperBound], transition.high))
    }

    func delayInterval(of index: Int, _ estimate: Double) -> ConfidenceInterval? {
        Bootstrap(estimate: estimate, replicates: delays[index])
            .percentileInterval(level: level)?.scaled(by: 0.001)
    }
}
