/// Finds the phone among the hosts of a capture.
///
/// A host is a link address with all its addresses; where packets have none, an IP address or else
/// an IPv6 network (/64). A phone takes part in all of its traffic, a server in some of it. So a
/// host with half of the packets or fewer is not the phone; `FoundDevice.Reason` lists what decides
/// between the others.
struct DeviceSearch {
    static let listed = 5

    private var networks: [Int: NetworkHosts] = [:]
    private var packets = 0
    private var counts = PacketTally<IPAddress>()

    mutating func look(
        at header: IPHeader, _ link: (source: LinkAddress, destination: LinkAddress)?, of place: Int
    ) {
        packets += 1
        counts.add(header.source)
        if header.destination != header.source { counts.add(header.destination) }
        networks[place, default: NetworkHosts()].add(header, link)
    }

    /// The packets that count: all but local chatter, or all if there is only chatter.
    private var among: Int {
        let telling = networks.values.reduce(0) { $0 + $1.telling }
        return telling == 0 ? packets : telling
    }

    /// Throws if half of the packets or more are undecided.
    func found(_ path: String) throws(TraceFailure) -> [FoundDevice] {
        var devices: [FoundDevice] = []
        for (_, network) in networks.sorted(by: { $0.key < $1.key }) {
            for device in network.devices {
                let place = devices.firstIndex {
                    $0.addresses == device.addresses && $0.linkAddress == device.linkAddress
                }
                if let place {
                    devices[place].packets += device.packets
                    devices[place].among += device.among
                } else {
                    devices.append(device)
                }
            }
        }
        if devices.reduce(0, { $0 + $1.packets }) * 2 > among { return devices }
        let most = counts.mostFrequent.prefix(Self.listed).map { "\($0.key) (\($0.packets))" }
        let fault = InputFault(
            "the capture does not say which address is the phone's; the most frequent are "
                + most.joined(separator: ", "),
            "Give the phone's address with --device-ip ADDRESS.")
        throw TraceFailure(fault, path: path)
    }
}

private struct NetworkHosts {
    private var byLink = HostPool<LinkAddress>()
    private var version4 = HostPool<IPAddress>()
    private var version6 = HostPool<IPAddress>()
    /// By IPv6 network, for phones that change their addresses within theirs.
    private var byNetwork = HostPool<UInt64>()
    private var packets = 0

    mutating func add(
        _ header: IPHeader, _ link: (source: LinkAddress, destination: LinkAddress)?
    ) {
        packets += 1
        if let (source, destination) = link {
            byLink.add(header, source, destination.isOfOne ? destination : nil)
        }
        let (source, destination) = (header.source, header.destination)
        let one = destination.reach == .group ? nil : destination
        if source.isVersion4 {
            version4.add(header, source, one)
        } else {
            version6.add(header, source, one)
            byNetwork.add(header, source.networkSign, one?.networkSign)
        }
    }

    var telling: Int { version4.telling + version6.telling }

    /// The phone by its link address, or one per IP version; empty if nothing decides.
    ///
    /// The second applies where packets have no link addresses, or made-up ones.
    var devices: [FoundDevice] {
        if byLink.packets * 2 > packets, !byLink.isMadeUp {
            return byLink.phone.map { [byLink.device($0) { $0 }] } ?? []
        }
        let old = version4.phone.map { version4.device($0) { _ in nil } }
        let new =
            version6.phone.map { version6.device($0) { _ in nil } }
            ?? byNetwork.phone.map { byNetwork.device($0) { _ in nil } }
        return [old, new].compactMap { $0 }
    }
}

struct HostPool<Sign: Hashable> {
    private var places: [Sign: Int] = [:]
    private var hosts: [Host] = []
    private(set) var packets = 0
    private var chatter = 0
    private var beginnings = 0
    private var clients = 0

    struct Host {
        let sign: Sign
        var addresses: [IPAddress] = []
        var packets = 0
        /// Packets within one network or to a group, usually local chatter.
        var chatter = 0
        /// TCP connections it began, and packets in which it has a client's port.
        var beginnings = 0
        var clients = 0
    }

    mutating func add(_ header: IPHeader, _ source: Sign, _ destination: Sign?) {
        let isChatter =
            destination == nil
            || [header.source, header.destination].contains {
                $0.reach != .anywhere && $0.reach != .privateNetwork
            }
        let from = place(of: source)
        hosts[from].take(header.source, isChatter)
        var to: Int?
        if let destination, destination != source {
            let place = place(of: destination)
            hosts[place].take(header.destination, isChatter)
            to = place
        }
        packets += 1
        if isChatter { chatter += 1 }
        if let flags = header.segment?.flags, flags.contains(.syn), !flags.contains(.ack) {
            beginnings += 1
            hosts[from].beginnings += 1
        }
        guard let isClients = header.isFromClient, let client = isClients ? from : to else {
            return
        }
        clients += 1
        hosts[client].clients += 1
    }

    private mutating func place(of sign: Sign) -> Int {
        if let place = places[sign] { return place }
        places[sign] = hosts.count
        hosts.append(Host(sign: sign))
        return hosts.count - 1
    }

    func device(_ found: (host: Host, reason: FoundDevice.Reason), _ link: (Sign) -> LinkAddress?)
        -> FoundDevice
    {
        FoundDevice(
            addresses: found.host.addresses, linkAddress: link(found.host.sign),
            reason: found.reason, packets: count(found.host), among: among)
    }

    var telling: Int { packets - chatter }
    private var among: Int { telling == 0 ? packets : telling }
    private func count(_ host: Host) -> Int { telling == 0 ? host.chatter : host.packets }

    var phone: (host: Host, reason: FoundDevice.Reason)? {
        let candidates = hosts.filter { count($0) * 2 > among && !$0.sendsForOthers }
        if let host = first(of: candidates.filter { $0.has(.privateNetwork) }) {
            return (host, .privateAddress)
        }
        // A server may take part in all packets of a phone with several addresses; ports reveal it.
        let inAll = candidates.filter { count($0) == among }
        if inAll.count == 1, !isServer(inAll[0]) { return (inAll[0], .everyPacket) }
        if let host = candidates.first(where: { $0.beginnings * 2 > beginnings }) {
            return (host, .beginsConnections)
        }
        if let host = candidates.first(where: { $0.clients * 2 > clients }) {
            return (host, .clientPorts)
        }
        let nearlyAll = candidates.filter { count($0) * 10 >= among * 9 }
        if nearlyAll.count == 1, !isServer(nearlyAll[0]) { return (nearlyAll[0], .mostPackets) }
        return first(of: candidates.filter { $0.has(.linkLocal) }).map { ($0, .linkLocal) }
    }

    private func isServer(_ host: Host) -> Bool { host.clients * 2 < clients }

    /// Whether all hosts share their addresses, as behind headers made up by a program.
    var isMadeUp: Bool {
        let all = hosts.flatMap { $0.addresses }
        return hosts.allSatisfy { host in
            host.addresses.allSatisfy { address in all.count { $0 == address } > 1 }
        }
    }

    /// The host with most packets; ties go to the clearest client, then to the first.
    private func first(of hosts: [Host]) -> Host? {
        hosts.min {
            (-count($0), -$0.beginnings, -$0.clients) < (-count($1), -$1.beginnings, -$1.clients)
        }
    }
}

extension HostPool.Host {
    /// More addresses than any phone has.
    private static var most: Int { 64 }

    fileprivate mutating func take(_ address: IPAddress, _ isChatter: Bool) {
        if isChatter { chatter += 1 } else { packets += 1 }
        if address.reach != .group, !address.isUnspecified, addresses.count < Self.most,
            !addresses.contains(address)
        {
            addresses.append(address)
        }
    }

    fileprivate func has(_ reach: IPAddress.Reach) -> Bool {
        addresses.contains { $0.reach == reach }
    }

    /// Whether it is a router: it has public and other IPv4 addresses, or more than two IPv6
    /// networks.
    fileprivate var sendsForOthers: Bool {
        let old = addresses.filter { $0.isVersion4 && $0.reach != .linkLocal }
        let networks = Set(addresses.filter { !$0.isVersion4 && $0.reach == .anywhere }.map(\.high))
        return old.count > 1 && old.contains { $0.reach == .anywhere } || networks.count > 2
    }
}

extension IPAddress {
    /// The IPv6 network, which a phone has to itself; the host part of a link-local address.
    fileprivate var networkSign: UInt64 { reach == .linkLocal ? low : high }
}

extension IPHeader {
    /// Whether the sender has a client's port and the receiver a service's; `nil` if unclear.
    ///
    /// Service ports are below 1024, or at least below 32,768, where client ports begin.
    var isFromClient: Bool? {
        for bound in [1024, 32_768] as [UInt16] where sourcePort > 0 && destinationPort > 0 {
            let (isSource, isDestination) = (sourcePort < bound, destinationPort < bound)
            if isSource != isDestination { return isDestination }
        }
        return nil
    }
}
