/// The places where a series changes, found by optimal partitioning.
///
/// Cuts positions 0 ..< n into the segments that minimise
///
///     Σ cost(segment) + penalty · (number of segments − 1)
///
/// by dynamic programming over the last change (Jackson et al., IEEE Signal Processing Letters 12,
/// 2005), with the pruning of PELT (Killick, Fearnhead and Eckley, JASA 107, 2012). The result is
/// exact, not greedy.
///
/// PELT drops a last change *s* for good once F(s) + cost(s, t) ≥ F(t). With a minimum length the
/// drop only holds for ends at least that length after *t*, where a change at *t* is allowed
/// instead.
public struct ChangePoints: Equatable, Sendable {
    public let count: Int
    /// The first position of every segment but the first, ascending; empty for no change.
    public let boundaries: [Int]

    /// Finds the changes; ties are broken deterministically.
    ///
    /// - Parameters:
    ///   - count: The number of positions, *n*, from 0.
    ///   - penalty: What one more change must gain, ≥ 0. For costs of −2 log likelihood, 2 ln n is
    ///     the Schwarz criterion for one level per change; 3 ln n also pays for its place (Zhang
    ///     and Siegmund, Biometrics 63, 2007).
    ///   - minimumLength: The fewest positions of a segment, ≥ 1.
    ///   - cost: The cost of a segment, ≥ 0, never raised by cutting the segment in two.
    /// - Complexity: O(n²) calls of `cost` at worst, O(n) where changes are many.
    public init(count: Int, penalty: Double, minimumLength: Int = 1, cost: (Range<Int>) -> Double) {
        precondition(count >= 0 && minimumLength >= 1, "\(count) positions, \(minimumLength) each")
        precondition(penalty >= 0 && penalty.isFinite, "a penalty of \(penalty)")
        self.count = count
        var best = [Double](repeating: .infinity, count: count + 1)
        var last = [Int](repeating: 0, count: count + 1)
        best[0] = -penalty
        var candidates: [Candidate] = []
        for end in stride(from: minimumLength, through: count, by: 1) {
            let start = end - minimumLength
            if best[start].isFinite { candidates.append(Candidate(start: start)) }
            candidates.removeAll { $0.droppedFrom <= end }
            for index in candidates.indices {
                let total = best[candidates[index].start] + cost(candidates[index].start..<end)
                candidates[index].total = total
                if total + penalty < best[end] {
                    best[end] = total + penalty
                    last[end] = candidates[index].start
                }
            }
            for index in candidates.indices where candidates[index].total >= best[end] {
                let drop = end + minimumLength
                candidates[index].droppedFrom = min(candidates[index].droppedFrom, drop)
            }
        }
        boundaries = Self.boundaries(last, count)
    }

    /// - `boundaries`: Ascending, each from 1 to `count` − 1.
    public init(count: Int, boundaries: [Int]) {
        let all = [0] + boundaries + [count]
        precondition(zip(all, all.dropFirst()).allSatisfy { $0 < $1 }, "changes at \(boundaries)")
        (self.count, self.boundaries) = (count, boundaries)
    }

    public var segments: [Range<Int>] {
        guard count > 0 else { return [] }
        return zip([0] + boundaries, boundaries + [count]).map { $0..<$1 }
    }

    /// The single change within `range` that leaves the least cost; the first of several.
    ///
    /// - Returns: The first position after it; `nil` where `minimumLength` positions on each side
    ///   do not fit.
    /// - Complexity: O(n) calls of `cost`.
    public static func best(
        in range: Range<Int>, minimumLength: Int = 1, cost: (Range<Int>) -> Double
    ) -> Int? {
        var found: (cost: Double, place: Int)?
        for place in stride(
            from: range.lowerBound + minimumLength, through: range.upperBound - minimumLength,
            by: 1)
        {
            let total = cost(range.lowerBound..<place) + cost(place..<range.upperBound)
            if found.map({ total < $0.cost }) ?? true { found = (total, place) }
        }
        return found?.place
    }

    private struct Candidate {
        let start: Int
        var total = 0.0
        var droppedFrom = Int.max
    }

    private static func boundaries(_ last: [Int], _ count: Int) -> [Int] {
        var found: [Int] = []
        var end = count
        while end > 0, last[end] > 0 {
            end = last[end]
            found.append(end)
        }
        return found.reversed()
    }
}

/// The squared distances of a segment's values from their mean, over a known variance.
///
/// Σ(x − mean)² / σ² is −2 log likelihood of independent normal values, up to a constant. With
/// ``ChangePoints`` it finds shifts of the mean. On ranks (``StandardisedRanks``) it finds shifts
/// of the distribution, and the gain of a change is the Kruskal–Wallis statistic.
public struct MeanShiftCost: Sendable {
    private let counts: [Int]
    private let sums: [Double]
    private let squares: [Double]
    private let variance: Double

    /// Takes one value per position; `variance` is that of values about their segment's mean.
    public init(_ values: [Double], variance: Double = 1) {
        self.init(values, offsets: Array(0...values.count), variance: variance)
    }

    /// Takes several values per position.
    ///
    /// - `offsets`: The index at which each position's values begin, then the number of
    ///   values; strictly ascending from 0.
    public init(_ values: [Double], offsets: [Int], variance: Double = 1) {
        precondition(variance > 0 && variance.isFinite, "a variance of \(variance)")
        precondition(offsets.first == 0 && offsets.last == values.count, "offsets of other values")
        requireFinite(values, "a series")
        // Centring on the overall mean keeps squares of large values from cancelling.
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

    /// 0 for an empty range; O(1).
    public func callAsFunction(_ range: Range<Int>) -> Double {
        let count = counts[range.upperBound] - counts[range.lowerBound]
        guard count > 0 else { return 0 }
        let sum = sums[range.upperBound] - sums[range.lowerBound]
        let square = squares[range.upperBound] - squares[range.lowerBound]
        return max(0, square - sum * sum / Double(count)) / variance
    }
}

/// The noise of a series about a mean that shifts now and then.
public enum NoiseScale {
    /// The standard deviation of the noise, from differences of neighbours.
    ///
    /// The median of |x[i+1] − x[i]| over √2 · 0.6745, which is σ for independent normal noise. A
    /// shift spoils one difference only, which the median ignores (P. Fearnhead and G. Rigaill,
    /// JASA 114, 2019).
    /// - Returns: `nil` for fewer than two values; 0 where more than half of the values repeat the
    ///   one before.
    public static func ofDifferences(_ values: [Double]) -> Double? {
        guard values.count >= 2 else { return nil }
        let distances = zip(values, values.dropFirst()).map { ($1 - $0).magnitude }.sorted()
        return GSL.quantile(ofSorted: distances, 0.5) / (2.0.squareRoot() * 0.674_489_750_196_081_7)
    }
}
