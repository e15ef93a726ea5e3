import Testing

@testable import DeviceModel
@testable import Traces

struct DeviceSearchTests {
    /// A packet from one host to another: a datagram, or TCP if it has flags.
    private struct Exchange {
        var from: String
        var to: String
        var ports: (UInt16, UInt16) = (40_000, 40_001)
        var flags: UInt8?
        /// The hosts of an Ethernet; host 0 is broadcast.
        var hosts: (UInt8, UInt8) = (1, 2)
        var times = 1

        var packet: [UInt8] {
            let payload =
                flags.map { Wire.tcp(ports.0, ports.1, flags: $0) } ?? Wire.udp(ports.0, ports.1)
            let number: UInt8 = flags == nil ? 17 : 6
            let (source, destination) = (Self.bytes(from), Self.bytes(to))
            return source.count == 4
                ? Wire.version4(from: source, to: destination, protocol: number, payload)
                : Wire.version6(from: source, to: destination, next: number, payload)
        }

        static func bytes(_ text: String) -> [UInt8] {
            let address = IPAddress(text)!
            let all = [address.high, address.low].flatMap { half in
                (0..<8).map { UInt8(truncatingIfNeeded: half >> (56 - 8 * $0)) }
            }
            return address.isVersion4 ? Array(all.suffix(4)) : all
        }
    }

    private func raw(_ exchanges: [Exchange]) -> Reading {
        let frames = exchanges.flatMap { Array(repeating: $0.packet, count: $0.times) }
        return Reading(CaptureWriter(.raw, frames: frames).pcap)
    }

    private func ethernet(_ exchanges: [Exchange]) -> Reading {
        let frames = exchanges.flatMap { exchange in
            Array(
                repeating: Wire.ethernet(
                    exchange.packet, from: exchange.hosts.0, to: exchange.hosts.1),
                count: exchange.times)
        }
        return Reading(CaptureWriter(.ethernet, frames: frames).pcap)
    }

    private func words(_ reading: Reading) -> String {
        guard case .found(let devices)? = reading.summary?.directionRule else {
            return reading.failure.map { "\($0.fault)" } ?? "none"
        }
        return devices.map(\.words).joined(separator: ", ")
    }

    @Test("All addresses of the phone's link address are the phone's")
    func dualStack() {
        let reading = ethernet([
            .init(from: "192.168.1.10", to: "8.8.8.8"),
            .init(from: "8.8.8.8", to: "192.168.1.10", hosts: (2, 1)),
            .init(from: "2001:db8:1::10", to: "2001:db8:2::5", times: 9),
            .init(from: "2001:db8:2::5", to: "2001:db8:1::10", hosts: (2, 1), times: 9),
            .init(from: "2001:db8:1::abcd", to: "2001:db8:2::6"),
            .init(from: "fe80::10", to: "ff02::fb", hosts: (1, 0)),
        ])
        #expect(
            words(reading)
                == "192.168.1.10 2001:db8:1::10 2001:db8:1::abcd fe80::10 21/21 privateAddress")
        #expect(reading.packets.count == 22 && reading.skipped.isEmpty)
        guard case .found(let devices)? = reading.summary?.directionRule else { return }
        #expect(devices[0].linkAddress?.description == "02:00:00:00:00:01")
    }

    @Test("A router with a private address that answers name queries is not taken for the phone")
    func router() {
        let reading = ethernet([
            .init(from: "192.168.1.1", to: "192.168.1.10", hosts: (2, 1)),
            .init(from: "192.168.1.10", to: "192.168.1.1", ports: (40_000, 53)),
            .init(from: "203.0.113.4", to: "192.168.1.10", hosts: (2, 1), times: 5),
            .init(from: "203.0.113.5", to: "192.168.1.10", hosts: (2, 1), times: 5),
        ])
        #expect(words(reading) == "192.168.1.10 12/12 privateAddress")
        #expect(reading.directions == "DU" + String(repeating: "D", count: 10))
    }

    @Test("The link-local address of a minority is not taken for all of the phone")
    func minority() {
        let reading = ethernet([
            .init(from: "fe80::1", to: "ff02::1", hosts: (1, 0)),
            .init(from: "198.51.100.8", to: "203.0.113.9", times: 10),
            .init(from: "203.0.113.9", to: "198.51.100.8", hosts: (2, 1), times: 10),
        ])
        #expect(words(reading) == "fe80::1 198.51.100.8 20/20 linkLocal")
        #expect(reading.packets.count == 21)
    }

    @Test("Neighbours' traffic of any amount does not hide the phone, and is left out")
    func chatter() {
        let reading = ethernet([
            .init(from: "192.168.1.10", to: "203.0.113.4"),
            .init(from: "203.0.113.4", to: "192.168.1.10", hosts: (2, 1)),
            .init(from: "192.168.1.12", to: "239.255.255.250", hosts: (4, 0), times: 9),
            .init(from: "fe80::12", to: "ff02::fb", hosts: (4, 0), times: 9),
        ])
        #expect(words(reading) == "192.168.1.10 2/2 privateAddress")
        #expect(reading.skipped == ["multicast or broadcast of other hosts: 18"])
    }

    @Test("One private host of many, with half of the packets or less, is not the phone")
    func household() {
        let reading = ethernet([
            .init(from: "192.168.1.10", to: "203.0.113.4", times: 3),
            .init(from: "192.168.1.11", to: "203.0.113.4", hosts: (3, 2), times: 3),
            .init(from: "192.168.1.12", to: "203.0.113.5", hosts: (4, 2), times: 2),
        ])
        #expect(reading.hasNoDeviceAddress, "\(words(reading))")
    }

    @Test("Among public addresses the phone is in every packet, or else the client")
    func cellular() {
        let phone = "2001:db8:1::7"
        let servers = (1...3).map { "2001:db8:8::\($0)" }
        let silent = servers.flatMap {
            [
                Exchange(from: phone, to: $0, ports: (443, 443)),
                Exchange(from: $0, to: phone, ports: (443, 443)),
            ]
        }
        #expect(words(raw(silent)) == "\(phone) 6/6 everyPacket")
        let connecting: [Exchange] = [
            .init(from: servers[0], to: phone, ports: (5228, 5228), flags: 0x12),
            .init(from: phone, to: servers[0], ports: (5228, 5228), flags: 0x02),
        ]
        #expect(words(raw(connecting)) == "\(phone) 2/2 beginsConnections")
        let client: [Exchange] = [
            .init(from: servers[0], to: phone, ports: (443, 50_000)),
            .init(from: phone, to: servers[0], ports: (50_000, 443)),
        ]
        #expect(words(raw(client)) == "\(phone) 2/2 clientPorts")
        #expect(raw(client).directions == "DU")
        #expect(raw([.init(from: servers[0], to: phone)]).hasNoDeviceAddress, "a guess")
    }

    @Test("A private address in few packets is not the phone's; the only one in most packets is")
    func noise() {
        let phone = "198.51.100.8"
        let exchanges = (1...4).flatMap {
            [
                Exchange(from: phone, to: "203.0.113.\($0)", times: 2),
                Exchange(from: "203.0.113.\($0)", to: phone),
            ]
        }
        let reading = raw(exchanges + [.init(from: "192.168.0.1", to: "192.168.0.2")])
        #expect(words(reading) == "\(phone) 12/13 mostPackets")
        #expect(reading.skipped == ["between other hosts: 1"])
    }

    @Test(
        "A phone with changing addresses of one network is one host, and its one server is not")
    func changing() {
        let server = "2001:db8:8::1"
        let within = (1...4).map {
            Exchange(from: "2001:db8:1::\($0)", to: server, ports: (50_000, 443), times: 2)
        }
        #expect(
            words(raw(within))
                == "2001:db8:1::1 2001:db8:1::2 2001:db8:1::3 2001:db8:1::4 8/8 clientPorts")
        let beyond = (1...4).map {
            Exchange(from: "2001:db8:\($0)::1", to: server, ports: (50_000, 443), times: 2)
        }
        #expect(raw(beyond).hasNoDeviceAddress, "\(words(raw(beyond)))")
    }

    @Test("Without link addresses each version of IP has an address of its own")
    func bothVersions() {
        let reading = raw([
            .init(from: "10.0.0.2", to: "203.0.113.4"), .init(from: "203.0.113.5", to: "10.0.0.2"),
            .init(from: "2001:db8:1::7", to: "2001:db8:8::1"),
            .init(from: "2001:db8:8:1::1", to: "2001:db8:1::7"),
        ])
        #expect(
            words(reading) == "10.0.0.2 2/2 privateAddress, 2001:db8:1::7 2/2 everyPacket")
        #expect(reading.directions == "UDUD")
    }

    @Test("Link addresses may be made up, one for each direction or one for all")
    func madeUp() {
        for hosts in [(1, 2), (1, 1)] as [(UInt8, UInt8)] {
            let reading = ethernet([
                .init(from: "10.0.0.2", to: "203.0.113.4", hosts: hosts, times: 2),
                .init(from: "203.0.113.4", to: "10.0.0.2", hosts: hosts, times: 2),
            ])
            #expect(words(reading) == "10.0.0.2 4/4 privateAddress")
            #expect(reading.directions == "UUDD")
        }
    }
}
