import Kernel
import ModelFixtures
import Studies
import Testing

@testable import DeviceModel

/// Tests of a system that restricts its apps while the battery is nearly empty.
@Suite struct BatterySaverTests {
    private let counts = OwnAppRuns.counts

    private func system(
        cutsNetwork: Bool = false, positions: LowPowerRules.Positions = .all
    ) -> SystemRules {
        var system = JobRuns.system()
        system.standardLocation = Fixtures.laterSystem().standardLocation
        system.foregroundServices = ForegroundServiceRules(
            startInBackground: false, workThroughDoze: true, liftJobQuotas: true)
        system.lowPower = LowPowerRules(
            below: Fraction(0.5), alerts: false, holdsBackWork: false, cutsNetwork: cutsNetwork,
            positions: positions)
        return system
    }

    /// The battery is below the system's level from the start. The app is in front from 3,010 s on
    /// for 1,000 s.
    private func world(savesPower: Bool = true) -> WorldProfile {
        var world = OwnAppRuns.front(from: 3010, for: 1000)
        world.battery = BatteryCourse(start: Fraction(0.4), savesPower: savesPower)
        return world
    }

    @Test("AM-220: the battery saver cuts the network of apps in the background")
    func network() {
        func done(
            _ cuts: Bool, kept: KeptRunning = .nothing, isUnrestricted: Bool = false,
            savesPower: Bool = true
        ) -> Double {
            var app = OwnAppRuns.app(
                AppRule(
                    name: "ask", on: OwnAppRuns.every(600, by: .alarm),
                    do: [
                        .request(
                            RuleRequest(
                                roundTrips: 1, uplink: 100, downlink: 100,
                                timeout: Fixtures.seconds(10)))
                    ]), kept: kept)
            app.traits.isUnrestricted = isUnrestricted
            return counts(
                OwnAppRuns.run(
                    app, world(savesPower: savesPower), system: system(cutsNetwork: cuts),
                    hours: 2))[1]
        }
        #expect(done(false) == 11)
        // The app is in front at 3,600 s only.
        #expect(done(true) == 1)
        #expect(done(true, kept: .connectedDevice) == 11)
        #expect(done(true, isUnrestricted: true) == 11)
        #expect(done(true, savesPower: false) == 11)
    }

    @Test("AM-222, AM-223: the battery saver allows positions with the display on, or in front")
    func positions() {
        let app = { (kept: KeptRunning) in
            OwnAppRuns.app(
                AppRule(
                    name: "where", on: OwnAppRuns.every(600, by: .alarm),
                    do: [.locate(.best, within: Fixtures.seconds(60))]),
                kept: kept)
        }
        func fixes(_ positions: LowPowerRules.Positions, kept: KeptRunning = .nothing) -> Double? {
            OwnAppRuns.run(
                app(kept), world(), system: system(positions: positions), hours: 2
            ).metrics[.fixes]
        }
        #expect(fixes(.all) == 11)
        #expect(fixes(.inFront) == 1)
        #expect(fixes(.screenOn) == 1)
        #expect(fixes(.inFront, kept: .connectedDevice) == 11)
        #expect(fixes(.inFront, kept: .location) == 11)
        #expect(fixes(.screenOn, kept: .connectedDevice) == 1)
    }

    @Test(
        "AM-222: the battery saver turns an app's continuous receiver off while it holds positions")
    func receiver() {
        let track = OwnAppRuns.app(
            AppRule(
                name: "way", on: OwnAppRuns.every(60, by: .timer),
                do: [
                    .track(
                        RuleTrack(
                            accuracy: .best, filter: Meters(10), span: Fixtures.seconds(7200)))
                ]),
            declares: [.location], kept: .location)
        func seconds(_ positions: LowPowerRules.Positions) -> Double {
            let run = OwnAppRuns.run(
                track, world(), system: system(positions: positions), hours: 2)
            return run.timeline.reduce(0) { sum, posting in
                let line = run.table.plan.lines[posting.line]
                return line.component == .gnss && line.state != "off"
                    ? sum + (posting.until - posting.from).seconds.magnitude : sum
            }
        }
        #expect(seconds(.all) == 7140)
        #expect(seconds(.inFront) == 7140)
        // In front from 3 010 to 4 010 s, and from 7 020 s on.
        #expect(seconds(.screenOn) == 1180)
    }
}
