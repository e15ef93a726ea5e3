import Foundation
import TestSupport
import Testing

@Suite struct CheckBaseTests {
    private static let budget = """
        kind: budget
        name: mine
        scenario: keep-alive
        replications: 20
        limits:
          - { name: a-day, policy: keep-alive-29, metric: energy, at-most: 3 kJ }
          - { name: wake-ups, policy: keep-alive-10, metric: wake-ups, at-most: 1000 }

        """
    private static let trace = Repository.url("Examples/15-trace-budget/budget.yaml").path

    private func check(
        _ text: String = budget, _ arguments: [String] = [], in scratch: ScratchFolder
    ) throws -> Tool.Outcome {
        try scratch.file("mine.yaml", text)
        return try Tool.run(["check", "./mine.yaml"] + arguments, in: scratch.url)
    }

    private func edited(_ edits: (String, String)...) -> String {
        edits.reduce(Self.budget) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
    }

    private func rows(_ outcome: Tool.Outcome) throws -> [[String: Any]] {
        let json = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
        let tables = try #require((json as? [String: Any])?["tables"] as? [String: Any])
        return try #require(tables.values.first as? [[String: Any]])
    }

    @Test("The unchanged budget shows no change, against a folder or against printed output")
    func same() throws {
        let scratch = try ScratchFolder()
        let first = try check(Self.budget, ["--out", "base", "--format", "json"], in: scratch)
        try scratch.file("base.json", first.output)
        for base in ["base", "base.json"] {
            let again = try check(Self.budget, ["--base", base], in: scratch)
            #expect(again.exitCode == 0, "\(again.errors)")
            #expect(again.words.contains("Every figure is the same as in the base."))
            #expect(!again.words.contains("Changed since the base"), "\(again.output)")
        }
        // A result that was compared with a base can itself serve as a base.
        _ = try check(Self.budget, ["--base", "base", "--out", "next"], in: scratch)
        let next = try check(Self.budget, ["--base", "next"], in: scratch)
        #expect(next.words.contains("Every figure is the same"), "\(next.errors)")
        #expect(!next.words.contains("Changed since the base"), "\(next.output)")
    }

    @Test(
        "Another seed stays within the noise, more traffic does not; the budget decides the verdict"
    )
    func moved() throws {
        let scratch = try ScratchFolder()
        _ = try check(Self.budget, ["--out", "base"], in: scratch)
        let other = edited(("replications: 20", "replications: 20\nseed: 7"))
        let noise = try check(other, ["--base", "base", "--format", "json"], in: scratch)
        let row = try #require(try rows(noise).first)
        #expect(row["against_base"] as? String == "within noise", "\(noise.output)")
        let (was, now) = (row["was"] as? Double ?? 0, row["measured"] as? Double ?? 0)
        let difference = try #require(row["difference"] as? Double)
        #expect(was != now && abs(now - was - difference) < 1e-9 * was)
        let low = try #require(row["difference_low"] as? Double)
        let high = try #require(row["difference_high"] as? Double)
        #expect(low < 0 && 0 < high && low < difference && difference < high)

        let half = edited(("replications: 20", "replications: 20\nhorizon: 12 h"))
        let less = try check(half, ["--base", "base", "--format", "md"], in: scratch)
        #expect(less.exitCode == 0, "\(less.errors)")
        #expect(
            less.output.contains(
                "| limit | allowed | was | is | difference | change | noise | outcome |"))
        #expect(less.words.contains("| beyond "), "\(less.output)")
        #expect(less.words.contains("A run of the base was 24 h long, one of this check is 12 h."))
        #expect(less.words.contains("Changed since the base: ./mine.yaml"), "\(less.output)")
    }

    @Test("Limits that are new, gone, changed, or on another metric are named")
    func limits() throws {
        let scratch = try ScratchFolder()
        _ = try check(Self.budget, ["--out", "base"], in: scratch)
        let text = edited(
            ("at-most: 3 kJ", "at-most: 2 kJ"),
            ("name: wake-ups, policy: keep-alive-10", "name: wake-ups, policy: keep-alive-29"))
        let changed = try check(text, ["--base", "base", "--format", "md"], in: scratch)
        #expect(changed.exitCode == 1)
        #expect(changed.words.contains("exceeded (was met)"), "\(changed.output)")
        #expect(changed.words.contains("a-day has another limit: it was 3,000.0 J."))
        #expect(changed.words.contains("of something else"), "\(changed.output)")
        let renamed = try check(
            edited(("name: wake-ups", "name: wakes"), ("name: mine", "name: yours")),
            ["--base", "base", "--format", "md"], in: scratch)
        #expect(renamed.words.contains("Only in the base: wake-ups."), "\(renamed.output)")
        #expect(renamed.words.contains("new limit"))
        #expect(renamed.words.contains("The base is of the budget mine."))
    }

    @Test("A trace has no interval: every difference is listed, radio by radio")
    func trace() throws {
        let scratch = try ScratchFolder()
        let first = try Tool.run(["check", Self.trace, "--out", "base"], in: scratch.url)
        #expect(first.exitCode == 0, "\(first.errors)")
        let after = Repository.url("Examples/15-trace-budget/after.pcap").path
        let less = try Tool.run(
            ["check", Self.trace, "--trace", after, "--base", "base"], in: scratch.url)
        #expect(less.exitCode == 0, "\(less.errors)")
        #expect(
            less.words.contains(
                "Against the base 2 more and 4 less, of 7 figures; the furthest up: chat on"),
            "\(less.output)")
        #expect(less.words.contains("A trace is one run"))
        #expect(!less.words.contains("noise"))
    }

    @Test("A limit without packets in the trace is undecided, or met if an earlier trace had some")
    func gone() throws {
        let scratch = try ScratchFolder()
        try scratch.file(
            "budget.yaml",
            """
            kind: budget
            name: ads
            trace: \(Repository.url("Examples/15-trace-budget/run.pcap").path)
            radios: [lte-huang-2012]
            limits:
              - { name: ads, host: "*.tracker.example", at-most: 100 J }
              - { name: whole-run, at-most: 1 kJ }
            """)
        let check = ["check", "budget.yaml"]
        #expect(try Tool.run(check + ["--out", "base"], in: scratch.url).exitCode == 0)
        let trace = Repository.url("Examples/traces/phone.pcap").path
        let other = check + ["--trace", trace]
        let alone = try Tool.run(other + ["--out", "alone"], in: scratch.url)
        #expect(alone.exitCode == 1)
        #expect(
            alone.words.contains("The trace has no packet of what ads limits."),
            "\(alone.output)\(alone.errors)")
        let since = try Tool.run(other + ["--base", "base"], in: scratch.url)
        #expect(since.exitCode == 0, "\(since.errors)")
        #expect(since.words.contains("ads on lte-huang-2012 is met: the base has packets of"))
        #expect(!since.words.contains("undecided"))
        let never = try Tool.run(other + ["--base", "alone"], in: scratch.url)
        #expect(never.exitCode == 1 && never.words.contains("undecided"))
    }

    @Test("An invalid base exits with 64 to 66 and says what is valid")
    func faults() throws {
        let scratch = try ScratchFolder()
        _ = try Tool.run(["check", Self.trace, "--out", "traced"], in: scratch.url)
        try scratch.file("text.json", "no")
        try scratch.file("other.json", "{ \"tables\": { \"summary\": [] } }")
        try scratch.file("row.json", "{ \"tables\": { \"check\": [{ \"limit\": 3 }] } }")
        _ = try check(Self.budget, ["--out", "edited"], in: scratch)
        let table = String(decoding: try scratch.data("edited/check.csv"), as: UTF8.self)
        try scratch.file("edited/check.csv", table.replacingOccurrences(of: ",met,", with: ",x,"))
        for (base, code, message) in [
            ("none", 66, "No such file"), ("text.json", 65, "it is not JSON"),
            ("other.json", 65, "have neither \"check\" nor \"trace-check\""),
            ("row.json", 65, "row 1 of \"check\" has no text as \"limit\""),
            ("traced", 65, "traced is a check of a trace"),
            ("edited", 65, "the file has changed"), (".", 65, "no manifest.json"),
        ] as [(String, Int32, String)] {
            let outcome = try check(Self.budget, ["--base", base], in: scratch)
            #expect(outcome.exitCode == code && outcome.output.isEmpty, "\(base)")
            #expect(outcome.errorWords.contains(message), "\(outcome.errors)")
        }
        // A result never replaces the base that it is compared with.
        let base = try check(Self.budget, ["--out", "base"], in: scratch)
        #expect(base.exitCode == 0)
        let over = try check(
            Self.budget, ["--base", "base", "--out", "base", "--force"], in: scratch)
        #expect(over.exitCode == 73, "\(over.errors)")
    }

    @Test("--fail-if-worse fails, passes, or leaves undecided by the interval of the change")
    func worse() throws {
        let scratch = try ScratchFolder()
        let half = edited(("replications: 20", "replications: 20\nhorizon: 12 h"))
        let other = edited(("replications: 20", "replications: 20\nseed: 7"))
        _ = try check(half, ["--out", "half"], in: scratch)
        _ = try check(Self.budget, ["--out", "base"], in: scratch)
        let worse = ["--fail-if-worse", "5%", "--base"]
        let junit = ["--junit", "check.xml"]
        // Twice as long a run costs twice as much: the interval is wholly above 5 %.
        let twice = try check(Self.budget, worse + ["half"] + junit, in: scratch)
        #expect(twice.exitCode == 1, "\(twice.output)")
        #expect(twice.words.contains("Failed: of 2 limits 2 met."), "\(twice.output)")
        #expect(twice.words.contains("These are more than 5 % worse than the base: a-day"))
        let xml = String(decoding: try scratch.data("check.xml"), as: UTF8.self)
        #expect(xml.contains("name=\"a-day against the base\"") && xml.contains("<failure"))
        let less = try check(half, worse + ["base"], in: scratch)
        #expect(less.exitCode == 0, "\(less.output)")
        #expect(less.words.contains("No figure is more than 5 % worse than the base."))
        // Another seed moves the figure by chance: the interval spans 0 %.
        let zero = ["--fail-if-worse", "0%", "--base", "base"]
        let open = try check(other, zero, in: scratch)
        #expect(open.exitCode == 1, "\(open.output)")
        #expect(
            open.words.contains(
                "It is undecided whether these are more than 0 % worse than the base: a-day"))
        let passing = other.replacingOccurrences(of: "limits:", with: "undecided: pass\nlimits:")
        #expect(try check(passing, zero, in: scratch).exitCode == 0)
        #expect(try check(other, ["--base", "base"], in: scratch).exitCode == 0)
        let alone = try check(Self.budget, ["--fail-if-worse", "5%"], in: scratch)
        #expect(alone.exitCode == 64 && alone.errors.contains("--fail-if-worse needs --base"))
    }

    @Test("A trace has no interval: its figures are compared with the allowed share as they are")
    func worseTrace() throws {
        let scratch = try ScratchFolder()
        let after = Repository.url("Examples/15-trace-budget/after.pcap").path
        let check = ["check", Self.trace, "--base", "base", "--fail-if-worse"]
        _ = try Tool.run(["check", Self.trace, "--out", "base"], in: scratch.url)
        #expect(try Tool.run(check + ["0%"], in: scratch.url).exitCode == 0)
        let worse = try Tool.run(check + ["0%", "--trace", after], in: scratch.url)
        #expect(worse.exitCode == 1, "\(worse.output)")
        #expect(worse.words.contains("These are more than 0 % worse than the base: chat on"))
    }
}
