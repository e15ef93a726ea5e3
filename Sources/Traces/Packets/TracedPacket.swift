extension Packet {
    /// The largest packet that a file may have: 2 GiB, more than any jumbogram.
    static let mostBytes: Int64 = 1 << 31
}

public struct TracedPacket: Hashable, Sendable {
    public var packet: Packet
    /// `nil` in a CSV file.
    public var flow: FlowKey?
    /// The TCP header; `nil` for other protocols, later fragments, uncaptured headers and CSV
    /// files.
    public var segment: TCPSegment?
}

/// A connection: protocol, and address and port of the phone and the other end.
///
/// Both directions have the same key.
public struct FlowKey: Hashable, Sendable {
    public var device: IPAddress
    public var remote: IPAddress
    /// The phone's port; 0 without ports, for later fragments, and if it was not captured.
    public var devicePort: UInt16
    public var remotePort: UInt16
    /// IANA's number: 6 is TCP, 17 UDP, 1 ICMP, 58 ICMP for IPv6.
    public var protocolNumber: UInt8

    /// Compares all parts at once; one after the other they become a call of the C library.
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

/// The fields of a TCP header (RFC 9293, section 3.1).
public struct TCPSegment: Hashable, Sendable {
    /// The number of its first data byte, or of its SYN.
    public var sequenceNumber: UInt32
    /// Data bytes: the IP packet without the two headers.
    public var payloadBytes: UInt32
    public var flags: Flags

    /// The control bits in byte 13 of the header.
    public struct Flags: OptionSet, Hashable, Sendable {
        public let rawValue: UInt8

        public init(rawValue: UInt8) { self.rawValue = rawValue }

        public static let fin = Flags(rawValue: 0x01)
        public static let syn = Flags(rawValue: 0x02)
        public static let rst = Flags(rawValue: 0x04)
        public static let psh = Flags(rawValue: 0x08)
        public static let ack = Flags(rawValue: 0x10)
    }
}

/// Keeps the packets of a trace in order of time.
///
/// Several interfaces or a clock that is set can make a packet microseconds older than the one
/// before; it then takes that one's time. A larger step back means an unsorted file, and guessing
/// would invent gaps.
struct PacketClock: Sendable {
    static let tolerance = TimeSpan(nanoseconds: 1_000_000_000)

    private var last = Instant.start
    private(set) var clamped = 0
    private(set) var largestStepBack = TimeSpan.zero

    /// Throws the step back if it exceeds `tolerance`.
    mutating func order(_ nanoseconds: Int64) throws(StepBack) -> Instant {
        if nanoseconds >= last.nanoseconds {
            last = Instant(nanoseconds: nanoseconds)
            return last
        }
        // Bounded to half the calendar on either side, so the difference cannot overflow.
        let earlier = max(nanoseconds, -Instant.never.nanoseconds)
        let step = TimeSpan(nanoseconds: last.nanoseconds - earlier)
        guard step <= Self.tolerance else { throw StepBack(span: step) }
        clamped += 1
        largestStepBack = max(largestStepBack, step)
        return last
    }

    struct StepBack: Error { let span: TimeSpan }
}

protocol TraceElement {
    /// Evaluates `flow` and `segment` only if they are kept.
    init(
        _ packet: Packet, flow: @autoclosure () -> FlowKey?, segment: @autoclosure () -> TCPSegment?
    )
}

extension TracedPacket: TraceElement {
    @inline(__always)
    init(
        _ packet: Packet, flow: @autoclosure () -> FlowKey?, segment: @autoclosure () -> TCPSegment?
    ) { self.init(packet: packet, flow: flow(), segment: segment()) }
}

extension Packet: TraceElement {
    @inline(__always)
    init(
        _ packet: Packet, flow: @autoclosure () -> FlowKey?, segment: @autoclosure () -> TCPSegment?
    ) { self = packet }
}
