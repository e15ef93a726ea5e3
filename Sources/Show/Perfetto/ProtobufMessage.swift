import Kernel

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
