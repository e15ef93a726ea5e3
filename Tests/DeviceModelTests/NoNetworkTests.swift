import Kernel
import ModelFixtures
import Studies
import Testing

@testable import DeviceModel

/// Tests of a phone without a network: in flight mode, or without coverage.
@Suite struct NoNetworkTests {
    private func without(
        from: Double = 0, until: Double? = nil, power: Double = 0,
        _ world: WorldProfile = OwnAppRuns.bare
    ) -> WorldProfile {
        var world = world
        world.network.absence = NetworkAbsence(
            from: Fixtures.seconds(from), until: until.map { Fixtures.seconds($0) },
            power: Milliwatts(power))
        return world
    }

    /// A request each minute by an alarm, with a time-out beyond the next alarm.
    private let polling = OwnAppRuns.app(
        AppRule(
            name: "poll", on: OwnAppRuns.every(60, by: .alarm),
            do: [
                .request(
                    RuleRequest(
                        roundTrips: 1, uplink: 10_000, downlink: 10_000,
                        timeout: Fixtures.seconds(90)))
            ]))

    private func run(_ world: WorldProfile, hours: Double = 1) -> RecordedRun {
        OwnAppRuns.run(polling, world, system: OwnAppRuns.system(alarms: true), hours: hours)
    }

    @Test("Without a network requests fail at once, and the radio draws its power: closed form")
    func wholeRun() {
        let run = run(without(power: 5))
        #expect(OwnAppRuns.counts(run) == [59, 0, 59, 0])
        #expect(run.metrics[.bytesUp] == 0 && run.metrics[.promotions] == 0)
        #expect(abs(run.metrics[.radioEnergy]! - 3600 * 0.005) < 1e-9)
        #expect(run.metrics[.radioOnShare] == 0)
        // An outage lets the radio send in vain, and the app wait for its time-out.
        var outage = OwnAppRuns.bare
        outage.network.outages = Spells(
            every: .constant(Seconds(1e-3)), duration: .constant(Seconds(1e6)))
        let inVain = self.run(outage)
        #expect(inVain.metrics[.radioEnergy]! > 100)
        #expect(OwnAppRuns.counts(inVain)[0] < 59)
    }

    @Test("A network that goes and comes back ends requests for the time between")
    func forATime() {
        let run = run(without(from: 1230, until: 2430))
        // 20 requests from 1,260 s to 2,400 s fail.
        #expect(OwnAppRuns.counts(run) == [59, 39, 20, 0])
        #expect(run.metrics[.bytesUp] == 390_000)
    }

    @Test("A transfer on the air ends with the network, and lets the processor go")
    func underWay() {
        // 2 MB take 16 s; the network goes 5 s after the request at 60 s, 3 s after the promotion.
        let app = OwnAppRuns.app(
            AppRule(
                name: "send", on: OwnAppRuns.every(60, by: .alarm),
                do: [.request(RuleRequest(roundTrips: 0, uplink: 2_000_000))]))
        let run = OwnAppRuns.run(
            app, without(from: 65), system: OwnAppRuns.system(alarms: true), hours: 110.0 / 3600)
        #expect(OwnAppRuns.counts(run) == [1, 0, 1, 0])
        #expect(abs(run.metrics[.bytesUp]! - 2e6 * 3 / 16) <= 1)
        #expect(run.metrics[.bytesWasted] == run.metrics[.bytesUp])
        let awake = run.timeline.last {
            run.result.table.plan.lines[$0.line].state == "awake-background"
        }
        #expect(awake.map { $0.until <= Instant.start + Fixtures.seconds(65) } == true)
    }

    @Test("A phone that is off draws nothing, whether its network goes or comes back")
    func off() {
        func total(_ absence: NetworkAbsence?) -> Double {
            var world = OwnAppRuns.bare
            world.battery = BatteryCourse(start: Fraction(1e-6), comesOn: Fraction(0.5))
            world.network.absence = absence
            return run(world).table.totalEnergy.magnitude
        }
        // The battery is empty within a second.
        let alone = total(nil)
        #expect(alone > 0)
        let power = Milliwatts(500)
        for absence in [
            NetworkAbsence(from: Fixtures.seconds(600), power: power),
            NetworkAbsence(from: Fixtures.seconds(600), until: Fixtures.seconds(900), power: power),
        ] {
            #expect(abs(total(absence) - alone) < 1e-9)
        }
    }

    @Test("A behaviour without a rule for a phone without a network is refused")
    func refused() {
        let alarms = OwnAppRuns.system(alarms: true)
        #expect(OwnAppRuns.refusal(polling, without(), system: alarms) == nil)
        let call = PolicyOptions.keepAlive(KeepAliveOptions(interval: Fixtures.seconds(600)))
        for world in [without(), without(from: 60, until: 90)] {
            let refused = OwnAppRuns.refusal(call, world, system: alarms)
            #expect(refused?.message.contains("without a network") ?? false)
        }
    }
}
