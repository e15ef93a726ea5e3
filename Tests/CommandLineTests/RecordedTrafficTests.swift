import Foundation
import Testing

@Suite struct RecordedTrafficCommandTests {
    /// A capture of raw IP packets of a phone at 10.0.0.2, at the given times.
    private static func capture(_ packets: [(at: Double, bytes: Int, isUp: Bool)]) -> Data {
        var data = Data()
        func add(_ values: UInt32...) {
            for value in values { withUnsafeBytes(of: value.littleEndian) { data += $0 } }
        }
        // Version 2.4, seconds and microseconds, link type 101: raw IP.
        add(0xA1B2_C3D4, 0x0004_0002, 0, 0, 65_535, 101)
        for packet in packets {
            let whole = UInt32(packet.at)
            let rest = UInt32(((packet.at - Double(whole)) * 1e6).rounded())
            add(1_700_000_000 + whole, rest, UInt32(packet.bytes), UInt32(packet.bytes))
            let (phone, server): ([UInt8], [UInt8]) = ([10, 0, 0, 2], [93, 184, 216, 34])
            let length = packet.bytes
            let head: [UInt8] =
                [0x45, 0, UInt8(length >> 8), UInt8(length & 0xFF), 0, 0, 0, 0, 64, 17, 0, 0]
                + (packet.isUp ? phone + server : server + phone)
            data += head + [UInt8](repeating: 0, count: length - head.count)
        }
        return data
    }

    private static let packets: [(at: Double, bytes: Int, isUp: Bool)] = [
        (0, 120, true), (0.3, 1400, false), (0.4, 1400, false), (90, 600, true),
        (400, 1400, false),
    ]

    /// The capture's packets as a log by hand.
    private static let log = """
        what,time,up,down
        ask,0,120,0
        get,0.3,0,1400
        get,0.4,0,1400
        ask,90,600,0
        get,400,0,1400

        """

    private func scenario(_ world: String, _ policy: String) -> String {
        """
        kind: scenario
        name: recorded
        question: What does it cost?
        device:  nexus-one
        radio:   umts-att-2010
        system:  android-4
        horizon: 2 h
        use:     standby
        world:   \(world)
        policies:
          - { name: it, \(policy) }
        replications: { at-least: 2, at-most: 2 }

        """
    }

    /// The radio's energy in joules.
    private func radioEnergy(_ text: String, in scratch: ScratchFolder) throws -> Double {
        try scratch.file("it.yaml", text)
        let outcome = try Tool.run(
            ["compare", "it.yaml", "--out", "it", "--force"], in: scratch.url)
        #expect(outcome.exitCode == 0, "\(outcome.errors)\(outcome.output)")
        let summary = String(decoding: try scratch.data("it/summary.csv"), as: UTF8.self)
        let row = try #require(
            summary.split(separator: "\n").first { $0.contains(",radio_energy,") })
        return try #require(Double(row.split(separator: ",")[5]))
    }

    @Test(
        "A recording costs the radio as much as an app with those transfers",
        arguments: ["phone.pcap", "phone.csv"])
    func sameEnergy(file: String) throws {
        let scratch = try ScratchFolder()
        try scratch.file("phone.pcap", Self.capture(Self.packets))
        try scratch.file("phone.csv", Self.log)
        let beside = try radioEnergy(
            scenario(
                "{ other-traffic: [ { recorded: \(file), repeats: 10 min } ] }", "none: {}"),
            in: scratch)
        let app = try radioEnergy(
            scenario(
                "{}",
                "app: { rules: [ { name: log, on: { recorded: \(file), repeats: 10 min } } ] }"),
            in: scratch)
        #expect(abs(beside - app) < 1e-6 * app && app > 50)
        let capture = try radioEnergy(
            scenario("{ other-traffic: [ { recorded: phone.pcap } ] }", "none: {}"), in: scratch)
        let log = try radioEnergy(
            scenario("{ other-traffic: [ { recorded: phone.csv } ] }", "none: {}"), in: scratch)
        #expect(abs(capture - log) < 1e-6 * log && log < beside / 5)
    }

    @Test("A recording runs with other sources, and the manifest records its file's hash")
    func manifest() throws {
        let scratch = try ScratchFolder()
        try scratch.file("phone.csv", Self.log)
        _ = try radioEnergy(
            scenario(
                "{ other-traffic: [ { every: 1 h, uplink: 1 kB, downlink: 0 B }, "
                    + "{ recorded: ./phone.csv } ] }", "none: {}"), in: scratch)
        let manifest = String(decoding: try scratch.data("it/manifest.json"), as: UTF8.self)
        #expect(manifest.contains("phone.csv"))
    }

    @Test(
        "A fault of a recording is reported at its place",
        arguments: [
            ("recorded: none.csv", "it.yaml:9:41: error: there is no file"),
            ("recorded: bad.csv", "bad.csv:3"),
            ("recorded: late.csv", "late.csv:3"),
            ("recorded: empty.pcap", "the capture has no packet"),
            ("recorded: text.pcap", "text.pcap"),
            ("recorded: phone.csv, repeats: 5 min", "but the recording lasts 6.6"),
            ("recorded: phone.csv, every: 5 min", "every"),
            ("repeats: 5 min", "recorded"),
        ])
    func faults(entry: String, words: String) throws {
        let scratch = try ScratchFolder()
        try scratch.file("phone.csv", Self.log)
        try scratch.file("bad.csv", "time,up,down\n0,1,1\n1,many,1\n")
        try scratch.file("late.csv", "time,up,down\n5,1,1\n1,1,1\n")
        try scratch.file("empty.pcap", Self.capture([]))
        try scratch.file("text.pcap", "no capture\n")
        try scratch.file(
            "it.yaml", scenario("{ other-traffic: [ { \(entry) } ] }", "none: {}"))
        let outcome = try Tool.run(["compare", "it.yaml"], in: scratch.url)
        #expect([65, 66].contains(outcome.exitCode), "\(outcome.exitCode)")
        #expect(outcome.errors.contains(words), "\(outcome.errors)")
    }
}
