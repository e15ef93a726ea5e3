/// Writes a Perfetto trace piece by piece: tracks with slices, counters and flows
/// (https://perfetto.dev/docs/reference/trace-packet-proto).
///
/// Perfetto sorts events by time and keeps the written order at equal times. So a slice may be
/// ended late, unless another slice of its track begins at the time of its end.
package struct PerfettoTrace: ~Copyable {
    package static let fileName = "timeline.perfetto-trace"

    package struct Track: Hashable, Sendable { fileprivate let number: UInt64 }

    package enum Detail {
        /// Few distinct texts, as each is written once.
        case text(String)
        case number(Double)
        case count(Int64)
    }

    private let pieceSize: Int
    private let write: ([UInt8]) throws(OutputError) -> Void
    private var bytes: [UInt8] = []
    private var packet = ProtobufMessage()
    private var isBegun = false
    private var tracks: UInt64 = 0
    private var flows: UInt64 = 0
    private var names = InternedTexts(field: 2)
    private var categories = InternedTexts(field: 1)
    private var detailNames = InternedTexts(field: 3)
    private var detailTexts = InternedTexts(field: 29)
    /// Texts that the current packet uses first.
    private var interned = ProtobufMessage()

    /// - Parameter pieceSize: The bytes to collect before a write.
    package init(
        pieceSize: Int = 65_536, to write: @escaping ([UInt8]) throws(OutputError) -> Void
    ) { (self.pieceSize, self.write) = (pieceSize, write) }

    /// Adds a track for slices at place `rank` below its parent.
    ///
    /// Perfetto shows tracks with one name and parent as one.
    package mutating func track(
        _ name: String, in parent: Track? = nil, rank: Int, about: String = ""
    ) throws(OutputError) -> Track {
        try track(name, in: parent, rank: rank, about: about, counter: nil)
    }

    /// Adds a counter track at place `rank` below its parent.
    package mutating func counter(
        _ name: String, unit: String, in parent: Track? = nil, rank: Int, about: String
    ) throws(OutputError) -> Track {
        var counter = ProtobufMessage()
        counter.add(6, unit)
        return try track(name, in: parent, rank: rank, about: about, counter: counter)
    }

    private mutating func track(
        _ name: String, in parent: Track?, rank: Int, about: String, counter: ProtobufMessage?
    ) throws(OutputError) -> Track {
        tracks += 1
        var descriptor = ProtobufMessage()
        descriptor.add(1, whole: tracks)
        descriptor.add(2, name)
        if let parent { descriptor.add(5, whole: parent.number) }
        if let counter { descriptor.add(8, counter) }
        descriptor.add(11, whole: 3)  // its own tracks are shown by rank
        descriptor.add(12, whole: UInt64(max(0, rank)))
        if !about.isEmpty { descriptor.add(14, about) }
        packet.add(60, descriptor)
        try endPacket(at: nil)
        return Track(number: tracks)
    }

    /// A new flow, whose slices Perfetto joins by arrows in order of time.
    package mutating func newFlow() -> UInt64 {
        flows += 1
        return flows
    }

    /// Begins a slice, with one of few distinct names.
    package mutating func begin(
        _ name: String, on track: Track, at time: Instant, category: String? = nil,
        _ details: [(String, Detail)] = [], flow: UInt64? = nil
    ) throws(OutputError) {
        var event = event(1, on: track)
        if let category { event.add(3, whole: categories.number(of: category, &interned)) }
        event.add(10, whole: names.number(of: name, &interned))
        add(details, to: &event)
        if let flow { event.add(47, fixed: flow) }
        packet.add(11, event)
        try endPacket(at: time)
    }

    /// Ends the track's current slice, with details that its beginning did not know.
    package mutating func end(
        on track: Track, at time: Instant, _ details: [(String, Detail)] = []
    ) throws(OutputError) {
        var event = event(2, on: track)
        add(details, to: &event)
        packet.add(11, event)
        try endPacket(at: time)
    }

    package mutating func set(
        _ track: Track, to value: Double, at time: Instant
    ) throws(OutputError) {
        var event = event(4, on: track)
        event.add(44, double: value)
        packet.add(11, event)
        try endPacket(at: time)
    }

    package mutating func finish() throws(OutputError) {
        if !bytes.isEmpty { try write(bytes) }
        bytes = []
    }

    private func event(_ type: UInt64, on track: Track) -> ProtobufMessage {
        var event = ProtobufMessage()
        event.add(9, whole: type)
        event.add(11, whole: track.number)
        return event
    }

    private mutating func add(_ details: [(String, Detail)], to event: inout ProtobufMessage) {
        for (name, detail) in details {
            var annotation = ProtobufMessage()
            annotation.add(1, whole: detailNames.number(of: name, &interned))
            switch detail {
            case .text(let text): annotation.add(17, whole: detailTexts.number(of: text, &interned))
            case .number(let value): annotation.add(5, double: value)
            case .count(let count): annotation.add(4, whole: UInt64(bitPattern: count))
            }
            event.add(4, annotation)
        }
    }

    private mutating func endPacket(at time: Instant?) throws(OutputError) {
        if let time { packet.add(8, whole: UInt64(bitPattern: time.nanoseconds)) }
        // A single writer: its first packet resets the interned texts, all packets depend on them.
        packet.add(10, whole: 1)
        packet.add(13, whole: isBegun ? 2 : 3)
        isBegun = true
        if !interned.bytes.isEmpty {
            packet.add(12, interned)
            interned.removeAll()
        }
        var trace = ProtobufMessage()
        trace.add(1, packet)
        bytes.append(contentsOf: trace.bytes)
        packet.removeAll()
        guard bytes.count >= pieceSize else { return }
        try write(bytes)
        bytes.removeAll(keepingCapacity: true)
    }
}

/// Texts that are written once and then referred to by number.
private struct InternedTexts {
    /// The field of `InternedData`.
    let field: UInt64
    private var numbers: [String: UInt64] = [:]

    init(field: UInt64) { self.field = field }

    mutating func number(of text: String, _ new: inout ProtobufMessage) -> UInt64 {
        if let number = numbers[text] { return number }
        let number = UInt64(numbers.count + 1)
        numbers[text] = number
        var entry = ProtobufMessage()
        entry.add(1, whole: number)
        entry.add(2, text)
        new.add(field, entry)
        return number
    }
}

/// A Protocol Buffers message in wire format (https://protobuf.dev/programming-guides/encoding/).
///
/// Fields are written in the order given and not checked against a schema.
struct ProtobufMessage {
    private(set) var bytes: [UInt8] = []

    private enum WireType: UInt64 {
        case varint = 0
        case fixed64 = 1
        case lengthDelimited = 2
    }

    /// `uint64`, `uint32`, an enum, or `int64` from 0.
    mutating func add(_ field: UInt64, whole value: UInt64) {
        tag(field, .varint)
        varint(value)
    }

    /// `fixed64`.
    mutating func add(_ field: UInt64, fixed value: UInt64) {
        tag(field, .fixed64)
        for shift in stride(from: UInt64(0), to: 64, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }

    mutating func add(_ field: UInt64, double value: Double) { add(field, fixed: value.bitPattern) }

    /// `string`, made printable.
    mutating func add(_ field: UInt64, _ text: String) {
        let text = PrintableText.line(text).utf8
        tag(field, .lengthDelimited)
        varint(UInt64(text.count))
        bytes.append(contentsOf: text)
    }

    mutating func add(_ field: UInt64, _ message: ProtobufMessage) {
        tag(field, .lengthDelimited)
        varint(UInt64(message.bytes.count))
        bytes.append(contentsOf: message.bytes)
    }

    mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    private mutating func tag(_ field: UInt64, _ type: WireType) {
        varint(field << 3 | type.rawValue)
    }

    private mutating func varint(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }
}
