import CGSL

/// Whether counts of equal stretches vary as they would if events came one by one.
///
/// R. A. Fisher, *Statistical Methods for Research Workers*, 1925, section 16: the index of
/// dispersion s² / mean is near 1 for Poisson counts, and Σ(k − mean)² / mean is nearly χ² with
/// n − 1 degrees of freedom. Above 1 events come in clusters (calls of one night in which the
/// connection is dead), and intervals that assume independence are too short, by about the index's
/// square root.
public struct Dispersion: Equatable, Sendable {
    /// s² / mean.
    public let index: Double
    /// The probability of an index at least as large for Poisson counts.
    public let pValue: Double

    /// - Parameter counts: From 0, one for each stretch.
    /// - Returns: `nil` for fewer than two stretches, and where nothing happened.
    public init?(_ counts: [Double]) {
        requireFinite(counts, "a count")
        guard counts.count >= 2, counts.contains(where: { $0 > 0 }) else { return nil }
        let mean = GSL.mean(counts)
        index = GSL.variance(counts, about: mean) / mean
        let freedom = Double(counts.count - 1)
        let statistic = index * freedom
        pValue = GSL.value("the chi-squared tail at \(statistic), \(freedom)") {
            gsl_cdf_chisq_Q(statistic, freedom)
        }
    }
}
