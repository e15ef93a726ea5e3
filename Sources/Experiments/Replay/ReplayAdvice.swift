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

public final class ChangedReplay {
    private let original: ReplayedRadio
    /// The original's packet count: a file that is still growing must not add to it.
    private let packets: Int64
    private var radio: any ReplayRadio
    /// The numbers of packets removed from their places, ascending.
    private let removed: [Int]
    private var nextRemoved = 0
    private let delays: [Int32: TimeSpan]
    private var pending = EventQueue<Packet>()
    private var insertions: UInt64 = 0
    private var number = 0
    private var cut = BurstCut()

    public init(_ original: TraceReplayResult, change: TraceChange) {
        self.original = original.radio
        packets = original.flows.reduce(0) { $0 + $1.traffic.packets }
        let settings = original.radio.settings
        radio = original.radio.radio.replaying(settings.mode, until: settings.horizon)
        switch change {
        case .closeWithLastData(let closings):
            delays = [:]
            removed = closings.flatMap { $0.packets.map(\.number) }.sorted()
            for closing in closings {
                for (_, packet) in closing.packets {
                    var moved = packet
                    moved.time = closing.lastData
                    plan(moved)
                }
            }
        case .delayBursts(let shifts):
            delays = shifts
            removed = []
        }
    }

    public func carry(_ packets: [TracedPacket]) {
        for traced in packets
        where original.settings.includes(traced.packet.time) && number < self.packets {
            carry(traced.packet)
        }
    }

    private func carry(_ packet: Packet) {
        defer { number += 1 }
        let burst = cut.burst(at: packet.time)
        if nextRemoved < removed.count, removed[nextRemoved] == number {
            nextRemoved += 1
            return
        }
        if let delay = delays[burst] {
            var moved = packet
            moved.time = packet.time + delay
            plan(moved)
            return
        }
        carryPending(before: packet.time)
        radio.carry(packet)
    }

    private func plan(_ packet: Packet) {
        let key = EventKey(time: packet.time, priority: .arrival, insertion: insertions)
        insertions += 1
        pending.push(packet, at: key)
    }

    /// A moved packet passes after those originally at its time.
    private func carryPending(before time: Instant) {
        while let key = pending.first, key.time < time, let next = pending.pop() {
            radio.carry(next.event)
        }
    }

    /// The energy saved, up to the horizon, or until both radios rest.
    ///
    /// Without a horizon the radio that rests first keeps resting.
    public consuming func saving() -> Millijoules {
        carryPending(before: .never)
        let originalEnd = Instant.start + original.duration
        var end = originalEnd
        if original.settings.horizon == nil { end = max(end, radio.settle()) }
        _ = radio.finish(at: end)
        return original.energy + restEnergy(of: end - originalEnd)
            - radio.table.totalEnergy
    }

    private func restEnergy(of span: TimeSpan) -> Millijoules {
        var resting = original.radio.replaying(original.settings.mode)
        _ = resting.finish(at: .start + span)
        return resting.table.totalEnergy
    }
}

public enum TraceChange: Sendable {
    case closeWithLastData([LateClosing])
    case delayBursts([Int32: TimeSpan])
}
