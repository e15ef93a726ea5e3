/// A radio on which a recorded trace is replayed.
public protocol ReplayRadio {
    var plan: LedgerPlan { get }

    /// The totals; complete once the replay has ended.
    var table: LedgerTable<Int64> { get }

    /// Uses of each promotion of the profile, including those without delay.
    var promotions: [PromotionRow] { get }

    /// Promotion time that found no room before its packet: before the trace, or in shorter gaps.
    var unbilledPromotion: TimeSpan { get }

    /// Carries the next packet of the trace, in order of time.
    mutating func carry(_ packet: Packet, owner: PacketOwner)

    /// Carries the packets of a batch, without owners.
    ///
    /// - Parameter batch: starts no earlier than the last packet carried.
    mutating func carry(_ batch: PacketBatch)

    /// Returns the postings since the last call, in order of time.
    mutating func takePostings() -> [ReplayPosting]

    /// When the radio comes to rest; no packet may follow.
    mutating func settle() -> Instant

    /// Ends the replay.
    ///
    /// - Parameter horizon: after the last packet; `nil`: when the radio has come to rest.
    /// - Returns: when the replay ended.
    mutating func finish(at horizon: Instant?) -> Instant
}

extension ReplayRadio {
    public mutating func carry(_ packet: Packet) { carry(packet, owner: .nobody) }
}

extension RadioProfile {
    /// A radio that replays a trace: as in a simulation, or by another tool's rules.
    ///
    /// - `limit`: latest end of the replay; `nil`: when the radio has come to rest.
    /// - `isRecording`: whether every posting is kept until it is taken.
    public func replaying(
        _ mode: PromotionMode, until limit: Instant? = nil, isRecording: Bool = false
    ) -> any ReplayRadio {
        peer != nil
            ? PeerRadio(self, mode: mode, isRecording: isRecording)
            : CarryingRadio(self, mode: mode, until: limit, isRecording: isRecording)
    }
}

/// A promotion of a profile, and how often a replay used it.
public struct PromotionRow: Hashable, Sendable {
    public let from: String
    public let to: String
    public let count: Int64
}

extension RadioMachine {
    func promotionRows(_ counts: some Collection<Int64>, _ plan: LedgerPlan) -> [PromotionRow] {
        zip(promotions.indices, counts).map { index, count in
            PromotionRow(
                from: plan.lines[promotions[index].line].state,
                to: plan.lines[states[promotions[index].to].restingLine].state, count: count)
        }
    }
}
