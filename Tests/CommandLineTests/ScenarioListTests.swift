import Foundation
import Show
import TestSupport
import Testing

@testable import tailwatt

@Suite struct ScenarioListTests {
    @Test("The list names every scenario and fits on a screen")
    func list() throws {
        let outcome = try Tool.run(["scenarios", "list"])
        #expect(outcome.exitCode == 0)
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.allSatisfy { $0.count <= 100 })
        let folder = Repository.url("Profiles/scenarios").path
        for file in try FileManager.default.contentsOfDirectory(atPath: folder) {
            let name = file.replacingOccurrences(of: ".yaml", with: "")
            #expect(lines.contains(Substring(name)), "\(name)")
        }
        let question = "    What does a VoIP app's keep-alive every 10 minutes cost"
        #expect(outcome.output.contains(question))
        #expect(lines.contains { $0.hasPrefix("    -> ") })
    }

    @Test("Without committed results the list says how to get an answer")
    func withoutReports() throws {
        let scratch = try ScratchFolder()
        let profiles = Repository.url("Profiles")
        try FileManager.default.createSymbolicLink(
            at: scratch.url.appendingPathComponent("Profiles"), withDestinationURL: profiles)
        let line =
            "TAILWATT_PROFILES='\(scratch.url.path)/Profiles' \"$TAILWATT\" scenarios list"
        let outcome = try Tool.shell(line)
        #expect(outcome.exitCode == 0)
        #expect(outcome.output.contains("    -> (tailwatt compare keep-alive computes it)\n"))
        #expect(outcome.errors.contains("Reports/answers.csv is not next to the profiles"))
    }

    @Test(
        "CSV records may contain quotes and commas",
        arguments: [
            ("a,b\nc,d\n", [["a", "b"], ["c", "d"]]),
            ("\"a, b\",\"say \"\"yes\"\"\"\n", [["a, b", "say \"yes\""]]),
            ("\"\"\n", [[""]]), ("", []), ("\"two\nlines\",x\n", [["two\nlines", "x"]]),
        ] as [(String, [[String]])])
    func records(_ text: String, _ expected: [[String]]) {
        #expect(CSVRows.lines(of: Array(text.utf8)) == expected)
    }
}
