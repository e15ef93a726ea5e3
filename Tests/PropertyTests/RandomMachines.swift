import Kernel
import ModelFixtures

@testable import DeviceModel

/// Random radio profiles and arrivals, for properties that hold for all of them.
enum RandomMachines {
    /// A valid machine of two to six states: a chain of timers downwards, promotions upwards.
    static func profile(_ random: inout RandomStream) -> RadioProfile {
        while true {
            if let profile = try? candidate(&random) { return profile }
        }
    }

    /// A valid machine of two to six states with predictable excursions: chains of timers and
    /// promotions, without slow releases.
    static func plainProfile(_ random: inout RandomStream) -> RadioProfile {
        while true {
            let rich = profile(&random)
            let states = rich.states.map { state in
                RadioState(
                    name: state.name, draw: state.draw, uplink: state.uplink,
                    downlink: state.downlink,
                    demotion: state.demotion.map { Demotion(to: $0.to, after: $0.after) },
                    reception: state.reception, paging: state.paging)
            }
            let plain = try? RadioProfile(
                name: "plain", technology: .umts, states: states, initial: rich.initial,
                promotions: rich.promotions, roundTrip: rich.roundTrip,
                transferPower: rich.transferPower)
            if let plain { return plain }
        }
    }

    /// The machine with two to four signal levels, some of which have their own powers.
    static func leveled(_ profile: RadioProfile, _ random: inout RandomStream) -> RadioProfile {
        let levels = (0..<2 + pick(3, &random)).map { index in
            let receiving = power(900, &random)
            let powers = SignalLevel.Powers(
                sending: receiving + power(900, &random), receiving: receiving)
            return SignalLevel(
                name: "level-\(index)",
                powers: random.uniform() < 0.7 ? powers : nil,
                uplink: Fraction(0.05 + 0.95 * random.uniform()),
                downlink: random.uniform() < 0.3
                    ? Fraction(1) : Fraction(0.05 + 0.95 * random.uniform()))
        }
        return Fixtures.leveled(profile, levels)
    }

    /// A few hundred packets, alternately close together and far apart, some simultaneous.
    static func packets(_ random: inout RandomStream) -> [Packet] {
        var time = Instant.start
        return (0..<300).map { index in
            let gap = random.uniform() < 0.1 ? 0 : random.exponential()
            time = time + Fixtures.seconds((index / 40 % 2 == 0 ? 0.01 : 3) * gap)
            return Packet(
                time: time, bytes: Int64(1500 * random.uniform()),
                direction: random.uniform() < 0.5 ? .uplink : .downlink)
        }
    }

    /// The times of signal changes with their levels, ascending, some of them at whole seconds.
    static func signal(
        _ profile: RadioProfile, _ random: inout RandomStream, count: Int, within seconds: Double
    ) -> [(time: Instant, level: Int)] {
        let times = (0..<count).map { _ in
            let time = seconds * random.uniform()
            return random.uniform() < 0.3 ? time.rounded() : time
        }.sorted()
        return times.map {
            (Instant.start + Fixtures.seconds($0), pick(profile.levels.count, &random))
        }
    }

    private static func candidate(_ random: inout RandomStream) throws -> RadioProfile {
        let count = 2 + pick(5, &random)
        let carries = (0..<count).map {
            $0 == count - 1 || ($0 > 0 && random.uniform() < 0.5)
        }
        var promotions: [Promotion] = []
        for from in 0..<(count - 1) {
            for to in (from + 1)..<count where random.uniform() < 0.7 {
                promotions.append(promotion(from, to, carries[from], &random))
            }
        }
        let hasBursts = pick(4, &random) == 1
        let states = (0..<count).map { state($0, carries: carries[$0], &random) }
        return try RadioProfile(
            name: "random", technology: .umts, states: states, initial: 0,
            promotions: promotions, roundTrip: Seconds(0.2 * random.uniform()),
            transferPower: perhaps(0.5, &random) { random in
                TransferPower(
                    base: perhaps(0.5, &random) { power(900, &$0) },
                    uplink: MilliwattsPerMegabit(400 * random.uniform()),
                    downlink: MilliwattsPerMegabit(50 * random.uniform()))
            },
            bursts: hasBursts ? bursts(&random) : nil,
            fastDormancy: perhaps(0.3, &random) { random in
                FastDormancy(
                    after: span(6, &random), to: pick(count, &random),
                    release: perhaps(0.4, &random) { release(&$0) })
            })
    }

    private static func state(
        _ index: Int, carries: Bool, _ random: inout RandomStream
    ) -> RadioState {
        let reception = carries ? perhaps(0.3, &random) { Self.reception(&$0) } : nil
        let draw = reception == nil ? draw(&random) : .constant(power(1000, &random))
        return RadioState(
            name: "S\(index)", draw: draw,
            uplink: carries ? rate(&random) : nil,
            downlink: carries ? rate(&random) : nil,
            demotion: index == 0
                ? nil
                : Demotion(
                    to: pick(index, &random), after: span(8, &random),
                    release: perhaps(0.2, &random) { release(&$0) }),
            reception: reception,
            paging: carries ? nil : paging(draw))
    }

    /// A paging cycle for half of the cycles, without further draws.
    private static func paging(_ draw: PowerDraw) -> TimeSpan? {
        guard case .cycle(let cycle) = draw, cycle.on.nanoseconds % 2 == 1 else { return nil }
        return cycle.period
    }

    private static func perhaps<Value>(
        _ share: Double, _ random: inout RandomStream, _ value: (inout RandomStream) -> Value
    ) -> Value? {
        random.uniform() < share ? value(&random) : nil
    }

    /// Cycles of 5 ms and more, because the oracle evaluates them one by one.
    private static func reception(_ random: inout RandomStream) -> DiscontinuousReception {
        let cycle = max(span(0.3, &random), Fixtures.seconds(0.005))
        let hasShort = random.uniform() < 0.6
        let on = 1 + Int64(random.next() % UInt64(cycle.nanoseconds))
        return DiscontinuousReception(
            inactivity: span(0.5, &random), on: TimeSpan(nanoseconds: on),
            short: hasShort
                ? DiscontinuousReception.ShortCycle(cycle: cycle, count: 1 + pick(5, &random))
                : nil,
            long: hasShort
                ? TimeSpan(nanoseconds: cycle.nanoseconds * Int64(2 + pick(6, &random))) : cycle,
            micro: perhaps(0.7, &random) { level(from: 0, &$0) },
            light: perhaps(0.5, &random) { level(from: 0.01, &$0) },
            deep: level(from: 0.1, &random), downlink: on % 2 == 0 ? .atOnce : .waits)
    }

    private static func level(
        from gap: Double, _ random: inout RandomStream
    ) -> DiscontinuousReception.SleepLevel {
        DiscontinuousReception.SleepLevel(
            power: power(100, &random), transition: Millijoules(5 * random.uniform()),
            leastGap: Fixtures.seconds(gap))
    }

    private static func rate(_ random: inout RandomStream) -> BitsPerSecond {
        BitsPerSecond(1e4 + 1e6 * random.uniform())
    }

    private static func power(_ most: Double, _ random: inout RandomStream) -> Milliwatts {
        Milliwatts(most * random.uniform())
    }

    private static func release(_ random: inout RandomStream) -> Release {
        Release(delay: span(1.5, &random), power: power(800, &random))
    }

    private static func bursts(_ random: inout RandomStream) -> BurstPower {
        BurstPower(
            uplink: BurstPower.Cost(power: power(900, &random), energy: Millijoules(30)),
            downlink: BurstPower.Cost(power: power(900, &random), energy: Millijoules(20)))
    }

    private static func promotion(
        _ from: Int, _ to: Int, _ carries: Bool, _ random: inout RandomStream
    ) -> Promotion {
        let trigger: Promotion.Trigger =
            carries || random.uniform() < 0.3
            ? .queueOver(
                uplink: random.uniform() < 0.8 ? Bytes(Double(pick(3000, &random))) : nil,
                downlink: Bytes(Double(pick(3000, &random))))
            : .data
        // A quarter of all promotions is instant.
        let delay = random.uniform() < 0.25 ? TimeSpan.zero : span(2, &random)
        let delays = [delay, span(2, &random), span(2, &random)].sorted()
        return Promotion(
            from: from, to: to,
            delay: random.uniform() < 0.7
                ? PromotionDelay(delay)
                : PromotionDelay(least: delays[0], usual: delays[1], most: delays[2]),
            power: power(800, &random), trigger: trigger)
    }

    private static func draw(_ random: inout RandomStream) -> PowerDraw {
        guard random.uniform() < 0.4 else { return .constant(power(1000, &random)) }
        let period = max(span(1, &random), Fixtures.seconds(0.01))
        let on = TimeSpan(nanoseconds: 1 + Int64(random.next() % UInt64(period.nanoseconds)))
        return .cycle(
            PowerCycle(
                period: period, on: on, onPower: power(1000, &random),
                offPower: power(100, &random),
                transition: random.uniform() < 0.5 ? .zero : Millijoules(3)))
    }

    /// Transfers in ascending order. Many fall on the nanosecond of another, or on a whole second,
    /// where timers expire.
    static func arrivals(
        _ random: inout RandomStream, count: Int, within seconds: Double
    ) -> [(Instant, Transfer)] {
        let times = (0..<count).map { _ in
            let time = seconds * random.uniform()
            return random.uniform() < 0.3 ? time.rounded() : time
        }.sorted()
        return times.map { time in
            let small = random.uniform() < 0.5
            var transfer = Transfer(
                roundTrips: pick(4, &random),
                uplink: Int64(pick(small ? 300 : 40_000, &random)),
                downlink: Int64(pick(small ? 300 : 200_000, &random)),
                cause: Cause(activity: 1 + pick(3, &random)), ticket: Ticket())
            transfer.goesFirst = transfer.uplink % 3 == 0
            transfer.comesDown = transfer.downlink % 2 == 0
            return (Instant.start + Fixtures.seconds(time), transfer)
        }
    }

    static func pick(_ count: Int, _ random: inout RandomStream) -> Int {
        Int(random.next() % UInt64(count))
    }

    /// Up to `seconds`. Half of the time it is a multiple of a tenth, so that times coincide.
    private static func span(_ seconds: Double, _ random: inout RandomStream) -> TimeSpan {
        let exact = seconds * random.uniform()
        let rounded = random.uniform() < 0.5 ? (exact * 10).rounded() / 10 : exact
        return max(Fixtures.seconds(rounded), TimeSpan(nanoseconds: 1_000))
    }
}
