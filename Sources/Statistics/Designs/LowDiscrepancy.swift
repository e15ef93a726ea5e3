import CGSL

/// Sequences that fill the unit cube more evenly than random points, by GSL.
///
/// For smooth functions of few factors the error of a mean over n points falls nearly as 1 / n, not
/// as 1 / √n. The points are not random, so the mean has no standard error.
public enum LowDiscrepancy: Hashable, Sendable {
    /// I. M. Sobol', USSR Comput. Math. and Math. Phys. 7 (1967), as implemented by Bratley and
    /// Fox, Algorithm 659, ACM TOMS 14 (1988).
    ///
    /// At most 40 factors. The first point is the middle of the cube; 2ᵐ − 1 points complete a
    /// pattern.
    case sobol
    /// J. H. Halton, Numerische Mathematik 2 (1960): radical inverses to the first primes.
    ///
    /// At most 1229 factors; beyond about ten, short sequences show stripes in the last of them.
    case halton

    public var mostDimensions: Int {
        switch self {
        case .sobol: 40
        case .halton: 1229
        }
    }

    /// Coordinates are in 0 ..< 1.
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

/// Experiment designs whose factors take listed levels.
///
/// A point is the index of a level for each factor, from 0.
public enum FactorialDesign {
    /// Every combination of the levels, the last factor varying fastest; `nil` for more than
    /// `most`.
    ///
    /// No factor gives one point.
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

    /// `nil` on overflow.
    public static func count(of levels: [Int]) -> Int? {
        var product = 1
        for level in levels {
            let (next, overflows) = product.multipliedReportingOverflow(by: level)
            if overflows { return nil }
            product = next
        }
        return product
    }

    /// One factor at a time: a base point, then each factor through its levels.
    ///
    /// Cheap, but misses effects that appear only where two factors change together.
    /// - Returns: For each factor the index of its level, `nil` for its base.
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

/// Latin hypercube samples: each n-th part of each factor's range holds exactly one of n points.
///
/// M. D. McKay, R. J. Beckman, W. J. Conover, Technometrics 21 (1979). For functions that are
/// monotone in each factor the mean varies no more than over independent points, and much less
/// where effects add up.
public enum LatinHypercube {
    /// Points of the unit cube; coordinates are in 0 ..< 1.
    ///
    /// Parts are permuted by Fisher and Yates; within its part a coordinate is uniform. The words
    /// alone decide the points, so a seed gives the same design everywhere.
    /// - `word`: 64 random bits.
    /// - Complexity: O(count · dimensions).
    public static func points(count: Int, dimensions: Int, _ word: () -> UInt64) -> [[Double]] {
        precondition(count >= 1 && dimensions >= 1, "\(count) points of \(dimensions) factors")
        var points = [[Double]](repeating: [Double](repeating: 0, count: dimensions), count: count)
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
