import Foundation
import Testing

@testable import DeviceModel
@testable import Traces

@Suite struct RecordedResultTests {
    private static let manifest = """
        { "command": ["compare", "day"], "version": "0.1.0", "seed": "7", "scenario": "day",
          "horizon": "24 h", "replications": 2,
          "inputs": [{ "name": "day.yaml", "sha256": "ab" }], "outputs": [] }
        """
    private static let replications = """
        policy,replication,energy_J,calls_missed,time_to_ring_s,beauty
        a,0,1.5,0,,7
        a,1,2.5,1,3,8
        b,0,4,,,9

        """
    private static let summary = """
        scenario,policy,metric,unit,n,mean,sd,ci_level,more
        day,a,energy,J,2,2,0.707,0.95,x
        day,b,energy,J,1,4,,,x
        day,b,beauty,,1,4,,,x

        """

    private func result(_ files: [String: String]) throws -> RecordedResult {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("tailwatt-recorded-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, text) in files {
            try Data(text.utf8).write(to: folder.appendingPathComponent(name))
        }
        return try RecordedResult(folder: folder.path)
    }

    private func failure(_ files: [String: String]) throws -> InputError {
        try #require(throws: InputError.self) { try result(files) }
    }

    @Test("Replications are read by policy, with undefined values apart and unknown columns named")
    func replications() throws {
        let result = try result([
            "manifest.json": Self.manifest, "replications.csv": Self.replications,
        ])
        #expect(result.manifest.seed == 7 && result.scenario == "day")
        #expect(result.policies.map(\.name) == ["a", "b"])
        #expect(result.policies.contains { !$0.replications.isEmpty })
        #expect(result.policy("a")?.values(of: .energy) == [1.5, 2.5])
        #expect(result.policy("a")?.values(of: .timeToRing) == [nil, 3])
        #expect(result.policy("a")?.metrics == [.energy, .callsMissed, .timeToRing])
        #expect(result.policy("b")?.metrics == [.energy])
        #expect(result.unknownColumns == ["beauty"])
    }

    @Test("Without replications the moments of summary.csv are used")
    func summary() throws {
        let result = try result(["manifest.json": Self.manifest, "summary.csv": Self.summary])
        let moments = try #require(result.policy("a")?.moments.first)
        #expect(moments.metric == .energy && moments.count == 2 && moments.mean == 2)
        #expect(moments.standardDeviation == 0.707)
        #expect(result.policies.allSatisfy { $0.replications.isEmpty })
        #expect(result.policy("b")?.moments.first?.standardDeviation == nil)
        #expect(result.unknownColumns == ["beauty"])
    }

    @Test("A folder that is no result is reported; a missing one is missing input")
    func noResult() throws {
        #expect(throws: InputError(.noFolder, path: "/nowhere")) {
            try RecordedResult(folder: "/nowhere")
        }
        #expect(InputError(.noFolder, path: "/nowhere").fault.isAboutMissingInput)
        #expect(throws: InputError(.notFolder, path: #filePath)) {
            try RecordedResult(folder: #filePath)
        }
        #expect(try failure([:]).fault == .noManifest)
        #expect(try failure(["manifest.json": Self.manifest]).fault == .noTables)
        #expect(try failure(["manifest.json": "{"]).fault == .badManifest("it is not JSON"))
        #expect(
            try failure(["manifest.json": "{}"]).fault == .badManifest("it has no \"command\""))
        let replay = Self.manifest.replacingOccurrences(of: "compare", with: "replay")
        #expect(
            try failure(["manifest.json": replay]).fault
                == .otherCommand("replay", wanted: "compare"))
        let older = Self.manifest.replacingOccurrences(of: "horizon", with: "length")
        #expect(
            try failure(["manifest.json": older]).fault == .badManifest("it has no \"horizon\""))
        let header = "policy,replication,energy_J\n"
        #expect(
            try failure(["manifest.json": Self.manifest, "replications.csv": header]).fault
                == .noRows)
    }

    @Test(
        "A broken table is reported with line, column and what is valid",
        arguments: [
            ("a,1,2.5,1,3,8", "a,1,zwei,1,3,8", ":3, column energy_J: \"zwei\" is not a number"),
            ("a,1,2.5,1,3,8", "a,1,2.5", ":3: the line has 3 cells"),
            ("a,1,2.5,1,3,8", "a,2,2.5,1,3,8", ":3, column replication: 2 cannot be the next"),
            ("a,1,2.5,1,3,8", "\"a,1,2.5", "a quoted cell is not closed"),
            ("policy,", "strategy,", ":1: the header has no column for the policy's name"),
        ] as [(String, String, String)])
    func broken(old: String, new: String, message: String) throws {
        let text = Self.replications.replacingOccurrences(of: old, with: new)
        #expect(text != Self.replications)
        let failure = try failure(["manifest.json": Self.manifest, "replications.csv": text])
        #expect(failure.description.contains(message), "\(failure)")
        #expect(!failure.fault.isAboutMissingInput)
    }
}
