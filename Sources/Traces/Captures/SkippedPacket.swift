/// Why a captured packet is not one of the phone's IP packets.
public enum SkippedPacket: Error, Hashable, Sendable {
    case etherType(UInt16)
    /// IEEE 802.2 logical link control, by its destination service access point.
    case logicalLink(UInt8)
    case wireless(WirelessFrame)
    /// A BSD loopback address family other than IP.
    case addressFamily(UInt32)
    case pointToPoint(UInt16)
    /// Something that is not a network packet, by its Linux ARP hardware type.
    case hardware(UInt16)
    case ipVersion(UInt8)
    case cut, malformed
    /// An unsupported link layer, by its tcpdump.org number, in a capture with supported ones.
    case linkType(UInt32)
    /// A note of the recorder, without a packet.
    case withoutPacket
    /// Recorded without a time, so its cost is unknown.
    case withoutTime
    /// From the phone to itself: 127.0.0.0/8, ::1, or a loopback interface.
    case loopback
    /// A modem's frame of packets, each of which appears again by itself.
    case lowerCopy
    /// The IPv4 form of a packet that is counted in its IPv6 form (464XLAT, RFC 6877).
    case translated
    /// In the named tunnel: it passes again, wrapped, by an interface that is counted.
    case tunnel(String)
    case otherInterface(String)
    /// Not of the radio that was chosen automatically.
    case otherRadio(String)
    case otherHosts, groupOfOthers

    /// 802.11 frames without a readable IP packet.
    public enum WirelessFrame: String, Hashable, Sendable {
        /// Beacons, probes, association.
        case management
        /// Acknowledgements, requests to send.
        case control
        /// Without data, such as power-saving frames.
        case noData = "without data"
        case encrypted
        /// Several packets in one frame (A-MSDU).
        case aggregate, fragment, damaged
        /// The standard reserves its type.
        case reserved
    }

    /// Its name in a sentence: `ARP`, `802.11 management`, `between other hosts`.
    public var name: String {
        switch self {
        case .etherType(let type): Self.etherTypes[type] ?? "Ethernet type \(hexadecimal(type))"
        case .logicalLink(let point):
            Self.servicePoints[point] ?? "802.2 service \(hexadecimal(UInt16(point)))"
        case .wireless(let frame): "802.11 \(frame.rawValue)"
        case .addressFamily(let family): "address family \(family)"
        case .pointToPoint(let number): "PPP protocol \(hexadecimal(number))"
        case .hardware(let type): Self.hardwareTypes[type] ?? "hardware type \(type)"
        case .ipVersion(let version): "IP version \(version)"
        case .cut: "cut before the end of the IP header"
        case .malformed: "with an inconsistent IP header"
        case .linkType(let type): "wrapped in \(LinkLayer.name(of: type))"
        case .withoutPacket: "notes without a packet"
        case .withoutTime: "without a time"
        case .loopback: "loopback"
        case .lowerCopy: "modem's frames (QMAP, 0x00F9): lower copies of the packets"
        case .translated: "IPv4 copies of packets that 464XLAT sends as IPv6"
        case .tunnel(let name): "inside tunnel \(name), also captured outside it"
        case .otherInterface(let name), .otherRadio(let name): "of interface \(name)"
        case .otherHosts: "between other hosts"
        case .groupOfOthers: "multicast or broadcast of other hosts"
        }
    }

    /// From the registries of IEEE and IANA (IEEE 802 Numbers).
    private static let etherTypes: [UInt16: String] = [
        0x0806: "ARP", 0x0842: "Wake-on-LAN", 0x22F3: "TRILL", 0x6003: "DECnet", 0x8035: "RARP",
        0x809B: "AppleTalk", 0x80F3: "AppleTalk ARP", 0x8137: "IPX", 0x86DF: "ATSC",
        0x8808: "Ethernet flow control", 0x8809: "LACP", 0x880B: "PPP", 0x8847: "MPLS",
        0x8848: "MPLS multicast", 0x8863: "PPPoE discovery", 0x886D: "Intel ANS",
        0x888E: "EAPOL", 0x8892: "PROFINET", 0x88A2: "ATA over Ethernet", 0x88A4: "EtherCAT",
        0x88B5: "local experimental", 0x88C7: "802.11i pre-authentication", 0x88CC: "LLDP",
        0x88E1: "HomePlug AV", 0x88E5: "MACsec", 0x88F7: "PTP", 0x8902: "Ethernet OAM",
        0x890D: "802.11 TDLS", 0x893A: "IEEE 1905.1", 0x9000: "Ethernet loopback test",
    ]

    private static let servicePoints: [UInt8: String] = [
        0x42: "spanning tree", 0xAA: "SNAP of a vendor", 0xE0: "IPX", 0xF0: "NetBIOS",
        0xFE: "OSI network layer",
    ]

    /// As in Linux's `if_arp.h`.
    private static let hardwareTypes: [UInt16: String] = [
        280: "CAN bus", 801: "802.11", 802: "802.11 with Prism header",
        803: "802.11 with radiotap", 820: "802.15.4 monitor", 824: "netlink", 826: "vsock",
    ]

    /// Whether the packet is certainly not the phone's traffic on its radio.
    ///
    /// Only the frame's own evidence counts, or an interface that the user excluded. Which host is
    /// the phone may be a guess, so a packet between other hosts, or an unreadable one, may yet be
    /// the phone's.
    public var isNoTraffic: Bool {
        switch self {
        case .etherType(let type): Self.controlTypes.contains(type)
        // Spanning tree.
        case .logicalLink(let point): point == 0x42
        case .wireless(let frame): frame.isControl
        // RFC 1661, section 2: from 0x8000 on they configure the link and its networks.
        case .pointToPoint(let number): number >= 0x8000
        // CAN bus, 802.15.4, netlink, vsock: not the phone's radio.
        case .hardware(let type): [280, 820, 824, 826].contains(type)
        case .loopback, .lowerCopy, .translated, .tunnel, .otherInterface, .withoutPacket: true
        case .addressFamily, .ipVersion, .cut, .malformed, .linkType, .withoutTime, .otherRadio,
            .otherHosts, .groupOfOthers:
            false
        }
    }

    /// ARP, Wake-on-LAN, RARP, flow control, LACP, PPPoE discovery, EAPOL, 802.11i, LLDP, PTP, OAM,
    /// TDLS, IEEE 1905.1, loopback test.
    private static let controlTypes: Set<UInt16> = [
        0x0806, 0x0842, 0x8035, 0x8808, 0x8809, 0x8863, 0x888E, 0x88C7, 0x88CC, 0x88F7, 0x8902,
        0x890D, 0x893A, 0x9000,
    ]
}

/// In the registries' form: `0x88CC`.
private func hexadecimal(_ value: UInt16) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return "0x" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
}

extension SkippedPacket.WirelessFrame {
    fileprivate var isControl: Bool {
        switch self {
        case .management, .control, .noData: true
        case .encrypted, .aggregate, .fragment, .damaged, .reserved: false
        }
    }
}
