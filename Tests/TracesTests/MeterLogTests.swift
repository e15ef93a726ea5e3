import Foundation
import Quantities
import Testing

@testable import Traces

/// Logs as the programs of meters write them; each holds 740 mW at 0 s, and 7.4 mW more each 10 ms.
@Suite struct MeterLogTests {
    private func log(_ text: String, _ voltage: Double? = nil) throws -> PowerLog {
        try PowerLog(
            path: "m.csv", bytes: Array(text.utf8), voltage: voltage.map { Volts($0) })
    }

    private func rows(_ row: (Double, Double) -> String) -> String {
        (0..<12).map { row(Double($0) / 100, 200 + 2 * Double($0)) + "\n" }.joined()
    }

    /// Header, row by time in s and current in mA, and the voltage that has to be said.
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
        ]
    }

    @Test("Every format is told by its header, and its numbers come out in seconds and milliwatts")
    func formats() throws {
        for (meter, header, row, voltage) in written {
            for separator in [",", ";", "\t"] {
                // Where commas do not part cells they are decimal points.
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

    private func fault(_ text: String, _ voltage: Double? = nil) -> LogError? {
        do {
            _ = try log(text, voltage)
            return nil
        } catch {
            return error as? LogError
        }
    }

    @Test("An unknown header: what was found, and all that is possible")
    func unknown() throws {
        let error = try #require(fault("when,watts\n" + rows { "\($0),\($1)" }))
        #expect(error.message.contains("it names when, watts"))
        for format in MeterFormat.all { #expect(error.advice.contains(format.name)) }
        // A unit of another quantity is no current.
        #expect(fault("Timestamp(ms),Current(V)\n" + rows { "\($0),\($1)" }) != nil)
    }

    @Test("Currents alone need a voltage, and nothing else takes one")
    func voltage() {
        let ppk = "Timestamp(ms),Current(uA)\n" + rows { "\($0 * 1000),\($1)" }
        #expect(fault(ppk)?.fault == .needsVoltage(meter: "Nordic PPK2"))
        let own = "t,mW\n" + rows { "\($0),\($1)" }
        #expect(fault(own, 3.7)?.fault == .hasVoltage(meter: "tailwatt"))
    }

    @Test("A fault behind remarks is in the file's own line")
    func lines() {
        let text = "# one\n\n#time,current,voltage\n0,1,3\n0.1,x,3\n"
        #expect(fault(text)?.line == 5)
    }
}
