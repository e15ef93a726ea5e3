import Statistics
import TestSupport
import Testing

struct VarianceComponentsTests {
    /// Means 2, 4 and 9 of groups of two: mean squares 26 between and 2 within, by hand.
    @Test("The components equal those computed by hand")
    func byHand() throws {
        let found = try #require(VarianceComponents([[1, 3], [3, 5], [8, 10]]))
        #expect(found.mean == 5)
        #expect(isClose(found.within, 2))
        #expect(isClose(found.between, (26 - 2) / 2))
        #expect(isClose(found.shareBetween, 12.0 / 14))
        #expect(!found.isTruncated)
        // 5 ± t(2; 0.975) · √(26 / 6)
        #expect(isClose(found.interval.halfWidth, 4.302652729749464 * (26.0 / 6).squareRoot()))
        // The F distribution with 2 and 3 degrees of freedom: P(F > x) = (1 + 2x / 3)^(-3/2).
        let base: Double = 1 + 26.0 / 3
        let tail = 1 / (base * base.squareRoot())
        #expect(isClose(found.pValue, tail))
        #expect(found.betweenInterval.contains(found.between))
    }

    @Test("A negative component is 0, and is marked")
    func negative() throws {
        let found = try #require(VarianceComponents([[0, 10], [1, 9], [2, 8]]))
        #expect(found.between == 0 && found.isTruncated)
        #expect(found.betweenInterval.low == 0)
    }

    @Test(
        "No number of groups or of values in them is too large",
        arguments: [(2, 500), (2, 20_000), (40, 30), (300, 5), (5000, 2)])
    func everySize(groups: Int, size: Int) throws {
        let values: [[Double]] = (0..<groups).map { group -> [Double] in
            (0..<size).map { place -> Double in
                let noise = (place * 7 + group * 13) % 11
                return Double(noise + group % 3)
            }
        }
        let found = try #require(VarianceComponents(values))
        #expect((0...1).contains(found.pValue))
        #expect(found.betweenInterval.low <= found.between)
        #expect(found.between <= found.betweenInterval.high)
    }

    @Test("Too few groups, or too few values in them, have no components")
    func tooFew() {
        #expect(VarianceComponents([]) == nil)
        #expect(VarianceComponents([[1, 2]]) == nil)
        #expect(VarianceComponents([[1], [2]]) == nil)
    }

    @Test("Without any spread there is no evidence of a difference")
    func flat() throws {
        let found = try #require(VarianceComponents([[4, 4], [4, 4]]))
        #expect(found.pValue == 1 && found.shareBetween == nil)
    }

    /// σ between groups 2, σ within 3; 12 groups of 8.
    @Test(
        "Both intervals cover the truth in 92 to 98 % of 1 000 samples, and estimates are unbiased")
    func coverage() throws {
        var (mean, component, sum) = (0, 0, 0.0)
        for seed in 0..<1000 {
            var random = SplitMix64(seed: UInt64(seed) &* 7919 &+ 5)
            let values = (0..<12).map { _ in
                let group = 10 + 2 * ChangePointTests.noise(&random)
                return (0..<8).map { _ in group + 3 * ChangePointTests.noise(&random) }
            }
            let found = try #require(VarianceComponents(values))
            if found.interval.contains(10) { mean += 1 }
            if found.betweenInterval.contains(4) { component += 1 }
            sum += found.between
        }
        #expect((920...980).contains(mean), "\(mean)")
        #expect((920...985).contains(component), "\(component)")
        #expect((sum / 1000 - 4).magnitude < 0.25, "\(sum / 1000)")
    }
}
