import Foundation
import Kernel
import Testing

@testable import Traces

@Suite struct LogTests {
    private func probes(_ text: String) throws -> ProbeLog {
        try ProbeLog(path: "p.csv", bytes: Array(text.utf8))
    }

    private func power(_ text: String) throws -> PowerLog {
        try PowerLog(path: "m.csv", bytes: Array(text.utf8))
    }

    private func transfers(_ text: String) throws -> TransferLog {
        try TransferLog(path: "t.csv", bytes: Array(text.utf8))
    }

    private func rows(_ count: Int, _ row: (Int) -> String) -> String {
        (0..<count).map { row($0) + "\n" }.joined()
    }

    @Test("The artifact's probes have columns in any order, and dropped rows are counted by reason")
    func artifact() throws {
        let text =
            "carrier,KeepOrDrop,RTT2,RTT1,interval\n"
            + rows(25) {
                "X,\(["YEP", "YEP", "YEP", "YEP", $0 < 12 ? "BAD" : "OUT"][$0 % 5]),9,50,\($0)"
            }
        let log = try probes(text)
        #expect(log.probes.count == 20)
        #expect(log.dropped.map(\.word) == ["BAD", "OUT"] && log.dropped.map(\.count) == [2, 3])
        #expect(log.probes[1].silence == Seconds(1) && log.probes[1].roundTrip == Seconds(0.05))
    }

    @Test("Minimal probes may have a byte order mark, CR LF, quotes and blank lines")
    func minimal() throws {
        let text =
            "\u{FEFF}interval,RTT\r\n\r\n" + rows(20) { "\"\($0)\", 12.5 \r\n\r" }
        let log = try probes(text)
        #expect(log.probes.count == 20 && log.dropped.isEmpty)
        #expect(log.probes[19].roundTrip == Seconds(0.0125))
    }

    @Test(
        "Numbers are read exactly as the standard library reads them",
        arguments: [
            "0", "-0.5", "12.5", "000012", "1e3", "-2.5E-3", ".5", "5.", "0.123456789012345",
            "0.000000000000001", "0.12345678901234567890123456789", "4.9e-324", "3737.109162130051",
            "0.1", "1234567.8901234",
        ])
    func numbers(text: String) throws {
        let log = try power("t,mW\n\(text),0\n" + rows(9) { "\($0 + 2)000000,1" })
        #expect(log.times[0] == Double(text), "\(log.times[0])")
    }

    @Test("Runs begin where the time falls or the network or direction changes")
    func runs() throws {
        let log = try transfers(
            """
            throughput,time_since_start,avg_power,direction,network type,provider
            1,0,2000,downlink,LTE,A
            1,1,2000,downlink,LTE,A
            2,0,2100,downlink,LTE,A
            2,1,2100,uplink,LTE,A
            3,2,2100,uplink,mmwave,A
            """)
        #expect(log.samples.map(\.run) == [0, 0, 1, 2, 3])
        #expect(log.samples[4].network == "A mmwave" && log.samples[4].direction == .uplink)
        #expect(log.samples[2].throughput == BitsPerSecond(2e6))
        let plain = try transfers("throughput,power_mW,direction\n" + rows(5) { "\($0),9,uplink" })
        #expect(plain.samples.allSatisfy { $0.network.isEmpty && $0.run == nil })
    }

    @Test(
        "A fault is reported with line, column, the text and what is valid",
        arguments: [
            ("", "p.csv:1", "the file is empty", "names the columns"),
            ("silence,rtt\n1,2\n", "p.csv:1", "the header has no column", "interval"),
            ("interval,rtt\n0,50\n0.1,fast\n", "p.csv:3, column rtt", "\"fast\"", "12.5"),
            ("interval,rtt\n0,50\n0.1\n", "p.csv:3", "1 cells", "need 2"),
            ("interval,rtt\n-1,50\n", "p.csv:2, column interval", "-1 cannot be", "0 to 1000000"),
            ("interval,rtt\n1,-1\n", "p.csv:2, column rtt", "-1 cannot be", "0 to 10000000"),
            ("interval,rtt\n1,nan\n", "p.csv:2, column rtt", "\"nan\"", "number"),
            ("interval,rtt\n1,0x1p3\n", "p.csv:2, column rtt", "\"0x1p3\"", "number"),
            ("interval,rtt\n1,\n", "p.csv:2, column rtt", "no number", "12.5"),
            ("interval,rtt\n1,\"5\n", "p.csv:2", "not closed", "Close the quote"),
            (
                "interval,rtt\n1,50\n", "p.csv: the file", "1 rows, but 20 are needed",
                "Measure more"
            ),
            ("interval,rtt\n1;50\n", "p.csv:2", "1 cells", "need 2"),
        ])
    func faults(text: String, place: String, found: String, possible: String) {
        do throws(InputError) {
            _ = try ProbeLog(path: "p.csv", bytes: Array(text.utf8))
            Issue.record("read without an error")
        } catch {
            #expect(error.description.hasPrefix(place), "\(error)")
            #expect(error.description.contains(found), "\(error)")
            #expect(error.description.contains(possible), "\(error)")
            #expect(!error.fault.isAboutMissingInput)
        }
    }

    @Test("Times that do not ascend, and invalid directions, are refused")
    func order() {
        #expect(throws: InputError.self) { try power("t,mW\n" + rows(12) { "\(-$0),1" }) }
        let text = "throughput,avg_power,direction\n1,2,sideways\n"
        do throws(InputError) {
            _ = try TransferLog(path: "t.csv", bytes: Array(text.utf8))
            Issue.record("read without an error")
        } catch {
            #expect(error.line == 2 && error.column == "direction")
            #expect(error.description.contains("uplink, downlink"), "\(error)")
        }
    }

    @Test("Random bytes never trap")
    func noise() {
        var state: UInt64 = 88_172_645_463_325_252
        for _ in 0..<300 {
            var bytes = Array("interval,rtt,t,mW,throughput,avg_power,direction\n".utf8)
            for _ in 0..<200 {
                state ^= state << 13
                state ^= state >> 7
                state ^= state << 17
                let letters = Array("0123456789.,\n\"-e ulinkYEP\r\u{0}é".utf8)
                bytes.append(letters[Int(state % UInt64(letters.count))])
            }
            _ = try? ProbeLog(path: "", bytes: bytes)
            _ = try? PowerLog(path: "", bytes: bytes)
            _ = try? TransferLog(path: "", bytes: bytes)
        }
    }

    @Test("A missing file, or a directory, is reported as missing input")
    func missing() {
        for path in ["/nowhere/log.csv", NSTemporaryDirectory()] {
            do throws(InputError) {
                _ = try PowerLog(path: path, bytes: LogFile.bytes(of: path))
                Issue.record("read without an error")
            } catch {
                #expect(error.fault.isAboutMissingInput, "\(error)")
            }
        }
    }
}
