import Kernel

/// Replays recorded packets on a radio without rates, and infers its states between them, as other
/// tools do.
///
/// It is the machine of `CarryingRadio`, read backwards. A packet takes no time. The gap before it
/// is posted when it comes: *active* in the state in which the next packet that resets the timer
/// finds the radio, *tail* in each state that its timer ended, and *promotion* where the profile
/// places it.
///
/// A packet costs a few comparisons. Only what waits takes memory: behind a promotion (`shift`), in
/// a window (raised states), until the next reset of the timer (bytes between packets), within a
/// promotion's length (fitted), or in a burst (recording).
public struct PacketRadio: ReplayRadio, Sendable {
    let machine: RadioMachine
    let mode: PromotionMode
    public internal(set) var books: ReplayBooks

    var state: Int
    /// The stay in `state` that is not posted yet.
    var stay = Stay()
    var timers: InactivityTimers
    var meter = QueueMeter()
    var pending: PendingPromotion?
    /// When the latest packet passed; `nil` before the first.
    var last: Instant?
    /// Owner of the energy since `stay.booked`.
    var owner = PacketOwner.nobody
    var burstBytes = BurstBytes()
    /// Whether the coming packet, and so the time before it, belongs to that burst.
    var isInBurst = false
    /// Packets of this stay that have a rate only if the activity goes on.
    var unrated: [PacketData] = []
    /// With `shift`: packets before this time wait until then.
    var shiftedUntil: Instant = .start
    /// With `shift`: packets that wait for the end of a promotion.
    var waiting: ArraySlice<PacketData> = []
    var lastRecorded: Instant = .start
    /// Promotion time that found no room before its packet: before the trace, or in shorter gaps.
    public internal(set) var unbilledPromotion = TimeSpan.zero

    struct Stay {
        var entered: Instant = .start
        /// Everything before is posted.
        var booked: Instant = .start
        var window = TrafficWindow(start: .start)
        /// Where dense traffic raised the state, in order, as far as it is not posted.
        var raised: [Range<Instant>] = []
        /// Owners that reset the timer since `booked`, where open windows or possible earlier
        /// promotions delay posting.
        var resets: ArraySlice<(time: Instant, owner: PacketOwner)> = []
        /// Whether a packet was found or brought here, where promotions are fitted.
        var hasCarried = false
        /// Uplink packets behind which a promotion may still begin, ascending; where promotions are
        /// fitted.
        var uplinks: ArraySlice<Instant> = []

        /// Enters the next state at `time`, when everything before is posted.
        mutating func begin(at time: Instant) {
            (entered, booked) = (time, time)
            window = TrafficWindow(start: time)
            hasCarried = false
            if !raised.isEmpty { raised.removeAll() }
            if !resets.isEmpty { resets.removeAll() }
            if !uplinks.isEmpty { uplinks.removeAll() }
        }
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
        var isDroppedWhenFollowed: Bool
        var data: PacketData
    }

    /// - `isRecording`: whether the books keep every posting until it is taken.
    public init(_ profile: RadioProfile, mode: PromotionMode, isRecording: Bool = false) {
        var plan = LedgerPlan(activities: ["trace"])
        machine = RadioMachine(profile, plan: &plan)
        self.mode = mode
        state = machine.initial
        timers = InactivityTimers(machine)
        books = ReplayBooks(plan: plan, machine: machine, isRecording: isRecording)
    }

    public var plan: LedgerPlan { books.table.plan }
    public var table: LedgerTable<Int64> { books.table }

    public var promotions: [PromotionRow] {
        machine.promotionRows(books.promotionCounts, plan)
    }

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

    /// With `shift`: passes the packets whose turn comes by `limit`.
    ///
    /// No packet passes before the trace has reached its time, because the trace might end before.
    private mutating func passWaiting(until limit: Instant) {
        while var data = waiting.first {
            data.time = max(data.time, shiftedUntil)
            guard data.time <= limit else { return }
            if machine.hearsLate, data.direction == .downlink {
                let heard = hears(data)
                guard heard <= limit else { return }
                if heard > data.time {
                    isInBurst = continuesBurst(at: heard)
                    if !isInBurst { endBurst() }
                    hold(from: data.time, until: heard)
                    (data.time, shiftedUntil) = (heard, heard)
                }
            }
            waiting.removeFirst()
            arrive(data)
        }
    }

    /// When the first waiting packet, a downlink one, passes: when the phone listens or sends.
    private mutating func hears(_ data: PacketData) -> Instant {
        _ = meetPending(data)
        let demoted = afterTimers(at: data.time)
        let heard = machine.states[demoted?.state ?? state].hearing.next(
            at: data.time, since: demoted?.entered ?? stay.booked)
        guard heard > data.time else { return data.time }
        let sent = waiting.dropFirst().first { $0.direction == .uplink }?.time ?? .never
        return min(heard, max(data.time, sent))
    }

    /// No timer ends the stay before `end`, since the network has data for the phone from `time`
    /// on.
    private mutating func hold(from time: Instant, until end: Instant) {
        pass(to: time)
        timers.hold(until: end, by: machine.states[state].timer)
    }

    private mutating func arrive(_ data: PacketData) {
        if staysPut(at: data.time), !machine.countsBetweenPackets { return carryPlain(data) }
        isInBurst = continuesBurst(at: data.time)
        if !isInBurst { endBurst() }
        switch meetPending(data) {
        case .waits: notice(data)
        case .ends: carryHere(data)
        case .comesLater where needsNothing(at: data.time): carryHere(data)
        case .comesLater:
            let need = need(for: data)
            if let way = need.way {
                promote(by: way, for: data)
            } else {
                pass(to: data.time)
                meter = need.queued
                carryHere(data)
            }
        }
    }

    /// Whether a packet at `time` finds the radio where the last one left it, and needs nothing.
    @inline(__always)
    private func needsNothing(at time: Instant) -> Bool {
        let here = (ways: machine.states[state].ways, timer: machine.states[state].timer)
        return here.ways.isEmpty && timers.expiry(by: here.timer).time >= time
    }

    public mutating func finish(at horizon: Instant?) -> Instant {
        // Nothing happens at the horizon itself.
        passWaiting(until: horizon.map { $0 - TimeSpan(nanoseconds: 1) } ?? .never)
        isInBurst = false
        endBurst()
        while let promotion = pending {
            let end = promotion.start + machine.promotions[promotion.way].delay.usual
            guard end < horizon ?? .never else { break }
            endPending(at: end)
        }
        if machine.hearsLate, pending == nil, let horizon, let first = waiting.first {
            // It waits for the phone to listen.
            let came = max(first.time, shiftedUntil)
            if came < horizon { hold(from: came, until: horizon) }
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

/// Packets so close together that the radio stays where it is, so that they only reset a timer and
/// count bytes.
///
/// Without owners only the sum of bytes and the end of a stretch matter, which a `PacketBatch`
/// knows: 0.6 ns a packet instead of 54. The books are equal, as `StretchTests` show.
///
/// In all files of `PacketRadio`, what runs for every packet is inlined: a call of a non-mutating
/// function would copy the whole radio, half a kilobyte.
extension PacketRadio {
    /// Whether a packet at `time` does nothing but reset the timer.
    @inline(__always)
    func staysPut(at time: Instant) -> Bool {
        machine.states[state].stretchGap != nil && pending == nil
            && timers.expiry(by: machine.states[state].timer).time >= time
    }

    /// Carries a packet for which `staysPut` holds, and whose bytes count wherever it passes.
    mutating func carryPlain(_ data: PacketData) {
        _ = timers.carry(
            uplink: data.uplink, downlink: data.downlink, by: machine.states[state].timer,
            at: data.time)
        if owner != data.owner {
            post(machine.states[state].activeLine, until: data.time)
            owner = data.owner
        }
        last = max(data.time, shiftedUntil)
        books.carry(
            uplink: data.uplink, downlink: data.downlink,
            on: machine.states[state].transferLine.downlink, at: data.time, owner: data.owner)
    }

    public mutating func carry(_ batch: PacketBatch) {
        var place = 0
        while place < batch.packets.count {
            let end = endOfStretch(from: place, in: batch)
            if end > place {
                carryStretch(place..<end, of: batch)
                place = end
            } else {
                carry(batch.packets[place], owner: .nobody)
                place += 1
            }
        }
    }

    /// End of the packets from `place` on that only reset the timer; `place` if the first does
    /// more.
    @inline(__always)
    func endOfStretch(from place: Int, in batch: PacketBatch) -> Int {
        let first = batch.packets[place].time
        guard staysPut(at: first), let gap = machine.states[state].stretchGap, waiting.isEmpty,
            first >= shiftedUntil, owner == .nobody, !books.isRecording
        else { return place }
        let end = batch.endOfStretch(from: place, gap: gap)
        // Packets at the end have no rate before another one follows.
        return machine.countsBetweenPackets ? max(place, batch.startOfInstant(before: end)) : end
    }

    private mutating func carryStretch(_ places: Range<Int>, of batch: PacketBatch) {
        let time = batch.packets[places.upperBound - 1].time
        precondition(
            batch.packets[places.lowerBound].time >= lastRecorded, "a batch comes too late")
        lastRecorded = time
        carryPlain(
            PacketData(
                time: time, uplink: batch.uplinkBytes(in: places),
                downlink: batch.downlinkBytes(in: places), direction: .downlink, owner: .nobody))
    }
}
