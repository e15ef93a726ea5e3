import DeviceModel
import Kernel

/// A possible change to the traced app, and what it would save.
public struct ReplayAdvice: Sendable {
    public let kind: Kind
    /// The cost of those bursts in the original trace; `nil` for closings, which may share bursts.
    public let energy: Millijoules?
    /// Found by replaying the changed trace; negative if the change costs energy.
    public let saving: Millijoules

    public enum Kind: Sendable {
        /// Connections closed late, `medianDelay` after their last data.
        case closeEarlier(connections: Int, medianDelay: TimeSpan)
        case batch(PeriodicSeries, every: TimeSpan)
    }
}

/// A possible change before its saving is known.
public struct AdviceQuestion: Sendable {
    public let kind: ReplayAdvice.Kind
    public let change: TraceChange
    private let energy: Millijoules?

    /// The changes worth trying on a replayed trace.
    ///
    /// Late closings, and up to three periodic series that cost most, each at least a hundredth of
    /// the caused energy.
    public static func all(about result: TraceReplayResult) -> [AdviceQuestion] {
        let least = result.radio.activeEnergy * 0.01
        let batches = PeriodicSeries.all(in: result.bursts).map { batch($0, result) }
            .filter { $0.energy ?? .zero >= least }
            .sorted { $0.energy ?? .zero > $1.energy ?? .zero }.prefix(3)
        return [closing(result)].compactMap { $0 } + batches
    }

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

    /// How long each burst waits for the last of its group; those that would pass the horizon do
    /// not wait.
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
