/// A connection of a trace, with its traffic and cost.
public struct Flow: Sendable {
    /// `nil` for packets without connection data.
    public let key: FlowKey?
    public let first: Instant
    public fileprivate(set) var last: Instant
    public fileprivate(set) var traffic = Traffic()
    public fileprivate(set) var energy = CausedEnergy()

    fileprivate mutating func add(_ packet: Packet) {
        last = packet.time
        traffic.add(packet)
    }
}

/// Packets and bytes of both directions.
public struct Traffic: Hashable, Sendable {
    public private(set) var packets: Int64 = 0
    public private(set) var uplinkBytes: Int64 = 0
    public private(set) var downlinkBytes: Int64 = 0

    var bytes: Int64 { uplinkBytes + downlinkBytes }

    mutating func add(_ packet: Packet) {
        packets += 1
        if packet.direction == .uplink {
            uplinkBytes += packet.bytes
        } else {
            downlinkBytes += packet.bytes
        }
    }

    mutating func add(_ other: Traffic) {
        packets += other.packets
        uplinkBytes += other.uplinkBytes
        downlinkBytes += other.downlinkBytes
    }
}

public struct Host: Sendable {
    /// `nil` if unknown.
    public let address: IPAddress?
    public private(set) var connections = 0
    public private(set) var traffic = Traffic()
    public private(set) var energy = CausedEnergy()

    init(_ flow: Flow) {
        address = flow.key?.remote
        add(flow)
    }

    mutating func add(_ flow: Flow) {
        connections += 1
        traffic.add(flow.traffic)
        energy.add(flow.energy)
    }
}

struct Passage {
    var flow: Int32
    var isRepeated: Bool
    /// Whether it has no data: it opens, acknowledges or closes.
    var isControl: Bool
}

/// Distinguishes the connections of a trace.
///
/// Memory grows with the number of connections, not of packets.
struct FlowTracker: Sendable {
    private var flows: [Flow] = []
    private var numbers: [FlowKey?: Int32] = [:]
    private var sequences: [SequenceNumbers] = []
    /// Recent connection numbers, or −1, by a few bits of their ports.
    ///
    /// A cache: hashing 37 bytes for every packet took a fifth of a replay's time.
    private var recent = [Int32](repeating: -1, count: 256)

    private struct SequenceNumbers {
        var uplink: UInt32?
        var downlink: UInt32?
        /// Whether data or an end has passed: a later SYN begins another connection.
        var isUsed = false

        mutating func pass(_ segment: TCPSegment, _ direction: Packet.Direction) -> Bool {
            let ends = segment.flags.contains(.fin) || segment.flags.contains(.rst)
            if ends || segment.payloadBytes > 0 { isUsed = true }
            return direction == .uplink
                ? FlowTracker.isRepeated(segment, &uplink)
                : FlowTracker.isRepeated(segment, &downlink)
        }
    }

    mutating func observe(_ traced: TracedPacket) -> Passage {
        let number = number(of: traced.flow, traced.segment, at: traced.packet.time)
        flows[Int(number)].add(traced.packet)
        guard let segment = traced.segment else {
            return Passage(flow: number, isRepeated: false, isControl: false)
        }
        let isRepeated = sequences[Int(number)].pass(segment, traced.packet.direction)
        return Passage(flow: number, isRepeated: isRepeated, isControl: segment.payloadBytes == 0)
    }

    /// The number of a packet's connection.
    ///
    /// New for an unknown key, and for a SYN after data or an end, when the phone reuses ports.
    private mutating func number(
        of key: FlowKey?, _ segment: TCPSegment?, at time: Instant
    ) -> Int32 {
        let number = number(of: key, at: time)
        guard let segment, segment.flags.contains(.syn), !segment.flags.contains(.ack),
            sequences[Int(number)].isUsed
        else { return number }
        numbers[key] = nil
        recent[place(of: key)] = -1
        return self.number(of: key, at: time)
    }

    private func place(of key: FlowKey?) -> Int {
        Int(((key?.devicePort ?? 0) ^ (key?.remotePort ?? 0)) & 0xFF)
    }

    private mutating func number(of key: FlowKey?, at time: Instant) -> Int32 {
        let place = place(of: key)
        let met = recent[place]
        if met >= 0, flows[Int(met)].key == key { return met }
        let number = numbers[key] ?? Int32(flows.count)
        if number == flows.count {
            numbers[key] = number
            flows.append(Flow(key: key, first: time, last: time))
            sequences.append(SequenceNumbers())
        }
        recent[place] = number
        return number
    }

    /// Whether a segment's data begins before what was sent (RFC 9293, modulo 2^32).
    private static func isRepeated(_ segment: TCPSegment, _ next: inout UInt32?) -> Bool {
        let isMarked = segment.flags.contains(.syn) || segment.flags.contains(.fin)
        let end = segment.sequenceNumber &+ segment.payloadBytes &+ (isMarked ? 1 : 0)
        defer { if next.map({ Int32(bitPattern: end &- $0) > 0 }) ?? true { next = end } }
        guard let expected = next, segment.payloadBytes > 0, !segment.flags.contains(.syn) else {
            return false
        }
        return Int32(bitPattern: segment.sequenceNumber &- expected) < 0
    }

    mutating func book(_ energy: Millijoules, _ kind: EnergyKind, to flow: Int32) {
        flows[Int(flow)].energy.add(energy, kind)
    }

    consuming func finish() -> [Flow] { flows }
}

/// A TCP connection closed long after its last data.
public struct LateClosing: Sendable {
    public let flow: Int32
    public let lastData: Instant
    public let closed: Instant
    let packets: [(number: Int, packet: Packet)]
}

/// Finds connections closed more than a burst's pause after their last data.
///
/// Closing them may wake the radio for nothing else. Memory grows with the number of connections.
struct ClosingWatch: Sendable {
    private struct Connection {
        var lastData: Instant?
        var closing: [(number: Int, packet: Packet)] = []
    }

    private var connections: [Connection] = []
    private var number = 0
    /// A closing takes a handful of packets; further ones are not moved.
    private static let most = 16

    mutating func observe(_ traced: TracedPacket, _ passage: Passage) {
        defer { number += 1 }
        guard let segment = traced.segment else { return }
        let time = traced.packet.time
        let place = Int(passage.flow)
        while connections.count <= place { connections.append(Connection()) }
        if segment.payloadBytes > 0 {
            connections[place].lastData = time
            if !connections[place].closing.isEmpty { connections[place].closing = [] }
        } else if let lastData = connections[place].lastData, time - lastData > BurstCut.gap {
            let ends = segment.flags.contains(.fin) || segment.flags.contains(.rst)
            let count = connections[place].closing.count
            if (ends || count > 0) && count < Self.most {
                connections[place].closing.append((number, traced.packet))
            }
        }
    }

    consuming func finish() -> [LateClosing] {
        let late = connections.enumerated().compactMap { flow, connection -> LateClosing? in
            guard let lastData = connection.lastData, let first = connection.closing.first else {
                return nil
            }
            return LateClosing(
                flow: Int32(flow), lastData: lastData, closed: first.packet.time,
                packets: connection.closing)
        }
        return late.sorted { $0.packets[0].number < $1.packets[0].number }
    }
}
