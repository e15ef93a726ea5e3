enum LinkLayer: Hashable, Sendable {
    case ethernet, rawIP
    /// Linux's `any` interface, versions 1 and 2.
    case cooked, cookedVersion2
    /// BSD's loopback: an address family in four bytes, in either byte order.
    case loopback, wireless
    /// 802.11 behind a header with the radio's reception data.
    case radiotap

    /// Apple's header for many interfaces: process, interface and inner link layer.
    case tap

    /// The link layer for a number of tcpdump.org's registry; `nil` if unsupported.
    init?(_ type: UInt32) {
        switch type {
        case 1: self = .ethernet
        // 12 and 14 are operating systems' own numbers for raw IP.
        case 101, 228, 229, 12, 14: self = .rawIP
        case 113: self = .cooked
        case 276: self = .cookedVersion2
        case 0, 108: self = .loopback
        case 105: self = .wireless
        case 127: self = .radiotap
        // 149 is a private-use number, which Apple took before it had its own.
        case 258, 149: self = .tap
        default: return nil
        }
    }

    static let names =
        "Ethernet, raw IP, Linux cooked (versions 1 and 2), BSD loopback, Apple's PKTAP, and "
        + "802.11 with or without radiotap"

    static func name(of type: UInt32) -> String { described[type] ?? "link type \(type)" }

    private static let described: [UInt32: String] = [
        0: "BSD loopback", 1: "Ethernet", 9: "PPP", 12: "Raw IP", 14: "Raw IP", 50: "PPP",
        51: "PPPoE", 101: "Raw IP", 105: "802.11", 108: "OpenBSD loopback", 113: "Linux cooked v1",
        119: "802.11 plus Prism header", 127: "802.11 plus radiotap header", 149: "Apple PKTAP",
        187: "Bluetooth HCI", 189: "USB", 192: "802.11 plus PPI header", 195: "802.15.4",
        201: "Bluetooth HCI", 220: "USB", 228: "Raw IPv4", 229: "Raw IPv6", 239: "Linux netfilter",
        251: "Bluetooth Low Energy", 253: "Linux netlink", 258: "Apple PKTAP",
        276: "Linux cooked v2",
    ]

    var headerBytes: Int {
        switch self {
        case .ethernet: 14
        case .rawIP: 0
        case .cooked: 16
        case .cookedVersion2: 20
        case .loopback: 4
        // 24, and 8 of 802.2 with SNAP; radiotap's own are 8.
        case .wireless: 32
        case .radiotap: 40
        // Apple's own 108, and usually an Ethernet header.
        case .tap: 122
        }
    }

    /// Finds a frame's IP packet, or throws the reason for its absence.
    func unwrap(_ frame: Span<UInt8>) throws(SkippedPacket) -> Unwrapped {
        switch self {
        case .ethernet:
            try frame.require(14)
            return try etherPayload(of: frame, type: frame.big16(12), at: 14)
        case .rawIP: return try rawIP(in: frame)
        case .cooked: return try cooked(frame)
        case .cookedVersion2: return try cookedVersion2(frame)
        case .loopback: return try loopback(frame)
        case .wireless: return try wirelessPayload(of: frame, at: 0, trailer: 0, isPadded: false)
        case .radiotap: return try radiotapPayload(of: frame)
        case .tap: return try TapHeader(frame).packet(in: frame)
        }
    }

    struct Unwrapped {
        var start: Int
        /// `nil` if the link layer does not tell.
        var direction: Packet.Direction?
        /// Bytes of the link layer after the packet.
        var trailer = 0
    }

    func port(of frame: Span<UInt8>) -> InterfacePort? {
        switch self {
        case .cooked where frame.count >= 16: .hardware(frame.big16(2), index: nil)
        case .cookedVersion2 where frame.count >= 20:
            .hardware(frame.big16(8), index: frame.big32(4))
        case .tap: (try? TapHeader(frame)).map { .named($0.interface) }
        case .ethernet, .rawIP, .loopback, .wireless, .radiotap, .cooked, .cookedVersion2: nil
        }
    }

    /// `nil` unless the frame has both.
    func linkAddresses(of frame: Span<UInt8>) -> (source: LinkAddress, destination: LinkAddress)? {
        switch self {
        case .ethernet: return linkPair(frame, 6, 0)
        case .wireless: return wirelessAddresses(of: frame, at: 0)
        case .radiotap:
            guard frame.count >= 4 else { return nil }
            return wirelessAddresses(of: frame, at: Int(frame.little16(2)))
        case .tap:
            guard let header = try? TapHeader(frame) else { return nil }
            return header.layer?.linkAddresses(of: frame.extracting(header.length...))
        case .rawIP, .cooked, .cookedVersion2, .loopback: return nil
        }
    }

    private func rawIP(in frame: Span<UInt8>) throws(SkippedPacket) -> Unwrapped {
        try frame.require(1)
        let version = frame[0] >> 4
        if version != 4 && version != 6 { throw .ipVersion(version) }
        return Unwrapped(start: 0)
    }

    /// LINKTYPE_LINUX_SLL: packet type, hardware type, address in 10 bytes, protocol.
    private func cooked(_ frame: Span<UInt8>) throws(SkippedPacket) -> Unwrapped {
        try frame.require(16)
        let direction = try direction(cookedType: frame.big16(0))
        return try cooked(frame, frame.big16(2), frame.big16(14), at: 16, direction)
    }

    /// LINKTYPE_LINUX_SLL2: protocol, interface, hardware type, packet type, address in 9 bytes.
    private func cookedVersion2(_ frame: Span<UInt8>) throws(SkippedPacket) -> Unwrapped {
        try frame.require(20)
        let direction = try direction(cookedType: UInt16(frame[10]))
        return try cooked(frame, frame.big16(8), frame.big16(0), at: 20, direction)
    }

    private func cooked(
        _ frame: Span<UInt8>, _ hardware: UInt16, _ type: UInt16, at start: Int,
        _ direction: Packet.Direction
    ) throws(SkippedPacket) -> Unwrapped {
        switch hardware {
        case InterfaceKind.loopbackHardware: throw .loopback
        case 280, 801...803, 820, 824, 826: throw .hardware(hardware)
        default: break
        }
        // Qualcomm's modems put many packets into one frame (QMAP, Linux's ETH_P_MAP; 0xDA1A is the
        // older number). Each appears again as a packet of its own interface.
        if type == 0x00F9 || type == 0xDA1A { throw .lowerCopy }
        // Linux's own numbers for 802.3 frames: 4 with an 802.2 header, 1 without.
        if type == 1 { throw .etherType(0x8137) }
        var found = try etherPayload(of: frame, type: type == 4 ? 0 : type, at: start)
        found.direction = direction
        return found
    }

    /// 0 to us, 1 broadcast, 2 multicast, 3 to another host, 4 from us.
    private func direction(cookedType: UInt16) throws(SkippedPacket) -> Packet.Direction {
        switch cookedType {
        case 4: return .uplink
        case 3: throw .otherHosts
        default: return .downlink
        }
    }

    /// The address family may be in host or network byte order.
    private func loopback(_ frame: Span<UInt8>) throws(SkippedPacket) -> Unwrapped {
        try frame.require(4)
        let value = frame.big32(0)
        let family = value > 0xFFFF ? value.byteSwapped : value
        switch family {
        // IPv4 everywhere; IPv6 on NetBSD and OpenBSD, FreeBSD, macOS, Linux.
        case 2, 24, 28, 30, 10: return Unwrapped(start: 4)
        default: throw .addressFamily(family)
        }
    }
}

/// Finds the IP packet in an Ethernet payload (IEEE 802.3) of the given type.
///
/// Unwraps VLAN tags (802.1Q, 802.1ad), SNAP headers and PPPoE (RFC 2516).
/// - Throws: What is there instead.
func etherPayload(
    of frame: Span<UInt8>, type: UInt16, at start: Int
) throws(SkippedPacket) -> LinkLayer.Unwrapped {
    var type = type
    var start = start
    // Ends, because every turn consumes bytes of the frame.
    while true {
        switch type {
        case 0x0800, 0x86DD: return LinkLayer.Unwrapped(start: start)
        case 0x8100, 0x88A8, 0x9100:
            try frame.require(start + 4)
            type = frame.big16(start + 2)
            start += 4
        case 0x8864:
            try frame.require(start + 8)
            let number = frame.big16(start + 6)
            if number != 0x0021 && number != 0x0057 { throw .pointToPoint(number) }
            return LinkLayer.Unwrapped(start: start + 8)
        case 0..<1536:
            // A length: 802.2 follows, and after 0xAA perhaps an Ethernet type.
            try frame.require(start + 1)
            guard frame[start] == 0xAA else { throw .logicalLink(frame[start]) }
            try frame.require(start + 8)
            let organisation = frame.big32(start + 2) & 0xFF_FFFF
            // Ethernet's own number, and that of bridges (802.1H).
            guard organisation == 0 || organisation == 0xF8 else { throw .logicalLink(0xAA) }
            type = frame.big16(start + 6)
            start += 8
        default: throw .etherType(type)
        }
    }
}
