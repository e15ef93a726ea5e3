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
