import Statistics

/// Pearson's correlation of pairs, and the test of no correlation.
///
/// Shows whether two random streams that should be independent move together. It detects linear
/// dependence only: pairs on a circle have a correlation of 0.
public struct CorrelationTest: Equatable, Sendable {
    public let count: Int
    /// The product-moment correlation, from −1 to 1.
    ///
    /// Nil for fewer than two pairs, or if one side does not vary.
    public let coefficient: Double?
    /// The two-sided *p*-value for a correlation of 0: t = r · √((n − 2) / (1 − r²)) with n − 2
    /// degrees of freedom.
    ///
    /// Assumes independent pairs, roughly normal or many. Nil for fewer than three pairs, or if one
    /// side does not vary; 0 for pairs exactly on a line.
    public let pValue: Double?

    /// Correlates `first[i]` with `second[i]`, all of which must be finite. O(n).
    public init(_ first: [Double], _ second: [Double]) {
        precondition(
            first.count == second.count, "\(first.count) values against \(second.count)")
        requireFinite(first, "a correlation")
        requireFinite(second, "a correlation")
        self.count = first.count
        self.coefficient = Self.coefficient(first, second)
        self.pValue = Self.pValue(of: coefficient, count: first.count)
    }

    private static func coefficient(_ first: [Double], _ second: [Double]) -> Double? {
        guard first.count >= 2 else { return nil }
        let means = (GSL.mean(first), GSL.mean(second))
        let deviations = (
            GSL.variance(first, about: means.0).squareRoot(),
            GSL.variance(second, about: means.1).squareRoot()
        )
        guard deviations.0 > 0, deviations.1 > 0 else { return nil }
        let covariance = GSL.covariance(first, about: means.0, second, about: means.1)
        // Rounding can push pairs on a line just past 1.
        return min(1, max(-1, covariance / deviations.0 / deviations.1))
    }

    private static func pValue(of coefficient: Double?, count: Int) -> Double? {
        guard let coefficient, count >= 3 else { return nil }
        let unexplained = (1 - coefficient) * (1 + coefficient)
        guard unexplained > 0 else { return 0 }
        let statistic = coefficient * (Double(count - 2) / unexplained).squareRoot()
        return StudentT(degreesOfFreedom: count - 2).twoSidedPValue(statistic)
    }
}
