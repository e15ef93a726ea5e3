import DeviceModel
import Kernel

/// Something that the app behind a trace could do otherwise, and what it would save.
public struct ReplayAdvice: Sendable {
    public let kind: Kind
    /// What those bursts cost in the trace as it was; `nil` for closings, which may share a burst
    /// with other packets: what they cost is what is saved without them.
    public let energy: Millijoules?
    /// Found by replaying the changed trace; negative where the change would cost.
    public let saving: Millijoules

    public enum Kind: Sendable {
        /// So many connections were closed late, `medianDelay` after their last data.
        case closeEarlier(connections: Int, medianDelay: TimeSpan)
        /// A series of bursts, sent together once in `every`.
        case batch(PeriodicSeries, every: TimeSpan)
    }
}

/// Advice on a trace, before it is known what it would save.
public struct AdviceQuestion: Sendable {
    public let kind: ReplayAdvice.Kind
    public let change: TraceChange
    private let energy: Millijoules?

    /// What can be asked about a replayed trace: late closings, and the periodic series that cost
    /// most, at most three, each at least a hundredth of what the trace caused.
    public static func all(about result: TraceReplayResult) -> [AdviceQuestion] {
        let least = result.radio.activeEnergy * 0.01
        let batches = PeriodicSeries.all(in: result.bursts).map { batch($0, result) }
            .filter { $0.energy ?? .zero >= least }
            .sorted { $0.energy ?? .zero > $1.energy ?? .zero }.prefix(3)
        return [closing(result)].compactMap { $0 } + batches
    }

    /// The advice, once the changed trace has been replayed.
    public func answered(by changed: consuming ChangedReplay) -> ReplayAdvice {
        ReplayAdvice(kind: kind, energy: energy, saving: changed.saving())
    }

    private static func closing(_ result: TraceReplayResult) -> AdviceQuestion? {
        let closings = result.lateClosings
        guard !closings.isEmpty else { return nil }
        let delays = closings.map { ($0.closed - $0.lastData).nanoseconds }.sorted()
        let middle = (delays[(delays.count - 1) / 2] + delays[delays.count / 2]) / 2
        return AdviceQuestion(
            kind: .closeEarlier(
                connections: closings.count, medianDelay: TimeSpan(nanoseconds: middle)),
            change: .closeWithLastData(closings), energy: nil)
    }

    /// The series, sent together once in ten minutes, or in four cycles if that is longer.
    private static func batch(
        _ series: PeriodicSeries, _ result: TraceReplayResult
    ) -> AdviceQuestion {
        let every = max(
            TimeSpan(nanoseconds: 600_000_000_000),
            TimeSpan(nanoseconds: 4 * series.cycle.nanoseconds))
        let shifts = shifts(of: series, every: every, result)
        var energy = Millijoules.zero
        for burst in series.bursts { energy += result.bursts[burst].energy.total }
        return AdviceQuestion(
            kind: .batch(series, every: every), change: .delayBursts(shifts), energy: energy)
    }

    /// By how much each burst waits for the last of its group; one that would not be over before
    /// the horizon does not wait.
    private static func shifts(
        of series: PeriodicSeries, every: TimeSpan, _ result: TraceReplayResult
    ) -> [Int32: TimeSpan] {
        let bursts = series.bursts.map { (number: Int32($0), burst: result.bursts[$0]) }
        let first = bursts[0].burst.from
        var shifts: [Int32: TimeSpan] = [:]
        var latest: (group: Int64, from: Instant)?
        for (number, burst) in bursts.reversed() {
            let group = (burst.from - first).nanoseconds / every.nanoseconds
            guard let last = latest, last.group == group else {
                latest = (group, burst.from)
                continue
            }
            let delay = last.from - burst.from
            if result.radio.settings.includes(burst.until + delay) { shifts[number] = delay }
        }
        return shifts
    }
}
