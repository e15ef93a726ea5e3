import DeviceModel

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
