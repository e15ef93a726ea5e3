import EventKernel
import Quantities

/// Which component was in which state for how long, for whom and what for; and so, the energy.
///
/// Every component of the plan is in exactly one line at a time. Components may be posted
/// independently of each other, each in the order of its own time: the radio is evaluated lazily.
public struct EnergyLedger: Sendable {
    /// What was posted up to each component's last change; complete after `finish`.
    public private(set) var table: LedgerTable<Int64>
    /// In the order of posting, when recording.
    public private(set) var timeline: [Posting] = []

    private var open: ContiguousArray<OpenPosting>
    private let cycles: ContiguousArray<PowerCycle?>
    private let stateOfLine: ContiguousArray<Int>
    private let activityCount: Int
    private let isRecording: Bool

    private struct OpenPosting {
        var line: Int
        var state: Int
        var cause: Cause
        var since: Instant
        var entered: Instant
        /// What bytes and events have cost since `since`; kept for the timeline only.
        var extra = Millijoules.zero
    }

    /// - Parameters:
    ///   - plan: every line and activity that will be posted.
    ///   - initial: one line for each component that takes part, in any order.
    ///   - isRecording: whether `timeline` is kept; without it memory does not grow with time.
    public init(plan: LedgerPlan, initial: [Int], isRecording: Bool = false) {
        table = LedgerTable(plan)
        self.isRecording = isRecording
        activityCount = plan.activities.count
        stateOfLine = ContiguousArray(plan.stateOfLine)
        cycles = ContiguousArray(
            plan.lines.map { if case .cycle(let cycle) = $0.draw { cycle } else { nil } })
        open = []
        for component in Component.allCases {
            let line = initial.first { plan.lines[$0].component == component }
            let state = line.map { plan.stateOfLine[$0] } ?? -1
            open.append(
                OpenPosting(
                    line: line ?? -1, state: state, cause: .nobody, since: .start, entered: .start))
            if state >= 0 { table.entries[state] += 1 }
        }
    }

    /// From `time` on, the line's component draws by this line. Not before its last change.
    mutating func change(_ component: Component, to line: Int, cause: Cause, at time: Instant) {
        let index = component.index
        close(index, at: time)
        let state = stateOfLine[line]
        if open[index].state != state {
            open[index].state = state
            open[index].entered = time
            table.entries[state] += 1
        }
        open[index].line = line
        open[index].cause = cause
        open[index].since = time
    }

    /// Counts data that was carried.
    mutating func carry(uplink: Int64, downlink: Int64, on line: Int, cause: Cause) {
        let index = line * activityCount + Int(cause.activity)
        table.cells[index].uplinkBytes += uplink
        table.cells[index].downlinkBytes += downlink
        if isRecording {
            let cost = table.plan.lines[line]
            record(
                cost.perUplinkByte * Double(uplink) + cost.perDownlinkByte * Double(downlink),
                on: line)
        }
    }

    /// Counts one event that costs the line's fixed energy.
    mutating func charge(_ line: Int, cause: Cause) {
        table.cells[line * activityCount + Int(cause.activity)].events += 1
        if isRecording { record(table.plan.lines[line].perEvent, on: line) }
    }

    private mutating func record(_ energy: Millijoules, on line: Int) {
        open[table.plan.lines[line].component.index].extra += energy
    }

    /// Closes every component at the end of the run and checks that nothing was lost.
    mutating func finish(at horizon: Instant) {
        for index in open.indices where open[index].line >= 0 { close(index, at: horizon) }
        table.checkConservation(horizon: horizon)
    }

    private mutating func close(_ index: Int, at time: Instant) {
        let posting = open[index]
        let span = time - posting.since
        precondition(span >= .zero, "\(Component.allCases[index]) was posted backwards in time")
        let cell = posting.line * activityCount + Int(posting.cause.activity)
        table.cells[cell].nanoseconds += span.nanoseconds
        if let cycle = cycles[posting.line] {
            let on =
                cycle.onTime(within: time - posting.entered)
                - cycle.onTime(within: posting.since - posting.entered)
            table.cells[cell].onNanoseconds += on.nanoseconds
        }
        open[index].since = time
        if isRecording && span > .zero {
            timeline.append(
                Posting(
                    line: posting.line, from: posting.since, until: time, cause: posting.cause,
                    entered: posting.entered, extra: posting.extra))
            open[index].extra = .zero
        }
    }
}

extension Component {
    /// The place of this component in `allCases`.
    var index: Int {
        switch self {
        case .cellular: 0
        case .wifi: 1
        case .bluetooth: 2
        case .gnss: 3
        case .processor: 4
        case .audio: 5
        case .display: 6
        case .floor: 7
        }
    }
}
