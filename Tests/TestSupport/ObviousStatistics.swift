// Statistics by their definitions, for tests of faster ones. They are slow, and are here because
// shared test code is optimised.

/// The L₂ star discrepancy by the formula of T. T. Warnock (1972), in O(d n²).
///
/// - Parameter points: n ≥ 1 points with d coordinates from 0 to 1.
public func starDiscrepancy(_ points: [[Double]]) -> Double {
    let (n, d) = (Double(points.count), points[0].count)
    var (single, double) = (0.0, 0.0)
    for point in points {
        single += point.reduce(1) { $0 * (1 - $1 * $1) / 2 }
        for other in points {
            double += zip(point, other).reduce(1) { $0 * (1 - max($1.0, $1.1)) }
        }
    }
    let third = (0..<d).reduce(1.0) { product, _ in product / 3 }
    return (third - 2 / n * single + double / (n * n)).squareRoot()
}

/// The cost of the best partition of `count` values, by trying all partitions in O(2ⁿ n). Each
/// segment's cost is computed once.
///
/// - Parameters:
///   - penalty: The cost of each cut.
///   - minimumLength: A segment's minimum length, at least 1.
///   - cost: The cost of a segment.
public func bestPartition(
    of count: Int, penalty: Double, minimumLength: Int, cost: (Range<Int>) -> Double
) -> Double {
    let costs = (0..<count).map { start in
        (0...count).map { end in
            end - start < minimumLength ? Double.infinity : cost(start..<end)
        }
    }
    var best = Double.infinity
    for mask in 0..<(1 << (count - 1)) {
        let cuts = (1..<count).filter { mask & (1 << ($0 - 1)) != 0 }
        let segments = zip([0] + cuts, cuts + [count])
        let ofSegments = segments.reduce(0) { $0 + costs[$1.0][$1.1] }
        best = min(best, ofSegments + penalty * Double(cuts.count))
    }
    return best
}
