import DeviceModel
import Foundation
import Kernel

extension ListedPackets {
    /// The packets behind a browser's requests.
    static func web(_ file: BlockFile, _ format: TraceFormat) throws(TraceFailure) -> ListedPackets
    {
        let bytes = try file.rest()
        do {
            // Some tools end a file that they were killed at without its closing brackets.
            let data = Data(bytes)
            return format == .har
                ? try JSONDecoder().decode(WebArchive.self, from: data).packets()
                : try NetLog.packets(data)
        } catch {
            throw TraceFailure(.badRecord(format.rawValue, reason: reason(error)), path: file.path)
        }
    }

    private static func reason(_ error: any Error) -> String {
        switch error {
        case let fault as RecordFault: fault.reason
        case DecodingError.keyNotFound(let key, _): "it has no \(key.stringValue)"
        case DecodingError.typeMismatch(_, let context),
            DecodingError.valueNotFound(_, let context):
            "\(context.codingPath.last { $0.intValue == nil }?.stringValue ?? "a value") is of "
                + "another kind"
        default: "it is not valid JSON"
        }
    }
}

struct RecordFault: Error { let reason: String }

/// How requests become packets.
private enum WebPackets {
    /// Payload of a full packet; Ethernet's 1500 bytes less headers and options.
    static let payload = 1400
    /// TCP and IPv4 headers.
    static let header = 40
    /// A TLS client's greeting, and a server's with its certificates: assumptions.
    static let greeting = 300
    static let certificates = 3000
    /// Bytes of a record, so that a wrong number makes no endless list.
    static let most = 500_000_000
    static let tooMuch = RecordFault(reason: "its sizes exceed 500 MB")

    /// Adds packets for `bytes`, spread evenly from `first` to `last`: nanoseconds after `start`.
    static func add(
        _ bytes: Int, _ direction: Packet.Direction, _ start: Int64, from first: Double,
        to last: Double, _ flow: FlowKey?, to packets: inout [TracedPacket]
    ) {
        guard bytes > 0 else { return }
        let count = (bytes + payload - 1) / payload
        for index in 0..<count {
            let size = min(payload, bytes - index * payload) + header
            let share = count == 1 ? 1 : Double(index) / Double(count - 1)
            let time = Instant(
                nanoseconds: start + Int64((first + share * max(0, last - first)).rounded()))
            packets.append(
                TracedPacket(
                    packet: Packet(time: time, bytes: Int64(size), direction: direction),
                    flow: flow))
        }
    }
}

/// HAR 1.1 and 1.2, as far as it tells of traffic; times in milliseconds.
private struct WebArchive: Decodable {
    let log: Log

    struct Log: Decodable { let entries: [Entry] }

    struct Entry: Decodable {
        let startedDateTime: String
        let request: Request
        let response: Response
        let timings: Timings?
        let connection: Loose?
        let serverIPAddress: String?
        let _fromDiskCache: Bool?
        let _fetchedViaServiceWorker: Bool?
        let _bytesIn: Loose?
        let _bytesOut: Loose?
    }

    struct Request: Decodable {
        let url: String?
        let headersSize: Loose?
        let bodySize: Loose?
    }

    struct Response: Decodable {
        let status: Loose?
        let headersSize: Loose?
        let bodySize: Loose?
        let _transferSize: Loose?
        let content: Content?

        struct Content: Decodable { let size: Loose? }
    }

    struct Timings: Decodable {
        let blocked: Loose?
        let dns: Loose?
        let connect: Loose?
        let ssl: Loose?
        let send: Loose?
        let wait: Loose?
        let receive: Loose?
    }

    /// A number, also in quotes; 0 where it is missing, null, negative or anything else.
    struct Loose: Decodable {
        let value: Double

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            let number =
                (try? container.decode(Double.self))
                ?? (try? container.decode(String.self)).flatMap(Double.init)
            value = number.map { $0.isFinite ? min(max(0, $0), 1e12) : 0 } ?? 0
        }
    }

    func packets() throws -> ListedPackets {
        var packets: [TracedPacket] = []
        var (cached, unsized, sum) = (0, 0, 0.0)
        for entry in log.entries {
            if entry.isLocal {
                cached += 1
                continue
            }
            guard let start = entry.start else {
                throw RecordFault(reason: "a startedDateTime is no date with a time")
            }
            let down = entry.bytesDown
            if down == nil { unsized += 1 }
            sum += (down ?? 0) + entry.bytesUp
            guard sum <= Double(WebPackets.most) else { throw WebPackets.tooMuch }
            entry.add(from: start, bytesDown: Int(down ?? 0), to: &packets)
        }
        let findings = [
            cached == 0 ? nil : "\(cached) of \(log.entries.count) requests needed no network",
            unsized == 0 ? nil : "\(unsized) answers have no size, and count as empty",
        ]
        return ListedPackets(packets, .har, findings: findings.compactMap { $0 })
    }
}

extension WebArchive.Entry {
    /// Answered from a cache, a service worker, or the address itself.
    fileprivate var isLocal: Bool {
        let isData = ["data:", "blob:", "about:"].contains { request.url?.hasPrefix($0) ?? false }
        let isFailed = (response.status?.value ?? 0) == 0 && bytesDown ?? 0 == 0
        return _fromDiskCache ?? false || _fetchedViaServiceWorker ?? false || isData || isFailed
    }

    fileprivate var start: Int64? {
        Array(startedDateTime.utf8).withUnsafeBufferPointer(GPXTime.nanoseconds)
    }

    /// Chrome's size on the wire, else headers and body, else WebPagetest's, else the content's.
    fileprivate var bytesDown: Double? {
        let parts = (response.headersSize?.value ?? 0) + (response.bodySize?.value ?? 0)
        let sizes = [
            response._transferSize?.value, parts, _bytesIn?.value, response.content?.size?.value,
        ]
        return sizes.compactMap { $0 }.first { $0 > 0 }
    }

    fileprivate var bytesUp: Double {
        let parts = (request.headersSize?.value ?? 0) + (request.bodySize?.value ?? 0)
        return parts > 0 ? parts : _bytesOut?.value ?? 0
    }

    /// The handshakes, the request and the answer at the times of `timings`.
    fileprivate func add(
        from start: Int64, bytesDown: Int, to packets: inout [TracedPacket]
    ) {
        func span(_ time: WebArchive.Loose?) -> Double { (time?.value ?? 0) * 1e6 }
        let flow = serverIPAddress.flatMap { address in
            IPAddress(address.trimmingCharacters(in: ["[", "]"])).map { remote in
                FlowKey(
                    device: IPAddress(version4: 0), remote: remote,
                    devicePort: UInt16(truncatingIfNeeded: Int(connection?.value ?? 0)),
                    remotePort: 0, protocolNumber: 6)
            }
        }
        func add(_ bytes: Int, _ way: Packet.Direction, _ from: Double, _ until: Double) {
            WebPackets.add(bytes, way, start, from: from, to: until, flow, to: &packets)
        }
        let connecting = span(timings?.blocked) + span(timings?.dns)
        let connect = span(timings?.connect)
        if connect > 0 {
            // One round trip for TCP, two more for TLS 1.2; `connect` contains `ssl`.
            let trips = span(timings?.ssl) > 0 ? 3 : 1
            for trip in 0..<trips {
                let from = connecting + connect * Double(trip) / Double(trips)
                let until = connecting + connect * Double(trip + 1) / Double(trips)
                add(trip == 0 ? 1 : WebPackets.greeting, .uplink, from, from)
                add(trip == 1 ? WebPackets.certificates : 1, .downlink, until, until)
            }
        }
        let sending = connecting + connect
        let sent = sending + span(timings?.send)
        let first = sent + span(timings?.wait)
        add(Int(bytesUp), .uplink, sending, sent)
        add(bytesDown, .downlink, first, first + span(timings?.receive))
    }
}

/// Chrome's `--log-net-log`; its event types have the numbers that its own `constants` give.
private enum NetLog {
    struct File: Decodable {
        let constants: Constants
        let events: [Event]
    }

    struct Constants: Decodable { let logEventTypes: [String: Int] }

    struct Event: Decodable {
        let time: WebArchive.Loose
        let type: Int
        let source: Source
        let params: Parameters?

        struct Source: Decodable { let id: Int }

        struct Parameters: Decodable {
            let bytes: Int?

            enum CodingKeys: String, CodingKey { case bytes = "byte_count" }
        }
    }

    /// TLS events count the same bytes again.
    static let counted: [(name: String, direction: Packet.Direction)] = [
        ("SOCKET_BYTES_SENT", .uplink), ("SOCKET_BYTES_RECEIVED", .downlink),
        ("UDP_BYTES_SENT", .uplink), ("UDP_BYTES_RECEIVED", .downlink),
    ]

    /// Reads a whole log, or one that ends after any event, as Chrome leaves when it is killed.
    static func packets(_ data: Data) throws -> ListedPackets {
        let (file, isCut) = try decoded(data)
        var directions: [Int: Packet.Direction] = [:]
        for (name, direction) in counted {
            if let type = file.constants.logEventTypes[name] { directions[type] = direction }
        }
        var packets: [TracedPacket] = []
        var sum = 0
        for event in file.events {
            guard let direction = directions[event.type], let bytes = event.params?.bytes
            else { continue }
            sum = sum.addingReportingOverflow(max(0, bytes)).partialValue
            guard (0...WebPackets.most).contains(sum) else { throw WebPackets.tooMuch }
            let flow = FlowKey(
                device: IPAddress(version4: 0), remote: IPAddress(version4: 0),
                devicePort: UInt16(truncatingIfNeeded: event.source.id), remotePort: 0,
                protocolNumber: 6)
            let time = event.time.value * 1e6
            WebPackets.add(bytes, direction, 0, from: time, to: time, flow, to: &packets)
        }
        return ListedPackets(
            packets, .netlog, findings: isCut ? ["it breaks off: the browser was killed"] : [])
    }

    private static func decoded(_ data: Data) throws -> (File, isCut: Bool) {
        if let file = try? JSONDecoder().decode(File.self, from: data) { return (file, false) }
        // Each event has a line of its own.
        let end = data.lastIndex(of: UInt8(ascii: "\n")) ?? data.endIndex
        var whole = data[..<end]
        while let last = whole.last, last != UInt8(ascii: "}") { whole.removeLast() }
        whole.append(contentsOf: "]}".utf8)
        return (try JSONDecoder().decode(File.self, from: whole), true)
    }
}
