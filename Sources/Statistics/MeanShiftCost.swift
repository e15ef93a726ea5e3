/// The squared distances of a segment's values from their own mean, over a known variance.
///
/// Σ(x − mean)² / σ²: twice the negative log likelihood of independent normal values of known
/// variance about a common mean, up to a constant. A cost for ``ChangePoints`` that finds shifts
/// of the mean. On ranks (``StandardisedRanks``) it finds shifts of the distribution, and what a
/// change gains is the Kruskal–Wallis statistic.
public struct MeanShiftCost: Sendable {
    private let counts: [Int]
    private let sums: [Double]
    private let squares: [Double]
    private let variance: Double

    /// Positions that hold one value each.
    ///
    /// - Parameters:
    ///   - values: Finite.
    ///   - variance: σ² > 0, of the values about their segment's mean.
    public init(_ values: [Double], variance: Double = 1) {
        self.init(values, offsets: Array(0...values.count), variance: variance)
    }

    /// Positions that hold several values each.
    ///
    /// - Parameters:
    ///   - values: Finite, in the order of their positions.
    ///   - offsets: Where each position's values begin, and the number of values at the end:
    ///     one more than there are positions, strictly ascending from 0.
    ///   - variance: σ² > 0, of the values about their segment's mean.
    public init(_ values: [Double], offsets: [Int], variance: Double = 1) {
        precondition(variance > 0 && variance.isFinite, "a variance of \(variance)")
        precondition(offsets.first == 0 && offsets.last == values.count, "offsets of other values")
        requireFinite(values, "a series")
        // About the mean of all, so that squares of large values do not cancel.
        let centre = values.isEmpty ? 0 : GSL.mean(values)
        var (sum, square) = (0.0, 0.0)
        var (sums, squares) = ([0.0], [0.0])
        for position in 1..<max(1, offsets.count) {
            for value in values[offsets[position - 1]..<offsets[position]] {
                sum += value - centre
                square += (value - centre) * (value - centre)
            }
            sums.append(sum)
            squares.append(square)
        }
        (counts, self.sums, self.squares, self.variance) = (offsets, sums, squares, variance)
    }

    /// The cost of the positions in `range`; 0 for none.
    ///
    /// - Complexity: O(1).
    public func callAsFunction(_ range: Range<Int>) -> Double {
        let count = counts[range.upperBound] - counts[range.lowerBound]
        guard count > 0 else { return 0 }
        let sum = sums[range.upperBound] - sums[range.lowerBound]
        let square = squares[range.upperBound] - squares[range.lowerBound]
        return max(0, square - sum * sum / Double(count)) / variance
    }
}

/// How noisy a series is about a mean that shifts now and then.
public enum NoiseScale {
    /// The standard deviation of the noise, from the differences of neighbours.
    ///
    /// The median of |x[i+1] − x[i]| over √2 · 0.6745, which is σ for independent normal noise.
    /// A shift spoils one difference, of which the median takes no notice (P. Fearnhead and
    /// G. Rigaill, "Changepoint detection in the presence of outliers", JASA 114, 2019, use it so).
    /// - Returns: `nil` for fewer than two values; 0 where more than half of the values repeat the
    ///   one before.
    public static func ofDifferences(_ values: [Double]) -> Double? {
        guard values.count >= 2 else { return nil }
        let distances = zip(values, values.dropFirst()).map { ($1 - $0).magnitude }.sorted()
        return GSL.quantile(ofSorted: distances, 0.5) / (2.0.squareRoot() * 0.674_489_750_196_081_7)
    }
}
