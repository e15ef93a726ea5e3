/// Exact intervals of rare events, by quantiles of the beta and chi-squared distributions.
public enum CountIntervals {
    /// The Clopper–Pearson interval of a probability (Biometrika 26, 1934); `nil` for no trials.
    ///
    /// From B(α/2; k, n − k + 1) to B(1 − α/2; k + 1, n − k), B the beta quantile, k of n `trials`;
    /// 0 for k = 0, 1 for k = n. Covers at least its level, clearly more for rare events. Assumes
    /// independent trials: calls of one night with a dead connection are not independent.
    public static func share(
        of occurrences: Int, in trials: Int, level: Double = 0.95
    ) -> ConfidenceInterval? {
        requireLevel(level)
        precondition(0 <= occurrences && occurrences <= trials, "\(occurrences) of \(trials)")
        guard trials > 0 else { return nil }
        let (k, n, tail) = (Double(occurrences), Double(trials), (1 - level) / 2)
        let low = occurrences == 0 ? 0 : QuantileSearch.betaLower(tail, k, n - k + 1)
        let high = occurrences == trials ? 1 : QuantileSearch.betaUpper(tail, k + 1, n - k)
        return ConfidenceInterval(level: level, low: low, high: high)
    }

    /// The exact Poisson interval of a rate.
    ///
    /// F. Garwood, Biometrika 28 (1936): from χ²(α/2; 2k) / 2 to χ²(1 − α/2; 2k + 2) / 2, over the
    /// exposure; 0 for k = 0. Covers at least its level. Assumes independent events at one rate.
    /// - `occurrences`: k, from 0.
    /// - `exposure`: The time watched, above 0; the rate is per its unit.
    public static func rate(
        of occurrences: Int, over exposure: Double, level: Double = 0.95
    ) -> ConfidenceInterval {
        requireLevel(level)
        precondition(occurrences >= 0, "\(occurrences) events")
        precondition(exposure > 0 && exposure.isFinite, "an exposure of \(exposure)")
        let (k, tail) = (Double(occurrences), (1 - level) / 2)
        let low = occurrences == 0 ? 0 : QuantileSearch.chiSquaredLower(tail, 2 * k)
        let high = QuantileSearch.chiSquaredUpper(tail, 2 * k + 2)
        return ConfidenceInterval(level: level, low: low / 2 / exposure, high: high / 2 / exposure)
    }
}

/// The share of a whole over replications, such as the missed calls among all calls.
///
/// Fieller's interval of the ratio of sums, ``PairedDifference/ratioInterval``, allows for
/// correlation within a replication but not for rare events. Clopper and Pearson's exact interval
/// (Biometrika 26, 1934) does the reverse. This interval takes the wider end of the two on each
/// side.
public struct CountedShare: Equatable, Sendable {
    /// Sum over sum, from 0 to 1; `nil` where the whole is 0.
    public let share: Double?
    /// `nil` where the whole is 0.
    public let interval: ConfidenceInterval?

    /// - `counts`: One per replication, from 0 to its whole.
    public init(_ counts: [Double], of wholes: [Double], level: Double = 0.95) {
        requireLevel(level)
        let count = counts.reduce(0, +)
        let whole = wholes.reduce(0, +)
        precondition(0 <= count && count <= whole, "\(count) of \(whole)")
        guard whole > 0 else {
            (share, interval) = (nil, nil)
            return
        }
        let error = (1 - level) / 2
        var low = count == 0 ? 0 : QuantileSearch.betaLower(error, count, whole - count + 1)
        var high = count == whole ? 1 : QuantileSearch.betaUpper(error, count + 1, whole - count)
        let paired = PairedDifference(treatment: counts, baseline: wholes, level: level)
        if let ratios = paired.ratioInterval {
            low = max(0, min(low, ratios.low))
            high = min(1, max(high, ratios.high))
        }
        share = count / whole
        interval = ConfidenceInterval(level: level, low: low, high: high)
    }
}

/// A ratio of sums over clusters, for events that may be correlated within a replication.
///
/// The variance is n / (n − 1) · Σ(xᵢ − p·mᵢ)² / (Σmᵢ)² (W. G. Cochran, *Sampling Techniques*,
/// 1977, 6.4 and 9A.2). The interval is Clopper and Pearson's with the effective number of units:
/// p(1 − p) / variance, times the squared ratio of the normal to Student's factor (E. L. Korn and
/// B. I. Graubard, Survey Methodology 24, 1998).
public struct ClusteredShare: Equatable, Sendable {
    public let share: Double
    /// At least one; infinite where all clusters have equal shares.
    public let effectiveCount: Double
    public let level: Double

    /// - `clusters`: n, the clusters with a mass mᵢ above 0; at least two.
    /// - `parts`: Σxᵢ.
    /// - `masses`: Σmᵢ, above 0.
    /// - `squares`: Σxᵢ².
    /// - `products`: Σxᵢ·mᵢ.
    /// - `massSquares`: Σmᵢ².
    /// - `most`: The largest possible number of independent units; `nil` for no limit.
    public init(
        clusters: Int, parts: Double, masses: Double, squares: Double, products: Double,
        massSquares: Double, most: Double?, level: Double = 0.95
    ) {
        requireLevel(level)
        precondition(clusters >= 2 && masses > 0, "\(clusters) clusters of mass \(masses)")
        share = min(max(parts / masses, 0), 1)
        self.level = level
        let size = Double(clusters)
        let spread = squares - 2 * share * products + share * share * massSquares
        let variance = size / (size - 1) * spread / masses / masses
        let factor =
            StandardNormal.quantile((1 + level) / 2)
            / StudentT(degreesOfFreedom: clusters - 1).factor(forLevel: level)
        // A smaller spread is rounding.
        let isSpread = spread > 1e-12 * squares
        let count = isSpread ? share * (1 - share) / variance * factor * factor : Double.infinity
        // Separately rounded sums can give a share of 0 or 1 although clusters differ.
        effectiveCount = max(1, min(count, most ?? .infinity))
    }

    /// The observed shares between which the true quantile of a probability lies.
    ///
    /// R. S. Woodruff, JASA 47 (1952). The share at hand is that of the observed quantile.
    /// - Parameter probability: Strictly between 0 and 1.
    /// - Returns: An end is `nil` where the chance that all units lie on one side of the quantile
    ///   exceeds (1 − level) / 2: no observation bounds it there.
    public func ends(of probability: Double) -> (low: Double?, high: Double?) {
        precondition(probability > 0 && probability < 1, "no quantile at \(probability)")
        let (count, tail) = (effectiveCount, (1 - level) / 2)
        guard count < 1e15 else { return (probability, probability) }
        let below = probability * count
        let low = QuantileSearch.betaLower(tail, below, count - below + 1)
        let high = QuantileSearch.betaUpper(tail, below + 1, count - below)
        // I(x; n, 1) is xⁿ.
        func isBounded(_ side: Double) -> Bool { IncompleteBeta.below(side, count, 1) <= tail }
        return (isBounded(1 - probability) ? low : nil, isBounded(probability) ? high : nil)
    }
}
