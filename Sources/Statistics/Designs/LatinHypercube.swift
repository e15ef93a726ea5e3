/// Latin hypercube samples: of n points, each n-th part of each factor's range holds exactly one.
///
/// M. D. McKay, R. J. Beckman, W. J. Conover, "A comparison of three methods for selecting values
/// of input variables in the analysis of output from a computer code", Technometrics 21 (1979).
/// The mean over such a sample has no larger variance than over independent points for functions
/// that are monotone in each factor, and much less where the factors' effects add up.
public enum LatinHypercube {
    /// Points of the unit cube, each coordinate from 0 up to but not including 1.
    ///
    /// Within its part a coordinate is uniform; the parts of each factor are permuted by Fisher and
    /// Yates. The words alone decide the points, so that a seed gives the same design everywhere.
    /// - Parameters:
    ///   - count: how many points, one or more.
    ///   - dimensions: how many factors, one or more.
    ///   - word: 64 random bits.
    /// - Complexity: O(count · dimensions).
    public static func points(
        count: Int, dimensions: Int, _ word: () -> UInt64
    ) -> [[Double]] {
        precondition(count >= 1 && dimensions >= 1, "\(count) points of \(dimensions) factors")
        var points = [[Double]](
            repeating: [Double](repeating: 0, count: dimensions), count: count)
        for dimension in 0..<dimensions {
            let parts = permutation(of: count, word)
            for point in 0..<count {
                let offset = Double(word() >> 11) * 0x1p-53
                let value = (Double(parts[point]) + offset) / Double(count)
                points[point][dimension] = min(value, 1.0.nextDown)
            }
        }
        return points
    }

    private static func permutation(of count: Int, _ word: () -> UInt64) -> [Int] {
        var order = Array(0..<count)
        for last in stride(from: count - 1, to: 0, by: -1) {
            let other = Int(word().multipliedFullWidth(by: UInt64(last + 1)).high)
            order.swapAt(last, other)
        }
        return order
    }
}
