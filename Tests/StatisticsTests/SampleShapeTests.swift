import Foundation
import Statistics
import TestSupport
import Testing

struct SampleShapeTests {
    @Test("The shape of one value out of ten, by hand")
    func outlier() throws {
        let shape = SampleShape([0, 0, 0, 0, 0, 0, 0, 0, 0, 10])
        // Mean 1; Σd² = 9 + 81 = 90, Σd³ = −9 + 729 = 720.
        let skewness: Double = 10.0.squareRoot() * 720 / (90 * 90.0.squareRoot())
        #expect(isClose(shape.skewness, skewness))
        #expect(isClose(shape.commonestShare, 0.9))
        // Σ dᵢdᵢ₊₁ = 8 − 9.
        #expect(isClose(shape.lagOneCorrelation, -1.0 / 90))
        #expect(shape.isTooSkewed)
    }

    @Test("A sample without spread has no shape")
    func constant() {
        for values in [[], [3], [0.1, 0.1, 0.1]] {
            let shape = SampleShape(values)
            #expect(shape.skewness == nil && shape.lagOneCorrelation == nil)
            #expect(!shape.isTooSkewed)
            #expect(shape.commonestShare == (values.isEmpty ? 0 : 1))
        }
    }

    @Test("A symmetric sample is not too skewed")
    func symmetric() {
        #expect(!SampleShape([-3, -1, 0, 1, 3]).isTooSkewed)
        #expect(SampleShape([1, 1, 2, 2]).commonestShare == 0.5)
    }
}

extension SampleShapeTests {
    /// By Cochran's rule alone, one sample in four of ten normal values looks too skewed.
    @Test("Few normal samples are called skewed, one in twenty, but most lognormal ones")
    func isTooSkewed() {
        for (count, normal, lognormal) in [(10, 0.08, 0.4), (15, 0.08, 0.6), (30, 0.03, 0.8)] {
            var called = (normal: 0, lognormal: 0)
            var random = SplitMix64(seed: UInt64(count))
            for _ in 0..<2000 {
                let values = (0..<count).map { _ in
                    StandardNormal.quantile(min(max(random.uniform(), 1e-9), 1 - 1e-9))
                }
                if SampleShape(values).isTooSkewed { called.normal += 1 }
                if SampleShape(values.map { exp($0) }).isTooSkewed { called.lognormal += 1 }
            }
            #expect(Double(called.normal) < normal * 2000, "\(count): \(called)")
            #expect(Double(called.lognormal) > lognormal * 2000, "\(count): \(called)")
        }
    }
}

struct CountIntervalTests {
    @Test("Clopper and Pearson's own ends: zero of ten, and the rule of three")
    func nothing() throws {
        let interval = try #require(CountIntervals.share(of: 0, in: 10))
        // 1 − (α/2)^(1/n)
        #expect(interval.low == 0 && (interval.high - 0.308_497_1).magnitude < 5e-8)
        #expect(CountIntervals.share(of: 10, in: 10)?.high == 1)
        #expect(CountIntervals.share(of: 0, in: 0) == nil)
    }

    @Test("Exactly α/2 of the binomial lies beyond either end")
    func tails() throws {
        // n = 5, k = 2: P(X ≥ 2 | low) = P(X ≤ 2 | high) = 0.025.
        let interval = try #require(CountIntervals.share(of: 2, in: 5))
        func atMost(_ k: Int, _ p: Double) -> Double {
            let choose: [Double] = [1, 5, 10, 10, 5, 1]
            return (0...k).reduce(0) { sum, place in
                var term = choose[place]
                for index in 0..<5 { term *= index < place ? p : 1 - p }
                return sum + term
            }
        }
        #expect(isClose(1 - atMost(1, interval.low), 0.025, relative: 1e-9))
        #expect(isClose(atMost(2, interval.high), 0.025, relative: 1e-9))
    }

    @Test("Garwood: no event in a day is at most 3.69 a day")
    func garwood() {
        let interval = CountIntervals.rate(of: 0, over: 2)
        #expect(interval.low == 0)
        #expect(isClose(interval.high, 3.688_879_454_113_936 / 2))
    }
}
