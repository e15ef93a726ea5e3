/// What Apple's PKTAP writes before each packet (`bsd/net/pktap.h` of XNU), little-endian: lengths,
/// interface, direction, process. It is how a phone's traffic is recorded with `rvictl`.
struct TapHeader {
    /// Of the header, which the packet follows.
    let length: Int
    /// What the packet is wrapped in; `nil` if it cannot be unwrapped.
    let layer: LinkLayer?
    /// As `pdp_ip0` (cellular) or `en0` (Wi-Fi).
    let interface: InterfaceName
    private let linkType: UInt32
    private let flags: UInt32
    private let trailer: Int
    private let hasPacket: Bool

    /// The header in front of a frame.
    ///
    /// - Throws: `cut` if it was not captured whole, `malformed` if it contradicts itself.
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

    /// The IP packet behind the header.
    ///
    /// - Throws: why there is none.
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

    /// The program for which a packet passed, in the place of another if it says so; `nil` where
    /// it does not tell.
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
