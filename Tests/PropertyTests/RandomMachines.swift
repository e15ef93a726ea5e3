import DeviceModel
import EventKernel
import ModelFixtures
import Quantities

/// Random radio profiles and random arrivals, for properties that hold for all of them.
enum RandomMachines {
    /// A valid machine of two to six states: a chain of timers downwards, promotions upwards.
    static func profile(_ random: inout RandomStream) -> RadioProfile {
        while true {
            if let profile = try? candidate(&random) { return profile }
        }
    }

    private static func candidate(_ random: inout RandomStream) throws -> RadioProfile {
        let count = 2 + pick(5, &random)
        let states = (0..<count).map { index in
            let carries = index == count - 1 || (index > 0 && random.uniform() < 0.5)
            return RadioState(
                name: "S\(index)", draw: draw(&random),
                uplink: carries ? BitsPerSecond(1e4 + 1e6 * random.uniform()) : nil,
                downlink: carries ? BitsPerSecond(1e4 + 1e6 * random.uniform()) : nil,
                demotion: index == 0
                    ? nil : Demotion(to: pick(index, &random), after: span(8, &random)))
        }
        var promotions: [Promotion] = []
        for from in 0..<(count - 1) {
            for to in (from + 1)..<count where random.uniform() < 0.7 {
                promotions.append(promotion(from, to, states[from].carriesData, &random))
            }
        }
        let power =
            random.uniform() < 0.5
            ? nil
            : TransferPower(
                base: random.uniform() < 0.5 ? nil : Milliwatts(900 * random.uniform()),
                uplink: MilliwattsPerMegabit(400 * random.uniform()),
                downlink: MilliwattsPerMegabit(50 * random.uniform()))
        return try RadioProfile(
            name: "random", technology: .umts, states: states, initial: 0,
            promotions: promotions, roundTrip: Seconds(0.2 * random.uniform()),
            transferPower: power)
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
        // A quarter of all promotions takes no time at all.
        let delay = random.uniform() < 0.25 ? TimeSpan.zero : span(2, &random)
        return Promotion(
            from: from, to: to, delay: delay, power: Milliwatts(800 * random.uniform()),
            trigger: trigger)
    }

    private static func draw(_ random: inout RandomStream) -> PowerDraw {
        guard random.uniform() < 0.4 else { return .constant(Milliwatts(1000 * random.uniform())) }
        let period = max(span(1, &random), Fixtures.seconds(0.01))
        let on = TimeSpan(nanoseconds: 1 + Int64(random.next() % UInt64(period.nanoseconds)))
        return .cycle(
            PowerCycle(
                period: period, on: on, onPower: Milliwatts(1000 * random.uniform()),
                offPower: Milliwatts(100 * random.uniform())))
    }

    /// Transfers in ascending order; many of them at the very nanosecond of another or of a whole
    /// second, where timers expire.
    static func arrivals(
        _ random: inout RandomStream, count: Int, within seconds: Double
    ) -> [(Instant, Transfer)] {
        let times = (0..<count).map { _ in
            let time = seconds * random.uniform()
            return random.uniform() < 0.3 ? time.rounded() : time
        }.sorted()
        return times.map { time in
            let small = random.uniform() < 0.5
            return (
                Instant.start + Fixtures.seconds(time),
                Transfer(
                    roundTrips: pick(4, &random),
                    uplink: Int64(pick(small ? 300 : 40_000, &random)),
                    downlink: Int64(pick(small ? 300 : 200_000, &random)),
                    cause: Cause(activity: 1 + pick(3, &random)), notice: 0)
            )
        }
    }

    static func pick(_ count: Int, _ random: inout RandomStream) -> Int {
        Int(random.next() % UInt64(count))
    }

    /// Up to `seconds`, half of the time a whole number of tenths, so that things coincide.
    private static func span(_ seconds: Double, _ random: inout RandomStream) -> TimeSpan {
        let exact = seconds * random.uniform()
        let rounded = random.uniform() < 0.5 ? (exact * 10).rounded() / 10 : exact
        return max(Fixtures.seconds(rounded), TimeSpan(nanoseconds: 1_000))
    }
}
