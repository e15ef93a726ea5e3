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
