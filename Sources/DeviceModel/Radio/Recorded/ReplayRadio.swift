import Kernel

/// A radio on which a recorded trace is replayed.
public protocol ReplayRadio {
    /// Everything that it books to.
    var plan: LedgerPlan { get }

    /// What was booked; whole once the replay has ended.
    var table: LedgerTable<Int64> { get }

    /// How often each promotion of the profile was taken, those without delay included.
    var promotions: [PromotionRow] { get }

    /// How much of promotions that lie before their packets found no room: before the trace, or in
    /// gaps shorter than they are.
    var unbilledPromotion: TimeSpan { get }

    /// Carries the next packet of the trace, which is not before the one before it.
    mutating func carry(_ packet: Packet, owner: PacketOwner)

    /// Carries the packets of a batch, whose owner nobody asks for.
    ///
    /// - Parameter batch: Its first packet is not before the last that was carried.
    mutating func carry(_ batch: PacketBatch)

    /// What was posted since the last call, in the order of time.
    mutating func takePostings() -> [ReplayPosting]

    /// When the radio comes to rest if no packet follows; none does.
    mutating func settle() -> Instant

    /// Ends the replay.
    ///
    /// - Parameter horizon: After the last packet; `nil`: when the radio has come to rest.
    /// - Returns: When the replay ended.
    mutating func finish(at horizon: Instant?) -> Instant
}

extension ReplayRadio {
    public mutating func carry(_ packet: Packet) { carry(packet, owner: .nobody) }
}

extension RadioProfile {
    /// The radio, made ready for a trace. One with rates carries the packets as the simulator
    /// does; one without does not know how long a packet takes, and infers what lay between them.
    ///
    /// - Parameters:
    ///   - mode: where promotions lie.
    ///   - limit: where the replay ends at the latest; `nil`: when the radio has come to rest.
    ///   - isRecording: whether every posting is kept until it is taken.
    public func replaying(
        _ mode: PromotionMode, until limit: Instant? = nil, isRecording: Bool = false
    ) -> any ReplayRadio {
        carriesOnlyPackets
            ? PacketRadio(self, mode: mode, isRecording: isRecording)
            : CarryingRadio(self, mode: mode, until: limit, isRecording: isRecording)
    }
}

/// A promotion of a profile, and how often a replay took it.
public struct PromotionRow: Hashable, Sendable {
    public let from: String
    public let to: String
    public let count: Int64
}

extension RadioMachine {
    /// - Parameter counts: by promotion.
    func promotionRows(_ counts: some Collection<Int64>, _ plan: LedgerPlan) -> [PromotionRow] {
        zip(promotions.indices, counts).map { index, count in
            PromotionRow(
                from: plan.lines[promotions[index].line].state,
                to: plan.lines[states[promotions[index].to].restingLine].state, count: count)
        }
    }
}
