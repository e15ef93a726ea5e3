/// Exact intervals of rare events, by quantiles of the beta and chi-squared distributions.
public enum CountIntervals {
    /// The interval of a probability from `occurrences` in `trials`, by Clopper and Pearson ("The
    /// use of confidence or fiducial limits illustrated in the case of the binomial", Biometrika
    /// 26, 1934): from B(α/2; k, n − k + 1) to B(1 − α/2; k + 1, n − k), B the quantile of the beta
    /// distribution; 0 for k = 0, 1 for k = n.
    ///
    /// Covers with at least its level, for rare events with clearly more. Assumes independent
    /// trials of one probability: calls of one night, during which the connection is dead, are not.
    /// - Parameters:
    ///   - occurrences: k, from 0 to `trials`.
    ///   - trials: n, from 0.
    ///   - level: Strictly between 0 and 1.
    /// - Returns: `nil` for no trials.
    public static func share(
        of occurrences: Int, in trials: Int, level: Double = 0.95
    ) -> ConfidenceInterval? {
        requireLevel(level)
        precondition(0 <= occurrences && occurrences <= trials, "\(occurrences) of \(trials)")
        guard trials > 0 else { return nil }
        let (k, n, tail) = (Double(occurrences), Double(trials), (1 - level) / 2)
        let low =
            occurrences == 0
            ? 0
            : QuantileSearch.betaLower(tail, k, n - k + 1)
        let high =
            occurrences == trials
            ? 1
            : QuantileSearch.betaUpper(tail, k + 1, n - k)
        return ConfidenceInterval(level: level, low: low, high: high)
    }

    /// The interval of a rate from `occurrences` in an `exposure`, by Garwood (F. Garwood,
    /// "Fiducial limits for the Poisson distribution", Biometrika 28, 1936): from χ²(α/2; 2k) / 2
    /// to χ²(1 − α/2; 2k + 2) / 2, over the exposure; 0 for k = 0.
    ///
    /// Covers with at least its level. Assumes events that come one by one, independently, at one
    /// rate.
    /// - Parameters:
    ///   - occurrences: k, from 0.
    ///   - exposure: Above 0: the time watched; the rate is per its unit.
    ///   - level: Strictly between 0 and 1.
    public static func rate(
        of occurrences: Int, over exposure: Double, level: Double = 0.95
    ) -> ConfidenceInterval {
        requireLevel(level)
        precondition(occurrences >= 0, "\(occurrences) events")
        precondition(exposure > 0 && exposure.isFinite, "an exposure of \(exposure)")
        let (k, tail) = (Double(occurrences), (1 - level) / 2)
        let low =
            occurrences == 0
            ? 0
            : QuantileSearch.chiSquaredLower(tail, 2 * k)
        let high = QuantileSearch.chiSquaredUpper(tail, 2 * k + 2)
        return ConfidenceInterval(
            level: level, low: low / 2 / exposure, high: high / 2 / exposure)
    }
}

/// The share of things that were counted in a whole of others, over replications: of calls, those
/// that were missed.
///
/// Both sums are random, and things of one replication may be alike: Fieller's interval of the
/// ratio of sums, ``PairedDifference/ratioInterval``, takes that into account, but knows nothing of
/// rare things. The exact interval of C. J. Clopper and E. S. Pearson, "The use of confidence or
/// fiducial limits illustrated in the case of the binomial", Biometrika 26 (1934), knows nothing
/// of likeness. The interval here has the wider end of the two on both sides.
public struct CountedShare: Equatable, Sendable {
    /// Sum over sum, from 0 to 1; `nil` for a whole of nothing.
    public let share: Double?
    /// `nil` for a whole of nothing.
    public let interval: ConfidenceInterval?

    /// - Parameters:
    ///   - counts: by replication, finite, from 0 and none above the whole's.
    ///   - wholes: as many.
    ///   - level: of the interval.
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
        var high =
            count == whole ? 1 : QuantileSearch.betaUpper(error, count + 1, whole - count)
        let paired = PairedDifference(treatment: counts, baseline: wholes, level: level)
        if let ratios = paired.ratioInterval {
            low = max(0, min(low, ratios.low))
            high = min(1, max(high, ratios.high))
        }
        share = count / whole
        interval = ConfidenceInterval(level: level, low: low, high: high)
    }
}

/// A share that is a ratio of sums over clusters, such as the events of all replications that took
/// at most a minute over all events: events of one replication need not be independent.
///
/// The variance is that of a ratio estimate, n / (n − 1) · Σ(xᵢ − p·mᵢ)² / (Σmᵢ)² (W. G. Cochran,
/// *Sampling Techniques*, 1977, 6.4 and 9A.2). The interval is that of E. L. Korn and B. I.
/// Graubard ("Confidence intervals for proportions with small expected number of positive counts
/// estimated from survey data", Survey Methodology 24, 1998): Clopper and Pearson's, of as many
/// independent units as would have that variance, p(1 − p) / variance, times the square of the
/// normal over Student's factor.
public struct ClusteredShare: Equatable, Sendable {
    /// Σxᵢ / Σmᵢ, from 0 to 1.
    public let share: Double
    /// As many independent units would tell as much, at least one; infinite where all clusters
    /// have the same share.
    public let effectiveCount: Double
    /// Of the intervals, strictly between 0 and 1.
    public let level: Double

    /// - Parameters:
    ///   - clusters: n, those with any mass mᵢ above 0; at least two.
    ///   - parts: Σxᵢ.
    ///   - masses: Σmᵢ, above 0.
    ///   - squares: Σxᵢ².
    ///   - products: Σxᵢ·mᵢ.
    ///   - massSquares: Σmᵢ².
    ///   - most: What independent units there are at most, such as all events; `nil`: any number.
    ///   - level: Of the intervals, strictly between 0 and 1.
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
        // What rounding leaves of a spread that there is not.
        let isSpread = spread > 1e-12 * squares
        let count =
            isSpread ? share * (1 - share) / variance * factor * factor : Double.infinity
        // Sums that are rounded by themselves can make a share of 0 or 1 that clusters differ in.
        effectiveCount = max(1, min(count, most ?? .infinity))
    }

    /// Between which shares of what was observed the true quantile of a probability lies (R. S.
    /// Woodruff, "Confidence intervals for medians and other position measures", JASA 47, 1952);
    /// the share at hand is that of the observed quantile.
    ///
    /// - Parameter probability: strictly between 0 and 1.
    /// - Returns: an end is `nil` where so many units would all lie on one side of the quantile
    ///   with more than half of 1 − level: no observation bounds it there.
    public func ends(of probability: Double) -> (low: Double?, high: Double?) {
        precondition(probability > 0 && probability < 1, "no quantile at \(probability)")
        let (count, tail) = (effectiveCount, (1 - level) / 2)
        guard count < 1e15 else { return (probability, probability) }
        let below = probability * count
        let low = QuantileSearch.betaLower(tail, below, count - below + 1)
        let high = QuantileSearch.betaUpper(tail, below + 1, count - below)
        // I(x; n, 1) is the n-th power of x.
        func isBounded(_ side: Double) -> Bool { IncompleteBeta.below(side, count, 1) <= tail }
        return (isBounded(1 - probability) ? low : nil, isBounded(probability) ? high : nil)
    }
}
