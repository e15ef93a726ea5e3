/// What a trace does not say itself.
public struct TraceOptions: Hashable, Sendable {
    /// The phone's addresses, IPv4 and IPv6; they tell uplink from downlink.
    ///
    /// Empty: the capture is asked, see `TraceSummary.DirectionRule`. Given, they are taken even if
    /// the capture says otherwise. A CSV file has a column for it and does not look here.
    public var deviceAddresses: [IPAddress]

    /// When a CSV file's time 0 is. The first packet of a capture is always at 0, for its clock
    /// says nothing about when the recording began.
    public var origin: Origin

    /// What a CSV file's times count from.
    public enum Origin: String, CaseIterable, Hashable, Sendable {
        /// As written.
        case zero
        /// The first packet is at 0, the others keep their distances.
        case firstPacket = "first-packet"
    }

    /// Options for a phone with `deviceAddresses`, times counted from `origin`.
    public init(deviceAddresses: [IPAddress] = [], origin: Origin = .zero) {
        self.deviceAddresses = deviceAddresses
        self.origin = origin
    }
}
