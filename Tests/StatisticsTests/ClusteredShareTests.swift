import Statistics
import TestSupport
import Testing

struct ClusteredShareTests {
    private func share(_ clusters: [(part: Double, mass: Double)], most: Double?) -> ClusteredShare
    {
        func sum(_ value: (_ part: Double, _ mass: Double) -> Double) -> Double {
            clusters.reduce(0) { $0 + value($1.part, $1.mass) }
        }
        return ClusteredShare(
            clusters: clusters.count, parts: sum { part, _ in part }, masses: sum { $1 },
            squares: sum { part, _ in part * part }, products: sum { $0 * $1 },
            massSquares: sum { $1 * $1 }, most: most)
    }

    @Test("Clusters of one unit each are independent units, less the cost of their spread")
    func ones() {
        let found = share((0..<50).map { ($0 < 20 ? 1 : 0, 1) }, most: nil)
        #expect(found.share == 0.4)
        // 49 degrees of freedom; t(0.975; 49) = 2.009575.
        let factor = 1.959963985 / 2.009575237
        #expect(isClose(found.effectiveCount, 49 * factor * factor, relative: 1e-8))
    }

    @Test("Clusters of equal units count once each")
    func unanimous() {
        let few = share((0..<50).map { ($0 < 20 ? 1 : 0, 1) }, most: nil)
        let many = share((0..<50).map { ($0 < 20 ? 30 : 0, 30) }, most: nil)
        #expect(isClose(many.effectiveCount, few.effectiveCount, relative: 1e-10))
    }

    @Test("For n independent units the ends are those of Clopper and Pearson")
    func clopperPearson() throws {
        // All clusters have equal shares, so only the number of units bounds the share.
        let found = share([(4, 5), (8, 10), (20, 25)], most: 40)
        #expect(found.share == 0.8 && found.effectiveCount == 40)
        let exact = try #require(CountIntervals.share(of: 20, in: 40))
        let ends = found.ends(of: 0.5)
        #expect(isClose(ends.low, exact.low, relative: 1e-10))
        #expect(isClose(ends.high, exact.high, relative: 1e-10))
    }

    @Test(
        "An end is missing if all observations may lie on one side: 0.95ⁿ above 2.5 % up to n = 71")
    func unbounded() {
        for (count, isBounded) in [(70.0, false), (72, true)] {
            let ends = share([(4, 5), (8, 10)], most: count).ends(of: 0.95)
            #expect((ends.high != nil) == isBounded && ends.low != nil, "\(count)")
            let mirrored = share([(4, 5), (8, 10)], most: count).ends(of: 0.05)
            #expect((mirrored.low != nil) == isBounded && mirrored.high != nil, "\(count)")
        }
    }

    @Test("If rounding makes the share of differing clusters whole, there is no bound")
    func rounded() {
        // Six clusters of 1000 of 1000 and six of 999 of 1000; only the parts keep the fractions
        // that each cluster lost.
        let found = ClusteredShare(
            clusters: 12, parts: 12_004, masses: 12_000,
            squares: 6 * 1_000_000 + 6 * 998_001, products: 6 * 1_000_000 + 6 * 999_000,
            massSquares: 12_000_000, most: nil)
        #expect(found.share == 1 && found.effectiveCount == 1)
        #expect(found.ends(of: 0.5) == (nil, nil))
    }

    @Test("Equal clusters leave no uncertainty")
    func sure() {
        let found = share([(1, 4), (2, 8), (0.5, 2)], most: nil)
        #expect(found.effectiveCount == .infinity)
        #expect(found.ends(of: 0.95) == (0.95, 0.95))
    }
}
