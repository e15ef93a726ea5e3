import Testing

@testable import DeviceModel
@testable import Traces

/// Tests of IPv4 and IPv6 headers: sizes on the wire, ports, TCP, fragments, cut captures.
struct IPHeaderTests {
    /// Reads raw IP packets with given phone addresses; `wire` is the size on the wire if larger.
    private func read(_ packets: [[UInt8]], wire: Int? = nil) -> Reading {
        let records = packets.map { CaptureWriter.Record(bytes: $0, wireBytes: wire) }
        let addresses = ["192.168.1.7", "2001:db8::7"].compactMap { IPAddress($0) }
        return Reading(
            CaptureWriter(.raw, records).pcap, TraceOptions(deviceAddresses: addresses))
    }

    private func key(_ number: UInt8, _ ports: (UInt16, UInt16), isVersion6: Bool = false)
        throws -> FlowKey
    {
        FlowKey(
            device: try #require(IPAddress(isVersion6 ? "2001:db8::7" : "192.168.1.7")),
            remote: try #require(IPAddress(isVersion6 ? "2001:db8::109" : "203.0.113.9")),
            devicePort: ports.0, remotePort: ports.1, protocolNumber: number)
    }

    @Test("Both directions of a connection have one key, from the phone's side")
    func flow() throws {
        let reading = read([
            Wire.version4(Wire.udp(40_000, 53)),
            Wire.version4(from: Wire.server, to: Wire.phone, Wire.udp(53, 40_000)),
            Wire.version6(Wire.udp(40_000, 53)),
            Wire.version4(protocol: 1, Wire.zeros(8)),
        ])
        let key4 = try key(17, (40_000, 53))
        let key6 = try key(17, (40_000, 53), isVersion6: true)
        #expect(reading.directions == "UDUU")
        #expect(reading.traced.map(\.flow) == [key4, key4, key6, try key(1, (0, 0))])
        #expect(reading.traced.allSatisfy { $0.segment == nil })
    }

    @Test("TCP gives flags, sequence number and bytes of data, after options of both headers")
    func segment() {
        let syn = Wire.tcp(sequence: 0xFFFF_FFFF, flags: 0x02, options: 20)
        let data = Wire.tcp(sequence: 77, flags: 0x19, options: 12, data: 100)
        let reading = read([
            Wire.version4(protocol: 6, syn),
            Wire.version4(protocol: 6, options: Wire.zeros(8), data),
            Wire.version6(next: 6, data),
        ])
        let expected = TCPSegment(
            sequenceNumber: 77, payloadBytes: 100, flags: [.fin, .psh, .ack])
        #expect(
            reading.traced.map(\.segment) == [
                TCPSegment(sequenceNumber: 0xFFFF_FFFF, payloadBytes: 0, flags: .syn), expected,
                expected,
            ])
        #expect(reading.sizes == [60, 160, 172])
    }

    @Test("The size is the IP packet's, not the captured or padded size")
    func sizes() {
        // Ethernet fills short frames up to 60 bytes.
        let padded = Wire.ethernet(Wire.version4(Wire.udp(data: 1)) + Wire.zeros(17))
        #expect(Reading(CaptureWriter(.ethernet, frames: [padded]).pcap).sizes == [29])

        let long = Wire.version4(protocol: 6, totalLength: 1500, Wire.tcp(sequence: 5))
        let cut = read([long], wire: 1500)
        #expect(cut.sizes == [1500])
        #expect(cut.traced[0].segment?.payloadBytes == 1460)
    }

    @Test("If the header leaves the length open, it is the wire's less the link header")
    func openLength() {
        let four = Wire.version4(protocol: 6, totalLength: 0, Wire.tcp())
        let six = Wire.version6(next: 6, payloadLength: 0, Wire.tcp())
        #expect(read([four, six], wire: 9000).sizes == [9000, 9000])
        #expect(read([four], wire: 9000).traced[0].segment?.payloadBytes == 8960)
        let frame = CaptureWriter.Record(bytes: Wire.ethernet(four), wireBytes: 70_014)
        #expect(Reading(CaptureWriter(.ethernet, [frame]).pcap).sizes == [70_000])
        // Next header 59: nothing follows, and padding of the frame does not count.
        let nothing = Wire.ethernet(
            Wire.version6(next: 59, payloadLength: 0, []) + Wire.zeros(6), type: 0x86DD)
        let options = TraceOptions(deviceAddresses: [IPAddress("2001:db8::7")!])
        #expect(Reading(CaptureWriter(.ethernet, frames: [nothing]).pcap, options).sizes == [40])
    }

    @Test("Ports are found after extension headers of IPv6")
    func extensions() throws {
        let tcp = Wire.tcp(data: 10)
        let hop: [UInt8] = [43, 0] + Wire.zeros(6)
        let routing: [UInt8] = [60, 2] + Wire.zeros(22)
        let options: [UInt8] = [51, 1] + Wire.zeros(14)
        let authentication: [UInt8] = [44, 4] + Wire.zeros(22)
        let fragment: [UInt8] = [6, 0, 0, 1] + Wire.zeros(4)
        let chain = hop + routing + options + authentication + fragment
        let reading = read([Wire.version6(next: 0, chain + tcp), Wire.version6(next: 50, tcp)])
        #expect(reading.traced[0].flow == (try key(6, (40_001, 443), isVersion6: true)))
        #expect(reading.traced[0].segment?.payloadBytes == 10)
        #expect(reading.sizes[0] == Int64(40 + chain.count + 30))
        // Encrypted (ESP): nothing is visible.
        #expect(reading.traced[1].flow == (try key(50, (0, 0), isVersion6: true)))
        #expect(reading.summary?.fragments == 0)
    }

    @Test("Only the first fragment of a packet has ports; all count")
    func fragments() throws {
        let later: [UInt8] = [17, 0, 0, 8] + Wire.zeros(4)
        let reading = read([
            Wire.version4(fragment: 0x2000), Wire.version4(fragment: 0x2001),
            Wire.version4(fragment: 1), Wire.version6(next: 44, later + Wire.udp()),
        ])
        #expect(reading.sizes == [40, 40, 40, 68])
        #expect(reading.traced.map { $0.flow?.devicePort } == [40_000, 0, 0, 0])
        #expect(reading.traced.map { $0.flow?.protocolNumber } == [17, 17, 17, 17])
        #expect(reading.summary?.fragments == 3)
    }

    @Test("A capture may cut packets anywhere after the IP header", arguments: 0...60)
    func snapped(_ length: Int) {
        let packet = Wire.version4(protocol: 6, Wire.tcp(sequence: 9, data: 1000))
        let reading = read([Array(packet[..<length])], wire: 1040)
        guard length >= 20 else {
            #expect(reading.skipped == ["cut before the end of the IP header: 1"])
            return
        }
        #expect(reading.failure == nil)
        #expect(reading.sizes == [1040])
        #expect(reading.traced[0].flow?.remotePort == (length >= 24 ? 443 : 0))
        let segment = TCPSegment(sequenceNumber: 9, payloadBytes: 1000, flags: .ack)
        #expect(reading.traced[0].segment == (length >= 34 ? segment : nil))
    }

    @Test("Extension headers can be cut off anywhere", arguments: 0...130)
    func snappedExtensions(_ length: Int) {
        let chain: [UInt8] = [60, 1] + Wire.zeros(14) + [6, 0] + Wire.zeros(6)
        let packet = Wire.version6(next: 0, chain + Wire.tcp(data: 46))
        let reading = read([Array(packet[..<min(length, packet.count)])], wire: packet.count)
        #expect(reading.failure == nil)
        #expect(reading.sizes == (length >= 40 ? [Int64(packet.count)] : []))
        let hasPorts = reading.traced.first?.flow?.devicePort == 40_001
        #expect(hasPorts == (length >= 40 + 24 + 4))
    }

    @Test("A contradictory header is counted, not used")
    func malformed() {
        var shortHeader = Wire.version4()
        shortHeader[0] = 0x44
        let reading = read([
            shortHeader, Wire.version4(totalLength: 19),
            Wire.version4(totalLength: 22, options: Wire.zeros(4), []),
        ])
        #expect(reading.packets.isEmpty)
        #expect(reading.skipped == ["with an inconsistent IP header: 3"])
        // A TCP header longer than its packet gives no information.
        var tcp = Wire.tcp()
        tcp[12] = 0xF0
        #expect(read([Wire.version4(protocol: 6, tcp)]).traced.map(\.segment) == [nil])
    }
}
