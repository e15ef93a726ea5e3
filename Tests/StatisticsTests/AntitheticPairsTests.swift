import Statistics
import TestSupport
import Testing

@Suite("Antithetic pairs")
struct AntitheticPairsTests {
    @Test("A pair is the mean of its two values, the only one, or missing")
    func means() {
        let values: [Double?] = [1, 3, nil, 5, 7, nil, nil, nil, 9]
        #expect(AntitheticPairs.means(values) == [2, 5, 7, nil])
        #expect(AntitheticPairs.means([]) == [])
        let largest = Double.greatestFiniteMagnitude
        #expect(AntitheticPairs.means([largest, largest]) == [largest])
    }

    @Test("Opposite values leave no variance, equal ones double it, independent ones keep it")
    func extremes() throws {
        let x = (0..<50).map { Double($0 * 37 % 50) }
        let opposite = x.flatMap { [Optional($0), 49 - $0] }
        let equal = x.flatMap { [Optional($0), $0] }
        let none = try #require(AntitheticPairs.varianceRatio(opposite, level: 0.95))
        #expect(abs(none.ratio) < 1e-12 && none.interval.low >= 0 && none.interval.high < 1e-12)
        let twice = try #require(AntitheticPairs.varianceRatio(equal, level: 0.95))
        #expect(abs(twice.ratio - 2) < 1e-12 && twice.pairs == 50)
        #expect(AntitheticPairs.varianceRatio([1, 2, 3, 4, 5, 6], level: 0.95) == nil)
        #expect(
            AntitheticPairs.varianceRatio(Array(repeating: 144.072, count: 60), level: 0.95) == nil)
    }

    /// For a bivariate normal with correlation −0.6 the ratio is 0.4.
    @Test("The interval of the variance ratio covers it in 95 of 100 samples")
    func coverage() {
        var random = SplitMix64(seed: 42)
        let (correlation, samples, pairs) = (-0.6, 2000, 30)
        var covered = 0
        for _ in 0..<samples {
            let values = (0..<pairs).flatMap { _ -> [Double?] in
                let a = ChangePointTests.noise(&random)
                let b = ChangePointTests.noise(&random)
                return [a, correlation * a + (1 - correlation * correlation).squareRoot() * b]
            }
            let found = AntitheticPairs.varianceRatio(values, level: 0.95)
            if found?.interval.contains(1 + correlation) == true { covered += 1 }
        }
        // Four standard errors of a share of 0.95 among 2 000 are 0.02.
        #expect(abs(Double(covered) / Double(samples) - 0.95) < 0.02, "\(covered) of \(samples)")
    }
}
