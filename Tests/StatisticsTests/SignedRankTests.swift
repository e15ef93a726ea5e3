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
        // Every assignment of signs to the ranks, counted here one by one.
        var extreme = 0
        for signs in 0..<(1 << 15) {
            let sum = (1...15).reduce(0) { (signs >> ($1 - 1)) & 1 == 1 ? $0 + $1 : $0 }
            if sum >= 96 || sum <= 24 { extreme += 1 }
        }
        #expect(isClose(test.pValue, Double(extreme) / Double(1 << 15)))
    }

    @Test("Ties and zeros: normal approximation, zeros left out")
    func ties() {
        let test = SignedRankTest([0, 1, -1, 2, 2, 3, 0, -2, 4])
        #expect(test.method == .normal && test.count == 7)
        // Ranks 1.5 1.5, 4 4 4, 6, 7: T⁺ = 1.5 + 4 + 4 + 6 + 7.
        #expect(test.statistic == 22.5)
        // z = (22.5 − 14 − 0.5) / √((7·8·15 − (6 + 24) / 2) / 24) = 8 / √34.375
        #expect(isClose(test.pValue, 2 * StandardNormal.cdf(-8 / 34.375.squareRoot())))
    }

    @Test("What cannot be tested")
    func degenerate() {
        #expect(SignedRankTest([]).pValue == nil)
        #expect(SignedRankTest([0, 0, 0]).pValue == 1)
        #expect(SignedRankTest([5]).pValue == 1)
        #expect(SignedRankTest([1, 2, 3, 4, 5, 6]).pValue == 2.0 / 64)
    }

    @Test("The exact and the normal p-value are near each other from 40 differences on")
    func approximation() {
        for seed: UInt64 in 0..<20 {
            var random = SplitMix64(seed: seed)
            let values = (0..<50).map { _ in random.uniform() - 0.45 }
            let exact = SignedRankTest(values)
            // A fifty-first difference that weighs next to nothing.
            let normal = SignedRankTest(values + [1e-9])
            #expect(exact.method == .exact && normal.method == .normal)
            let distance = ((exact.pValue ?? 0) - (normal.pValue ?? 1)).magnitude
            #expect(distance < 0.02, "seed \(seed)")
        }
    }

    @Test("Hodges and Lehmann, against all pairwise means in order")
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

    @Test("Where all differences are the same")
    func constant() throws {
        let shift = try #require(HodgesLehmann([0, 0, 0, 0, 0, 0, 0]))
        #expect(shift.estimate == 0 && shift.interval?.low == 0 && shift.interval?.high == 0)
        #expect(HodgesLehmann([]) == nil)
        #expect(HodgesLehmann([-2.5])?.estimate == -2.5)
    }
}
