/// The ranks of values among each other, with mean 0 and variance 1.
///
/// Equal values share the mean of their ranks. Ranks do not care for the unit, nor for how far
/// out an outlier lies, nor whether values or their logarithms are looked at. As a series for
/// ``MeanShiftCost`` with variance 1, what one change gains is the Kruskal–Wallis statistic of
/// two groups: χ² with one degree of freedom at a place fixed beforehand (A. Lung-Yut-Fong,
/// C. Lévy-Leduc and O. Cappé, "Homogeneity and change-point detection tests for multivariate
/// data using rank statistics", Journal de la SFdS 156, 2015).
public struct StandardisedRanks: Equatable, Sendable {
    /// In the order of the values given; all 0 where all values are equal.
    public let scores: [Double]

    /// Ranks `values`, which must be finite.
    ///
    /// - Complexity: O(n log n).
    public init(_ values: [Double]) {
        requireFinite(values, "a ranking")
        let ranks = MidRanks(values).ranks
        let mean = Double(values.count + 1) / 2
        let square = ranks.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        let deviation = (square / Double(max(1, values.count))).squareRoot()
        scores = ranks.map { deviation > 0 ? ($0 - mean) / deviation : 0 }
    }
}

/// How much larger the values of one sample are than those of another.
public enum RankComparison {
    /// The probability that a value of `right` exceeds one of `left`, equal ones counted half.
    ///
    /// The Mann–Whitney U over the number of pairs: ½ for no difference, 1 where every value of
    /// `right` is larger (McGraw and Wong, "A common language effect size statistic",
    /// Psychological Bulletin 111, 1992).
    /// - Returns: `nil` where a sample is empty.
    /// - Complexity: O(n log n).
    public static func probabilityOfGreater(_ right: [Double], than left: [Double]) -> Double? {
        guard !left.isEmpty, !right.isEmpty else { return nil }
        requireFinite(left, "a sample")
        requireFinite(right, "a sample")
        let ranks = MidRanks(left + right).ranks
        let size = Double(right.count)
        let sum = ranks[left.count...].reduce(0, +)
        return (sum - size * (size + 1) / 2) / (size * Double(left.count))
    }
}

/// Ranks from 1 in the order of values; equal values share the mean of theirs.
struct MidRanks {
    /// In the order of the values given.
    let ranks: [Double]
    /// Σ(t³ − t) over the groups of t equal values; 0 where all values differ.
    let tieSum: Double

    init(_ values: [Double]) {
        let order = values.indices.sorted { (values[$0], $0) < (values[$1], $1) }
        var ranks = [Double](repeating: 0, count: values.count)
        var tieSum = 0.0
        var start = 0
        while start < order.count {
            var end = start + 1
            while end < order.count, values[order[end]] == values[order[start]] { end += 1 }
            for place in start..<end { ranks[order[place]] = Double(start + end + 1) / 2 }
            let size = Double(end - start)
            tieSum += size * (size * size - 1)
            start = end
        }
        self.ranks = ranks
        self.tieSum = tieSum
    }
}
