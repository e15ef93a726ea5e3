import Foundation

/// Reads a Perfetto trace by protobuf.dev's wire format and the fields of Perfetto's
/// trace_packet.proto. It shares no code with the writer.
struct PerfettoReader {
    struct Slice {
        var track: UInt64
        var from: Int64
        var until: Int64
        var name: String
        var category: String
        /// The nesting depth; 0 is outermost.
        var depth: Int
        var details: [String: Detail] = [:]
        var flow: UInt64?
    }

    enum Detail: Equatable {
        case text(String)
        case number(Double)
        case count(Int64)
    }

    struct Fault: Error { let what: String }

    private(set) var names: [UInt64: String] = [:]
    private(set) var parents: [UInt64: UInt64] = [:]
    private(set) var units: [UInt64: String] = [:]
    /// Slices by start time, in file order where two start together.
    private(set) var slices: [Slice] = []
    /// Times and values of counters by track.
    private(set) var counters: [UInt64: [(time: Int64, value: Double)]] = [:]
    /// Interned texts by table, then by number. The file writes each once.
    private var texts: [UInt64: [UInt64: String]] = [:]

    init(_ data: Data) throws {
        var events: [(time: Int64, fields: [Field])] = []
        for packet in try Field.all([UInt8](data)) {
            guard packet.number == 1 else { throw Fault(what: "field \(packet.number) of a trace") }
            let fields = try Field.all(packet.bytes)
            for entries in fields where entries.number == 12 {
                for entry in try Field.all(entries.bytes) {
                    let pair = try Field.all(entry.bytes)
                    let old = texts[entry.number, default: [:]].updateValue(
                        pair[1].text, forKey: pair[0].whole)
                    guard old == nil else { throw Fault(what: "\(pair[1].text) is not new") }
                }
            }
            if let track = fields.first(where: { $0.number == 60 }) {
                try add(track: try Field.all(track.bytes))
            }
            if let event = fields.first(where: { $0.number == 11 }) {
                guard let time = fields.first(where: { $0.number == 8 }) else {
                    throw Fault(what: "an event without a time")
                }
                let inner = try Field.all(event.bytes)
                let track = inner.first { $0.number == 11 }?.whole ?? 0
                guard names[track] != nil else { throw Fault(what: "no track \(track) so far") }
                events.append((Int64(time.whole), inner))
            }
        }
        // A stable sort, like Perfetto's.
        let order = events.indices.sorted { (events[$0].time, $0) < (events[$1].time, $1) }
        var open: [UInt64: [Int]] = [:]
        for place in order { try take(events[place], &open) }
        let left = open.values.reduce(0) { $0 + $1.count }
        guard left == 0 else { throw Fault(what: "\(left) slices have no end") }
    }

    private mutating func add(track fields: [Field]) throws {
        let number = fields.first { $0.number == 1 }?.whole ?? 0
        guard names[number] == nil else { throw Fault(what: "track \(number) twice") }
        names[number] = fields.first { $0.number == 2 }?.text
        parents[number] = fields.first { $0.number == 5 }?.whole
        if let counter = fields.first(where: { $0.number == 8 }) {
            units[number] = try Field.all(counter.bytes).first { $0.number == 6 }?.text
        }
    }

    private mutating func take(
        _ event: (time: Int64, fields: [Field]), _ open: inout [UInt64: [Int]]
    ) throws {
        let track = event.fields.first { $0.number == 11 }?.whole ?? 0
        var details: [String: Detail] = [:]
        for field in event.fields where field.number == 4 {
            let parts = try Field.all(field.bytes)
            let name = texts[3]?[parts[0].whole] ?? "?"
            switch parts[1].number {
            case 4: details[name] = .count(Int64(bitPattern: parts[1].whole))
            case 5: details[name] = .number(Double(bitPattern: parts[1].whole))
            case 17: details[name] = .text(texts[29]?[parts[1].whole] ?? "?")
            default: throw Fault(what: "a detail of kind \(parts[1].number)")
            }
        }
        switch event.fields.first(where: { $0.number == 9 })?.whole {
        case 1:
            func text(_ table: UInt64, _ field: UInt64) -> String {
                let number = event.fields.first { $0.number == field }?.whole
                return number.flatMap { texts[table]?[$0] } ?? "?"
            }
            slices.append(
                Slice(
                    track: track, from: event.time, until: -1, name: text(2, 10),
                    category: text(1, 3), depth: open[track]?.count ?? 0, details: details,
                    flow: event.fields.first { $0.number == 47 }?.whole))
            open[track, default: []].append(slices.count - 1)
        case 2:
            guard let place = open[track]?.popLast() else {
                throw Fault(what: "an end without a beginning on \(names[track] ?? "?")")
            }
            slices[place].until = event.time
            slices[place].details.merge(details) { $1 }
        case 4:
            let value = event.fields.first { $0.number == 44 }?.whole ?? 0
            counters[track, default: []].append((event.time, Double(bitPattern: value)))
        case let type: throw Fault(what: "an event of type \(type ?? 0)")
        }
    }

    func track(_ name: String) -> UInt64? { names.first { $0.value == name }?.key }

    /// A counter's integral over time in value-seconds, from its first value to `end`.
    func integral(of name: String, until end: Int64) -> Double {
        let points = track(name).flatMap { counters[$0] } ?? []
        return points.indices.reduce(0) { sum, place in
            let next = place + 1 < points.count ? points[place + 1].time : end
            return sum + points[place].value * Double(next - points[place].time) / 1e9
        }
    }

    private struct Field {
        let number: UInt64
        /// A whole number, or the bits of an eight-byte value.
        var whole: UInt64 = 0
        var bytes: ArraySlice<UInt8> = []

        var text: String { String(decoding: bytes, as: UTF8.self) }

        static func all(_ bytes: [UInt8]) throws -> [Field] { try all(bytes[...]) }

        static func all(_ bytes: ArraySlice<UInt8>) throws -> [Field] {
            var rest = bytes
            var fields: [Field] = []
            while !rest.isEmpty {
                let tag = try varint(&rest)
                var field = Field(number: tag >> 3)
                switch tag & 7 {
                case 0: field.whole = try varint(&rest)
                case 1:
                    guard rest.count >= 8 else { throw Fault(what: "eight bytes are cut off") }
                    field.whole = rest.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
                    rest = rest.dropFirst(8)
                case 2:
                    let length = Int(try varint(&rest))
                    guard length <= rest.count else { throw Fault(what: "bytes are cut off") }
                    field.bytes = rest.prefix(length)
                    rest = rest.dropFirst(length)
                case let type: throw Fault(what: "wire type \(type)")
                }
                fields.append(field)
            }
            return fields
        }

        private static func varint(_ rest: inout ArraySlice<UInt8>) throws -> UInt64 {
            var value: UInt64 = 0
            var shift: UInt64 = 0
            while let byte = rest.popFirst() {
                value |= UInt64(byte & 0x7F) << shift
                if byte < 0x80 { return value }
                shift += 7
            }
            throw Fault(what: "a number is cut off")
        }
    }
}
