/// Wilcoxon's signed-rank test that differences are spread symmetrically about 0.
///
/// F. Wilcoxon, "Individual comparisons by ranking methods", Biometrics Bulletin 1 (1945). It takes
/// the place of the paired *t* test where a few large differences decide the mean. Assumes
/// independent differences from a symmetric distribution; of a skewed one it tests the pseudomedian
/// (see ``HodgesLehmann``), not the mean. Differences of 0 are left out, as Wilcoxon did; equal
/// ones share the mean of their ranks.
public struct SignedRankTest: Equatable, Sendable {
    /// Where the *p*-value comes from.
    public enum Method: String, Sendable {
        /// The distribution of the statistic itself, given which differences are of one size: at
        /// most 50 differences.
        case exact
        /// The normal distribution with tie and continuity correction (Hollander, Wolfe and
        /// Chicken, *Nonparametric Statistical Methods*, 3rd edition, 2014, section 3.1).
        case normal
    }

    /// The differences other than 0.
    public let count: Int
    /// T⁺, the sum of the ranks of the positive differences among the sizes of all.
    public let statistic: Double
    public let method: Method
    /// Two-sided; 1 where all differences are 0, `nil` for no differences.
    public let pValue: Double?

    /// - Parameter differences: Finite.
    /// - Complexity: O(n log n), and O(n³) for n ≤ 50.
    public init(_ differences: [Double]) {
        let (nonzero, ranks) = Self.signedRanks(differences)
        count = nonzero.count
        statistic = zip(nonzero, ranks.ranks).reduce(0) { $1.0 > 0 ? $0 + $1.1 : $0 }
        method = count > SignedRankDistribution.most ? .normal : .exact
        if count == 0 {
            pValue = differences.isEmpty ? nil : 1
        } else if method == .exact {
            // Ranks that are shared are halves.
            pValue = SignedRankDistribution(ranks: ranks.ranks.map { Int(2 * $0) })
                .twoSidedPValue(Int(2 * statistic))
        } else {
            pValue = Self.normal(statistic, count, tieSum: ranks.tieSum)
        }
    }

    private static func signedRanks(_ differences: [Double]) -> ([Double], MidRanks) {
        requireFinite(differences, "a difference")
        let nonzero = differences.filter { $0 != 0 }
        return (nonzero, MidRanks(nonzero.map(\.magnitude)))
    }

    private static func normal(_ sum: Double, _ count: Int, tieSum: Double) -> Double {
        let n = Double(count)
        let variance = (n * (n + 1) * (2 * n + 1) - tieSum / 2) / 24
        let distance = (sum - n * (n + 1) / 4).magnitude
        guard variance > 0, distance > 0.5 else { return 1 }
        return min(1, 2 * StandardNormal.cdf(-(distance - 0.5) / variance.squareRoot()))
    }
}
