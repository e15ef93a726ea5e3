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
