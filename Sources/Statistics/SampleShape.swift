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
