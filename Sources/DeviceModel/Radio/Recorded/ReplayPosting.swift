/// Owner of energy: flow and burst of the packet that caused it, as the caller counts them.
public struct PacketOwner: Hashable, Sendable {
    public var flow: Int32
    public var burst: Int32

    public init(flow: Int32, burst: Int32) { (self.flow, self.burst) = (flow, burst) }

    /// Before any packet, or where owners are not tracked.
    public static let nobody = PacketOwner(flow: -1, burst: -1)
}

/// An interval of a replayed radio, possibly empty, with what its owner carried or was charged.
public struct ReplayPosting: Hashable, Sendable {
    public var line: Int
    public var from: Instant
    public var until: Instant
    /// When the state was entered, which is where its cycle, if any, begins.
    public var entered: Instant
    public var owner: PacketOwner
    public var uplinkBytes: Int64 = 0
    public var downlinkBytes: Int64 = 0
    public var events: Int64 = 0
    /// Energy of bytes and events that are not counted above.
    public var extra = Millijoules.zero

    public func cell(_ plan: LedgerPlan) -> LedgerCell<Int64> {
        var cell = LedgerCell<Int64>()
        cell.add(from: from, until: until, entered: entered, plan.shapes[line].cost.draw)
        cell.uplinkBytes = uplinkBytes
        cell.downlinkBytes = downlinkBytes
        cell.events += events
        return cell
    }
}
