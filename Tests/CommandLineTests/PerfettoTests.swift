import Foundation
import TestSupport
import Testing

/// Reads the Perfetto timeline back with an independent reader and compares it with the run's
/// tables.
@Suite struct PerfettoTests {
    private static let day: Int64 = 86_400_000_000_000

    private struct Run {
        let trace: PerfettoReader
        /// `timeline.csv` without the states of apps.
        let rows: [[String]]
        let states: [[String]]

        init(_ scenario: String, _ policy: String, in scratch: ScratchFolder) throws {
            let outcome = try Tool.run(
                [
                    "run", scenario, "--policy", policy, "--timeline", "--perfetto", "--out", "out",
                ], in: scratch.url)
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            trace = try PerfettoReader(try scratch.data("out/timeline.perfetto-trace"))
            let table = String(decoding: try scratch.data("out/timeline.csv"), as: UTF8.self)
            let rows = table.split(separator: "\n").dropFirst().map {
                $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            }
            self.rows = rows.filter { $0[2] != "app" }
            states = rows.filter { $0[2] == "app" }
        }
    }

    @Test("Each component's states, causes and power equal those of timeline.csv")
    func states() throws {
        let scratch = try ScratchFolder()
        for (scenario, policy) in [
            ("keep-alive", "keep-alive-29"), ("day-in-the-life-today", "all"),
        ] {
            let run = try Run(scenario, policy, in: scratch)
            var energy = 0.0
            var seen = 0
            for (name, rows) in Dictionary(grouping: run.rows, by: { $0[2] }) {
                let power = rows.reduce(0) {
                    $0 + (Double($1[1])! - Double($1[0])!) * Double($1[4])!
                }
                energy += power
                guard let track = run.trace.track(name) else {
                    #expect(rows.count == 1 && power == 0, "\(scenario): \(name) has no track")
                    continue
                }
                seen += 1
                let slices = run.trace.slices.filter { $0.track == track }
                // A slice with a cause, one for each row.
                let inner = slices.filter { $0.depth == 1 }
                let drawn = rows.filter { $0[6] != "baseline" }.sorted {
                    Double($0[0])! < Double($1[0])!
                }
                #expect(inner.count == drawn.count, "\(scenario): \(name)")
                for (slice, row) in zip(inner, drawn) {
                    #expect(seconds(slice.from) == row[0] && seconds(slice.until) == row[1])
                    #expect(slice.category == row[6])
                    guard case .text(let activity) = slice.details["activity"],
                        case .number(let milliwatts) = slice.details["power_mW"]
                    else {
                        Issue.record("\(slice) says too little")
                        continue
                    }
                    var cause = activity
                    if case .count(let number) = slice.details["number"] { cause += " \(number)" }
                    #expect(cause == row[5] && slice.name == "\(row[6]): \(activity)")
                    #expect(abs(milliwatts - Double(row[4])!) <= 1e-9 * milliwatts)
                }
                // States, each as long as its rows together.
                let outer = slices.filter { $0.depth == 0 }
                for state in Set(rows.map { $0[3] }) {
                    let time = outer.filter { $0.name == state }.reduce(0) {
                        $0 + $1.until - $1.from
                    }
                    let expected = rows.filter { $0[3] == state }.reduce(0) {
                        $0 + Double($1[1])! - Double($1[0])!
                    }
                    #expect(abs(Double(time) / 1e9 - expected) < 1e-4, "\(scenario): \(state)")
                }
                #expect(zip(outer, outer.dropFirst()).allSatisfy { $0.until == $1.from })
                #expect(outer.first?.from == 0 && outer.last?.until == Self.day)
                #expect(slices.allSatisfy { $0.depth < 2 })
                let counted = run.trace.integral(of: "\(name) power (mW)", until: Self.day)
                #expect(abs(counted - power) <= 1e-9 * power, "\(scenario): \(name)")
            }
            #expect(seen >= 3)
            let total = run.trace.integral(of: "power of the phone (mW)", until: Self.day)
            #expect(energy > 0 && abs(total - energy) <= 1e-9 * energy, "\(scenario)")
            #expect(run.trace.units.values.allSatisfy { $0 == "mW" } && run.trace.units.count > 3)
        }
    }

    /// Formats nanoseconds as `timeline.csv` does.
    private func seconds(_ nanoseconds: Int64) -> String {
        let (whole, part) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        if part == 0 { return "\(whole)" }
        let digits = String(repeating: "0", count: 9 - "\(part)".count) + "\(part)"
        let decimals = String(digits.reversed().drop { $0 == "0" }.reversed())
        return "\(whole).\(decimals)" + (decimals.count == 3 ? "0" : "")
    }

    @Test("An arrow leads from each piece of an app's work to its radio states, tail last")
    func flows() throws {
        let scratch = try ScratchFolder()
        let run = try Run("day-in-the-life-today", "all", in: scratch)
        let radio = try #require(run.trace.track("cellular"))
        let steps = Dictionary(grouping: run.trace.slices.filter { $0.flow != nil }) { $0.flow! }
        var tails = 0
        for slices in steps.values {
            let work = slices[0]
            #expect(work.category == "work", "an arrow begins with \(work)")
            for slice in slices.dropFirst() {
                tails += slice.category == "tail" ? 1 : 0
                #expect(["promotion", "transfer", "tail"].contains(slice.category))
                #expect(slice.details["activity"] == .text(work.name))
                #expect(slice.details["number"] == work.details["number"])
                #expect(slice.from >= work.from)
            }
        }
        let all = run.trace.slices.filter { $0.track == radio && $0.category == "tail" }
        #expect(tails > 100 && tails >= all.count, "\(tails) of \(all.count) have a cause")
        // An app's work is shown below that app.
        let push = try #require(run.trace.track("mail: push"))
        #expect(run.trace.parents[push] == run.trace.track("app mail"))
        let states = run.trace.slices.filter { $0.track == run.trace.track("app mail") }
        let rows = run.states.filter { $0[5] == "mail" }
        #expect(states.map(\.name) == rows.map { $0[3] } && rows.count > 10)
    }

    @Test("Repeated runs give identical bytes, and --perfetto needs a folder")
    func bytes() throws {
        let scratch = try ScratchFolder()
        let words = ["run", "keep-alive", "--policy", "keep-alive-29", "--perfetto"]
        for folder in ["a", "b"] {
            _ = try Tool.run(words + ["--out", folder], in: scratch.url)
        }
        let first = try scratch.data("a/timeline.perfetto-trace")
        #expect(try first == scratch.data("b/timeline.perfetto-trace") && first.count > 10_000)
        let outcome = try Tool.run(words)
        #expect(outcome.exitCode == 64 && outcome.errors.contains("--out"), "\(outcome.errors)")
    }

    @Test(
        "A replay shows the radio's states, bursts with arrows to their tails, connections by host")
    func replay() throws {
        let scratch = try ScratchFolder()
        let phone = Repository.url("Examples/traces/phone.pcap").path
        let outcome = try Tool.run(
            ["replay", phone, "--radio", "lte-huang-2012", "--perfetto", "--out", "out"],
            in: scratch.url)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let trace = try PerfettoReader(try scratch.data("out/timeline.perfetto-trace"))
        func rows(_ name: String) throws -> [[String]] {
            String(decoding: try scratch.data("out/\(name).csv"), as: UTF8.self)
                .split(separator: "\n").dropFirst()
                .map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
        }
        let radio = try #require(trace.track("radio lte-huang-2012"))
        let states = trace.slices.filter { $0.track == radio && $0.category == "state" }
        for row in try rows("residence") {
            let time = states.filter { $0.name == row[3] }.reduce(0) { $0 + $1.until - $1.from }
            let seconds: Double = Double(time) / 1e9
            let written = try #require(Double(row[4]))
            #expect(abs(seconds - written) < 1e-6, "\(row)")
        }
        let end = try #require(states.last?.until)
        let energy = try rows("residence").reduce(0) { $0 + Double($1[6])! }
        let counted = trace.integral(of: "radio power (mW)", until: end) / 1000
        #expect(abs(counted - energy) <= 1e-9 * energy, "\(counted) J of \(energy) J")

        for row in try rows("causes") where row[4] != "baseline" {
            let drawn = trace.slices.filter { $0.track == radio && $0.category == row[4] }
                .reduce(0) { sum, slice in
                    guard case .number(let part) = slice.details["energy_mJ"] else { return sum }
                    return sum + part / 1000
                }
            #expect(abs(drawn - Double(row[5])!) <= 1e-9 * drawn, "\(row)")
        }
        let bursts = trace.slices.filter { $0.category == "burst" }
        let table = try rows("bursts")
        #expect(bursts.count == table.count && bursts.count > 3)
        for (burst, row) in zip(bursts, table) {
            #expect(burst.details["burst"] == .count(Int64(row[0])!))
            #expect(burst.details["category"] == .text(row[3]))
            #expect(seconds(burst.from) == row[1] && seconds(burst.until) == row[2])
            let tails = trace.slices.filter { $0.flow == burst.flow && $0.category == "tail" }
            #expect(!tails.isEmpty && tails.allSatisfy { $0.from >= burst.from })
            #expect(tails.allSatisfy { $0.details["burst"] == burst.details["burst"] })
        }
        let connections = trace.slices.filter { $0.category == "connection" }
        #expect(try connections.count == rows("flows").filter { $0[0] != "" }.count)
    }

    #if os(Linux)
        @Test("Memory does not grow with the length of the run")
        func memory() throws {
            let scratch = try ScratchFolder()
            func peak(_ horizon: String) throws -> Double {
                try Tool.peakMemory([
                    "run", "keep-alive", "--policy", "keep-alive-29", "--perfetto", "--quiet",
                    "--horizon", horizon, "--out", scratch.url.appendingPathComponent("out").path,
                ])
            }
            let (short, long) = (try peak("48h"), try peak("1440h"))
            #expect(short > 1 && long < short + 10, "\(short) MB for 2 d, \(long) MB for 60 d")
        }
    #endif
}
