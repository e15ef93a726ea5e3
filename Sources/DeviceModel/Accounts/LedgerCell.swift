/// Counters of one line and one activity, in whole numbers.
///
/// The ledger never adds joules: nanoseconds, bytes and events add exactly in any order, and are
/// multiplied by power once, at the end. So sums agree in any grouping and on any number of
/// threads.
///
/// `Count` is `Int64` within a run and `Int128` across runs.
public struct LedgerCell<Count: LedgerCount>: BitwiseCopyable, Hashable, Sendable {
    /// Residence time.
    public var nanoseconds: Count = 0
    /// The part in on-durations of a cycle.
    public var onNanoseconds: Count = 0
    public var uplinkBytes: Count = 0
    public var downlinkBytes: Count = 0
    public var events: Count = 0

    public var isEmpty: Bool {
        nanoseconds | onNanoseconds | uplinkBytes | downlinkBytes | events == 0
    }

    /// Power times residence time, plus bytes and events; a cycle has on-power and off-power.
    public func energy(_ cost: LedgerCost) -> Millijoules {
        let residence = Double(nanoseconds) / 1e9
        var total: Double
        switch cost.draw {
        case .constant(let power): total = power.magnitude * residence
        case .cycle(let cycle):
            let off = Double(nanoseconds - onNanoseconds) / 1e9
            total =
                cycle.onPower.magnitude * (Double(onNanoseconds) / 1e9)
                + cycle.offPower.magnitude * off
            if cycle.transition != .zero { total += cycle.transition.magnitude * Double(events) }
        }
        total += cost.perUplinkByte.magnitude * Double(uplinkBytes)
        total += cost.perDownlinkByte.magnitude * Double(downlinkBytes)
        total += cost.perEvent.magnitude * Double(events)
        return Millijoules(total)
    }

    /// Adds an interval; a cycle began at `entered`.
    mutating func add(from: Instant, until: Instant, entered: Instant, _ draw: PowerDraw) {
        nanoseconds += Count((until - from).nanoseconds)
        if case .cycle(let cycle) = draw {
            let on = cycle.onTime(from: from, until: until, entered: entered)
            onNanoseconds += Count(on.nanoseconds)
            events += Count(cycle.costlyPauses(from: from, until: until, entered: entered))
        }
    }

    @inline(__always)
    mutating func add<Other: LedgerCount>(_ other: LedgerCell<Other>, as count: (Other) -> Count) {
        nanoseconds += count(other.nanoseconds)
        onNanoseconds += count(other.onNanoseconds)
        uplinkBytes += count(other.uplinkBytes)
        downlinkBytes += count(other.downlinkBytes)
        events += count(other.events)
    }
}

/// An integer type for the counters of a ledger.
public protocol LedgerCount: BitwiseCopyable, FixedWidthInteger, SignedInteger, Sendable {}

extension Int64: LedgerCount {}
extension Int128: LedgerCount {}

/// An interval of one line, for the timeline.
public struct Posting: BitwiseCopyable, Hashable, Sendable {
    public var line: Int
    public var from: Instant
    public var until: Instant
    public var cause: Cause
    /// Where a cycle begins.
    public var entered: Instant
    /// The cost of bytes and events, here or in an interval of zero length just before.
    public var extra: Millijoules

    /// Power times time, plus `extra`; a cycle counts as far as it got.
    public func energy(_ plan: LedgerPlan) -> Millijoules {
        var cell = LedgerCell<Int64>()
        let cost = plan.lines[line].cost
        cell.add(from: from, until: until, entered: entered, cost.draw)
        return cell.energy(cost) + extra
    }
}
