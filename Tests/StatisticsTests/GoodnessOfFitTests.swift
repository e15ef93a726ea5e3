import Statistics
import TestSupport
import Testing

struct GoodnessOfFitTests {
    @Test(
        "The limiting tail has the printed critical values",
        arguments: [(1.2238, 0.10), (1.3581, 0.05), (1.6276, 0.01), (1.9495, 0.001)])
    func limitingTailHasThePrintedCriticalValues(_ lambda: Double, _ probability: Double) {
        // N. Smirnov (1948), as printed in any table of Kolmogorov's distribution.
        let tail = KolmogorovSmirnovTest.limitingTail(lambda)
        #expect(isClose(tail, probability, relative: 5e-4))
    }

    @Test("Both series of the limiting tail meet")
    func bothSeriesOfTheLimitingTailMeet() {
        let below = KolmogorovSmirnovTest.limitingTail(1.0.nextDown)
        #expect(isClose(below, KolmogorovSmirnovTest.limitingTail(1), relative: 1e-10))
        #expect(KolmogorovSmirnovTest.limitingTail(0) == 1)
        #expect(KolmogorovSmirnovTest.limitingTail(0.01) == 1)
        #expect(KolmogorovSmirnovTest.limitingTail(100) == 0)
    }

    @Test("The distance is the largest, by hand")
    func distanceIsTheLargestWorkedByHand() {
        // Against the uniform distribution on 0…1 the steps are 0.2 high. Before the last value, at
        // 0.99, the sample's function is still 0.8: D = 0.19. After 0.41 it is 0.6: also 0.19.
        let test = KolmogorovSmirnovTest(
            [0.99, 0.05, 0.41, 0.3, 0.7], against: .uniform(low: 0, high: 1))
        #expect(isClose(test.statistic, 0.19, relative: 1e-10))
        #expect(test.pValue > 0.9)
    }

    @Test("A critical distance has its printed level")
    func aCriticalDistanceHasItsPrintedLevel() {
        // The exact 5 % point for n = 20 is 0.29408 (L. H. Miller, "Table of percentage points of
        // Kolmogorov statistics", JASA 51, 1956). A grid squeezed to that distance must give it.
        let values = (0..<20).map { number -> Double in Double(number + 1) / 20 * (1 - 0.294_08) }
        let test = KolmogorovSmirnovTest(values, against: .uniform(low: 0, high: 1))
        #expect(isClose(test.statistic, 0.294_08, relative: 1e-10))
        #expect(isClose(test.pValue, 0.05, relative: 0.03))
    }

    @Test("Uniform numbers pass and distorted ones fail")
    func uniformNumbersPassAndBentOnesFail() {
        var rejected = 0
        for seed: UInt64 in 0..<400 {
            var generator = SplitMix64(seed: seed)
            let values = (0..<500).map { _ in generator.uniform() }
            let unit = ReferenceDistribution.uniform(low: 0, high: 1)
            if KolmogorovSmirnovTest(values, against: unit).pValue < 0.05 { rejected += 1 }
            let bent = values.map { $0 * $0.squareRoot() }
            #expect(KolmogorovSmirnovTest(bent, against: unit).pValue < 1e-3, "seed \(seed)")
        }
        // 20 expected with a standard deviation of 4.4.
        #expect((5...35).contains(rejected), "\(rejected) of 400 rejected at 5 %")
    }

    @Test("Chi-square of Mendel's peas is as published")
    func chiSquareOfMendelsPeas() {
        // G. Mendel (1866): 315, 101, 108 and 32 peas against 9 : 3 : 3 : 1.
        // R: chisq.test(c(315, 101, 108, 32), p = c(9, 3, 3, 1) / 16): X² = 0.47002, p = 0.9254.
        let expected = [9.0, 3, 3, 1].map { 556 * $0 / 16 }
        let test = ChiSquareTest(observed: [315, 101, 108, 32], expected: expected)
        #expect(test.degreesOfFreedom == 3)
        #expect((test.statistic - 0.470_02).magnitude < 5e-6)
        #expect((test.pValue - 0.925_4).magnitude < 5e-5)
    }

    @Test("Chi-square of two degrees of freedom follows the closed form")
    func chiSquareOfTwoDegreesFollowsTheClosedForm() {
        // With two degrees of freedom p = e^(−χ²/2); here χ² = 4 · 5² / 50 = 2.
        let test = ChiSquareTest(
            observed: [45, 55, 55, 45], expected: [50, 50, 50, 50], estimatedParameters: 1)
        #expect(test.degreesOfFreedom == 2)
        #expect(isClose(test.statistic, 2))
        #expect(isClose(test.pValue, 0.367_879_441_171_442_3))
    }

    @Test("Correlation of Anscombe's first set is as published")
    func correlationOfAnscombesFirstSet() {
        // F. J. Anscombe, "Graphs in statistical analysis", The American Statistician 27 (1973);
        // R: cor.test(anscombe$x1, anscombe$y1) gives 0.8164205, p = 0.00217.
        let test = CorrelationTest(
            [10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5],
            [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68])
        #expect(test.count == 11)
        #expect(isClose(test.coefficient, 0.816_420_516_344_84, relative: 1e-10))
        #expect(((test.pValue ?? 0) - 0.002_17).magnitude < 5e-6)
    }

    @Test("The correlation of a line is one, and certain")
    func correlationOfALineIsOneAndCertain() {
        let test = CorrelationTest([1, 2, 3, 4], [-2, -4, -6, -8])
        #expect(isClose(test.coefficient, -1))
        #expect((test.pValue ?? 1) < 1e-12)
    }

    @Test("Correlation is undefined without variation")
    func correlationIsUndefinedWithoutVariation() {
        #expect(CorrelationTest([1, 2, 3], [5, 5, 5]).coefficient == nil)
        #expect(CorrelationTest([1, 2, 3], [5, 5, 5]).pValue == nil)
        #expect(CorrelationTest([1], [5]).coefficient == nil)
        #expect(CorrelationTest([1, 2], [5, 6]).pValue == nil)
    }
}
