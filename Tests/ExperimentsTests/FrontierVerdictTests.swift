import TestSupport
import Testing

@testable import Experiments

@Suite struct FrontierVerdictTests {
    private func verdicts(
        _ means: [(cost: Double, error: Double)], noise: [[Double]] = [[0, 0, 0]]
    ) -> [FrontierVerdict] {
        func samples(_ mean: Double, _ index: Int) -> [Double] {
            noise[index % noise.count].map { mean + $0 }
        }
        return FrontierVerdicts(
            costs: means.enumerated().map { samples($1.cost, $0) },
            errors: means.enumerated().map { samples($1.error, $0) }
        ).verdicts
    }

    @Test("Without noise the verdicts are the exact frontier, and the cheapest dominator is named")
    func exact() {
        #expect(
            verdicts([(1, 5), (2, 3), (3, 3), (4, 6), (5, 1)])
                == [.optimal, .optimal, .dominated(by: 1), .dominated(by: 0), .optimal])
    }

    @Test("Equal policies are both optimal, or dominated by one policy")
    func equals() {
        #expect(verdicts([(1, 1), (1, 1)]) == [.optimal, .optimal])
        #expect(
            verdicts([(1, 1), (2, 2), (2, 2)])
                == [.optimal, .dominated(by: 0), .dominated(by: 0)])
    }

    @Test("One policy alone is optimal; one replication shows nothing")
    func few() {
        #expect(verdicts([(3, 3)]) == [.optimal])
        #expect(
            verdicts([(1, 1), (2, 2)], noise: [[0]])
                == [.notDistinguishable(from: 1), .notDistinguishable(from: 0)])
    }

    @Test("Shared noise cancels; a policy's own noise hides a small difference")
    func noise() {
        let shared = [[-3, 1, 2, -1, 1.0]]
        #expect(verdicts([(10, 10), (11, 11)], noise: shared) == [.optimal, .dominated(by: 0)])
        let own = [[-3, 1, 2, -1, 1], [1, -1, -3, 1, 2.0]]
        #expect(
            verdicts([(10, 10), (10.5, 10.5)], noise: own)
                == [.notDistinguishable(from: 1), .notDistinguishable(from: 0)])
    }

    @Test("A surely cheaper policy of unknown error is optimal, and the other undecided")
    func oneSided() {
        let noise = [[-3, 1, 2, -1, 1], [1, -1, -3, 1, 2.0]]
        let verdicts = FrontierVerdicts(
            costs: [[1, 1, 1, 1, 1.1], [9, 9, 9, 9.1, 9]], errors: noise
        ).verdicts
        #expect(verdicts == [.optimal, .notDistinguishable(from: 0)])
    }

    @Test("Random means without noise follow the definition, with an optimal dominator")
    func definition() {
        for seed in 0..<300 as Range<UInt64> {
            var generator = SplitMix64(seed: seed)
            let points = (0..<Int.random(in: 1...12, using: &generator)).map { _ in
                ParetoPoint(
                    cost: Double(Int.random(in: 1..<8, using: &generator)),
                    error: Double(Int.random(in: 1..<8, using: &generator)))
            }
            let verdicts = verdicts(points.map { ($0.cost, $0.error) })
            for (index, verdict) in verdicts.enumerated() {
                let isBeaten = points.contains { $0.dominates(points[index]) }
                switch verdict {
                case .optimal: #expect(!isBeaten, "seed \(seed)")
                case .dominated(let winner):
                    #expect(points[winner].dominates(points[index]), "seed \(seed)")
                    #expect(verdicts[winner] == .optimal, "seed \(seed)")
                case .notDistinguishable: Issue.record("seed \(seed): without noise")
                }
            }
        }
    }

    @Test("In random samples optimal policies are on the frontier of the means, dominated ones not")
    func agreesWithMeans() {
        for seed in 0..<300 as Range<UInt64> {
            var generator = SplitMix64(seed: seed)
            let count = Int.random(in: 2...8, using: &generator)
            func samples() -> [[Double]] {
                (0..<count).map { _ in
                    let mean = Double.random(in: 0..<3, using: &generator)
                    return (0..<6).map { _ in mean + .random(in: -0.5..<0.5, using: &generator) }
                }
            }
            let (costs, errors) = (samples(), samples())
            let verdicts = FrontierVerdicts(costs: costs, errors: errors).verdicts
            let front = ParetoFront.indices(
                of: zip(costs, errors).map {
                    ParetoPoint(cost: $0.reduce(0, +), error: $1.reduce(0, +))
                })
            for (index, verdict) in verdicts.enumerated() {
                switch verdict {
                case .optimal: #expect(front.contains(index), "seed \(seed)")
                case .dominated(let winner):
                    #expect(!front.contains(index), "seed \(seed)")
                    if case .dominated = verdicts[winner] { Issue.record("seed \(seed)") }
                case .notDistinguishable(let rival):
                    #expect(rival != index, "seed \(seed)")
                    if case .dominated = verdicts[rival] { Issue.record("seed \(seed)") }
                }
            }
        }
    }
}
