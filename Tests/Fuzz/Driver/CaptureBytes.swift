/// Whole numbers in the bytes of captures, in the file's byte order.
struct CaptureBytes {
    let isBigEndian: Bool

    /// Four bytes as a number, or 0 if there are fewer.
    func word(_ bytes: [UInt8], at place: Int) -> UInt32 {
        guard place >= 0, place + 4 <= bytes.count else { return 0 }
        return (0..<4).reduce(0) { sum, index in
            sum << 8 | UInt32(bytes[place + (isBigEndian ? index : 3 - index)])
        }
    }

    /// Overwrites the bytes at `place` with a number, if there are enough.
    func put(_ number: some FixedWidthInteger, in bytes: inout [UInt8], at place: Int) {
        let size = number.bitWidth / 8
        guard place >= 0, place + size <= bytes.count else { return }
        for index in 0..<size {
            let shift = 8 * (isBigEndian ? size - 1 - index : index)
            bytes[place + index] = UInt8(truncatingIfNeeded: number >> shift)
        }
    }

    /// Limits of lengths and times, and numbers near `number`.
    static func other(_ number: UInt32, _ dice: inout Dice) -> UInt32 {
        let others: [UInt32] = [
            0, 1, 2, 4, 16, 0x7FFF, 0xFFFF, 0x1_0000, 0x4_0000, 999_999_999, 1_000_000_000,
            0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF, number &+ 1, number &- 1, number &* 2,
            number ^ (1 << UInt32(dice.below(32))),
        ]
        return dice.pick(others) ?? 0
    }

    /// Changes a packet in its headers: a byte, a length, a version, the end.
    static func changePacket(_ packet: inout [UInt8], _ dice: inout Dice) {
        guard !packet.isEmpty else { return }
        let place = dice.below(min(packet.count, 80))
        switch dice.below(6) {
        case 0: packet[place] ^= 1 << UInt8(dice.below(8))
        case 1: packet[place] = dice.pick([0, 1, 4, 6, 17, 58, 0x45, 0x60, 0x7F, 0x80, 0xFF]) ?? 0
        case 2: packet.removeSubrange(place...)
        case 3: packet += (0...dice.below(40)).map { _ in UInt8(dice.below(256)) }
        case 4: packet.remove(at: place)
        default: packet.insert(UInt8(dice.below(256)), at: place)
        }
    }
}
