import Foundation
import TestSupport
import Testing

@Suite struct AssumptionsCommandTests {
    private static let scenarios: [String] = {
        let url = Repository.url("Profiles/scenarios")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
        return names.filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) }.sorted()
    }()

    @Test("Every shipped scenario has values to draw", arguments: scenarios)
    func uncertain(scenario: String) throws {
        let outcome = try Tool.run([
            "compare", scenario, "--uncertain", "--draws", "2", "--replications", "2",
        ])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("2 phones drawn"), "\(outcome.output)")
    }

    /// `scripts/assumptions` writes the committed list.
    @Test("The list names what matters in every shipped scenario, with a range for each")
    func ranges() throws {
        let rows = try Self.rows(of: Data(contentsOf: Repository.url("Reports/assumptions.csv")))
        #expect(Set(rows.compactMap { $0["scenario"] }) == Set(Self.scenarios))
        var count = 0
        for row in rows {
            let effect = try #require(row["effect"].flatMap(Double.init), "\(row)")
            guard effect > 0.02 else { continue }
            count += 1
            #expect(
                row["range"] == "given",
                "\(row["scenario"] ?? ""): \(row["parameter"] ?? "") moves it by \(effect)")
        }
        #expect(count > 150)
    }

    @Test("The committed list is what the command prints", arguments: ["keep-alive", "w1", "voip"])
    func committed(scenario: String) throws {
        let folder = try ScratchFolder()
        let outcome = try Tool.run(["assumptions", scenario, "--out", "out"], in: folder.url)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let made = try Self.rows(
            of: Data(contentsOf: folder.url.appendingPathComponent("out/assumptions.csv")))
        let all = try Self.rows(of: Data(contentsOf: Repository.url("Reports/assumptions.csv")))
        let committed = all.filter { $0["scenario"] == scenario }
        #expect(!committed.isEmpty && committed == Array(made.prefix(committed.count)))
        let flips = try Self.rows(
            of: Data(contentsOf: folder.url.appendingPathComponent("out/flips.csv")))
        let told = try Self.rows(of: Data(contentsOf: Repository.url("Reports/flips.csv")))
        #expect(flips == told.filter { $0["scenario"] == scenario })
        #expect(flips.isEmpty == (scenario == "w1"), "one policy has nothing to compare")
        let page = try String(contentsOf: Repository.url("Reports/assumptions.md"), encoding: .utf8)
        let section = try Tool.run(["assumptions", scenario, "--markdown"]).output
        #expect(section.hasPrefix("## \(scenario)\n") && page.contains(section))
    }

    private static let scenario = """
        kind: scenario
        name: mine
        question: What does it rest on?
        device: iphone-4
        radio: umts-att-2010
        system: ios-4
        horizon: 6 h
        world:
          other-traffic:
            - every: { exponential: 20 min, assumption: "a guess" }
              uplink: 2 KiB
              downlink: 20 KiB
        policies:
          - name: often
            keep-alive: { interval: { value: 10 min, assumption: "what is compared" } }
          - { name: rare, keep-alive: { interval: 29 min } }

        """

    @Test("A number without a range moves by the factor; compared values do not move")
    func factor() throws {
        let folder = try ScratchFolder()
        try folder.file("mine.yaml", Self.scenario)
        let outcome = try Tool.run(
            ["assumptions", "./mine.yaml", "--factor", "2", "--out", "out"], in: folder.url)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let rows = try Self.rows(
            of: Data(contentsOf: folder.url.appendingPathComponent("out/assumptions.csv")))
        let names = rows.compactMap { $0["parameter"] }
        let every = try #require(
            rows.first { $0["parameter"] == "world.other-traffic.1.every.exponential" })
        #expect(every["range"] == "factor")
        let values = [every["low_value"], every["high_value"]].compactMap { $0 }
        #expect(Set(values).isSubset(of: ["10 min", "20 min", "40 min"]), "\(values)")
        #expect(!names.contains { $0.hasSuffix(".interval") }, "\(names)")
        #expect(names.contains("policies.*.keep-alive.message"), "\(names)")
        // Effects are sorted in descending order, and each is a share of the row's own values.
        let effects = rows.compactMap { Double($0["effect"] ?? "") }
        #expect(effects.count == rows.count && effects == effects.sorted(by: >))
        #expect(outcome.output.contains("*"), "\(outcome.output)")
    }

    @Test("The number of jobs does not change a byte")
    func deterministic() throws {
        let folder = try ScratchFolder()
        try folder.file("mine.yaml", Self.scenario)
        let outputs = try ["1", "3"].map { jobs in
            try Tool.run(["assumptions", "./mine.yaml", "--jobs", jobs], in: folder.url).output
        }
        #expect(outputs[0] == outputs[1] && !outputs[0].isEmpty)
    }

    @Test("A range in a profile counts, unless the user sets the value")
    func ofAProfile() throws {
        let folder = try ScratchFolder()
        let draw = ["compare", "./mine.yaml", "--uncertain", "--draws", "2", "--replications", "2"]
        try folder.file("mine.yaml", Self.scenario)
        let drawn = try Tool.run(draw, in: folder.url)
        #expect(drawn.output.contains("device.processor.awake-background"), "\(drawn.output)")
        let put = try Tool.run(
            draw + ["--set", "device.processor.awake-background=90 mW"], in: folder.url)
        #expect(put.exitCode == 0, "\(put.errors)")
        #expect(!put.output.contains("device.processor.awake-background  "), "\(put.output)")
    }

    @Test("A path with * selects every policy that has the key, and nothing else")
    func everyEntry() throws {
        let folder = try ScratchFolder()
        try folder.file("mine.yaml", Self.scenario)
        let run = ["compare", "./mine.yaml", "--replications", "2", "--set"]
        let put = try Tool.run(run + ["policies.*.keep-alive.interval=15 min"], in: folder.url)
        #expect(put.exitCode == 0, "\(put.errors)")
        let none = try Tool.run(run + ["policies.*.poll.every=15 min"], in: folder.url)
        #expect(none.exitCode == 65 && none.errors.contains("keep-alive"), "\(none.errors)")
    }

    @Test(
        "Invalid requests are refused with a message",
        arguments: [
            (["--factor", "1"], "--factor must be above 1"),
            (["--replications", "1"], "--replications must be from 2"),
        ])
    func usage(_ options: [String], _ words: String) throws {
        let outcome = try Tool.run(["assumptions", "keep-alive"] + options)
        #expect(outcome.exitCode == 64 && outcome.errors.contains(words), "\(outcome.errors)")
    }

    /// The rows of a CSV file, whose cells may be quoted.
    private static func rows(of data: Data) throws -> [[String: String]] {
        let lines = String(decoding: data, as: UTF8.self).split(separator: "\n").map(cells)
        return lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(lines[0], $0)) }
    }

    private static func cells(of line: Substring) -> [String] {
        var (cells, isQuoted) = ([""], false)
        for character in line {
            if character == "\"" {
                isQuoted.toggle()
            } else if character == ",", !isQuoted {
                cells.append("")
            } else {
                cells[cells.count - 1].append(character)
            }
        }
        return cells
    }
}
