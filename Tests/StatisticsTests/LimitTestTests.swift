import Statistics
import TestSupport
import Testing

struct LimitTestTests {
    private static let values = [4.1, 3.9, 4.3, 4.0, 4.2]

    /// SciPy 1.17.1: t.ppf(.95, 4) and t.cdf with the sample's mean 4.1 and s = 0.158114.
    @Test("Bounds and tails are Student's")
    func boundsAndTailsAreStudents() throws {
        let test = LimitTest(Self.values, side: .atMost, limit: 4.3)
        #expect(isClose(test.mean, 4.1) && test.count == 5)
        #expect(isClose(test.low, 3.949_255_668_093_767_4, relative: 1e-10))
        #expect(isClose(test.high, 4.250_744_331_906_231_5, relative: 1e-10))
        #expect(isClose(test.keptPValue, 0.023_710_327_792_159_737, relative: 1e-9))
        #expect(isClose(test.brokenPValue, 0.976_289_672_207_840_2, relative: 1e-9))
    }

    @Test("The other side is its mirror")
    func theOtherSideIsItsMirror() throws {
        let test = LimitTest(Self.values, side: .atLeast, limit: 4.3)
        #expect(isClose(test.keptPValue, 0.976_289_672_207_840_2, relative: 1e-9))
        #expect(isClose(test.brokenPValue, 0.023_710_327_792_159_737, relative: 1e-9))
    }

    /// A bound within the limit is equivalent to a p-value below 5 %.
    @Test("A bound at the limit has a p-value equal to the error")
    func aBoundAtTheLimitHasAPValueOfTheError() throws {
        let high = try #require(LimitTest(Self.values, side: .atMost, limit: 0).high)
        let test = LimitTest(Self.values, side: .atMost, limit: high)
        #expect(isClose(test.keptPValue, 0.05, relative: 1e-9))
    }

    /// No event in 30 runs: at most 3 in 30 with 95 % (Garwood's −ln 0.05 = 2.9957), although the
    /// sample has no spread.
    @Test("An event that has not happened is not known never to happen")
    func anEventThatHasNotHappenedIsNotKnownNeverToHappen() throws {
        let never = [Double](repeating: 0, count: 30)
        let test = LimitTest(never, side: .atMost, limit: 0.1, areCounts: true)
        #expect(isClose(test.high, 0.099_857_742_451_799_65, relative: 1e-10))
        #expect(test.low == 0)
        #expect(isClose(test.keptPValue, 0.049_787_068_367_863_944, relative: 1e-10))
        #expect(test.brokenPValue == 1)
        let strict = LimitTest(never, side: .atMost, limit: 0.05, areCounts: true)
        #expect(isClose(strict.keptPValue, 0.223_130_160_148_43, relative: 1e-10))
        #expect(strict.countNeeded() == 60)
        #expect(LimitTest(never, side: .atMost, limit: 0, areCounts: true).keptPValue == 1)
        #expect(LimitTest(never, side: .atMost, limit: 0.05).keptPValue == 0)
    }

    /// SciPy: chi2.ppf(.95, 6) / 80, poisson.cdf(2, 6), and t.sf for the larger p above 0.01.
    @Test("With two events the more careful bound is used")
    func ofTwoEventsTheMoreCarefulBoundIsTaken() throws {
        let rare = [1.0, 1] + [Double](repeating: 0, count: 38)
        let test = LimitTest(rare, side: .atMost, limit: 0.15, areCounts: true)
        #expect(isClose(test.high, 0.157_394_840_546_799_7, relative: 1e-10))
        #expect(isClose(test.keptPValue, 0.061_968_804_416_658_98, relative: 1e-9))
        let broken = LimitTest(rare, side: .atMost, limit: 0.01, areCounts: true)
        #expect(isClose(broken.brokenPValue, 0.129_356_367_896_624_77, relative: 1e-9))
        #expect(isClose(test.low, 0) && test.low == 0)
    }

    /// SciPy: chi2.ppf(.95, 52) / 20 and poisson.sf(24, 20); Student's would be 2.81 and 0.0075.
    @Test("Even twenty-five events are no more regular than chance")
    func evenTwentyFiveEventsAreNoMoreRegularThanChance() throws {
        let even = (0..<10).map { 2 + Double($0 % 2) }
        let test = LimitTest(even, side: .atMost, limit: 2, areCounts: true)
        #expect(isClose(test.high, 3.491_608_016_992_406_4, relative: 1e-10))
        #expect(isClose(test.brokenPValue, 0.156_772_621_826_237_7, relative: 1e-9))
    }

    /// exp(−0.1 · 30); a difference of 0 has no known direction.
    @Test("Two events that never happened are not known to be alike")
    func twoThatNeverHappenedAreNotKnownToBeAlike() throws {
        let never = [Double](repeating: 0, count: 30)
        func test(_ side: LimitTest.Side, _ limit: Double) -> LimitTest {
            LimitTest(never, side: side, limit: limit, areCounts: true, areDifferences: true)
        }
        for shown in [test(.atMost, 0.1), test(.atLeast, -0.1)] {
            #expect(isClose(shown.keptPValue, 0.049_787_068_367_863_944, relative: 1e-10))
        }
        let bounds = test(.atMost, 0)
        #expect(bounds.keptPValue == 1 && bounds.brokenPValue == 1)
        #expect(isClose(bounds.high, 0.099_857_742_451_799_65, relative: 1e-10))
        #expect(bounds.low == bounds.high.map { -$0 })
        #expect(test(.atMost, 0.05).countNeeded() == 60)
        #expect(test(.atLeast, -0.05).countNeeded() == 60)
        #expect(test(.atMost, 0).countNeeded() == nil)
        // Without counts equal values are exact, and so are some different ones.
        #expect(LimitTest(never, side: .atMost, limit: 0).keptPValue == 0)
        let some = LimitTest(
            [1, -1, 0, 0], side: .atMost, limit: 2, areCounts: true, areDifferences: true)
        #expect(some.high == LimitTest([1, -1, 0, 0], side: .atMost, limit: 2).high)
    }

    @Test("Many events are judged by their spread")
    func manyEventsAreJudgedByTheirSpread() throws {
        let steady = [Double](repeating: 144, count: 10)
        #expect(LimitTest(steady, side: .atMost, limit: 145, areCounts: true).high == 144)
    }

    @Test("A limit that is met exactly is kept", arguments: [LimitTest.Side.atMost, .atLeast])
    func aLimitThatIsMetExactlyIsKept(_ side: LimitTest.Side) {
        let exact = LimitTest([2.5, 2.5, 2.5], side: side, limit: 2.5)
        #expect(exact.keptPValue == 0 && exact.brokenPValue == 1)
        let rounded = LimitTest([0.1 + 0.2, 0.1 + 0.2], side: side, limit: 0.3)
        #expect(rounded.keptPValue == 0 && rounded.brokenPValue == 1)
        #expect(exact.countNeeded() == nil)
    }

    @Test("Too few values give no verdict")
    func tooFewValuesSayNothing() {
        for values in [[], [3.0]] {
            let test = LimitTest(values, side: .atMost, limit: 4)
            #expect(test.keptPValue == nil && test.brokenPValue == nil && test.high == nil)
            #expect(test.countNeeded() == nil)
        }
    }

    /// (1.644854 + 0.841621)² · 0.025 / 0.01² = 1545.6; four limits need z(0.0125) = 2.241403.
    @Test("An undecided limit gives the number of replications that would decide")
    func howManyWouldDecide() {
        let near = LimitTest(Self.values, side: .atMost, limit: 4.11)
        #expect(near.countNeeded() == 1548)
        let beyond = LimitTest(Self.values, side: .atMost, limit: 4.09)
        #expect(beyond.countNeeded() == 1548)
        #expect(beyond.countNeeded(brokenTests: 4) == 2379)
        #expect(LimitTest(Self.values, side: .atMost, limit: 4.100_000_1).countNeeded() == nil)
    }
}

struct WelchDifferenceTests {
    /// SciPy 1.17.1: ttest_ind(equal_var=False) has 6.69 degrees of freedom, here 6.
    @Test("Figures are SciPy's at whole degrees of freedom")
    func figuresAreSciPysAtWholeDegreesOfFreedom() throws {
        let treatment = try #require(SampleMoments(of: [9.8, 10.2, 10.4, 9.9, 10.6, 10.1]))
        let baseline = try #require(SampleMoments(of: [9.5, 9.9, 9.4, 10.0]))
        let welch = WelchDifference(treatment: treatment, baseline: baseline)
        #expect(isClose(welch.difference, 0.466_666_666_666_666_8, relative: 1e-12))
        #expect(isClose(welch.standardError, 0.191_775_331_515_233_57, relative: 1e-12))
        #expect(isClose(welch.pValue, 0.050_926_268_787_615_43, relative: 1e-9))
        #expect(isClose(welch.greaterPValue, 0.025_463_134_393_807_714, relative: 1e-9))
        let interval = try #require(welch.interval)
        #expect(isClose(interval.halfWidth, 0.469_257_331_441_882_14, relative: 1e-9))
    }

    @Test("Without spread any difference is certain")
    func withoutSpreadAnyDifferenceIsCertain() {
        let one = SampleMoments(count: 5, mean: 2, standardDeviation: 0)
        let two = SampleMoments(count: 9, mean: 3, standardDeviation: 0)
        #expect(WelchDifference(treatment: one, baseline: one).pValue == 1)
        #expect(WelchDifference(treatment: two, baseline: one).pValue == 0)
        #expect(WelchDifference(treatment: two, baseline: one).greaterPValue == 0)
        #expect(WelchDifference(treatment: one, baseline: two).greaterPValue == 1)
    }

    @Test("A single value has no test")
    func aSingleValueHasNoTest() {
        let one = SampleMoments(count: 1, mean: 2, standardDeviation: nil)
        let many = SampleMoments(count: 5, mean: 2, standardDeviation: 1)
        let welch = WelchDifference(treatment: one, baseline: many)
        #expect(welch.pValue == nil && welch.interval == nil && welch.difference == 0)
    }

    @Test("Moments scale with their values")
    func momentsScaleAsTheirValuesDo() {
        let values = [1.0, 4, 2, 8]
        let scaled = SampleMoments(of: values.map { $0 * -1.5 })
        let moments = SampleMoments(of: values)?.scaled(by: -1.5)
        #expect(isClose(moments?.mean, scaled?.mean ?? 0))
        #expect(isClose(moments?.standardDeviation, scaled?.standardDeviation ?? 0))
    }
}
