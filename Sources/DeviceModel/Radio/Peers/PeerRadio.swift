/// Replays recorded packets as another tool does, by the `PeerRules` of the profile.
///
/// A packet takes no time. The gap before it is posted when it comes: *active* in the state in
/// which the next packet that resets the timer finds the radio, *tail* in each state that its timer
/// ended, and *promotion* where the rules place it.
///
/// Only what waits takes memory: behind a promotion (`shift`), in a window, until the next reset of
/// the timer (free last packets), within a promotion's length (by direction), or in a burst.
public struct PeerRadio: ReplayRadio, Sendable {
    let machine: RadioMachine
    let rules: PeerRules
    let mode: PromotionMode
    /// By state: the longest least delay of promotions that may begin behind a packet that passed
    /// there, so that time after it is posted later; `nil`: none may.
    let fittedLeast: [TimeSpan?]
    public internal(set) var books: PeerBooks

    var state: Int
    /// The stay in `state` that is not posted yet.
    var stay = Stay()
    var pending: PendingPromotion?
    /// When the latest packet passed; `nil` before the first.
    var last: Instant?
    /// Owner of the energy since `stay.booked`.
    var owner = PacketOwner.nobody
    var burstBytes = BurstBytes()
    /// Whether the coming packet, and so the time before it, belongs to that burst.
    var isInBurst = false
    /// Packets of this stay that cost energy only if the activity goes on.
    var unrated: [PacketData] = []
    /// With `shift`: packets before this time wait until then.
    var shiftedUntil: Instant = .start
    /// With `shift`: packets that wait for the end of a promotion.
    var waiting: ArraySlice<PacketData> = []
    private var lastRecorded: Instant = .start
    public internal(set) var unbilledPromotion = TimeSpan.zero
    /// By promotion of the machine.
    var promotionCounts: [Int64]

    /// Everything that begins anew with a state.
    struct Stay {
        var entered: Instant = .start
        /// Everything before is posted.
        var booked: Instant = .start
        /// Since when the inactivity timer runs.
        var timerSince: Instant = .start
        var uplink = PeerTraffic()
        var downlink = PeerTraffic()
        /// Whether a packet was found or brought here.
        var hasCarried = false
        /// Whether a packet passed here, other than one whose promotion lies behind it.
        var hasPassed = false
        /// With dense traffic: the window on, its bytes, and the end of the raised state by now.
        var window: (start: Instant, bytes: Int64) = (.start, 0)
        var raisedUntil: Instant?
        /// Where dense traffic raised the state, in order, as far as it is not posted.
        var raised: [Range<Instant>] = []
        /// Owners that reset the timer since `booked`, where posting is delayed.
        var resets: ArraySlice<(time: Instant, owner: PacketOwner)> = []
        /// Uplink packets behind which a promotion may still begin, ascending.
        var uplinks: ArraySlice<Instant> = []
    }

    struct BurstBytes {
        var uplink: Int64 = 0
        var downlink: Int64 = 0

        var direction: Packet.Direction { uplink > downlink ? .uplink : .downlink }
    }

    /// A promotion that has begun, and whose end the coming packets tell.
    struct PendingPromotion {
        var way: Int
        var start: Instant
        var data: PacketData
    }

    /// - `isRecording`: whether the books keep every posting until it is taken.
    /// - Precondition: the profile has the rules of a peer.
    public init(_ profile: RadioProfile, mode: PromotionMode, isRecording: Bool = false) {
        guard let peer = profile.peer else { preconditionFailure("\(profile.name) is no peer's") }
        var plan = LedgerPlan(activities: ["trace"])
        let machine = RadioMachine(profile, plan: &plan)
        self.machine = machine
        rules = peer
        self.mode = mode
        fittedLeast = machine.states.indices.map { state in
            let ways = peer.promotions == .byDirection ? machine.states[state].ways : 0..<0
            return ways.map { machine.promotions[$0].delay.least }.max()
        }
        state = machine.initial
        promotionCounts = Array(repeating: 0, count: machine.promotions.count)
        books = PeerBooks(plan: plan, machine: machine, isRecording: isRecording)
    }

    public var plan: LedgerPlan { books.table.plan }
    public var table: LedgerTable<Int64> { books.table }
    public var promotions: [PromotionRow] { machine.promotionRows(promotionCounts, plan) }

    public mutating func takePostings() -> [ReplayPosting] {
        defer { books.removePostings() }
        return books.postings
    }

    public mutating func settle() -> Instant {
        var atRest = self
        return atRest.finish(at: nil)
    }

    public mutating func carry(_ packet: Packet, owner: PacketOwner) {
        precondition(packet.time >= lastRecorded, "a packet at \(packet.time) comes too late")
        lastRecorded = packet.time
        let up = packet.direction == .uplink ? packet.bytes : 0
        let data = PacketData(
            time: packet.time, uplink: up, downlink: packet.bytes - up,
            direction: packet.direction, owner: owner)
        guard mode == .shift else { return arrive(data) }
        waiting.append(data)
        passWaiting(until: packet.time)
    }

    public mutating func carry(_ batch: PacketBatch) {
        for packet in batch.packets { carry(packet, owner: .nobody) }
    }

    /// With `shift`: passes the packets whose turn comes by `limit`.
    ///
    /// No packet passes before the trace has reached its time, because the trace might end before.
    private mutating func passWaiting(until limit: Instant) {
        while var data = waiting.first {
            data.time = max(data.time, shiftedUntil)
            guard data.time <= limit else { return }
            waiting.removeFirst()
            arrive(data)
        }
    }

    private mutating func arrive(_ data: PacketData) {
        isInBurst = machine.hasBursts && last.map { data.time - $0 <= rules.burstGap } ?? false
        if !isInBurst { endBurst() }
        switch meetPending(data) {
        case .waits: notice(data)
        case .ends: carryHere(data)
        case .comesLater:
            let here = stateAfterTimers(at: data.time)
            // Timers empty the queues.
            var (up, down) = (PeerTraffic(), PeerTraffic())
            if here == state { (up, down) = (stay.uplink, stay.downlink) }
            up.queue(data.uplink, at: data.time, rules.queues?.uplink)
            down.queue(data.downlink, at: data.time, rules.queues?.downlink)
            let way = machine.states[here].ways.first {
                machine.promotions[$0].isTaken(uplink: up.queued, downlink: down.queued)
            }
            if let way {
                promote(by: way, for: data)
            } else {
                pass(to: data.time)
                (stay.uplink, stay.downlink) = (up, down)
                carryHere(data)
            }
        }
    }

    public mutating func finish(at horizon: Instant?) -> Instant {
        // Nothing happens at the horizon itself.
        passWaiting(until: horizon.map { $0 - TimeSpan(nanoseconds: 1) } ?? .never)
        isInBurst = false
        endBurst()
        if let promotion = pending {
            let end = promotion.start + machine.promotions[promotion.way].delay.usual
            if end < horizon ?? .never { endPending(at: end) }
        }
        if pending == nil { pass(to: horizon ?? .never, isLast: true) }
        let end = horizon ?? max(stay.booked, last ?? .start)
        if let promotion = pending {
            post(machine.promotions[promotion.way].line, until: end)
            writeOffBytes()
        } else {
            close(at: end, isActive: false, isLast: true)
        }
        books.finish(at: end)
        return end
    }
}

struct PacketData {
    var time: Instant
    var uplink: Int64
    var downlink: Int64
    var direction: Packet.Direction
    var owner: PacketOwner
}

/// What one direction of a stay remembers of its packets.
struct PeerTraffic: Sendable {
    /// Bytes that wait, for thresholds.
    private(set) var queued: Int64 = 0
    private var queuedAt: Instant = .start
    /// Bytes that came close enough together, for the timer.
    private var sum: Int64 = 0
    private var summedAt: Instant = .start

    /// - Parameter law: how the queue drains; `nil`: at once.
    mutating func queue(_ bytes: Int64, at time: Instant, _ law: DrainLaw?) {
        if bytes == 0 { return }
        if law?.drains(queued, within: time - queuedAt) ?? true { queued = 0 }
        queued += bytes
        queuedAt = time
    }

    mutating func add(_ bytes: Int64, at time: Instant, _ within: TimeSpan) {
        if bytes == 0 { return }
        sum = standing(at: time, within) + bytes
        summedAt = time
    }

    /// The sum, unless the direction was silent for too long.
    func standing(at time: Instant, _ within: TimeSpan) -> Int64 {
        time - summedAt > within ? 0 : sum
    }
}
