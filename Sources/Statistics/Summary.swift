/// What a sample of independent replications says about one quantity.
///
/// A statistic that the sample is too small for is `nil`, never 0 and never NaN. Replications in
/// which the quantity has no value (seconds to ring without a call) are dropped by the caller,
/// so `count` tells how many had one.
public struct Summary: Equatable, Sendable {
    /// The number of values, *n*.
    public let count: Int
    /// The level of confidence asked for, also where `interval` is `nil`.
    public let level: Double
    /// The arithmetic mean Σx / n; `nil` for no values.
    public let mean: Double?
    /// The sample standard deviation √(Σ(x − mean)² / (n − 1)); `nil` for fewer than two values.
    public let standardDeviation: Double?
    /// Student's *t* interval of the mean; `nil` for fewer than two values.
    ///
    /// Assumes independent values, roughly normal or many.
    public let interval: ConfidenceInterval?
    /// The median; `nil` for no values. See ``quantile(_:ofSorted:)``.
    public let median: Double?
    /// The 5th percentile; `nil` for no values. See ``quantile(_:ofSorted:)``.
    public let percentile05: Double?
    /// The 95th percentile; `nil` for no values. See ``quantile(_:ofSorted:)``.
    public let percentile95: Double?

    /// Summarises `values`, every one of which must be finite.
    ///
    /// - Complexity: O(n log n), for the sorting that quantiles need.
    public init(of values: [Double], level: Double = 0.95) {
        requireLevel(level)
        requireFinite(values, "a sample")
        let mean = values.isEmpty ? nil : GSL.mean(values)
        let standardDeviation = Self.standardDeviation(of: values, about: mean)
        self.count = values.count
        self.level = level
        self.mean = mean
        self.standardDeviation = standardDeviation
        self.interval = mean.flatMap {
            .ofMean($0, standardDeviation: standardDeviation, count: values.count, level: level)
        }
        let sorted = values.sorted()
        self.median = Self.quantile(0.5, ofSorted: sorted)
        self.percentile05 = Self.quantile(0.05, ofSorted: sorted)
        self.percentile95 = Self.quantile(0.95, ofSorted: sorted)
    }

    /// The half-width of the interval as a share of the mean's magnitude (0.01 is 1 %).
    ///
    /// `nil` for fewer than two values and for a mean of 0, of which nothing is a share.
    public var relativeHalfWidth: Double? {
        guard let interval, let mean, mean != 0 else { return nil }
        return interval.halfWidth / mean.magnitude
    }

    /// The quantile at `fraction` of values in ascending order, type 7 of Hyndman and Fan,
    /// "Sample quantiles in statistical packages", The American Statistician 50 (1996).
    ///
    /// Linear between the two values around position (n − 1) · fraction, counted from 0; the
    /// default of R, NumPy, spreadsheets and GSL. With few values the outer quantiles are near
    /// the extremes: the 5th percentile of ten values leans on the two smallest.
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
