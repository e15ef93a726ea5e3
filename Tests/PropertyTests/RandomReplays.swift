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
            \(String(describing: profile.fastDormancy))
            """
            .replacing("DeviceModel.", with: "").replacing("Kernel.", with: "")
            .replacing("TimeSpan(nanoseconds: ", with: "(")
    }
}

/// The random draws of a replay.
private struct Dice {
    private var random: RandomStream
    /// Draws for settings added later, so that the other replays of a seed stay unchanged.
    private var spare: RandomStream
    /// One nanosecond, or long enough for power to matter as much as bytes.
    private let tick: Int64

    init(seed: UInt64) {
        random = RandomStream(StreamKey(seed: seed, replication: 0, purpose: "replays"))
        spare = RandomStream(StreamKey(seed: seed, replication: 1, purpose: "replays"))
        tick = [1, 1_000, 1_000_000][Int(random.next() % 3)]
    }

    mutating func chance(_ share: Double) -> Bool { random.uniform() < share }

    mutating func below(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }

    /// `least`...`most` ticks.
    mutating func span(_ least: Int, _ most: Int) -> TimeSpan {
        TimeSpan(nanoseconds: Int64(least + below(most - least + 1)) * tick)
    }

    /// Draws `value` without moving later draws.
    private mutating func apart<Value>(_ value: (inout Dice) -> Value) -> Value {
        swap(&random, &spare)
        defer { swap(&random, &spare) }
        return value(&self)
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
        // Dense traffic raises the state, or bursts are distinguished, or neither.
        let flavour = below(4)
        let tops = flavour == 0 ? 1 + below(2) : 0
        var promotions: [Promotion] = []
        let carries = (0..<count).map { $0 == count - 1 || ($0 > 0 && chance(0.55)) }
        for from in 0..<count {
            for to in (from + 1)..<max(count, from + 1) where chance(0.6) {
                promotions.append(promotion(from, to, carries: carries[from]))
            }
        }
        var states = (0..<count).map { index in
            let hasThreshold = promotions.contains { $0.from == index && $0.trigger != .data }
            return state(
                index, carries: carries[index], hasThreshold: hasThreshold,
                top: tops > 0 ? count + below(tops) : nil)
        }
        for top in 0..<tops {
            states.append(
                RadioState(name: "HIGH\(top)", draw: draw(), carriesPackets: true))
        }
        let hasRates = states.contains { $0.uplink != nil }
        return try RadioProfile(
            name: "random", technology: chance(0.3) ? .wifi : .umts, states: states,
            initial: chance(0.7) ? 0 : below(count), promotions: promotions,
            roundTrip: hasRates || chance(0.5) ? Seconds(0.1) : nil,
            transferPower: perhaps(0.6) { $0.transferPower() },
            bursts: perhaps(flavour == 1 ? 1 : 0) { $0.bursts() },
            fastDormancy: perhaps(0.3) { dice in
                FastDormancy(
                    after: dice.span(1, 20), to: dice.below(count),
                    release: dice.perhaps(0.4) { $0.release() })
            })
    }

    private mutating func state(
        _ index: Int, carries: Bool, hasThreshold: Bool, top: Int?
    ) -> RadioState {
        let isTimed = index > 0 && chance(0.85)
        let hasRates = carries && chance(0.5)
        let draw = draw()
        let reception = carries && top == nil ? apart { $0.perhaps(0.35) { $0.reception() } } : nil
        return RadioState(
            name: "S\(index)", draw: reception == nil ? draw : .constant(apart { $0.power() }),
            uplink: hasRates ? rate() : nil,
            downlink: hasRates ? rate() : nil, carriesPackets: carries && !hasRates,
            demotion: isTimed
                ? Demotion(
                    to: below(index), after: span(1, 20), release: perhaps(0.2) { $0.release() })
                : nil,
            reception: reception,
            paging: carries ? nil : apart { $0.perhaps(0.4) { $0.span(1, 9) } },
            activity: isTimed && chance(0.35)
                ? ActivityRule(
                    bytes: bytes(), within: span(1, 8),
                    sumOf: chance(0.5) ? .ownDirection : .eitherDirection,
                    firstPacket: chance(0.5) ? .isCounted : .resets) : nil,
            queue: hasThreshold && chance(0.5)
                ? QueueLaws(uplink: perhaps(0.7) { $0.law() }, downlink: perhaps(0.7) { $0.law() })
                : nil,
            raise: top.flatMap { top in
                guard carries, chance(0.7) else { return nil }
                return raise(to: top)
            })
    }

    private mutating func reception() -> DiscontinuousReception {
        let cycle = span(1, 5)
        let hasShort = chance(0.6)
        return DiscontinuousReception(
            inactivity: span(1, 8),
            on: TimeSpan(nanoseconds: max(1, Int64(1 + below(5)) * tick / 5)),
            short: hasShort
                ? DiscontinuousReception.ShortCycle(cycle: cycle, count: 1 + below(4)) : nil,
            long: hasShort
                ? TimeSpan(nanoseconds: cycle.nanoseconds * Int64(2 + below(3))) : cycle,
            micro: perhaps(0.7) { $0.level(from: 0) }, light: perhaps(0.5) { $0.level(from: 2) },
            deep: level(from: 4), downlink: chance(0.6) ? .waits : .atOnce)
    }

    private mutating func level(from gap: Int64) -> DiscontinuousReception.SleepLevel {
        DiscontinuousReception.SleepLevel(
            power: power(), transition: chance(0.5) ? .zero : Millijoules(Double(below(4))),
            leastGap: TimeSpan(nanoseconds: gap * tick))
    }

    private mutating func release() -> Release { Release(delay: span(1, 8), power: power()) }

    /// A byte every half, whole or double tick, so that a queue's rest is exact.
    private mutating func rate() -> BitsPerSecond {
        BitsPerSecond([4, 8, 16][below(3)] * 1e9 / Double(tick))
    }

    private mutating func law() -> DrainLaw {
        DrainLaw(
            perSquare: chance(0.3) ? span(0, 1) : .zero, perByte: span(0, 2),
            constant: span(0, 6))
    }

    private mutating func raise(to top: Int) -> RaiseRule {
        let bytesOver = perhaps(0.7) { Bytes(Double($0.below(20))) }
        return RaiseRule(
            to: top, window: span(1, 12), bytesOver: bytesOver,
            packetsOver: bytesOver == nil || chance(0.5) ? Int64(below(4)) : nil,
            lingers: chance(0.5) ? .zero : span(0, 15), judgesOpenWindow: chance(0.5),
            windowsFrom: chance(0.5) ? .entry : .traceStart)
    }

    private mutating func draw() -> PowerDraw {
        if chance(0.6) { return .constant(power()) }
        let period = span(1, 9)
        let on = 1 + Int64(below(Int(period.nanoseconds)))
        return .cycle(
            PowerCycle(
                period: period, on: TimeSpan(nanoseconds: on), onPower: power(),
                offPower: power(), remainder: chance(0.5) ? .exact : .averaged,
                transition: apart { $0.chance(0.6) ? .zero : Millijoules(3) }))
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
                : .data,
            placement: PacketPlacement(
                uplink: place(), downlink: place(), first: perhaps(0.2) { $0.place() }))
    }

    private mutating func place() -> PacketPlacement.Place {
        PacketPlacement.Place.allCases[below(PacketPlacement.Place.allCases.count)]
    }

    private mutating func transferPower() -> TransferPower {
        TransferPower(
            base: perhaps(0.4) { $0.power() }, uplink: MilliwattsPerMegabit(400),
            downlink: MilliwattsPerMegabit(50),
            counted: chance(0.5) ? .everyPacket : .betweenPackets)
    }

    private mutating func bursts() -> BurstPower {
        BurstPower(
            gap: span(0, 12),
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
