import CGSL
import Statistics

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A distribution by its textbook definition, to judge the simulator's random numbers.
///
/// Its probabilities come from GSL, which shares no code with the generator under test.
public enum ReferenceDistribution: Equatable, Sendable {
    /// Density e^(−x/μ) / μ for x ≥ 0, with mean μ > 0.
    case exponential(mean: Double)
    /// The normal distribution, with standard deviation > 0.
    case normal(mean: Double, standardDeviation: Double)
    /// ln x is normal with mean ln(median) and standard deviation `sigma` > 0.
    case lognormal(median: Double, sigma: Double)
    /// Uniform density between `low` and `high`.
    case uniform(low: Double, high: Double)
    /// Density rising from 0 at `low` to its peak at `mode`, then falling to 0 at `high`.
    case triangular(low: Double, mode: Double, high: Double)
    /// F(x) = 1 − e^(−(x / scale)^shape) for x ≥ 0.
    case weibull(scale: Double, shape: Double)
    /// Density proportional to x^(shape − 1) · e^(−x / scale) for x ≥ 0.
    case gamma(shape: Double, scale: Double)

    /// The probability of a value of at most `x`.
    ///
    /// Traps on parameters outside their range.
    public func cdf(_ x: Double) -> Double {
        precondition(!x.isNaN, "the probability of a value up to NaN")
        switch self {
        case .exponential(let mean):
            requirePositive(mean)
            return probability(of: x) { gsl_cdf_exponential_P(x, mean) }
        case .normal(let mean, let standardDeviation):
            requirePositive(standardDeviation)
            return probability(of: x) { gsl_cdf_gaussian_P(x - mean, standardDeviation) }
        case .lognormal(let median, let sigma):
            requirePositive(median, sigma)
            guard x > 0 else { return 0 }
            return probability(of: x) { gsl_cdf_lognormal_P(x, log(median), sigma) }
        case .uniform(let low, let high):
            precondition(low < high, "\(self) has no width")
            return probability(of: x) { gsl_cdf_flat_P(x, low, high) }
        case .triangular(let low, let mode, let high):
            return triangular(x, low: low, mode: mode, high: high)
        case .weibull(let scale, let shape):
            requirePositive(scale, shape)
            guard x > 0 else { return 0 }
            return probability(of: x) { gsl_cdf_weibull_P(x, scale, shape) }
        case .gamma(let shape, let scale):
            requirePositive(shape, scale)
            guard x > 0 else { return 0 }
            return probability(of: x) { gsl_cdf_gamma_P(x, shape, scale) }
        }
    }

    /// The area under a triangle of area 1, up to `x`: (x − a)² / ((b − a)(m − a)) below the mode
    /// *m*, 1 − (b − x)² / ((b − a)(b − m)) above it. The mode may be one of the ends.
    private func triangular(_ x: Double, low: Double, mode: Double, high: Double) -> Double {
        precondition(low < high && low <= mode && mode <= high, "\(self) is no triangle")
        if x <= low { return 0 }
        if x >= high { return 1 }
        if x < mode { return (x - low) * (x - low) / ((high - low) * (mode - low)) }
        return 1 - (high - x) * (high - x) / ((high - low) * (high - mode))
    }

    private func probability(of x: Double, _ compute: () -> Double) -> Double {
        GSL.value("\(self) at \(x)", compute)
    }

    private func requirePositive(_ parameters: Double...) {
        for parameter in parameters {
            precondition(parameter.isFinite && parameter > 0, "\(self): \(parameter) is not > 0")
        }
    }
}
