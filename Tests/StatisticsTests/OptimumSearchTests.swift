import Foundation
import Statistics
import TestSupport
import Testing

@Suite struct OptimumSearchTests {
    /// Means of systems that share the world's noise, by seed.
    private func screening(
        _ means: [Double], replications: Int, shared: Double, own: Double, seed: UInt64
    ) -> MeanScreening {
        var generator = SplitMix64(seed: seed)
        var values = means.map { _ in [Double]() }
        for _ in 0..<replications {
            let world = normal(&generator)
            for (index, mean) in means.enumerated() {
                values[index].append(mean + shared * world + own * normal(&generator))
            }
        }
        return MeanScreening(values)
    }

    /// By Box and Muller.
    private func normal(_ generator: inout SplitMix64) -> Double {
        (-2 * log(1 - generator.uniform())).squareRoot() * cos(2 * .pi * generator.uniform())
    }

    @Test("Among equal means one is shown larger in at most one experiment in twenty")
    func equalMeans() {
        for replications in [4, 10, 30, 60] {
            var wrong = 0
            for seed in 0..<200 as Range<UInt64> {
                let found = screening(
                    [Double](repeating: 7, count: 12), replications: replications, shared: 5,
                    own: 1, seed: seed)
                let isAny = (0..<12).contains { one in
                    (0..<12).contains { found.isLarger(one, than: $0) }
                }
                wrong += isAny ? 1 : 0
            }
            // At most 10 ± 3.1 by chance; with an error of 5 % for each of the 66 pairs, about 150.
            #expect(wrong < 21, "\(wrong) of 200 with \(replications) replications")
        }
    }

    @Test("A larger mean is shown as larger, and shared noise does not matter")
    func differentMeans() {
        let found = screening([10, 11, 10, 14], replications: 60, shared: 100, own: 1, seed: 3)
        #expect(found.isLarger(3, than: 0) && found.isLarger(1, than: 2))
        #expect(!found.isLarger(0, than: 3) && !found.isLarger(0, than: 2))
        // SciPy's t.isf(0.025 / 6, 59): six pairs.
        #expect(isClose(found.critical, 2.730_131_656_592_264_6, relative: 1e-9))
    }

    @Test("Exact values differ by any difference beyond the last bits")
    func exactMeans() {
        // An offset of 0.5 is exact in binary; the last bits of the fourth are rounding noise.
        let found = MeanScreening([[1, 2], [1, 2], [1.5, 2.5], [1, 2 * (1 + 1e-14)]])
        #expect(found.isLarger(2, than: 0) && found.isLarger(2, than: 1))
        #expect(!found.isLarger(0, than: 2))
        for one in [0, 1, 3] {
            for other in [0, 1, 3] { #expect(!found.isLarger(one, than: other)) }
        }
    }

    @Test("Small counts have Clopper and Pearson's interval, in published digits")
    func exactShare() throws {
        // All equal in every replication, so that the ratio of sums has no spread.
        let five = CountedShare(Array(repeating: 0.05, count: 100), of: ones(100))
        let interval = try #require(five.interval)
        #expect(isClose(five.share, 0.05))
        #expect(isClose(interval.low, 0.016432, relative: 1e-4))
        #expect(isClose(interval.high, 0.112835, relative: 1e-4))
        let zeros = Array(repeating: 0.0, count: 100)
        let none = try #require(CountedShare(zeros, of: ones(100)).interval)
        #expect(none.low == 0 && isClose(none.high, 1 - pow(0.025, 0.01), relative: 1e-9))
        #expect(CountedShare([0, 0], of: [0, 0]).interval == nil)
    }

    @Test("Thousands of counted things have an interval too")
    func manyCounted() throws {
        let share = CountedShare(
            (0..<2000).map { $0 % 20 == 0 ? 2 : 0 }, of: Array(repeating: 4, count: 2000))
        let interval = try #require(share.interval)
        #expect(isClose(share.share, 0.025) && interval.contains(0.025))
        #expect(interval.halfWidth < 0.006 && interval.halfWidth > 0.003)
    }

    @Test("Clusters make the interval wider")
    func clusters() throws {
        let even = Array(repeating: 5.0, count: 40)
        let clustered = (0..<40).map { $0 % 10 == 0 ? 50.0 : 0 }
        let whole = Array(repeating: 100.0, count: 40)
        let narrow = try #require(CountedShare(even, of: whole).interval)
        let wide = try #require(CountedShare(clustered, of: whole).interval)
        #expect(wide.halfWidth > 2 * narrow.halfWidth)
    }

    @Test("The wider of two intervals counts, on either side")
    func widerEnds() throws {
        let clustered = (0..<40).map { $0 % 10 < 2 ? 50.0 : 0 }
        let whole = Array(repeating: 100.0, count: 40)
        let interval = try #require(CountedShare(clustered, of: whole).interval)
        // Student's interval of a run's share, because the whole does not vary: SciPy's t.ppf(.975,
        // 39).
        #expect(isClose(interval.low, 0.035_222_047_451_240_08, relative: 1e-9))
        #expect(isClose(interval.high, 0.164_777_952_548_759_93, relative: 1e-9))
    }

    private func ones(_ count: Int) -> [Double] { Array(repeating: 1, count: count) }
}
