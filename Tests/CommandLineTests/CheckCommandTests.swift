import Foundation
import TestSupport
import Testing

@Suite struct CheckCommandTests {
    private static let budget = """
        kind: budget
        name: mine
        scenario: keep-alive
        replications: 20
        limits:
          - { name: a-day, policy: keep-alive-29, metric: energy, at-most: 3 kJ }
          - policy: keep-alive-29
            metric: energy
            against: keep-alive-10
            at-most: 10 % less

        """

    private func check(
        _ text: String = budget, _ arguments: [String] = [], in scratch: ScratchFolder? = nil
    ) throws -> Tool.Outcome {
        let scratch = try scratch ?? ScratchFolder()
        try scratch.file("mine.yaml", text)
        return try withExtendedLifetime(scratch) {
            try Tool.run(["check", "./mine.yaml"] + arguments, in: scratch.url)
        }
    }

    private func edited(_ edits: (String, String)...) -> String {
        edits.reduce(Self.budget) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
    }

    @Test("A budget that is met exits with 0 and prints a line for each limit")
    func kept() throws {
        let outcome = try check()
        #expect(outcome.exitCode == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        for part in [
            "mine, on the scenario keep-alive", "20 replications", "at most 3000 J",
            "at most 0.9 times",
            "Passed: of 2 limits 2 met.",
        ] {
            #expect(outcome.words.contains(part), "\(part) in \(outcome.output)")
        }
    }

    @Test("A precision on the command line overrides the budget's")
    func precision() throws {
        let outcome = try check(Self.budget, ["--precision", "10%"])
        #expect(outcome.exitCode == 0 && outcome.output.contains("30 replications"))
    }

    @Test("An exceeded limit exits with 1 and prints the bound that shows it")
    func exceeded() throws {
        let outcome = try check(edited(("at-most: 3 kJ", "at-most: 2 kJ")))
        #expect(outcome.exitCode == 1 && outcome.errors.isEmpty, "\(outcome.errors)")
        #expect(outcome.output.contains("Failed: of 2 limits 1 met, 1 exceeded."))
        #expect(outcome.output.contains("at least 2,"))
        let least = try check(edited(("at-most: 3 kJ", "at-least: 3 kJ")))
        #expect(least.exitCode == 1 && least.output.contains("1 exceeded"), "\(least.output)")
    }

    @Test(
        "An undecided limit exits with 1, or 0 if the budget allows, and says how many would decide"
    )
    func undecided() throws {
        // Four replications without a missed call cannot prove a rate this low.
        let text = edited(
            ("metric: energy, at-most: 3 kJ", "metric: connection-losses, at-most: 0.001"),
            ("policy: keep-alive-29, metric: conn", "policy: keep-alive-10, metric: conn"))
        let failed = try check(text, ["--replications", "4"])
        #expect(failed.exitCode == 1, "\(failed.output)")
        #expect(failed.output.contains("a-day is undecided: about "), "\(failed.output)")
        let passed = try check(
            text.replacingOccurrences(of: "limits:", with: "undecided: pass\nlimits:"),
            ["--replications", "4"])
        #expect(passed.exitCode == 0 && passed.output.contains("1 undecided"), "\(passed.output)")
        let nothing = try check(
            edited(("metric: energy, at-most: 3 kJ", "metric: fixes, at-most: 3")))
        #expect(nothing.output.contains("no replication has a value"), "\(nothing.output)")
        let untried = try check(
            edited(
                ("metric: energy, at-most: 3 kJ", "metric: fixes, at-most: 3"),
                ("limits:", "undecided: pass\nlimits:")))
        #expect(untried.exitCode == 1, "a limit that nothing was tried for passes")
        let never = try check(
            edited(
                (
                    "keep-alive-29, metric: energy, at-most: 3 kJ",
                    "none, metric: calls-missed, at-most: 0"
                )))
        #expect(never.exitCode == 1)
    }

    @Test("check.csv goes into a folder; JUnit and JSON files are written on request")
    func files() throws {
        let scratch = try ScratchFolder()
        let outcome = try check(
            edited(("at-most: 3 kJ", "at-most: 2 kJ")),
            ["--out", "out", "--junit", "sub/check.xml", "--benchmark-json", "bench.json"],
            in: scratch)
        #expect(outcome.exitCode == 1, "\(outcome.errors)")
        #expect(
            try scratch.names(in: "out")
                == ["check.csv", "datapackage.json", "manifest.json", "report.html"])
        #expect(try scratch.names(in: "sub") == ["check.xml"])
        let xml = String(decoding: try scratch.data("sub/check.xml"), as: UTF8.self)
        #expect(xml.contains("tests=\"2\" errors=\"0\" skipped=\"0\" failures=\"1\""))
        #expect(xml.contains("type=\"exceeded\""))
        let bench = String(decoding: try scratch.data("bench.json"), as: UTF8.self)
        #expect(bench.contains("\"name\": \"keep-alive-29: energy\""))
        let rows = String(decoding: try scratch.data("out/check.csv"), as: UTF8.self)
            .split(separator: "\n")
        #expect(rows.count == 3 && rows[1].contains(",exceeded,") && rows[2].contains(",met,"))
        let again = try check(
            edited(("at-most: 3 kJ", "at-most: 2 kJ")), ["--junit", "two.xml", "--jobs", "1"],
            in: scratch)
        #expect(again.exitCode == 1)
        #expect(try scratch.data("two.xml") == scratch.data("sub/check.xml"))
    }

    @Test("A badge has the drain due to the app and the verdict")
    func badge() throws {
        let scratch = try ScratchFolder()
        for (text, word) in [
            (Self.budget, "passed"), (edited(("at-most: 3 kJ", "at-most: 2 kJ")), "failed"),
            (edited(("at-most: 3 kJ", "at-most: 2.42 kJ")), "undecided"),
        ] {
            let outcome = try check(text, ["--badge", "b.svg"], in: scratch)
            #expect(outcome.exitCode == (word == "passed" ? 0 : 1), "\(outcome.errors)")
            let svg = String(decoding: try scratch.data("b.svg"), as: UTF8.self)
            #expect(svg.contains("<title>mine: battery 2.5 % a day, \(word)</title>"), "\(svg)")
        }
        let clash = try check(Self.budget, ["--badge", "x", "--junit", "x"], in: scratch)
        #expect(clash.exitCode == 64 && clash.errors.contains("one file"), "\(clash.errors)")
        let unnamed = try check(Self.budget, ["--badge", ""], in: scratch)
        #expect(unnamed.exitCode == 64, "\(unnamed.errors)")
        #expect(unnamed.errorWords.contains("--badge needs the name of a file"))
        let printed = try check(Self.budget, ["--badge", "-"], in: scratch)
        #expect(printed.output.hasPrefix("<svg ") && printed.output.hasSuffix("</svg>\n"))
    }

    @Test("Metrics of which more is better have their own list, and no list is ever empty")
    func biggerIsBetter() throws {
        let text = edited(
            ("metric: energy, at-most: 3 kJ", "metric: hours-to-empty, at-least: 3 d"),
            ("  - policy: keep-alive-29\n", ""), ("    metric: energy\n", ""),
            ("    against: keep-alive-10\n", ""), ("    at-most: 10 % less\n", ""))
        let scratch = try ScratchFolder()
        let refused = try check(text, ["--benchmark-json", "bench.json"], in: scratch)
        #expect(refused.exitCode == 65 && refused.output.isEmpty, "\(refused.output)")
        #expect(refused.errors.contains("bench.json would be empty"), "\(refused.errors)")
        #expect(refused.errors.contains("--benchmark-json-bigger"))
        let both = try check(Self.budget, ["--benchmark-json-bigger", "b.json"], in: scratch)
        #expect(both.exitCode == 65 && both.errors.contains("b.json would be empty"))
        #expect(try scratch.names(in: ".") == ["mine.yaml"])
        let bigger = try check(text, ["--benchmark-json-bigger", "bench.json"], in: scratch)
        #expect(bigger.exitCode == 0, "\(bigger.errors)")
        let list = try JSONSerialization.jsonObject(with: try scratch.data("bench.json"))
        let entries = try #require(list as? [[String: Any]])
        #expect(entries.map { $0["name"] as? String } == ["keep-alive-29: hours to empty"])
        let again = try check(text, ["--benchmark-json-bigger", "bench.json"], in: scratch)
        #expect(again.exitCode == 0, "its own file is replaced")
    }

    @Test("Standard output holds the report alone")
    func standardOutput() throws {
        let outcome = try check(Self.budget, ["--junit", "-"])
        #expect(outcome.exitCode == 0)
        #expect(outcome.output.hasPrefix("<?xml") && outcome.output.hasSuffix("</testsuite>\n"))
        #expect(outcome.errors.contains("Passed: of 2 limits 2 met."))
    }

    /// Compares as github-action-benchmark does: the ratio of the new value to the earlier one
    /// against the threshold. It fails only if it is told to.
    @Test("The workflow of docs/guide/checks.md fails on 99 % more, and on 10 % more")
    func workflow() throws {
        let page = try String(
            contentsOf: Repository.url("docs/guide/checks.md"),
            encoding: .utf8)
        let uses = page.components(separatedBy: "uses: benchmark-action/github-action-benchmark")
        #expect(uses.count == 2)
        for use in uses.dropFirst() {
            let step = use.prefix(upTo: use.range(of: "```")?.lowerBound ?? use.endIndex)
            let threshold = try #require(step.firstMatch(of: #/alert-threshold: "([0-9]+)%"/#))
            let percent = try #require(Double(threshold.1))
            #expect(percent >= 100 && 1.10 > percent / 100)
            #expect(step.contains("fail-on-alert: true"))
            #expect(step.contains("tool: customSmallerIsBetter"))
            #expect(step.contains("external-data-json-path: "), "else there is nothing to compare")
        }
        #expect(page.contains("actions/cache@"))
    }

    @Test(
        "A faulty budget exits with 65, the place and a way out",
        arguments: [
            ("scenario: keep-alive", "scenario: keep-alve", ["mine.yaml:3:", "keep-alive\"?"]),
            ("metric: energy, at", "metric: enrgy, at", ["is not a metric", "\"energy\"?"]),
            ("at-most: 3 kJ", "at-most: 3 kg", ["is not a unit of energy"]),
            ("at-most: 10 % less", "at-most: 90 %", ["how the two policies are compared"]),
            (
                "policy: keep-alive-29\n", "policy: keep-alive-19\n",
                ["no policy named", "keep-alive-10,"]
            ),
            ("limits:", "limit:", ["Did you mean \"limits\"?"]),
        ] as [(String, String, [String])])
    func faults(old: String, new: String, parts: [String]) throws {
        let outcome = try check(edited((old, new)))
        #expect(outcome.exitCode == 65 && outcome.output.isEmpty, "\(outcome.output)")
        for part in parts { #expect(outcome.errors.contains(part), "\(outcome.errors)") }
    }

    @Test("A missing budget exits with 66; wrong usage exits with 64 before any simulation")
    func usage() throws {
        let missing = try Tool.run(["check", "./no-such.yaml"])
        #expect(missing.exitCode == 66 && missing.errors.contains("no-such.yaml"))
        #expect(try Tool.run(["check"]).exitCode == 64)
        let typo = try Tool.run(["chek", "mine.yaml"])
        #expect(typo.exitCode == 64 && typo.errors.contains("Did you mean \"check\"?"))
        for arguments in [
            ["--junit", ""], ["--junit", "folder/"], ["--junit", ".hidden"],
            ["--junit", "a", "--benchmark-json", "a"], ["--out", ""], ["--replications", "1"],
        ] {
            #expect(try check(Self.budget, arguments).exitCode == 64, "\(arguments)")
        }
        #expect(try check(Self.budget, ["--junit", "mine.yaml"]).exitCode == 73)
        #expect(try check(Self.budget, ["--junit", "/proc/tailwatt/x.xml"]).exitCode == 73)
    }

    @Test("profiles check reads a budget and refuses another kind of file as one")
    func kinds() throws {
        let scratch = try ScratchFolder()
        try scratch.file("mine.yaml", Self.budget)
        let good = try Tool.run(["profiles", "check", "./mine.yaml"], in: scratch.url)
        #expect(good.exitCode == 0 && good.output.hasPrefix("1 file: all good"), "\(good.errors)")
        let wrong = try Tool.run(["compare", "./mine.yaml"], in: scratch.url)
        #expect(wrong.exitCode == 65 && wrong.errors.contains("a scenario is needed"))
        let other = try Tool.run(["check", "Profiles/scenarios/keep-alive.yaml"])
        #expect(other.exitCode == 65 && other.errors.contains("a budget is needed"))
    }
}
