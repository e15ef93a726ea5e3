import Kernel
import Testing

@testable import DeviceModel
@testable import Traces

struct RecordTests {
    private static func history(_ bytes: [UInt8]) throws -> BatteryHistory {
        try BatteryHistory(TraceFile(path: "FILE", bytes: bytes))
    }

    private static func text(_ text: String) -> [UInt8] { Array(text.utf8) }

    @Test(
        "A history is the same as text, with Windows' line ends, in UTF-16, packed or in a report")
    func formsOfText() throws {
        let plain = try Self.history(Self.text(RecordFile.history))
        #expect(plain.changes.count == 34 && plain.unknownItems == 0)
        #expect(plain.packages == [10_023: "com.example.mail"])
        let windows = RecordFile.history.replacing("\n", with: "\r\r\n")
        let wide: [UInt8] = RecordFile.history.utf8.reduce(into: [0xFF, 0xFE]) { $0 += [$1, 0] }
        let report =
            "== dumpstate: 2026\n------ DUMPSYS ------\nDUMP OF SERVICE batterystats:\n"
            + RecordFile.history + "--------- 0.1s was the duration\nBattery History (x):\n"
            + "                    0 (2) 055 +running\n"
        let zip = RecordFile.zip([
            ("FS/data.txt", "x"), ("bugreport-a-b.txt", report), ("version.txt", "2.0"),
        ])
        for bytes in [
            Self.text(windows), wide, GzipTests.gzip(Self.text(RecordFile.history)),
            Self.text(report), zip, RecordFile.zip([("history.bin", RecordFile.history)]),
        ] {
            let other = try Self.history(bytes)
            #expect(other.changes == plain.changes && other.statistics == plain.statistics)
        }
    }

    @Test("The checkin form says what the text says, sorted by time")
    func checkin() throws {
        let text = try Self.history(Self.text(RecordFile.history))
        let checkin = try Self.history(Self.text(RecordFile.checkin))
        func key(_ history: BatteryHistory) -> [HistoryChange] {
            history.changes.compactMap {
                if case .level = $0.item { return nil }
                if case .network = $0.item { return nil }
                if case .flag(.plugged, _) = $0.item { return nil }
                return HistoryChange(milliseconds: $0.milliseconds, record: 0, item: $0.item)
            }
        }
        #expect(Set(key(text)) == Set(key(checkin)))
        #expect(checkin.packages == text.packages)
        #expect(checkin.radioKind == "lte" && text.radioKind == "lte")
        var (left, right) = (text.statistics, checkin.statistics)
        (left.mobileActiveTime, right.mobileActiveTime) = (nil, nil)
        #expect(left == right)
        #expect(right.users.map(\.owner) == [10_023, 1000] && right.screenOffDischarge == 320)
        let times = checkin.changes.map(\.milliseconds)
        #expect(times == times.sorted())
    }

    @Test("No account's name becomes a package's")
    func nothingPersonal() throws {
        let history = RecordFile.history.replacing(
            "top=u0a23:\"com.example.mail\"", with: "top=u0a23:\"jane.doe@example.org\"")
        #expect(try Self.history(Self.text(history)).packages.isEmpty)
    }

    @Test("The modem's activity is its interval less Android's timer, read from many intervals")
    func activity() throws {
        let history = try Self.history(Self.text(RecordFile.history))
        let activity = HistoryActivity(history, isCellular: true)
        #expect(activity.timer == 10_000 && !activity.isTimerFound)
        #expect(activity.spans.map(\.from) == [3_600_000, 7_200_000])
        #expect(activity.spans.map { $0.until - $0.from } == [3000, 1500])
        let five =
            "Battery History (x):\n                    0 (2) START\n"
            + (1...12).map { start in
                "           +\(start)m00s000ms (2) 050 +mobile_radio\n"
                    + "           +\(start)m05s\(start)00ms (2) 050 -mobile_radio\n"
            }.joined().replacing("1000ms", with: "010ms").replacing("1100ms", with: "011ms")
            .replacing("1200ms", with: "012ms")
        let found = HistoryActivity(try Self.history(Self.text(five)), isCellular: true)
        #expect(found.timer == 5000 && found.isTimerFound && found.spans.count == 12)
        let reading = Reading(RecordFile.history)
        #expect(reading.summary?.format == .history)
        // Each start, each second, and the end.
        #expect(
            reading.times.map { $0 / 1_000_000 }
                == [0, 1000, 2000, 3000, 3_600_000, 3_601_000, 3_601_500])
        #expect(reading.summary?.findings.first == "intervals of the modem: 2")
    }

    @Test("Requests of a browser become packets at the times of their parts, in order")
    func archive() {
        let reading = Reading(RecordFile.archive)
        #expect(reading.failure == nil && reading.summary?.format == .har, "\(reading.message)")
        #expect(reading.summary?.findings == ["1 of 3 requests needed no network"])
        // The second entry is an hour and half a second earlier, without timings.
        let start = 0.5
        let expected: [(Double, Int64, String)] = [
            (0, 50, "U"), (0, 740, "D"),
            (start + 0.01, 41, "U"), (start + 0.04, 41, "D"), (start + 0.04, 340, "U"),
            (start + 0.07, 1440, "D"), (start + 0.07, 1440, "D"), (start + 0.07, 240, "D"),
            (start + 0.07, 340, "U"), (start + 0.1, 41, "D"), (start + 0.1, 540, "U"),
            (start + 0.2, 1440, "D"), (start + 0.22, 1440, "D"), (start + 0.24, 140, "D"),
        ]
        #expect(reading.times == expected.map { Int64(($0.0 * 1e9).rounded()) })
        #expect(reading.sizes == expected.map(\.1))
        #expect(reading.directions == expected.map(\.2).joined())
        #expect(reading.traced.last?.flow?.remote == IPAddress("2001:db8::7"))
    }

    @Test("Answers from a cache, and those without a body, need no network")
    func caches() {
        for answer in [
            "{\"status\": 200, \"_transferSize\": 0, \"bodySize\": 0, \"content\": {\"size\": 9}}",
            "{\"status\": 0, \"headersSize\": -1, \"bodySize\": -1}",
        ] {
            let text = RecordFile.archive.replacing(
                #"{"status": 200, "headersSize": -1, "bodySize": -1, "content": {"size": 700}}"#,
                with: answer)
            #expect(Reading(text).summary?.findings == ["2 of 3 requests needed no network"])
        }
        let same = RecordFile.archive.replacing(
            "\"status\": 200, \"headersSize\": -1", with: "\"status\": 304, \"headersSize\": -1")
        #expect(Reading(same).sizes.prefix(2) == [50, 41])
    }

    @Test("The radio's charge of Android 11 and earlier is the users' and the rest")
    func bookedRadio() throws {
        let old = RecordFile.history.replacing("( cpu=40.5 )", with: "( cpu=0.5 radio=40 wifi=2 )")
        let parts = try Self.history(Self.text(old)).statistics.parts
        #expect(parts.first { $0.owner == "modem" }?.charge == 640)
        let new = RecordFile.history.replacing(
            "    Screen: 120\n    Cell standby: 600 ( radio=600 )\n",
            with: "    Global\n      mobile_radio: 600 apps: 40\n      jane@example.org: 3\n"
                + "        cpu: 9\n"
        )
        .replacing("( cpu=40.5 )", with: "( mobile_radio=40 radio=40 )")
        let blocks = try Self.history(Self.text(new)).statistics.parts
        #expect(blocks.map(\.owner) == ["modem", "other"] && blocks.map(\.charge) == [600, 3])
    }

    @Test("Numbers beyond all phones are left out, and a report's checkin is counted once")
    func bounds() throws {
        let wide = RecordFile.checkin.replacing("Bcc=3600", with: "Bcc=-9223372036854775808")
            .replacing("Bl=89", with: "Bl=9223372036854775807")
            .replacing("9,h,-100", with: "9,h,-9223372036854775808")
        let items = try Self.history(Self.text(wide)).changes.map(\.item)
        #expect(!items.contains(.charge(3600)) && !items.contains(.level(89)))
        let both = RecordFile.history + RecordFile.checkin
        let parts = try Self.history(Self.text(both)).statistics.parts
        #expect(parts.map(\.owner) == ["screen", "modem"])
    }

    @Test("A netlog counts sockets by its own numbers, TLS once, also broken off")
    func netlog() {
        let reading = Reading(RecordFile.netlog)
        #expect(reading.failure == nil, "\(reading.message)")
        #expect(reading.summary?.findings == ["it breaks off: the browser was killed"])
        #expect(reading.times.map { $0 / 1_000_000 } == [0, 250, 250, 300])
        #expect(reading.sizes == [240, 1440, 140, 130] && reading.directions == "UDDD")
    }

    @Test("Records that no command reads, and damaged ones, are refused by name")
    func refused() {
        let metrics = "{\"timeStampBegin\": \"2026-01-05\", \"metaData\": {}}"
        for (text, words) in [
            (metrics, "MetricKit"), ("SQLite format 3\0abc", "Powerlog"),
            ("btsnoop\0\0", "Bluetooth"),
            ("{\"log\": {\"version\": \"1.2\"}}", "it has no entries"),
            ("{\"log\": {\"version\": \"1.2\", \"entries\": [", "it is not valid JSON"),
            ("9,0,i,vers,36\n", "no battery history"),
        ] {
            #expect(Reading(text).message.contains(words), "\(Reading(text).message)")
        }
        let wrong = RecordFile.archive.replacing("2026-01-05T08:00:01", with: "yesterday")
        #expect(Reading(wrong).message.contains("is no date"))
        let large = RecordFile.archive.replacing("2900", with: "900000000")
        #expect(Reading(large).message.contains("500 MB"))
        for late in ["2098-01-05T07:00:00.5Z", "1971-01-05T07:00:00.5Z"] {
            let far = RecordFile.archive.replacing("2026-01-05T07:00:00.5Z", with: late)
                .replacing("2026-01-05T08:00:01.000", with: "1970-01-05T08:00:01")
            let isFar = late.hasPrefix("2098")
            #expect(Reading(far).message.contains("a century") == isFar)
        }
    }

    @Test("Damaged records never trap")
    func damaged() {
        for text in [
            RecordFile.history, RecordFile.checkin, RecordFile.archive, RecordFile.netlog,
        ] {
            let bytes = Array(text.utf8)
            for place in stride(from: 0, to: bytes.count, by: 3) {
                var changed = bytes
                changed[place] = [0x00, 0x22, 0x39, 0x2D, 0xFF][place % 5]
                _ = Reading(changed)
                _ = Reading(Array(bytes[..<place]))
            }
        }
    }
}
