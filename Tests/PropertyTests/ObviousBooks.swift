import Kernel

@testable import DeviceModel

/// State, kind and owner of every moment of a replay, and its energy, by `docs/model.md` alone.
///
/// Each piece is cut wherever anything could change, and each part is classified by its beginning.
struct ObviousBooks {
    struct Row: Hashable {
        var state: String
        var kind: EnergyKind
        /// The index of the packet that owns it.
        var owner: Int
    }

    /// Nanoseconds by row, none of them zero.
    private(set) var residence: [Row: Int64] = [:]
    /// The energy of residence, without bytes and events, in millijoules.
    private(set) var powerEnergy = 0.0
    private(set) var bytes: [Packet.Direction: Int64] = [:]
    /// The bytes whose rate costs energy.
    private(set) var ratedBytes: [Packet.Direction: Int64] = [:]
    /// The bursts that cost energy, by direction.
    private(set) var burstCounts: [Packet.Direction: Int64] = [:]

    private let replay: ObviousReplay
    private let profile: RadioProfile
    private let rules: PeerRules
    private var bursts: [Burst] = []

    /// Packets that follow each other closely, from the first to the last.
    private struct Burst {
        var from: Int64
        var until: Int64
        var bytes: [Packet.Direction: Int64] = [:]

        var direction: Packet.Direction {
            (bytes[.uplink] ?? 0) > (bytes[.downlink] ?? 0) ? .uplink : .downlink
        }
    }

    private struct Part {
        var row: Row
        var draw: PowerDraw
        var from: Int64
        var until: Int64
    }

    init(_ replay: ObviousReplay) {
        self.replay = replay
        profile = replay.profile
        rules = replay.rules
        findBursts()
        for piece in replay.pieces {
            for part in parts(piece) {
                residence[part.row, default: 0] += part.until - part.from
                powerEnergy += energy(part, entered: piece.from)
            }
            count(piece)
        }
    }

    /// Residence, whoever owns it.
    var byKind: [Row: Int64] {
        var sums: [Row: Int64] = [:]
        for (row, time) in residence {
            sums[Row(state: row.state, kind: row.kind, owner: ObviousReplay.nobody), default: 0] +=
                time
        }
        return sums
    }

    /// Every packet's own bytes, in rows without state or kind.
    var bytesOfOwners: [Row: Int64] {
        var sums: [Row: Int64] = [:]
        for item in replay.passed {
            sums[Row(state: "", kind: .transfer, owner: item.index)] =
                replay.packets[item.index].bytes
        }
        return sums
    }

    // MARK: Time

    private func parts(_ piece: ObviousReplay.Piece) -> [Part] {
        let state = profile.states[piece.state]
        switch piece.content {
        case .promotion(let power):
            return whole(piece, .promotion, power)
        case .stay:
            let windows = raisedIntervals(piece)
            var places = Set([piece.from, piece.until])
            places.formUnion(piece.resets.map(\.time))
            places.formUnion(windows.flatMap { [$0.from, $0.until] })
            places.formUnion(bursts.flatMap { [$0.from, $0.until] })
            let sorted = places.filter { $0 >= piece.from && $0 <= piece.until }.sorted()
            return zip(sorted, sorted.dropFirst()).map { from, until in
                let isRaised = windows.contains { $0.from <= from && from < $0.until }
                let (kind, draw) =
                    isRaised
                    ? raised(to: profile.states[rules.dense!.to])
                    : plain(piece, state, at: from)
                let owner = piece.resets.last { $0.time <= from }?.index ?? piece.owner
                return Part(
                    row: Row(
                        state: isRaised ? profile.states[rules.dense!.to].name : state.name,
                        kind: kind, owner: kind == .baseline ? ObviousReplay.nobody : owner),
                    draw: draw, from: from, until: until)
            }
        }
    }

    private func whole(
        _ piece: ObviousReplay.Piece, _ kind: EnergyKind, _ power: Milliwatts
    ) -> [Part] {
        if piece.from == piece.until { return [] }
        return [
            Part(
                row: Row(
                    state: profile.states[piece.state].name, kind: kind, owner: piece.owner),
                draw: .constant(power), from: piece.from, until: piece.until)
        ]
    }

    private func raised(to top: RadioState) -> (EnergyKind, PowerDraw) {
        (.transfer, transferDraw(top))
    }

    private func transferDraw(_ state: RadioState) -> PowerDraw {
        profile.transferPower?.base.map { .constant($0) } ?? state.draw
    }

    private func plain(
        _ piece: ObviousReplay.Piece, _ state: RadioState, at time: Int64
    ) -> (EnergyKind, PowerDraw) {
        let resting = state.demotion == nil ? EnergyKind.baseline : .tail
        if !state.carriesData { return (resting, state.draw) }
        if let power = profile.bursts {
            guard let burst = bursts.first(where: { $0.from <= time && time < $0.until })
            else { return (resting, state.draw) }
            let cost = burst.direction == .uplink ? power.uplink : power.downlink
            return (.transfer, .constant(cost.power))
        }
        if state.demotion == nil { return (.baseline, state.draw) }
        let isActive = piece.resets.contains { time < $0.time } || piece.neededMoreAt != nil
        return isActive ? (.transfer, transferDraw(state)) : (.tail, state.draw)
    }

    private func raisedIntervals(_ piece: ObviousReplay.Piece) -> [(from: Int64, until: Int64)] {
        guard let rule = rules.dense, rule.state == piece.state else { return [] }
        var intervals: [(from: Int64, until: Int64)] = []
        let window = rule.window.nanoseconds
        var from = piece.from - piece.from % window
        while from < piece.until, from <= piece.carried.last?.time ?? -1 {
            let until = from + window
            let inside = piece.carried.filter { !$0.isIdle && from <= $0.time && $0.time < until }
            let bytes = inside.reduce(0) { $0 + Double(replay.packets[$1.index].bytes) }
            let isOver =
                piece.carried.contains { $0.time >= until }
                || piece.carried.last!.index + 1 < replay.packets.count
            if bytes > rule.bytesOver.magnitude, isOver {
                let end = min(until + rule.lingers.nanoseconds, piece.until)
                intervals.append((max(from, piece.from), end))
            }
            from = until
        }
        return intervals
    }

    /// Evaluates a cycle turn by turn.
    private func energy(_ part: Part, entered: Int64) -> Double {
        switch part.draw {
        case .constant(let power): return power.magnitude * Double(part.until - part.from) / 1e9
        case .cycle(let cycle):
            let on =
                cycle.onDuration(within: part.until - entered)
                - cycle.onDuration(within: part.from - entered)
            let off = part.until - part.from - on
            let pauses =
                cycle.pausesBegun(within: part.until - entered)
                - cycle.pausesBegun(within: part.from - entered)
            return (cycle.onPower.magnitude * Double(on) + cycle.offPower.magnitude * Double(off))
                / 1e9 + cycle.transition.magnitude * Double(pauses)
        }
    }

    // MARK: Bytes and bursts

    private mutating func count(_ piece: ObviousReplay.Piece) {
        for item in piece.carried {
            let packet = replay.packets[item.index]
            bytes[packet.direction, default: 0] += packet.bytes
            if profile.transferPower == nil { continue }
            switch rules.lastPacket {
            case .costs: break
            case .free:
                let activeUntil =
                    piece.neededMoreAt != nil ? piece.until : piece.resets.last?.time ?? 0
                if item.time >= activeUntil { continue }
            }
            ratedBytes[packet.direction, default: 0] += packet.bytes
        }
    }

    private mutating func findBursts() {
        if profile.bursts == nil { return }
        for item in replay.passed {
            if let last = bursts.last, item.cameAt - last.until <= rules.burstGap.nanoseconds {
                bursts[bursts.count - 1].until = item.passedAt
            } else {
                bursts.append(Burst(from: item.passedAt, until: item.passedAt))
            }
            bursts[bursts.count - 1].bytes[
                replay.packets[item.index].direction, default: 0] +=
                replay.packets[item.index].bytes
        }
        for burst in bursts { burstCounts[burst.direction, default: 0] += 1 }
    }
}
