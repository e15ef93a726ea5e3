/// Finds out which host is the phone, where nothing says it. A host is a link address with all its
/// addresses; where packets have none, an address or, if none decides, an IPv6 network (/64).
///
/// A phone takes part in all of its own traffic, a server in a part of it. So whoever has half of
/// the packets or less is not the phone. `FoundDevice.Reason` says what decides between the others.
struct DeviceSearch {
    /// How many addresses a message lists.
    static let listed = 5

    private var networks: [Int: NetworkHosts] = [:]
    private var packets = 0
    private var counts = AddressCounts()

    /// Counts a packet of the interface at `place` for its ends.
    mutating func look(
        at header: IPHeader, _ link: (source: LinkAddress, destination: LinkAddress)?,
        of place: Int
    ) {
        packets += 1
        counts.add(header.source)
        if header.destination != header.source { counts.add(header.destination) }
        networks[place, default: NetworkHosts()].add(header, link)
    }

    /// Packets that tell something: all where there is nothing but neighbours' talk.
    private var among: Int {
        let telling = networks.values.reduce(0) { $0 + $1.telling }
        return telling == 0 ? packets : telling
    }

    /// The phone on each interface; of one that it is on twice, once.
    ///
    /// - Throws: if nothing decides for half of the packets or more.
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
        throw TraceFailure(.noDeviceAddress(counts.mostFrequent(Self.listed)), path: path)
    }
}

/// The hosts of one interface's packets, by each sign.
private struct NetworkHosts {
    private var byLink = HostPool<LinkAddress>()
    private var version4 = HostPool<IPAddress>()
    private var version6 = HostPool<IPAddress>()
    /// By IPv6 networks, for phones that change their addresses in theirs.
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

    /// One by its link address or, where packets have none, or some that a program made up, one for
    /// each version of IP; none if nothing decides.
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

/// The hosts of packets that have one kind of sign by which they are told apart.
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
        /// Packets that stay in one network, or are for many: neighbours' talk, as a rule.
        var chatter = 0
        /// TCP connections that it began, and packets in which its port is a client's.
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

    /// What is said of `host`.
    func device(_ found: (host: Host, reason: FoundDevice.Reason), _ link: (Sign) -> LinkAddress?)
        -> FoundDevice
    {
        FoundDevice(
            addresses: found.host.addresses, linkAddress: link(found.host.sign),
            reason: found.reason, packets: count(found.host), among: among)
    }

    var telling: Int { packets - chatter }

    private var among: Int { telling == 0 ? packets : telling }

    private func count(_ host: Host) -> Int {
        telling == 0 ? host.chatter : host.packets
    }

    /// The host that is the phone, and why; `nil` if nothing decides.
    var phone: (host: Host, reason: FoundDevice.Reason)? {
        let candidates = hosts.filter { count($0) * 2 > among && !$0.sendsForOthers }
        if let host = first(of: candidates.filter { $0.has(.privateNetwork) }) {
            return (host, .privateAddress)
        }
        // A server may be the one, if the phone had several addresses: ports say so.
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

    /// Whether all hosts share their addresses, as behind headers that a program made up.
    var isMadeUp: Bool {
        let all = hosts.flatMap { $0.addresses }
        return hosts.allSatisfy { host in
            host.addresses.allSatisfy { address in all.count { $0 == address } > 1 }
        }
    }

    /// Whose packets are most; of those as many, who is more of a client; then who came first.
    private func first(of hosts: [Host]) -> Host? {
        hosts.enumerated().min {
            (-count($0.element), -$0.element.beginnings, -$0.element.clients, $0.offset)
                < (-count($1.element), -$1.element.beginnings, -$1.element.clients, $1.offset)
        }?.element
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

    /// Whether it is a router to the Internet: it has public IPv4 addresses beside other ones, or
    /// IPv6 addresses of more networks than a phone has.
    fileprivate var sendsForOthers: Bool {
        let old = addresses.filter { $0.isVersion4 && $0.reach != .linkLocal }
        let networks = Set(addresses.filter { !$0.isVersion4 && $0.reach == .anywhere }.map(\.high))
        return old.count > 1 && old.contains { $0.reach == .anywhere } || networks.count > 2
    }
}

extension IPAddress {
    /// The IPv6 network, which a modem's host has for itself; of a link-local address the host.
    fileprivate var networkSign: UInt64 { reach == .linkLocal ? low : high }
}

extension IPHeader {
    /// Whether the sender's port is a client's and the receiver's a service's; `nil` where ports do
    /// not tell. Services have ports below 1024, or at least below those that systems give out to
    /// clients, from 32 768.
    var isFromClient: Bool? {
        for bound in [1024, 32_768] as [UInt16] where sourcePort > 0 && destinationPort > 0 {
            let (isSource, isDestination) = (sourcePort < bound, destinationPort < bound)
            if isSource != isDestination { return isDestination }
        }
        return nil
    }
}

/// How many packets each address has.
private struct AddressCounts {
    private var places: [IPAddress: Int] = [:]
    private var counts: [TraceFault.AddressCount] = []

    mutating func add(_ address: IPAddress) {
        if let place = places[address] {
            counts[place] = .init(address: address, packets: counts[place].packets + 1)
        } else {
            places[address] = counts.count
            counts.append(.init(address: address, packets: 1))
        }
    }

    /// Of those that are as frequent, the one that came first comes first.
    func mostFrequent(_ number: Int) -> [TraceFault.AddressCount] {
        let order = counts.indices.sorted { (-counts[$0].packets, $0) < (-counts[$1].packets, $1) }
        return order.prefix(number).map { counts[$0] }
    }
}
