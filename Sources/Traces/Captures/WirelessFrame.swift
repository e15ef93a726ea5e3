/// Finds the IP packet of an 802.11 frame behind a radiotap header (radiotap.org).
func radiotapPayload(of frame: Span<UInt8>) throws(SkippedPacket) -> LinkLayer.Unwrapped {
    try frame.require(8)
    let length = Int(frame.little16(2))
    guard length >= 8 else { throw .malformed }
    try frame.require(length)
    // Present fields, in 32-bit words; the highest bit announces another word.
    var fields = 8
    var present = frame.little32(4)
    let first = present
    while present >> 31 == 1 {
        guard fields + 4 <= length else { throw .malformed }
        present = frame.little32(fields)
        fields += 4
    }
    // Field 0 is a clock of 8 bytes, aligned to 8; field 1 holds the flags.
    if first & 1 != 0 { fields = (fields + 7) / 8 * 8 + 8 }
    guard first & 2 != 0 else {
        return try wirelessPayload(of: frame, at: length, trailer: 0, isPadded: false)
    }
    guard fields < length else { throw .malformed }
    let flags = frame[fields]
    if flags & 0x40 != 0 { throw .wireless(.damaged) }
    return try wirelessPayload(
        of: frame, at: length, trailer: flags & 0x10 != 0 ? 4 : 0, isPadded: flags & 0x20 != 0)
}

/// Finds the IP packet of the 802.11 frame at `start` (IEEE 802.11-2020, section 9.2).
///
/// - Parameters:
///   - trailer: The number of checksum bytes behind the frame.
///   - isPadded: Whether the header is padded to a multiple of four bytes.
/// - Throws: The reason if there is no IP packet.
func wirelessPayload(
    of frame: Span<UInt8>, at start: Int, trailer: Int, isPadded: Bool
) throws(SkippedPacket) -> LinkLayer.Unwrapped {
    try frame.require(start + 2)
    let control = frame[start]
    let flags = frame[start + 1]
    switch control >> 2 & 3 {
    case 0: throw .wireless(.management)
    case 1: throw .wireless(.control)
    case 2: break
    default: throw .wireless(.reserved)
    }
    if control & 0x40 != 0 { throw .wireless(.noData) }
    if flags & 0x40 != 0 { throw .wireless(.encrypted) }
    try frame.require(start + 24)
    // More fragments follow, or this is not the first.
    if flags & 0x04 != 0 || frame[start + 22] & 0x0F != 0 { throw .wireless(.fragment) }

    // Frames between two access points have a fourth address.
    var length = flags & 3 == 3 ? 30 : 24
    if control & 0x80 != 0 {
        try frame.require(start + length + 2)
        if frame[start + length] & 0x80 != 0 { throw .wireless(.aggregate) }
        // With quality of service, the order bit announces four more control bytes.
        length += flags & 0x80 != 0 ? 6 : 2
    }
    if isPadded { length = (length + 3) / 4 * 4 }
    var found = try etherPayload(of: frame, type: 0, at: start + length)
    found.trailer = trailer
    return found
}

/// The sender's and receiver's addresses in the 802.11 frame at `start`.
///
/// The direction to or from an access point decides which two of the four they are.
func wirelessAddresses(
    of frame: Span<UInt8>, at start: Int
) -> (source: LinkAddress, destination: LinkAddress)? {
    guard frame.count >= start + 24 else { return nil }
    switch frame[start + 1] & 3 {
    case 0: return linkPair(frame, start + 10, start + 4)
    case 1: return linkPair(frame, start + 10, start + 16)
    case 2: return linkPair(frame, start + 16, start + 4)
    default: return linkPair(frame, start + 24, start + 16)
    }
}

/// The two addresses at these places.
///
/// `nil` where they were not captured or do not differ, as in made-up headers.
func linkPair(
    _ frame: Span<UInt8>, _ source: Int, _ destination: Int
) -> (source: LinkAddress, destination: LinkAddress)? {
    guard frame.count >= max(source, destination) + 6 else { return nil }
    let pair = (LinkAddress(frame, at: source), LinkAddress(frame, at: destination))
    return pair.0 == pair.1 || pair.0.value == 0 || pair.1.value == 0 ? nil : pair
}

/// The six-byte address of a host in its network.
public struct LinkAddress: Hashable, Sendable, CustomStringConvertible {
    let value: UInt64

    init(_ frame: Span<UInt8>, at place: Int) {
        value = UInt64(frame.big16(place)) << 32 | UInt64(frame.big32(place + 2))
    }

    var isOfOne: Bool { value >> 40 & 1 == 0 }

    /// For example `02:00:00:00:00:01`.
    public var description: String {
        let digits = String(value, radix: 16)
        let padded = Array(String(repeating: "0", count: 12 - digits.count) + digits)
        return (0..<6).map { String(padded[2 * $0..<2 * $0 + 2]) }.joined(separator: ":")
    }
}

/// Apple's PKTAP header (`bsd/net/pktap.h` of XNU), little-endian, as `rvictl` records it.
struct TapHeader {
    let length: Int
    /// The inner link layer; `nil` if unsupported.
    let layer: LinkLayer?
    /// For example `pdp_ip0` (cellular) or `en0` (Wi-Fi).
    let interface: InterfaceName
    private let linkType: UInt32
    private let flags: UInt32
    private let trailer: Int
    private let hasPacket: Bool

    /// Throws `cut` if it was not captured whole, `malformed` if it contradicts itself.
    init(_ frame: Span<UInt8>) throws(SkippedPacket) {
        try frame.require(Self.size)
        length = Int(frame.little32(0))
        guard length >= Self.size else { throw .malformed }
        try frame.require(length)
        hasPacket = frame.little32(4) == 1
        linkType = frame.little32(8)
        let layer = LinkLayer(linkType)
        self.layer = layer == .tap ? nil : layer
        interface = InterfaceName(frame, at: 12)
        flags = frame.little32(36)
        trailer = Int(frame.little32(48))
    }

    private static let size = 108

    func packet(in frame: Span<UInt8>) throws(SkippedPacket) -> LinkLayer.Unwrapped {
        guard hasPacket else { throw .withoutPacket }
        guard let layer else { throw .linkType(linkType) }
        var found = try layer.unwrap(frame.extracting(length...))
        found.start += length
        found.trailer += trailer
        switch flags & 3 {
        case 1: found.direction = .downlink
        case 2: found.direction = .uplink
        default: break
        }
        return found
    }

    /// The program that a packet belongs to, or the one it acts for; `nil` if unknown.
    static func program(in frame: Span<UInt8>) -> String? {
        guard frame.count >= size else { return nil }
        for place in [88, 56] {
            var bytes: [UInt8] = []
            for index in place..<place + 20 where frame[index] != 0 { bytes.append(frame[index]) }
            if !bytes.isEmpty { return String(decoding: bytes, as: UTF8.self) }
        }
        return nil
    }
}
