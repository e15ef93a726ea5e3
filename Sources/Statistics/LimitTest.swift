import CGSL

/// Whether the mean behind a sample is shown to lie on the right side of a limit, or on the wrong
/// one.
///
/// Two one-sided tests against the same limit, each the mirror of a one-sided confidence bound:
/// *kept* is shown at a level where the bound on the far side is within the limit, *broken* where
/// the bound on the near side is beyond it. Between the two the sample decides nothing, which is
/// not the same as either.
///
/// Student's *t* with n − 1 degrees of freedom; assumes independent values, roughly normal or
/// many. Where the values are counts of fewer than ``fewEvents`` events in all, their spread says
/// little (none at all before the first event), so the exact bounds of a Poisson rate are taken as
/// well (F. Garwood, "Fiducial limits for the Poisson distribution", Biometrika 28, 1936), and of
/// the two *p*-values the larger. Differences of counts that are all 0 are taken for no event on
/// either side, which is not the same as two rates that are the same.
public struct LimitTest: Equatable, Sendable {
    /// On which side of the limit the mean should be.
    public enum Side: Sendable {
        case atMost
        case atLeast
    }

    /// Of fewer events in a sample of counts, the sample's spread is no measure.
    public static let fewEvents = 30.0

    public let side: Side
    /// In the unit of the values.
    public let limit: Double
    /// The confidence of each of the bounds.
    public let level: Double
    /// The number of values, *n*.
    public let count: Int
    /// Their mean; `nil` for no values.
    public let mean: Double?
    /// The lower one-sided confidence bound of the mean; `nil` for fewer than two values.
    public let low: Double?
    /// The upper one-sided confidence bound of the mean; `nil` for fewer than two values.
    public let high: Double?
    /// The *p*-value of the hypothesis that the mean is beyond the limit: small where it is shown
    /// to be within. `nil` for fewer than two values.
    public let keptPValue: Double?
    /// The *p*-value of the hypothesis that the mean is within the limit: small where it is shown
    /// to be beyond. `nil` for fewer than two values.
    public let brokenPValue: Double?
    private let standardDeviation: Double?
    private let isRare: Bool

    /// Tests the mean of `values`, every one of which must be finite.
    ///
    /// Values without any spread are taken for exact, unless they are few events.
    /// - Parameters:
    ///   - values: Independent of each other.
    ///   - side: On which side of the limit the mean should be.
    ///   - limit: In the unit of the values.
    ///   - level: The confidence of each of the bounds, strictly between 0.5 and 1.
    ///   - areCounts: Whether each value is a number of events.
    ///   - areDifferences: Whether it is the difference of two such numbers.
    public init(
        _ values: [Double], side: Side, limit: Double, level: Double = 0.95,
        areCounts: Bool = false, areDifferences: Bool = false
    ) {
        precondition(level > 0.5 && level < 1, "a one-sided level of \(level)")
        precondition(limit.isFinite, "a limit of \(limit)")
        let summary = Summary(of: values, level: 2 * level - 1)
        let events = values.reduce(0, +)
        let isRare =
            areCounts && events < Self.fewEvents
            && values.allSatisfy { areDifferences ? $0 == 0 : $0 >= 0 && $0 == $0.rounded() }
        self.side = side
        self.limit = limit
        self.level = level
        self.isRare = isRare
        count = summary.count
        mean = summary.mean
        standardDeviation = summary.standardDeviation
        guard let mean = summary.mean, let interval = summary.interval else {
            (low, high, keptPValue, brokenPValue) = (nil, nil, nil, nil)
            return
        }
        var below = Self.belowPValue(summary, mean, limit)
        var above = Self.belowPValue(summary, -mean, -limit)
        if isRare {
            let rate = PoissonRate(events: events, runs: Double(values.count))
            let exact = CountIntervals.rate(
                of: Int(events), over: rate.runs, level: 2 * level - 1)
            low = areDifferences ? -exact.high : max(0, min(interval.low, exact.low))
            high = max(interval.high, exact.high)
            below = max(below, rate.belowPValue(limit))
            above = max(above, areDifferences ? rate.belowPValue(-limit) : rate.abovePValue(limit))
        } else {
            (low, high) = (interval.low, interval.high)
        }
        // A limit that is met exactly, without any spread, is kept and not broken.
        let isExact = below == 0 && above == 0
        switch side {
        case .atMost: (keptPValue, brokenPValue) = (below, isExact ? 1 : above)
        case .atLeast: (keptPValue, brokenPValue) = (above, isExact ? 1 : below)
        }
    }

    /// The *p*-value of "the mean is above the limit", by Student's *t*.
    private static func belowPValue(
        _ summary: Summary, _ mean: Double, _ limit: Double
    ) -> Double {
        guard let deviation = summary.standardDeviation, deviation > 0 else {
            let scale = max(mean.magnitude, limit.magnitude)
            return mean - limit <= PairedDifference.resolution * scale ? 0 : 1
        }
        let statistic = (mean - limit) / (deviation / Double(summary.count).squareRoot())
        // So far out that no Double holds t.
        guard statistic.isFinite else { return mean <= limit ? 0 : 1 }
        return StudentT(degreesOfFreedom: summary.count - 1).cdf(statistic)
    }
}

extension LimitTest {
    /// The chance of a decision that ``countNeeded(brokenTests:)`` aims at.
    public static let power = 0.8

    /// No number of values beyond this is worth naming.
    public static let mostNeeded = 10_000_000

    /// About how many values would decide, if mean and spread stay as they are: with a chance of
    /// ``power`` the test to the side on which the mean now lies comes out.
    ///
    /// By the normal approximation n = ((z(level) + z(power)) · s / |mean − limit|)². Few events
    /// need n = −ln(1 − level) / limit to show that they are rare.
    /// - Parameter brokenTests: How many limits share the chance of a false alarm.
    /// - Returns: `nil` for fewer than two values, for a mean at the limit, and beyond
    ///   ``mostNeeded``.
    public func countNeeded(brokenTests: Int = 1) -> Int? {
        guard let mean, let standardDeviation, mean != limit else { return nil }
        let isWithin = side == .atMost ? mean < limit : mean > limit
        let error = (1 - level) / (isWithin ? 1 : Double(max(1, brokenTests)))
        let spread = isRare ? max(standardDeviation, mean.squareRoot()) : standardDeviation
        let quantile = StandardNormal.quantile(1 - error) + StandardNormal.quantile(Self.power)
        let ratio = quantile * spread / (mean - limit)
        var needed = ratio * ratio + 2
        // Of differences that are all 0 either side is shown by many more of these.
        if isRare && isWithin && (side == .atMost || limit < 0) {
            let none = CountIntervals.rate(of: 0, over: limit.magnitude, level: 1 - 2 * error)
            needed = max(needed, none.high)
        }
        guard needed < Double(Self.mostNeeded) else { return nil }
        return max(Int(needed.rounded(.up)), count + 1)
    }
}

/// Events that come one by one, in so many runs.
private struct PoissonRate {
    let events: Double
    let runs: Double

    /// How many events are expected of a limit; beyond the most that GSL takes, a few dozen of
    /// them have no chance at all, just as of the most.
    private func expected(_ limit: Double) -> Double { min(limit * runs, 1e9) }

    /// The chance of no more events if their rate is `limit`.
    func belowPValue(_ limit: Double) -> Double {
        guard limit > 0 else { return 1 }
        return GSL.value("the Poisson distribution at \(events) of \(limit * runs)") {
            gsl_cdf_poisson_P(UInt32(events), expected(limit))
        }
    }

    /// The chance of as many events or more if their rate is `limit`.
    func abovePValue(_ limit: Double) -> Double {
        if events == 0 { return 1 }
        guard limit > 0 else { return 0 }
        return GSL.value("the Poisson tail at \(events) of \(limit * runs)") {
            gsl_cdf_poisson_Q(UInt32(events) - 1, expected(limit))
        }
    }
}
