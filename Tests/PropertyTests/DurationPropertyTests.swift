import Foundation
import ModelFixtures
import Profiles
import Studies
import TestSupport
import Testing

@testable import DeviceModel

/// Tests that a run's durations agree in two places: means and sums of metrics, and histograms,
/// which are added up separately.
@Suite struct DurationPropertyTests {
    private static let library = ProfileLibrary(
        root: Repository.profiles)

    static let names = library.names(of: .scenario)

    /// Durations whose mean is a metric.
    private static let means: [(MeasuredDuration, Metric)] = [
        (.timeToRing, .timeToRing), (.messageDelay, .messageDelay), (.itemDelay, .itemDelay),
        (.regionDelay, .regionDelay), (.positionAge, .positionAge),
    ]
    /// Durations whose sum is a metric, unfinished ones included.
    private static let sums: [(MeasuredDuration, Metric)] = [
        (.startUpTime, .startUpTime), (.rebufferingTime, .rebufferingTime),
        (.playedTime, .playedTime), (.recordedTime, .recordedTime), (.guidedTime, .guidedTime),
        (.talkTime, .talkTime),
    ]

    @Test(
        "Durations have the means and sums of the metrics",
        arguments: names)
    func metrics(scenario name: String) throws {
        let scenario = try Self.library.loadScenario(name).scenario
        for policy in scenario.policies {
            let metrics = scenario.run(policy.options, replication: 3).metrics
            for (kind, metric) in Self.means {
                guard let mean = metrics[metric] else { continue }
                let own = try #require(metrics.durations[kind], "\(policy.name), \(kind)")
                let weight = own.bins.reduce(0.0) { $0 + Double($1.weight) }
                let found = Double(own.sum) / (kind.weight == .event ? 1e9 : 1) / weight
                #expect((found - mean).magnitude <= 1e-6 * max(1, mean), "\(policy.name), \(kind)")
            }
            for (kind, metric) in Self.sums {
                guard let sum = metrics[metric] else { continue }
                let own = metrics.durations[kind]
                let found = Double(own?.sum ?? 0) / 1e9
                #expect(found <= sum + 1e-6, "\(policy.name), \(kind)")
                if own?.unended ?? 0 == 0 {
                    #expect(found >= sum - 1e-6, "\(policy.name), \(kind)")
                }
            }
            check(unreachable: metrics, scenario, policy.name)
            check(age: metrics, scenario, policy.name)
        }
    }

    private func check(unreachable metrics: MetricValues, _ scenario: Scenario, _ policy: String) {
        guard let share = metrics[.unreachableShare] else { return }
        let own = metrics.durations[.unreachableTime]
        let found = Double(own?.sum ?? 0) / 1e9
        let sum = share / 100 * scenario.horizon.seconds.magnitude
        #expect(found <= sum + 1e-6, "\(policy)")
        if own?.unended ?? 0 == 0 { #expect(found >= sum - 1e-6, "\(policy)") }
    }

    /// Checks that the ages cover the horizon after the first report.
    private func check(age metrics: MetricValues, _ scenario: Scenario, _ policy: String) {
        guard let unknown = metrics[.positionUnknownShare] else { return }
        let bins = metrics.durations[.positionAge]?.bins ?? []
        let covered = bins.reduce(0.0) { $0 + Double($1.weight) / 1e9 }
        let horizon = scenario.horizon.seconds.magnitude
        // Shipped movements have no gaps.
        #expect((covered - (1 - unknown / 100) * horizon).magnitude < 1e-3, "\(policy)")
    }
}
