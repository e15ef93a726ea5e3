import Testing

@testable import DeviceModel
@testable import Traces

/// Tests of each link layer, and of frames that are not the phone's IP packets.
struct LinkLayerTests {
    private static let up = Wire.version4()
    private static let down = Wire.version4(from: Wire.server, to: Wire.phone, Wire.udp(53, 40_000))
    private static let up6 = Wire.version6()

    private func read(
        _ link: CaptureWriter.LinkType, _ frames: [[UInt8]], device: String? = nil
    ) -> Reading {
        let addresses = device.flatMap { IPAddress($0) }.map { [$0] } ?? []
        return Reading(
            CaptureWriter(link, frames: frames).pcap, TraceOptions(deviceAddresses: addresses))
    }

    @Test("Raw IP of both versions is read")
    func raw() {
        let reading = read(.raw, [Self.up, Self.down, [0x50] + Wire.zeros(30)])
        #expect(reading.directions == "UD")
        #expect(reading.sizes == [40, 40])
        #expect(reading.skipped == ["IP version 5: 1"])
        #expect(read(.raw, [Self.up6], device: "2001:db8::7").sizes == [60])
    }

    @Test("Ethernet is read with VLAN tags, SNAP and PPPoE, and other protocols are left out")
    func ethernet() {
        let vlan: [UInt8] = [0x81, 0, 0, 5]
        let stacked: [UInt8] = [0x88, 0xA8, 0, 9] + vlan
        let behindSnap = Wire.snap + [8, 0] + Self.up
        let pppoe: [UInt8] = [0x11, 0, 0, 1, 0, 42, 0, 0x21]
        let reading = read(
            .ethernet,
            [
                Wire.ethernet(Self.up), Wire.ethernet(Self.down, tags: vlan),
                Wire.ethernet(Self.up, tags: stacked),
                Wire.ethernet(behindSnap, type: UInt16(behindSnap.count)),
                Wire.ethernet(pppoe + Self.down, type: 0x8864),
                Wire.ethernet(Wire.zeros(28), type: 0x0806),
                Wire.ethernet(Wire.zeros(28), type: 0x0806),
                Wire.ethernet(Wire.zeros(40), type: 0x88CC),
                Wire.ethernet(Wire.zeros(40), type: 0x888E),
                Wire.ethernet(Wire.zeros(40), type: 0x1234 + 0x1000),
                Wire.ethernet([0x42, 0x42, 3] + Wire.zeros(30), type: 38),
                Wire.ethernet(Array(pppoe[..<6]) + [0xC0, 0x21], type: 0x8864),
            ])
        #expect(reading.failure == nil)
        #expect(reading.directions == "UDUUD")
        #expect(reading.sizes == [40, 40, 40, 40, 40])
        #expect(
            reading.skipped == [
                "ARP: 2", "LLDP: 1", "EAPOL: 1", "Ethernet type 0x2234: 1", "spanning tree: 1",
                "PPP protocol 0xC021: 1",
            ])
    }

    @Test("Linux cooked captures give each packet's direction")
    func cooked() {
        // The private address sends; only the packet type shows that these came in.
        let frames = [4, 0, 1, 2, 3].map { Wire.cooked(Self.up, kind: $0) }
        let reading = read(.cooked, frames + [Wire.cooked(Wire.zeros(8), kind: 0, hardware: 824)])
        #expect(reading.directions == "UDDD")
        #expect(reading.summary?.directionRule == .linkLayer)
        #expect(reading.skipped == ["between other hosts: 1", "netlink: 1"])
        #expect(reading.traced[1].flow?.remote == IPAddress("192.168.1.7"))

        let version2 = read(.cooked2, [4, 0, 3].map { Wire.cooked2(Self.up, kind: $0) })
        #expect(version2.directions == "UD")
        #expect(version2.sizes == [40, 40])
        let six = read(.cooked2, [Wire.cooked2(Self.up6, kind: 4, type: 0x86DD)])
        #expect(six.sizes == [60])
    }

    @Test("A given phone address overrides a cooked capture's direction")
    func addressBeforeCooked() {
        let reading = read(.cooked, [Wire.cooked(Self.up, kind: 0)], device: "192.168.1.7")
        #expect(reading.directions == "U")
    }

    @Test("BSD loopback is read in either byte order")
    func loopback() {
        let reading = read(
            .null, [[2, 0, 0, 0] + Self.up, [0, 0, 0, 2] + Self.down, [7, 0, 0, 0, 1]])
        #expect(reading.directions == "UD")
        #expect(reading.skipped == ["address family 7: 1"])
        #expect(read(.loop, [[0, 0, 0, 2] + Self.up]).sizes == [40])
        for family in [10, 24, 28, 30] as [UInt8] {
            let frames = [[family, 0, 0, 0] + Self.up6]
            #expect(read(.null, frames, device: "2001:db8::7").sizes == [60])
        }
    }

    @Test("802.11 frames are read with radiotap and without; unreadable ones are left out")
    func wireless() {
        let payload = Wire.snap + [8, 0] + Self.up
        let keys = Wire.snap + [0x88, 0x8E] + Wire.zeros(30)
        let bare = read(
            .wireless,
            [
                Wire.wireless(payload), Wire.wireless(payload, control: 0x08, header: 24),
                Wire.wireless(payload, flags: 3, header: 32),
                Wire.wireless(payload, flags: 0x81, header: 30),
                Wire.wireless([], control: 0x80), Wire.wireless([], control: 0xB4, header: 16),
                Wire.wireless([], control: 0xC8), Wire.wireless(payload, flags: 0x41),
                Wire.wireless(payload, service: 0x80), Wire.wireless(payload, flags: 0x05),
                Wire.wireless(payload, sequence: 1), Wire.wireless(keys),
            ])
        #expect(bare.sizes == [40, 40, 40, 40])
        #expect(
            bare.skipped == [
                "802.11 fragment: 2", "802.11 management: 1", "802.11 control: 1",
                "802.11 without data: 1", "802.11 encrypted: 1", "802.11 aggregate: 1", "EAPOL: 1",
            ])
    }

    @Test("Radiotap reports padding, trailing checksums and frames that failed them")
    func radiotap() {
        let payload = Wire.snap + [8, 0] + Wire.version4(totalLength: 0)
        let padded = Wire.wireless(Wire.zeros(2) + payload)
        let twoWords: [UInt8] = [0, 0, 14, 0, 2, 0, 0, 0x80, 0, 0, 0, 0, 0x10, 0]
        let reading = read(
            .radiotap,
            [
                Wire.radiotap(Wire.wireless(payload)),
                Wire.radiotap(padded, flags: 0x20),
                Wire.radiotap(Wire.wireless(payload) + Wire.zeros(4), flags: 0x10),
                twoWords + Wire.wireless(payload) + Wire.zeros(4),
                Wire.radiotap(Wire.wireless(payload), flags: 0x40),
                [0, 0, 4, 0, 0, 0, 0, 0], [0, 0, 200, 0, 0, 0, 0, 0],
            ])
        // Without a total length the size is the rest of the frame, so all of it must be removed.
        #expect(reading.sizes == [40, 40, 40, 40])
        #expect(
            reading.skipped == [
                "802.11 damaged: 1", "with an inconsistent IP header: 1",
                "cut before the end of the IP header: 1",
            ])
    }

    @Test("An unsupported link layer is refused with the supported ones")
    func unknown() {
        let reading = read(.prism, [Wire.zeros(100)])
        #expect(reading.fault?.message.hasPrefix("packets wrapped in ") == true)
        #expect(reading.message.contains("Supported: Ethernet, raw IP"))
    }
}
