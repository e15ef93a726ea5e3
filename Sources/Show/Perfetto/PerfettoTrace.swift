import Kernel

/// A trace for Perfetto, written piece by piece: tracks, and slices, counters and flows on them
/// (https://perfetto.dev/docs/reference/trace-packet-proto).
///
/// Perfetto sorts events by time; of several at one time it keeps the order in which they are
/// written. So a slice may be ended long after it was begun, but for a slice that begins just where
/// another of its track ends, which must have been ended before.
package struct PerfettoTrace: ~Copyable {
    package static let fileName = "timeline.perfetto-trace"

    /// A line of the picture, by the number that Perfetto knows it by.
    package struct Track: Hashable, Sendable { fileprivate let number: UInt64 }

    /// What is said of a slice beside its name.
    package enum Detail {
        /// Of few different ones: they are written once.
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
    /// Texts that the packet being made is the first to use.
    private var interned = ProtobufMessage()

    /// Keeps back `pieceSize` bytes before they are written in order.
    package init(
        pieceSize: Int = 65_536, to write: @escaping ([UInt8]) throws(OutputError) -> Void
    ) {
        (self.pieceSize, self.write) = (pieceSize, write)
    }

    // MARK: Tracks

    /// A new track for slices, at place `rank` among those of the same parent; tracks of one name
    /// and parent are shown as one.
    package mutating func track(
        _ name: String, in parent: Track? = nil, rank: Int, about: String = ""
    ) throws(OutputError) -> Track {
        try track(name, in: parent, rank: rank, about: about, counter: nil)
    }

    /// A new track for a counter, at place `rank` among those of the same parent.
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

    // MARK: Events

    /// A number that no other flow has: slices of one flow are joined by arrows, in the order of
    /// time.
    package mutating func newFlow() -> UInt64 {
        flows += 1
        return flows
    }

    /// Begins a slice; its name is one of few different ones.
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

    /// Ends the slice of the track that was begun last, with what was not known when it began.
    package mutating func end(
        on track: Track, at time: Instant, _ details: [(String, Detail)] = []
    ) throws(OutputError) {
        var event = event(2, on: track)
        add(details, to: &event)
        packet.add(11, event)
        try endPacket(at: time)
    }

    /// Sets a counter from a time on.
    package mutating func set(
        _ track: Track, to value: Double, at time: Instant
    ) throws(OutputError) {
        var event = event(4, on: track)
        event.add(44, double: value)
        packet.add(11, event)
        try endPacket(at: time)
    }

    /// Writes what is kept back.
    package mutating func finish() throws(OutputError) {
        if !bytes.isEmpty { try write(bytes) }
        bytes = []
    }

    // MARK: Packets

    private func event(_ type: UInt64, on track: Track) -> ProtobufMessage {
        var event = ProtobufMessage()
        event.add(9, whole: type)
        event.add(11, whole: track.number)
        return event
    }

    private mutating func add(
        _ details: [(String, Detail)], to event: inout ProtobufMessage
    ) {
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
        // All come from one writer. Its first packet says that nothing was interned before, all
        // that they need what was.
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

/// Texts that are written once and have a number from then on.
private struct InternedTexts {
    /// Of `InternedData`.
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

/// A message in the wire format of Protocol Buffers, as its fields are added
/// (https://protobuf.dev/programming-guides/encoding/).
///
/// Fields are written as they come, none is checked against a schema: who writes a message knows
/// the numbers and types of its fields.
struct ProtobufMessage {
    private(set) var bytes: [UInt8] = []

    private enum WireType: UInt64 {
        case varint = 0
        case fixed64 = 1
        case lengthDelimited = 2
    }

    /// A whole number (`uint64`, `uint32`, an enum; `int64` that is not negative).
    mutating func add(_ field: UInt64, whole value: UInt64) {
        tag(field, .varint)
        varint(value)
    }

    /// Eight bytes (`fixed64`).
    mutating func add(_ field: UInt64, fixed value: UInt64) {
        tag(field, .fixed64)
        for shift in stride(from: UInt64(0), to: 64, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }

    mutating func add(_ field: UInt64, double value: Double) {
        add(field, fixed: value.bitPattern)
    }

    /// Words, made printable (`string`).
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

    /// Forgets the fields, and keeps the room.
    mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    private mutating func tag(_ field: UInt64, _ type: WireType) {
        varint(field << 3 | type.rawValue)
    }

    /// Seven bits a byte, the lowest first.
    private mutating func varint(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }
}
