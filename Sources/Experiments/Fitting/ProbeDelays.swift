import Kernel
import Statistics

/// How long promotions take, from the quickest round trips of the states, in milliseconds.
///
/// A packet waits for the phone's next listening moment, evenly between nothing and a cycle, so
/// round trips of a state spread evenly above an edge; the edge of a deeper state is later by the
/// promotion. The edge is extrapolated from two low quantiles, 2·q(5 %) − q(10 %), which is
/// unbiased for an even spread and does not hang on one quickest probe.
///
/// Other traffic wakes the radio now and then, and such a probe is answered as in the state
/// before. Half of those lie below that state's median, where the deeper state hardly has any: so
/// twice the share found there is taken to be awake, and the quantiles are those of the rest.
struct ProbeDelays {
    /// Of each step, in ms; at least 0.
    let delays: [Double]
    /// Of each step: the share of probes after it that found the radio awake.
    let awakeShares: [Double]
    /// The median of each state.
    let medians: [Double]
    /// See ``ProbeFit/roundTrip``.
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

/// Steps and delays of probes drawn anew, silence by silence.
///
/// The number of steps stays that of the data; each is placed anew between its neighbours. What
/// is drawn carries the rank that it has among all.
struct ProbeResamples {
    private let level: Double
    private let silences: [Double]
    /// For each step: the silences on both sides of it, and its delay in ms, resample by resample.
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

    /// From the low quantile of the silences before the step to the high one of those after it, and
    /// at least what surrounds the places in `support`, and `transition`.
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

    /// The percentile interval of the promotion delay, in seconds.
    func delayInterval(of index: Int, _ estimate: Double) -> ConfidenceInterval? {
        Bootstrap(estimate: estimate, replicates: delays[index])
            .percentileInterval(level: level)?.scaled(by: 0.001)
    }
}
