import Foundation
import Testing

@Suite struct RunCommandTests {
    @Test("The timeline covers every component from the start to the horizon, without a gap")
    func timeline() throws {
        let scratch = try ScratchFolder()
        let outcome = try Tool.run(
            [
                "run", "keep-alive", "--policy", "keep-alive-29", "--replication", "3",
                "--timeline", "--out", "out",
            ], in: scratch.url)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let names = [
            "causes.csv", "datapackage.json", "manifest.json", "residence.csv", "timeline.csv",
        ]
        #expect(try scratch.names(in: "out") == names)
        let lines = String(decoding: try scratch.data("out/timeline.csv"), as: UTF8.self)
            .split(separator: "\n")
        #expect(lines[0] == "from_s,until_s,component,state,power_mW,activity,kind")
        var reached: [Substring: Substring] = [:]
        for line in lines.dropFirst() {
            let cells = line.split(separator: ",", omittingEmptySubsequences: false)
            #expect(cells.count == 7 && cells[0] == reached[cells[2]] ?? "0", "\(line)")
            reached[cells[2]] = cells[1]
        }
        #expect(reached.count == 8 && reached.values.allSatisfy { $0 == "86400" }, "\(reached)")
        #expect(lines.contains { $0.contains(",CELL_DCH,") && $0.contains("keep-alive 3,tail") })
    }

    @Test("Without --out the timeline is data on stdout")
    func timelineToStandardOutput() throws {
        let outcome = try Tool.run(
            ["run", "keep-alive-alone", "--policy", "none", "--timeline"])
        #expect(outcome.exitCode == 0 && outcome.errors.isEmpty)
        #expect(outcome.output.hasPrefix("from_s,until_s,component,"))
        // Nothing happens: one stretch for each component.
        #expect(outcome.output.split(separator: "\n").count == 1 + 8)
    }

    @Test("The same run twice prints the same; another replication is another world")
    func replication() throws {
        func output(_ replication: String) throws -> String {
            try Tool.run(
                ["run", "location", "--policy", "significant-change", "--replication", replication]
            ).output
        }
        let first = try output("0")
        #expect(try output("0") == first)
        #expect(try output("1") != first)
    }
}
