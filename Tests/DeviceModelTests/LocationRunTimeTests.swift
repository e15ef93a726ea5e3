import Kernel
import ModelFixtures
import Studies
import Testing

@testable import DeviceModel

/// Tests of the short time that a location event gives an app that asks for no more.
@Suite struct LocationRunTimeTests {
    /// North for 5 km at 10 m/s, with a cell each kilometre.
    private static let world: WorldProfile = {
        let far = Places.munich.destination(bearing: Degrees(0), distance: Meters(5000))
        let points = [
            TrackPoint(time: .start, position: Places.munich),
            TrackPoint(time: .start + Fixtures.seconds(500), position: far),
        ]
        return WorldProfile(
            movement: .track(Fixtures.valid { try RecordedTrack(pieces: [points]) }),
            cells: Places.cells(perKilometer: 1),
            regions: [
                Region(name: "home", center: .home, radius: Meters(300))
            ])
    }()

    private static func run(_ options: PolicyOptions, runTime: Double?) -> RecordedRun {
        var system = Fixtures.system()
        system.significantChange.runTime = runTime.map(Fixtures.seconds)
        system.regions.runTime = runTime.map(Fixtures.seconds)
        return RecordedRun(
            Fixtures.scenario(
                device: Fixtures.phone(Fixtures.receiver()), system: system, hours: 1,
                world: world, policies: [NamedPolicy(name: "app", options: options)]),
            policy: options)
    }

    private static func significantChange(asks: Bool) -> PolicyOptions {
        var options = SignificantChangeOptions(upload: Fixtures.positionUpload)
        options.asksForTime = asks
        return .significantChange(options)
    }

    private static func hybrid(asks: Bool) -> PolicyOptions {
        var options = HybridOptions(
            timeout: Fixtures.seconds(60), upload: Fixtures.positionUpload)
        options.asksForTime = asks
        return .hybrid(options)
    }

    private static func region(asks: Bool) -> PolicyOptions {
        var options = RegionOptions(report: .region, upload: Fixtures.positionUpload)
        options.asksForTime = asks
        return .region(options)
    }

    @Test("SR-026, SR-029: an app that does not ask for time is suspended during its upload")
    func suspended() {
        for policy in [Self.significantChange, Self.region] {
            let asking = Self.run(policy(true), runTime: 1)
            let silent = Self.run(policy(false), runTime: 1)
            #expect((asking.metrics[.uploads] ?? 0) >= 2)
            // An upload takes at least the two seconds of promotion.
            #expect(silent.metrics[.uploads] == 0)
            #expect(silent.metrics[.fixes] == asking.metrics[.fixes])
            // The upload on the air ends there, and costs less.
            #expect(silent.table.totalEnergy < asking.table.totalEnergy)
        }
    }

    @Test("An app that finishes within the time, or has no limit, loses nothing")
    func enough() {
        for policy in [Self.significantChange, Self.region] {
            let asking = Self.run(policy(true), runTime: 1)
            for time: Double? in [10, nil] {
                let silent = Self.run(policy(false), runTime: time)
                #expect(silent.metrics == asking.metrics)
                #expect(silent.table.totalEnergy == asking.table.totalEnergy)
            }
        }
    }

    @Test("A satellite search does not fit into ten seconds, and the receiver turns off then")
    func search() {
        let silent = Self.run(Self.hybrid(asks: false), runTime: 10)
        let asking = Self.run(Self.hybrid(asks: true), runTime: 10)
        // A cold start takes 30 s. Later the receiver knows the satellites' orbits.
        #expect((silent.metrics[.uploads] ?? 0) < (asking.metrics[.uploads] ?? 0))
        let searched = silent.spans(.gnss, "acquiring")
        #expect(!searched.isEmpty && searched.allSatisfy { $0.until - $0.from <= 10.001 })
    }

    @Test("A cancelled search leaves nothing that keeps the app from being suspended")
    func givenUp() {
        // The user force quits it at any time, even in its first search, which takes 30 s.
        var world = Self.world
        world.apps = [
            AppWorldProfile(forceQuits: .uniform(low: Seconds(1), high: Seconds(300)))
        ]
        let options = Self.hybrid(asks: true)
        let scenario = Fixtures.scenario(
            device: Fixtures.phone(Fixtures.receiver()),
            system: Fixtures.system(lifeCycle: Fixtures.lifeCycle(locationAfterForceQuit: true)),
            hours: 1, world: world, policies: [NamedPolicy(name: "app", options: options)])
        for replication in 0..<100 {
            _ = RunPlan(scenario, policy: options).run(
                replication: replication, detail: RunDetail(hasTimeline: true)
            ) { event in
                guard case .state(let state) = event, state.state == .background else { return }
                // A launch, a search of at most a minute, and an upload.
                let time = state.until - state.from
                #expect(time < Fixtures.seconds(70), "\(time.seconds), run \(replication)")
            }
        }
    }

    @Test("A position on the air does not arrive when its app ends")
    func ends() {
        var world = Self.world
        world.apps = [AppWorldProfile(forceQuits: .constant(Seconds(1)))]
        let options = Self.significantChange(asks: true)
        let run = RecordedRun(
            Fixtures.scenario(
                hours: 1, world: world, policies: [NamedPolicy(name: "app", options: options)]),
            policy: options)
        #expect(run.metrics[.uploads] == 0 && run.metrics[.fixes] == 1)
    }
}
