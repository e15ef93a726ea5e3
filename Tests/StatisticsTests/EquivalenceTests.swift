import Statistics
import TestSupport
import Testing

struct EquivalenceTests {
    private static func sample(_ treatment: [Double], _ baseline: [Double]) -> PairedSample {
        PairedSample(treatment: treatment, baseline: baseline)
    }

    @Test("Equivalence is shown at 5 % exactly if Fieller's 90 % interval is within the margin")
    func fieller() throws {
        var shown = 0
        for seed: UInt64 in 0..<300 {
            var random = SplitMix64(seed: seed)
            let sign: Double = seed % 2 == 0 ? 1 : -1
            let baseline = (0..<12).map { _ in sign * (10 + random.uniform()) }
            let treatment = baseline.map { $0 * (0.99 + 0.05 * random.uniform()) }
            let sample = Self.sample(treatment, baseline)
            let test = try #require(EquivalenceTest(sample, share: 0.02))
            let paired = PairedDifference(treatment: treatment, baseline: baseline, level: 0.9)
            let interval = try #require(paired.ratioInterval)
            let isWithin = interval.low > 0.98 && interval.high < 1.02
            #expect((test.pValue < 0.05) == isWithin, "seed \(seed)")
            shown += isWithin ? 1 : 0
        }
        #expect((30..<270).contains(shown))
    }

    @Test("Without spread equivalence is certain, either way")
    func constant() throws {
        let alike = try #require(EquivalenceTest(Self.sample([5, 5, 5], [5, 5, 5]), share: 0.02))
        #expect(alike.pValue == 0 && isClose(alike.margin, 0.1))
        let apart = try #require(EquivalenceTest(Self.sample([6, 6, 6], [5, 5, 5]), share: 0.02))
        #expect(apart.pValue == 1)
    }

    @Test("A difference equal to the margin is not within it", arguments: [51.0, 49])
    func atTheMargin(treatment: Double) throws {
        let sample = Self.sample(Array(repeating: treatment, count: 3), [50, 50, 50])
        #expect(try #require(EquivalenceTest(sample, share: 0.02)).pValue == 1)
    }

    @Test("A baseline of 0 has no shares")
    func undefined() {
        #expect(EquivalenceTest(Self.sample([1, 2, 3], [0, 0, 0]), share: 0.02) == nil)
        #expect(EquivalenceTest(Self.sample([1], [1]), share: 0.02) == nil)
    }

    @Test("Cohen's d_z by hand, with how often each side is larger")
    func effect() throws {
        let effect = try #require(EffectSize([1, 2, 3, 0, -1]))
        // Mean 1, standard deviation √2.5, ν = 4.
        let (deviation, correction): (Double, Double) = (2.5.squareRoot(), 1 - 3.0 / 15)
        #expect(isClose(effect.standardised, correction / deviation))
        #expect(isClose(effect.superiority, 3.5 / 5))
        #expect(EffectSize([2, 2])?.standardised == nil)
        // Rounding of the differences, and of the values that they are differences of.
        #expect(EffectSize([0.1, 0.1 + 2e-17, 0.1 - 2e-17])?.standardised == nil)
        #expect(EffectSize([0.001, 0.001 + 1e-13], of: 100)?.standardised == nil)
        #expect(EffectSize([0.001, 0.001 + 1e-9], of: 100)?.standardised != nil)
        #expect(EffectSize([]) == nil)
    }

    @Test("Pairs with one side are counted, pairs that agree to rounding are equal")
    func sample() {
        let sample = PairedSample(
            treatment: [1, nil, 3.0.nextUp, nil], baseline: [2, 5, 3, nil])
        #expect(sample.unpaired == 1 && sample.count == 2)
        #expect(sample.differences == [-1, 0])
    }
}
