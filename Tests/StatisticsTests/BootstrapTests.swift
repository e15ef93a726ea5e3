import Statistics
import TestSupport
import Testing

struct BootstrapTests {
    private static func mean(_ values: [Double]) -> Double {
        values.reduce(0, +) / Double(values.count)
    }

    private static func bootstrap(
        _ values: [Double], seed: UInt64, replicates: Int = 300,
        statistic: ([Double]) -> Double = mean
    ) -> Bootstrap {
        var random = SplitMix64(seed: seed)
        let resampling = Resampling(strata: [0..<values.count])
        return Bootstrap(
            estimate: statistic(values),
            replicates: (0..<replicates).map { _ in
                statistic(resampling.indices { random.next() }.map { values[$0] })
            })
    }

    @Test("The percentile interval of a mean covers it in 92 to 98 % of 500 samples of 40")
    func coverage() {
        let covered = (0..<500).count { seed in
            var random = SplitMix64(seed: UInt64(seed) &* 7919)
            let values = (0..<40).map { _ in 3 + ChangePointTests.noise(&random) }
            return Self.bootstrap(values, seed: UInt64(seed)).percentileInterval()?.contains(3)
                ?? false
        }
        #expect((460...490).contains(covered), "\(covered) of 500")
    }

    @Test("BCa covers a skewed sample's variance more often than percentiles do")
    func skewed() {
        var (percentile, corrected) = (0, 0)
        for seed in 0..<150 {
            var random = SplitMix64(seed: UInt64(seed) &* 104_729)
            // The square of a normal value: variance 2, strongly skewed.
            let values = (0..<40).map { _ in
                let normal = ChangePointTests.noise(&random)
                return normal * normal
            }
            func variance(_ sample: [Double]) -> Double {
                let mean = Self.mean(sample)
                return sample.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(sample.count)
            }
            let found = Self.bootstrap(values, seed: UInt64(seed), statistic: variance)
            let jackknife = values.indices.map { left in
                variance(values.indices.filter { $0 != left }.map { values[$0] })
            }
            // The crude normal variate's fourth moment is 2.9, so the variance is 1.9.
            if found.percentileInterval()?.contains(1.9) ?? false { percentile += 1 }
            if found.biasCorrectedInterval(jackknife: jackknife)?.contains(1.9) ?? false {
                corrected += 1
            }
        }
        #expect(corrected > percentile, "BCa \(corrected), percentile \(percentile) of 150")
    }

    @Test("BCa without bias and acceleration equals the percentile interval")
    func symmetric() throws {
        let bootstrap = Bootstrap(
            estimate: 500, replicates: (0...1000).map(Double.init))
        let plain = try #require(bootstrap.percentileInterval(level: 0.9))
        let corrected = try #require(
            bootstrap.biasCorrectedInterval(level: 0.9, jackknife: [499, 500, 501]))
        #expect(isClose(plain.low, 50) && isClose(plain.high, 950))
        #expect(isClose(corrected.low, 50, relative: 1e-9))
        #expect(isClose(corrected.high, 950, relative: 1e-9))
    }

    /// z₀ = Φ⁻¹(400.5 / 1001), a = −18 / (6 · 14^1.5), in Efron's formula with SciPy's norm.
    @Test("BCa with bias and acceleration follows its formula")
    func skewedByHand() throws {
        let bootstrap = Bootstrap(estimate: 400, replicates: (0...1000).map(Double.init))
        let interval = try #require(
            bootstrap.biasCorrectedInterval(level: 0.9, jackknife: [1, 2, 6]))
        #expect(isClose(interval.low, 8.598068309447642, relative: 1e-9))
        #expect(isClose(interval.high, 849.8832639862036, relative: 1e-9))
    }

    @Test("Intervals that nothing supports are nil")
    func undefined() {
        let few = Bootstrap(estimate: 1, replicates: [1, 2, 3])
        #expect(few.percentileInterval() == nil)
        let oneSided = Bootstrap(estimate: 0, replicates: (1...200).map(Double.init))
        #expect(oneSided.biasCorrectedInterval(jackknife: [1, 2]) == nil)
        #expect(oneSided.biasCorrectedInterval(jackknife: [1]) == nil)
    }

    @Test("Resamples stay within their strata, are uniform, and follow from the seed")
    func strata() {
        let resampling = Resampling(strata: [0..<3, 3..<4, 4..<10])
        var (random, again) = (SplitMix64(seed: 1), SplitMix64(seed: 1))
        var counts = [Int](repeating: 0, count: 10)
        for _ in 0..<6000 {
            let drawn = resampling.indices { random.next() }
            #expect(drawn == resampling.indices { again.next() })
            #expect(drawn[..<3].allSatisfy { $0 < 3 } && drawn[3] == 3)
            for index in drawn { counts[index] += 1 }
        }
        let test = ChiSquareTest(
            observed: counts, expected: Array(repeating: 6000, count: 10),
            estimatedParameters: 2)
        #expect(test.pValue > 1e-4, "\(counts)")
    }

    /// A quantile between two equal values. Type 7 has a + f (b − a) at one end, and with another f
    /// at the other, which rounds to the next bit up.
    @Test("Ends that rounding alone swaps form a valid interval, at any scale")
    func roundedEnds() {
        for value in [0.1, 1e-300, 7e200, -3.3] {
            for (low, high) in [(value.nextUp, value), (value, value.nextUp), (value, value)] {
                let interval = ConfidenceInterval(level: 0.95, low: low, high: high)
                #expect(interval.low <= interval.high && interval.contains(value))
            }
        }
        var generator = SplitMix64(seed: 5)
        for _ in 0..<300 {
            let base = Double.random(in: -2...2, using: &generator)
            let alike = (0..<200).map { _ in
                Bool.random(using: &generator) ? base : base.nextUp
            }
            let interval = Bootstrap(estimate: base, replicates: alike).percentileInterval()
            #expect(interval?.contains(base) ?? false || interval?.contains(base.nextUp) ?? false)
        }
    }
}
