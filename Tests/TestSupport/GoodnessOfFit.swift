import CGSL
import Statistics

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The one-sample Kolmogorov–Smirnov test: do values come from a continuous distribution?
///
/// Assumes independent values, and a distribution chosen without looking at them. With parameters
/// estimated from these values the *p*-value is far too large.
public struct KolmogorovSmirnovTest: Equatable, Sendable {
    public let count: Int
    /// D, the largest distance between the sample's distribution function and the reference.
    public let statistic: Double
    /// The probability of a D at least as large for values from the reference.
    ///
    /// Asymptotic, with the correction of M. A. Stephens, Journal of the Royal Statistical Society
    /// B 32 (1970): λ = (√n + 0.12 + 0.11 / √n) · D, good from n = 5 on.
    public let pValue: Double

    /// Compares at least five `values` with the distribution function `cdf`. O(n log n).
    public init(_ values: [Double], cdf: (Double) -> Double) {
        precondition(values.count >= 5, "\(values.count) values are too few for this test")
        requireFinite(values, "a Kolmogorov–Smirnov test")
        let size = Double(values.count)
        var largest = 0.0
        for (index, value) in values.sorted().enumerated() {
            let expected = cdf(value)
            let below = expected - Double(index) / size
            let above = Double(index + 1) / size - expected
            largest = max(largest, below, above)
        }
        let root = size.squareRoot()
        self.count = values.count
        self.statistic = largest
        self.pValue = Self.limitingTail((root + 0.12 + 0.11 / root) * largest)
    }

    public init(_ values: [Double], against distribution: ReferenceDistribution) {
        self.init(values) { distribution.cdf($0) }
    }

    /// The probability that Kolmogorov's limiting variate exceeds `lambda`.
    ///
    /// 2 Σ (−1)^(j−1) e^(−2j²λ²) for large λ, and one minus the equal theta series (√(2π) / λ) Σ
    /// e^(−(2j−1)²π² / 8λ²) for small λ, each where it converges within a few terms (N. Smirnov,
    /// Annals of Mathematical Statistics 19, 1948).
    public static func limitingTail(_ lambda: Double) -> Double {
        guard lambda > 0 else { return 1 }
        if lambda < 1 {
            let scale = Double.pi * Double.pi / (8 * lambda * lambda)
            var sum = 0.0
            for odd in [1.0, 3, 5, 7, 9] {
                sum += exp(-odd * odd * scale)
            }
            return min(1, max(0, 1 - (2 * Double.pi).squareRoot() / lambda * sum))
        }
        var sum = 0.0
        for term in 1...5 {
            let value = exp(-2 * Double(term * term) * lambda * lambda)
            sum += term % 2 == 1 ? value : -value
        }
        return min(1, max(0, 2 * sum))
    }
}

/// Pearson's chi-square test: do counts in classes follow expected counts?
///
/// Assumes independent observations and expected counts of about 5 or more; merge thinner classes
/// before the test.
public struct ChiSquareTest: Equatable, Sendable {
    /// The number of classes, less one, less the parameters estimated from the counts.
    public let degreesOfFreedom: Int
    /// χ² = Σ (observed − expected)² / expected.
    public let statistic: Double
    /// The probability of a χ² at least as large if the expectations are right.
    public let pValue: Double

    /// Compares `observed` counts with `expected` ones, which are positive and have an equal sum.
    ///
    /// - Parameter estimatedParameters: The number of parameters estimated from the counts; each
    ///   costs a degree of freedom.
    public init(observed: [Int], expected: [Double], estimatedParameters: Int = 0) {
        precondition(
            observed.count == expected.count,
            "\(observed.count) counts against \(expected.count) expectations")
        let degreesOfFreedom = observed.count - 1 - estimatedParameters
        precondition(degreesOfFreedom >= 1, "\(observed.count) classes leave nothing to test")
        var statistic = 0.0
        for (count, expectation) in zip(observed, expected) {
            precondition(expectation > 0, "a class with expectation \(expectation)")
            let distance = Double(count) - expectation
            statistic += distance * distance / expectation
        }
        self.degreesOfFreedom = degreesOfFreedom
        self.statistic = statistic
        self.pValue = GSL.value("chi-square \(statistic), \(degreesOfFreedom) degrees") {
            gsl_cdf_chisq_Q(statistic, Double(degreesOfFreedom))
        }
    }
}
