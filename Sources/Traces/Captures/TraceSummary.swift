/// What a trace contains as far as it was read: packets taken, packets skipped and decisions made.
public struct TraceSummary: Hashable, Sendable {
    public let format: TraceFormat
    public let directionRule: DirectionRule
    /// The link layer of a capture, by tcpdump.org's name; `nil` for CSV.
    public internal(set) var linkLayer: String?
    public internal(set) var ignoredColumns: [String] = []
    /// Findings of a record that is no list of packets, each a clause.
    public internal(set) var findings: [String] = []

    /// The interfaces of a capture's first packets, in order of appearance.
    public internal(set) var interfaces: [Interface] = []
    var selection = CaptureSelection()

    public internal(set) var packets = 0
    /// Their IP bytes.
    public internal(set) var bytes: Int64 = 0
    /// Packets handed over that are later fragments and so have no ports.
    public internal(set) var fragments = 0
    /// Packets slightly older than their predecessor, which got its time.
    public internal(set) var clamped = 0
    /// The largest step back in time among them; zero without any.
    public internal(set) var largestStepBack = TimeSpan.zero
    /// The capture time of the packet at time 0; `nil` in a CSV file and before the first packet.
    public internal(set) var firstPacket: CaptureTime?
    /// What was skipped, most frequent first, then in order of appearance.
    public var skipped: [SkippedCount] {
        tally.mostFrequent.map { .init(reason: $0.key, packets: $0.packets, bytes: $0.bytes) }
    }

    var tally = PacketTally<SkippedPacket>()

    public struct Interface: Hashable, Sendable {
        public let name: String
        public let kind: InterfaceKind
        /// The number of examined IP packets that passed it.
        public let packets: Int
        public let isTaken: Bool
    }

    public var isRadioGuessed: Bool { selection.radio != nil }

    public struct SkippedCount: Hashable, Sendable {
        public let reason: SkippedPacket
        /// At least 1.
        public let packets: Int
        /// Bytes on the wire, without a link-layer header of the usual length.
        public let bytes: Int64
    }

    public enum DirectionRule: Hashable, Sendable {
        case column
        /// By Linux's cooked captures, which tell whether the host sent a packet.
        case linkLayer
        /// By given phone addresses; a packet from one to another is uplink.
        case given([IPAddress])
        /// By the addresses found: all of one host or, without link addresses, one host per IP
        /// version.
        case found([FoundDevice])
        case nothingToDecide
    }
}

/// The host that the search took for the phone, and why.
public struct FoundDevice: Hashable, Sendable {
    /// In order of appearance.
    public let addresses: [IPAddress]
    /// `nil` where packets have none.
    public let linkAddress: LinkAddress?
    public let reason: Reason
    public internal(set) var packets: Int
    /// All examined packets, without multicast and similar ones.
    public internal(set) var among: Int

    /// Signs that tell the phone from other hosts, in the order tried.
    ///
    /// In any case the phone has more than half of the packets.
    public enum Reason: Hashable, Sendable {
        /// It has a private address, and the most packets of those that have one.
        case privateAddress, everyPacket, beginsConnections
        /// In most packets its port is a client's.
        case clientPorts
        /// It alone has nine tenths of the packets or more, an assumed share.
        case mostPackets, linkLocal
    }
}

public struct CaptureTime: Hashable, Sendable {
    /// Whole seconds since 1970, rounded down.
    public var seconds: Int64
    public var nanoseconds: Int64

    /// The exact nanoseconds since `earlier`; `nil` beyond 292 years.
    func nanoseconds(since earlier: CaptureTime) -> Int64? {
        let (span, isFar) = seconds.subtractingReportingOverflow(earlier.seconds)
        let (scaled, isTooFar) = span.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, isBeyond) = scaled.addingReportingOverflow(nanoseconds - earlier.nanoseconds)
        return isFar || isTooFar || isBeyond ? nil : sum
    }
}

/// Packets counted by what they have in common, in order of appearance.
struct PacketTally<Key: Hashable & Sendable>: Hashable, Sendable {
    struct Count: Hashable, Sendable {
        let key: Key
        var packets = 0
        var bytes: Int64 = 0
    }

    private var places: [Key: Int] = [:]
    private(set) var counts: [Count] = []

    mutating func add(_ key: Key, bytes: Int = 0) {
        let place = places[key] ?? counts.count
        if place == counts.count {
            places[key] = place
            counts.append(Count(key: key))
        }
        counts[place].packets += 1
        counts[place].bytes += Int64(bytes)
    }

    /// Most frequent first, then in order of appearance.
    var mostFrequent: [Count] {
        counts.indices.sorted { (-counts[$0].packets, $0) < (-counts[$1].packets, $1) }
            .map { counts[$0] }
    }
}

public struct TraceOptions: Hashable, Sendable {
    /// The phone's IPv4 and IPv6 addresses, which tell uplink from downlink.
    ///
    /// They override the capture. Empty: see `TraceSummary.DirectionRule`. CSV files have a column
    /// instead.
    public var deviceAddresses: [IPAddress]

    /// The interfaces whose packets count, by name, number or kind.
    ///
    /// Kinds are `cellular`, `wifi`, `wired` and `tunnel`. Empty: those of one radio, see
    /// `TraceSummary.interfaces`.
    public var interfaces: [String]

    /// `nil` for the radio with most packets.
    public var preferred: InterfaceKind?

    /// The zero of a CSV file's times.
    ///
    /// A capture's first packet is always at 0, because its clock does not tell when recording
    /// began.
    public var origin: Origin

    /// The packet or time from which times count.
    public enum Origin: String, CaseIterable, Hashable, Sendable {
        case zero
        /// The first packet is at 0.
        case firstPacket = "first-packet"
    }

    public init(
        deviceAddresses: [IPAddress] = [], interfaces: [String] = [],
        preferred: InterfaceKind? = nil, origin: Origin = .zero
    ) {
        (self.deviceAddresses, self.interfaces) = (deviceAddresses, interfaces)
        (self.preferred, self.origin) = (preferred, origin)
    }
}
