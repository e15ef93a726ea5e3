import Kernel

@testable import DeviceModel

/// A second implementation of ARO 4.1.1's rule for UMTS, for AT&T's parameters alone, without
/// profile or machine.
///
/// Written from the rule's description: it lays out intervals packet by packet, and cuts them back
/// where a promotion lies before its packet. All times are nanoseconds.
struct AroRule {
    enum State: String, CaseIterable {
        case idle = "STATE_IDLE"
        case idlePromotion = "PROMO_IDLE_DCH"
        case dch = "STATE_DCH"
        case dchTail = "TAIL_DCH"
        case fachPromotion = "PROMO_FACH_DCH"
        case fach = "STATE_FACH"
        case fachTail = "TAIL_FACH"
    }

    struct Interval {
        var state: State
        var from: Int64
        var until: Int64
    }

    private struct Delay {
        var least: Int64
        var usual: Int64
        var most: Int64
    }

    /// The radio's state, with what later packets need to know of it.
    private enum Place {
        case idle
        case promotion(State, from: Int64)
        case dch(since: Int64, reset: Int64, isFresh: Bool)
        case fach(since: Int64, packets: [Packet])
    }

    private static let second: Int64 = 1_000_000_000
    private let dchTimer = 4 * Self.second
    private let fachTimer = 10 * Self.second
    private let fromIdle = Delay(
        least: 3 * Self.second / 2, usual: 2 * Self.second, most: 4 * Self.second)
    private let fromFach = Delay(
        least: 4 * Self.second / 5, usual: 3 * Self.second / 2, most: 3 * Self.second)

    private(set) var intervals: [Interval] = []
    private var place = Place.idle
    private var sums: [Packet.Direction: (bytes: Int64, last: Int64)] = [:]
    private var previous: Int64?

    init(_ packets: [Packet], until horizon: Int64) {
        for packet in packets {
            let time = packet.time.nanoseconds
            rest(until: time)
            take(packet, time)
            previous = time
        }
        rest(until: .max)
        let rested = intervals.last?.until ?? 0
        add(.idle, rested, .max)
        cut(at: horizon)
    }

    func seconds(in state: State) -> Double {
        let sum = intervals.reduce(0) { $1.state == state ? $0 + $1.until - $1.from : $0 }
        return Double(sum) / 1e9
    }

    func count(_ state: State) -> Int { intervals.count { $0.state == state } }

    // MARK: Intervals

    private mutating func add(_ state: State, _ from: Int64, _ until: Int64) {
        if until > from { intervals.append(Interval(state: state, from: from, until: until)) }
    }

    private mutating func cut(at time: Int64) {
        intervals.removeAll { $0.from >= time }
        for index in intervals.indices {
            intervals[index].until = min(intervals[index].until, time)
        }
    }

    // MARK: Between packets

    /// Ends everything that ends before `time` without a packet.
    private mutating func rest(until time: Int64) {
        if case .promotion(let state, let from) = place {
            let delay = state == .idlePromotion ? fromIdle : fromFach
            guard time == .max || time - from > delay.most else { return }
            add(state, from, from + delay.usual)
            let end = from + delay.usual
            place = .dch(since: end, reset: end, isFresh: true)
        }
        if case .dch(let since, let reset, _) = place {
            guard time > reset + dchTimer else { return }
            add(.dch, since, reset)
            add(.dchTail, reset, reset + dchTimer)
            place = .fach(since: reset + dchTimer, packets: [])
        }
        if case .fach(let since, let packets) = place {
            let last = packets.last?.time.nanoseconds ?? since
            guard time > last + fachTimer else { return }
            add(.fach, since, last)
            add(.fachTail, last, last + fachTimer)
            place = .idle
        }
    }

    // MARK: A packet

    private mutating func take(_ packet: Packet, _ time: Int64) {
        switch place {
        case .idle:
            add(.idle, intervals.last?.until ?? 0, time)
            if packet.direction == .uplink || previous == nil {
                place = .promotion(.idlePromotion, from: time)
            } else {
                promote(.idlePromotion, from: max(time - fromIdle.usual, previous ?? 0), packet)
            }
        case .promotion(let state, let from):
            let delay = state == .idlePromotion ? fromIdle : fromFach
            guard time - from > delay.least else { return }
            add(state, from, time)
            enterDCH(since: time, packet)
        case .dch(let since, let reset, let isFresh):
            if isFresh {
                enterDCH(since: since, packet)
            } else if isActive(packet, time) {
                place = .dch(since: since, reset: time, isFresh: false)
            } else {
                place = .dch(since: since, reset: reset, isFresh: false)
            }
        case .fach(let since, let packets):
            takeInFACH(packet, time, since, packets)
        }
    }

    /// The promotion lasts from `begin` to the packet.
    private mutating func promote(_ state: State, from begin: Int64, _ packet: Packet) {
        cut(at: begin)
        add(state, begin, packet.time.nanoseconds)
        enterDCH(since: packet.time.nanoseconds, packet)
    }

    /// The first packet in the state resets its timer, whatever its size.
    private mutating func enterDCH(since: Int64, _ packet: Packet) {
        sums = [packet.direction: (packet.bytes, packet.time.nanoseconds)]
        place = .dch(since: since, reset: packet.time.nanoseconds, isFresh: false)
    }

    private mutating func isActive(_ packet: Packet, _ time: Int64) -> Bool {
        sums = sums.filter { time - $0.value.last <= 300_000_000 }
        sums[packet.direction] = (packet.bytes + (sums[packet.direction]?.bytes ?? 0), time)
        return sums.values.contains { $0.bytes >= 320 }
    }

    private mutating func takeInFACH(
        _ packet: Packet, _ time: Int64, _ since: Int64, _ packets: [Packet]
    ) {
        let (up, down) = queues(packets + [packet])
        guard up > 543 || down > 475 else {
            place = .fach(since: since, packets: packets + [packet])
            return
        }
        add(.fach, since, time)
        if packet.direction == .uplink {
            place = .promotion(.fachPromotion, from: time)
            return
        }
        let before = previous ?? 0
        if packets.isEmpty {
            return promote(.fachPromotion, from: max(time - fromFach.usual, before), packet)
        }
        for length in [fromFach.usual, fromFach.least] where time - length > before {
            return promote(.fachPromotion, from: time - length, packet)
        }
        let behind = packets.last {
            $0.direction == .uplink && time - $0.time.nanoseconds >= fromFach.least
        }
        guard let begin = behind?.time.nanoseconds else {
            return enterDCH(since: time, packet)
        }
        let length = time - begin >= fromFach.usual ? fromFach.usual : fromFach.least
        cut(at: begin)
        add(.fachPromotion, begin, begin + length)
        enterDCH(since: begin + length, packet)
    }

    /// The contents of the two queues of CELL_FACH when the last of `packets` has come.
    private func queues(_ packets: [Packet]) -> (up: Int64, down: Int64) {
        var (up, down): (Int64, Int64) = (0, 0)
        var (lastUp, lastDown) = (Int64.min / 2, Int64.min / 2)
        for packet in packets {
            let time = packet.time.nanoseconds
            switch packet.direction {
            case .uplink:
                if time - lastUp > 1_400 * up * up + 1_600_000 * up + 20_000_000 { up = 0 }
                (up, lastUp) = (up + packet.bytes, time)
            case .downlink:
                if time - lastDown > 100_000 * down + 10_000_000 { down = 0 }
                (down, lastDown) = (down + packet.bytes, time)
            }
        }
        return (up, down)
    }
}
