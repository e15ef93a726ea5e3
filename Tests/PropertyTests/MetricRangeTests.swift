import Experiments
import Studies
import TestSupport
import Testing

@testable import DeviceModel

/// Tests that every metric of random scenarios is within its range, and parts do not exceed their
/// wholes.
@Suite struct MetricRangeTests {
    /// A phone with two radios once had shares of 166 and 199 % here.
    @Test("Every metric of random scenarios is within its range", arguments: 0..<4)
    func ranges(_ part: UInt64) async throws {
        var runs = 0
        for seed in (part * 8 + 1)...(part * 8 + 8) {
            guard let scenario = RandomScenario(seed: seed).scenario() else { continue }
            let result = await Experiment(scenario, jobs: 1).run()
            for policy in result.policies {
                for (number, values) in policy.replications.enumerated() {
                    let run = "seed \(seed), \(policy.policy.name), \(number)"
                    check(values, of: policy, in: scenario, run)
                    runs += 1
                }
                checkResidence(policy, in: scenario, "seed \(seed), \(policy.policy.name)")
            }
        }
        // Refused seeds are skipped; a part must still have some runs.
        #expect(runs >= 4)
    }

    private func check(
        _ values: MetricValues, of policy: PolicyResult, in scenario: Scenario, _ run: String
    ) {
        let horizon = scenario.horizon.seconds.magnitude
        var apps = 1
        if let options = policy.policy.options.severalApps { apps = options.apps.count }
        for metric in Metric.allCases {
            guard let value = values[metric] else { continue }
            #expect(
                metric.range.contains(value, horizon: horizon, apps: apps),
                "\(run): \(metric.rawValue) \(value) of \(horizon) s")
            if let whole = metric.whole, let limit = values[whole] {
                #expect(
                    value <= limit * (1 + 1e-9), "\(run): \(metric.rawValue) \(value) > \(limit)")
            }
        }
        checkSums(values, run)
    }

    private func checkSums(_ values: MetricValues, _ run: String) {
        // The world without the app draws 0 or more.
        for (part, whole) in [
            (Metric.marginalEnergy, Metric.energy), (.marginalRadioEnergy, .radioEnergy),
            (.marginalDrain, .drain),
        ] {
            guard let part = values[part], let whole = values[whole] else { continue }
            #expect(part <= whole * (1 + 1e-9), "\(run): \(part) of \(whole)")
        }
        if let all = values[.visits], let found = values[.visitsDetected],
            let missed = values[.visitsMissed]
        {
            #expect(found + missed == all, "\(run)")
        }
        if let wasted = values[.bytesWasted], let up = values[.bytesUp],
            let down = values[.bytesDown]
        {
            #expect(wasted <= up + down, "\(run): \(wasted) of \(up) and \(down)")
        }
    }

    /// Checks that each radio's states add up to the horizon, and that the time outside rest is its
    /// on-share.
    private func checkResidence(_ policy: PolicyResult, in scenario: Scenario, _ label: String) {
        var times: [Component: Int128] = [:]
        for row in policy.table.residenceRows() {
            times[row.component, default: 0] += row.nanoseconds
        }
        let run = Int128(scenario.horizon.nanoseconds) * Int128(policy.replications.count)
        for (component, time) in times { #expect(time == run, "\(label): \(component)") }
    }

    @Test("A range accepts its own metric's values and refuses others")
    func kinds() {
        #expect(MetricRange.share.contains(100, horizon: 1))
        #expect(!MetricRange.share.contains(166, horizon: 1))
        #expect(!MetricRange.share.contains(-1, horizon: 1))
        #expect(!MetricRange.count.contains(1.5, horizon: 1))
        #expect(!MetricRange.amount.contains(-1e-3, horizon: 1))
        #expect(!MetricRange.timeWithinRun.contains(11, horizon: 10))
        #expect(MetricRange.timeWithinRun.contains(11, horizon: 10, apps: 2))
        #expect(!MetricRange.hoursWithinRun.contains(2, horizon: 3600))
        #expect(!MetricRange.aboveZero.contains(0, horizon: 1))
        #expect(MetricRange.signed.contains(-1, horizon: 1))
    }
}
