/// Whole numbers of seven bits a byte, one after the other, behind a byte that belongs to none.
/// Between them are doubles of eight bytes, which look like any numbers.
public struct NumbersForm: Form {
    private static let doubles: [Double] = [
        0, -0.0, 1, -1, 0.1, 1e60, -1e60, 1e140, -1e140, 1e141, .infinity, .nan,
        .leastNonzeroMagnitude,
        .greatestFiniteMagnitude, 3.5e9, 86_400,
    ]

    public init() {}

    public func pieces(of bytes: [UInt8]) -> [[UInt8]] {
        var pieces = [Array(bytes.prefix(1))]
        var piece: [UInt8] = []
        for byte in bytes.dropFirst() {
            piece.append(byte)
            if byte < 128 {
                pieces.append(piece)
                piece = []
            }
        }
        if !piece.isEmpty { pieces.append(piece) }
        return pieces
    }

    public func change(_ pieces: inout [[UInt8]], at place: Int, _ dice: inout Dice) {
        guard place > 0 else { return }
        if dice.isOne(in: 3) {
            putDouble(in: &pieces, at: place, &dice)
        } else {
            let shift = UInt64(dice.below(64))
            let numbers: [UInt64] = [
                0, 1, 2, 3, 127, 128, .max, 1 << shift, (1 << shift) - 1, UInt64(pieces.count),
            ]
            pieces[place] = Self.written(dice.pick(numbers) ?? 0, &dice)
        }
    }

    /// Overwrites eight bytes with a double, wherever numbers end among them.
    private func putDouble(in pieces: inout [[UInt8]], at place: Int, _ dice: inout Dice) {
        let bytes = withUnsafeBytes(of: (dice.pick(Self.doubles) ?? 0).bitPattern.littleEndian) {
            Array($0)
        }
        var end = place
        var count = 0
        while end < pieces.count, count < 8 {
            count += pieces[end].count
            end += 1
        }
        pieces.replaceSubrange(place..<end, with: [bytes])
    }

    /// A number as writers encode it, sometimes longer than any of theirs.
    private static func written(_ number: UInt64, _ dice: inout Dice) -> [UInt8] {
        var (bytes, rest) = ([UInt8](), number)
        while rest > 127 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 128)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
        if dice.isOne(in: 8) {
            bytes[bytes.count - 1] |= 128
            bytes += Array(repeating: 0xFF, count: dice.below(20)) + [0]
        }
        return bytes
    }
}
