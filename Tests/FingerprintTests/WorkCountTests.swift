import Foundation
import Kernel
import ModelFixtures
import Profiles
import Studies
import TestSupport
import Testing

@testable import DeviceModel

/// Counts the events of a run of each shipped scenario and policy, which show a slowdown without
/// noise.
///
/// `RECORD=1 scripts/test --filter WorkCountTests` records anew; that run fails.
/// `scripts/benchmark` counts instructions.
@Suite struct WorkCountTests {
    private static let file = Repository.url("Tests/FingerprintTests/work.csv")
    private static let library = ProfileLibrary(root: Repository.profiles)

    @Test("Every shipped run takes as many events, queue insertions and random words as recorded")
    func counts() throws {
        var lines = ["scenario,policy,events,queue_insertions,random_words"]
        for name in Self.library.names(of: .scenario) {
            let scenario = try Self.library.loadScenario(name).scenario
            for policy in scenario.policies {
                let work = RunPlan(scenario, policy: policy.options).work(replication: 7)
                let words = try #require(work.words)
                lines.append(
                    "\(name),\(policy.name),\(work.events),\(work.insertions),\(words)")
            }
        }
        let found = lines.joined(separator: "\n") + "\n"
        let expected = try Golden.text(of: Self.file, recording: found)
        for (line, was) in zip(lines, expected.split(separator: "\n")) {
            #expect(line == was)
        }
        #expect(found == expected)
    }

    /// `scripts/benchmark counts` divides the instructions of these replications by these counts.
    @Test("The days with a measured cost per event have as many events as recorded")
    func dayEvents() throws {
        let folder = Repository.url("Benchmarks/measure")
        let counted = 50..<250
        var lines = ["day,events"]
        for name in ["w1", "standby", "standby-app"] {
            let file = folder.appending(path: "\(name).yaml").path
            let scenario = try Self.library.loadScenario(name == "w1" ? name : file).scenario
            let policy = try #require(scenario.policies.first)
            let plan = RunPlan(scenario, policy: policy.options)
            let events = counted.reduce(0) { $0 + Int(plan.work(replication: $1).events) }
            lines.append("\(name),\(events / counted.count)")
        }
        let found = lines.joined(separator: "\n") + "\n"
        let expected = try Golden.text(of: folder.appending(path: "events.csv"), recording: found)
        #expect(found == expected)
    }

    @Test("The words between two states of a stream are counted one by one")
    func words() {
        let start = RandomStream(StreamKey(seed: 1, replication: 2, purpose: "count"))
        var end = start
        for _ in 0..<37 { _ = end.next() }
        #expect(start.words(until: end, limit: 37) == 37)
        #expect(start.words(until: end, limit: 36) == nil)
        #expect(start.words(until: start, limit: 0) == 0)
    }
}
