import Kernel
import ModelFixtures
import Studies
import Testing

@testable import DeviceModel

@Suite struct KeepAliveTests {
    private func run(
        _ options: PolicyOptions, world: WorldProfile = WorldProfile(), earliness: Double = 0,
        hours: Double = 24, wakeUpTime: Double = 0, seed: UInt64 = 1
    ) -> RecordedRun {
        let scenario = Fixtures.scenario(
            device: Fixtures.device(wakeUpTime: wakeUpTime),
            system: Fixtures.system(earliness: earliness), hours: hours, world: world,
            policies: [NamedPolicy(name: "app", options: options)], seed: seed)
        return RecordedRun(scenario, policy: options)
    }

    /// The radio's cost of one keep-alive of 200 B on umts-att-2010, tail included.
    private let joulesEach = 2 * 0.53 + 5 * 0.7 + 12 * 0.35 + (0.15 + 200 * 8 / 1e6) * 0.7

    @Test(
        "Alone in the world, every interval costs one promotion, one transfer and a whole tail",
        arguments: [(10.0, 143, 6.7), (29.0, 49, 2.3)])
    func closedForm(minutes: Double, expected: Int, percent: Double) throws {
        let result = run(Fixtures.keepAlive(minutes: minutes))
        // The 144th handler of the 10-minute app would run at the very end of the day.
        #expect(result.metrics[.keepAlives] == Double(expected))
        let radio = try #require(result.metrics[.radioEnergy])
        #expect(abs(radio - Double(expected) * joulesEach) <= 1e-9 * radio)
        // 1420 mAh at 3.7 V hold 18,914.4 J.
        #expect((radio / 18914.4 * 1000).rounded() / 10 == percent)
    }

    @Test("Handlers come exactly at the interval when nothing else wakes the phone")
    func exactTimes() {
        let result = run(Fixtures.keepAlive(minutes: 29), earliness: 0.5)
        let promotions = result.timeline.filter {
            result.table.plan.lines[$0.line].kind == .promotion
        }
        let interval = Fixtures.seconds(29 * 60).nanoseconds
        #expect(promotions.map(\.from.nanoseconds) == (1...49).map { $0 * interval })
        #expect(promotions.map(\.cause.serial) == Array(1...49))
    }

    @Test("Other work in the last part of the interval triggers the handler")
    func grouping() {
        let world = WorldProfile(otherTraffic: [
            TrafficSource(
                every: .constant(Seconds(570)), uplink: .constant(Bytes(100)),
                downlink: .constant(Bytes(100)), roundTrips: 1)
        ])
        let grouped = run(Fixtures.keepAlive(minutes: 10), world: world, earliness: 0.1)
        let alone = run(Fixtures.keepAlive(minutes: 10), world: world, earliness: 0)
        // Every 570 s, each with the other app's: as many promotions as the other app alone.
        let reference = run(.none, world: world)
        #expect(grouped.metrics[.keepAlives] == Double(24 * 3600 / 570))
        #expect(grouped.metrics[.promotions] == reference.metrics[.promotions])
        #expect(grouped.metrics[.energy]! < alone.metrics[.energy]!)
    }

    @Test("A connection that the middlebox has forgotten is opened again, and calls are missed")
    func connectionLoss() {
        let world = WorldProfile(
            network: NetworkBehaviour(natIdleTimeout: .constant(Seconds(20 * 60))),
            incomingCalls: .constant(Seconds(25 * 60)))
        let result = run(Fixtures.keepAlive(minutes: 29), world: world, hours: 2)
        // Alive to 20 min and made anew at 29, to 49 and made anew at 58. Calls at 25 and 50 min
        // find it dead. Those at 75 and 100 min keep it for another 20 min each, to the handlers at
        // 87 and 116 min and so to the end.
        #expect(result.metrics[.callsOffered] == 4)
        #expect(result.metrics[.callsMissed] == 2)
        #expect(result.metrics[.connectionLosses] == 2)
        let share = result.metrics[.unreachableShare]!
        // Dead for 9 minutes twice, less the seconds that the transfers take.
        #expect(abs(share - 100 * 18.0 / 120) < 0.1, "\(share)")
    }

    @Test("A change of network ends the connection at once")
    func networkChange() {
        let world = WorldProfile(
            network: NetworkBehaviour(change: .constant(Seconds(3600))),
            incomingCalls: .constant(Seconds(3601)))
        let result = run(Fixtures.keepAlive(minutes: 29), world: world, hours: 3.5)
        #expect(result.metrics[.callsMissed] == 3)
        #expect(result.metrics[.connectionLosses] == 3)
    }

    @Test("A call on its way when the network changes is missed and keeps nothing alive")
    func networkChangeDuringCall() {
        // The call comes a second before the change; its signalling takes more than two.
        let world = WorldProfile(
            network: NetworkBehaviour(change: .constant(Seconds(3600))),
            incomingCalls: .constant(Seconds(3599)))
        let result = run(Fixtures.keepAlive(minutes: 29), world: world, hours: 1.9)
        #expect(result.metrics[.callsOffered] == 1)
        #expect(result.metrics[.callsMissed] == 1)
        #expect(result.metrics[.connectionLosses] == 1)
        // From the change to the next handler, at 87 minutes.
        let dead = result.metrics[.unreachableShare]! / 100 * 1.9 * 60
        #expect(abs(dead - 27) < 0.1, "\(dead) min")
    }

    @Test("A call in the nanosecond of a network change meets a dead connection")
    func networkChangeAtCall() {
        let world = WorldProfile(
            network: NetworkBehaviour(change: .constant(Seconds(3600))),
            incomingCalls: .constant(Seconds(3600)))
        let metrics = run(Fixtures.keepAlive(minutes: 29), world: world, hours: 1.5).metrics
        #expect(metrics[.callsOffered] == 1 && metrics[.callsMissed] == 1)
    }

    @Test("Calls that overlap keep their own numbers")
    func overlappingCalls() {
        // A call a second: the second one comes during the first one's signalling.
        let world = WorldProfile(incomingCalls: .constant(Seconds(1)))
        let result = run(
            Fixtures.keepAlive(minutes: 29), world: world, hours: 4.0 / 3600)
        let lit = result.timeline.filter { result.table.plan.lines[$0.line].state == "lit" }
        #expect(lit.first?.cause.serial == 1, "\(lit)")
        let waking = result.timeline.filter {
            result.table.plan.lines[$0.line].component == .processor && $0.cause.activity >= 2
        }
        #expect(waking.first?.cause.serial == 1, "\(waking)")
    }

    @Test("An interval so short that a run would hardly end is always refused")
    func tooShort() {
        var system = Fixtures.system()
        system.keepAlive.minimumInterval = .zero
        #expect(
            throws: Refusal.tooSmall(option: "interval", found: "10 ms", least: "1 s")
        ) {
            try Fixtures.keepAlive(minutes: 0.01 / 60, handlerTime: 0).check(
                system: system, device: Fixtures.device(), radio: Fixtures.umts(),
                world: WorldProfile())
        }
    }

    @Test("A call rings after promotion, signalling and wake-up")
    func timeToRing() {
        let world = WorldProfile(incomingCalls: .constant(Seconds(2000)))
        let result = run(
            Fixtures.keepAlive(minutes: 60), world: world, hours: 0.8, wakeUpTime: 0.25)
        // 2 s of promotion, two round trips of 150 ms, 500 B up and 1 500 B down at 1 Mbit/s.
        let onAir: Double = 2000 * 8 / 1e6
        let expected = 2 + 0.3 + onAir + 0.25
        #expect(abs(result.metrics[.timeToRing]! - expected) < 1e-9)
        #expect(result.metrics[.callsMissed] == 0)
    }

    @Test("The time to ring is undefined, not zero, without calls")
    func undefined() {
        let metrics = run(Fixtures.keepAlive(minutes: 10)).metrics
        #expect(metrics[.timeToRing] == nil)
        #expect(metrics[.playedTime] == nil && metrics[.positionErrorMedian] == nil)
    }

    @Test("The marginal cost next to other traffic is below the lone cost in 20 worlds")
    func marginalCost() {
        let world = WorldProfile(otherTraffic: [
            TrafficSource(
                every: .exponential(mean: Seconds(1800)), uplink: .constant(Bytes(2048)),
                downlink: .constant(Bytes(20_480)), roundTrips: 1)
        ])
        let alone = run(Fixtures.keepAlive(minutes: 10)).metrics[.radioEnergy]!
        var sum = 0.0
        for seed in 1...20 as ClosedRange<UInt64> {
            let with = run(Fixtures.keepAlive(minutes: 10), world: world, seed: seed)
            let without = run(.none, world: world, seed: seed)
            let marginal = with.metrics[.radioEnergy]! - without.metrics[.radioEnergy]!
            // On a day without shared tails the marginal cost equals the lone cost.
            let isBetween = marginal <= alone * (1 + 1e-9) && marginal > 0.5 * alone
            #expect(isBetween, "seed \(seed): \(marginal)")
            sum += marginal
        }
        #expect(sum < 20 * 0.99 * alone, "\(sum / 20) against \(alone)")
    }
}
