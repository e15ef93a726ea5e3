/// Captures of blocks: a type, a length, a body, and the length again.
struct PcapngForm: Form {
    private static let mark: [UInt8] = [0x0A, 0x0D, 0x0D, 0x0A]
    private static let types: [UInt32] = [
        0x0A0D_0D0A, 1, 2, 3, 4, 5, 6, 9, 10, 0x0BAD, 0x8000_0001, 0,
    ]
    /// Possible options: number and value.
    private static let options: [(UInt16, [UInt8])] = [
        (9, [6]), (9, [9]), (9, [0]), (9, [0x80]), (9, [0x94]), (9, [127]), (9, [255]), (9, []),
        (14, [0, 0, 0, 0, 0, 0, 0, 1]), (14, [255, 255, 255, 255, 255, 255, 255, 127]), (2, [1]),
        (1, Array("eth0".utf8)), (2, [1, 0, 0, 0]), (2, [2, 0, 0, 0]), (0, []), (0xFFFF, [1, 2]),
    ]

    static func isOne(_ bytes: [UInt8]) -> Bool { bytes.starts(with: mark) }

    private func order(_ first: [UInt8]) -> CaptureBytes {
        CaptureBytes(isBigEndian: first.count > 8 && first[8] == 0x1A)
    }

    func pieces(of bytes: [UInt8]) -> [[UInt8]] {
        let order = order(bytes)
        var (pieces, place) = ([[UInt8]](), 0)
        while place < bytes.count {
            let length = max(12, Int(order.word(bytes, at: place + 4)))
            let end = min(bytes.count, place + length)
            pieces.append(Array(bytes[place..<end]))
            place = end
        }
        return pieces
    }

    func block(_ pieces: [[UInt8]], at place: Int, _ dice: inout Dice) -> Range<Int> {
        let first = place == 0 && !dice.isOne(in: 20) ? min(1, pieces.count - 1) : place
        return first..<first + 1
    }

    func change(_ pieces: inout [[UInt8]], at place: Int, _ dice: inout Dice) {
        let order = order(pieces[0])
        var block = pieces[place]
        guard block.count >= 12 else { return }
        switch dice.below(10) {
        case 0: order.put(dice.pick(Self.types) ?? 0, in: &block, at: 0)
        case 1:
            let other = CaptureBytes.other(order.word(block, at: 4), &dice)
            order.put(other, in: &block, at: dice.pick([4, block.count - 4]) ?? 4)
        case 2...4:
            // A word of the body: times, lengths, numbers of interfaces.
            let word = 8 + 4 * dice.below(max(1, min(8, (block.count - 12) / 4)))
            if word + 4 <= block.count - 4 {
                let other = CaptureBytes.other(order.word(block, at: word), &dice)
                order.put(other, in: &block, at: word)
            }
        case 5, 6:
            let (number, value) = dice.pick(Self.options) ?? (0, [])
            var option: [UInt8] = [0, 0, 0, 0]
            order.put(number, in: &option, at: 0)
            order.put(UInt16(value.count), in: &option, at: 2)
            option += value + Array(repeating: 0, count: (4 - value.count % 4) % 4)
            let end = block.count - 4
            let isBehind = dice.isOne(in: 2) || end < 16
            block.insert(contentsOf: option, at: isBehind ? end : min(16, end))
            close(&block, order)
        default:
            let head = block.count > 32 ? 28 : 8
            var body = Array(block[head..<block.count - 4])
            CaptureBytes.changePacket(&body, &dice)
            if head == 28 { order.put(UInt32(body.count), in: &block, at: 20) }
            body += Array(repeating: 0, count: (4 - body.count % 4) % 4)
            block.replaceSubrange(head..<block.count - 4, with: body)
            close(&block, order)
        }
        pieces[place] = block
    }

    /// Writes the length at both ends.
    private func close(_ block: inout [UInt8], _ order: CaptureBytes) {
        order.put(UInt32(block.count), in: &block, at: 4)
        order.put(UInt32(block.count), in: &block, at: block.count - 4)
    }
}
