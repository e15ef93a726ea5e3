import CGSL

/// A linear model fitted to observations: y = Σ βⱼ·xⱼ + error.
///
/// Uses GSL's `gsl_multifit_linear` (singular value decomposition with balanced columns, tested
/// against NIST's certified regressions) or `gsl_multifit_robust`. Intervals assume independent
/// errors of equal variance. They are too narrow where neighbours are correlated, which
/// ``residualCorrelation`` shows.
public struct LinearFit: Equatable, Sendable {
    public enum Method: Sendable {
        case leastSquares
        /// Iteratively reweighted by Tukey's bisquare with constant 4.685.
        ///
        /// 95 % as precise as least squares for normal errors; ignores errors beyond 4.7 standard
        /// deviations.
        case bisquare
    }

    /// β, in the order of the design's columns.
    public let coefficients: [Double]
    public let standardErrors: [Double]
    public let fitted: [Double]
    public let residuals: [Double]
    /// n − p, at least 1.
    public let degreesOfFreedom: Int
    /// √(Σ residual² / (n − p)).
    public let residualDeviation: Double
    /// 1 − Σ residual² / Σ(y − mean)²; `nil` where all observations are equal.
    public let determination: Double?

    /// Fits `response` to the columns of `design`.
    ///
    /// - `design`: One row of p ≥ 1 finite regressors per observation; a column of ones is
    ///   the intercept.
    /// - Returns: `nil` where the data do not determine the model: no more observations than
    ///   coefficients, dependent columns, or a robust fit that does not converge.
    public init?(design: [[Double]], response: [Double], method: Method = .leastSquares) {
        precondition(design.count == response.count, "\(design.count) rows, \(response.count) y")
        guard let width = design.first?.count, width >= 1, design.count > width else { return nil }
        precondition(design.allSatisfy { $0.count == width }, "rows of different lengths")
        requireFinite(response, "a response")
        for row in design { requireFinite(row, "a design") }
        guard let solution = Regression.solve(design, response, method) else { return nil }

        coefficients = solution.coefficients
        standardErrors = solution.variances.map { max(0, $0).squareRoot() }
        fitted = design.map { row in zip(row, solution.coefficients).reduce(0) { $0 + $1.0 * $1.1 }
        }
        residuals = zip(response, fitted).map { $0 - $1 }
        degreesOfFreedom = design.count - width
        let remaining = residuals.reduce(0) { $0 + $1 * $1 }
        residualDeviation = (remaining / Double(degreesOfFreedom)).squareRoot()
        let mean = GSL.mean(response)
        let total = response.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        determination = total > 0 ? 1 - remaining / total : nil
    }

    /// β ± t(ν = n − p) · standard error.
    public func interval(of coefficient: Int, level: Double = 0.95) -> ConfidenceInterval {
        requireLevel(level)
        let factor = StudentT(degreesOfFreedom: degreesOfFreedom).factor(forLevel: level)
        let (centre, half) = (coefficients[coefficient], factor * standardErrors[coefficient])
        return ConfidenceInterval(level: level, low: centre - half, high: centre + half)
    }

    /// Σ rᵢ·rᵢ₊₁ / Σ rᵢ²: near 0 for independent errors, `nil` for a perfect fit.
    public var residualCorrelation: Double? {
        let total = residuals.reduce(0) { $0 + $1 * $1 }
        guard total > 0 else { return nil }
        return zip(residuals, residuals.dropFirst()).reduce(0) { $0 + $1.0 * $1.1 } / total
    }
}

private enum Regression {
    struct Solution {
        var coefficients: [Double]
        var variances: [Double]
    }

    static func solve(
        _ design: [[Double]], _ response: [Double], _ method: LinearFit.Method
    ) -> Solution? {
        GSL.switchErrorsToValues()
        let (rows, columns) = (design.count, design[0].count)
        guard let x = gsl_matrix_alloc(rows, columns), let y = gsl_vector_alloc(rows),
            let beta = gsl_vector_alloc(columns),
            let covariance = gsl_matrix_alloc(columns, columns)
        else { preconditionFailure("no memory for \(rows) rows of \(columns)") }
        defer {
            gsl_matrix_free(x)
            gsl_vector_free(y)
            gsl_vector_free(beta)
            gsl_matrix_free(covariance)
        }
        for (row, values) in design.enumerated() {
            for (column, value) in values.enumerated() { gsl_matrix_set(x, row, column, value) }
            gsl_vector_set(y, row, response[row])
        }
        let isSolved =
            switch method {
            case .leastSquares: leastSquares(x, y, beta, covariance)
            // Least squares runs first because weights do not cure dependent columns.
            case .bisquare: leastSquares(x, y, beta, covariance) && bisquare(x, y, beta, covariance)
            }
        guard isSolved else { return nil }
        let solution = Solution(
            coefficients: (0..<columns).map { gsl_vector_get(beta, $0) },
            variances: (0..<columns).map { gsl_matrix_get(covariance, $0, $0) })
        let isFinite = (solution.coefficients + solution.variances).allSatisfy(\.isFinite)
        return isFinite ? solution : nil
    }

    private typealias Matrix = UnsafeMutablePointer<gsl_matrix>
    private typealias Vector = UnsafeMutablePointer<gsl_vector>

    private static func leastSquares(
        _ x: Matrix, _ y: Vector, _ beta: Vector, _ covariance: Matrix
    ) -> Bool {
        let columns = x.pointee.size2
        guard let work = gsl_multifit_linear_alloc(x.pointee.size1, columns) else { return false }
        defer { gsl_multifit_linear_free(work) }
        var squares = 0.0
        guard gsl_multifit_linear(x, y, beta, covariance, &squares, work) == 0 else { return false }
        // A singular value below this share of the largest is rounding: the columns depend.
        return gsl_multifit_linear_rank(1e-13, work) == columns
    }

    private static func bisquare(
        _ x: Matrix, _ y: Vector, _ beta: Vector, _ covariance: Matrix
    ) -> Bool {
        let (rows, columns) = (x.pointee.size1, x.pointee.size2)
        guard let work = gsl_multifit_robust_alloc(tailwatt_bisquare(), rows, columns) else {
            return false
        }
        defer { gsl_multifit_robust_free(work) }
        gsl_multifit_robust_maxiter(500, work)
        return gsl_multifit_robust(x, y, beta, covariance, work) == 0
    }
}
