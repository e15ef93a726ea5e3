import Kernel

/// Owner of energy: flow and burst of the packet that caused it, as the caller counts them.
public struct PacketOwner: Hashable, Sendable {
    public var flow: Int32
    public var burst: Int32

    public init(flow: Int32, burst: Int32) {
        self.flow = flow
        self.burst = burst
    }

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

    public func cell(_ plan: LedgerPlan) -> LedgerCell<Int64> {
        var cell = LedgerCell<Int64>()
        cell.add(from: from, until: until, entered: entered, plan.lines[line].cost.draw)
        cell.uplinkBytes = uplinkBytes
        cell.downlinkBytes = downlinkBytes
        cell.events += events
        return cell
    }
}

/// The books of one replayed radio: totals by line, and on request every posting.
///
/// A replay posts into the past, because a gap is known only when it is over. Its energy belongs to
/// flows and bursts, not to activities as in an `EnergyLedger`.
public struct ReplayBooks: Sendable {
    /// Energy that no packet caused has no activity; the rest belongs to the plan's only one.
    public private(set) var table: LedgerTable<Int64>
    public private(set) var postings: [ReplayPosting] = []
    public private(set) var promotionCounts: [Int64]

    let isRecording: Bool
    private let activityCount: Int
    private let isBaseline: [Bool]
    /// By line. Apart from the plan, whose texts would be reference-counted at every packet.
    private let cycles: ContiguousArray<PowerCycle?>
    /// By line: how its time is divided among others; empty where no line is divided.
    private let receptions: ContiguousArray<LedgerReception?>
    private var bookedUntil: Instant = .start
    private let burstLines: [RadioMachine.TransferLines]
    /// Downlink cells of `burstLines` at the start of the burst on the air.
    private var beforeBurst: [LedgerCell<Int64>] = []
    /// Postings of the burst on the air, until its direction is known.
    private var burstPostings: [ReplayPosting] = []
    private var isInBurst = false

    static let traceActivity = LedgerPlan.firstPolicyActivity

    init(plan: LedgerPlan, machine: RadioMachine, isRecording: Bool) {
        table = LedgerTable(plan)
        activityCount = plan.activities.count
        self.isRecording = isRecording
        isBaseline = plan.lines.map { $0.kind == .baseline }
        cycles = ContiguousArray(plan.lines.map { $0.cost.draw.cycle })
        let isShared = plan.receptions.contains { $0 != nil }
        receptions = isShared ? ContiguousArray(plan.receptions) : []
        promotionCounts = Array(repeating: 0, count: machine.promotions.count)
        burstLines =
            machine.burstGap == nil
            ? [] : machine.states.indices.map { machine.states[$0].transferLine }
        table.entries[plan.stateOfLine[machine.initialLine]] += 1
    }

    // MARK: Bursts

    /// Begins a burst, which is posted to the downlink's lines until it ends.
    mutating func beginBurst() {
        isInBurst = true
        beforeBurst.removeAll(keepingCapacity: true)
        for lines in burstLines { beforeBurst.append(table.cells[cell(of: lines.downlink)]) }
    }

    mutating func endBurst(_ direction: Packet.Direction) {
        guard isInBurst else { return }
        isInBurst = false
        switch direction {
        case .downlink: break
        case .uplink: turnBurst()
        }
        for posting in burstPostings { record(posting) }
        burstPostings.removeAll(keepingCapacity: true)
    }

    private mutating func turnBurst() {
        for (lines, before) in zip(burstLines, beforeBurst) where lines.uplink != lines.downlink {
            let (from, to) = (cell(of: lines.downlink), cell(of: lines.uplink))
            table.cells[to].add(table.cells[from], less: before)
            table.cells[from] = before
            for index in burstPostings.indices where burstPostings[index].line == lines.downlink {
                burstPostings[index].line = lines.uplink
            }
        }
    }

    // MARK: Posting

    /// Posts [`from`, `until`) to `line`. Intervals come in order of time, without a gap.
    mutating func post(
        _ line: Int, from: Instant, until: Instant, entered: Instant, owner: PacketOwner
    ) {
        if from == until { return }
        precondition(
            from == bookedUntil && until > from,
            "\(from) to \(until) was posted after \(bookedUntil)")
        bookedUntil = until
        guard !receptions.isEmpty, let reception = receptions[line] else {
            return book(line, from: from, until: until, entered: entered, owner: owner)
        }
        for part in reception.parts(from: from, until: until) {
            let payer = isBaseline[part.line] ? .nobody : owner
            if part.isSleep { charge(part.line, at: part.from, owner: payer) }
            book(part.line, from: part.from, until: part.until, entered: .start, owner: owner)
        }
    }

    private mutating func book(
        _ line: Int, from: Instant, until: Instant, entered: Instant, owner: PacketOwner
    ) {
        let cell = cell(of: line)
        table.cells[cell].nanoseconds += (until - from).nanoseconds
        if let cycle = cycles[line] {
            let on = cycle.onTime(from: from, until: until, entered: entered)
            table.cells[cell].onNanoseconds += on.nanoseconds
            table.cells[cell].events += cycle.costlyPauses(
                from: from, until: until, entered: entered)
        }
        if isRecording {
            record(
                ReplayPosting(
                    line: line, from: from, until: until, entered: entered,
                    owner: isBaseline[line] ? .nobody : owner))
        }
    }

    mutating func carry(
        uplink: Int64, downlink: Int64, on line: Int, at time: Instant, owner: PacketOwner
    ) {
        table.cells[cell(of: line)].carry(uplink, downlink)
        if isRecording {
            var posting = ReplayPosting(
                line: line, from: time, until: time, entered: time, owner: owner)
            posting.uplinkBytes = uplink
            posting.downlinkBytes = downlink
            record(posting)
        }
    }

    /// Counts one event that costs the line's fixed energy.
    mutating func charge(_ line: Int, at time: Instant, owner: PacketOwner) {
        table.cells[cell(of: line)].events += 1
        if isRecording {
            var posting = ReplayPosting(
                line: line, from: time, until: time, entered: time, owner: owner)
            posting.events = 1
            record(posting)
        }
    }

    /// Appends a posting, or extends the last one: what an owner carries and the time after it are
    /// one posting.
    private mutating func record(_ posting: ReplayPosting) {
        if isInBurst {
            Self.append(posting, to: &burstPostings)
        } else {
            Self.append(posting, to: &postings)
        }
    }

    private static func append(_ posting: ReplayPosting, to postings: inout [ReplayPosting]) {
        let last = postings.count - 1
        if last >= 0, postings[last].isContinued(by: posting) {
            postings[last].go(on: posting)
        } else {
            postings.append(posting)
        }
    }

    mutating func enter(lineOfState line: Int) {
        table.entries[table.plan.stateOfLine[line]] += 1
    }

    mutating func countPromotion(_ way: Int) { promotionCounts[way] += 1 }

    public mutating func removePostings() { postings.removeAll(keepingCapacity: true) }

    func finish(at horizon: Instant) { table.checkConservation(horizon: horizon) }

    private func cell(of line: Int) -> Int {
        line * activityCount + (isBaseline[line] ? 0 : Self.traceActivity)
    }
}

extension LedgerCell<Int64> {
    fileprivate mutating func carry(_ uplink: Int64, _ downlink: Int64) {
        uplinkBytes += uplink
        downlinkBytes += downlink
    }

    fileprivate mutating func add(_ other: Self, less before: Self) {
        nanoseconds += other.nanoseconds - before.nanoseconds
        onNanoseconds += other.onNanoseconds - before.onNanoseconds
        uplinkBytes += other.uplinkBytes - before.uplinkBytes
        downlinkBytes += other.downlinkBytes - before.downlinkBytes
        events += other.events - before.events
    }
}
