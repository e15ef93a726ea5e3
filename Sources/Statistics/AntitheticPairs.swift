#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Replications in antithetic pairs: places 0 and 1 form the first pair, 2 and 3 the second, and so
/// on.
///
/// Values of a pair are correlated on purpose. Use the pair means where a method needs independent
/// values (Hammersley and Morton 1956; Law, *Simulation Modeling and Analysis*, section 11.3).
public enum AntitheticPairs {
    /// The mean of each pair: the only value where one is missing, `nil` where both are.
    ///
    /// A last value without a partner is ignored.
    public static func means(_ values: [Double?]) -> [Double?] {
        pairs(values).map { first, second in
            switch (first, second) {
            case (let first?, let second?): first / 2 + second / 2
            case (let one?, nil), (nil, let one?): one
            case (nil, nil): nil
            }
        }
    }

    /// The variance of the mean relative to independent replications: 1 + ρ, with ρ the correlation
    /// within pairs.
    ///
    /// At 0.5 half as many runs suffice; above 1 pairs do harm. Fisher's interval, atanh ρ ± z ⁄
    /// √(n − 3), assumes normal values.
    /// - Returns: `nil` for fewer than four complete pairs, and where their values do not vary.
    public static func varianceRatio(
        _ values: [Double?], level: Double
    ) -> (pairs: Int, ratio: Double, interval: ConfidenceInterval)? {
        var both: (first: [Double], second: [Double]) = ([], [])
        // Keeps rounding from giving a constant sample a variance.
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

    /// The covariance over the mean of the two variances, for two samples of one distribution.
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
        let squares: Double

        init(_ values: [Double]) {
            let mean = values.reduce(0, +) / Double(values.count)
            self.mean = mean
            squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        }
    }
}
