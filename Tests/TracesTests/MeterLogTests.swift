import Foundation
import Kernel
import Testing

@testable import Traces

/// Tests of logs as programs of meters write them. Each has 740 mW at 0 s, and 7.4 mW more every 10
/// ms.
@Suite struct MeterLogTests {
    private func log(_ text: String, _ voltage: Double? = nil) throws -> PowerLog {
        try PowerLog(
            path: "m.csv", bytes: Array(text.utf8), voltage: voltage.map { Volts($0) })
    }

    private func rows(_ row: (Double, Double) -> String) -> String {
        (0..<12).map { row(Double($0) / 100, 200 + 2 * Double($0)) + "\n" }.joined()
    }

    /// Header, row by time in s and current in mA, and the voltage to give.
    private var written: [(String, String, (Double, Double) -> String, Double?)] {
        [
            ("Nordic PPK2", "Timestamp(ms),Current(uA)", { "\($0 * 1000),\($1 * 1000)" }, 3.7),
            (
                "Nordic PPK2", "Timestamp(ms),Current(uA),D0-D7",
                { "\($0 * 1000),\($1 * 1000),00000001" }, 3.7
            ),
            (
                "Nordic PPK2", "Timestamp(ms),Current(uA),D0,D1",
                { "\($0 * 1000),\($1 * 1000),0,1" },
                3.7
            ),
            (
                "Monsoon", "Time (s),Main Avg Current (mA),Main Avg Voltage (V)",
                { "\($0),\($1),3.7" }, nil
            ),
            ("Monsoon", "Time(s),Main Avg Current(mA)", { "\($0),\($1)" }, 3.7),
            ("Monsoon", "Time(ms),Main(mA)", { "\($0 * 1000),\($1)" }, 3.7),
            (
                "Monsoon", "Time (s),Main Avg Current (A),Main Avg Power (W)",
                { "\($0),\($1 / 1000),\($1 * 3.7 / 1000)" }, nil
            ),
            (
                "Qoitech Otii", "\"Timestamp\",\"Arc Main Current (A)\",\"Arc Main Voltage (V)\"",
                { "\($0),\($1 / 1000),3.7" }, nil
            ),
            ("Qoitech Otii", "Timestamp,Main current - Ace (A)", { "\($0),\($1 / 1000)" }, 3.7),
            (
                "Joulescope", "# Joulescope\n#time,current,voltage,power,charge,energy",
                { "\($0),\($1 / 1000),3.7,\($1 * 3.7 / 1000),0,0" }, nil
            ),
            ("tailwatt", "t,mW", { "\($0),\($1 * 3.7)" }, nil),
            ("tailwatt", "t_s,power_mW", { "\($0),\($1 * 3.7)" }, nil),
            ("Monsoon", "Time(ms),Main(mA),Main Voltage(V),", { "\($0 * 1000),\($1),3.7," }, nil),
            (
                "FNIRSI", "timestamp,sample_in_packet,voltage_V,current_A,dp_V,energy_Ws",
                { "\($0),0,3.7,\($1 / 1000),1.1,2" }, nil
            ),
            (
                "INA219", "time_ms,bus_voltage_V,shunt_voltage_mV,current_mA,power_mW",
                { "\($0 * 1000),3.7,20,\($1),\($1 * 3.7)" }, nil
            ),
            (
                "INA219", "Timestamp[ms],BusV[V],ShuntV[mV],LoadV[V],Current[mA]",
                { "\($0 * 1000),3.6,20,3.7,\($1)" }, nil
            ),
        ]
    }

    @Test("The header identifies every format, and numbers are converted to seconds and milliwatts")
    func formats() throws {
        for (meter, header, row, voltage) in written {
            for separator in [",", ";", "\t"] {
                // If commas do not separate cells, they are decimal points.
                let text = (header + "\n" + rows(row)).map { character in
                    switch character {
                    case ",": separator
                    case "." where separator != ",": ","
                    default: String(character)
                    }
                }.joined()
                let log = try log(text, voltage)
                #expect(log.meter == meter, "\(header)")
                #expect(log.times.count == 12)
                let isNear = zip(0..., log.powers).allSatisfy {
                    abs($1 - 3.7 * (200 + 2 * Double($0))) < 1e-6
                }
                #expect(isNear && abs(log.times[11] - 0.11) < 1e-9, "\(header) \(separator)")
            }
        }
        #expect(Set(written.map(\.0)).count == MeterFormat.all.count, "each format is here")
    }

    @Test("FNIRSI's program parts cells by spaces and stamps packets back in time")
    func fnirsi() throws {
        let stamps = [0, 10, 20, 30, 9, 19, 29, 39, 80, 90, 100, 110].map {
            1.6e9 + Double($0) / 1e3
        }
        let body = stamps.map { "\($0) 0 3.7 0.2 1.1 1.0 30.5 0.1 0.2\n" }.joined()
        let header = "\ntimestamp sample_in_packet voltage_V current_A dp_V dn_V temp_C_ema "
        let found = try log(header + "energy_Ws capacity_As\n" + body)
        #expect(found.meter == "FNIRSI" && found.times.count == 12)
        #expect(found.powers.allSatisfy { abs($0 - 740) < 1e-9 })
        #expect(zip(found.times, found.times.dropFirst()).allSatisfy { $0 < $1 })
        #expect(found.notes.contains { $0.hasPrefix("3 samples have an earlier time") })
        let late = header + "energy_Ws capacity_As\n" + body + "1599999990 0 3.7 0.2 1 1 30 0 0\n"
        #expect(fault(late) != nil)
    }

    @Test("A Firefox profile with times that step back stays in order; no phone draws 50 W")
    func wildProfile() throws {
        func profile(_ times: [Double], _ energy: Double) -> String {
            let rows = times.map { "[\($0),\(energy)]" }.joined(separator: ",")
            return "{\"counters\":[{\"category\":\"power\",\"samples\":{\"schema\":"
                + "{\"time\":0,\"count\":1},\"data\":[\(rows)]}}]}"
        }
        let steps = (0..<15).map { Double($0) * 10 } + [35, 38, 150, 160]
        let found = try log(profile(steps, 1e6))
        #expect(zip(found.times, found.times.dropFirst()).allSatisfy { $0 < $1 })
        #expect(found.times.count == 16)
        #expect(fault(profile(steps, 1e12))?.message.contains("W") == true)
        #expect(fault(profile(steps, 1e308)) != nil)
    }

    @Test("A Firefox profile's counter of energies gives powers, in both of its forms")
    func profile() throws {
        // 740 mW over 10 ms are 7.4 mJ: 2 055 555.6 pWh.
        let energy = 7.4 / 3.6e-6
        let times = (0..<12).map { Double($0) * 10 }
        let counts = times.map { _ in energy }
        let rows = zip(times, counts).map { "[\($0),\($1)]" }.joined(separator: ",")
        for samples in [
            "{\"time\":\(times),\"count\":\(counts),\"length\":12}",
            "{\"schema\":{\"time\":0,\"count\":1},\"data\":[\(rows)]}",
        ] {
            let found = try log(
                "{\"meta\":{},\"counters\":[{\"category\":\"CPU\",\"samples\":{}},"
                    + "{\"name\":\"USB power\",\"category\":\"power\",\"samples\":\(samples)}]}")
            #expect(found.meter == "Firefox Profiler" && found.times.count == 11)
            #expect(found.powers.allSatisfy { abs($0 - 740) < 1e-6 })
            #expect(abs(found.times[10] - 0.11) < 1e-12)
        }
        #expect(
            fault("{\"counters\":[{\"category\":\"power\",\"samples\":{\"data\":[[1]]}}]}") != nil)
    }

    private func fault(_ text: String, _ voltage: Double? = nil) -> InputError? {
        do {
            _ = try log(text, voltage)
            return nil
        } catch {
            return error as? InputError
        }
    }

    @Test("A log with an unknown header gives no data, and a message with all formats")
    func unknown() throws {
        let error = try #require(fault("when,watts\n" + rows { "\($0),\($1)" }))
        #expect(error.message.contains("not of a known meter"))
        for format in MeterFormat.all { #expect(error.advice.contains(format.name)) }
        // A unit of another quantity is not a current.
        #expect(fault("Timestamp(ms),Current(V)\n" + rows { "\($0),\($1)" }) != nil)
    }

    @Test("Currents alone need a voltage, and nothing else accepts one")
    func voltage() {
        let ppk = "Timestamp(ms),Current(uA)\n" + rows { "\($0 * 1000),\($1)" }
        #expect(fault(ppk)?.fault == .needsVoltage(meter: "Nordic PPK2"))
        let own = "t,mW\n" + rows { "\($0),\($1)" }
        #expect(fault(own, 3.7)?.fault == .hasVoltage(meter: "tailwatt"))
    }

    @Test("A fault after comments is on the file's own line")
    func lines() {
        let text = "# one\n\n#time,current,voltage\n0,1,3\n0.1,x,3\n"
        #expect(fault(text)?.line == 5)
    }

    @Test(
        "A Monsoon header in ms with less than 200 µs a sample is in seconds",
        arguments: [
            // Times as written, and whether they are seconds.
            (0.02, true), (0.0002, true), (0.199, true), (0.2, false), (1, false), (10, false),
        ])
    func milliseconds(step: Double, isSeconds: Bool) throws {
        let body = (0..<40).map { "\(1.6 + Double($0) * step),200,3.7,\n" }.joined()
        let monsoon = try log("Time(ms),Main(mA),Main Voltage(V),\n" + body)
        let factor = isSeconds ? 1.0 : 1e-3
        #expect(abs(monsoon.times[39] - monsoon.times[0] - 39 * step * factor) < 1e-9)
        #expect(monsoon.notes.isEmpty != isSeconds, "\(monsoon.notes)")
        // Headers of other units and other meters, which sample faster, are right.
        let seconds = try log("Time(s),Main(mA),Main Voltage(V),\n" + body)
        #expect(abs(seconds.times[39] - 1.6 - 39 * step) < 1e-9 && seconds.notes.isEmpty)
        let ppk = try log("Timestamp(ms),Current(uA)\n" + body, 3.7)
        #expect(abs(ppk.times[39] - ppk.times[0] - 39e-3 * step) < 1e-9 && ppk.notes.isEmpty)
    }

    @Test("Equal times are one packet's: its samples are spread until the next one")
    func packets() throws {
        for size in [2, 3, 7] {
            let stamps = (0..<10 * size).map { Double($0 / size) * 0.06 }
            let text = "t,mW\n" + stamps.map { "\($0),20\n" }.joined()
            let log = try log(text)
            for (place, time) in log.times.enumerated() {
                #expect(abs(time - Double(place) * 0.06 / Double(size)) < 1e-9, "\(size)")
            }
            #expect(log.notes.count == 1 && log.notes[0].contains("up to \(size)"))
        }
        // A packet before a gap of a minute is as long as the others.
        let gap = [0.0, 0, 1, 1, 2, 2, 62, 62, 63, 63, 64, 65]
        let times = try log("t,mW\n" + gap.map { "\($0),20\n" }.joined()).times
        #expect(times == [0, 0.5, 1, 1.5, 2, 2.5, 62, 62.5, 63, 63.5, 64, 65])
        let still = "t,mW\n" + (0..<12).map { _ in "5,20\n" }.joined()
        #expect(fault(still)?.fault == .oneTime)
        #expect(fault("t,mW\n" + (0..<12).map { "\(-$0),20\n" }.joined())?.line == 3)
    }

    @Test("Packets count for the header's unit too")
    func packetsInMilliseconds() throws {
        // 3 samples a packet every 0.45: 150 µs as ms, and 0.15 s as seconds.
        let body = (0..<30).map { "\(Double($0 / 3) * 0.45),200\n" }.joined()
        let log = try log("Time(ms),Main(mA)\n" + body, 3.7)
        #expect(abs(log.times[29] - 29 * 0.15) < 1e-9 && log.notes.count == 2)
    }

    @Test("Powers that no phone draws are refused with their line, or as the mean of the log")
    func absurd() throws {
        func log(_ powers: [Double]) -> String {
            "t,mW\n" + powers.enumerated().map { "\($0),\($1)\n" }.joined()
        }
        let quiet = Array(repeating: 20.0, count: 12)
        for power in [611_000.0, -611_000, 50_001] {
            let error = fault(log(quiet + [power] + quiet))
            #expect(error?.line == 14 && error?.column == "mW")
            #expect(error?.description.contains("Check the units") == true)
        }
        let mean = fault(log(Array(repeating: 23_000, count: 12)))
        #expect(mean?.message.contains("the mean is 23 W") == true, "\(mean?.message ?? "read")")
        #expect(fault(log(quiet + [49_999] + quiet)) == nil, "a spike of one sample")
        // 159 A at 3.85 V: microamperes under a header of milliamperes.
        let currents = "Time (s),Main(mA),Main Voltage(V)\n" + rows { "\($0),\($1 + 158_500),3.85" }
        #expect(fault(currents)?.line == 2 && fault(currents)?.column == "Main(mA)")
    }

    @Test("Only a last line without a line end may be cut short")
    func cut() throws {
        let whole = "Time (s),Main(mA),Main Voltage(V)\n" + rows { "\($0),\($1),3.7" }
        let log = try log(whole + "0.12,2")
        #expect(log.times.count == 12 && log.notes == ["line 14 is cut short: left out"])
        #expect(fault(whole + "0.12,2\n")?.line == 14)
        #expect(fault(whole + "0.12,2\n0.13,2,3.7")?.line == 14)
    }
}
