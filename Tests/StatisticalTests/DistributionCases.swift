import Kernel
import Statistics
import TestSupport

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A way of drawing, with the textbook properties of its distribution.
struct DistributionCase: Sendable, CustomStringConvertible {
    var name: String
    var reference: ReferenceDistribution
    /// By textbook formulas, not by this project's code.
    var mean: Double
    var standardDeviation: Double
    var sample: @Sendable (inout RandomStream) -> Double

    var description: String { name }

    init(
        _ name: String, _ reference: ReferenceDistribution, mean: Double,
        standardDeviation: Double, sample: @escaping @Sendable (inout RandomStream) -> Double
    ) {
        self.name = name
        self.reference = reference
        self.mean = mean
        self.standardDeviation = standardDeviation
        self.sample = sample
    }

    init(
        _ name: String, _ distribution: Distribution<Seconds>, _ reference: ReferenceDistribution,
        mean: Double, standardDeviation: Double
    ) {
        self.init(name, reference, mean: mean, standardDeviation: standardDeviation) { stream in
            distribution.sample(&stream).magnitude
        }
    }

    /// Every distribution; those with a shape on both sides of a change of method.
    static let all =
        [
            DistributionCase(
                "uniform word", .uniform(low: 0, high: 1), mean: 0.5,
                standardDeviation: (1 / 12.0).squareRoot(), sample: { $0.uniform() }),
            DistributionCase(
                "exponential ziggurat", .exponential(mean: 1), mean: 1, standardDeviation: 1,
                sample: { $0.exponential() }),
            DistributionCase(
                "normal ziggurat", .normal(mean: 0, standardDeviation: 1), mean: 0,
                standardDeviation: 1, sample: { $0.normal() }),
            DistributionCase(
                "exponential", .exponential(mean: Seconds(3)), .exponential(mean: 3), mean: 3,
                standardDeviation: 3),
            DistributionCase(
                "uniform", .uniform(low: Seconds(2), high: Seconds(5)),
                .uniform(low: 2, high: 5), mean: 3.5, standardDeviation: 3 / 12.0.squareRoot()),
            DistributionCase(
                "lognormal", .lognormal(median: Seconds(2), sigma: 0.5),
                .lognormal(median: 2, sigma: 0.5), mean: 2 * exp(0.125),
                standardDeviation: 2 * exp(0.125) * (exp(0.25) - 1).squareRoot()),
        ] + triangles + weibulls + gammas

    private static let triangles = [(1.0, 2.0, 5.0), (0, 0, 1), (0, 1, 1)].map { triangle in
        let (low, mode, high) = triangle
        let squares = low * low + mode * mode + high * high
        let products = low * mode + low * high + mode * high
        return DistributionCase(
            "triangular \(low), \(mode), \(high)",
            .triangular(low: Seconds(low), mode: Seconds(mode), high: Seconds(high)),
            .triangular(low: low, mode: mode, high: high), mean: (low + mode + high) / 3,
            standardDeviation: ((squares - products) / 18).squareRoot())
    }

    private static let weibulls = [0.8, 1, 3].map { shape in
        let (first, second) = (tgamma(1 + 1 / shape), tgamma(1 + 2 / shape))
        return DistributionCase(
            "weibull of shape \(shape)", .weibull(scale: Seconds(2), shape: shape),
            .weibull(scale: 2, shape: shape), mean: 2 * first,
            standardDeviation: 2 * (second - first * first).squareRoot())
    }

    private static let gammas = [0.3, 0.999, 1, 2.5, 40].map { shape in
        DistributionCase(
            "gamma of shape \(shape)", .gamma(scale: Seconds(2), shape: shape),
            .gamma(shape: shape, scale: 2), mean: 2 * shape,
            standardDeviation: 2 * shape.squareRoot())
    }
}
