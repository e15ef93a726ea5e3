import Foundation
import Testing

@Suite struct DurationsTests {
    /// The rows of a scenario's `durations.csv`, keyed by column.
    private func rows(_ scenario: String, _ options: [String]) throws -> [[String: String]] {
        let scratch = try ScratchFolder()
        let outcome = try Tool.run(["compare", scenario, "--out", "it"] + options, in: scratch.url)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let text = String(decoding: try scratch.data("it/durations.csv"), as: UTF8.self)
        let lines = text.split(separator: "\n").map {
            $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
        return lines.dropFirst().map {
            Dictionary(zip(lines[0], $0)) { first, _ in first }
        }
    }

    private func number(_ row: [String: String], _ column: String) throws -> Double {
        try #require(Double(row[column] ?? ""), "\(column) of \(row)")
    }

    @Test("The age of positions has percentiles of the time, each with an interval")
    func ages() throws {
        let rows = try rows("location", ["--replications", "12", "--seed", "5"])
        let ages = rows.filter { $0["metric"] == "position_age" }
        #expect(ages.contains { $0["policy"] == "gps-periodic" })
        #expect(rows.contains { $0["metric"] == "region_delay" && $0["weight"] == "event" })
        for row in ages {
            #expect(row["weight"] == "time" && row["unended"] == "" && row["unit"] == "s")
            let time = try number(row, "time_s")
            #expect(time > 0 && time < 12 * 86_400)
            let half = try number(row, "p50")
            #expect(try half <= number(row, "p90") && number(row, "p90") <= number(row, "p100"))
            #expect(try number(row, "mean") <= number(row, "p100"))
            #expect(try number(row, "p50_ci_low") <= half && half <= number(row, "p50_ci_high"))
        }
    }

    @Test("Each message counts once, and messages that never came are counted apart")
    func messages() throws {
        let all = try rows("push-or-poll", ["--replications", "12"])
        let rows = all.filter { $0["metric"] == "message_delay" }
        #expect(rows.allSatisfy { $0["time_s"] == "" })
        // The apps consist of rules, whose errands have delays too.
        #expect(Set(all.map { $0["metric"] }) == ["message_delay", "errand_delay"])
        let hourly = try #require(rows.first { $0["policy"] == "poll-1-h" })
        #expect(try number(hourly, "events") > 100 && number(hourly, "unended") > 0)
        // Messages come at any time between two polls, so the delay is uniform over an hour.
        for (percent, tolerance) in [(50, 0.1), (90, 0.05), (95, 0.05)] {
            let share = try number(hourly, "p\(percent)") / 3600
            #expect((share - Double(percent) / 100).magnitude < tolerance, "\(share)")
        }
        #expect(hourly["warnings"] == "")
    }

    @Test("With few events no tail is printed, and the screen says how few")
    func few() throws {
        let rows = try rows("voip", ["--replications", "2"])
        let rings = rows.filter { $0["metric"] == "time_to_ring" }
        #expect(!rings.isEmpty)
        for row in rings {
            #expect(row["warnings"] == "few-events" && row["p90"] == "" && row["p99"] == "")
            #expect(row["p50"] != "" && row["p100"] != "" && row["p50_ci_low"] == "")
        }
        let output = try Tool.run(["compare", "voip", "--replications", "2", "--details"]).words
        #expect(output.contains(" only)"), "\(output)")
    }

    @Test("The number of jobs does not change a byte", arguments: ["location", "photo-backup"])
    func sameBytes(scenario: String) throws {
        let scratch = try ScratchFolder()
        for jobs in ["1", "3"] {
            let outcome = try Tool.run(
                ["compare", scenario, "--replications", "40", "--jobs", jobs, "--out", jobs],
                in: scratch.url)
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
        }
        #expect(try scratch.data("1/durations.csv") == scratch.data("3/durations.csv"))
    }
}
