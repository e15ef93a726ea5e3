import Kernel

/// A change to a state that can carry more.
public struct Promotion: Hashable, Sendable {
    public var from: Int
    public var to: Int
    /// Signalling time, during which nothing is carried and the old state is kept.
    public var delay: PromotionDelay
    /// Drawn during `delay` instead of the old state's power.
    public var power: Milliwatts
    public var trigger: Trigger
    /// Where the promotion lies relative to the recorded packet that needs it.
    public var placement: PacketPlacement

    public enum Trigger: Hashable, Sendable {
        /// Any data in a state that cannot carry it.
        case data
        /// More than this much queued in either direction; `nil` never triggers.
        case queueOver(uplink: Bytes?, downlink: Bytes?)
    }

    public init(
        from: Int, to: Int, delay: PromotionDelay, power: Milliwatts, trigger: Trigger,
        placement: PacketPlacement = .before
    ) {
        self.from = from
        self.to = to
        self.delay = delay
        self.power = power
        self.trigger = trigger
        self.placement = placement
    }

    public init(from: Int, to: Int, delay: TimeSpan, power: Milliwatts, trigger: Trigger) {
        self.init(
            from: from, to: to, delay: PromotionDelay(delay), power: power, trigger: trigger)
    }
}

/// How long a promotion takes: always the same, or by a triangular distribution.
///
/// A simulated promotion draws from the distribution. A recorded one is measured: data that comes
/// until `least` has waited for it, the first that comes later has ended it, and if none comes
/// until `most`, it took its `usual` time.
public struct PromotionDelay: BitwiseCopyable, Hashable, Sendable {
    public let least: TimeSpan
    /// The mode of the triangular distribution.
    public let usual: TimeSpan
    public let most: TimeSpan

    /// - Precondition: `least` ≤ `usual` ≤ `most`.
    public init(least: TimeSpan, usual: TimeSpan, most: TimeSpan) {
        precondition(least <= usual && usual <= most, "a delay of \(least), \(usual), \(most)")
        self.least = least
        self.usual = usual
        self.most = most
    }

    /// Always `delay`.
    public init(_ delay: TimeSpan) { self.init(least: delay, usual: delay, most: delay) }

    public var isConstant: Bool { least == most }
}

/// Where a promotion lies relative to the recorded packet that needs it, when it is inferred.
public struct PacketPlacement: BitwiseCopyable, Hashable, Sendable {
    public var uplink: Place
    public var downlink: Place
    /// Of the first packet of a trace, whatever its direction; `nil`: as of its direction.
    public var first: Place?

    public enum Place: String, BitwiseCopyable, CaseIterable, Hashable, Sendable {
        /// It has ended when the packet passes: the state before is cut short, if need be as far
        /// back as the packet before.
        case before
        /// As `before`, but the state before is cut short only back to where it was entered: what
        /// timers ended before is left whole.
        case withinState = "within-state"
        /// As `before` for the first packet in a state. For a later one it must find room between
        /// packets: with its usual or its least time before the packet, or behind an earlier uplink
        /// packet of the stay, if need be; else the new state begins without a promotion.
        case fitted
        /// It begins when the packet passes.
        case after
        /// As `after`, but if another packet passes before its end, it has not taken place; and the
        /// inactivity timer counts from the packet.
        case unlessFollowed = "unless-followed"
    }

    /// All that occur.
    public var places: Set<Place> { Set([uplink, downlink, first].compactMap { $0 }) }

    /// Always before the packet: a phone's own trace shows packets when they were carried.
    public static let before = PacketPlacement(uplink: .before, downlink: .before)
}
