import DeviceModel
import Kernel
import ModelFixtures
import Testing

@testable import Experiments
@testable import Traces

@Suite struct PhoneAccountTests {
    private static func account(_ text: String) throws -> PhoneAccount {
        let file = TraceFile(path: "FILE", bytes: Array(text.utf8))
        return PhoneAccount(
            try BatteryHistory(file), cellular: [Fixtures.lte()], wifi: [])
    }

    /// Hours without display, with these falls of the counter in mAh; a minute with it in between.
    private static func nights(_ falls: [Int]) -> String {
        var (text, charge) = (
            """
            Battery History (x):
                                0 (2) RESET:TIME: 2026-01-05-08-00-00
                                0 (2) 100 plug=none charge=4000 +screen

            """, 4000
        )
        for (index, fall) in falls.enumerated() {
            let hour = 2 * index + 1
            text += "        +\(hour)h00m00s000ms (2) 090 -screen charge=\(charge)\n"
            charge -= fall
            text += "        +\(hour + 1)h00m00s000ms (2) 090 charge=\(charge) device_idle=full\n"
            text += "        +\(hour + 1)h00m00s001ms (2) 090 +screen device_idle=off\n"
        }
        return text + "\nStatistics since last charge:\n  Estimated battery capacity: 4000 mAh\n"
    }

    @Test("The drain is the summed fall of the counter over the summed time, with an interval")
    func drain() throws {
        let account = try Self.account(Self.nights([20, 40, 60, 40]))
        let off = try #require(account.figures.first { $0.name == "display off" })
        #expect(off.count == 4 && abs(off.value - 1) < 1e-12 && abs(off.hours! - 4) < 1e-9)
        let range = try #require(off.range)
        #expect(range.lowerBound > 0.5 && range.upperBound < 1.5 && range.contains(1))
        let two = try Self.account(Self.nights([20, 40]))
        #expect(two.figures.first { $0.name == "display off" }?.range == nil)
        #expect(two.limits.contains { $0.contains("2 of the three stretches") })
    }

    @Test("A stretch ends at the charger, the display, and where the record breaks off")
    func stretches() throws {
        let plugged = Self.nights([20]).replacing("device_idle=full", with: "+plugged")
        #expect(try Self.account(plugged).stretches.map(\.isScreenOn) == [true, false])
        let over = Self.nights([20]).replacing(
            "090 charge=3980 device_idle=full", with: "*OVERFLOW*")
        let account = try Self.account(over)
        #expect(account.stretches.map(\.isScreenOn) == [true, false])
        #expect(account.limits.contains { $0.hasPrefix("Parts are missing") })
    }

    @Test("The level that a charger lifts, and what happened at it, are not the stretch's")
    func charger() throws {
        let text = """
            Battery History (x):
                                0 (2) START
                                0 (2) 090 plug=none +screen
               +1h00m00s000ms (2) 080 -mobile_radio
               +2h00m00s000ms (2) 090 plug=usb +plugged
               +2h10m00s000ms (2) 090 +mobile_radio
               +2h10m15s000ms (2) 091 -mobile_radio
               +3h00m00s000ms (2) 095 START
               +4h00m00s000ms (2) 094 plug=none -plugged -screen +mobile_radio
               +4h00m12s000ms (2) 094 -mobile_radio
               +5h00m00s000ms (2) 093 +screen

            """
        let account = try Self.account(text)
        #expect(account.stretches.map(\.hours) == [2, 1])
        let on = try #require(account.figures.first { $0.name == "display on" })
        #expect(on.value == 5)
        let starts = try #require(account.figures.first { $0.name == "modem starts" })
        #expect(starts.value == 1)
        // The start at the charger is in no saving.
        let one = HistoryActivity(account.history, isCellular: true, within: [0..<1])
        #expect(one.spans.isEmpty)
    }

    @Test("Starts at multiples of five minutes share a tail; no traffic saves what it caused")
    func savings() throws {
        // Two starts a minute apart, each of one second and Android's ten.
        let text = """
            Battery History (x):
                                0 (2) START
                                0 (2) 100 plug=none -screen
                    +1m00s000ms (2) 100 +mobile_radio
                    +1m11s000ms (2) 100 -mobile_radio
                    +2m00s000ms (2) 100 +mobile_radio
                    +2m11s000ms (2) 100 -mobile_radio
               +1h00m00s000ms (2) 099 +screen

            """
        let account = try Self.account(text)
        func value(_ name: String) throws -> Double {
            try #require(account.figures.first { $0.name == name }).value
        }
        func energy(_ spans: [(from: Int64, until: Int64)]) -> Double {
            var comparison = RadioComparison([Fixtures.lte()], settings: ReplaySettings())
            comparison.carry(HistoryActivity.packets(of: spans))
            return comparison.finish()[0].activeEnergy.magnitude / 3600 / 3.85
        }
        let recorded = energy([(60_000, 61_000), (120_000, 121_000)])
        let batched = energy([(300_000, 301_000), (301_000, 302_000)])
        #expect(abs(try value("tailwatt: modem, beyond rest") - recorded) < 1e-9)
        #expect(abs(try value("modem every 5 min") - (recorded - batched)) < 1e-9)
        #expect(abs(try value("modem without traffic") - recorded) < 1e-9)
        #expect(recorded > batched)
    }

    @Test("A count of the system above what the battery gave is named")
    func excess() throws {
        let text =
            Self.nights([20]) + """
                  Time on battery: 2h 0m 0s 0ms (100.0%) realtime, 1h 0m 0s 0ms (50.0%) uptime
                  Estimated power use (mAh):
                    Capacity: 4000, Computed drain: 500, actual drain: 90-110
                    Cell standby: 400 ( radio=400 )
                    Wifi: 20

                """
        #expect(
            try Self.account(text).excesses == [
                "The system books 500 mAh for all, but the battery gave at most 110 mAh.",
                "The system books 400 mAh for modem, but the battery gave at most 110 mAh.",
            ])
    }

    @Test("An iPhone's counted times and bytes become currents of the device, and a lower bound")
    func tally() throws {
        let text = """
            {"timeStampBegin": "2026-03-02 00:00:00", "timeStampEnd": "2026-03-03 00:00:00",
             "metaData": {}, "cpuMetrics": {"cumulativeCPUTime": "100 sec"},
             "locationActivityMetrics": {"cumulativeBestAccuracyTime": "3,600 sec"},
             "networkTransferMetrics": {"cumulativeCellularDownload": "1,000 kB"}}
            """
        let file = TraceFile(path: "FILE", bytes: Array(text.utf8))
        var device = Fixtures.device()
        device.gnss.tracking = Milliwatts(48)
        device.processor.awakeBackground = Milliwatts(24)
        device.processor.awakeForeground = Milliwatts(72)
        let tally = try #require(try PhoneTally(file))
        let radio = Fixtures.lte()
        let account = PhoneAccount(tally, on: device, cellular: [radio], wifi: [])
        func value(_ name: String) throws -> PhoneFigure {
            try #require(account.figures.first { $0.name == name && $0.unit == "mA" }, "\(name)")
        }
        let volts = device.battery.voltage.magnitude
        let satellites = try value("tailwatt: satellites")
        #expect(abs(satellites.value - 48.0 / 24 / volts) < 1e-12)
        let processor = try value("tailwatt: processor")
        #expect(abs(processor.value - 48.0 * 100 / 86_400 / volts) < 1e-12)
        let range = try #require(processor.range)
        #expect(abs(range.lowerBound - processor.value / 2) < 1e-12)
        #expect(abs(range.upperBound - processor.value * 1.5) < 1e-12)
        // All bytes at once, with one promotion and one tail.
        let packet = Packet(time: .start, bytes: 1_000_000, direction: .downlink)
        let energy = [radio].energies(of: [packet])[0]
        #expect(abs(try value("tailwatt: modem, at least").value - energy / 86_400 / volts) < 1e-12)
        let least = satellites.value + processor.value / 2 + energy / 86_400 / volts
        #expect(abs(try value("tailwatt: together, at least").value - least) < 1e-12)
        let share = try #require(account.figures.last)
        #expect(share.unit == "percent/day")
        #expect(
            abs(share.value - 100 * least * 24 / device.battery.capacity.magnitude) < 1e-9)
        #expect(account.users.isEmpty && account.excesses.isEmpty)
    }

    @Test("Three and more payloads give an interval")
    func payloads() throws {
        let texts = [1, 2, 3, 6].map { seconds in
            #"{"timeStampBegin": "", "metaData": {}, "cpuMetrics": "#
                + #"{"cumulativeCPUTime": "\#(seconds) s"}}"#
        }
        let file = TraceFile(path: "FILE", bytes: Array(texts.joined(separator: "\n").utf8))
        let tally = try #require(try PhoneTally(file))
        let account = PhoneAccount(tally, on: Fixtures.device(), cellular: [], wifi: [])
        let figure = try #require(account.figures.first)
        let range = try #require(figure.range)
        #expect(figure.value == 3 && figure.count == 4 && figure.hours == 96)
        #expect(range.lowerBound >= 1 && range.upperBound <= 6 && range.contains(3))
        #expect(account.limits.contains("Payloads of unknown length, taken as 24 h: 4."))
    }
}
