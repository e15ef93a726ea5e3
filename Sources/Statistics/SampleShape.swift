import CGSL

/// Properties of a sample that can make intervals of its mean misleading.
public struct SampleShape: Equatable, Sendable {
    public let count: Int
    /// G₁ = √n · Σd³ / (Σd²)^1.5, d = value − mean; `nil` for a sample without spread.
    public let skewness: Double?
    /// The lag-one correlation, Σ dᵢ·dᵢ₊₁ / Σ d²; `nil` for a sample without spread.
    public let lagOneCorrelation: Double?
    public let commonestShare: Double

    public init(_ values: [Double]) {
        requireFinite(values, "a sample")
        count = values.count
        commonestShare = Self.commonestShare(values)
        let mean = values.isEmpty ? 0 : GSL.mean(values)
        let distances = values.map { $0 - mean }
        let squares = distances.reduce(0) { $0 + $1 * $1 }
        guard squares > 0, commonestShare < 1 else {
            (skewness, lagOneCorrelation) = (nil, nil)
            return
        }
        let cubes = distances.reduce(0) { $0 + $1 * $1 * $1 }
        let products = zip(distances, distances.dropFirst()).reduce(0) { $0 + $1.0 * $1.1 }
        let skew = Double(values.count).squareRoot() * cubes / (squares * squares.squareRoot())
        skewness = skew.isFinite ? skew : nil
        lagOneCorrelation = products / squares
    }

    /// Whether Student's *t* interval is too short for the skewness.
    ///
    /// True where n < 25·G₁² (W. G. Cochran, *Sampling Techniques*, 3rd edition, 1977, section
    /// 2.15: a crude rule for a 95 % interval that misses at most 6 %) and G₁ is further from 0
    /// than in 95 % of normal samples. The second condition matters below twenty values, where a
    /// quarter of the normal samples of ten fail the first. The variance of G₁ is 6(n − 2) / ((n +
    /// 1)(n + 3)) (R. A. Fisher, Proceedings of the Royal Society A 130, 1930).
    public var isTooSkewed: Bool {
        guard let skewness else { return false }
        let n = Double(count)
        let square = skewness * skewness
        let chance = StandardNormal.quantile(0.975)
        return n < 25 * square && square > chance * chance * 6 * (n - 2) / ((n + 1) * (n + 3))
    }

    private static func commonestShare(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        var (longest, run) = (0, 0)
        for (index, value) in sorted.enumerated() {
            run = index > 0 && sorted[index - 1] == value ? run + 1 : 1
            longest = max(longest, run)
        }
        return values.isEmpty ? 0 : Double(longest) / Double(values.count)
    }
}

/// Whether counts of several stretches vary like those of independent events.
///
/// R. A. Fisher, *Statistical Methods for Research Workers*, 1925, sections 16 and 19: the variance
/// of the counts over that of independent events. The index times n − 1 is nearly χ² with n − 1
/// degrees of freedom. Above 1 events cluster, and intervals that assume independence are too short
/// by about the index's square root.
public struct Dispersion: Equatable, Sendable {
    public let index: Double
    /// For independent events.
    public let pValue: Double

    /// Counts of events in stretches of equal length: s² / mean, against the Poisson distribution.
    ///
    /// - Returns: `nil` for fewer than two stretches, and where nothing happened.
    public init?(_ counts: [Double]) {
        requireFinite(counts, "a count")
        guard counts.count >= 2, counts.contains(where: { $0 > 0 }) else { return nil }
        let mean = GSL.mean(counts)
        self.init(
            index: GSL.variance(counts, about: mean) / mean, freedom: Double(counts.count - 1))
    }

    /// Counts of successes among trials: Σ (k − np)² / (np(1 − p)) over n − 1.
    ///
    /// Compared with the binomial distribution whose p is the share of all stretches together. The
    /// variance of a share near 1 is small, so s² / mean would hide its clusters.
    /// - Parameters:
    ///   - counts: One per stretch, from 0.
    ///   - trials: One per stretch, at least its count; stretches without trials are ignored.
    /// - Returns: `nil` for fewer than two stretches with trials, and for a p of 0 or 1.
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
