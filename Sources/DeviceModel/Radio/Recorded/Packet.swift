import Kernel

/// A packet of a recorded trace: when it passed the phone, how large it was, and which way it went.
public struct Packet: BitwiseCopyable, Hashable, Sendable {
    /// Since the start of the trace.
    public var time: Instant
    /// Of the IP packet, header included; what the link layer adds is not counted.
    public var bytes: Int64
    public var direction: Direction

    public enum Direction: UInt8, BitwiseCopyable, CaseIterable, Hashable, Sendable {
        /// From the phone.
        case uplink
        /// To the phone.
        case downlink
    }

    public init(time: Instant, bytes: Int64, direction: Direction) {
        self.time = time
        self.bytes = bytes
        self.direction = direction
    }
}
