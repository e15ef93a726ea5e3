import Kernel

@testable import DeviceModel

/// The oracle for recorded packets: a replay by `docs/model.md`, with full knowledge of the trace.
///
/// It is slow and obvious, written from that page instead of from `PeerRadio`, and shares only
/// the types of profile and packet with it. First it lays out the radio's course piece by piece,
/// looking ahead in the trace. `ObviousBooks` then classifies every moment of every piece. Sums and
/// queues are counted anew for every packet.
///
/// All times are nanoseconds.
struct ObviousReplay {
    /// A packet of the trace.
    struct Passed {
        var index: Int
        /// Since when it is in its state, at the earliest the start of the state.
        var time: Int64
        /// When it found the radio: as recorded, but with `shift` after any promotion.
        var cameAt: Int64
        /// When it passed: on arrival, but with `shift` not before its promotion ended.
        var passedAt: Int64
        /// Whether it caused or met the promotion to this state, so that it waits in no queue.
        var isBrought: Bool
        /// Whether it passed during a promotion, and did nothing else.
        var isIdle = false
        /// Whether its promotion lies behind it.
        var isBehind = false
    }

    enum Content {
        case stay
        case promotion(Milliwatts)
    }

    /// The radio in one state for one purpose.
    struct Piece {
        var content: Content
        var state: Int
        var from: Int64
        var until: Int64 = .max
        /// The owner of the piece's first part.
        var owner: Int
        /// In a stay: the packets carried, in order.
        var carried: [Passed] = []
        /// In a stay: the packets of `carried` that reset the timer.
        var resets: [Passed] = []
        /// In a stay: since when the timer runs.
        var timerSince: Int64
        /// In a stay: when a packet first needed more than the state, if one did.
        var neededMoreAt: Int64?
    }

    static let nobody = -1

    let profile: RadioProfile
    let rules: PeerRules
    let packets: [Packet]
    let mode: PromotionMode
    let horizon: Int64
    private let hasHorizon: Bool

    var pieces: [Piece] = []
    var promotionCounts: [Int64]
    /// The end of the replay.
    private(set) var end: Int64 = 0
    var passed: [Passed] = []

    /// The current stay, which is not yet in `pieces`.
    var stay: Piece

    init(
        _ profile: RadioProfile, _ packets: [Packet], mode: PromotionMode, horizon: Instant?
    ) {
        self.profile = profile
        rules = profile.peer!
        self.packets = packets
        self.mode = mode
        self.horizon = horizon?.nanoseconds ?? .max
        hasHorizon = horizon != nil
        promotionCounts = profile.promotions.map { _ in 0 }
        stay = Piece(
            content: .stay, state: profile.initial, from: 0, owner: Self.nobody, timerSince: 0)
        layOut()
    }

    private mutating func layOut() {
        var next = 0
        var gate: Int64 = 0
        while next < packets.count {
            let time = max(packets[next].time.nanoseconds, gate)
            if time >= horizon { break }
            runDown(before: time)
            guard let way = promotionNeeded(by: packets[next], at: time) else {
                carry(
                    Passed(
                        index: next, time: time, cameAt: time, passedAt: time, isBrought: false))
                next += 1
                continue
            }
            stay.neededMoreAt = time
            next = promote(by: way, for: next, at: time)
            gate = mode == .shift ? stay.from : 0
        }
        runDown(before: .max)
        end = hasHorizon ? horizon : max(stay.from, passed.map(\.passedAt).max() ?? 0)
        stay.until = .max
        pieces.append(stay)
        cut(at: end)
    }

    /// How often each promotion of the profile was taken.
    var promotionRows: [PromotionRow] {
        zip(profile.promotions, promotionCounts).map { promotion, count in
            PromotionRow(
                from: profile.states[promotion.from].name, to: profile.states[promotion.to].name,
                count: count)
        }
    }

    func time(_ index: Int) -> Int64 { packets[index].time.nanoseconds }

    // MARK: Without packets

    /// Lets all timers expire that are due before `limit`.
    private mutating func runDown(before limit: Int64) {
        while let (expiry, to) = expiry(), expiry < limit {
            stay.until = expiry
            pieces.append(stay)
            stay = Piece(
                content: .stay, state: to, from: expiry, owner: owner(of: stay),
                timerSince: expiry)
        }
    }

    /// When and how the stay ends if no packet comes.
    private func expiry() -> (time: Int64, to: Int)? {
        guard let demotion = profile.states[stay.state].demotion else { return nil }
        return (max(stay.from, stay.timerSince + demotion.after.nanoseconds), demotion.to)
    }

    private func owner(of stay: Piece) -> Int { stay.resets.last?.index ?? stay.owner }

    // MARK: A packet that needs more

    private func promotionNeeded(by packet: Packet, at time: Int64) -> Int? {
        let up = queued(.uplink, with: packet, at: time)
        let down = queued(.downlink, with: packet, at: time)
        let ways = profile.promotions.indices.filter { profile.promotions[$0].from == stay.state }
        let over = ways.first { way in
            guard case .queueOver(let uplink, let downlink) = profile.promotions[way].trigger
            else { return false }
            return uplink.map { up > $0.magnitude } ?? false
                || downlink.map { down > $0.magnitude } ?? false
        }
        return over ?? ways.first { profile.promotions[$0].trigger == .data }
    }

    /// The bytes of `direction` that wait once `packet` has come.
    private func queued(
        _ direction: Packet.Direction, with packet: Packet, at time: Int64
    ) -> Double {
        let law = direction == .uplink ? rules.queues?.uplink : rules.queues?.downlink
        var queue = 0.0
        var last: Int64 = 0
        func drain(until now: Int64) {
            let gap = Double(now - last)
            if let law {
                let needed =
                    Double(law.perSquare.nanoseconds) * queue * queue
                    + Double(law.perByte.nanoseconds) * queue + Double(law.constant.nanoseconds)
                if gap > needed { queue = 0 }
            } else {
                queue = 0
            }
        }
        for item in stay.carried where !item.isBrought {
            guard packets[item.index].direction == direction else { continue }
            drain(until: item.time)
            queue += Double(packets[item.index].bytes)
            last = item.time
        }
        drain(until: time)
        return queue + (packet.direction == direction ? Double(packet.bytes) : 0)
    }

    // MARK: Carrying

    mutating func carry(_ item: Passed) {
        passed.append(item)
        stay.carried.append(item)
        if item.isIdle { return }
        if resetsTimer(item) {
            stay.resets.append(item)
            stay.timerSince = max(stay.timerSince, item.time)
        }
    }

    private func resetsTimer(_ item: Passed) -> Bool {
        // A packet whose promotion lies behind it found the timer as it began.
        guard let rule = rules.activity, rule.state == stay.state, !item.isBehind else {
            return true
        }
        let counted = stay.carried.filter { !$0.isIdle && !$0.isBehind }
        if counted.count == 1 { return true }
        return Packet.Direction.allCases.contains { direction in
            sum(of: counted, direction, rule, at: item.time) >= rule.bytes.magnitude
        }
    }

    /// The bytes of `direction` that count as activity at `time`.
    private func sum(
        of counted: [Passed], _ direction: Packet.Direction, _ rule: PeerRules.Activity,
        at time: Int64
    ) -> Double {
        var sum = 0.0
        var last: Int64?
        for other in counted where packets[other.index].direction == direction {
            if let last, other.time - last > rule.within.nanoseconds { sum = 0 }
            sum += Double(packets[other.index].bytes)
            last = other.time
        }
        guard let last, time - last <= rule.within.nanoseconds else { return 0 }
        return sum
    }
}
