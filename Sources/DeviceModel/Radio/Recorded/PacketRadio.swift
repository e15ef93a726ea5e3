import Kernel

/// A radio without rates that replays recorded packets: when each of them passed is known, and what
/// the radio did in between is inferred, as other tools do.
///
/// The same machine as that of `CarryingRadio`, read the other way round. A packet is carried at
/// its recorded time and takes none. The gap before it is closed when it comes, for only then is
/// known what the gap was: *active* in the state in which the next packet that resets the timer
/// finds the radio, *tail* in each state that its timer ended, and *promotion* where the profile
/// places it. Costs a few comparisons a packet, and no memory that grows with the trace but for
/// what waits: with `shift` behind a promotion, with raised states within a window, and with bytes
/// that count between packets until the next that resets the timer; with promotions that are fitted
/// between packets within one's length, and with bursts within a burst where postings are recorded.
public struct PacketRadio: ReplayRadio, Sendable {
    let machine: RadioMachine
    let mode: PromotionMode
    public internal(set) var books: ReplayBooks

    var state: Int
    /// The stay in `state` that is not in the books yet.
    var stay = Stay()
    var timers: InactivityTimers
    var meter = QueueMeter()
    var pending: PendingPromotion?
    /// When the latest packet passed; `nil` before the first.
    var last: Instant?
    /// Whose energy it is since `stay.booked`.
    var owner = PacketOwner.nobody
    /// What the burst on the air has carried.
    var burstBytes = BurstBytes()
    /// Whether the packet that is coming belongs to that burst, and so the time before it.
    var isInBurst = false
    /// What passed in this stay, and has a rate only if the activity goes on.
    var unrated: [PacketData] = []
    /// With `shift`: packets before this time wait until then.
    var shiftedUntil: Instant = .start
    /// With `shift`: what came while a promotion lasts whose end no packet has reached yet.
    var waiting: ArraySlice<PacketData> = []
    var lastRecorded: Instant = .start
    /// How much of promotions before their packets found no room: before the trace, or in gaps
    /// shorter than they are.
    public internal(set) var unbilledPromotion = TimeSpan.zero

    /// Time in one state.
    struct Stay {
        /// When the state was entered.
        var entered: Instant = .start
        /// Everything before is in the books.
        var booked: Instant = .start
        var window = TrafficWindow(start: .start)
        /// Where dense traffic raised the state, in order, as far as it is not in the books.
        var raised: [Range<Instant>] = []
        /// Who reset the timer since `booked`, where windows that are still open, or promotions
        /// that may have begun before, delay the books.
        var resets: ArraySlice<(time: Instant, owner: PacketOwner)> = []
        /// Whether a packet was found here or brought here, where promotions are fitted.
        var hasCarried = false
        /// Behind which packets a promotion may yet begin, ascending; where promotions are fitted.
        var uplinks: ArraySlice<Instant> = []

        /// The next state is entered at `time`, when everything before is in the books.
        mutating func begin(at time: Instant) {
            (entered, booked) = (time, time)
            window = TrafficWindow(start: time)
            hasCarried = false
            if !raised.isEmpty { raised.removeAll() }
            if !resets.isEmpty { resets.removeAll() }
            if !uplinks.isEmpty { uplinks.removeAll() }
        }
    }

    /// Bytes of a burst by direction, which tell its own.
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
        /// The packet that needs it.
        var data: PacketData
    }

    /// - Parameters:
    ///   - profile: the radio.
    ///   - mode: where promotions lie.
    ///   - isRecording: whether the books keep every posting until it is taken.
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

    /// With `shift`: lets pass what comes to its turn by `limit`.
    ///
    /// No packet passes before the trace has come so far, for it might end before.
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

    /// When the first of what waits passes, which comes down: when the phone listens, or sends.
    private mutating func hears(_ data: PacketData) -> Instant {
        _ = meetPending(data)
        let demoted = afterTimers(at: data.time)
        let heard = machine.states[demoted?.state ?? state].hearing.next(
            at: data.time, since: demoted?.entered ?? stay.booked)
        guard heard > data.time else { return data.time }
        let sent = waiting.dropFirst().first { $0.direction == .uplink }?.time ?? .never
        return min(heard, max(data.time, sent))
    }

    /// The network has data for the phone from `time` on: no timer ends the stay before `end`.
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
        // What happens at the horizon itself does not happen any more.
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

/// A packet as the radio sees it, with whose it is.
struct PacketData {
    var time: Instant
    var uplink: Int64
    var downlink: Int64
    var direction: Packet.Direction
    var owner: PacketOwner
}

/// Packets that come so close together that the radio stays where it is.
///
/// Most packets of a trace follow another within milliseconds and find the radio in a state that
/// has nothing to offer them but its rate: they reset its timer, and their bytes are counted. Here
/// is what remains of `arrive` for them, which is all that attribution needs. Where nobody asks
/// whose they were, only the bytes and the end of a whole stretch of them count, and a
/// `PacketBatch` knows both without looking at each packet: 0.6 ns a packet instead of 54. What is
/// in the books is the same, which `StretchTests` show.
///
/// Here and in other files of `PacketRadio`, what is asked of every packet is inlined: a call of
/// a function that changes nothing is handed a copy of the whole radio, half a kilobyte.
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

    /// Up to where packets from `place` on do nothing but reset the timer; `place` if the first of
    /// them does more.
    @inline(__always)
    func endOfStretch(from place: Int, in batch: PacketBatch) -> Int {
        let first = batch.packets[place].time
        guard staysPut(at: first), let gap = machine.states[state].stretchGap, waiting.isEmpty,
            first >= shiftedUntil, owner == .nobody, !books.isRecording
        else { return place }
        let end = batch.endOfStretch(from: place, gap: gap)
        // What passes at the end has no rate before something comes after it.
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
