extension SkippedPacket {
    /// Whether the packet is known to be none of the phone's traffic on its radio.
    ///
    /// Only what the frame itself shows counts: it controls the link, passed no network, passes
    /// once more in the same capture, or is of an interface that the user left out. Whose packet it
    /// is was guessed or told, so a packet between other hosts may yet be the phone's. So may one
    /// that could not be read.
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

extension SkippedPacket.WirelessFrame {
    fileprivate var isControl: Bool {
        switch self {
        case .management, .control, .noData: true
        case .encrypted, .aggregate, .fragment, .damaged, .reserved: false
        }
    }
}
