import Foundation
import TestSupport
import Testing

/// Tests of how commands show results: the answer first, one table within the terminal's width, and
/// formats for programs.
@Suite struct ScreenTests {
    private static func shipped(_ kind: String) -> [String] {
        let folder = Repository.url("Profiles/\(kind)")
        let files = FileManager.default.enumerator(atPath: folder.path)?.allObjects ?? []
        return files.compactMap { $0 as? String }.filter { $0.hasSuffix(".yaml") }
            .map { URL(fileURLWithPath: $0).deletingPathExtension().lastPathComponent }.sorted()
    }

    private static let scenarios = shipped("scenarios")
    private static let profiles =
        ["devices", "radios", "systems", "movements", "cells", "users"]
        .flatMap(shipped) + shipped("apps")

    /// The lines that are wider than the terminal.
    private static func wide(_ output: String, than width: Int = 80) -> [Substring] {
        output.split(separator: "\n").filter { $0.count > width }
    }

    /// The rules of dashes: one for each table, or one for each part of a table.
    private static func rules(_ output: String) -> [Substring] {
        output.split(separator: "\n").filter { line in
            line.hasPrefix("-") && line.allSatisfy { $0 == "-" || $0 == " " }
        }
    }

    @Test("Every shipped scenario's comparison fits 80 columns", arguments: scenarios)
    func comparison(name: String) throws {
        let all = try Tool.run(["compare", name, "--replications", "2", "--details"])
        #expect(all.exitCode == 0)
        #expect(Self.wide(all.output) == [])
        let short = try Tool.run(["compare", name, "--replications", "2"])
        #expect(Self.wide(short.output) == [])
        let first = try #require(short.output.components(separatedBy: "\n\n").first)
        #expect(!first.isEmpty && Self.rules(first).isEmpty, "the answer comes first")
        #expect(Self.rules(short.output).count == 1, "one table, whole")
        #expect(all.output.hasPrefix(first))
        #expect(short.output.hasSuffix("More with --details.\n"))
    }

    @Test("Every shipped profile fits 80 columns", arguments: profiles)
    func profile(name: String) throws {
        let shown = try Tool.run(["profiles", "show", name, "--details"])
        #expect(shown.exitCode == 0 && !shown.output.isEmpty)
        #expect(Self.wide(shown.output) == [])
    }

    @Test("Every shipped scenario fits 80 columns when shown", arguments: scenarios)
    func scenario(name: String) throws {
        let shown = try Tool.run(["scenarios", "show", name, "--details"])
        #expect(shown.exitCode == 0 && Self.wide(shown.output) == [])
    }

    /// Each command that prints a result, with the file that holds its table.
    static let commands: [(words: [String], file: String)] = [
        (["compare", "keep-alive", "--replications", "5"], "summary"),
        (["compare", "keep-alive", "--radio", "lte", "--replications", "3"], "family"),
        (["run", "keep-alive", "--policy", "keep-alive-29"], "residence"),
        (
            [
                "sweep", "keep-alive", "--replications", "3", "--vary",
                "radio.demotions.CELL_FACH.after=2s,5s",
            ], "sweep"
        ),
        (["frontier", "location", "--replications", "2"], "frontier"),
        (["select", "keep-alive", "--at-most", "40"], "select"),
        (
            [
                "optimize", "keep-alive", "--vary",
                "policies.keep-alive-29.keep-alive.interval=15min..60min", "--minimise",
                "marginal-energy", "--replications", "5",
            ], "optimum"
        ),
        (["check", "Examples/09-budget/budget.yaml"], "check"),
        (["diff", "Reports/keep-alive", "Reports/keep-alive"], "diff"),
        (["replay", "Examples/traces/phone.pcap", "--radio", "lte-huang-2012"], "radios"),
        (
            ["replay", "Examples/traces/phone.pcap", "--compare", "lte-huang-2012,wifi-psm"],
            "radios"
        ),
        (["fit", "tail", "Examples/05-fit/power.csv", "--step", "40mW"], "fit"),
        (["fit", "rrc-probe", "Examples/05-fit/probes.csv"], "fit"),
    ]

    /// Commands that list what is shipped and write no files.
    static let lists: [[String]] = [
        ["profiles", "list"], ["profiles", "show", "iphone-4"], ["profiles", "check", "iphone-4"],
        ["scenarios", "list"], ["scenarios", "show", "keep-alive"], ["scenarios", "check", "w1"],
    ]

    @Test("Every command fits 40, 80 and 120 columns", arguments: commands.map(\.words) + lists)
    func widths(words: [String]) throws {
        for width in [40, 80, 120] {
            let command = words.map { "'\($0)'" }.joined(separator: " ")
            let shown = try Tool.shell("COLUMNS=\(width) \"$TAILWATT\" \(command) --details")
            // Text to be copied is not wrapped.
            let prose = shown.output.components(separatedBy: "sources:\n").first ?? ""
            #expect(shown.exitCode == 0 && Self.wide(prose, than: width) == [], "\(width)")
            #expect(!shown.output.contains("\u{1B}"), "no colours in a pipe")
        }
    }

    @Test("As CSV a result is its leading file", arguments: commands)
    func csv(words: [String], file: String) throws {
        let scratch = try ScratchFolder()
        let folder = scratch.url.appendingPathComponent("out").path
        let outcome = try Tool.run(words + ["--format", "csv", "--out", folder])
        #expect(outcome.exitCode == 0)
        #expect(Data(outcome.output.utf8) == (try scratch.data("out/\(file).csv")))
    }

    @Test("As JSON a result has an answer and tables", arguments: commands.map(\.words) + lists)
    func json(words: [String]) throws {
        for details in [[], ["--details"]] {
            let outcome = try Tool.run(words + ["--format", "json"] + details)
            let whole = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
            let object = try #require(whole as? [String: Any])
            let tables = try #require(object["tables"] as? [String: [[String: Any]]])
            #expect(object["answer"] is [String])
            #expect(tables.count == 1 || !details.isEmpty)
            #expect(tables.values.contains { !$0.isEmpty })
        }
    }

    @Test("As Markdown a result has a table of any width", arguments: commands.map(\.words))
    func markdown(words: [String]) throws {
        let outcome = try Tool.run(words + ["--format", "md", "--details"])
        guard words[0] != "diff" else { return #expect(outcome.output.isEmpty) }
        let lines = outcome.output.split(separator: "\n")
        let rule = try #require(lines.firstIndex { $0.hasPrefix("|---") })
        func bars(_ line: Substring) -> Int {
            line.replacingOccurrences(of: "\\|", with: "").count { $0 == "|" }
        }
        #expect(bars(lines[rule - 1]) == bars(lines[rule]))
        #expect(bars(lines[rule + 1]) == bars(lines[rule]))
    }

    @Test(
        "With --quiet a command prints its answer alone", arguments: commands.map(\.words) + lists)
    func quiet(words: [String]) throws {
        let quiet = try Tool.run(words + ["--quiet"])
        let whole = try Tool.run(words)
        // Only the whole output refers to the table.
        #expect(quiet.exitCode == 0 && whole.output.hasPrefix(quiet.output.dropLast(2)))
        #expect(Self.rules(quiet.output).isEmpty && quiet.output.split(separator: "\n").count < 9)
        let both = try Tool.run(words + ["--quiet", "--details"])
        #expect(both.exitCode == 64)
    }
}
