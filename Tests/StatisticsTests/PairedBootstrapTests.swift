import Statistics
import TestSupport
import Testing

struct PairedBootstrapTests {
    private static func bootstrap(
        _ treatment: [Double], _ baseline: [Double], seed: UInt64 = 1
    ) -> PairedBootstrap? {
        var random = SplitMix64(seed: seed)
        return PairedBootstrap(PairedSample(treatment: treatment, baseline: baseline)) {
            random.next()
        }
    }

    @Test("For normal differences the interval is as wide as Student's, up to chance")
    func normal() throws {
        var random = SplitMix64(seed: 4)
        let baseline = (0..<80).map { _ in 100 + 5 * ChangePointTests.noise(&random) }
        let treatment = baseline.map { $0 - 10 + ChangePointTests.noise(&random) }
        let student = PairedDifference(treatment: treatment, baseline: baseline)
        let bootstrap = try #require(Self.bootstrap(treatment, baseline))
        let width = try #require(student.interval?.halfWidth)
        let interval = try #require(bootstrap.differenceInterval)
        #expect((interval.halfWidth / width - 1).magnitude < 0.15)
        let ratio = try #require(bootstrap.ratioInterval)
        let fieller = try #require(student.ratioInterval)
        #expect((ratio.halfWidth / fieller.halfWidth - 1).magnitude < 0.15)
        #expect(ratio.contains(try #require(student.ratio)))
    }

    @Test("Equal words give equal intervals, and other words another")
    func deterministic() {
        let (x, y) = ([5.0, 7, 8, 4, 9, 2, 6], [4.0, 4, 9, 5, 3, 2, 2])
        #expect(Self.bootstrap(x, y) == Self.bootstrap(x, y))
        #expect(Self.bootstrap(x, y) != Self.bootstrap(x, y, seed: 2))
    }

    @Test("A constant difference has no width, and a baseline around 0 no ratio")
    func edges() throws {
        let constant = try #require(Self.bootstrap([3.1, 4.1, 5.1], [3, 4, 5]))
        #expect(constant.differenceInterval?.halfWidth == 0)
        let zero = try #require(Self.bootstrap([1, 2, 3, 4], [0, 0, 0, 0]))
        #expect(zero.ratioInterval == nil && zero.differenceInterval != nil)
        let mixed = try #require(Self.bootstrap([1, 2, 3, 4], [-1, 1, -1, 1.5]))
        #expect(mixed.ratioInterval == nil)
        // No resample's sum is 0, but many are below.
        let small = try #require(Self.bootstrap([1, 2, 3, 4], [-1, 1.17, -1.31, 1.57]))
        #expect(small.ratioInterval == nil)
        #expect(Self.bootstrap([1], [2]) == nil)
    }

    @Test("Every pair is drawn equally often")
    func fair() throws {
        // The resampled mean of 0, …, 0, 1 is a binomial share of 1/7.
        var random = SplitMix64(seed: 9)
        let sample = PairedSample(
            treatment: [0, 0, 0, 0, 0, 0, 1], baseline: [Double](repeating: 0, count: 7))
        let bootstrap = try #require(
            PairedBootstrap(sample, resamples: 20_000) { random.next() })
        let mean = bootstrap.difference.replicates.reduce(0, +) / 20_000
        // Standard error √(1/7 · 6/7 / 7 / 20000) = 0.00094.
        #expect((mean - 1.0 / 7).magnitude < 0.004)
    }
}
