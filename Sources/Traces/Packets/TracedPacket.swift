import DeviceModel
import Kernel

extension Packet {
    /// The size of the largest packet that a file may name: 2 GiB, more than any jumbogram.
    static let mostBytes: Int64 = 1 << 31
}

/// A packet of a trace, and what the trace says about the connection it belongs to.
public struct TracedPacket: Hashable, Sendable {
    /// When it passed the phone, how large it was, and which way it went.
    public var packet: Packet
    /// Whom the phone talked to; `nil` in a CSV file, which does not say.
    public var flow: FlowKey?
    /// What TCP says of it; `nil` for other protocols, for fragments but the first, where the
    /// capture cuts the header off, and in a CSV file.
    public var segment: TCPSegment?

    /// A packet of the connection `flow`, with its TCP header's `segment` if it has one.
    public init(packet: Packet, flow: FlowKey? = nil, segment: TCPSegment? = nil) {
        self.packet = packet
        self.flow = flow
        self.segment = segment
    }
}

/// A connection as the network sees it: protocol, the phone's address and port, the other's.
///
/// Both directions of a connection have the same key.
public struct FlowKey: Hashable, Sendable {
    /// The phone's address.
    public var device: IPAddress
    /// The address at the other end.
    public var remote: IPAddress
    /// The phone's port; 0 for protocols without ports, for fragments but the first, and where the
    /// capture cuts it off.
    public var devicePort: UInt16
    /// The other end's port; 0 as for `devicePort`.
    public var remotePort: UInt16
    /// As IANA assigns them: 6 is TCP, 17 UDP, 1 ICMP, 58 ICMP for IPv6.
    public var protocolNumber: UInt8

    /// The connection of `protocolNumber` between `device` at `devicePort` and `remote` at
    /// `remotePort`.
    public init(
        protocolNumber: UInt8, device: IPAddress, devicePort: UInt16, remote: IPAddress,
        remotePort: UInt16
    ) {
        self.device = device
        self.remote = remote
        self.devicePort = devicePort
        self.remotePort = remotePort
        self.protocolNumber = protocolNumber
    }

    /// Compares all parts at once: one after the other they become a call of the C library.
    public static func == (left: FlowKey, right: FlowKey) -> Bool {
        let addresses =
            (left.device.high ^ right.device.high) | (left.device.low ^ right.device.low)
            | (left.remote.high ^ right.remote.high) | (left.remote.low ^ right.remote.low)
        let ports =
            (left.devicePort ^ right.devicePort) | (left.remotePort ^ right.remotePort)
            | UInt16(left.protocolNumber ^ right.protocolNumber)
        return addresses | UInt64(ports) == 0
    }
}

/// What the header of a TCP segment says (RFC 9293, section 3.1).
public struct TCPSegment: Hashable, Sendable {
    /// The number of its first byte of data, or of its SYN.
    public var sequenceNumber: UInt32
    /// Bytes of data that it carries: those of the IP packet without the two headers.
    public var payloadBytes: UInt32
    /// Its control bits.
    public var flags: Flags

    /// A segment with `flags` whose `payloadBytes` begin at `sequenceNumber`.
    public init(sequenceNumber: UInt32, payloadBytes: UInt32, flags: Flags) {
        self.sequenceNumber = sequenceNumber
        self.payloadBytes = payloadBytes
        self.flags = flags
    }

    /// The control bits of a segment, as they stand in byte 13 of its header.
    public struct Flags: OptionSet, Hashable, Sendable {
        /// FIN is the lowest bit.
        public let rawValue: UInt8

        /// The bits of `rawValue`.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// The sender has no more data.
        public static let fin = Flags(rawValue: 0x01)
        /// A connection begins.
        public static let syn = Flags(rawValue: 0x02)
        /// The connection is gone.
        public static let rst = Flags(rawValue: 0x04)
        /// The data should reach the program at once.
        public static let psh = Flags(rawValue: 0x08)
        /// It acknowledges what came.
        public static let ack = Flags(rawValue: 0x10)
    }
}

/// Sees to it that the packets of a trace come in the order of time.
///
/// Captures of several interfaces, and clocks that are set while they run, let a packet appear to
/// be some microseconds older than the one before; it then takes the other's time. A larger step
/// back means that the file is not sorted, and guessing would invent gaps.
struct PacketClock: Sendable {
    /// The furthest step back that is taken for disorder of the clock: one second.
    static let tolerance = TimeSpan(nanoseconds: 1_000_000_000)

    private var last = Instant.start
    private(set) var clamped = 0
    private(set) var largestStepBack = TimeSpan.zero

    /// The time to use for a packet that says it came `nanoseconds` after the origin.
    ///
    /// - Throws: how far it steps back, if that is more than `tolerance`.
    mutating func order(_ nanoseconds: Int64) throws(StepBack) -> Instant {
        if nanoseconds >= last.nanoseconds {
            last = Instant(nanoseconds: nanoseconds)
            return last
        }
        // Half of the calendar at most on either side, so that the difference is a number.
        let earlier = max(nanoseconds, -Instant.never.nanoseconds)
        let step = TimeSpan(nanoseconds: last.nanoseconds - earlier)
        guard step <= Self.tolerance else { throw StepBack(span: step) }
        clamped += 1
        largestStepBack = max(largestStepBack, step)
        return last
    }

    struct StepBack: Error {
        let span: TimeSpan
    }
}

/// What a trace is read as: a packet with its connection, or without.
protocol TraceElement {
    /// A packet; what goes with it is only worked out where it is kept.
    init(
        _ packet: Packet, flow: @autoclosure () -> FlowKey?, segment: @autoclosure () -> TCPSegment?
    )
}

extension TracedPacket: TraceElement {
    @inline(__always)
    init(
        _ packet: Packet, flow: @autoclosure () -> FlowKey?, segment: @autoclosure () -> TCPSegment?
    ) {
        self.init(packet: packet, flow: flow(), segment: segment())
    }
}

extension Packet: TraceElement {
    @inline(__always)
    init(
        _ packet: Packet, flow: @autoclosure () -> FlowKey?, segment: @autoclosure () -> TCPSegment?
    ) {
        self = packet
    }
}
