import Statistics
import Testing

@testable import Experiments

/// Tests of how often a frontier is wrong when the truth is known.
///
/// At most 5 % of the experiments may have a false verdict. With 1000 experiments the share has a
/// standard error of 0.7 percentage points at 5 %, so 7 % is three of them.
@Suite struct FrontierErrorTests {
    private static let experiments = 1000
    private static let replications = 12

    /// Six policies with costs far apart and nearly equal errors.
    ///
    /// - Parameter slope: The slope of the true error along the cost.
    private static func means(slope: Double) -> [ParetoPoint] {
        (0..<6).map { ParetoPoint(cost: Double(1000 * $0), error: 50 + slope * Double($0)) }
    }

    /// Normal samples with a part that all policies share, as common random numbers give.
    private static func samples(
        _ means: [Double], _ generator: inout NormalGenerator
    ) -> [[Double]] {
        let shared = (0..<replications).map { _ in 5 * generator.next() }
        return means.map { mean in shared.map { mean + $0 + generator.next() } }
    }

    private static func isFalse(_ verdict: FrontierVerdict, _ index: Int, _ truth: [ParetoPoint])
        -> Bool
    {
        switch verdict {
        case .optimal: truth.contains { $0.dominates(truth[index]) }
        case .dominated(let winner): !truth[winner].dominates(truth[index])
        case .notDistinguishable: false
        }
    }

    /// The share of experiments for which `holds` is true of costs and errors.
    private static func share(
        _ truth: [ParetoPoint], _ holds: ([[Double]], [[Double]]) -> Bool
    ) -> Double {
        var count = 0
        for experiment in 0..<UInt64(experiments) {
            var generator = NormalGenerator(seed: experiment)
            let costs = samples(truth.map(\.cost), &generator)
            let errors = samples(truth.map(\.error), &generator)
            if holds(costs, errors) { count += 1 }
        }
        return Double(count) / Double(experiments)
    }

    @Test(
        "At most one experiment in twenty has a false verdict",
        arguments: [("all are optimal", -1e-9), ("all but one are dominated", 1e-9)])
    func familyWiseError(name: String, slope: Double) {
        let truth = Self.means(slope: slope)
        let share = Self.share(truth) { costs, errors in
            FrontierVerdicts(costs: costs, errors: errors).verdicts.enumerated()
                .contains { Self.isFalse($1, $0, truth) }
        }
        #expect(share <= 0.07, "\(share): \(name)")
    }

    /// The check can fail: without adjustment the bound is far exceeded.
    @Test("Without adjustment the error would be caught")
    func withoutAdjustmentItWouldBeCaught() {
        let share = Self.share(Self.means(slope: -1e-9)) { _, errors in
            errors.indices.contains { cheap in
                errors.indices.dropFirst(cheap + 1).contains { dear in
                    let paired = PairedDifference(treatment: errors[cheap], baseline: errors[dear])
                    return (paired.difference ?? 0) < 0 && (paired.pValue ?? 1) / 2 < 0.05
                }
            }
        }
        #expect(share > 0.2, "\(share)")
    }

    @Test("Differences of four standard deviations are found in nearly all experiments")
    func power() {
        let truth = [
            ParetoPoint(cost: 0, error: 20), ParetoPoint(cost: 5, error: 15),
            ParetoPoint(cost: 10, error: 20), ParetoPoint(cost: 15, error: 5),
        ]
        let share = Self.share(truth) { costs, errors in
            let verdicts = FrontierVerdicts(costs: costs, errors: errors).verdicts
            return verdicts[0] == .optimal && verdicts[1] == .optimal
                && verdicts[2] == .dominated(by: 1) && verdicts[3] == .optimal
        }
        #expect(share > 0.95, "\(share)")
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
