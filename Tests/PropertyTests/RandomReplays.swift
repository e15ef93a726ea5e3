import Kernel

@testable import DeviceModel

/// One random replay: a profile with every setting, a trace, a mode and perhaps a horizon.
///
/// All times are small multiples of one tick, so that packets often share a nanosecond or fall on
/// the very end of a timer, a window or a promotion.
struct RandomReplay: CustomStringConvertible {
    var profile: RadioProfile
    var packets: [Packet]
    var mode: PromotionMode
    var horizon: Instant?

    init(seed: UInt64) {
        var dice = Dice(seed: seed)
        profile = dice.profile()
        packets = dice.packets()
        mode = dice.chance(0.6) ? .inferred : dice.chance(0.4) ? .none : .shift
        horizon = nil
        if dice.chance(0.5) {
            let isAtPacket = dice.chance(0.4) && !packets.isEmpty
            let horizon =
                isAtPacket
                ? packets[dice.below(packets.count)].time : Instant.start + dice.span(0, 90)
            self.horizon = horizon
            packets.removeAll { $0.time >= horizon }
        }
    }

    var description: String {
        let trace = packets.map { "\($0.time.nanoseconds) \($0.bytes) \($0.direction)" }
        let states = profile.states.map { "\($0)" }
        let promotions = profile.promotions.map { "\($0)" }
        return """
            mode \(mode), horizon \(horizon.map { "\($0.nanoseconds)" } ?? "none")
            packets \(trace.joined(separator: ", "))
            initial \(profile.initial), states
            \(states.joined(separator: "\n"))
            promotions
            \(promotions.joined(separator: "\n"))
            \(String(describing: profile.transferPower)) \(String(describing: profile.bursts))
            \(String(describing: profile.peer))
            """
            .replacing("DeviceModel.", with: "").replacing("Kernel.", with: "")
            .replacing("TimeSpan(nanoseconds: ", with: "(")
    }
}

/// The random draws of a replay.
private struct Dice {
    private var random: RandomStream
    /// One nanosecond, or long enough for power to matter as much as bytes.
    private let tick: Int64

    init(seed: UInt64) {
        random = RandomStream(StreamKey(seed: seed, replication: 0, purpose: "replays"))
        tick = [1, 1_000, 1_000_000][Int(random.next() % 3)]
    }

    mutating func chance(_ share: Double) -> Bool { random.uniform() < share }

    mutating func below(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }

    /// `least`...`most` ticks.
    mutating func span(_ least: Int, _ most: Int) -> TimeSpan {
        TimeSpan(nanoseconds: Int64(least + below(most - least + 1)) * tick)
    }

    private mutating func perhaps<Value>(
        _ share: Double, _ value: (inout Dice) -> Value
    ) -> Value? {
        chance(share) ? value(&self) : nil
    }

    private mutating func bytes() -> Bytes { Bytes(Double(1 + below(12))) }

    private mutating func power() -> Milliwatts { Milliwatts(Double(below(1_000))) }

    // MARK: The profile

    mutating func profile() -> RadioProfile {
        while true {
            if let profile = try? candidate() { return profile }
        }
    }

    private mutating func candidate() throws -> RadioProfile {
        let count = 2 + below(4)
        var promotions: [Promotion] = []
        let carries = (0..<count).map { $0 == count - 1 || ($0 > 0 && chance(0.55)) }
        for from in 0..<count {
            for to in (from + 1)..<max(count, from + 1) where chance(0.6) {
                promotions.append(promotion(from, to, carries: carries[from]))
            }
        }
        // Dense traffic raises a state, or bursts are distinguished, or neither.
        let flavour = below(4)
        var states = (0..<count).map { index in
            RadioState(
                name: "S\(index)", draw: draw(),
                demotion: index > 0 && chance(0.85)
                    ? Demotion(to: below(index), after: span(1, 20)) : nil)
        }
        if flavour == 0 { states.append(RadioState(name: "HIGH", draw: draw())) }
        return try RadioProfile(
            name: "random", technology: chance(0.3) ? .wifi : .umts, states: states,
            initial: chance(0.7) ? 0 : below(count), promotions: promotions, roundTrip: nil,
            transferPower: perhaps(0.6) { $0.transferPower() },
            bursts: perhaps(flavour == 1 ? 1 : 0) { $0.bursts() },
            peer: rules(states, isDense: flavour == 0))
    }

    private mutating func rules(_ states: [RadioState], isDense: Bool) -> PeerRules {
        let top = states.count - 1
        return PeerRules(
            promotions: PeerRules.Placement.allCases[below(3)],
            activity: perhaps(0.5) { dice in
                PeerRules.Activity(
                    state: dice.below(states.count), bytes: dice.bytes(), within: dice.span(1, 8))
            },
            queues: perhaps(0.5) {
                PeerRules.Queues(uplink: $0.law(), downlink: $0.law())
            },
            dense: perhaps(isDense ? 1 : 0) { dice in
                PeerRules.DenseTraffic(
                    state: dice.below(top), to: top, window: dice.span(1, 12),
                    bytesOver: Bytes(Double(dice.below(20))),
                    lingers: dice.chance(0.5) ? .zero : dice.span(0, 15))
            },
            burstGap: span(0, 12), lastPacket: chance(0.5) ? .costs : .free)
    }

    private mutating func law() -> DrainLaw {
        DrainLaw(
            perSquare: chance(0.3) ? span(0, 1) : .zero, perByte: span(0, 2),
            constant: span(0, 6))
    }

    private mutating func draw() -> PowerDraw {
        if chance(0.6) { return .constant(power()) }
        let period = span(1, 9)
        let on = 1 + Int64(below(Int(period.nanoseconds)))
        return .cycle(
            PowerCycle(
                period: period, on: TimeSpan(nanoseconds: on), onPower: power(),
                offPower: power(), transition: chance(0.6) ? .zero : Millijoules(3)))
    }

    private mutating func promotion(_ from: Int, _ to: Int, carries: Bool) -> Promotion {
        let isOver = chance(carries ? 0.9 : 0.35)
        let delays = [span(0, 8), span(0, 8), span(0, 8)].sorted()
        return Promotion(
            from: from, to: to,
            delay: chance(0.5)
                ? PromotionDelay(delays[0])
                : PromotionDelay(least: delays[0], usual: delays[1], most: delays[2]),
            power: power(),
            trigger: isOver
                ? .queueOver(
                    uplink: perhaps(0.8) { Bytes(Double($0.below(25))) },
                    downlink: perhaps(0.8) { Bytes(Double($0.below(25))) })
                : .data)
    }

    private mutating func transferPower() -> TransferPower {
        TransferPower(
            base: perhaps(0.4) { $0.power() }, uplink: MilliwattsPerMegabit(400),
            downlink: MilliwattsPerMegabit(50))
    }

    private mutating func bursts() -> BurstPower {
        BurstPower(
            uplink: BurstPower.Cost(power: power(), energy: Millijoules(3)),
            downlink: BurstPower.Cost(power: power(), energy: Millijoules(2)))
    }

    // MARK: The trace

    /// Up to 14 packets in ascending order, many of them simultaneous, some after a long time.
    mutating func packets() -> [Packet] {
        var time = Instant.start
        var packets: [Packet] = []
        let count = chance(0.1) ? below(3) : below(15)
        for _ in 0..<count {
            time = time + (chance(0.2) ? .zero : span(0, [3, 8, 25, 60][below(4)]))
            packets.append(
                Packet(
                    time: time, bytes: Int64(1 + below(15)),
                    direction: chance(0.5) ? .uplink : .downlink))
        }
        return packets
    }
}
