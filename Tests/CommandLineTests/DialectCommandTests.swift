import Foundation
import Testing

@Suite struct DialectCommandTests {
    private static let compare = [
        "compare", "keep-alive", "--replications", "5", "--csv",
    ]

    @Test("A comparison has the same numbers in any dialect, and diff reads each")
    func comparison() throws {
        let scratch = try ScratchFolder()
        for dialect in ["rfc", "excel", "excel-eu"] {
            let outcome = try Tool.run(
                Self.compare + [dialect, "--out", dialect], in: scratch.url)
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
        }
        func text(_ folder: String) throws -> String {
            String(decoding: try scratch.data("\(folder)/summary.csv"), as: UTF8.self)
        }
        let plain = try text("rfc")
        #expect(try text("excel") == "\u{FEFF}" + plain)
        let commas = try text("excel-eu")
        #expect(commas.hasPrefix("\u{FEFF}scenario;policy;metric;"))
        let (here, there) = (plain.split(separator: "\n"), commas.split(separator: "\n"))
        #expect(here.count == there.count && here.count > 20)
        for (one, other) in zip(here, there).dropFirst() {
            let cells = one.split(separator: ",", omittingEmptySubsequences: false)
            let others = other.split(separator: ";", omittingEmptySubsequences: false)
            #expect(cells.map { $0.replacing(".", with: ",") } == others.map { $0[...] })
        }
        for file in ["rfc", "excel", "excel-eu"] {
            let manifest = String(
                decoding: try scratch.data("\(file)/manifest.json"), as: UTF8.self)
            #expect(manifest.contains("--csv") == (file != "rfc"))
            let diff = try Tool.run(["diff", "rfc", file], in: scratch.url)
            #expect(diff.exitCode == 0, "\(diff.output)\(diff.errors)")
        }
        let page = String(decoding: try scratch.data("excel-eu/report.html"), as: UTF8.self)
        #expect(page.contains("--csv excel-eu"))
    }

    @Test("Factors of a sweep are columns in any dialect, and shards merge into any dialect")
    func sweep() throws {
        let scratch = try ScratchFolder()
        let vary = [
            "sweep", "keep-alive", "--vary", "policies.keep-alive-10.interval=10min,15min",
            "--replications", "3",
        ]
        func run(_ words: [String]) throws -> Tool.Outcome {
            try Tool.run(words, in: scratch.url)
        }
        #expect(try run(vary + ["--csv", "excel-eu", "--out", "whole"]).exitCode == 0)
        for shard in ["1", "2"] {
            #expect(try run(vary + ["--shard", shard + "/2", "--out", shard]).exitCode == 0)
        }
        let refused = try run(vary + ["--shard", "1/2", "--csv", "excel", "--out", "x"])
        #expect(refused.exitCode == 64 && refused.errorWords.contains("tailwatt merge"))
        let merged = try run(["merge", "1", "2", "--csv", "excel-eu", "--out", "merged"])
        #expect(merged.exitCode == 0, "\(merged.errors)")
        for file in try scratch.names(in: "whole") {
            #expect(try scratch.data("merged/\(file)") == scratch.data("whole/\(file)"), "\(file)")
        }
        let lines = String(decoding: try scratch.data("1/sweep.csv"), as: UTF8.self)
            .split(separator: "\n")
        #expect(lines[0].hasSuffix(",ci_method,policies.keep_alive_10.interval_s"))
        #expect(lines[1].hasSuffix(",600"))
    }

    @Test("A dialect is refused without a folder, or in output for another program")
    func refusals() throws {
        let none = try Tool.run(Self.compare + ["excel"])
        #expect(none.exitCode == 64 && none.errorWords.contains("it needs --out"))
        let other = try Tool.run(Self.compare + ["lotus", "--out", "x"])
        #expect(other.exitCode == 64 && other.errors.contains("excel-eu"), "\(other.errors)")
    }
}
