import Statistics
import Studies
import Testing

@testable import DeviceModel
@testable import Experiments

/// Tests of how often a check's verdict is wrong.
///
/// 2,000 synthetic checks each. A share of 5 % then has a standard error of 0.5 percentage points;
/// 6.5 % is three of them away.
struct CheckErrorTests {
    private static let checks = 2000

    private func limit(
        _ metric: Metric, _ quantity: BudgetLimit.Measure, _ value: Double, tolerance: Double = 0
    ) -> BudgetLimit {
        BudgetLimit(
            name: metric.rawValue, policy: "app", metric: metric, sense: .atMost,
            quantity: quantity, limit: value, tolerance: tolerance, confidence: 0.95)
    }

    /// No event in thirty runs shows fewer than three in them, with 95 %.
    @Test("Two policies that never had an event are not shown to be alike")
    func noEvents() {
        func verdict(_ value: Double, _ metric: Metric = .callsMissed) -> LimitOutcome.Verdict {
            BudgetCheck.outcomes(of: [limit(metric, .difference(from: "none"), value)]) { _, _ in
                [Double?](repeating: 0, count: 30)
            }[0].verdict
        }
        #expect([0, 0.09, 0.11].map { verdict($0) } == [.undecided, .undecided, .met])
        #expect(verdict(0, .energy) == .met)
    }

    /// Four limits on metrics whose means are 10, or 8 for "none".
    private func limits(at value: Double) -> [BudgetLimit] {
        [
            limit(.energy, .mean, value), limit(.timeToRing, .mean, value - 0.1, tolerance: 0.1),
            limit(.drain, .ratio(to: "none"), value / 8),
            limit(.radioEnergy, .difference(from: "none"), value - 8),
        ]
    }

    /// The share of checks of `limits` for which `holds` is true.
    private func share(
        _ limits: [BudgetLimit], replications: Int = 20, _ holds: ([LimitOutcome]) -> Bool
    ) -> Double {
        var kept = 0
        for check in 0..<Self.checks {
            var values: [String: [Double?]] = [:]
            for (number, metric) in limits.map(\.metric).enumerated() {
                var generator = NormalGenerator(seed: UInt64(check * 100 + number + 1))
                for _ in 0..<replications {
                    let world = generator.next()
                    values["app \(metric)", default: []].append(10 + world + generator.next())
                    values["none \(metric)", default: []].append(8 + world + generator.next())
                }
            }
            if holds(BudgetCheck.outcomes(of: limits) { values["\($1) \($0)"] ?? [] }) {
                kept += 1
            }
        }
        return Double(kept) / Double(Self.checks)
    }

    @Test("At the limit itself, at most 5 % of checks of four limits give a false alarm")
    func falseAlarms() {
        let alarms = share(limits(at: 10)) { $0.contains { $0.verdict == .exceeded } }
        #expect((0.03...0.065).contains(alarms), "\(alarms)")
    }

    @Test("Without the adjustment there would be more: the bound above can be broken")
    func unadjusted() {
        let alarms = share(limits(at: 10)) { $0.contains { ($0.exceededPValue ?? 1) < 0.05 } }
        #expect(alarms > 0.15, "\(alarms)")
    }

    @Test("A single limit at its edge gives a false alarm and a false pass in 5 % of checks each")
    func singleLimit() {
        let one = [limit(.energy, .mean, 10)]
        let alarms = share(one) { $0[0].verdict == .exceeded }
        let passes = share(one) { $0[0].verdict == .met }
        #expect((0.035...0.065).contains(alarms), "\(alarms)")
        #expect((0.035...0.065).contains(passes), "\(passes)")
    }

    @Test("With one of four limits exceeded, at most 5 % of checks pass")
    func falsePasses() {
        var some = limits(at: 13)
        some[0] = limit(.energy, .mean, 10)
        let passes = share(some) { $0.allSatisfy { $0.verdict == .met } }
        #expect((0.03...0.065).contains(passes), "\(passes)")
    }

    /// n = ((1.645 + 0.842) · √2 / 0.8)² = 19.3: with 20 replications 4 of 5 checks decide.
    @Test("The stated number of replications decides four times out of five")
    func power() {
        let decided = share([limit(.energy, .mean, 10.8)]) { $0[0].verdict == .met }
        #expect((0.75...0.87).contains(decided), "\(decided)")
    }
}
