import Kernel
import ModelFixtures
import Testing

@testable import Experiments
@testable import Traces

@Suite struct StandbyFitTests {
    /// A history of nights of ten hours: minutes awake and with an active radio, and the charge
    /// that these currents draw, in mA, to the counter's mAh.
    private static func history(
        _ nights: [(awake: Int, radio: Int)], floor: Double, awake: Double, radio: Double,
        idle: (share: Double, current: Double)? = nil, capacity: Int = 4000
    ) throws -> BatteryHistory {
        var text = """
            Battery History (x):
                                0 (2) RESET:TIME: 2026-01-05-08-00-00
                                0 (2) 100 plug=none charge=30000 +screen

            """
        var charge = 30_000.0
        func line(_ hour: Int, _ minute: Int, _ items: String) {
            let time = "+\(hour)h\(minute < 10 ? "0" : "")\(minute)m00s000ms"
            text += "        \(time) (2) 090 \(items)\n"
        }
        for (index, night) in nights.enumerated() {
            let start = 12 * index + 1
            line(start, 0, "-screen -running charge=\(Int(charge.rounded()))")
            line(start + 1, 0, "+running +wifi_radio")
            line(start + 1 + night.radio / 60, night.radio % 60, "-wifi_radio")
            line(start + 1 + night.awake / 60, night.awake % 60, "-running")
            charge -=
                10 * (floor + (idle.map { $0.share * $0.current } ?? 0))
                + Double(night.awake) / 60 * awake + Double(night.radio) / 60 * radio
            line(start + 10, 0, "charge=\(Int(charge.rounded()))")
            line(start + 10, 1, "+screen +running")
        }
        text += "\nStatistics since last charge:\n"
        text += "  Estimated battery capacity: \(capacity) mAh\n"
        if let idle {
            text += "  Time on battery: 100h 0m 0s 0ms (99.0%) realtime, 1h 0m 0s 0ms uptime\n"
            text += "     Cellular Idle time:   \(Int(100 * idle.share))h 0m 0s 0ms (1.6%)\n"
        }
        return try BatteryHistory(TraceFile(path: "FILE", bytes: Array(text.utf8)))
    }

    private static let nights = [
        (awake: 480, radio: 30), (awake: 120, radio: 90), (awake: 300, radio: 120),
        (awake: 60, radio: 20), (awake: 400, radio: 200), (awake: 200, radio: 5),
    ]

    private static func power(_ fit: StandbyFit, _ term: StandbyFit.Term) -> Double {
        (fit.powers[term]?.estimate ?? .nan) / PhoneAccount.assumedVoltage.magnitude
    }

    @Test("Currents behind a history come back, to the counter's steps, within their intervals")
    func known() throws {
        let history = try Self.history(Self.nights, floor: 12, awake: 60, radio: 100)
        let fit = try StandbyFit([history])
        #expect(abs(Self.power(fit, .floor) - 12) < 0.2)
        #expect(abs(Self.power(fit, .awake) - 60) < 0.6)
        #expect(abs(Self.power(fit, .radio) - 100) < 1.5)
        #expect(fit.stretches == 6 && fit.powers[.modemIdle] == nil && !fit.isByLevel)
        for power in fit.quantities {
            let interval = try #require(power.interval)
            #expect(interval.low <= power.estimate && power.estimate <= interval.high)
        }
        #expect(try StandbyFit([history]) == fit, "other bytes by the same seed")
    }

    @Test("A modem that never sleeps in one file and sleeps in the other shows its power")
    func modem() throws {
        func night(_ share: Double) throws -> BatteryHistory {
            try Self.history(
                Self.nights, floor: 12, awake: 60, radio: 0, idle: (share, 25))
        }
        let fit = try StandbyFit([night(0.99), night(0.01)])
        #expect(abs(Self.power(fit, .modemIdle) - 25) < 0.5)
        #expect(abs(Self.power(fit, .floor) - 12) < 0.5)
        #expect(try StandbyFit([night(0.99)]).powers[.modemIdle] == nil)
    }

    @Test("No power is below zero, and no term is fitted that stretches do not tell apart")
    func bounds() throws {
        let falling = try Self.history(Self.nights, floor: 60, awake: -20, radio: 0)
        let fit = try StandbyFit([falling])
        #expect(fit.powers[.awake]?.estimate == 0)
        #expect(fit.quantities.allSatisfy { $0.estimate >= 0 && $0.interval?.low ?? 0 >= 0 })
        let alike = [(awake: 100, radio: 40), (awake: 100, radio: 41), (awake: 101, radio: 40)]
        let three = try StandbyFit([Self.history(alike, floor: 10, awake: 60, radio: 0)])
        #expect(Array(three.powers.keys) == [.floor])
    }

    @Test("Fewer than three stretches, and files of different phones, are refused")
    func refusals() throws {
        let two = try Self.history(Array(Self.nights.prefix(2)), floor: 1, awake: 1, radio: 1)
        let few = #expect(throws: FitError.self) { try StandbyFit([two]) }
        #expect(few?.description.hasPrefix("2 stretches") == true)
        let other = try Self.history(
            Self.nights, floor: 1, awake: 1, radio: 1, capacity: 5000)
        let mixed = #expect(throws: FitError.self) { try StandbyFit([other, two]) }
        #expect(mixed?.description.contains("from 4000 to 5000 mAh") == true)
    }
}
