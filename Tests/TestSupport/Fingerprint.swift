/// One number for a sequence of numbers and words: FNV-1a over their bytes.
public struct Fingerprint: Sendable {
    private var hash: UInt64 = 0xCBF2_9CE4_8422_2325

    public init() {}

    /// The hash in hexadecimal digits.
    public var text: String { String(hash, radix: 16) }

    public mutating func mix(_ value: Int64) {
        for place in 0..<8 { mix(byte: UInt64(truncatingIfNeeded: value >> Int64(8 * place))) }
    }

    public mutating func mix(_ text: String) {
        for byte in text.utf8 { mix(byte: UInt64(byte)) }
    }

    private mutating func mix(byte: UInt64) {
        hash = (hash ^ byte & 0xFF) &* 0x0000_0100_0000_01B3
    }
}
