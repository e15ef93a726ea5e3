/// What a trace does not say itself.
public struct TraceOptions: Hashable, Sendable {
    /// The phone's addresses, IPv4 and IPv6; they tell uplink from downlink.
    ///
    /// Empty: the capture is asked, see `TraceSummary.DirectionRule`. Given, they are taken even if
    /// the capture says otherwise. A CSV file has a column for it and does not look here.
    public var deviceAddresses: [IPAddress]

    /// The interfaces of a capture whose packets count, by name, by number, or by what they are:
    /// `cellular`, `wifi`, `wired`, `tunnel`. Empty: one radio's, see `TraceSummary.interfaces`.
    public var interfaces: [String]

    /// Which radio's packets are preferred in a capture of several; `nil`: whose are most.
    public var preferred: InterfaceKind?

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
    public init(
        deviceAddresses: [IPAddress] = [], interfaces: [String] = [],
        preferred: InterfaceKind? = nil, origin: Origin = .zero
    ) {
        self.deviceAddresses = deviceAddresses
        self.interfaces = interfaces
        self.preferred = preferred
        self.origin = origin
    }
}
