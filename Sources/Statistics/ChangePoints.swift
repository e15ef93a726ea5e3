/// Where a series changes, found by optimal partitioning.
///
/// Of all ways to cut positions 0 ..< n into segments, the one that minimises
///
///     Σ cost(segment) + penalty · (number of segments − 1)
///
/// by dynamic programming over the last change (Jackson et al., "An algorithm for optimal
/// partitioning of data on an interval", IEEE Signal Processing Letters 12, 2005), with the
/// pruning of PELT (Killick, Fearnhead and Eckley, "Optimal detection of changepoints with a
/// linear computational cost", JASA 107, 2012). The result is exact, not greedy.
///
/// PELT's rule drops a last change *s* for good once F(s) + cost(s, t) ≥ F(t). With a least
/// length it may only be dropped for ends that are at least that length after *t*, where a change
/// at *t* is allowed in its place.
public struct ChangePoints: Equatable, Sendable {
    /// The number of positions, *n*.
    public let count: Int
    /// The first position of every segment but the first, ascending; empty for no change.
    public let boundaries: [Int]

    /// Finds the changes.
    ///
    /// Among equally good partitions it is always the same one that is found.
    /// - Parameters:
    ///   - count: The number of positions, *n*, from 0.
    ///   - penalty: What one more change must gain, ≥ 0. For costs that are twice a negative log
    ///     likelihood, 2 ln n is the Schwarz criterion for a change with one level; 3 ln n also
    ///     pays for its place (Zhang and Siegmund, Biometrics 63, 2007).
    ///   - minimumLength: The fewest positions of a segment, ≥ 1.
    ///   - cost: Of a segment, at least 0, and not raised by cutting the segment in two.
    /// - Complexity: O(n²) calls of `cost` at worst, O(n) where changes are many.
    public init(
        count: Int, penalty: Double, minimumLength: Int = 1, cost: (Range<Int>) -> Double
    ) {
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

    /// Given changes.
    ///
    /// - Parameters:
    ///   - count: The number of positions.
    ///   - boundaries: Ascending, each from 1 to `count` − 1.
    public init(count: Int, boundaries: [Int]) {
        let all = [0] + boundaries + [count]
        precondition(zip(all, all.dropFirst()).allSatisfy { $0 < $1 }, "changes at \(boundaries)")
        self.count = count
        self.boundaries = boundaries
    }

    /// The segments from first to last; none for no positions.
    public var segments: [Range<Int>] {
        guard count > 0 else { return [] }
        return zip([0] + boundaries, boundaries + [count]).map { $0..<$1 }
    }

    /// The one change within `range` that leaves the least cost, with at least `minimumLength`
    /// positions on each side; the first of several.
    ///
    /// - Returns: the first position after the change, or `nil` where the range is too short.
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

    /// A possible last change.
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
