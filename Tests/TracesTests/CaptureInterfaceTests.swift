import Testing

@testable import DeviceModel
@testable import Traces

struct CaptureInterfaceTests {
    private static let home = Wire.version4()
    private static let away = Wire.version4(from: [10, 9, 8, 7])

    private func names(_ reading: Reading) -> [String] {
        reading.summary?.interfaces.map {
            "\($0.name) \($0.kind.rawValue) \($0.packets) \($0.isTaken)"
        } ?? []
    }

    private static let own: [UInt8] = [127, 0, 0, 1]

    @Test("Loopback, known by hardware, address or name, is left out and counted with its bytes")
    func loopback() {
        let own6 = Wire.zeros(15) + [1]
        let toItself = Wire.version4(from: Wire.phone, to: Wire.phone)
        let readings = [
            Reading(
                CaptureWriter(
                    .cooked,
                    frames: [
                        Wire.cooked(Self.home, kind: 4, hardware: 519),
                        Wire.cooked(toItself, kind: 4, hardware: 772),
                        Wire.cooked(Wire.version4(from: Self.own, to: Self.own), kind: 0),
                    ]
                ).pcap),
            Reading(
                CaptureWriter(
                    .cooked2,
                    frames: [
                        Wire.cooked2(Self.home, kind: 4, hardware: 519),
                        Wire.cooked2(toItself, kind: 4, hardware: 772, interface: 1),
                        Wire.cooked2(
                            Wire.version6(from: own6, to: own6), kind: 0, type: 0x86DD),
                    ]
                ).pcap),
            Reading(
                CaptureWriter(
                    .tap,
                    frames: [
                        Wire.tap(Self.home, interface: "pdp_ip0", flags: 2),
                        Wire.tap([2, 0, 0, 0] + toItself, interface: "lo0", flags: 2, link: 0),
                        Wire.tap(
                            Wire.version4(from: Self.own, to: Self.own), interface: "pdp_ip0",
                            flags: 2),
                    ]
                ).pcap),
        ]
        for reading in readings {
            #expect(reading.failure == nil)
            #expect(reading.directions == "U")
            #expect(reading.skipped == ["loopback: 2"])
            #expect(reading.summary?.skipped.first?.reason.isNoTraffic == true)
            #expect((reading.summary?.skipped.first?.bytes ?? 0) >= 56)
            #expect(reading.summary?.bytes == 40)
        }
    }

    /// Wi-Fi and cellular in one file, in each way in which a file can distinguish them; two
    /// packets of Wi-Fi for each of cellular.
    private static var twoRadios: [(String, [UInt8])] {
        let wifi = Wire.ethernet(home, from: 1, to: 2)
        let order: [UInt32] = [0, 1, 0]
        var files = CaptureWriter(.ethernet)
        files.interfaces = [.init(link: .ethernet), .init(link: .raw)]
        files.records = order.map { .init(bytes: $0 == 0 ? wifi : away, interface: $0) }
        var named = CaptureWriter(.raw)
        named.interfaces = [
            .init(link: .raw, name: "wlan0"), .init(link: .raw, name: "rmnet_data2"),
        ]
        named.records = order.map { .init(bytes: $0 == 0 ? home : away, interface: $0) }
        return [
            ("pcapng by link type", files.pcapng), ("pcapng by name", named.pcapng),
            (
                "cooked",
                CaptureWriter(
                    .cooked,
                    frames: order.map {
                        Wire.cooked($0 == 0 ? home : away, kind: 4, hardware: $0 == 0 ? 1 : 519)
                    }
                ).pcap
            ),
            (
                "cooked 2",
                CaptureWriter(
                    .cooked2,
                    frames: order.map {
                        Wire.cooked2(
                            $0 == 0 ? home : away, kind: 4, hardware: $0 == 0 ? 1 : 519,
                            interface: $0 + 3)
                    }
                ).pcap
            ),
            (
                "PKTAP",
                CaptureWriter(
                    .tap,
                    frames: order.map {
                        $0 == 0
                            ? Wire.tap(wifi, interface: "en0", flags: 2, link: 1)
                            : Wire.tap(away, interface: "pdp_ip0", flags: 2)
                    }
                ).pcap
            ),
        ]
    }

    @Test("One of two radios is chosen by option, preference or packets; the other is counted")
    func radios() {
        for (name, bytes) in Self.twoRadios {
            let most = Reading(bytes)
            #expect(most.directions == "UU", "\(name): \(most.message)")
            #expect(most.summary?.isRadioGuessed == true, "\(name)")
            #expect(most.summary?.skipped.first?.reason.isNoTraffic == false, "\(name)")
            let cellular = Reading(bytes, TraceOptions(preferred: .cellular))
            #expect(cellular.traced.map(\.flow?.device) == [IPAddress("10.9.8.7")], "\(name)")
            let asked = Reading(bytes, TraceOptions(interfaces: ["cellular"]))
            #expect(asked.traced == cellular.traced, "\(name)")
            #expect(asked.summary?.isRadioGuessed == false, "\(name)")
            #expect(asked.summary?.skipped.first?.reason.isNoTraffic == true, "\(name)")
            let both = Reading(bytes, TraceOptions(interfaces: ["wifi", "Cellular"]))
            #expect(both.directions == "UUU", "\(name)")
            let byName = asked.summary?.interfaces.first { $0.isTaken }?.name ?? ""
            #expect(
                Reading(bytes, TraceOptions(interfaces: [byName])).traced == asked.traced,
                "\(name)")
            let none = Reading(bytes, TraceOptions(interfaces: ["eth7"]))
            #expect(none.message.contains("eth7") && none.message.contains("(cellular)"))
        }
    }

    @Test("Interfaces of one radio are merged")
    func together() {
        var writer = CaptureWriter(.ethernet)
        writer.interfaces = [
            .init(link: .ethernet), .init(link: .ethernet, longest: 96),
        ]
        writer.records = [0, 1, 0].map {
            .init(bytes: Wire.ethernet(Self.home, from: 1, to: 2), interface: $0)
        }
        let reading = Reading(writer.pcapng)
        #expect(reading.directions == "UUU" && reading.skipped.isEmpty)
        #expect(names(reading) == ["0 Wi-Fi 2 true", "1 Wi-Fi 1 true"])
        let modems = CaptureWriter(
            .cooked2,
            frames: [7, 8].map {
                Wire.cooked2(Self.away, kind: 4, hardware: 519, interface: $0)
            })
        #expect(Reading(modems.pcap).directions == "UU")
    }

    @Test("IPv6 packets of 464XLAT count once, by name and by address; alone they count")
    func translated() {
        let clat: [UInt8] = [192, 0, 0, 4]
        let old = Wire.version4(from: clat)
        let prefix: [UInt8] = [0, 0x64, 0xFF, 0x9B] + Wire.zeros(8)
        let short: [UInt8] = [0x20, 1, 0x0D, 0xB8] + Wire.zeros(5)
        for far in [prefix + Wire.server, short + Wire.server + Wire.zeros(3)] {
            let new = Wire.version6(to: far)
            let frames = [
                Wire.cooked(old, kind: 4, hardware: 519),
                Wire.cooked(new, kind: 4, type: 0x86DD, hardware: 519),
            ]
            let reading = Reading(CaptureWriter(.cooked, frames: frames).pcap)
            #expect(reading.sizes == [60])
            #expect(
                reading.skipped == ["IPv4 copies of packets that 464XLAT sends as IPv6: 1"])
        }
        let other = Wire.cooked(
            Wire.version6(), kind: 4, type: 0x86DD, hardware: 519)
        let apart = [Wire.cooked(old, kind: 4, hardware: 519), other]
        #expect(Reading(CaptureWriter(.cooked, frames: apart).pcap).sizes == [40, 60])
        #expect(Reading(CaptureWriter(.raw, frames: [old, old]).pcap).directions == "UU")
    }

    @Test("A tunnel's packets pass again outside; without an outside they count")
    func tunnel() {
        let inner = Wire.cooked2(Self.away, kind: 4, hardware: 65534, interface: 9)
        let outer = Wire.cooked2(Self.home, kind: 4, hardware: 1, interface: 3)
        let reading = Reading(CaptureWriter(.cooked2, frames: [inner, outer]).pcap)
        #expect(reading.traced.map(\.flow?.device) == [IPAddress("192.168.1.7")])
        #expect(reading.skipped == ["inside tunnel 9, also captured outside it: 1"])
        #expect(reading.summary?.isRadioGuessed == false)
        #expect(Reading(CaptureWriter(.cooked2, frames: [inner]).pcap).directions == "U")

        var named = CaptureWriter(.raw)
        named.interfaces = [
            .init(link: .raw, name: "rmnet_data0"), .init(link: .raw, name: "v4-rmnet_data0"),
        ]
        named.records = (0..<2).map { .init(bytes: Self.away, interface: $0) }
        #expect(Reading(named.pcapng).directions == "U")
    }

    @Test(
        "A modem's frames are copies of packets in the capture",
        arguments: [0x00F9, 0xDA1A])
    func lowerCopy(_ type: UInt16) {
        let frames = [
            Wire.cooked([0, 1, 0, 40] + Self.away, kind: 4, type: type, hardware: 519),
            Wire.cooked(Self.away, kind: 4, hardware: 519),
        ]
        let reading = Reading(CaptureWriter(.cooked, frames: frames).pcap)
        #expect(reading.directions == "U")
        #expect(reading.summary?.skipped.first?.reason == .lowerCopy)
        #expect(SkippedPacket.lowerCopy.isNoTraffic)
    }

    @Test("PKTAP of either link type gives direction, size and program; other packets do not")
    func tap() {
        for link in [CaptureWriter.LinkType.tap, .user2] {
            let down = Wire.version4(from: Wire.server, to: Wire.phone)
            let frames = [
                Wire.tap(Self.home, interface: "pdp_ip0", flags: 2),
                Wire.tap(down, interface: "pdp_ip0", flags: 1, length: 156),
                Wire.tap(Self.home, interface: "pdp_ip0", flags: 2, kind: 0),
                Wire.tap(Self.home, interface: "pdp_ip0", flags: 2, link: 200),
                Wire.tap(Self.home, interface: "pdp_ip0", flags: 2, link: 149),
                Array(Wire.tap(Self.home, interface: "pdp_ip0", flags: 2)[..<100]),
            ]
            let file = TemporaryFile(CaptureWriter(link, frames: frames).pcap)
            let reading = Reading(path: file.path)
            #expect(reading.failure == nil)
            #expect(reading.directions == "UD")
            #expect(reading.sizes == [40, 40])
            #expect(reading.summary?.directionRule == .linkLayer)
            #expect(names(reading) == ["pdp_ip0 cellular 2 true"])
            #expect(
                reading.skipped == [
                    "notes without a packet: 1", "wrapped in link type 200: 1",
                    "wrapped in Apple PKTAP: 1", "cut before the end of the IP header: 1",
                ])
            let names = reading.summary.flatMap { summary in
                try? ConnectionNames(TraceFile(path: file.path), summary)
            }
            #expect(reading.traced[0].flow.flatMap { names?.app(of: $0) } == "App")
        }
    }

    @Test(
        "Interfaces are what their names say",
        arguments: [
            ("rmnet_data0", .cellular), ("rmnet0", .cellular), ("pdp_ip1", .cellular),
            ("ccmni2", .cellular), ("wwan0", .cellular), ("seth_lte0", .cellular), ("wlan0", .wifi),
            ("en0", .wifi), ("p2p0", .wifi), ("Wi-Fi", .wifi), ("awdl0", .wifi), ("eth0", .wired),
            ("enp3s0", .wired), ("tun0", .tunnel), ("utun3", .tunnel), ("v4-rmnet_data0", .tunnel),
            ("v4-wlan0", .tunnel), ("lo", .loopback), ("lo0", .loopback), ("any", nil),
        ] as [(String, InterfaceKind?)])
    func kinds(_ name: String, _ kind: InterfaceKind?) {
        #expect(InterfaceKind(name: name) == kind)
    }
}
