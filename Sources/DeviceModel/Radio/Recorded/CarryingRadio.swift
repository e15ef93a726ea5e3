/// A radio with rates, which carries recorded packets like an app's transfers.
///
/// Each packet is a transfer at its recorded time, on the same `Radio` as in a run, so a trace
/// costs what a run with its packets costs. A packet that needs a promotion waits for it, as do
/// those behind it.
public final class CarryingRadio: ReplayRadio {
    public let plan: LedgerPlan
    private let mode: PromotionMode
    private let carriesStretches: [Bool]
    private var course: Course
    private let recorded = Postings()
    private let isRecording: Bool
    private var owners = Owners()
    private var lastRecorded = Instant.start
    private var closed: LedgerTable<Int64>

    private final class Postings {
        var list: [Posting] = []
    }

    /// - `limit`: nothing beyond it is evaluated.
    /// - `isRecording`: whether every posting is kept until it is taken.
    public init(
        _ profile: RadioProfile, mode: PromotionMode, until limit: Instant? = nil,
        isRecording: Bool = false
    ) {
        var plan = LedgerPlan(activities: ["trace"])
        let machine = RadioMachine(profile, plan: &plan, foretells: true) { delay in
            PromotionDelay(mode == .none ? .zero : delay.usual)
        }
        (self.plan, self.mode, self.isRecording) = (plan, mode, isRecording)
        carriesStretches = machine.states.indices.map {
            machine.states[$0].carriesStretches(in: plan)
        }
        closed = LedgerTable(plan)
        // The delays are constant, so the radio draws nothing.
        let delays = RandomStream(StreamKey(seed: 1, replication: 0, purpose: "promotion-delays"))
        var radio = Radio(machine, delays: delays)
        radio.wayCounts = ContiguousArray(repeating: 0, count: machine.promotions.count)
        let recorded = recorded
        var ledger = EnergyLedger(
            plan: plan, record: isRecording ? { recorded.list.append($0) } : nil,
            recordsInstants: true)
        radio.begin(ledger: &ledger)
        course = Course(radio: radio, ledger: ledger, limit: limit ?? .never)
    }

    public var table: LedgerTable<Int64> { closed }

    public var promotions: [PromotionRow] {
        course.radio.machine.promotionRows(course.radio.wayCounts, plan)
    }

    /// Zero: no promotion lies before its packet here.
    public var unbilledPromotion: TimeSpan { .zero }

    public func carry(_ packet: Packet, owner: PacketOwner) {
        precondition(packet.time >= lastRecorded, "a packet at \(packet.time) comes too late")
        lastRecorded = packet.time
        guard packet.bytes > 0, !course.isBusyForGood else { return }
        let up = packet.direction == .uplink ? packet.bytes : 0
        var transfer = Transfer(
            roundTrips: 0, uplink: up, downlink: packet.bytes - up,
            cause: Cause(
                activity: LedgerPlan.firstPolicyActivity,
                serial: isRecording ? owners.serial(of: owner) : 0))
        transfer.comesDown = mode == .shift && packet.direction == .downlink
        course.submit(transfer, at: packet.time)
    }

    public func carry(_ batch: PacketBatch) {
        var place = 0
        while place < batch.packets.count {
            let end = carryStretch(from: place, of: batch)
            if end == place {
                carry(batch.packets[place], owner: .nobody)
                place += 1
            } else {
                place = end
            }
        }
    }

    /// Carries packets from `place` on in one step, if they leave the radio where it is.
    ///
    /// - Returns: index of the first packet that was not carried.
    private func carryStretch(from place: Int, of batch: PacketBatch) -> Int {
        guard !isRecording, carriesStretches[course.radio.state] else { return place }
        precondition(batch.packets[place].time >= lastRecorded, "a batch comes too late")
        let end = course.carryStretch(from: place, of: batch)
        if end > place { lastRecorded = batch.packets[end - 1].time }
        return end
    }

    public func takePostings() -> [ReplayPosting] {
        defer {
            recorded.list.removeAll(keepingCapacity: true)
            if course.radio.tailCause != .noActivity {
                owners.forget(before: course.radio.tailCause.serial)
            }
        }
        return recorded.list.map { posting in
            let isCaused = posting.cause.activity == LedgerPlan.firstPolicyActivity
            return ReplayPosting(
                line: posting.line, from: posting.from, until: posting.until,
                entered: posting.entered,
                owner: isCaused ? owners[posting.cause.serial] : .nobody, extra: posting.extra)
        }
    }

    public func settle() -> Instant { course.settle() }

    public func finish(at horizon: Instant?) -> Instant {
        let end = horizon ?? settle()
        closed = course.finish(at: end)
        return end
    }
}

/// Radio and ledger, which may run ahead of the trace where packets change nothing.
///
/// In a state without promotions packets only queue, so the queue is carried before the next packet
/// is examined. A trace faster than the radio then fills no memory.
private struct Course: ~Copyable {
    var radio: Radio
    var ledger: EnergyLedger
    let limit: Instant
    /// Time up to which the radio has been evaluated.
    private var clock = Instant.start

    init(radio: consuming Radio, ledger: consuming EnergyLedger, limit: Instant) {
        self.radio = radio
        self.ledger = ledger
        self.limit = limit
    }

    /// Whether the air is busy up to the limit, so that no other packet gets its turn.
    var isBusyForGood: Bool { isOnlyQueueing && radio.phaseEnd > limit }

    private var isOnlyQueueing: Bool { radio.phase == .carrying && radio.here.pointee.ways.isEmpty }

    mutating func submit(_ transfer: Transfer, at time: Instant) {
        clock = max(time, clock)
        radio.submit(transfer, at: clock, ledger: &ledger)
        while isOnlyQueueing, radio.phaseEnd <= limit {
            clock = radio.phaseEnd
            radio.advance(to: clock, ledger: &ledger)
        }
    }

    mutating func carryStretch(from place: Int, of batch: PacketBatch) -> Int {
        clock = max(batch.packets[place].time, clock)
        let end = radio.carryStretch(
            from: place, of: batch, at: clock, until: limit, ledger: &ledger)
        if end > place { clock = radio.lineSince }
        return end
    }

    mutating func settle() -> Instant { radio.settle(ledger: &ledger) }

    mutating func finish(at end: Instant) -> LedgerTable<Int64> {
        radio.finish(at: end, ledger: &ledger)
        return ledger.finish(at: end)
    }
}

private struct Owners {
    /// Serial of the first owner in the list; serials may wrap around.
    private var first: Int32 = 0
    private var list: [PacketOwner] = []

    subscript(serial: Int32) -> PacketOwner { list[Int(serial &- first)] }

    mutating func serial(of owner: PacketOwner) -> Int {
        if list.last != owner { list.append(owner) }
        return Int(first &+ Int32(truncatingIfNeeded: list.count - 1))
    }

    mutating func forget(before serial: Int32) {
        list.removeFirst(Int(serial &- first))
        first = serial
    }
}
