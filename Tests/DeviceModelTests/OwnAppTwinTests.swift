import Kernel
import ModelFixtures
import Studies
import Testing

@testable import DeviceModel

/// Compares coded policies with equivalent rules: identical timelines to the nanosecond, and
/// identical metrics, in 200 worlds each.
@Suite struct OwnAppTwinTests {
    private static func items(_ mean: Double) -> AppWorldProfile.Items {
        AppWorldProfile.Items(
            every: .exponential(mean: Seconds(mean)),
            size: .uniform(low: Bytes(10), high: Bytes(40_000)))
    }

    private static let traffic = [
        TrafficSource(
            every: .exponential(mean: Seconds(120)),
            uplink: .uniform(low: Bytes(100), high: Bytes(5000)),
            downlink: .uniform(low: Bytes(100), high: Bytes(500_000)), roundTrips: 2)
    ]

    private static var world: WorldProfile {
        WorldProfile(
            otherTraffic: traffic,
            apps: [AppWorldProfile(messages: items(200), outbox: items(40))])
    }

    /// A posting without the number of its cause.
    private struct Booked: Hashable {
        var line: Int
        var from: Instant
        var until: Instant
        var activity: Int32

        init(_ posting: Posting, activities: Bool) {
            (line, from, until) = (posting.line, posting.from, posting.until)
            activity = activities ? posting.cause.activity : 0
        }
    }

    /// The parts of a timeline that are compared.
    private enum Compared { case line, time, activity }

    private func expectTwins(
        _ coded: PolicyOptions, _ rules: PolicyOptions, system: SystemRules,
        wakeUpTime: Double = 0.1, hours: Double = 2,
        compares: Set<Compared> = [.line, .time, .activity], except unknown: Set<Metric> = []
    ) {
        let scenario = Fixtures.scenario(
            device: Fixtures.device(wakeUpTime: wakeUpTime), system: system, hours: hours,
            world: Self.world,
            policies: [NamedPolicy(name: "coded", options: coded)])
        for replication in 0..<200 {
            let one = RecordedRun(scenario, policy: coded, replication: replication)
            let other = RecordedRun(scenario, policy: rules, replication: replication)
            let hasActivity = compares.contains(.activity)
            let same =
                one.timeline.map { Booked($0, activities: hasActivity) }
                == other.timeline.map { Booked($0, activities: hasActivity) }
            #expect(same, "replication \(replication)")
            for metric in Metric.allCases {
                guard let value = one.metrics[metric], !unknown.contains(metric) else { continue }
                // Sums over other activities differ in their rounding.
                let found = other.metrics[Self.sameOf[metric] ?? metric]
                #expect(
                    hasActivity ? found == value : Self.isClose(found, value),
                    "\(metric), replication \(replication)")
            }
            for kind in [MeasuredDuration.itemDelay, .messageDelay] {
                #expect(one.metrics.durations[kind] == other.metrics.durations[kind])
            }
            if !same { return }
        }
    }

    private static func isClose(_ found: Double?, _ value: Double) -> Bool {
        found.map { abs($0 - value) <= 1e-12 * max(1, abs(value)) } ?? false
    }

    /// Coded metrics and their equivalents: pieces of work are errands of a rule.
    private static let sameOf: [Metric: Metric] = [
        .tasksDone: .errandsDone, .tasksLost: .errandsCutOff, .keepAlives: .errandsBegun,
    ]

    @Test("keep-alive on a lasting connection: on an alarm, a message and the handler")
    func keepAlive() {
        var asked = RuleRequest(roundTrips: 1, uplink: 200)
        asked.work = Fixtures.seconds(5)
        let rules = OwnAppRuns.app(
            AppRule(name: "ping", on: OwnAppRuns.every(900, by: .alarm), do: [.request(asked)]))
        expectTwins(
            Fixtures.keepAlive(minutes: 15), rules, system: OwnAppRuns.system(alarms: true),
            compares: [.line, .time],
            except: [.connectionLosses, .unreachableShare, .callsOffered, .callsMissed, .talkTime])
    }
}
