/// Plans of experiments whose factors take listed levels.
///
/// A point is the index of a level for each factor, counted from 0.
public enum FactorialDesign {
    /// Every combination of the levels, the last factor varying fastest (full factorial).
    ///
    /// Shows every interaction, at the price of the product of all counts.
    /// - Parameters:
    ///   - levels: how many levels each factor has, one or more; no factor gives one point.
    ///   - most: the most points.
    /// - Returns: `nil` where there are more than `most` points.
    public static func full(_ levels: [Int], most: Int = .max) -> [[Int]]? {
        requireLevels(levels)
        guard let count = count(of: levels), count <= most else { return nil }
        return (0..<count).map { number in
            var rest = number
            var point = [Int](repeating: 0, count: levels.count)
            for factor in levels.indices.reversed() {
                point[factor] = rest % levels[factor]
                rest /= levels[factor]
            }
            return point
        }
    }

    /// How many points a full factorial has; `nil` for more than can be counted.
    public static func count(of levels: [Int]) -> Int? {
        var product = 1
        for level in levels {
            let (next, overflows) = product.multipliedReportingOverflow(by: level)
            if overflows { return nil }
            product = next
        }
        return product
    }

    /// One factor at a time: a first point with every factor at its base, then each factor through
    /// its levels while the others stay at theirs.
    ///
    /// Cheap, and blind to interactions: an effect that shows only where two factors move together
    /// is missed.
    /// - Parameter levels: how many levels each factor has beside its base.
    /// - Returns: for each factor the index of its level, `nil` for its base.
    public static func oneAtATime(_ levels: [Int]) -> [[Int?]] {
        requireLevels(levels)
        let base = [Int?](repeating: nil, count: levels.count)
        return [base]
            + levels.indices.flatMap { factor in
                (0..<levels[factor]).map { level in
                    var point = base
                    point[factor] = level
                    return point
                }
            }
    }

    private static func requireLevels(_ levels: [Int]) {
        precondition(levels.allSatisfy { $0 >= 1 }, "factors without levels: \(levels)")
    }
}
