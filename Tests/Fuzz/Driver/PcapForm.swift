/// Captures as tcpdump writes them: a header, then records with time, two lengths and a packet.
struct PcapForm: Form {
    private static let headerSize = 24
    private static let recordSize = 16
    private static let linkTypes: [UInt32] = [
        0, 1, 12, 101, 105, 108, 113, 119, 127, 192, 228, 229, 276, 147, 258, 149, 0xFFFF,
    ]

    /// Whether the bytes begin like a pcap capture.
    static func isOne(_ bytes: [UInt8]) -> Bool {
        [[0xA1, 0xB2], [0xD4, 0xC3], [0x4D, 0x3C]].contains {
            bytes.starts(with: $0)
        }
    }

    private func order(_ bytes: [UInt8]) -> CaptureBytes {
        CaptureBytes(isBigEndian: bytes.first == 0xA1)
    }

    func pieces(of bytes: [UInt8]) -> [[UInt8]] {
        let order = order(bytes)
        var pieces = [Array(bytes.prefix(Self.headerSize))]
        var place = Self.headerSize
        while place < bytes.count {
            let length = Int(order.word(bytes, at: place + 8))
            let end = min(bytes.count, place + Self.recordSize + length)
            pieces.append(Array(bytes[place..<end]))
            place = end
        }
        return pieces
    }

    /// One record. The header usually stays in its place.
    func block(_ pieces: [[UInt8]], at place: Int, _ dice: inout Dice) -> Range<Int> {
        let first = place == 0 && !dice.isOne(in: 20) ? min(1, pieces.count - 1) : place
        return first..<first + 1
    }

    func change(_ pieces: inout [[UInt8]], at place: Int, _ dice: inout Dice) {
        let order = order(pieces[0])
        if place == 0 { return changeHeader(&pieces[0], order, &dice) }
        var record = pieces[place]
        guard record.count >= Self.recordSize else { return }
        let field = 4 * dice.below(4)
        switch dice.below(8) {
        case 0, 1:
            // A time before the last record's, or long after it.
            let other = CaptureBytes.other(order.word(record, at: field), &dice)
            order.put(other, in: &record, at: field % 8)
        case 2:
            let other = CaptureBytes.other(order.word(record, at: 8), &dice)
            order.put(other, in: &record, at: 8)
        case 3:
            let other = CaptureBytes.other(order.word(record, at: 12), &dice)
            order.put(other, in: &record, at: 12)
        default:
            var packet = Array(record[Self.recordSize...])
            for _ in 0...dice.below(2) { CaptureBytes.changePacket(&packet, &dice) }
            record.replaceSubrange(Self.recordSize..., with: packet)
            order.put(UInt32(packet.count), in: &record, at: 8)
            if order.word(record, at: 12) < packet.count {
                order.put(UInt32(packet.count), in: &record, at: 12)
            }
        }
        pieces[place] = record
    }

    private func changeHeader(_ header: inout [UInt8], _ order: CaptureBytes, _ dice: inout Dice) {
        switch dice.below(6) {
        case 0...3: order.put(dice.pick(Self.linkTypes) ?? 0, in: &header, at: 20)
        case 4:
            let other = CaptureBytes.other(order.word(header, at: 16), &dice)
            order.put(other, in: &header, at: 16)
        default: header[dice.below(header.count)] ^= 1 << UInt8(dice.below(8))
        }
    }
}
