import Kernel
import ModelFixtures
import Studies
import Testing

@testable import DeviceModel

/// Tests of location apps that the user, the phone or the system ends.
@Suite struct AppLifeLocationTests {
    /// Thirty kilometres straight away from home at 10 m/s, in 3000 s.
    private static let drive: Movement = {
        let far = Places.munich.destination(bearing: Degrees(90), distance: Meters(30_000))
        let points = [
            TrackPoint(time: .start, position: Places.munich),
            TrackPoint(time: .start + Fixtures.seconds(3000), position: far),
        ]
        return .track(Fixtures.valid { try RecordedTrack(pieces: [points]) })
    }()

    private static let home = Fixtures.valid {
        Region(name: "home", center: .home, radius: Meters(200))
    }

    private func world(
        forceQuits: Double? = nil, sessions: (every: Double, duration: Double)? = nil,
        pressure: (every: Double, leaves: Double)? = nil, restarts: Double? = nil
    ) -> WorldProfile {
        WorldProfile(
            movement: Self.drive, cells: .hexagonal(Places.urbanMacro), regions: [Self.home],
            apps: [
                AppWorldProfile(
                    sessions: sessions.map {
                        Spells(
                            every: .constant(Seconds($0.every)),
                            duration: .constant(Seconds($0.duration)))
                    },
                    forceQuits: forceQuits.map { .constant(Seconds($0)) })
            ],
            memoryPressure: pressure.map {
                MemoryPressure(
                    every: .constant(Seconds($0.every)),
                    leaves: .constant(Bytes($0.leaves * 1e6)))
            },
            restarts: restarts.map { .constant(Seconds($0)) })
    }

    /// An hour. Events are at least a minute apart, so each finds the radio at rest.
    private func run(
        _ options: PolicyOptions, _ world: WorldProfile, exempts: Bool = false, seed: UInt64 = 1
    ) -> RunResult {
        var device = Fixtures.device()
        device.gnss.starts = GNSSProfile.StartTimes(cold: .constant(.zero))
        let scenario = Fixtures.scenario(
            device: device,
            system: Fixtures.system(
                minimumInterval: 60,
                lifeCycle: Fixtures.lifeCycle(locationAfterForceQuit: exempts)),
            hours: 1, world: world, policies: [NamedPolicy(name: "app", options: options)],
            seed: seed)
        return scenario.run(options)
    }

    private let significantChange = PolicyOptions.significantChange(
        SignificantChangeOptions(upload: Fixtures.positionUpload))

    private func tracking(_ result: RunResult) -> Double {
        result.table.residence(of: "tracking", in: .gnss).seconds.magnitude
    }

    @Test(
        "SR-033: after a force quit changes are delivered only from iOS 8 on",
        arguments: 1...5 as ClosedRange<UInt64>)
    func forceQuit(seed: UInt64) {
        let all = run(significantChange, world(), seed: seed).metrics[.fixes]!
        let none = run(significantChange, world(forceQuits: 1), seed: seed).metrics
        let kept = run(significantChange, world(forceQuits: 1000), seed: seed).metrics
        let back = run(significantChange, world(forceQuits: 1000), exempts: true, seed: seed)
            .metrics
        #expect(none[.fixes] == 1, "that of the start")
        #expect(kept[.fixes]! > 1 && kept[.fixes]! < all / 2)
        #expect(kept[.appEndings] == 1 && kept[.appLaunches] == 0)
        #expect(back[.fixes] == all)
        // The event that waits for its minimum interval also comes after the quit at 3000 s.
        #expect(back[.appLaunches] == 3)
    }

    @Test("SR-033: an app that the user reopens gets its position and the changes")
    func opened() {
        let down = run(significantChange, world(forceQuits: 1000)).metrics
        let opened = run(
            significantChange, world(forceQuits: 1000, sessions: (1500, 10))
        ).metrics
        #expect(opened[.appLaunches] == 2 && opened[.appEndings] == 2)
        #expect(opened[.fixes]! >= down[.fixes]! + 4)
    }

    @Test("SR-026: a restarted phone launches the app with the next change")
    func restarts() {
        let all = run(significantChange, world()).metrics
        let restarted = run(significantChange, world(restarts: 1000)).metrics
        #expect(restarted[.fixes] == all[.fixes])
        #expect(restarted[.appLaunches] == 3)
    }

    @Test("SR-004: a purge costs the launch that the next event needs, and no event")
    func purges() {
        let all = run(significantChange, world()).metrics
        let purged = run(significantChange, world(pressure: (1000, 5))).metrics
        #expect(purged[.fixes] == all[.fixes])
        #expect(purged[.appLaunches] == 3 && purged[.appEndings] == 3)
        // 1.5 s at 100 mW each.
        #expect(abs(purged[.energy]! - all[.energy]! - 0.45) < 1e-9)
        var restoring = significantChange
        restoring.traits.restore = Fixtures.seconds(2)
        let restored = run(restoring, world(pressure: (1000, 5))).metrics
        #expect(abs(restored[.energy]! - purged[.energy]! - 0.6) < 1e-9)
        #expect(
            run(restoring, world(restarts: 1000)).metrics[.energy]
                == run(significantChange, world(restarts: 1000)).metrics[.energy])
        let small = run(significantChange, world(pressure: (1000, 20))).metrics
        #expect(small[.energy] == all[.energy] && small[.appLaunches] == 0)
    }

    @Test("SR-029, SR-033: an app that the user keeps stopped misses the exit of a region")
    func region() {
        let options = PolicyOptions.region(
            RegionOptions(report: .region, upload: Fixtures.positionUpload))
        let told = run(options, world()).metrics
        #expect(told[.regionEvents] == 1 && told[.regionEventsMissed] == 0)
        let missed = run(options, world(forceQuits: 1)).metrics
        #expect(missed[.regionEvents] == 1 && missed[.regionEventsMissed] == 1)
        let back = run(options, world(forceQuits: 1), exempts: true).metrics
        #expect(back[.regionEventsMissed] == 0 && back[.appLaunches] == 1)
    }

    @Test("SR-024, SR-025: standard updates end with the app, until the user reopens it")
    func standard() {
        let options = PolicyOptions.gpsContinuous(
            GPSContinuousOptions(
                uploadEvery: Fixtures.seconds(60), upload: Fixtures.positionUpload))
        // Quit at 1000, 2000 and 3000 s, opened at 1500 and 3010 s.
        let result = run(options, world(forceQuits: 1000, sessions: (1500, 10)))
        #expect(abs(tracking(result) - (1000 + 500 + 590)) < 1e-9)
        let awake = result.table.residence(of: "awake-background", in: .processor)
        #expect(awake.seconds.magnitude < 1000 + 500 + 590 + 5)
        // An app that runs in the background is not purged.
        #expect(tracking(run(options, world(pressure: (100, 0)))) == 3600)
    }

    @Test("SR-024, IM-078: without the location mode updates arrive only while the app is in front")
    func foregroundOnly() {
        let options = PolicyOptions.standard(
            StandardOptions(
                accuracy: .best, background: .foregroundOnly(Fixtures.seconds(100)),
                uploads: .every(Fixtures.seconds(60)), upload: Fixtures.positionUpload))
        #expect(tracking(run(options, world())) == 100)
        // In front from 1000, 2200 and 3400 s on, for 200 s each.
        #expect(tracking(run(options, world(sessions: (1000, 200)))) == 700)
    }

    @Test("A periodic search ends with the app and releases the processor")
    func periodic() {
        let options = PolicyOptions.gpsPeriodic(
            GPSPeriodicOptions(
                every: Fixtures.seconds(300), uploads: .fixes(1),
                upload: Fixtures.positionUpload))
        let result = run(options, world(forceQuits: 1000))
        // At 0, 300, 600 and 900 s.
        #expect(result.metrics[.fixes] == 4)
        let awake = result.table.residence(of: "awake-background", in: .processor)
        #expect(awake.seconds.magnitude < 1003)
    }

    @Test("A purge ends a tracker in the middle of its route, and only iOS 8 brings it back")
    func regionTriggered() {
        let options = PolicyOptions.regionTriggered(
            RegionTriggeredOptions(
                track: .outside, uploadEvery: Fixtures.seconds(60),
                timeout: Fixtures.seconds(60), upload: Fixtures.positionUpload))
        let whole = run(options, world())
        let cut = run(options, world(forceQuits: 1000))
        #expect(abs(tracking(whole) - tracking(cut) - 2600) < 1e-6)
        let opened = run(options, world(forceQuits: 1000, sessions: (1500, 10)))
        #expect(abs(tracking(opened) - tracking(cut) - 500 - 590) < 1e-6)
    }

    @Test("SR-031: the receiver of a hybrid runs only after a move")
    func hybrid() {
        let options = PolicyOptions.hybrid(
            HybridOptions(timeout: Fixtures.seconds(60), upload: Fixtures.positionUpload))
        var still = world()
        still.movement = .still(at: Places.munich)
        for (world, moves) in [(still, false), (world(), true)] {
            let scenario = Fixtures.scenario(
                system: Fixtures.system(minimumInterval: 120), hours: 1, world: world,
                policies: [NamedPolicy(name: "app", options: options)])
            let result = scenario.run(options)
            let searching = result.table.residence(of: "acquiring", in: .gnss).seconds.magnitude
            #expect(moves ? searching > 30 : searching == 30, "one cold start at the beginning")
            #expect((result.metrics[.fixes]! > 1) == moves)
        }
    }
}
