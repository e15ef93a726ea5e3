/// The books of one peer's radio: totals by line, and on request every posting.
///
/// A peer's radio posts into the past, because a gap is known only when it is over. Its energy
/// belongs to flows and bursts, not to activities as in an `EnergyLedger`.
public struct PeerBooks: Sendable {
    /// Energy that no packet caused has no activity; the rest belongs to the plan's only one.
    public private(set) var table: LedgerTable<Int64>
    public private(set) var postings: [ReplayPosting] = []

    private let isRecording: Bool
    private let activityCount: Int
    private let isBaseline: [Bool]
    private var bookedUntil: Instant = .start
    /// The line of a burst that sends more than it receives, by the line of another burst.
    private let uplinkLines: [Int: Int]
    /// Postings of the burst on the air, until its direction is known; `nil` without a burst.
    private var burst: [ReplayPosting]?

    init(plan: LedgerPlan, machine: RadioMachine, isRecording: Bool) {
        table = LedgerTable(plan)
        activityCount = plan.activities.count
        self.isRecording = isRecording
        isBaseline = plan.lines.map { $0.kind == .baseline }
        let lines = machine.states.indices.map { machine.states[$0].transferLine }
        uplinkLines = Dictionary(uniqueKeysWithValues: lines.map { ($0.downlink, $0.uplink) })
        table.entries[plan.stateOfLine[machine.initialLine]] += 1
    }

    /// Begins a burst, which is posted to the downlink's lines until it ends.
    mutating func beginBurst() { burst = [] }

    mutating func endBurst(_ direction: Packet.Direction) {
        guard let ended = burst else { return }
        burst = nil
        for var posting in ended {
            if direction == .uplink { posting.line = uplinkLines[posting.line] ?? posting.line }
            book(posting)
        }
    }

    /// Posts [`from`, `until`) to `line`. Intervals come in order of time, without a gap.
    mutating func post(
        _ line: Int, from: Instant, until: Instant, entered: Instant, owner: PacketOwner
    ) {
        if from == until { return }
        precondition(
            from == bookedUntil && until > from,
            "\(from) to \(until) was posted after \(bookedUntil)")
        bookedUntil = until
        book(
            ReplayPosting(
                line: line, from: from, until: until, entered: entered,
                owner: isBaseline[line] ? .nobody : owner))
    }

    /// Counts a packet's bytes.
    mutating func carry(_ data: PacketData, on line: Int) {
        var posting = ReplayPosting(
            line: line, from: data.time, until: data.time, entered: data.time, owner: data.owner)
        posting.uplinkBytes = data.uplink
        posting.downlinkBytes = data.downlink
        book(posting)
    }

    /// Counts one event that costs the line's fixed energy.
    mutating func charge(_ line: Int, at time: Instant, owner: PacketOwner) {
        var posting = ReplayPosting(
            line: line, from: time, until: time, entered: time, owner: owner)
        posting.events = 1
        book(posting)
    }

    private mutating func book(_ posting: ReplayPosting) {
        if burst != nil {
            burst?.extend(by: posting)
            return
        }
        let activity = isBaseline[posting.line] ? 0 : LedgerPlan.firstPolicyActivity
        table.cells[posting.line * activityCount + activity]
            .add(posting.cell(table.plan), as: { $0 })
        if isRecording { postings.extend(by: posting) }
    }

    mutating func enter(lineOfState line: Int) { table.entries[table.plan.stateOfLine[line]] += 1 }
    mutating func removePostings() { postings.removeAll(keepingCapacity: true) }
    func finish(at horizon: Instant) { table.checkConservation(horizon: horizon) }
}

extension [ReplayPosting] {
    /// Appends a posting, or extends the last one: what an owner carries and the time after it are
    /// one posting.
    fileprivate mutating func extend(by next: ReplayPosting) {
        guard let last, last.isContinued(by: next) else { return append(next) }
        self[count - 1].go(on: next)
    }
}

extension ReplayPosting {
    fileprivate func isContinued(by next: ReplayPosting) -> Bool {
        line == next.line && owner == next.owner && from == until
            && (next.from == next.until || next.from == from)
    }

    fileprivate mutating func go(on next: ReplayPosting) {
        if next.from < next.until { (until, entered) = (next.until, next.entered) }
        uplinkBytes += next.uplinkBytes
        downlinkBytes += next.downlinkBytes
        events += next.events
    }
}
