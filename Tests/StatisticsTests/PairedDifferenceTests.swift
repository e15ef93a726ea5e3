import Statistics
import TestSupport
import Testing

struct PairedDifferenceTests {
    /// The level whose t² is 18 with two degrees of freedom: 2L² / (1 − L²) = 18 for L² = 0.9.
    static let levelOfEighteen = 0.9.squareRoot()

    @Test("The paired test of the sleep data is the published one")
    func pairedTestIsThatOfTheSleepData() throws {
        // Student (1908); R: t.test(extra ~ group, paired) gives t = -4.0621, df = 9,
        // p = 0.002833, mean -1.58 and the interval -2.4598858 … -0.7001142.
        let pairs = PairedDifference(
            treatment: [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2],
            baseline: [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4])
        let interval = try #require(pairs.interval)
        #expect(pairs.count == 10)
        #expect(isClose(pairs.difference, -1.58))
        #expect((interval.low - -2.459_885_8).magnitude < 5e-8)
        #expect((interval.high - -0.700_114_2).magnitude < 5e-8)
        #expect(((pairs.pValue ?? 0) - 0.002_833).magnitude < 5e-7)
        #expect(isClose(pairs.ratio, 0.75 / 2.33))
    }

    @Test("Fieller's interval of uncorrelated pairs is that computed by hand")
    func fiellersIntervalOfUncorrelatedPairsWorkedByHand() throws {
        // Means 20 and 10; variances of the means 1 and 4/3; covariance 0; t² = 18. So
        // (100 − 24) ρ² − 2 · 200 ρ + (400 − 18) = 0, whose roots are (200 ± √10968) / 76.
        let pairs = PairedDifference(
            treatment: [21, 18, 21], baseline: [8, 10, 12], level: Self.levelOfEighteen)
        let interval = try #require(pairs.ratioInterval)
        #expect(pairs.ratio == 2)
        #expect(isClose(interval.low, (200 - 10_968.0.squareRoot()) / 76, relative: 1e-11))
        #expect(isClose(interval.high, (200 + 10_968.0.squareRoot()) / 76, relative: 1e-11))
    }

    @Test("Fieller's interval of correlated pairs is that computed by hand")
    func fiellersIntervalOfCorrelatedPairsWorkedByHand() throws {
        // Means 20 and 10; variances of the means 4 and 4/3; covariance 2; t² = 18. So
        // (100 − 24) ρ² − 2 · (200 − 36) ρ + (400 − 72) = 0: (164 ± √1968) / 76.
        let pairs = PairedDifference(
            treatment: [18, 18, 24], baseline: [8, 10, 12], level: Self.levelOfEighteen)
        let interval = try #require(pairs.ratioInterval)
        #expect(isClose(interval.low, (164 - 1_968.0.squareRoot()) / 76, relative: 1e-11))
        #expect(isClose(interval.high, (164 + 1_968.0.squareRoot()) / 76, relative: 1e-11))
    }

    @Test("The ends of Fieller's interval are the last values not rejected")
    func endsOfFiellersIntervalAreJustNotRefuted() throws {
        // The theorem itself: at either end ρ, the paired test of x against ρy has p = 0.05.
        for seed: UInt64 in 0..<300 {
            var generator = SplitMix64(seed: seed)
            let count = Int.random(in: 3...40, using: &generator)
            let baseline = (0..<count).map { _ in 5 + generator.uniform() }
            let sign: Double = seed % 2 == 0 ? 1 : -1
            let treatment = baseline.map { sign * (0.7 * $0 + generator.uniform()) }
            let pairs = PairedDifference(treatment: treatment, baseline: baseline)
            let interval = try #require(pairs.ratioInterval, "seed \(seed)")
            for ratio in [interval.low, interval.high] {
                let scaled = baseline.map { ratio * $0 }
                let test = PairedDifference(treatment: treatment, baseline: scaled)
                #expect(isClose(test.pValue, 0.05, relative: 1e-6), "seed \(seed)")
            }
        }
    }

    @Test("A baseline near zero has no bounded ratio interval")
    func aBaselineNearZeroHasNoBoundedRatioInterval() {
        // Mean 1, variance of the mean 1/3, t² = 18: g = 6.
        let pairs = PairedDifference(
            treatment: [5, 6, 7], baseline: [1, 0, 2], level: Self.levelOfEighteen)
        #expect(pairs.ratio == 6)
        #expect(pairs.ratioInterval == nil)
        #expect(pairs.interval != nil)
    }

    @Test("A baseline of zero has no ratio")
    func aBaselineOfZeroHasNoRatio() {
        let pairs = PairedDifference(treatment: [5, 6, 7], baseline: [0, 0, 0])
        #expect(pairs.ratio == nil)
        #expect(pairs.ratioInterval == nil)
        #expect(pairs.difference == 6)
    }

    @Test("Identical pairs give no evidence of a difference")
    func identicalPairsSpeakForNoDifference() {
        let pairs = PairedDifference(treatment: [10.1, 10.7, 12], baseline: [10.1, 10.7, 12])
        #expect(pairs.difference == 0)
        #expect(pairs.interval == ConfidenceInterval(level: 0.95, low: 0, high: 0))
        #expect(pairs.ratio == 1)
        #expect(pairs.ratioInterval == ConfidenceInterval(level: 0.95, low: 1, high: 1))
        #expect(pairs.pValue == 1)
    }

    @Test("A constant difference is certain")
    func aConstantDifferenceIsCertain() {
        let pairs = PairedDifference(treatment: [3, 4, 7], baseline: [1, 2, 5])
        #expect(pairs.difference == 2)
        #expect(pairs.interval == ConfidenceInterval(level: 0.95, low: 2, high: 2))
        #expect(pairs.pValue == 0)
    }

    @Test("A difference that is constant up to rounding is certain too")
    func aDifferenceConstantUpToRoundingIsCertainToo() {
        let baseline = [0.1, 0.7, 12.3, 55.9]
        let pairs = PairedDifference(treatment: baseline.map { $0 + 0.1 }, baseline: baseline)
        #expect(isClose(pairs.difference, 0.1))
        #expect((pairs.pValue ?? 1) < 1e-30)
    }

    @Test("Differences in the last bits count as none")
    func differencesInTheLastBitsCountAsNone() {
        let baseline = [0.1, 0.7, 12.3, 55.9]
        let pairs = PairedDifference(treatment: baseline.map { $0.nextUp }, baseline: baseline)
        #expect(pairs.difference == 0)
        #expect(pairs.pValue == 1)
        let apart = PairedDifference(treatment: baseline.map { $0 * 1.000_001 }, baseline: baseline)
        #expect((apart.difference ?? 0) > 0)
    }

    @Test("Too few pairs are reported as too few")
    func tooFewPairsAreSaidToBe() {
        let none = PairedDifference(treatment: [Double](), baseline: [Double]())
        #expect(none.count == 0)
        #expect(none.difference == nil)
        #expect(none.ratio == nil)
        let one = PairedDifference(treatment: [6], baseline: [4])
        #expect(one.difference == 2)
        #expect(one.ratio == 1.5)
        #expect(one.interval == nil)
        #expect(one.ratioInterval == nil)
        #expect(one.pValue == nil)
    }

    @Test("Only pairs defined on both sides count")
    func onlyPairsDefinedOnBothSidesCount() {
        let pairs = PairedDifference(
            treatment: [nil, 3, 5, nil, 9], baseline: [1, 1, nil, nil, 5])
        #expect(pairs == PairedDifference(treatment: [3, 9], baseline: [1, 5]))
        #expect(pairs.count == 2)
    }

    @Test("Exchanging the sides exchanges the signs")
    func exchangingTheSidesExchangesTheSigns() throws {
        for seed: UInt64 in 0..<200 {
            var generator = SplitMix64(seed: seed)
            let first = (0..<12).map { _ in 3 + generator.uniform() }
            let second = (0..<12).map { _ in 3 + generator.uniform() }
            let there = PairedDifference(treatment: first, baseline: second)
            let back = PairedDifference(treatment: second, baseline: first)
            #expect(isClose(back.difference, -(there.difference ?? .nan)), "seed \(seed)")
            #expect(isClose(back.pValue, there.pValue ?? .nan), "seed \(seed)")
            let ratio = try #require(there.ratioInterval, "seed \(seed)")
            let inverse = try #require(back.ratioInterval, "seed \(seed)")
            #expect(isClose(inverse.low, 1 / ratio.high, relative: 1e-10), "seed \(seed)")
            #expect(isClose(inverse.high, 1 / ratio.low, relative: 1e-10), "seed \(seed)")
        }
    }

    @Test("Sides of unequal length trap")
    func sidesOfUnequalLengthTrap() async {
        await #expect(processExitsWith: .failure) {
            _ = PairedDifference(treatment: [1, 2], baseline: [1])
        }
    }
}
