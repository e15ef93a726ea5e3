import Statistics
import TestSupport
import Testing

struct SignedRankTests {
    /// Darwin's maize (Fisher, *The Design of Experiments*, 1935, chapter III), crossed less
    /// self-fertilised, in eighths of an inch. R: wilcox.test(…, paired = TRUE, exact = FALSE) and
    /// the signs: T⁺ = 96 of 120.
    static let darwin: [Double] = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48]

    @Test("Exact: Darwin's maize, by counting all 2^15 signs")
    func exact() {
        let test = SignedRankTest(Self.darwin)
        #expect(test.method == .exact && test.statistic == 96 && test.count == 15)
        // Counts every assignment of signs to the ranks one by one.
        var extreme = 0
        for signs in 0..<(1 << 15) {
            let sum = (1...15).reduce(0) { (signs >> ($1 - 1)) & 1 == 1 ? $0 + $1 : $0 }
            if sum >= 96 || sum <= 24 { extreme += 1 }
        }
        #expect(isClose(test.pValue, Double(extreme) / Double(1 << 15)))
    }

    @Test("Ties and zeros: exact by counting all signs of the shared ranks, zeros left out")
    func ties() {
        let test = SignedRankTest([0, 1, -1, 2, 2, 3, 0, -2, 4])
        #expect(test.method == .exact && test.count == 7)
        // Ranks 1.5 1.5, 4 4 4, 6, 7: T⁺ = 1.5 + 4 + 4 + 6 + 7.
        #expect(test.statistic == 22.5)
        let ranks = [1.5, 1.5, 4, 4, 4, 6, 7]
        var extreme = 0
        for signs in 0..<(1 << 7) {
            let sum = ranks.indices.reduce(0) { (signs >> $1) & 1 == 1 ? $0 + ranks[$1] : $0 }
            if sum >= 22.5 || sum <= 28 - 22.5 { extreme += 1 }
        }
        #expect(isClose(test.pValue, Double(extreme) / Double(1 << 7)))
    }

    /// The normal approximation calls five equal differences significant: 0.037 for 2 / 2⁵.
    @Test("For differences of one size the test is the sign test", arguments: [1, 4, 5, 6, 20, 50])
    func oneSize(count: Int) {
        let test = SignedRankTest(Array(repeating: 3.0, count: count))
        let halved = (0..<count).reduce(2.0) { chance, _ in chance / 2 }
        #expect(isClose(test.pValue, min(1, halved)))
        let opposite = SignedRankTest(Array(repeating: -3.0, count: count))
        #expect(opposite.pValue == test.pValue)
    }

    @Test("Ties among more differences: normal, with the correction for ties")
    func manyTies() {
        // 26 of size 1, 25 of size 2; 30 positive: all the large, five of the small.
        let small = (0..<26).map { $0 < 5 ? 1.0 : -1 }
        let test = SignedRankTest(small + Array(repeating: 2, count: 25))
        #expect(test.method == .normal && test.count == 51)
        // 5 · 13.5 + 25 · 39; the middle is 51 · 52 / 4 = 663.
        #expect(test.statistic == 1042.5)
        let ties: Double = 26 * 675 + 25 * 624
        let variance: Double = (51 * 52 * 103 - ties / 2) / 24
        let deviation = variance.squareRoot()
        let distance = 1042.5 - 663 - 0.5
        #expect(isClose(test.pValue, 2 * StandardNormal.cdf(-distance / deviation)))
    }

    @Test("A degenerate sample has the exact p-value, or none")
    func degenerate() {
        #expect(SignedRankTest([]).pValue == nil)
        #expect(SignedRankTest([0, 0, 0]).pValue == 1)
        #expect(SignedRankTest([5]).pValue == 1)
        let allOfOneSign: Double = 2.0 / 64
        #expect(SignedRankTest([1, 2, 3, 4, 5, 6]).pValue == allOfOneSign)
    }

    @Test("The exact and the normal p-value nearly agree from 40 differences on")
    func approximation() {
        for seed: UInt64 in 0..<20 {
            var random = SplitMix64(seed: seed)
            let values = (0..<50).map { _ in random.uniform() - 0.45 }
            let exact = SignedRankTest(values)
            // A fifty-first difference that hardly matters.
            let normal = SignedRankTest(values + [1e-9])
            #expect(exact.method == .exact && normal.method == .normal)
            let distance = ((exact.pValue ?? 0) - (normal.pValue ?? 1)).magnitude
            #expect(distance < 0.02, "seed \(seed)")
        }
    }

    @Test("Hodges and Lehmann's estimate equals the median of all pairwise means")
    func hodgesLehmann() throws {
        for seed: UInt64 in 0..<60 {
            var random = SplitMix64(seed: seed)
            let count = Int.random(in: 1...70, using: &random)
            let values = (0..<count).map { _ in
                seed % 3 == 0 ? (random.uniform() * 6).rounded() - 3 : random.uniform() - 0.5
            }
            let means = values.indices.flatMap { i in
                values[...i].map { (values[i] + $0) / 2 }
            }.sorted()
            let middle = (means[(means.count - 1) / 2] + means[means.count / 2]) / 2
            let shift = try #require(HodgesLehmann(values))
            #expect(isClose(shift.estimate, middle), "seed \(seed)")
            #expect((shift.interval == nil) == (count < 6), "seed \(seed)")
            if let interval = shift.interval {
                #expect(means.contains(interval.low) && means.contains(interval.high))
                #expect(interval.contains(middle))
            }
        }
    }

    /// Hollander, Wolfe and Chicken give for n = 9 and 96.1 %: the 6th from either end.
    @Test("Nine differences: from the 6th mean to the 6th from the end")
    func criticalRank() throws {
        let values: [Double] = [1, 2, 4, 8, 16, 32, 64, 128, 256]
        let means = values.indices.flatMap { i in values[...i].map { (values[i] + $0) / 2 } }
            .sorted()
        let interval = try #require(HodgesLehmann(values)?.interval)
        #expect(interval.low == means[5] && interval.high == means[45 - 6])
    }

    /// P(T⁺ ≤ 648) = 2.46 % and P(T⁺ ≤ 649) = 2.51 %, by NumPy's convolutions.
    @Test("Sixty differences: from the 649th mean to the 649th from the end")
    func criticalRankOfMany() throws {
        var random = SplitMix64(seed: 60)
        let values = (0..<60).map { _ in random.uniform() - 0.4 }
        let means = values.indices.flatMap { i in values[...i].map { (values[i] + $0) / 2 } }
            .sorted()
        let interval = try #require(HodgesLehmann(values)?.interval)
        #expect(interval.low == means[648] && interval.high == means[1830 - 649])
    }

    /// The exact C by NumPy's convolutions; the plain normal quantile gives one less, and two less
    /// from 213 on.
    @Test(
        "Beyond fifty differences: the exact rank",
        arguments: [(55, 537), (62, 698), (100, 1956), (150, 4619), (273, 16143), (400, 35567)])
    func criticalRankExact(count: Int, rank: Int) throws {
        var random = SplitMix64(seed: 7)
        let values = (0..<count).map { _ in random.uniform() - 0.4 }
        let means = values.indices.flatMap { i in values[...i].map { (values[i] + $0) / 2 } }
            .sorted()
        let interval = try #require(HodgesLehmann(values)?.interval)
        #expect(interval.low == means[rank - 1], "\(count)")
        #expect(interval.high == means[means.count - rank], "\(count)")
    }

    @Test("Equal differences are their own estimate")
    func constant() throws {
        let shift = try #require(HodgesLehmann([0, 0, 0, 0, 0, 0, 0]))
        #expect(shift.estimate == 0 && shift.interval?.low == 0 && shift.interval?.high == 0)
        #expect(HodgesLehmann([]) == nil)
        #expect(HodgesLehmann([-2.5])?.estimate == -2.5)
    }
}
