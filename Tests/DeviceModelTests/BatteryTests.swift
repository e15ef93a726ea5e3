import Kernel
import ModelFixtures
import Studies
import Testing

@testable import DeviceModel

/// Tests of a simulated battery: its levels, a phone that turns off, and chargers.
struct BatteryTests {
    /// 1420 mAh at 3.7 V.
    private static let capacity = 18_914.4

    private static func scenario(
        start: Double, charging: Charging? = nil, hours: Double = 24, floor: Double = 100,
        traffic: [TrafficSource] = [], low: LowPowerRules? = nil,
        policy: PolicyOptions = .none
    ) -> Scenario {
        var system = Fixtures.system()
        system.lowPower = low
        // As in the shipped systems (SR-035).
        system.lifeCycle.relaunches = [.voip]
        return Fixtures.scenario(
            device: Fixtures.device(floor: floor), system: system, hours: hours,
            world: WorldProfile(
                otherTraffic: traffic, battery: BatteryCourse(start: Fraction(start)),
                charging: charging),
            policies: [NamedPolicy(name: "policy", options: policy)])
    }

    private static func run(_ scenario: Scenario, _ replication: Int = 0) -> RunResult {
        scenario.run(scenario.policies[0].options, replication: replication)
    }

    private static func window(_ from: Double, _ until: Double) -> DailyWindow {
        Fixtures.valid {
            DailyWindow(
                from: Fixtures.seconds(from * 3600), until: Fixtures.seconds(until * 3600))
        }
    }

    @Test("A phone that draws 100 mW alone runs until its battery is empty: closed form")
    func closedForm() {
        // 10 % of 18 914.4 J at 100 mW last 18 914.4 s.
        let result = Self.run(Self.scenario(start: 0.1))
        expectNear(result.metrics[.timeToEmpty] ?? 0, 18_914.4 / 3600, 1e-9)
        expectNear(result.metrics[.energy] ?? 0, 1891.44, 1e-6)
        expectNear(result.metrics[.drain] ?? 0, 100 / (Self.capacity / 0.1 / 3600), 1e-9)
    }

    @Test("A battery that lasts has no time of emptiness and costs nothing")
    func lasts() {
        let followed = Self.run(Self.scenario(start: 1))
        #expect(followed.metrics[.timeToEmpty] == nil)
        expectNear(followed.metrics[.energy] ?? 0, 8640, 1e-6)
    }

    @Test("The energy drawn equals the battery's, to a second's worth, whatever the traffic")
    func drawsWhatThereIs() {
        let traffic = TrafficSource(
            every: .exponential(mean: Seconds(300)), uplink: .constant(Bytes(500)),
            downlink: .exponential(mean: Bytes(50_000)), roundTrips: 2)
        for seed in 0..<30 {
            let scenario = Self.scenario(
                start: 0.1, hours: 48, floor: 15, traffic: [traffic],
                policy: Fixtures.keepAlive(minutes: 10))
            let result = Self.run(scenario, seed)
            let energy = result.metrics[.energy] ?? 0
            #expect(energy > 1891.4 && energy < 1891.44 + 1.2, "seed \(seed): \(energy)")
            let hours = result.metrics[.timeToEmpty] ?? 0
            let drain = result.metrics[.drain] ?? 0
            #expect(abs(hours * drain - 10) < 0.01, "seed \(seed)")
        }
    }

    @Test("Simulating the battery changes nothing while it lasts")
    func followingChangesNothing() {
        let traffic = TrafficSource(
            every: .exponential(mean: Seconds(90)), uplink: .constant(Bytes(500)),
            downlink: .exponential(mean: Bytes(50_000)), roundTrips: 2)
        let followed = Self.scenario(
            start: 1, hours: 12, floor: 15, traffic: [traffic],
            policy: Fixtures.keepAlive(minutes: 10))
        let free = Fixtures.scenario(
            device: Fixtures.device(floor: 15), hours: 12,
            world: WorldProfile(otherTraffic: [traffic]), policies: followed.policies)
        for seed in 0..<10 {
            let (one, two) = (Self.run(followed, seed), Self.run(free, seed))
            for metric in Metric.allCases {
                let (first, second) = (one.metrics[metric], two.metrics[metric])
                #expect(first == second, "seed \(seed), \(metric.rawValue)")
            }
        }
    }

    @Test("A phone at a charger turns on at 3 % and resumes")
    func comesOn() {
        // Empty after 18 914.4 s (5.25 h); from 10 h on 567.432 J at 1 W: on after 567.432 s.
        let charging = Charging(daily: [Self.window(10, 12)], power: Milliwatts(1000))
        let result = Self.run(Self.scenario(start: 0.1, charging: charging))
        let on = 18_914.4 + (86_400 - 36_000 - 567.432)
        // In the two hours the battery gets 900 mW for the rest of them, and is empty again.
        let charged = 567.432 + 0.9 * (7200 - 567.432)
        let until = 12 * 3600 + charged / 0.1
        #expect(until > 86_400)
        expectNear(result.metrics[.energy] ?? 0, on * 0.1, 0.2)
        expectNear(result.metrics[.timeToEmpty] ?? 0, 18_914.4 / 3600, 1e-9)
    }

    @Test("A keep-alive app resumes once when the phone turns on again")
    func goesOn() {
        let charging = Charging(daily: [Self.window(10, 24)], power: Milliwatts(2500))
        let result = Self.run(
            Self.scenario(
                start: 0.1, charging: charging, policy: Fixtures.keepAlive(minutes: 10)))
        // On for about 5 h and 14 h: six handlers an hour, never two chains of them.
        let handlers = result.metrics[.keepAlives] ?? 0
        #expect(handlers > 90 && handlers < 118, "\(handlers)")
    }

    @Test("Below the system's level the display lights up once, and the app is told")
    func lowPower() {
        let low = LowPowerRules(below: Fraction(0.2), alerts: true, holdsBackWork: true)
        let quiet = Self.run(Self.scenario(start: 0.25, hours: 10))
        let warned = Self.run(Self.scenario(start: 0.25, hours: 10, low: low))
        let difference = (warned.metrics[.energy] ?? 0) - (quiet.metrics[.energy] ?? 0)
        // 5 s of 200 mW for the display and of 100 mW for the processor, and a wake-up.
        expectNear(difference, 5 * 0.3 + 0.05, 1e-6)
    }

    @Test("A gauge meets its levels in order, and is not low while it charges")
    func gauge() {
        let low = LowPowerRules(below: Fraction(0.2), alerts: false, holdsBackWork: true)
        let gauge = BatteryGauge(
            start: Fraction(0.3), comesOn: BatteryCourse.usualComesOn, chargingPower: .zero,
            of: Battery(capacity: MilliampereHours(1000), voltage: Volts(1)), low: low,
            greatestPower: Milliwatts(1000))
        func at(_ seconds: Double) -> Instant { .start + Fixtures.seconds(seconds) }
        gauge.follow(to: at(100), drawn: Millijoules(300_000))
        #expect(gauge.takeChange(at: at(100)) == nil)
        gauge.follow(to: at(1000), drawn: Millijoules(360_001))
        #expect(gauge.takeChange(at: at(1000)) == .lowPower(true))
        #expect(gauge.takeChange(at: at(1000)) == nil)
        gauge.isCharging = true
        #expect(gauge.takeChange(at: at(1001)) == .lowPower(false))
        gauge.isCharging = false
        gauge.follow(to: at(2000), drawn: Millijoules(1_080_000))
        #expect(gauge.takeChange(at: at(2000)) == .empty)
        #expect(gauge.isOff && gauge.emptied == at(2000))
    }
}
