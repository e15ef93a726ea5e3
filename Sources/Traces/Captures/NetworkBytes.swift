/// Numbers in network byte order, and in the other. Every access is checked: a read beyond the
/// packet stops the program instead of returning what lies behind it in memory.
extension Span where Element == UInt8 {
    @inline(__always)
    func big16(_ place: Int) -> UInt16 {
        UInt16(self[place]) << 8 | UInt16(self[place + 1])
    }

    @inline(__always)
    func big32(_ place: Int) -> UInt32 {
        UInt32(big16(place)) << 16 | UInt32(big16(place + 2))
    }

    @inline(__always)
    func big64(_ place: Int) -> UInt64 {
        UInt64(big32(place)) << 32 | UInt64(big32(place + 4))
    }

    @inline(__always)
    func little16(_ place: Int) -> UInt16 { big16(place).byteSwapped }

    @inline(__always)
    func little32(_ place: Int) -> UInt32 { big32(place).byteSwapped }

    /// Asks for `bytes` up to, not including, `end`.
    ///
    /// - Throws: `cut` if there are fewer.
    @inline(__always)
    func require(_ end: Int) throws(SkippedPacket) {
        if count < end { throw .cut }
    }
}
