import CGSL

/// Whether counts of several stretches vary as they would if events came one by one.
///
/// R. A. Fisher, *Statistical Methods for Research Workers*, 1925, sections 16 and 19: the variance
/// of the counts over what that of independent events would be. It is near 1 for these, and times
/// n − 1 nearly χ² with so many degrees of freedom. Above 1 events come in clusters (calls of one
/// night in which the connection is dead), and intervals that assume independence are too short, by
/// about the index's square root.
public struct Dispersion: Equatable, Sendable {
    /// 1 for independent events.
    public let index: Double
    /// The probability of an index at least as large for independent events.
    public let pValue: Double

    /// Of events that may happen at any time, equally long stretches: s² / mean, against the
    /// Poisson distribution.
    ///
    /// - Parameter counts: From 0, one for each stretch.
    /// - Returns: `nil` for fewer than two stretches, and where nothing happened.
    public init?(_ counts: [Double]) {
        requireFinite(counts, "a count")
        guard counts.count >= 2, counts.contains(where: { $0 > 0 }) else { return nil }
        let mean = GSL.mean(counts)
        self.init(
            index: GSL.variance(counts, about: mean) / mean,
            freedom: Double(counts.count - 1))
    }

    /// Of events that each of so many trials may be: Σ (k − np)² / (np(1 − p)) over n − 1, against
    /// the binomial distribution with the share p of all stretches together. The variance of a
    /// share of nearly 1 is small, so that s² / mean would hide its clusters.
    ///
    /// - Parameters:
    ///   - counts: From 0, one for each stretch.
    ///   - trials: As many, none below its count; stretches without trials say nothing.
    /// - Returns: `nil` for fewer than two stretches with trials, where nothing happened, and where
    ///   nothing did not.
    public init?(_ counts: [Double], of trials: [Double]) {
        precondition(counts.count == trials.count, "\(counts.count) counts of \(trials.count)")
        requireFinite(counts + trials, "a count")
        let stretches = zip(counts, trials).filter { $0.1 > 0 }
        let occurrences = stretches.reduce(0) { $0 + $1.0 }
        let all = stretches.reduce(0) { $0 + $1.1 }
        guard stretches.count >= 2, occurrences > 0, occurrences < all else { return nil }
        let share = occurrences / all
        let statistic = stretches.reduce(0.0) { total, stretch in
            let distance = stretch.0 - stretch.1 * share
            return total + distance * distance / (stretch.1 * share * (1 - share))
        }
        let freedom = Double(stretches.count - 1)
        self.init(index: statistic / freedom, freedom: freedom)
    }

    private init(index: Double, freedom: Double) {
        self.index = index
        pValue = GSL.value("the chi-squared tail at \(index * freedom), \(freedom)") {
            gsl_cdf_chisq_Q(index * freedom, freedom)
        }
    }
}
