import CGSL

/// Sequences that fill the unit cube more evenly than random points, by GSL.
///
/// The error of a mean over n such points falls nearly as 1 / n for smooth functions of few
/// factors, not as 1 / √n. They are not random: points have no standard error of their own.
public enum LowDiscrepancy: Hashable, Sendable {
    /// I. M. Sobol', "On the distribution of points in a cube and the approximate evaluation of
    /// integrals", USSR Comput. Math. and Math. Phys. 7 (1967), in the implementation of Bratley
    /// and Fox, Algorithm 659, ACM TOMS 14 (1988). At most 40 factors. The first point is the
    /// middle of the cube; 2ᵐ − 1 points complete a pattern.
    case sobol
    /// J. H. Halton, Numerische Mathematik 2 (1960): radical inverses to the first primes. At most
    /// 1 229 factors; beyond about ten, short sequences show stripes between the last of them.
    case halton

    /// How many factors there can be.
    public var mostDimensions: Int {
        switch self {
        case .sobol: 40
        case .halton: 1229
        }
    }

    /// The first points of the sequence, each coordinate from 0 up to but not including 1.
    ///
    /// - Parameters:
    ///   - count: how many points.
    ///   - dimensions: how many factors, from 1 to `mostDimensions`.
    public func points(count: Int, dimensions: Int) -> [[Double]] {
        precondition(
            (1...mostDimensions).contains(dimensions),
            "\(self) has 1 to \(mostDimensions) factors, not \(dimensions)")
        precondition(count >= 0, "\(count) points")
        GSL.switchErrorsToValues()
        let type =
            switch self {
            case .sobol: tailwatt_sobol()
            case .halton: tailwatt_halton()
            }
        guard let generator = gsl_qrng_alloc(type, UInt32(dimensions)) else {
            preconditionFailure("GSL has no memory for \(dimensions) factors")
        }
        defer { gsl_qrng_free(generator) }
        return (0..<count).map { index in
            var point = [Double](repeating: 0, count: dimensions)
            let status = gsl_qrng_get(generator, &point)
            precondition(status == 0, "GSL gave status \(status) for point \(index)")
            return point
        }
    }
}

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
