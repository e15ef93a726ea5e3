import TestSupport
import Testing

@testable import Experiments

@Suite struct ParetoFrontTests {
    @Test(
        "Hand-made points have the expected frontier",
        arguments: [
            ([], []),
            ([(1, 1)], [0]),
            ([(1, 3), (2, 2), (3, 1)], [0, 1, 2]),
            ([(3, 1), (2, 2), (1, 3)], [2, 1, 0]),
            ([(1, 1), (2, 2), (1, 2), (2, 1)], [0]),
            // Equal points do not dominate each other.
            ([(1, 1), (1, 1), (2, 1)], [0, 1]),
            // Better in one and equal in the other is better.
            ([(1, 2), (1, 1)], [1]),
            ([(2, 1), (1, 1)], [1]),
        ] as [([(Double, Double)], [Int])])
    func onPaper(points: [(Double, Double)], front: [Int]) {
        #expect(ParetoFront.indices(of: points.map { ParetoPoint(cost: $0, error: $1) }) == front)
    }

    /// Few different coordinates, so that many are equal.
    private static func randomPoints(_ generator: inout some RandomNumberGenerator) -> [ParetoPoint]
    {
        (0..<Int.random(in: 1...30, using: &generator)).map { _ in
            ParetoPoint(
                cost: Double(Int.random(in: 0..<12, using: &generator)),
                error: Double(Int.random(in: 0..<12, using: &generator)))
        }
    }

    @Test("For random points the frontier is the points that no other dominates")
    func definition() {
        for seed in 0..<2000 as Range<UInt64> {
            var generator = SplitMix64(seed: seed)
            let points = Self.randomPoints(&generator)
            let expected = points.indices.filter { index in
                !points.contains { $0.dominates(points[index]) }
            }
            #expect(ParetoFront.indices(of: points).sorted() == expected, "seed \(seed)")
        }
    }

    @Test(
        "Removing a dominated point changes no other; the frontier dominates every dominated point")
    func removal() {
        for seed in 0..<500 as Range<UInt64> {
            var generator = SplitMix64(seed: seed)
            let points = Self.randomPoints(&generator)
            let front = ParetoFront.indices(of: points).map { points[$0] }
            for (index, point) in points.enumerated() where !front.contains(point) {
                #expect(front.contains { $0.dominates(point) }, "seed \(seed)")
                var fewer = points
                fewer.remove(at: index)
                #expect(
                    ParetoFront.indices(of: fewer).map { fewer[$0] } == front, "seed \(seed)")
            }
        }
    }
}

extension ParetoPoint {
    /// Whether it is at least as good in both and better in one (V. Pareto).
    ///
    /// Equal points do not dominate each other.
    func dominates(_ other: ParetoPoint) -> Bool {
        cost <= other.cost && error <= other.error && self != other
    }
}
