import Foundation

extension ListedPackets {
    /// The packets behind a browser's requests, by HAR 1.1 and 1.2 or Chrome's `--log-net-log`.
    static func web(_ file: BlockFile, _ format: TraceFormat) throws(TraceFailure) -> ListedPackets
    {
        let data = Data(try file.rest())
        var packets = WebPackets()
        do {
            format == .har ? try packets.addArchive(data) : try packets.addNetLog(data)
            try packets.refuseCentury()
        } catch {
            let reason = (error as? RecordFault)?.reason ?? "it is not valid JSON"
            throw TraceFailure(.badRecord(format.rawValue, reason: reason), path: file.path)
        }
        return ListedPackets(packets.all, format, findings: packets.findings)
    }
}

struct RecordFault: Error { let reason: String }

/// A JSON value whose parts may be missing, or of another kind than tools agreed on.
struct LooseValue {
    let value: Any?

    init(json data: Data) throws { value = try JSONSerialization.jsonObject(with: data) }
    init(_ value: Any?) { self.value = value is NSNull ? nil : value }

    subscript(name: String) -> LooseValue { Self((value as? [String: Any])?[name]) }

    var text: String? { value as? String }
    var isTrue: Bool { value as? Bool ?? false }

    /// A number, also in quotes; `nil` where it is missing, negative, endless or anything else.
    var known: Double? {
        let number = (value as? NSNumber)?.doubleValue ?? text.flatMap(Double.init)
        return number.flatMap { (0..<1e15).contains($0) ? $0 : nil }
    }

    var number: Double { known ?? 0 }

    func list(named name: String) throws -> [LooseValue] {
        guard let elements = self[name].value as? [Any] else {
            throw RecordFault(reason: "it has no \(name)")
        }
        return elements.map(Self.init)
    }
}

/// How requests become packets.
private struct WebPackets {
    /// Payload of a full packet; Ethernet's 1500 bytes less headers and options.
    private static let payload = 1400
    /// TCP and IPv4 headers.
    private static let header = 40
    /// A TLS client's greeting, and a server's with its certificates: assumptions.
    private static let greeting = 300
    private static let certificates = 3000
    /// Bytes of a record, so that a wrong number makes no endless list.
    private static let most = 500_000_000
    /// A century in nanoseconds, more than any record.
    private static let longest = 3.15e18
    private static let isTooLong = RecordFault(reason: "it lasts over a century")

    private(set) var all: [TracedPacket] = []
    private(set) var findings: [String] = []
    private var sum = 0

    /// Adds packets for `bytes`, spread evenly from `first` to `last`: nanoseconds after `start`.
    private mutating func add(
        _ bytes: Int, _ direction: Packet.Direction, _ start: Int64, from first: Double,
        to last: Double, _ flow: FlowKey?
    ) throws {
        guard bytes > 0 else { return }
        sum = min(sum, Self.most) + min(bytes, Self.most)
        guard sum <= Self.most else { throw RecordFault(reason: "its sizes exceed 500 MB") }
        guard last < Self.longest else { throw Self.isTooLong }
        let count = (bytes + Self.payload - 1) / Self.payload
        for index in 0..<count {
            let size = min(Self.payload, bytes - index * Self.payload) + Self.header
            let share = count == 1 ? 1 : Double(index) / Double(count - 1)
            let offset = (first + share * max(0, last - first)).rounded()
            let packet = Packet(
                time: Instant(nanoseconds: start + Int64(offset)), bytes: Int64(size),
                direction: direction)
            all.append(TracedPacket(packet: packet, flow: flow))
        }
    }

    func refuseCentury() throws {
        let times = all.map { Double($0.packet.time.nanoseconds) }
        if (times.max() ?? 0) - (times.min() ?? 0) > Self.longest { throw Self.isTooLong }
    }

    mutating func addArchive(_ data: Data) throws {
        let entries = try LooseValue(json: data)["log"].list(named: "entries")
        let network = entries.filter { !Self.isLocal($0) }
        for entry in network { try addRequest(entry) }
        let unsized = network.count { Self.bytesDown($0) == 0 }
        if network.count < entries.count {
            findings.append(
                "\(entries.count - network.count) of \(entries.count) requests needed no network")
        }
        if unsized > 0 { findings.append("\(unsized) answers have no size, and count as empty") }
    }

    /// Answered from a cache, a service worker, or the address itself.
    private static func isLocal(_ entry: LooseValue) -> Bool {
        let url = entry["request"]["url"].text ?? ""
        let response = entry["response"]
        return entry["_fromDiskCache"].isTrue || entry["_fetchedViaServiceWorker"].isTrue
            || entry["_fromCache"].text != nil
            || response["_transferSize"].known == 0 && response["bodySize"].known == 0
            || ["data:", "blob:", "about:"].contains { url.hasPrefix($0) }
            || response["status"].number == 0 && bytesDown(entry) == 0
    }

    /// Chrome's size on the wire, else headers and body, else WebPagetest's, else the content's.
    private static func bytesDown(_ entry: LooseValue) -> Double {
        let response = entry["response"]
        let sizes = [
            response["_transferSize"].number,
            response["headersSize"].number + response["bodySize"].number,
            entry["_bytesIn"].number,
            // An answer without a body describes what the browser has.
            [204, 304].contains(response["status"].number) ? 0 : response["content"]["size"].number,
        ]
        return sizes.first { $0 > 0 } ?? 0
    }

    /// The handshakes, the request and the answer at the times of `timings`.
    private mutating func addRequest(_ entry: LooseValue) throws {
        let date = Array((entry["startedDateTime"].text ?? "").utf8)
        guard let start = date.withUnsafeBufferPointer(GPXTime.nanoseconds) else {
            throw RecordFault(reason: "a startedDateTime is no date with a time")
        }
        // At most eleven days.
        func span(_ name: String) -> Double { min(entry["timings"][name].number, 1e9) * 1e6 }
        let address = entry["serverIPAddress"].text?.trimmingCharacters(in: ["[", "]"])
        let flow = address.flatMap { IPAddress($0) }.map {
            Self.flow($0, socket: Int(entry["connection"].number))
        }
        let connecting = span("blocked") + span("dns")
        let connect = span("connect")
        // One round trip for TCP, two more for TLS 1.2; `connect` contains `ssl`.
        let trips = connect == 0 ? 0 : span("ssl") > 0 ? 3 : 1
        for trip in 0..<trips {
            let from = connecting + connect * Double(trip) / Double(trips)
            let until = connecting + connect * Double(trip + 1) / Double(trips)
            try add(trip == 0 ? 1 : Self.greeting, .uplink, start, from: from, to: from, flow)
            try add(
                trip == 1 ? Self.certificates : 1, .downlink, start, from: until, to: until, flow)
        }
        let sending = connecting + connect
        let sent = sending + span("send")
        let first = sent + span("wait")
        let request = entry["request"]
        let parts = request["headersSize"].number + request["bodySize"].number
        let up = parts > 0 ? parts : entry["_bytesOut"].number
        try add(Int(up), .uplink, start, from: sending, to: sent, flow)
        try add(
            Int(Self.bytesDown(entry)), .downlink, start, from: first, to: first + span("receive"),
            flow)
    }

    private static func flow(_ remote: IPAddress, socket: Int) -> FlowKey {
        FlowKey(
            device: IPAddress(version4: 0), remote: remote,
            devicePort: UInt16(truncatingIfNeeded: socket), remotePort: 0, protocolNumber: 6)
    }

    /// TLS events of a netlog count the same bytes again.
    private static let counted: [(name: String, direction: Packet.Direction)] = [
        ("SOCKET_BYTES_SENT", .uplink), ("SOCKET_BYTES_RECEIVED", .downlink),
        ("UDP_BYTES_SENT", .uplink), ("UDP_BYTES_RECEIVED", .downlink),
    ]

    /// Reads a whole log, or one that ends after any event, as Chrome leaves when it is killed.
    mutating func addNetLog(_ data: Data) throws {
        let log = try whole(data)
        var directions: [Int: Packet.Direction] = [:]
        // Types have the numbers that the log's own constants give.
        for (name, direction) in Self.counted {
            let type = log["constants"]["logEventTypes"][name].number
            if type > 0 { directions[Int(type)] = direction }
        }
        for event in try log.list(named: "events") {
            guard let direction = directions[Int(event["type"].number)] else { continue }
            let time = event["time"].number * 1e6
            let socket = Int(event["source"]["id"].number)
            try add(
                Int(event["params"]["byte_count"].number), direction, 0, from: time, to: time,
                Self.flow(IPAddress(version4: 0), socket: socket))
        }
    }

    private mutating func whole(_ data: Data) throws -> LooseValue {
        if let log = try? LooseValue(json: data) { return log }
        // Each event has a line of its own.
        var whole = data[..<(data.lastIndex(of: UInt8(ascii: "\n")) ?? data.endIndex)]
        while let last = whole.last, last != UInt8(ascii: "}") { whole.removeLast() }
        whole.append(contentsOf: "]}".utf8)
        findings.append("it breaks off: the browser was killed")
        return try LooseValue(json: whole)
    }
}
