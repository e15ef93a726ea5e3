import Foundation
import Kernel
import ModelFixtures
import Profiles
import Studies
import TestSupport
import Testing

@testable import DeviceModel

/// Compares rule files with the coded behaviours that they replaced.
///
/// `replaced.csv` was recorded from the code over 200 replications of each policy of the scenarios
/// in `Replaced`, before the code was deleted, and cannot be recorded again. It holds a hash of the
/// timelines, without the numbers of causes, and a hash of the listed metrics. Two later changes of
/// behaviour affected some lines, which were recorded again from the rules: an app's actions end
/// with its permission to run, and transfers of the app in front go first at each boundary.
/// Policies that poll servers have no lines: in the code, their computing for an answer was free
/// and could outlast their run time.
@Suite struct ReplacedBehaviourTests {
    private static let file = Repository.url("Tests/FingerprintTests/replaced.csv")
    private static let folder = Repository.url("Tests/FingerprintTests/Replaced")
    private static let library = ProfileLibrary(root: Repository.profiles)
    /// The metrics that rules count instead; the first that the app has is used. An errand begins
    /// when the app's code runs, not when it falls due, so `tasks-lost` differs. Transfers that a
    /// force quit cancels are not lost, because the app still has them.
    private static let standIns: [Metric: [Metric]] = [.tasksDone: [.itemsSent, .errandsDone]]

    private static var known: [String: [Substring]] {
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        let rows = text.split(separator: "\n").dropFirst().map { $0.split(separator: ",") }
        return Dictionary(uniqueKeysWithValues: rows.map { ("\($0[0]),\($0[1])", $0) })
    }

    @Test("Rules reproduce the code in 200 replications of each policy")
    func replaced() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).sorted()
        let runsWhileAsleep = try ValueEdit("system.timers.run-while-asleep=true")
        var known = Self.known
        #expect(known.count == 24)
        for name in names {
            let path = Self.folder.appendingPathComponent(name).path
            // Timers of the code that is gone went on while the phone slept.
            var edits = name.hasSuffix("-with-alarms.yaml") ? [runsWhileAsleep] : []
            // Systems did no work of their own, and phones had other powers.
            if name.hasSuffix("-today.yaml") {
                edits += try [
                    "system.own-work.every.exponential=100000h", "radio.camped=0 mW",
                    "device.processor.wake-up-energy=122 mJ",
                    "device.processor.awake-background=143 mW",
                    "device.processor.awake-foreground=253 mW",
                    "device.processor.busy-background=243 mW",
                    "device.gnss.acquiring=88.4 mW", "device.gnss.tracking=78.8 mW",
                ].map { try ValueEdit($0) }
            }
            let scenario = try Self.library.loadScenario(
                path, overrides: ScenarioOverrides(edits: edits)
            ).scenario
            for policy in scenario.policies {
                let key = "\(scenario.name),\(policy.name)"
                guard let row = known.removeValue(forKey: key) else { continue }
                let metrics = row[4].split(separator: " ").compactMap {
                    Metric(rawValue: String($0))
                }
                let found = Self.fingerprint(scenario, policy, of: metrics)
                #expect(row.joined(separator: ",") == "\(key),\(found)")
            }
        }
        #expect(known.isEmpty)
    }

    @Test("The apps of Tests/ModelFixtures equal those of the files")
    func fixtures() throws {
        func policy(_ scenario: String, _ name: String) throws -> PolicyOptions? {
            let path = Self.folder.appendingPathComponent("\(scenario).yaml").path
            let loaded = try Self.library.loadScenario(path).scenario
            return loaded.policies.first { $0.name == name }?.options
        }
        #expect(try policy("sending", "now-audio") == Fixtures.sendNow(kept: .audio))
        #expect(
            try policy("sending-with-alarms", "flush-often")
                == Fixtures.flushEvery(Fixtures.seconds(15), kept: .audio))
        #expect(
            try policy("batching", "audio")
                == Fixtures.batch(Fixtures.seconds(90), kept: .audio))
        #expect(
            try policy("working", "silence")
                == Fixtures.backgroundWork(
                    every: Fixtures.seconds(300), work: Fixtures.seconds(20), playsSilence: true))
        let request = TransferShape(roundTrips: 3, uplink: Bytes(1000), downlink: Bytes(1000))
        let push = TransferShape(roundTrips: 0, uplink: Bytes(100), downlink: Bytes(400))
        #expect(
            try policy("polling-standby", "tolerant")
                == Fixtures.refresh(
                    .poll(every: Fixtures.seconds(900), tolerance: Fixtures.seconds(300)),
                    request, work: Fixtures.seconds(1), alerts: false))
        #expect(
            try policy("polling", "pieces")
                == Fixtures.refresh(
                    .poll(every: Fixtures.seconds(300), tolerance: .zero), request,
                    work: Fixtures.seconds(3), piece: 20_000))
        #expect(
            try policy("fetching", "connected")
                == Fixtures.refresh(
                    .backgroundFetch(minimum: .zero), request, work: Fixtures.seconds(1),
                    alerts: false, connecting: 2))
        #expect(
            try policy("notified-today", "usual")
                == Fixtures.refresh(
                    .remoteNotification(push), request, work: Fixtures.seconds(1)))
        #expect(
            try policy("pushed", "connected")
                == Fixtures.refresh(
                    .push(push), request, work: Fixtures.seconds(3), piece: 20_000,
                    connecting: 2))
        #expect(
            try policy("handed-over-today", "usual") == Fixtures.backgroundSession(request))
        #expect(
            try policy("reminders", "again")
                == Fixtures.localNotifications(
                    3, apart: Fixtures.seconds(1020), repeats: Fixtures.seconds(2400),
                    vibration: false))
    }

    private static func fingerprint(
        _ scenario: Scenario, _ policy: NamedPolicy, of metrics: [Metric]
    ) -> String {
        var (timelines, values) = (Fingerprint(), Fingerprint())
        // One activity of the code may be several rules.
        let (first, count) = (
            LedgerPlan.firstPolicyActivity, policy.options.behaviour.activities.count
        )
        func activity(_ posting: Posting) -> Int64 {
            let own = Int(posting.cause.activity)
            return Int64(own < first ? own : max(first, own - count + 1))
        }
        let plan = RunPlan(scenario, policy: policy.options)
        for replication in 0..<200 {
            let run = plan.run(replication: replication) { posting in
                timelines.mix(posting, activity: activity(posting))
            }
            for metric in metrics {
                let standIn = standIns[metric]?.first { run.metrics[$0] != nil }
                let value = run.metrics[metric] ?? standIn.flatMap { run.metrics[$0] }
                // Sums over other activities differ in their rounding.
                values.mix(value.map { String(format: "%.8g", $0) } ?? "none")
            }
        }
        let words = metrics.map(\.rawValue).joined(separator: " ")
        return "\(timelines.text),\(values.text),\(words)"
    }
}
