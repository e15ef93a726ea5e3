import CGSL

/// What may make the usual intervals of a sample's mean misleading.
public struct SampleShape: Equatable, Sendable {
    /// The number of values, *n*.
    public let count: Int
    /// G₁ = √n · Σd³ / (Σd²)^1.5, d = value − mean; `nil` for a sample without spread.
    public let skewness: Double?
    /// The correlation of each value with the next, Σ dᵢ·dᵢ₊₁ / Σ d²; `nil` for a sample without
    /// spread.
    public let lagOneCorrelation: Double?
    /// The share of the most frequent value; 0 for no values.
    public let commonestShare: Double

    /// - Parameter values: Finite, in the order in which they came.
    /// - Complexity: O(n log n).
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

    /// Whether Student's *t* interval of the mean is too short for the skewness: n < 25·G₁², and
    /// G₁ is further from 0 than in 95 % of normal samples.
    ///
    /// W. G. Cochran, *Sampling Techniques*, 3rd edition, 1977, section 2.15: a crude rule for a
    /// 95 % interval that misses at most 6 % of the time; a skewed sample tends to show less
    /// skewness than its distribution has. Below twenty values it holds for many a normal sample
    /// too, a quarter of those of ten, which the second condition keeps out: for these the variance
    /// of G₁ is 6(n − 2) / ((n + 1)(n + 3)) (R. A. Fisher, "The moments of the distribution for
    /// normal samples of measures of departure from normality", Proceedings of the Royal Society A
    /// 130, 1930).
    public var isTooSkewed: Bool {
        guard let skewness else { return false }
        let n = Double(count)
        let square = skewness * skewness
        let chance = StandardNormal.quantile(0.975)
        return n < 25 * square
            && square > chance * chance * 6 * (n - 2) / ((n + 1) * (n + 3))
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
