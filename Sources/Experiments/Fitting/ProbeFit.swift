/// The inactivity timers and promotion delays of a radio, from round trips after silence.
///
/// After its timer a radio is in a deeper state and must be paged and promoted before it answers,
/// so round trips step up at every timer. Within a state they vary in waves by the listening cycle.
/// Ranks, and a minimum size of steps, tell waves from steps. See `docs/guide/fitting.md`.
public struct ProbeFit: Equatable, Sendable {
    public typealias Probe = ProbeLog.Probe

    public struct Options: Equatable, Sendable {
        public var level = 0.95
        public var seed: UInt64 = 1
        /// The number of resamples; fewer than 100 give no intervals.
        public var replicates = 1000
        /// The least length of a state; by default the longer of 1.5 s and five silences.
        ///
        /// At most a tenth of the axis by default, and longer than a paging cycle, whose waves
        /// would look like states at the ends. Usual cycles are 1.28 s or shorter (3GPP TS 36.304).
        public var shortestStay: Seconds?

        public init() {}
    }

    public struct Step: Equatable, Sendable {
        /// The longest silence answered as before.
        public let after: Seconds
        /// The shortest silence answered as in a deeper state.
        public let until: Seconds
        /// The interval of the timer, in seconds.
        ///
        /// It covers the percentiles of ``after`` and ``until`` over resamples, the places that are
        /// as likely when each silence counts once, and adjacent silences with mixed answers.
        public let interval: ConfidenceInterval?
        /// The probability that a round trip after the step exceeds one before it, from ¾ to 1.
        public let effect: Double
        /// The promotion: how much longer the quickest answers take than in the first state.
        public let promotionDelay: Seconds
        /// The percentile interval of ``promotionDelay`` over resamples, in seconds.
        public let promotionInterval: ConfidenceInterval?
        /// The share of probes after the step answered as quickly as before, from 0 to ½.
        ///
        /// Other traffic had woken the radio.
        public let awakeShare: Double

        public var estimate: Seconds { (after + until) * 0.5 }
    }

    public let steps: [Step]
    /// The round trip without waiting for a cycle.
    ///
    /// The median without silence, or the lower edge of the first state if every probe had a
    /// silence.
    public let roundTrip: Seconds
    public let medians: [Seconds]
    public let probeCount: Int
    public let silenceCount: Int
    public let longestSilence: Seconds
    /// Round trips minus their state's median, in ms by silence in s.
    public let residuals: [FitResidual]
    public let outliers: [Outlier]

    public static let fewestSilences = 10

    /// Fits the timers.
    ///
    /// - Throws: ``FitError`` for fewer than ten different silences, and for a shortest stay of
    ///   more than half the axis.
    /// - Complexity: O(m²) in the different silences *m*, O(n log n) in the probes *n* and per
    ///   resample.
    public init(_ probes: [Probe], _ options: Options = Options()) throws(FitError) {
        let (good, quick) = Self.parted(probes)
        let (kept, slow) = try Self.withoutFarAbove(good, options)
        // By line if known, else by silence.
        outliers = (quick + slow).sorted {
            ($0.probe.line ?? 0, $0.probe.silence) < ($1.probe.line ?? 0, $1.probe.silence)
        }
        let (series, search) = try Self.search(kept, options)
        let boundaries = search.find()
        let transition = ProbeTransition(series)
        let resamples = ProbeResamples(series, search, boundaries, options)
        let delays = ProbeDelays(series, boundaries)
        steps = boundaries.indices.map { index in
            Step(
                after: Seconds(series.silences[boundaries[index] - 1]),
                until: Seconds(series.silences[boundaries[index]]),
                interval: resamples.placeInterval(
                    of: index,
                    support: search.support(of: index, in: boundaries, level: options.level),
                    transition: transition.span(of: index, in: boundaries)),
                effect: search.effect(of: index, in: boundaries),
                promotionDelay: Seconds(delays.delays[index] / 1000),
                promotionInterval: resamples.delayInterval(of: index, delays.delays[index]),
                awakeShare: delays.awakeShares[index])
        }
        roundTrip = Seconds(delays.roundTrip / 1000)
        medians = delays.medians.map { Seconds($0 / 1000) }
        probeCount = kept.count
        silenceCount = series.silences.count
        longestSilence = Seconds(series.silences[series.silences.count - 1])
        residuals =
            Self.residuals(series, boundaries, delays.medians)
            + outliers.map { outlier in
                let silence = outlier.probe.silence.magnitude
                let state = boundaries.count { series.silences[$0] <= silence }
                return FitResidual(
                    group: "left out", place: silence,
                    observed: outlier.probe.roundTrip.magnitude * 1000,
                    fitted: delays.medians[state])
            }
    }

    private static func search(
        _ probes: [Probe], _ options: Options
    ) throws(FitError) -> (ProbeSeries, ProbeSteps) {
        let series = ProbeSeries(probes)
        let found = series.silences.count
        guard found >= fewestSilences else {
            throw FitError(
                "there are \(found) different silences, of \(fewestSilences) needed",
                advice: "Probe after more silences, from none to beyond the longest timer expected."
            )
        }
        let span = series.silences[series.silences.count - 1] - series.silences[0]
        let stay = options.shortestStay?.magnitude ?? series.usualStay
        guard stay <= span / 2 else {
            throw FitError(
                "a shortest stay of \(stay) s leaves no room for a step",
                advice: "Possible is at most \(span / 2) s, half of the probed silences.")
        }
        return (series, ProbeSteps(series, minimumLength: series.positions(spanning: stay)))
    }

    private static func withoutFarAbove(
        _ probes: [Probe], _ options: Options
    ) throws(FitError) -> (kept: [Probe], outliers: [Outlier]) {
        let (series, search) = try search(probes, options)
        let far = series.farAbove(states: search.find())
        let places = Set(far.map(\.probe))
        return (
            probes.indices.filter { !places.contains($0) }.map { probes[$0] },
            far.map { place, fence in
                Outlier(probe: probes[place], reason: .farAbove(fence: Seconds(fence / 1000)))
            }
        )
    }

    public var quantities: [FittedQuantity] {
        var found = [FittedQuantity("round_trip", "ms", estimate: roundTrip.magnitude * 1000)]
        for (index, step) in steps.enumerated() {
            let group = "step \(index + 1)"
            found += [
                FittedQuantity(
                    "place", "s", group: group, estimate: step.estimate.magnitude,
                    interval: step.interval, method: "bootstrap of probes"),
                FittedQuantity(
                    "promotion_delay", "ms", group: group,
                    estimate: step.promotionDelay.magnitude * 1000,
                    interval: step.promotionInterval?.scaled(by: 1000),
                    method: "bootstrap of probes"),
                FittedQuantity("effect", "", group: group, estimate: step.effect),
                FittedQuantity("awake_share", "", group: group, estimate: step.awakeShare),
            ]
        }
        return found
    }

    private static func residuals(
        _ series: ProbeSeries, _ boundaries: [Int], _ medians: [Double]
    ) -> [FitResidual] {
        let states = ChangePoints(count: series.silences.count, boundaries: boundaries).segments
        return states.enumerated().flatMap { number, positions in
            positions.flatMap { position in
                series.indices(of: position..<(position + 1)).map { index in
                    FitResidual(
                        group: "state \(number)", place: series.silences[position],
                        observed: series.roundTrips[index], fitted: medians[number])
                }
            }
        }
    }
}

extension ConfidenceInterval {
    /// The interval in another unit; `factor` > 0.
    func scaled(by factor: Double) -> ConfidenceInterval {
        ConfidenceInterval(level: level, low: low * factor, high: high * factor)
    }
}

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
        (self.medians, self.delays) = (medians, delays)
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
            level: level, low: min(from.low, silences[support.lowerBound - 1], transition.low),
            high: max(until.high, silences[support.upperBound], transition.high))
    }

    func delayInterval(of index: Int, _ estimate: Double) -> ConfidenceInterval? {
        Bootstrap(estimate: estimate, replicates: delays[index])
            .percentileInterval(level: level)?.scaled(by: 0.001)
    }
}
