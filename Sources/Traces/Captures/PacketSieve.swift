/// Which packets of a capture the phone sent or received by one radio.
struct CaptureSelection: Hashable, Sendable {
    /// The requested interfaces; empty for none.
    var interfaces: [String] = []
    /// The radio chosen among several; `nil` for a single one, or a caller's choice.
    var radio: InterfaceKind?
    /// Whether to skip tunnels, whose packets pass again.
    var leavesTunnelsOut = false
    /// Whether to skip IPv4 packets that 464XLAT sends again as IPv6.
    var leavesTranslatedOut = false
    var addresses: [IPAddress] = []
    /// Given addresses decide even where the link layer tells the direction.
    var areAddressesGiven = false

    /// `nil` if its packets may be taken.
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

struct PacketSieve {
    let selection: CaptureSelection
    /// The interface of the packet before, for which `refusal` holds.
    private(set) var interface = InterfaceID(place: -1)
    private var refusal: SkippedPacket?

    init(_ selection: CaptureSelection) { self.selection = selection }

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

    /// Packets to the phone itself are uplink; throws if neither end is the phone.
    @inline(__always)
    func direction(
        of header: IPHeader, _ found: LinkLayer.Unwrapped
    ) throws(SkippedPacket) -> Packet.Direction {
        // Given addresses override the link layer.
        if let direction = found.direction, !selection.areAddressesGiven { return direction }
        if selection.addresses.contains(header.source) { return .uplink }
        if selection.addresses.contains(header.destination) { return .downlink }
        throw header.destination.reach == .group ? .groupOfOthers : .otherHosts
    }
}

extension IPHeader {
    /// The remote end of a packet that 464XLAT carries (RFC 7335); `nil` for others.
    var translatedRemote: IPAddress? {
        if source.isTranslators { return destination }
        return destination.isTranslators ? source : nil
    }
}
