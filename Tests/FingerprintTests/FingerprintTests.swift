import Foundation
import Kernel
import ModelFixtures
import Profiles
import TestSupport
import Testing

@testable import DeviceModel

/// One number for everything that happens in a run of each shipped scenario and policy.
///
/// A changed fingerprint is changed behaviour and needs a review. `RECORD=1 scripts/test
/// --filter FingerprintTests` records anew; that run fails.
@Suite struct FingerprintTests {
    private static let file = Repository.url("Tests/FingerprintTests/fingerprints.csv")
    private static let library = ProfileLibrary(root: Repository.profiles)

    @Test("Every shipped run happens exactly as recorded")
    func fingerprints() throws {
        var lines = ["scenario,policy,events,energy_mJ,fingerprint"]
        for name in Self.library.names(of: .scenario) {
            let scenario = try Self.library.loadScenario(name).scenario
            for policy in scenario.policies {
                let run = RecordedRun(scenario, policy: policy.options, replication: 7)
                let energy = run.table.totalEnergy.magnitude
                lines.append(
                    "\(name),\(policy.name),\(run.result.eventCount),"
                        + "\(Int64(energy.rounded())),\(fingerprint(run.timeline))")
            }
        }
        let found = lines.joined(separator: "\n") + "\n"
        let expected = try Golden.text(of: Self.file, recording: found)
        for (line, was) in zip(lines, expected.split(separator: "\n")) {
            #expect(line == was)
        }
        #expect(found == expected)
    }

    /// A hash of every posting: line, times, cause. In the order of time, because the moment of
    /// booking a past interval says nothing about the run.
    private func fingerprint(_ timeline: [Posting]) -> String {
        var hash = Fingerprint()
        for posting in timeline.sorted(by: { ($0.from, $0.line) < ($1.from, $1.line) }) {
            hash.mix(posting, activity: Int64(posting.cause.activity))
            hash.mix(Int64(posting.cause.serial))
        }
        return hash.text
    }
}
