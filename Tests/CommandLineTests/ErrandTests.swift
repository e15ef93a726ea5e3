import Foundation
import Testing

@Suite struct ErrandTests {
    /// Two apps with rules and one without.
    private static let scenario = """
        kind: scenario
        name: two-apps
        question: What do two apps of rules do?
        device:  nexus-one
        radio:   lte-huang-2012
        system:  android-4
        horizon: 24 h
        apps:
          - { name: mail, app: mail, world: { messages: { every: \
        { exponential: 1 h }, size: 20 kB } } }
          - { name: ping, app: messenger-socket }
          - { name: stats, tail-ender: { deadline: 1 h, tail: 17 s }, world: { outbox: \
        { every: 10 min, size: 1 kB } } }
        policies:
          - { name: all, apps: {}, baseline: true }
          - { name: slow-mail, apps: { mail: { check-every: 2 h } } }
          - { name: none, none: {} }
        replications: { at-least: 12, at-most: 12 }
        """

    private func rows(_ folder: String, in scratch: ScratchFolder) throws -> [[String: String]] {
        let text = String(decoding: try scratch.data("\(folder)/errands.csv"), as: UTF8.self)
        let lines = text.split(separator: "\n").map {
            $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
        return lines.dropFirst().map { Dictionary(zip(lines[0], $0)) { first, _ in first } }
    }

    private func number(_ row: [String: String]?, _ column: String) throws -> Double {
        try #require(Double(row?[column] ?? ""), "\(column) of \(row ?? [:])")
    }

    @Test("Each rule of each app of each policy has a row, and the rows add up to the metric")
    func rows() throws {
        let scratch = try ScratchFolder()
        try scratch.file("two.yaml", Self.scenario)
        let outcome = try Tool.run(["compare", "two.yaml", "--out", "it"], in: scratch.url)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let rows = try rows("it", in: scratch)
        let names = ["mail check", "mail look", "ping ping", "ping show", "ping look"]
        let expected = names.map { "all \($0)" } + names.map { "slow-mail \($0)" }
        let found = rows.map { "\($0["policy"]!) \($0["app"]!) \($0["rule"]!)" }
        #expect(found == expected)
        let (usual, slow) = (rows[0], rows[5])
        #expect(try number(usual, "errands_begun") == 95 && number(slow, "errands_begun") == 11)
        #expect(usual["n"] == "12" && rows[1]["errands_begun"] == "0")
        let delay = try number(usual, "errand_delay_s")
        #expect(try number(usual, "errand_delay_ci_low") < delay)
        #expect(try delay < number(usual, "errand_delay_ci_high"))
        #expect(try number(usual, "delay_p50") <= number(usual, "delay_p100"))
        #expect(rows[1]["errand_delay_s"] == "" && rows[1]["delay_p50"] == "")
        let summary = String(decoding: try scratch.data("it/summary.csv"), as: UTF8.self)
        let begun = try #require(
            summary.split(separator: "\n").first { $0.contains("all,errands_begun,") })
        let sum = try rows.prefix(4).reduce(0) { try $0 + number($1, "errands_begun") }
        #expect(Double(begun.split(separator: ",")[4]) == sum)
    }

    @Test("A single run has the file without intervals; the number of jobs does not change a byte")
    func runAndJobs() throws {
        let scratch = try ScratchFolder()
        try scratch.file("two.yaml", Self.scenario)
        for jobs in ["1", "3"] {
            let outcome = try Tool.run(
                ["compare", "two.yaml", "--jobs", jobs, "--out", jobs, "--antithetic"],
                in: scratch.url)
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
        }
        #expect(try scratch.data("1/errands.csv") == scratch.data("3/errands.csv"))
        #expect(try rows("1", in: scratch)[0]["n"] == "6")
        let run = try Tool.run(
            ["run", "two.yaml", "--policy", "all", "--out", "run"], in: scratch.url)
        #expect(run.exitCode == 0, "\(run.errors)")
        let row = try #require(try rows("run", in: scratch).first)
        #expect(row["errands_begun"] == "95" && row["errands_begun_ci_low"] == "")
    }

    @Test("Without rules there is no errands file")
    func none() throws {
        let scratch = try ScratchFolder()
        let outcome = try Tool.run(
            ["compare", "keep-alive", "--replications", "2", "--out", "it"], in: scratch.url)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(try !scratch.names(in: "it").contains("errands.csv"))
    }
}
