import CGSL

/// Tests whether a mean is shown to lie on the right or on the wrong side of a limit.
///
/// Two one-sided tests: the limit is *kept* where the far confidence bound is within it, *broken*
/// where the near bound is beyond it. In between, the sample decides nothing.
///
/// Student's *t* with n − 1 degrees of freedom; assumes independent values, roughly normal or many.
/// Counts of fewer than ``fewEvents`` events in all have an unreliable spread (0 before the first
/// event). Their *p*-value is the larger of Student's and that of the exact Poisson bounds (F.
/// Garwood, Biometrika 28, 1936). Differences of counts that are all 0 are treated as no event on
/// either side, which does not show that the two rates are equal.
public struct LimitTest: Equatable, Sendable {
    public enum Side: Sendable { case atMost, atLeast }

    /// With fewer events than this in a sample of counts, its spread is unreliable.
    public static let fewEvents = 30.0

    public let side: Side
    /// In the unit of the values.
    public let limit: Double
    public let level: Double
    public let count: Int
    /// `nil` for no values.
    public let mean: Double?
    /// One-sided; `nil` for fewer than two values.
    public let low: Double?
    /// One-sided; `nil` for fewer than two values.
    public let high: Double?
    /// Small where the limit is shown to be kept; `nil` for fewer than two values.
    public let keptPValue: Double?
    /// Small where the limit is shown to be broken; `nil` for fewer than two values.
    public let brokenPValue: Double?
    private let standardDeviation: Double?
    private let isRare: Bool

    /// Tests the mean of finite, independent values.
    ///
    /// Values without spread count as exact, unless they are few events.
    /// - `level`: The confidence of each bound, strictly between 0.5 and 1.
    /// - `areCounts`: Whether each value is a number of events.
    /// - `areDifferences`: Whether each value is a difference of two such numbers.
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
        (self.side, self.limit, self.level, self.isRare) = (side, limit, level, isRare)
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
            let exact = CountIntervals.rate(of: Int(events), over: rate.runs, level: 2 * level - 1)
            low = areDifferences ? -exact.high : max(0, min(interval.low, exact.low))
            high = max(interval.high, exact.high)
            below = max(below, rate.belowPValue(limit))
            above = max(above, areDifferences ? rate.belowPValue(-limit) : rate.abovePValue(limit))
        } else {
            (low, high) = (interval.low, interval.high)
        }
        // A mean without spread that equals the limit keeps it.
        let isExact = below == 0 && above == 0
        switch side {
        case .atMost: (keptPValue, brokenPValue) = (below, isExact ? 1 : above)
        case .atLeast: (keptPValue, brokenPValue) = (above, isExact ? 1 : below)
        }
    }

    private static func belowPValue(_ summary: Summary, _ mean: Double, _ limit: Double) -> Double {
        guard let deviation = summary.standardDeviation, deviation > 0 else {
            let scale = max(mean.magnitude, limit.magnitude)
            return mean - limit <= PairedDifference.resolution * scale ? 0 : 1
        }
        let statistic = (mean - limit) / (deviation / Double(summary.count).squareRoot())
        // *t* exceeds the range of Double.
        guard statistic.isFinite else { return mean <= limit ? 0 : 1 }
        return StudentT(degreesOfFreedom: summary.count - 1).cdf(statistic)
    }

    public static let power = 0.8

    public static let mostNeeded = 10_000_000

    /// The approximate number of values that would decide, if mean and spread stay as they are.
    ///
    /// With probability ``power`` the test then shows the side on which the mean now lies. Normal
    /// approximation: n = ((z(level) + z(power)) · s / |mean − limit|)². Rare events need n = −ln(1
    /// − level) / limit.
    /// - Parameter brokenTests: The number of limits that share the probability of a false alarm.
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
        // For differences that are all 0, many more zeros would show either side.
        if isRare && isWithin && (side == .atMost || limit < 0) {
            let none = CountIntervals.rate(of: 0, over: limit.magnitude, level: 1 - 2 * error)
            needed = max(needed, none.high)
        }
        guard needed < Double(Self.mostNeeded) else { return nil }
        return max(Int(needed.rounded(.up)), count + 1)
    }
}

private struct PoissonRate {
    let events: Double
    let runs: Double

    /// Capped to what GSL accepts, where a few dozen events already have probability 0.
    private func expected(_ limit: Double) -> Double { min(limit * runs, 1e9) }

    /// The probability of at most this many events.
    func belowPValue(_ limit: Double) -> Double {
        guard limit > 0 else { return 1 }
        return GSL.value("the Poisson distribution at \(events) of \(limit * runs)") {
            gsl_cdf_poisson_P(UInt32(events), expected(limit))
        }
    }

    /// The probability of at least this many events.
    func abovePValue(_ limit: Double) -> Double {
        if events == 0 { return 1 }
        guard limit > 0 else { return 0 }
        return GSL.value("the Poisson tail at \(events) of \(limit * runs)") {
            gsl_cdf_poisson_Q(UInt32(events) - 1, expected(limit))
        }
    }
}
