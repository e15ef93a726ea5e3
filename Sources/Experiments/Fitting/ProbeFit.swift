import Kernel
import Statistics
import Traces

/// The inactivity timers and promotion delays of a radio, from round trips after silence.
///
/// After its timer a radio is in a deeper state and must be paged and promoted before it answers,
/// so round trips step up at every timer. Within a state they vary in waves by the listening cycle.
/// Ranks, and a minimum size of steps, tell waves from steps. See `docs/guide/fitting.md`.
public struct ProbeFit: Equatable, Sendable {
    public typealias Probe = ProbeLog.Probe

    /// Settings of a fit.
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

    /// A timer that ends a state.
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

    /// The fewest different silences.
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
        outliers = Self.inOrder(quick + slow)
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
        guard series.silences.count >= fewestSilences else {
            throw .tooFewSilences(found: series.silences.count, needed: fewestSilences)
        }
        let span = series.silences[series.silences.count - 1] - series.silences[0]
        let stay = options.shortestStay?.magnitude ?? series.usualStay
        guard stay <= span / 2 else { throw .stayTooLong(asked: stay, longest: span / 2) }
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
                Outlier(
                    probe: probes[place], reason: .farAbove(fence: Seconds(fence / 1000)))
            }
        )
    }

    /// By line if known, else by silence.
    private static func inOrder(_ outliers: [Outlier]) -> [Outlier] {
        outliers.sorted {
            ($0.probe.line ?? 0, $0.probe.silence) < ($1.probe.line ?? 0, $1.probe.silence)
        }
    }

    public var quantities: [FittedQuantity] {
        var found = [
            FittedQuantity("round_trip", "ms", estimate: roundTrip.magnitude * 1000)
        ]
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
