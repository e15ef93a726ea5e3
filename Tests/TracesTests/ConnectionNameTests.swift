import Foundation
import Testing

@testable import DeviceModel
@testable import Traces

@Suite struct ConnectionNameTests {
    private static let resolver: [UInt8] = [192, 168, 1, 1]
    private static let server = IPAddress("203.0.113.9")!

    private func labels(_ name: String) -> [UInt8] {
        name.split(separator: ".").flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) } + [0]
    }

    /// A name server's answer about `name`.
    private func answer(_ name: String, _ address: [UInt8] = Wire.server) -> [UInt8] {
        let question = labels(name) + big16(1) + big16(1)
        let record = [0xC0, 12] + big16(1) + big16(1) + big32(60) + big16(4) + address
        return big16(7) + [0x81, 0x80] + big16(1) + big16(1) + big16(0) + big16(0) + question
            + record
    }

    private func datagram(_ data: [UInt8]) -> [UInt8] {
        let udp = big16(53) + big16(50_000) + big16(UInt16(8 + data.count)) + [0, 0] + data
        return Wire.version4(from: Self.resolver, to: Wire.phone, udp)
    }

    private func greeting(_ name: String, padding: Int = 0) -> [UInt8] {
        let entry = [0] + big16(UInt16(name.utf8.count)) + Array(name.utf8)
        let names = big16(UInt16(entry.count)) + entry
        var extensions = big16(21) + big16(UInt16(padding)) + Wire.zeros(padding)
        extensions += big16(0) + big16(UInt16(names.count)) + names
        let body =
            [3, 3] + Wire.zeros(32) + [0] + big16(2) + [0x13, 1, 1, 0]
            + big16(UInt16(extensions.count)) + extensions
        let message = [1, 0] + big16(UInt16(body.count)) + body
        return [22, 3, 1] + big16(UInt16(message.count)) + message
    }

    private func segment(_ data: [UInt8], at sequence: UInt32 = 1) -> [UInt8] {
        Wire.version4(protocol: 6, Wire.tcp(sequence: sequence) + data)
    }

    private func names(_ frames: [[UInt8]]) throws -> ConnectionNames {
        let file = TemporaryFile(
            CaptureWriter(.ethernet, frames: frames.map { Wire.ethernet($0) }).pcap)
        let options = TraceOptions(deviceAddresses: [IPAddress("192.168.1.7")!])
        var trace = try PacketTrace(TraceFile(path: file.path), options: options)
        var batch: [TracedPacket] = []
        while try trace.read(into: &batch) {}
        return try withExtendedLifetime(file) {
            try ConnectionNames(TraceFile(path: file.path), trace.summary)
        }
    }

    private let key = FlowKey(
        device: IPAddress("192.168.1.7")!, remote: server, devicePort: 40_001, remotePort: 443,
        protocolNumber: 6)

    @Test("A connection has the name that was looked up, unless its greeting has another")
    func answers() throws {
        let asked = try names([datagram(answer("API.example.com")), segment([])])
        #expect(asked.host(of: key) == "api.example.com")
        let later = try names([segment([]), datagram(answer("api.example.com"))])
        #expect(later.host(of: key) == nil, "the connection was there before")
        let greeted = try names([
            datagram(answer("cdn.example.net")), segment(greeting("api.example.com")),
        ])
        #expect(greeted.host(of: key) == "api.example.com")
    }

    @Test(
        "A greeting may come in several segments, one of them sent again",
        arguments: [1, 5, 60, 1400])
    func pieces(cut: Int) throws {
        let all = greeting("long.example.com", padding: 1500)
        let first = Array(all[..<cut])
        let rest = Array(all[cut...])
        let found = try names([
            segment(first), segment(first), segment(rest, at: UInt32(1 + cut)),
        ])
        #expect(found.host(of: key) == "long.example.com")
        let gap = try names([segment(first), segment(rest, at: UInt32(2 + cut))])
        #expect(gap.host(of: key) == nil)
    }

    @Test("Any other greeting is ignored: cut at every byte, and with flipped bytes")
    func damaged() throws {
        let good = [greeting("a.example"), answer("a.example")]
        for bytes in good {
            for end in bytes.indices {
                var turned = bytes
                turned[end] ^= 0xFF
                for data in [Array(bytes[..<end]), turned] {
                    _ = try names([datagram(data), segment(data)])
                }
            }
        }
    }

    @Test("PCAPdroid's trailer names the app, and its bytes do not count")
    func trailer() throws {
        let name = Array("Chat".utf8)
        let trailer = big32(0x0107_2021) + big32(10_123) + name + Wire.zeros(16) + big32(0)
        let found = try names([segment([]) + trailer])
        #expect(found.app(of: key) == "Chat" && found.hasApps)
        #expect(try names([segment([])]).app(of: key) == nil)
    }

    @Test(
        "Hosts match by name, by domain and by address",
        arguments: [
            ("api.example.com", "api.example.com", true),
            ("API.Example.com", "api.example.com", true),
            ("*.example.com", "api.example.com", true), ("*.example.com", "example.com", false),
            ("example.com", "api.example.com", false), ("203.0.113.9", nil, true),
            ("203.0.113.8", nil, false), ("example.com", nil, false),
        ] as [(String, String?, Bool)])
    func patterns(text: String, host: String?, fits: Bool) throws {
        #expect(try #require(HostPattern(text)).matches(host, Self.server) == fits)
    }

    @Test("An invalid host is refused", arguments: ["", "a b", "*.", "https://x.example"])
    func noPattern(text: String) { #expect(HostPattern(text) == nil) }

    @Test("In a list of apps the first matching row counts, and empty cells match anything")
    func appMap() throws {
        let text = "app,host,port\nChat,*.chat.example,\nMail,,993\nRest,,\n"
        let map = try AppMap(path: "apps.csv", bytes: Array(text.utf8))
        #expect(map.app(of: key, host: "a.chat.example") == "Chat")
        #expect(map.app(of: key, host: nil) == "Rest")
        var mail = key
        mail.remotePort = 993
        #expect(map.app(of: mail, host: "b.example") == "Mail")
        for bad in [
            "app\nx\n", "app,port\nx,0\n", "app,host\nx,a b\n", "app,host\n,a\n", "app,host\n",
        ] {
            #expect(throws: InputError.self, "\(bad)") {
                try AppMap(path: "apps.csv", bytes: Array(bad.utf8))
            }
        }
    }
}
