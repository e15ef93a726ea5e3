/// The hosts and apps of a capture's connections.
///
/// A host's name comes from the connection's TLS greeting (Server Name Indication, RFC 6066).
/// Without one it is the name whose DNS answer last gave the address before the connection began.
/// Encrypted DNS and QUIC greetings tell nothing. Apps come from PCAPdroid's trailer or Apple's
/// PKTAP.
public struct ConnectionNames: Sendable {
    private var hosts: [FlowKey: String] = [:]
    private var apps: [FlowKey: String] = [:]

    /// Reads the names in a capture that was read whole.
    ///
    /// - `summary`: Selects the phone's packets.
    public init(_ trace: TraceFile, _ summary: TraceSummary) throws(TraceFailure) {
        guard summary.format.isCapture else { return }
        let file = try CaptureFile(trace, summary.format)
        var reader = NameReader(PacketSieve(summary.selection))
        while let record = try file.next() { reader.read(record, of: file) }
        (hosts, apps) = (reader.hosts, reader.apps)
    }

    public var hasApps: Bool { !apps.isEmpty }

    /// `nil` if unknown.
    public func host(of key: FlowKey) -> String? { hosts[key] }

    /// `nil` if unknown.
    public func app(of key: FlowKey) -> String? { apps[key] }
}

struct NameReader {
    private(set) var hosts: [FlowKey: String] = [:]
    private(set) var apps: [FlowKey: String] = [:]
    private var sieve: PacketSieve
    /// The name that each address was last the answer to.
    private var answered: [IPAddress: String] = [:]
    private var met: Set<FlowKey> = []
    private var greetings: [FlowKey: Greeting] = [:]
    private var isDone: Set<FlowKey> = []

    private struct Greeting {
        var bytes: [UInt8]
        var next: UInt32
    }

    init(_ sieve: PacketSieve) { self.sieve = sieve }

    mutating func read(_ record: CaptureFile.Record, of file: CaptureFile) {
        do throws(SkippedPacket) {
            let (header, found) = try sieve.packet(in: record, of: file)
            let direction = try sieve.direction(of: header, found)
            let key = header.flow(direction)
            if met.insert(key).inserted, let name = answered[key.remote] { hosts[key] = name }
            if apps[key] == nil, let app = Self.app(in: record, of: file) { apps[key] = app }
            readData(of: header, at: found.start, in: record.captured, direction, key)
        } catch {
            // Skipped packets were counted when the packets were read.
        }
    }

    private static func app(in record: CaptureFile.Record, of file: CaptureFile) -> String? {
        let frame = record.captured.span
        return file.interfaces[record.interface].layer == .tap
            ? TapHeader.program(in: frame) : PCAPdroidTrailer.app(in: frame)
    }

    private mutating func readData(
        of header: IPHeader, at start: Int, in frame: UnsafeBufferPointer<UInt8>,
        _ direction: Packet.Direction, _ key: FlowKey
    ) {
        let nameServer: UInt16 = 53
        let isAnswer =
            header.protocolNumber == 17 && direction == .downlink && key.remotePort == nameServer
        let isNew = header.segment?.flags.contains(.syn) ?? false
        if isNew, direction == .uplink { isDone.remove(key) }
        let isGreeting =
            direction == .uplink && (header.segment?.payloadBytes ?? 0) > 0 && !isDone.contains(key)
        guard isAnswer || isGreeting, let data = Self.data(of: header, at: start, in: frame.span)
        else { return }
        let bytes = Array(frame[data])
        if isAnswer, let answer = NameAnswer(bytes) {
            for address in answer.addresses { answered[address] = answer.name }
        } else if isGreeting, let segment = header.segment {
            greet(bytes, segment, key)
        }
    }

    private mutating func greet(_ bytes: [UInt8], _ segment: TCPSegment, _ key: FlowKey) {
        let next = segment.sequenceNumber &+ segment.payloadBytes
        var greeting = greetings[key] ?? Greeting(bytes: [], next: segment.sequenceNumber)
        // A retransmission.
        if Int32(bitPattern: segment.sequenceNumber &- greeting.next) < 0 { return }
        let isWhole = bytes.count == Int(segment.payloadBytes)
        guard segment.sequenceNumber == greeting.next else { return finish(key) }
        greeting.bytes += bytes
        greeting.next = next
        switch ServerName.read(greeting.bytes) {
        case .found(let name):
            hosts[key] = name
            finish(key)
        case .absent: finish(key)
        case .incomplete where isWhole: greetings[key] = greeting
        case .incomplete: finish(key)
        }
    }

    private mutating func finish(_ key: FlowKey) {
        greetings[key] = nil
        isDone.insert(key)
    }

    private static func data(
        of header: IPHeader, at start: Int, in frame: Span<UInt8>
    ) -> Range<Int>? {
        if header.isLaterFragment { return nil }
        var place: Int
        if frame[start] >> 4 == 4 {
            place = start + Int(frame[start] & 0x0F) * 4
        } else {
            // Names behind extension headers are not read.
            guard frame[start + 6] == header.protocolNumber else { return nil }
            place = start + 40
        }
        if header.protocolNumber == 17 {
            place += 8
        } else {
            guard place + 13 <= frame.count else { return nil }
            place += Int(frame[place + 12] >> 4) * 4
        }
        let end = min(frame.count, start + Int(header.bytes))
        return place < end ? place..<end : nil
    }
}

/// The 32 bytes that PCAPdroid can append to each packet.
///
/// A magic number (4 bytes), the app's user number (4) and its name (20).
enum PCAPdroidTrailer {
    private static let (size, mark): (Int, UInt32) = (32, 0x0107_2021)

    static func app(in frame: Span<UInt8>) -> String? {
        let start = frame.count - size
        guard start > 0, frame.big32(start) == mark else { return nil }
        var bytes: [UInt8] = []
        for place in start + 8..<start + 28 {
            if frame[place] == 0 { break }
            bytes.append(frame[place])
        }
        let name = String(decoding: bytes, as: UTF8.self)
        return name.isEmpty ? nil : name
    }
}

/// Maps connections to apps by host, port or both, where the capture does not name apps.
///
/// CSV with a header and the columns `app`, `host` and `port`. Either of the last two may be
/// missing, or empty for any; the first matching row counts.
public struct AppMap: Equatable, Sendable {
    struct Row: Equatable, Sendable {
        let app: String
        let host: HostPattern?
        let port: UInt16?
    }

    let rows: [Row]

    /// Throws ``InputError`` where the file, its header or a row is invalid, and without any row.
    public init(path: String, bytes: [UInt8]) throws(InputError) {
        let text = try LogText(path: path, bytes: bytes)
        let app = try text.column(["app"], meaning: "the app")
        let (host, port) = (text.column(["host"]), text.column(["port"]))
        if host == nil, port == nil {
            _ = try text.column(["host", "port"], meaning: "the host or the port")
        }
        var rows: [Row] = []
        try text.forEachLine(of: [app, host, port]) { (line) throws(InputError) in
            let name = line.word(app)
            if name.isEmpty {
                throw line.error(
                    .unknownWord(text: "", meaning: "app", possible: ["any name"]), app)
            }
            rows.append(
                Row(app: name, host: try Self.host(line, host), port: try Self.port(line, port)))
        }
        if rows.isEmpty {
            throw InputError(.tooFewRows(found: 0, needed: 1, dropped: 0), path: path)
        }
        self.rows = rows
    }

    private static func host(_ line: LogLine, _ column: Int?) throws(InputError) -> HostPattern? {
        guard let column, !line.word(column).isEmpty else { return nil }
        if let pattern = HostPattern(line.word(column)) { return pattern }
        throw line.error(
            .unknownWord(
                text: line.shortened(column), meaning: "host",
                possible: ["a name", "*. and a name", "an address"]), column)
    }

    private static func port(_ line: LogLine, _ column: Int?) throws(InputError) -> UInt16? {
        guard let column, !line.word(column).isEmpty else { return nil }
        if let port = UInt16(line.word(column)), port > 0 { return port }
        throw line.error(
            .outOfRange(
                text: line.shortened(column), meaning: "a port", possible: "1 to 65535"), column)
    }

    public func app(of key: FlowKey, host: String?) -> String? {
        rows.first { row in
            (row.host?.matches(host, key.remote) ?? true)
                && (row.port.map { $0 == key.remotePort } ?? true)
        }?.app
    }
}
