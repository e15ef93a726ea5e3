struct IPHeader {
    /// On the wire.
    let bytes: Int64
    let source: IPAddress
    let destination: IPAddress
    let protocolNumber: UInt8
    let isLaterFragment: Bool
    private(set) var sourcePort: UInt16 = 0
    private(set) var destinationPort: UInt16 = 0
    private(set) var segment: TCPSegment?

    /// Parses the IP packet at `start`.
    ///
    /// - Parameter wire: Bytes from `start` to the packet's end on the wire, used where the header
    ///   has no length (segmentation by the network card).
    /// - Throws: `cut` if the header was not captured whole, `malformed` if it contradicts itself.
    @inline(__always)
    init(_ frame: Span<UInt8>, at start: Int, wire: Int) throws(SkippedPacket) {
        try frame.require(start + 1)
        switch frame[start] >> 4 {
        case 4: try self.init(version4: frame, at: start, wire: wire)
        case 6: try self.init(version6: frame, at: start, wire: wire)
        default: throw .malformed
        }
    }

    /// RFC 791, section 3.1.
    @inline(__always)
    private init(version4 frame: Span<UInt8>, at start: Int, wire: Int) throws(SkippedPacket) {
        try frame.require(start + 20)
        let headerLength = Int(frame[start] & 0x0F) * 4
        let totalLength = Int(frame.big16(start + 2))
        let length = totalLength == 0 ? wire : totalLength
        guard headerLength >= 20, length >= headerLength else { throw .malformed }
        bytes = Int64(length)
        source = IPAddress(version4: frame.big32(start + 12))
        destination = IPAddress(version4: frame.big32(start + 16))
        protocolNumber = frame[start + 9]
        isLaterFragment = frame.big16(start + 6) & 0x1FFF != 0
        if !isLaterFragment {
            readTransport(frame, at: start + headerLength, length: length - headerLength)
        }
    }

    /// RFC 8200, sections 3 and 4.
    @inline(__always)
    private init(version6 frame: Span<UInt8>, at start: Int, wire: Int) throws(SkippedPacket) {
        try frame.require(start + 40)
        let payload = Int(frame.big16(start + 4))
        let next = frame[start + 6]
        // Zero means a jumbogram (RFC 2675) or a packet before segmentation, unless the header says
        // that nothing follows.
        let length = payload == 0 && next != Self.nothing ? wire : payload + 40
        guard length >= 40 else { throw .malformed }
        bytes = Int64(length)
        source = IPAddress(high: frame.big64(start + 8), low: frame.big64(start + 16))
        destination = IPAddress(high: frame.big64(start + 24), low: frame.big64(start + 32))
        let chain = Self.walk(frame, from: start + 40, next: next)
        protocolNumber = chain.protocolNumber
        isLaterFragment = chain.isLaterFragment
        if !isLaterFragment, let place = chain.start {
            readTransport(frame, at: place, length: start + length - place)
        }
    }

    private static let nothing: UInt8 = 59

    private struct Chain {
        var protocolNumber: UInt8
        /// Where the transport header begins; `nil` if it was not captured.
        var start: Int?
        var isLaterFragment = false
    }

    /// Follows the extension headers to the protocol that the packet carries.
    private static func walk(_ frame: Span<UInt8>, from start: Int, next: UInt8) -> Chain {
        var chain = Chain(protocolNumber: next, start: start)
        // Ends, because each header takes at least eight bytes.
        while let place = chain.start {
            let length: Int
            switch chain.protocolNumber {
            // Hop-by-hop, routing, destination options, mobility, host identity, shim.
            case 0, 43, 60, 135, 139, 140:
                guard place + 2 <= frame.count else { return cut(chain) }
                length = Int(frame[place + 1]) * 8 + 8
            case 44:
                guard place + 8 <= frame.count else { return cut(chain) }
                length = 8
                chain.isLaterFragment = frame.big16(place + 2) & 0xFFF8 != 0
            // The authentication header's length is in 4-byte units less two (RFC 4302).
            case 51:
                guard place + 2 <= frame.count else { return cut(chain) }
                length = Int(frame[place + 1]) * 4 + 8
            default: return chain
            }
            chain.protocolNumber = frame[place]
            chain.start = place + length
            // A later fragment has no header behind this one.
            if chain.isLaterFragment { return chain }
        }
        return chain
    }

    private static func cut(_ chain: Chain) -> Chain {
        Chain(protocolNumber: chain.protocolNumber, start: nil)
    }

    @inline(__always)
    private mutating func readTransport(_ frame: Span<UInt8>, at place: Int, length: Int) {
        switch protocolNumber {
        // TCP, UDP, DCCP, SCTP and UDP-Lite begin with the two ports.
        case 6, 17, 33, 132, 136: break
        default: return
        }
        guard length >= 4, place + 4 <= frame.count else { return }
        sourcePort = frame.big16(place)
        destinationPort = frame.big16(place + 2)
        guard protocolNumber == 6, length >= 20, place + 14 <= frame.count else { return }
        let headerLength = Int(frame[place + 12] >> 4) * 4
        guard headerLength >= 20, headerLength <= length else { return }
        segment = TCPSegment(
            sequenceNumber: frame.big32(place + 4),
            payloadBytes: UInt32(clamping: length - headerLength),
            flags: TCPSegment.Flags(rawValue: frame[place + 13]))
    }
}

/// Numbers in either byte order.
///
/// Every access is checked: a read beyond the packet traps instead of returning other memory.
extension Span where Element == UInt8 {
    @inline(__always)
    func big16(_ place: Int) -> UInt16 { UInt16(self[place]) << 8 | UInt16(self[place + 1]) }

    @inline(__always)
    func big32(_ place: Int) -> UInt32 { UInt32(big16(place)) << 16 | UInt32(big16(place + 2)) }

    @inline(__always)
    func big64(_ place: Int) -> UInt64 { UInt64(big32(place)) << 32 | UInt64(big32(place + 4)) }

    @inline(__always)
    func little16(_ place: Int) -> UInt16 { big16(place).byteSwapped }

    @inline(__always)
    func little32(_ place: Int) -> UInt32 { big32(place).byteSwapped }

    /// Throws `cut` if there are fewer than `end` bytes.
    @inline(__always)
    func require(_ end: Int) throws(SkippedPacket) { if count < end { throw .cut } }
}
