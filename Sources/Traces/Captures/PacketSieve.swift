import DeviceModel

/// Which of a capture's packets are those that the phone sent or received by one radio.
struct CaptureSelection: Hashable, Sendable {
    /// What the caller asked for; empty: nothing.
    var interfaces: [String] = []
    /// The radio that was chosen of several; `nil` where there is one, or the caller chose.
    var radio: InterfaceKind?
    /// Whether tunnels are left out: their packets pass once more.
    var leavesTunnelsOut = false
    /// Whether IPv4 packets that 464XLAT sends as IPv6 are left out.
    var leavesTranslatedOut = false
    /// The phone's, as given or found.
    var addresses: [IPAddress] = []
    /// Given addresses decide even where the link layer tells the direction.
    var areAddressesGiven = false

    /// Why packets of an interface are none of them; `nil` if they may be.
    func refusal(of interface: InterfaceFacts) -> SkippedPacket? {
        if interface.kind == .loopback { return .loopback }
        guard interfaces.isEmpty else {
            let isMeant = interfaces.contains { interface.isMeant(by: $0) }
            return isMeant ? nil : .otherInterface(interface.text)
        }
        if interface.kind == .tunnel, leavesTunnelsOut { return .tunnel(interface.name) }
        return radio == nil || radio == interface.kind ? nil : .otherRadio(interface.text)
    }
}

/// Takes the packets of a selection out of a capture, one after the other.
struct PacketSieve {
    let selection: CaptureSelection
    /// The interface of the packet before, of which is known whether it is taken.
    private(set) var interface = InterfaceID(place: -1)
    private var refusal: SkippedPacket?

    init(_ selection: CaptureSelection) { self.selection = selection }

    /// The headers of the IP packet in a captured frame, and which way it went if that is told.
    ///
    /// - Throws: why there is none, or why it is not of the selection.
    @inline(__always)
    mutating func packet(
        in record: CaptureFile.Record, of file: CaptureFile
    ) throws(SkippedPacket) -> (IPHeader, LinkLayer.Unwrapped) {
        let frame = record.captured.span
        guard let layer = file.interfaces[record.interface].layer else {
            throw .linkType(file.interfaces[record.interface].linkType)
        }
        let interface = InterfaceID(place: record.interface, port: layer.port(of: frame))
        if interface != self.interface {
            self.interface = interface
            refusal = selection.refusal(of: InterfaceFacts(interface, in: file))
        }
        if let refusal { throw refusal }
        let found = try layer.unwrap(frame)
        let wire = record.wireBytes - found.start - found.trailer
        let header = try IPHeader(frame, at: found.start, wire: wire)
        if header.source.isLoopback || header.destination.isLoopback { throw .loopback }
        if selection.leavesTranslatedOut, header.translatedRemote != nil { throw .translated }
        return (header, found)
    }

    /// Which way a packet went. What the phone sends to itself is uplink.
    ///
    /// - Throws: if it is of other hosts.
    @inline(__always)
    func direction(
        of header: IPHeader, _ found: LinkLayer.Unwrapped
    ) throws(SkippedPacket) -> Packet.Direction {
        // Who names the addresses knows better than the link layer.
        if let direction = found.direction, !selection.areAddressesGiven { return direction }
        if selection.addresses.contains(header.source) { return .uplink }
        if selection.addresses.contains(header.destination) { return .downlink }
        throw header.destination.reach == .group ? .groupOfOthers : .otherHosts
    }
}

extension IPHeader {
    /// The other end of a packet that 464XLAT carries: one end has an address of the range for that
    /// (RFC 7335). `nil` for other packets.
    var translatedRemote: IPAddress? {
        if source.isTranslators { return destination }
        return destination.isTranslators ? source : nil
    }
}
