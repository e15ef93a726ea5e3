import Statistics
import TestSupport
import Testing

struct ReferenceDistributionTests {
    /// Distribution, value and probability: closed forms, and Φ(1) and Φ(1.96) from the table of
    /// the normal distribution in Abramowitz and Stegun, *Handbook of Mathematical Functions*,
    /// table 26.1.
    static let known: [(ReferenceDistribution, Double, Double)] = [
        (.exponential(mean: 2), 2, 0.632_120_558_828_557_7),  // 1 − 1/e
        (.exponential(mean: 2), -1, 0),
        (.normal(mean: 0, standardDeviation: 1), 1.96, 0.975_002_104_851_780),
        (.normal(mean: 5, standardDeviation: 2), 7, 0.841_344_746_068_543),
        (.normal(mean: 5, standardDeviation: 2), 5, 0.5),
        (.lognormal(median: 30, sigma: 0.8), 30, 0.5),
        (.lognormal(median: 30, sigma: 0.8), 66.766_227_854_774_03, 0.841_344_746_068_543),
        (.lognormal(median: 30, sigma: 0.8), 0, 0),
        (.lognormal(median: 30, sigma: 0.8), -3, 0),
        (.uniform(low: 540, high: 660), 570, 0.25),
        (.uniform(low: 540, high: 660), 1, 0),
        (.uniform(low: 540, high: 660), 900, 1),
        (.weibull(scale: 3, shape: 1), 3, 0.632_120_558_828_557_7),  // exponential
        (.weibull(scale: 3, shape: 2), 6, 0.981_684_361_111_265_8),  // 1 − e⁻⁴
        (.weibull(scale: 3, shape: 2), -6, 0),
        (.gamma(shape: 1, scale: 3), 3, 0.632_120_558_828_557_7),  // exponential
        (.gamma(shape: 2, scale: 3), 3, 0.264_241_117_657_115_4),  // 1 − 2/e
        (.gamma(shape: 2, scale: 3), -3, 0),
        (.triangular(low: 1.5, mode: 2, high: 4), 2, 0.2),
        (.triangular(low: 1.5, mode: 2, high: 4), 1.75, 0.05),
        (.triangular(low: 1.5, mode: 2, high: 4), 3, 0.8),
        (.triangular(low: 1.5, mode: 2, high: 4), 1, 0),
        (.triangular(low: 1.5, mode: 2, high: 4), 5, 1),
        (.triangular(low: 0, mode: 0, high: 2), 1, 0.75),
        (.triangular(low: 0, mode: 2, high: 2), 1, 0.25),
    ]

    @Test("Probabilities equal the known values", arguments: known)
    func probabilitiesAreTheKnownOnes(
        _ distribution: ReferenceDistribution, _ value: Double, _ probability: Double
    ) {
        #expect(isClose(distribution.cdf(value), probability, relative: 1e-13))
    }

    @Test("Probabilities rise from zero to one")
    func probabilitiesRiseFromZeroToOne() {
        for distribution in Self.known.map(\.0) {
            #expect(distribution.cdf(-1e6) == 0)
            #expect(isClose(distribution.cdf(1e6), 1))
            var last = 0.0
            for step in 0...1_000 {
                let probability = distribution.cdf(Double(step) - 100)
                #expect(probability >= last && probability <= 1, "\(distribution) at \(step)")
                last = probability
            }
        }
    }

    @Test("Parameters out of range trap")
    func parametersOutOfRangeTrap() async {
        await #expect(processExitsWith: .failure) {
            _ = ReferenceDistribution.exponential(mean: 0).cdf(1)
        }
        await #expect(processExitsWith: .failure) {
            _ = ReferenceDistribution.triangular(low: 3, mode: 2, high: 4).cdf(1)
        }
    }
}
