#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Replications in antithetic pairs: those at places 0 and 1 are the first pair, those at 2 and 3
/// the second, and so on.
///
/// The two of a pair depend on each other, and are meant to. Pairs do not, so that each of them is
/// one value wherever a method asks for independent ones: the mean of its two (Hammersley and
/// Morton 1956; Law, *Simulation Modeling and Analysis*, section 11.3).
public enum AntitheticPairs {
    /// The mean of each pair; of one value where the other is missing, and missing without any.
    ///
    /// - Parameter values: By replication; the last is left out if it has no partner.
    /// - Complexity: O(`values.count`).
    public static func means(_ values: [Double?]) -> [Double?] {
        pairs(values).map { first, second in
            switch (first, second) {
            case (let first?, let second?): first / 2 + second / 2
            case (let one?, nil), (nil, let one?): one
            case (nil, nil): nil
            }
        }
    }

    /// The variance of the mean, in proportion to that over as many independent replications:
    /// 1 + ρ, with ρ the correlation within pairs. At 0.5 half as many runs do, above 1 pairs do
    /// harm.
    ///
    /// The interval is Fisher's: atanh ρ ± z ⁄ √(n − 3). It assumes normal values.
    /// - Parameters:
    ///   - values: By replication.
    ///   - level: Of the interval, above 0 and below 1.
    /// - Returns: `nil` below four pairs that have both values, or where these do not vary.
    public static func varianceRatio(
        _ values: [Double?], level: Double
    ) -> (pairs: Int, ratio: Double, interval: ConfidenceInterval)? {
        var both: (first: [Double], second: [Double]) = ([], [])
        // From the first value on, so that rounding gives no variance to what has none.
        let origin = values.lazy.compactMap { $0 }.first ?? 0
        for case (let first?, let second?) in pairs(values) {
            both.first.append(first - origin)
            both.second.append(second - origin)
        }
        guard both.first.count >= 4,
            let correlation = symmetricCorrelation(both.first, both.second)
        else { return nil }
        let width =
            StandardNormal.quantile(0.5 + level / 2) / Double(both.first.count - 3).squareRoot()
        let middle = atanh(correlation)
        return (
            both.first.count, 1 + correlation,
            ConfidenceInterval(
                level: level, low: 1 + tanh(middle - width), high: 1 + tanh(middle + width))
        )
    }

    private static func pairs(_ values: [Double?]) -> [(Double?, Double?)] {
        (0..<(values.count / 2)).map { (values[2 * $0], values[2 * $0 + 1]) }
    }

    /// Of two samples of one distribution: the covariance over the mean of the two variances.
    private static func symmetricCorrelation(_ first: [Double], _ second: [Double]) -> Double? {
        let (x, y) = (Moments(first), Moments(second))
        let variance = (x.squares + y.squares) / 2
        guard variance > 0, variance.isFinite else { return nil }
        let products = zip(first, second).reduce(0) { sum, pair in
            sum + (pair.0 - x.mean) * (pair.1 - y.mean)
        }
        return min(max(products / variance, -1), 1)
    }

    private struct Moments {
        let mean: Double
        /// Sum of squared deviations.
        let squares: Double

        init(_ values: [Double]) {
            let mean = values.reduce(0, +) / Double(values.count)
            self.mean = mean
            squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        }
    }
}
