import Foundation
import Show
import TestSupport
import Testing

@testable import Traces

/// The samples are made up, by Tests/Fuzz/Seeds/make-records.py.
@Suite struct PhoneTallyTests {
    private static func seed(_ name: String) -> [UInt8] {
        let url = Repository.url("Tests/Fuzz/Seeds/records/\(name)")
        return Array((try? Data(contentsOf: url)) ?? Data())
    }

    private static func tally(_ bytes: [UInt8]) throws -> PhoneTally {
        try #require(try PhoneTally(TraceFile(path: "FILE", bytes: bytes)))
    }

    private static func message(_ bytes: [UInt8]) -> String {
        do {
            _ = try PhoneTally(TraceFile(path: "FILE", bytes: bytes))
            return ""
        } catch {
            return error.description
        }
    }

    private static func payload(_ group: String, _ key: String, _ text: String) -> [UInt8] {
        Array(
            """
            {"timeStampBegin": "2026-03-02 00:00:00", "timeStampEnd": "2026-03-03 00:00:00",
             "metaData": {}, "\(group)": {"\(key)": "\(text)"}}
            """.utf8)
    }

    @Test("MetricKit's numbers of all payloads, in MB and s")
    func metrics() throws {
        let tally = try Self.tally(Self.seed("metrics.json"))
        func amounts(_ name: String) -> [Double]? {
            tally.series.first { $0.name == name }?.parts.map(\.amount)
        }
        #expect(amounts("CellularUpload") == [1.0245, 70] && amounts("WifiUpload") == [2.5, 50])
        #expect(amounts("CellularDownload") == [4.2, 80] && amounts("WifiDownload") == [12.6, 60])
        #expect(amounts("ForegroundTime") == [720, 700] && amounts("CPUTime") == [95.25, 100])
        #expect(amounts("HundredMetersAccuracyTime") == [1200, 0])
        #expect(amounts("KilometerAccuracyTime") == nil)
        #expect(tally.series.last?.name == "signal, bars: 4")
        let hours = try #require(tally.series.first).parts.map(\.hours)
        #expect(hours.count == 2 && hours[0] == 24 && abs(hours[1] - 23.983) < 0.001)
        #expect(tally.limits.contains("Payloads simulated by Xcode: 1."))
    }

    @Test("One payload, an array, or one a line; others are left out or refused")
    func forms() throws {
        let one = Self.payload("cpuMetrics", "cumulativeCPUTime", "7 sec")
        let line = String(decoding: one, as: UTF8.self).replacing("\n", with: "")
        let other = #"{"timeStampBegin": "", "metaData": {}, "crashDiagnostics": []}"#
        for (text, count) in [
            (line, 1), ("\u{FEFF}\(line)\n", 1), ("[\(line), \(line)]", 2),
            ("\(line)\r\n\(line)\n\n\(line)\n", 3), ("\(line)\n\(other)\n", 1),
        ] {
            let tally = try Self.tally(Array(text.utf8))
            #expect(tally.series.map(\.name) == ["CPUTime"], "\(text)")
            #expect(tally.series[0].parts.map(\.amount) == Array(repeating: 7, count: count))
        }
        #expect(Self.message(Array(other.utf8)).contains("none of the numbers"))
        #expect(Self.message(Array("\(line)\n{\"metaData\"".utf8)).contains("damaged"))
    }

    @Test(
        "A number in any language and unit",
        arguments: [
            ("80,000 kB", 80), ("80.000 kB", 80), ("80000 kB", 80), ("69.940,5 kB", 69.9405),
            ("1,234,567.5 kB", 1234.5675), ("1.234.567 kB", 1234.567), ("1,23,456 kB", 123.456),
            ("1 234 ko", 1.234), ("1\u{A0}234\u{202F}567 кБ", 1234.567), ("1’234 kB", 1.234),
            ("22,665千字节", 22.665), ("٨٠٬٠٠٠ كيلوبايت", 80), ("٨٠٫٥ كيلوبايت", 0.0805),
            ("८०,००० kB", 80), ("８０ kB", 0.08), ("kB 80", 0.08), ("\u{200F}80 kB", 0.08),
            ("2.5 MB", 2.5), ("3 GB", 3000), ("512 bytes", 0.000512), ("0,125 kB", 0.000125),
            ("0 kB", 0), ("12,5 kB", 0.0125),
        ])
    func number(text: String, megabytes: Double) throws {
        let payload = Self.payload("networkTransferMetrics", "cumulativeWifiUpload", text)
        let found = try Self.tally(payload).series[0].parts[0].amount
        #expect(abs(found - megabytes) <= 1e-12 * megabytes, "\(found)")
    }

    @Test(
        "A time in any language and unit",
        arguments: [
            ("1,456秒", 1456), ("0秒", 0), ("20 sec", 20), ("20 Sek.", 20), ("1.456 сек.", 1456),
            ("500 ms", 0.5), ("2 min", 120), ("3 hr", 10_800), ("22.5 s", 22.5),
        ])
    func time(text: String, seconds: Double) throws {
        let payload = Self.payload("cpuMetrics", "cumulativeCPUTime", text)
        #expect(try Self.tally(payload).series[0].parts[0].amount == seconds)
    }

    @Test("Values that are not numbers of 0 or more are counted as unreadable")
    func unreadable() {
        for text in ["-1 sec", "\u{2212}1 sec", "", "sec", "1e400 sec", "1x2 sec", "9e9 sec"] {
            let payload = Self.payload("cpuMetrics", "cumulativeCPUTime", text)
            #expect(Self.message(payload).contains("none of the numbers"), "\(text)")
        }
    }

    @Test("A Powerlog's drain by its load, and what the phone did, also in gzip and with a WAL")
    func powerlog() throws {
        let bytes = Self.seed("powerlog.sqlite")
        var written = bytes
        (written[18], written[19]) = (2, 2)
        for bytes in [bytes, written, GzipTests.gzip(bytes)] {
            let tally = try Self.tally(bytes)
            func series(_ name: String) throws -> PhoneTally.Series {
                try #require(tally.series.first { $0.name == name }, "\(name)")
            }
            // 864 J in two hours, of 3.2 Ah at 3.8 V and more.
            let off = try series("display off")
            #expect(off.source == "accumulated system load" && off.parts.count == 1)
            #expect(abs(off.parts[0].amount - 100 * 240 / (3200 * 3.8167)) < 0.01)
            #expect(off.parts[0].hours == 2)
            #expect(try series("display on").parts.map(\.hours) == [1 / 3.0])
            #expect(abs(try series("CellIn").parts[0].amount - 0.6) < 1e-12)
            #expect(try series("cellular push pings").parts.map(\.amount) == [4])
            // The row of a day is not added to those of hours.
            #expect(try series("com.example.mail, in background").parts.map(\.amount) == [120])
            #expect(tally.span == "3 h of Powerlog from 2026-01-05T08:15:50Z")
            #expect(!tally.series.contains { $0.name.contains("jane") })
            #expect(tally.limits.contains { $0.contains("PLLocationAgent") })
        }
    }

    @Test("Without load and capacity the level counts; another database is named")
    func otherColumns() throws {
        let log = Database()
        log.run("CREATE TABLE PLBatteryAgent_EventBackward_Battery (timestamp, Level)")
        log.run(
            "INSERT INTO PLBatteryAgent_EventBackward_Battery VALUES (?, ?)",
            for: (0...6).map { [.number(600 * Double($0)), .number(90 - Double($0))] })
        let tally = try Self.tally(log.bytes)
        #expect(tally.series.count == 1 && tally.series[0].source == "level, in whole per cent")
        #expect(tally.series[0].name == "display unknown" && tally.series[0].parts[0].amount == 6)
        #expect(tally.limits.contains { $0.contains("ExternalConnected") })
        let other = Database()
        other.run("CREATE TABLE people (name TEXT)")
        #expect(Self.message(other.bytes).contains("it is no Powerlog"))
        #expect(!Self.message(other.bytes).contains("people"))
    }

    @Test("A Bluetooth log's packets and bytes by kind and direction, and what was begun")
    func bluetooth() throws {
        let tally = try Self.tally(Self.seed("bluetooth.log"))
        let found = Dictionary(
            uniqueKeysWithValues: tally.series.map { ("\($0.name) \($0.unit)", $0.parts[0].amount) }
        )
        #expect(found["commands sent packets"] == 5 && found["events received packets"] == 2)
        #expect(found["data received kB"] == 0.21 && found["data sent packets"] == 1)
        #expect(found["advertising begun times"] == 1 && found["scans begun times"] == 1)
        #expect(found["connections asked for times"] == 1)
        #expect(tally.series.allSatisfy { $0.parts[0].hours == 1 })
        #expect(tally.limits.first == "Packets that Android cut: 2; sizes are those before.")
        let cut = try Self.tally(Self.seed("bluetooth.log").dropLast(3))
        #expect(cut.limits.last == "It ends within a packet.")
    }

    /// MUTATIONS=100000 tries more than this by each sample.
    @Test(
        "Damaged records never trap",
        arguments: ["metrics.json", "powerlog.sqlite", "bluetooth.log"])
    func damaged(name: String) {
        let bytes = Self.seed(name)
        #expect(!bytes.isEmpty)
        var random = SystemRandomNumberGenerator()
        let count = ProcessInfo.processInfo.environment["MUTATIONS"].flatMap(Int.init) ?? 1000
        for number in 0..<count {
            var changed = bytes
            for _ in 0..<Int.random(in: 1...6, using: &random) where !changed.isEmpty {
                let place = Int.random(in: 0..<changed.count, using: &random)
                let other = Int.random(in: 0..<changed.count, using: &random)
                let range = min(place, other)..<min(max(place, other), min(place, other) + 64)
                switch Int.random(in: 0..<7, using: &random) {
                case 0: changed[place] = UInt8.random(in: 0...255, using: &random)
                case 1: changed[place] = [0, 0x22, 0x2D, 0x39, 0x7F, 0x80, 0xFF][place % 7]
                case 2: changed[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                case 3: changed.removeSubrange(range)
                case 4: changed.insert(contentsOf: changed[range], at: other)
                case 5 where number % 50 == 0: changed.removeSubrange(place...)
                default: changed.replaceSubrange(range, with: Array("9e99999999".utf8))
                }
            }
            _ = Self.message(changed)
        }
    }
}
