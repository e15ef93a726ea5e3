import Foundation
import Testing

/// Tests of short names of options, filters of lists, and the order of commands in the help.
@Suite struct ShortcutTests {
    @Test("A word after list shows only entries that contain it, in any case")
    func filters() throws {
        let radios = try Tool.run(["profiles", "list", "LTE-Verizon", "--format", "csv"])
        let rows = radios.output.split(whereSeparator: \.isNewline)
        #expect(rows.contains { $0.hasPrefix("radio,lte-verizon-2021,") }, "\(rows)")
        #expect(rows.count < 20 && !rows.contains { $0.hasPrefix("radio,w1,") }, "\(rows)")
        let scenarios = try Tool.run(["scenarios", "list", "glucose"])
        #expect(scenarios.output.hasPrefix("Scenarios: 1, each with a question and an answer.\n"))
        #expect(scenarios.output.contains("\nglucose-sensor\n"))
        for list in ["profiles", "scenarios"] {
            let none = try Tool.run([list, "list", "zeppelin"])
            #expect(none.exitCode == 66 && none.output.isEmpty)
            #expect(none.errorWords.contains("no \(list.dropLast()) contains \"zeppelin\""))
        }
    }

    @Test("Short names of options do what the long ones do")
    func short() throws {
        let scratch = try ScratchFolder()
        let words = ["compare", "w1", "--replications", "2"]
        for (short, long) in [
            (["-q"], ["--quiet"]), (["-v"], ["--details"]), (["-f", "csv"], ["--format", "csv"]),
            (["--json"], ["--format", "json"]), (["--no-color"], []),
        ] {
            let outcome = try Tool.run(words + short)
            #expect(outcome.exitCode == 0, "\(short): \(outcome.errors)")
            #expect(try outcome.output == Tool.run(words + long).output, "\(short)")
        }
        #expect(try Tool.run(words + ["-o", "results"], in: scratch.url).exitCode == 0)
        #expect(try scratch.names(in: "results").contains("summary.csv"))
        let twice = try Tool.run(words + ["-o", "a", "--out", "b"], in: scratch.url)
        #expect(twice.exitCode == 64 && twice.errors.contains("--out takes one value"))
        let both = try Tool.run(words + ["--json", "-f", "md"])
        #expect(both.exitCode == 64 && both.errors.contains("--json and --format md"))
    }

    @Test("The help lists the common commands first")
    func commonCommands() throws {
        let help = try Tool.run(["--help"]).output
        let sections = help.components(separatedBy: " SUBCOMMANDS:\n")
        #expect(sections.count == 3 && sections[0].hasSuffix("\nCOMMON"))
        let common = sections[1].split(separator: "\n").filter { $0.prefix(3).last != " " }
            .compactMap { $0.split { ", ".contains($0) }.first }.dropLast()
        let commands = "compare run sweep optimize check replay explore serve"
        #expect(common.joined(separator: " ") == commands)
    }

    @Test("A system that the phone never had is refused with those that it had")
    func systems() throws {
        let outcome = try Tool.run(["compare", "keep-alive", "--system", "ios-17"])
        #expect(outcome.exitCode == 65)
        #expect(outcome.errorWords.contains("Choose --system ios-4 or ios-5 or ios-6 or ios-7."))
    }

    #if os(Linux)
        @Test("On a terminal the last line says what was written, and which page to open")
        func written() throws {
            let scratch = try ScratchFolder()
            let compare = "\"$TAILWATT\" compare w1 --replications 2 -o results"
            let line = "command -v script >/dev/null || exit 9; script -qec '\(compare)' /dev/null"
            let outcome = try Tool.shell(line, in: scratch.url)
            // A machine without script(1) has no terminal to offer.
            if outcome.exitCode == 9 { return }
            let last = outcome.output.split(whereSeparator: \.isNewline).last ?? ""
            #expect(last.contains(/^wrote \d+ files into results; open results\/report\.html$/))
            let quiet = try Tool.shell(
                line.replacingOccurrences(of: "-o", with: "-q -o"), in: scratch.url)
            #expect(!quiet.output.contains("wrote "), "\(quiet.output)")
        }
    #endif
}
