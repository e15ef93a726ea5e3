/// A range that covers the unknown true value with a stated probability.
///
/// Of many experiments analysed the same way, the share `level` yields an interval that holds
/// the truth. It does not say where in this one interval the truth lies.
public struct ConfidenceInterval: Equatable, Sendable {
    /// The probability of coverage, strictly between 0 and 1, for example 0.95.
    public let level: Double
    /// The lower end, in the unit of the estimated quantity.
    public let low: Double
    /// The upper end, in the unit of the estimated quantity; never below `low`.
    public let high: Double

    /// Two ends that change places within this share of the larger one are the same but for
    /// rounding.
    ///
    /// An end is often the sum of products (a quantile between two values that are alike, a bound
    /// times a factor), whose last bits depend on which factor comes first.
    static let resolution = 1e-12

    /// Ends that are upside down by no more than rounding are turned round.
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

    /// Half the distance between the ends, in the unit of the estimated quantity.
    public var halfWidth: Double { (high - low) / 2 }

    /// Whether `value` lies in the interval; the ends belong to it.
    public func contains(_ value: Double) -> Bool {
        low <= value && value <= high
    }
}

extension ConfidenceInterval {
    /// Student's *t* interval of a mean: mean ± t(ν = n − 1) · s / √n.
    ///
    /// Student, "The probable error of a mean", Biometrika 6 (1908). Assumes independent values,
    /// roughly normal or many. A sample without any spread has an interval of no width: true
    /// for a deterministic quantity, too narrow for a rare event that has not yet happened.
    /// - Returns: `nil` for fewer than two values, which have no standard deviation.
    static func ofMean(
        _ mean: Double, standardDeviation: Double?, count: Int, level: Double
    ) -> ConfidenceInterval? {
        guard let standardDeviation, count >= 2 else { return nil }
        let factor = StudentT(degreesOfFreedom: count - 1).factor(forLevel: level)
        let halfWidth = factor * standardDeviation / Double(count).squareRoot()
        return ConfidenceInterval(level: level, low: mean - halfWidth, high: mean + halfWidth)
    }
}

/// Traps unless `level` is a probability strictly between 0 and 1.
func requireLevel(_ level: Double) {
    precondition(level > 0 && level < 1, "a level of confidence lies between 0 and 1, not \(level)")
}
