import DeviceModel
import Kernel

/// What was found in a trace as far as it has been read: what was handed over, what was left out,
/// and what had to be decided.
public struct TraceSummary: Hashable, Sendable {
    /// As the file's first bytes say.
    public let format: TraceFormat
    /// What the packets of a capture are wrapped in, as tcpdump.org calls it; `nil` for CSV.
    public let linkLayer: String?
    /// The columns of a CSV file that were not asked for, in their order.
    public let ignoredColumns: [String]
    /// How uplink was told from downlink.
    public let directionRule: DirectionRule

    /// The interfaces of a capture that the packets looked at first had passed, in their order.
    public let interfaces: [Interface]
    /// Which of a capture's packets are taken.
    let selection: CaptureSelection

    /// Packets handed over.
    public internal(set) var packets = 0
    /// Their IP bytes.
    public internal(set) var bytes: Int64 = 0
    /// Packets handed over that are fragments of a larger one but not its first, which have no
    /// ports.
    public internal(set) var fragments = 0
    /// Packets that went a bit back in time and were moved to their predecessor's.
    public internal(set) var clamped = 0
    /// How far the furthest of them went back; zero if none did.
    public internal(set) var largestStepBack = TimeSpan.zero
    /// When the packet at time 0 was captured, in whole seconds and nanoseconds since 1970; `nil`
    /// in a CSV file and before the first packet.
    public internal(set) var firstPacket: CaptureTime?
    /// What was left out, most frequent first, then in the order in which it came.
    public var skipped: [SkippedCount] { tally.counts }

    var tally = SkippedTally()

    init(
        format: TraceFormat, directionRule: DirectionRule, linkLayer: String? = nil,
        ignoredColumns: [String] = [], interfaces: [Interface] = [],
        selection: CaptureSelection = CaptureSelection()
    ) {
        self.interfaces = interfaces
        self.selection = selection
        self.format = format
        self.linkLayer = linkLayer
        self.ignoredColumns = ignoredColumns
        self.directionRule = directionRule
    }

    /// An interface that packets of a capture passed.
    public struct Interface: Hashable, Sendable {
        /// Its name or, without one, its number.
        public let name: String
        /// What it is, as far as that is told.
        public let kind: InterfaceKind
        /// How many of the IP packets that were looked at passed it.
        public let packets: Int
        /// Whether its packets are handed over.
        public let isTaken: Bool
    }

    /// Whether the packets are those of one radio of several, and nobody chose it.
    public var isRadioGuessed: Bool { selection.radio != nil }

    /// So many packets were left out for one reason.
    public struct SkippedCount: Hashable, Sendable {
        /// Why they are none of the phone's IP packets.
        public let reason: SkippedPacket
        /// At least one.
        public let packets: Int
        /// As they were on the wire, without the link layer's header as it usually is.
        public let bytes: Int64
    }

    /// How uplink was told from downlink.
    public enum DirectionRule: Hashable, Sendable {
        /// A CSV file's column says it.
        case column
        /// Linux's cooked captures say of each packet whether the host sent it.
        case linkLayer
        /// The caller named the phone's addresses. A packet from one to another is uplink.
        case given([IPAddress])
        /// The phone's addresses were found: all of one host or, where packets have no link
        /// addresses, one host for IPv4 and one for IPv6.
        case found([FoundDevice])
        /// There was no IP packet to decide about.
        case nothingToDecide
    }
}

/// Whom a search took for the phone, and why.
public struct FoundDevice: Hashable, Sendable {
    /// In the order in which they were met.
    public let addresses: [IPAddress]
    /// By which its network knows it; `nil` where packets have none.
    public let linkAddress: LinkAddress?
    /// What decided.
    public let reason: Reason
    /// How many packets it sent or received of those that were looked at.
    public internal(set) var packets: Int
    /// How many were looked at, without multicast and the like.
    public internal(set) var among: Int

    /// What told the phone from others, in the order in which it is tried. Whatever decides, the
    /// phone has more than half of the packets.
    public enum Reason: Hashable, Sendable {
        /// It has a private address, and most packets of those that have one.
        case privateAddress
        /// It alone is in every packet.
        case everyPacket
        /// It began most TCP connections.
        case beginsConnections
        /// Its ports are those of a client in most packets.
        case clientPorts
        /// It alone has nine tenths of the packets or more; that share is an assumption.
        case mostPackets
        /// It has a link-local address.
        case linkLocal
    }
}

/// When a packet was captured: seconds and nanoseconds since 1970, as far as the clock was right.
public struct CaptureTime: Hashable, Sendable {
    /// Whole seconds since 1970, rounded down.
    public var seconds: Int64
    /// 0 to 999 999 999.
    public var nanoseconds: Int64

    /// The time `nanoseconds` after `seconds` whole seconds since 1970.
    public init(seconds: Int64, nanoseconds: Int64) {
        self.seconds = seconds
        self.nanoseconds = nanoseconds
    }

    /// Nanoseconds from `earlier` to here, exactly; `nil` beyond 292 years.
    func nanoseconds(since earlier: CaptureTime) -> Int64? {
        let (span, isFar) = seconds.subtractingReportingOverflow(earlier.seconds)
        let (scaled, isTooFar) = span.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, isBeyond) =
            scaled.addingReportingOverflow(nanoseconds - earlier.nanoseconds)
        return isFar || isTooFar || isBeyond ? nil : sum
    }
}

/// How often each reason to leave a packet out occurred, in the order of first occurrence.
struct SkippedTally: Hashable, Sendable {
    private var places: [SkippedPacket: Int] = [:]
    private var reasons: [SkippedPacket] = []
    private var packets: [Int] = []
    private var bytes: [Int64] = []

    mutating func add(_ reason: SkippedPacket, bytes size: Int) {
        if let place = places[reason] {
            packets[place] += 1
            bytes[place] += Int64(size)
        } else {
            places[reason] = reasons.count
            reasons.append(reason)
            packets.append(1)
            bytes.append(Int64(size))
        }
    }

    var counts: [TraceSummary.SkippedCount] {
        let order = packets.indices.sorted { (-packets[$0], $0) < (-packets[$1], $1) }
        return order.map { .init(reason: reasons[$0], packets: packets[$0], bytes: bytes[$0]) }
    }
}

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
