import DeviceModel
import Kernel

/// Parses a packet's values without `Double`, which cannot hold every nanosecond beyond 104 days.
extension TableField {
    /// More than nine decimals are rounded, halves up.
    ///
    /// - Throws: Unless it is a plain decimal number from 0 to the end of simulated time.
    func nanoseconds(in text: Span<UInt8>) throws(TableRowFault) -> Int64 {
        let latest = Instant.never.nanoseconds
        var place = content.lowerBound
        var seconds: Int64 = 0
        while place < content.upperBound, text[place].digit < 10 {
            seconds = seconds * 10 + Int64(text[place].digit)
            if seconds > latest / 1_000_000_000 { throw tooLate(in: text) }
            place += 1
        }
        var digits = place - content.lowerBound
        var fraction: Int64 = 0
        if place < content.upperBound, text[place] == UInt8(ascii: ".") {
            place += 1
            let first = place
            var scale: Int64 = 1_000_000_000
            while place < content.upperBound, text[place].digit < 10 {
                if scale > 1 {
                    scale /= 10
                    fraction += Int64(text[place].digit) * scale
                } else if place == first + 9, text[place].digit >= 5 {
                    fraction += 1
                }
                place += 1
            }
            digits += place - first
        }
        guard place == content.upperBound, digits > 0 else { throw notTime(in: text) }
        let sum = seconds * 1_000_000_000 + fraction
        if sum >= latest { throw tooLate(in: text) }
        return sum
    }

    /// Throws unless it is an integer from 1 byte to 2 GiB.
    func packetBytes(in text: Span<UInt8>) throws(TableRowFault) -> Int64 {
        var value: Int64 = 0
        for place in content {
            guard text[place].digit < 10 else { throw notBytes(in: text) }
            // The excess over the largest size does not matter.
            value = min(value * 10 + Int64(text[place].digit), Packet.mostBytes + 1)
        }
        if content.isEmpty { throw notBytes(in: text) }
        guard value >= 1, value <= Packet.mostBytes else { throw outOfRange(in: text) }
        return value
    }

    func direction(in text: Span<UInt8>) throws(TableRowFault) -> Packet.Direction {
        if content.count == 1 {
            switch text[content.lowerBound] {
            case UInt8(ascii: "U"): return .uplink
            case UInt8(ascii: "D"): return .downlink
            default: break
            }
        }
        throw TableRowFault(.notDirection(string(in: text)), shown)
    }

    private func tooLate(in text: Span<UInt8>) -> TableRowFault {
        let isNumber = content.allSatisfy { text[$0].digit < 10 || text[$0] == UInt8(ascii: ".") }
        return isNumber ? TableRowFault(.tooLate(packet: nil), shown) : notTime(in: text)
    }

    private func notTime(in text: Span<UInt8>) -> TableRowFault {
        let word = string(in: text)
        let rest = word.dropFirst()
        let isNegative =
            word.first == "-" && !rest.isEmpty
            && rest.allSatisfy { $0 == "." || ("0"..."9").contains($0) }
        return TableRowFault(isNegative ? .negativeTime(word) : .notTime(word), shown)
    }

    private func notBytes(in text: Span<UInt8>) -> TableRowFault {
        let word = string(in: text)
        let isNegative = word.first == "-" && Int(word) != nil
        return TableRowFault(isNegative ? .bytesOutOfRange(word) : .notBytes(word), shown)
    }

    private func outOfRange(in text: Span<UInt8>) -> TableRowFault {
        TableRowFault(.bytesOutOfRange(string(in: text)), shown)
    }

    /// The range for the caret: at least one column, even if empty.
    private var shown: Range<Int> {
        content.isEmpty ? content.lowerBound..<content.lowerBound + 1 : content
    }
}
