import Foundation
import TestSupport
import Testing

/// Tests of `tailwatt check` on a recorded trace: by host, by app, on several radios.
@Suite struct TraceBudgetTests {
    private static let trace = Repository.url("Examples/15-trace-budget/run.pcap").path
    private static let plain = Repository.url("Examples/traces/phone.pcap").path

    private func check(
        _ limits: [String], trace: String = trace, more: String = "", _ arguments: [String] = [],
        files: [String: String] = [:], in scratch: ScratchFolder? = nil
    ) throws -> Tool.Outcome {
        let scratch = try scratch ?? ScratchFolder()
        let text =
            "kind: budget\nname: run\ntrace: \(trace)\nradios: [lte-huang-2012]\n\(more)limits:\n"
            + limits.map { "  - \($0)\n" }.joined()
        try scratch.file("b.yaml", text)
        for (name, text) in files { try scratch.file(name, text) }
        return try withExtendedLifetime(scratch) {
            try Tool.run(["check", "./b.yaml"] + arguments, in: scratch.url)
        }
    }

    @Test("The parts of hosts and of apps add up to the whole, in every unit")
    func parts() throws {
        let scratch = try ScratchFolder()
        let outcome = try check(
            ["{ at-most: 1 kJ }"], ["--out", "out"], in: scratch)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        func column(_ file: String, _ number: Int) throws -> [Double] {
            String(decoding: try scratch.data("out/\(file)"), as: UTF8.self)
                .split(separator: "\n").dropFirst().compactMap { line in
                    Double(line.split(separator: ",", omittingEmptySubsequences: false)[number])
                }
        }
        let whole = try column("trace-check.csv", 6)[0]
        let shares = try column("trace-shares.csv", 7)
        #expect(shares.count == 5 && abs(shares.reduce(0, +) - whole) < 1e-6 * whole)
        // A charge and a share of the battery give the same verdict.
        let device = try check(
            ["{ name: a, at-most: 1000 mAh }", "{ name: b, at-most: 100 % }"],
            more: "device: pixel-6-2021\n", ["--format", "csv"])
        let cells = device.output.split(separator: "\n").dropFirst().map {
            $0.split(separator: ",").map(String.init)
        }
        let (charge, percent) = (Double(cells[0][6])!, Double(cells[1][6])!)
        let text = try String(
            contentsOf: Repository.url("Profiles/devices/pixel-6-2021.yaml"), encoding: .utf8)
        let capacity = Double(
            try #require(text.firstMatch(of: /capacity:[^0-9]*([0-9.]+) mAh/)).1)!
        #expect(abs(charge / capacity * 100 - percent) < 1e-9 * percent)
    }

    @Test("An exceeded limit exits with 1 and says by how much; a rate counts over the horizon")
    func exceeded() throws {
        let outcome = try check(
            ["{ name: ads, host: \"*.tracker.example\", at-most: 50 J }"])
        #expect(outcome.exitCode == 1)
        #expect(
            outcome.words.contains(
                "Failed: of 1 limit 1 exceeded. ads on lte-huang-2012 is 85.52 J, 35.52 J "
                    + "(71.0 %) more than allowed."), "\(outcome.output)")
        func rate(_ horizon: String) throws -> Double {
            let outcome = try check(
                ["{ at-most: 1000 kJ/h }"], more: "horizon: \(horizon)\n", ["--format", "csv"])
            return Double(outcome.output.split(separator: "\n")[1].split(separator: ",")[6])!
        }
        #expect(abs(try rate("10 min") / (try rate("20 min")) - 2) < 1e-9)
    }

    @Test("A list names apps that the capture does not; a host is named as it was requested")
    func mapped() throws {
        let limits = [
            "{ name: app, app: Messenger, at-most: 200 J }",
            "{ name: host, host: chat.example, at-most: 200 J }",
        ]
        let outcome = try check(
            limits, trace: Self.plain, more: "apps: apps.csv\n", ["--format", "csv"],
            files: ["apps.csv": "app,host,port\nMessenger,chat.example,5222\n"])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let rows = outcome.output.split(separator: "\n").dropFirst().map {
            $0.split(separator: ",")[6]
        }
        #expect(rows.count == 2 && rows[0] == rows[1] && Double(rows[0])! > 50, "\(rows)")
        let nothing = try check(limits, trace: Self.plain)
        #expect(nothing.exitCode == 65 && nothing.errors.contains("of the apps are unknown"))
    }

    @Test("A capture without a packet leaves every limit undecided")
    func empty() throws {
        let scratch = try ScratchFolder()
        let header = try Data(contentsOf: URL(fileURLWithPath: Self.plain)).prefix(24)
        let file = scratch.url.appending(path: "none.pcap")
        try header.write(to: file)
        let limits = ["{ name: app, app: Messenger, at-most: 5 J }", "{ at-most: 5 J }"]
        let outcome = try check(limits, trace: file.path, in: scratch)
        #expect(outcome.exitCode == 1, "\(outcome.errors)")
        #expect(outcome.words.contains("Failed: of 2 limits 2 undecided."), "\(outcome.output)")
    }

    @Test("A limit without packets is undecided and exits with 1, unless the budget lets it pass")
    func undecided() throws {
        let limit = ["{ name: gone, host: nowhere.example, at-most: 5 J }"]
        let failed = try check(limit)
        #expect(
            failed.exitCode == 1 && failed.words.contains("gone on lte-huang-2012 is undecided"))
        let passed = try check(limit, more: "undecided: pass\n", ["--junit", "-"])
        #expect(passed.exitCode == 0 && passed.output.contains(" skipped=\"1\" failures=\"0\""))
    }

    @Test("A comment has a heading, the verdict, a table, and the picture or the report")
    func markdown() throws {
        let limit = ["{ name: all, at-most: 500 J }"]
        let picture = try check(
            limit, ["--format", "md", "--link", "https://ci.example/limits.svg"])
        #expect(picture.output.hasPrefix("### Battery budget run\n\nPassed: of 1 limit 1 met."))
        #expect(picture.output.contains("| all | lte-huang-2012 | 500 J |"))
        #expect(picture.output.contains("met.](https://ci.example/limits.svg)"))
        let report = try check(limit, ["--format", "md", "--link", "https://ci.example/1"])
        #expect(report.output.hasSuffix("\n[The report](https://ci.example/1)\n"))
        #expect(try check(limit, ["--link", "x"]).exitCode == 64)
        #expect(try check(limit, ["--format", "md", "--link", "a b"]).exitCode == 64)
    }

    @Test("github-action-benchmark gets a figure for each limit and radio, never an empty list")
    func benchmark() throws {
        let scratch = try ScratchFolder()
        let limits = ["{ name: all, at-most: 500 J }"]
        _ = try check(limits, ["--benchmark-json", "b.json"], in: scratch)
        let parsed = try JSONSerialization.jsonObject(with: try scratch.data("b.json"))
        let list = try #require(parsed as? [[String: Any]])
        #expect(list.map { $0["name"] as? String } == ["all on lte-huang-2012"])
        #expect(list[0]["unit"] as? String == "J" && list[0]["value"] as? Double ?? 0 > 100)
        let bigger = try check(limits, ["--benchmark-json-bigger", "c.json"])
        #expect(bigger.exitCode == 65 && bigger.errors.contains("would be empty"))
    }

    @Test(
        "Invalid requests exit with 64 to 66 and say what is valid",
        arguments: [
            (["{ host: a.example, at-most: 5 J }"], "t.csv", 65, "has no hosts or ports"),
            (["{ at-most: 5 J }"], "none.pcap", 66, "there is no such file"),
            (["{ at-most: 5 %/h }"], "t.csv", 65, "without a device"),
            (["{ at-most: 5 W }"], "t.csv", 65, "2 %/day"),
            (["{ radio: wifi-psm, at-most: 5 J }"], "t.csv", 65, "no radio named"),
            (["{ host: a, app: b, at-most: 5 J }"], "t.csv", 65, "app"),
        ] as [([String], String, Int32, String)])
    func faults(limits: [String], trace: String, code: Int32, message: String) throws {
        let outcome = try check(
            limits, trace: trace, files: ["t.csv": "t,bytes,direction\n1,100,U\n"])
        #expect(outcome.exitCode == code && outcome.output.isEmpty, "\(outcome.output)")
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }

    /// Runs the script that `action.yml` runs between installing and commenting.
    @Test("The action's script writes one comment and reports, and exits with the failure's code")
    func action() throws {
        let scratch = try ScratchFolder()
        let script = Repository.url("scripts/check-action").path
        func run(_ variables: String) throws -> Tool.Outcome {
            try Tool.shell("\(variables) '\(script)'", in: scratch.url)
        }
        let budget = Repository.url("Examples/15-trace-budget/budget.yaml").path
        let passed = try run("BUDGET='\(budget)' OUT=a")
        #expect(passed.exitCode == 0 && passed.output.hasPrefix("<!-- tailwatt "))
        #expect(passed.output.contains("\n### ✅ Battery budget test-run\n"))
        #expect(
            try scratch.names(in: "a") == ["bench.json", "check", "check.xml", "comment.md"])
        _ = try Tool.run(
            ["replay", Self.trace, "--radio", "lte-huang-2012", "--out", "old"], in: scratch.url)
        _ = try Tool.run(
            ["replay", Self.plain, "--radio", "lte-huang-2012", "--out", "new"], in: scratch.url)
        let worse = try run("BUDGET='\(budget)' OUT=b BASE=old NEW=new")
        #expect(worse.exitCode == 1 && worse.output.contains("### The trace against the earlier"))
        let since = try run("BUDGET='\(budget)' OUT=e BASE=a/check")
        #expect(since.exitCode == 0, "\(since.errors)")
        #expect(since.output.contains("Every figure is the same as in the base."))
        let first = try run("BUDGET='\(budget)' OUT=f BASE=not-yet")
        #expect(first.exitCode == 0 && first.output.contains("There is no earlier result yet"))
        let missing = try run("BUDGET='no $(touch harm) such.yaml' OUT=c")
        #expect(missing.exitCode == 66 && missing.output.contains("### tailwatt could not tell"))
        #expect(try !scratch.names(in: ".").contains("harm"))
        try scratch.file(
            "larger.yaml",
            "kind: budget\nname: x\nscenario: keep-alive\nreplications: 3\nlimits:\n"
                + "  - { policy: none, metric: hours-to-empty, at-least: 1 h }\n")
        let larger = try run("BUDGET=larger.yaml OUT=d")
        #expect(larger.exitCode == 0, "\(larger.errors)")
        #expect(try scratch.names(in: "d").contains("bench-bigger.json"))
    }

    @Test("The command line can replace the trace; options of random runs are refused")
    func options() throws {
        let other = try check(["{ at-most: 500 J }"], trace: "x.pcap", ["--trace", Self.plain])
        #expect(other.exitCode == 0 && other.words.contains("176 packets"), "\(other.errors)")
        let chance = try check(["{ at-most: 500 J }"], ["--replications", "5"])
        #expect(chance.exitCode == 64 && chance.errors.contains("without random draws"))
        let scenario = try Tool.run(
            ["check", "Examples/09-budget/budget.yaml", "--trace", Self.plain])
        #expect(scenario.exitCode == 64)
    }
}
