/// The Hodges–Lehmann estimate of differences: the median of all their pairwise means.
///
/// J. L. Hodges and E. L. Lehmann, Annals of Mathematical Statistics 34 (1963). The interval
/// inverts Wilcoxon's signed-rank test. It runs from the C-th of the n(n + 1)/2 ordered pairwise
/// means to the C-th from the end, C the largest with P(T⁺ ≤ C − 1) ≤ (1 − level) / 2 (Hollander,
/// Wolfe and Chicken, *Nonparametric Statistical Methods*, 3rd edition, 2014, section 3.3).
///
/// Assumes independent differences. For a symmetric distribution this estimates the centre; for a
/// skewed one the pseudomedian, which is neither mean nor median.
public struct HodgesLehmann: Equatable, Sendable {
    public let estimate: Double
    /// Covers the pseudomedian with at least the requested level.
    ///
    /// From 51 differences on this holds up to the normal approximation. `nil` for fewer than 6
    /// differences at 95 %.
    public let interval: ConfidenceInterval?

    /// `nil` for no differences.
    ///
    /// - Complexity: O(n log n + 64 · n): the pairwise means are counted, never listed.
    public init?(_ differences: [Double], level: Double = 0.95) {
        requireLevel(level)
        requireFinite(differences, "a difference")
        guard !differences.isEmpty else { return nil }
        let means = WalshAverages(differences)
        let half = (means.count + 1) / 2
        let middle = means.value(rank: half)
        estimate =
            means.count.isMultiple(of: 2) ? (middle + means.value(rank: half + 1)) / 2 : middle
        let rank = Self.criticalRank(count: differences.count, tail: (1 - level) / 2)
        interval =
            rank < 1
            ? nil
            : ConfidenceInterval(
                level: level, low: means.value(rank: rank),
                high: means.value(rank: means.count + 1 - rank))
    }

    /// The rank C of the interval's ends, exact up to 50 differences.
    ///
    /// From 51 on it uses Cornish and Fisher's expansion (Revue de l'Institut International de
    /// Statistique 5, 1938) with the fourth cumulant, because the plain normal quantile is one or
    /// two ranks too far out. At 95 % this gives the exact rank for all n from 51 to 400 but 64,
    /// where it is one less.
    private static func criticalRank(count: Int, tail: Double) -> Int {
        if count <= SignedRankDistribution.most {
            return SignedRankDistribution(count: count).criticalRank(tail: tail)
        }
        let n = Double(count)
        let squares = n * (n + 1) * (2 * n + 1) / 6
        let deviation = (squares / 4).squareRoot()
        // Each rank adds −r⁴ / 8 to the fourth cumulant.
        let fourths = squares * (3 * n * n + 3 * n - 1) / 5
        let excess = -fourths / 8 / (deviation * deviation * deviation * deviation)
        let normal = StandardNormal.quantile(tail)
        let quantile = normal + excess / 24 * (normal * normal * normal - 3 * normal)
        let rank = n * (n + 1) / 4 + 0.5 + quantile * deviation
        return Int(rank.rounded(.down))
    }
}

/// The means of all pairs of values, each value paired with itself too.
private struct WalshAverages {
    private let values: [Double]

    init(_ values: [Double]) { self.values = values.sorted() }
    var count: Int { values.count * (values.count + 1) / 2 }

    /// The number of means ≤ `limit`: as the smaller value grows, the largest partner shrinks.
    private func count(atMost limit: Double) -> Int {
        var (first, last, sum) = (0, values.count - 1, 0)
        while first <= last {
            if values[first] * 0.5 + values[last] * 0.5 <= limit {
                sum += last - first + 1
                first += 1
            } else {
                last -= 1
            }
        }
        return sum
    }

    /// The rank counts from 1; bisects the Doubles between the ends.
    func value(rank: Int) -> Double {
        var low = Self.place(of: values[0])
        var high = Self.place(of: values[values.count - 1])
        while low < high {
            let middle = low + (high - low) / 2
            if count(atMost: Self.double(at: middle)) >= rank {
                high = middle
            } else {
                low = middle + 1
            }
        }
        return Self.double(at: low)
    }

    /// The rank of a value among all Doubles in ascending order.
    private static func place(of value: Double) -> UInt64 {
        let bits = (value == 0 ? 0 : value).bitPattern
        return bits >> 63 == 1 ? ~bits : bits | 1 << 63
    }

    private static func double(at place: UInt64) -> Double {
        Double(bitPattern: place >> 63 == 1 ? place & ~(1 << 63) : ~place)
    }
}
