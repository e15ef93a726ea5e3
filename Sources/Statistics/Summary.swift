/// The statistics of a sample of independent replications of one quantity.
///
/// A statistic that the sample is too small for is `nil`, never 0 or NaN. Callers drop replications
/// without a value, so `count` says how many had one.
public struct Summary: Equatable, Sendable {
    public let count: Int
    public let level: Double
    /// `nil` for no values.
    public let mean: Double?
    /// With divisor n − 1; `nil` for fewer than two values.
    public let standardDeviation: Double?
    /// Student's; `nil` for fewer than two values. Assumes independent values, roughly normal or
    /// many.
    public let interval: ConfidenceInterval?
    /// `nil` for no values.
    public let median: Double?
    /// `nil` for no values; see ``quantile(_:ofSorted:)``.
    public let percentile05: Double?
    /// `nil` for no values; see ``quantile(_:ofSorted:)``.
    public let percentile95: Double?

    public init(of values: [Double], level: Double = 0.95) {
        requireLevel(level)
        requireFinite(values, "a sample")
        let mean = values.isEmpty ? nil : GSL.mean(values)
        let standardDeviation = Self.standardDeviation(of: values, about: mean)
        self.count = values.count
        (self.level, self.mean, self.standardDeviation) = (level, mean, standardDeviation)
        self.interval = mean.flatMap {
            .ofMean($0, standardDeviation: standardDeviation, count: values.count, level: level)
        }
        let sorted = values.sorted()
        self.median = Self.quantile(0.5, ofSorted: sorted)
        self.percentile05 = Self.quantile(0.05, ofSorted: sorted)
        self.percentile95 = Self.quantile(0.95, ofSorted: sorted)
    }

    /// As a share of the mean's magnitude; `nil` for fewer than two values and for a mean of 0.
    public var relativeHalfWidth: Double? {
        guard let interval, let mean, mean != 0 else { return nil }
        return interval.halfWidth / mean.magnitude
    }

    /// The type 7 quantile of Hyndman and Fan (The American Statistician 50, 1996) of ascending
    /// values.
    ///
    /// Linear between the two values around position (n − 1) · fraction, counted from 0; the
    /// default of R, NumPy and GSL. With few values the outer quantiles are near the extremes.
    /// - Returns: `nil` for no values.
    public static func quantile(_ fraction: Double, ofSorted values: [Double]) -> Double? {
        precondition(fraction >= 0 && fraction <= 1, "no quantile at \(fraction)")
        return values.isEmpty ? nil : GSL.quantile(ofSorted: values, fraction)
    }

    private static func standardDeviation(of values: [Double], about mean: Double?) -> Double? {
        guard let mean, values.count >= 2 else { return nil }
        return GSL.variance(values, about: mean).squareRoot()
    }
}

/// A range that covers the unknown true value with a stated probability.
///
/// In many experiments, the share `level` of the intervals holds the truth.
public struct ConfidenceInterval: Equatable, Sendable {
    public let level: Double
    public let low: Double
    public let high: Double

    /// Ends that are reversed by at most this share of the larger one differ by rounding only.
    ///
    /// An end is often a sum of products, whose last bits depend on the order of the factors.
    static let resolution = 1e-12

    public init(level: Double, low: Double, high: Double) {
        requireLevel(level)
        let scale = max(low.magnitude, high.magnitude)
        precondition(
            low <= high || low - high <= Self.resolution * scale,
            "an interval from \(low) to \(high) is upside down")
        self.level = level
        self.low = min(low, high)
        self.high = max(low, high)
    }

    public var halfWidth: Double { (high - low) / 2 }
    public func contains(_ value: Double) -> Bool { low <= value && value <= high }

    /// Student's *t* interval of a mean: mean ± t(ν = n − 1) · s / √n.
    ///
    /// Student, Biometrika 6 (1908). Assumes independent values, roughly normal or many. Without
    /// spread the interval has no width: right for a deterministic quantity, too narrow for a rare
    /// event that has not happened yet.
    /// - Returns: `nil` for fewer than two values.
    static func ofMean(
        _ mean: Double, standardDeviation: Double?, count: Int, level: Double
    ) -> ConfidenceInterval? {
        guard let standardDeviation, count >= 2 else { return nil }
        let factor = StudentT(degreesOfFreedom: count - 1).factor(forLevel: level)
        let halfWidth = factor * standardDeviation / Double(count).squareRoot()
        return ConfidenceInterval(level: level, low: mean - halfWidth, high: mean + halfWidth)
    }
}

func requireLevel(_ level: Double) {
    precondition(level > 0 && level < 1, "a level of confidence lies between 0 and 1, not \(level)")
}
