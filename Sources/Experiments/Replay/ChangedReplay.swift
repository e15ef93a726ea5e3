import DeviceModel
import Kernel
import Traces

/// A replay of a trace with one change to the app's behaviour.
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

/// A change to an app's behaviour.
public enum TraceChange: Sendable {
    case closeWithLastData([LateClosing])
    case delayBursts([Int32: TimeSpan])
}
