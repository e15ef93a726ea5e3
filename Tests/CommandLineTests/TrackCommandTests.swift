import Foundation
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite struct TrackCommandTests {
    private struct Row {
        let time: Double
        let event: Substring
        let reported: (latitude: Double, longitude: Double)?
        let error: Double?

        init(_ line: Substring) {
            let cells = line.split(separator: ",", omittingEmptySubsequences: false)
            time = Double(cells[0])!
            event = cells[1]
            reported = cells[5].isEmpty ? nil : (Double(cells[5])!, Double(cells[6])!)
            error = Double(cells[9])
        }

        /// The distance in kilometres on a plane, accurate enough for a city.
        func distance(to other: Row) -> Double {
            guard let a = reported, let b = other.reported else { return 0 }
            let north = (a.latitude - b.latitude) * .pi / 180 * 6371.0088
            let east = (a.longitude - b.longitude) * .pi / 180 * 6371.0088
            return hypot(north, east * cos(a.latitude * .pi / 180))
        }
    }

    /// The metrics that the terminal shows.
    private func metrics(_ output: String) -> [String: Double] {
        var metrics: [String: Double] = [:]
        for line in output.split(separator: "\n") {
            let words = line.split(separator: " ")
            let digits = words.dropFirst().first?.replacing(",", with: "") ?? ""
            if let name = words.first, let value = Double(digits) { metrics[String(name)] = value }
        }
        return metrics
    }

    @Test("Cells and areas in track.csv are numbered from 0")
    func cells() throws {
        let scratch = try ScratchFolder()
        // In a week the phone visits hexagons on every side of the first.
        let outcome = try Tool.run(
            [
                "run", "location", "--policy", "significant-change", "--track", "--horizon", "168h",
                "--out", "out",
            ], in: scratch.url)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let rows = String(decoding: try scratch.data("out/track.csv"), as: UTF8.self)
            .split(separator: "\n").map {
                $0.split(separator: ",", omittingEmptySubsequences: false)
            }
        #expect(rows[0].suffix(2) == ["cell", "area"])
        for row in rows.dropFirst() {
            let numbers = row.suffix(2).map { Int($0) ?? -1 }
            #expect(numbers.allSatisfy { (0..<10_000).contains($0) }, "\(row)")
        }
    }

    @Test("track.csv adds up to the metrics", arguments: ["significant-change", "gps-continuous"])
    func consistent(_ policy: String) throws {
        let scratch = try ScratchFolder()
        let outcome = try Tool.run(
            [
                "run", "location", "--policy", policy, "--replication", "1", "--track",
                "--track-step", "1s", "--details", "--out", "out",
            ], in: scratch.url)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let metrics = metrics(outcome.output)
        let rows = String(decoding: try scratch.data("out/track.csv"), as: UTF8.self)
            .split(separator: "\n").dropFirst().map(Row.init)
        let spans = zip(rows, rows.dropFirst()).map { (row: $0, seconds: $1.time - $0.time) }
        #expect(abs(spans.reduce(0) { $0 + $1.seconds } - 86_400) < 1e-6)
        func share(_ reach: Double) -> Double {
            spans.reduce(0) { $0 + ($1.row.error.map { $0 <= reach } ?? false ? $1.seconds : 0) }
                / 864
        }
        #expect(abs(share(500) - metrics["within_500_m"]!) < 0.05)
        #expect(abs(share(2000) - metrics["within_2_km"]!) < 0.05)
        let reports = rows.filter { $0.event == "report" }
        #expect(Double(reports.count) == metrics["uploads"])
        let jumps = zip(reports, reports.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
        #expect(abs(jumps - metrics["distance_reported"]!) < 0.01 * jumps)
        let known = spans.filter { $0.row.error != nil }.sorted { $0.row.error! < $1.row.error! }
        let half = known.reduce(0) { $0 + $1.seconds } / 2
        var seconds = 0.0
        let median = known.first { span in
            seconds += span.seconds
            return seconds >= half
        }
        let found = try #require(metrics["position_error_median"])
        #expect(abs(median!.row.error! - found) < 0.02 * found + 0.5)
    }

    @Test("A moving phone has a well-formed map of the requested day")
    func map() throws {
        let scratch = try ScratchFolder()
        func run(_ others: [String]) throws -> Data {
            let outcome = try Tool.run(
                ["run", "location", "--policy", "significant-change", "--out", "out"] + others,
                in: scratch.url)
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            return try scratch.data("out/track.svg")
        }
        let day = try run(["--horizon", "2000h"])
        #expect(XMLParser(data: day).parse())
        #expect(try run(["--horizon", "2000h"]) == day)
        #expect(try run(["--horizon", "2000h", "--map-day", "4"]) != day)
        // Except for its heading, the map of a long run is no larger than that of a short one.
        #expect(try abs(run([]).count - day.count) < 50)
        let manifest = String(decoding: try scratch.data("out/manifest.json"), as: UTF8.self)
        #expect(manifest.contains("track.svg") && manifest.contains("track.vl.json"))
        #expect(try !scratch.names(in: "out").contains("track.csv"))
    }

    @Test("Without --out the track is data on stdout")
    func standardOutput() throws {
        let outcome = try Tool.run(
            ["run", "location", "--policy", "significant-change", "--track"])
        #expect(outcome.exitCode == 0 && outcome.errors.isEmpty)
        #expect(outcome.output.hasPrefix("t_s,event,mode,true_lat_deg,true_lon_deg,"))
        #expect(outcome.output.contains("\n86400,end,"))
    }

    @Test(
        "Impossible requests are refused with a message",
        arguments: [
            (["--timeline", "--track"], 64), (["--track", "--track-step", "0s"], 64),
            (["--map-day", "0"], 64), (["--map-day", "2", "--out", "out"], 65),
        ])
    func refused(_ others: [String], _ exitCode: Int) throws {
        let scratch = try ScratchFolder()
        let outcome = try Tool.run(
            ["run", "location", "--policy", "significant-change"] + others, in: scratch.url)
        #expect(Int(outcome.exitCode) == exitCode, "\(outcome.errors)")
        #expect(try scratch.names(in: ".").isEmpty)
    }

    #if os(Linux)
        @Test("A track of three hundred days takes little more memory than one of three")
        func memory() throws {
            func peak(_ days: Int) throws -> Double {
                try Tool.peakMemory([
                    "run", "location", "--policy", "significant-change", "--track",
                    "--horizon", "\(24 * days)h",
                ])
            }
            let (short, long) = (try peak(3), try peak(300))
            // The route itself is kept: some tens of waypoints a day of about 70 bytes each.
            #expect(long - short < 8, "\(short) MB, \(long) MB")
        }
    #endif
}
