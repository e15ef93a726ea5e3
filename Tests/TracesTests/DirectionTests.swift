import Testing

@testable import DeviceModel
@testable import Traces

struct DirectionTests {
    private func packet(_ source: String, _ destination: String) -> [UInt8] {
        func bytes(_ text: String) -> [UInt8] {
            let address = IPAddress(text)!
            let low = big32(UInt32(truncatingIfNeeded: address.low))
            if address.isVersion4 { return low }
            return big32(UInt32(address.high >> 32))
                + big32(UInt32(truncatingIfNeeded: address.high))
                + big32(UInt32(address.low >> 32)) + low
        }
        let (from, to) = (bytes(source), bytes(destination))
        return from.count == 4
            ? Wire.version4(from: from, to: to) : Wire.version6(from: from, to: to)
    }

    private func read(_ pairs: [(String, String)], device: [String] = []) -> Reading {
        let capture = CaptureWriter(.raw, frames: pairs.map { packet($0.0, $0.1) })
        return Reading(
            capture.pcap, TraceOptions(deviceAddresses: device.compactMap { IPAddress($0) }))
    }

    private func inferred(_ pairs: [(String, String)]) -> String {
        guard case .found(let devices)? = read(pairs).summary?.directionRule else { return "" }
        return devices.map(\.words).joined(separator: ", ")
    }

    @Test("The most frequent private address is taken for the phone's")
    func mostFrequent() {
        #expect(
            inferred([
                ("198.51.100.1", "10.0.0.9"), ("10.0.0.5", "198.51.100.1"),
                ("198.51.100.1", "10.0.0.5"), ("10.0.0.1", "10.0.0.5"),
            ]) == "10.0.0.5 3/4 privateAddress")
        #expect(inferred([("100.64.3.3", "203.0.113.1")]) == "100.64.3.3 1/1 privateAddress")
        #expect(inferred([("fd00::7", "2001:db8::1")]) == "fd00::7 1/1 privateAddress")
    }

    @Test("The first of two equally frequent addresses is taken")
    func tie() {
        #expect(
            inferred([("10.0.0.5", "10.0.0.1"), ("10.0.0.1", "10.0.0.5")])
                == "10.0.0.5 2/2 privateAddress")
    }

    @Test("A link-local address is taken only if nothing else decides")
    func linkLocal() {
        let local = ("fe80::1", "ff02::fb")
        #expect(
            inferred([local, local, ("fe80::1", "fe80::2"), ("198.51.100.1", "10.0.0.5")])
                == "10.0.0.5 1/1 privateAddress, fe80::1 3/3 everyPacket")
    }

    @Test("If no host has more than half of the packets, the most frequent are listed")
    func undecided() throws {
        let reading = read([
            ("198.51.100.1", "203.0.113.1"), ("198.51.100.2", "203.0.113.2"),
            ("2001:db8::1", "2001:db8:1::2"),
        ])
        #expect(
            reading.message == """
                FILE: error: the capture does not say which address is the phone's; the most \
                frequent are 198.51.100.1 (1), 203.0.113.1 (1), 198.51.100.2 (1), 203.0.113.2 (1), \
                2001:db8::1 (1)
                    = Give the phone's address with --device-ip ADDRESS.
                """)
        #expect(reading.fault?.isAboutMissingInput == false)
    }

    @Test("Given addresses decide; other hosts' packets are counted and left out")
    func given() {
        let reading = read(
            [
                ("203.0.113.5", "10.0.0.1"), ("10.0.0.1", "203.0.113.5"),
                ("2001:db8::7", "2001:db8::1"), ("10.0.0.1", "10.0.0.2"),
                ("10.0.0.2", "224.0.0.251"), ("203.0.113.5", "2001:db8::7"),
            ].filter { $0.0.contains(":") == $0.1.contains(":") },
            device: ["203.0.113.5", "2001:db8::7"])
        #expect(reading.directions == "UDU")
        #expect(
            reading.skipped == [
                "between other hosts: 1", "multicast or broadcast of other hosts: 1",
            ])
        #expect(
            reading.summary?.directionRule
                == .given([IPAddress("203.0.113.5")!, IPAddress("2001:db8::7")!]))
    }

    @Test("Time begins with the phone's first packet, and packets to itself are uplink")
    func origin() {
        let reading = read(
            [("10.0.0.1", "10.0.0.2"), ("10.0.0.7", "10.0.0.7"), ("10.0.0.7", "10.0.0.2")],
            device: ["10.0.0.7"])
        #expect(reading.directions == "UU")
        #expect(reading.times == [0, 1_000_000_000])
    }

    @Test("A capture that breaks off in the first scan is still read up to there")
    func truncated() {
        let frames = (0..<3).map { _ in packet("10.0.0.7", "198.51.100.1") }
        let reading = Reading(Array(CaptureWriter(.raw, frames: frames).pcap.dropLast()))
        #expect(reading.directions == "UU")
        #expect(reading.breaks(after: 2), "\(String(describing: reading.fault))")
    }

    @Test("A capture without IP packets gives no direction")
    func noPackets() {
        let arp = Wire.ethernet(Wire.zeros(28), type: 0x0806)
        let reading = Reading(CaptureWriter(.ethernet, frames: [arp, arp]).pcap)
        #expect(reading.failure == nil)
        #expect(reading.summary?.directionRule == .nothingToDecide)
        #expect(reading.skipped == ["ARP: 2"])
    }
}

extension FoundDevice {
    /// In the form `10.0.0.5 fe80::1 3/4 privateAddress`.
    var words: String {
        "\(addresses.map(\.description).joined(separator: " ")) \(packets)/\(among) \(reason)"
    }
}
