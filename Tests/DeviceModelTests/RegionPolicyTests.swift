import Kernel
import ModelFixtures
import Studies
import Testing

@testable import DeviceModel

/// Tests of region monitoring in whole runs: when apps get events, and their cost.
@Suite struct RegionPolicyTests {
    /// Straight north from home at constant speed, and back if `returns`.
    private func trip(speed: Double, kilometers: Double, returns: Bool = false) -> Movement {
        let far = Places.munich.destination(
            bearing: Degrees(0), distance: Meters(1000 * kilometers))
        let seconds = 1000 * kilometers / speed
        var points = [
            TrackPoint(time: .start, position: Places.munich),
            TrackPoint(time: .start + Fixtures.seconds(seconds), position: far),
        ]
        if returns {
            let home = Instant.start + Fixtures.seconds(2 * seconds)
            points.append(TrackPoint(time: home, position: Places.munich))
        }
        return .track(Fixtures.valid { try RecordedTrack(pieces: [points]) })
    }

    private func home(_ radius: Double, name: String = "home") -> Region {
        Region(name: name, center: .home, radius: Meters(radius))
    }

    private func rules(
        _ detection: RegionDetection, latency: Distribution<Seconds>, dwell: Double = 20
    ) -> SystemRules {
        var system = Fixtures.system()
        system.regions = RegionRules(
            limit: 20, detection: detection, dwell: Fixtures.seconds(dwell),
            distance: Meters(200), latency: latency)
        return system
    }

    private func options(terminated: Double = 0) -> PolicyOptions {
        .region(
            RegionOptions(
                report: .region, upload: Fixtures.positionUpload,
                terminated: Fraction(terminated)))
    }

    private func scenario(
        _ world: WorldProfile, system: SystemRules = Fixtures.system(), hours: Double = 2,
        seed: UInt64 = 1, options: PolicyOptions
    ) -> Scenario {
        Fixtures.scenario(
            device: Fixtures.device(wakeUpTime: 0.25), system: system, hours: hours, world: world,
            policies: [NamedPolicy(name: "regions", options: options)], seed: seed)
    }

    /// The times when the processor wakes, in seconds.
    private func wakes(_ run: RecordedRun) -> [Double] {
        run.timeline.filter { run.table.plan.lines[$0.line].state == "waking" }
            .map { Double($0.from.nanoseconds) / 1e9 }
    }

    /// 200 m, 20 s and 1 to 4 min give 200 m / speed + 170 s on average, within the published three
    /// to five minutes at 1.6 to 20 m/s; 2 m/s leaves room for the sample.
    @Test(
        "IO-011, IM-075, IM-076: leaving a region is reported 3 to 5 min late",
        arguments: [2.0, 5, 10, 20])
    func lateness(speed: Double) {
        let world = WorldProfile(
            movement: trip(speed: speed, kilometers: 5), regions: [home(300)])
        let scenario = scenario(world, options: options())
        let late = (0..<200).map { replication in
            let run = RecordedRun(scenario, policy: options(), replication: replication)
            return wakes(run)[1] - 300 / speed
        }
        let mean = late.reduce(0, +) / 200
        #expect((180...300).contains(mean), "\(mean) s")
        // Uniform over 180 s: three standard errors of a mean of 200 are 11.0 s.
        #expect(abs(mean - (200 / speed + 170)) < 11.1, "\(mean) s")
    }

    @Test("SR-029: events that are delivered together each start an upload")
    func notCoalesced() {
        let regions = (0..<10).map { home(300, name: "home-\($0)") }
        let world = WorldProfile(
            movement: trip(speed: 10, kilometers: 5, returns: true), regions: regions)
        // All ten regions are left together, entered together, and reported together.
        let scenario = scenario(
            world, system: rules(.continuous, latency: .constant(Seconds(100))),
            options: options())
        let run = RecordedRun(scenario, policy: options())
        #expect(run.metrics[.fixes] == 21)
        #expect(run.metrics[.uploads] == 21)
    }

    @Test("An app gets regions and significant changes, and alerts for regions only")
    func withSignificantChanges() {
        let world = WorldProfile(
            movement: trip(speed: 10, kilometers: 5, returns: true),
            cells: Places.cells(perKilometer: 1), regions: [home(300)])
        func run(changes: Bool, regions: Bool) -> MetricValues {
            let options: PolicyOptions =
                regions
                ? .region(
                    RegionOptions(
                        report: .region, significantChanges: changes, alerts: true,
                        upload: Fixtures.positionUpload))
                : Fixtures.significantChange
            let system = rules(.continuous, latency: .constant(Seconds(100)))
            return scenario(world, system: system, options: options).run(options).metrics
        }
        let (flags, moves, both) = (
            run(changes: false, regions: true), run(changes: true, regions: false),
            run(changes: true, regions: true)
        )
        // Out and home again. Both report once at the start.
        #expect(flags[.uploads] == 3 && flags[.alerts] == 2)
        #expect((moves[.uploads] ?? 0) > 3)
        #expect(both[.uploads] == 3 + (moves[.uploads] ?? 0) - 1)
        #expect(both[.alerts] == 2)
    }

    @Test("Events of one region come in order, whatever the latencies")
    func inOrder() {
        // 4 km out and back at 40 m/s: 12.5 s to the outer circle, 175 s from it and back.
        for seed in 1...50 as ClosedRange<UInt64> {
            let world = WorldProfile(
                movement: trip(speed: 40, kilometers: 4, returns: true), regions: [home(300)])
            let scenario = scenario(
                world,
                system: rules(.continuous, latency: .uniform(low: .zero, high: Seconds(900))),
                seed: seed, options: options())
            let run = scenario.run(options())
            #expect(run.metrics[.fixes] == 3, "seed \(seed)")
        }
    }

    @Test("n events cost n times a wake-up and a lone transfer, and the launches")
    func energy() throws {
        let world = WorldProfile(
            movement: trip(speed: 10, kilometers: 5, returns: true), regions: [home(300)])
        for terminated in [0.0, 1] {
            let options = options(terminated: terminated)
            let scenario = scenario(
                world, system: rules(.continuous, latency: .constant(Seconds(100))),
                options: options)
            let app = scenario.run(options)
            let none = scenario.run(.none)
            let events = try #require(app.metrics[.uploads])
            #expect(events == 3)
            // Three round trips and 1000 and 500 bytes at 1 Mbit/s on CELL_DCH.
            let transfer: Double = 3 * 0.15 + 8 * 1500 / 1e6
            let radio: Double = 2 * 0.53 + transfer * 0.7 + 5 * 0.7 + 12 * 0.35
            let processor: Double = 0.05 + 0.1 * (2 + transfer)
            let launches = (events - 1) * terminated * 0.1 * 1.5
            let found = try #require(app.metrics[.energy]) - (none.metrics[.energy] ?? 0)
            expectClose(found, events * (radio + processor) + launches)
        }
    }

    @Test("With cells alone, an exit is found at the first cell far enough away", arguments: 1...20)
    func cellChanges(seed: UInt64) {
        let layout = CellLayout.hexagonal(Places.hexagons(radius: 289))
        let movement = trip(speed: 10, kilometers: 5)
        let world = WorldProfile(movement: movement, cells: layout, regions: [home(100)])
        let system = rules(.cellChanges, latency: .constant(.zero))
        let run = RecordedRun(
            scenario(world, system: system, seed: seed, options: options()), policy: options())
        let way = MovementPlan(movement).itinerary(
            from: RandomSource(seed: seed, replication: 0),
            until: .start + Fixtures.seconds(7200))
        var cells = CellTracker(layout, along: way, from: RandomSource(seed: seed, replication: 0))
        // A region of 100 m is as large as a cell of 289 m; 200 m beyond that it is left.
        func distance(_ cell: Cell) -> Double {
            let tower = cell.tower ?? MapPoint(east: .infinity, north: 0)
            return tower.distance(to: MapPoint(east: 0, north: 0)).magnitude
        }
        #expect(distance(cells.serving) <= 289)
        var expected = Double.infinity
        while let change = cells.next(), expected == .infinity {
            if distance(change.to) > 489 { expected = change.time.seconds.magnitude + 20 }
        }
        let told = wakes(run)
        #expect(told.count == 2)
        expectClose(told.last ?? 0, expected)
    }

    @Test("The receiver is on from the exit's report to the entry's", arguments: [1, 2, 3])
    func regionTriggered(seed: UInt64) {
        let world = WorldProfile(
            movement: trip(speed: 10, kilometers: 5, returns: true), regions: [home(300)])
        let policy = PolicyOptions.regionTriggered(
            RegionTriggeredOptions(
                track: .outside, uploadEvery: Fixtures.seconds(60),
                timeout: Fixtures.seconds(60), upload: Fixtures.positionUpload))
        let run = RecordedRun(
            scenario(
                world, system: rules(.continuous, latency: .constant(Seconds(100))), seed: seed,
                options: policy), policy: policy)
        let on = run.timeline.filter {
            let line = run.table.plan.lines[$0.line]
            return line.component == .gnss && line.state != "off"
        }
        // The fix at the start; then out through 500 m at 50 s, in through 150 m at 985 s.
        let start = on.filter { $0.from == .start }
        #expect(start.map(\.until.seconds.magnitude) == [30])
        let tracking = on.filter { $0.from > .start }
        expectClose(tracking.first?.from.seconds.magnitude ?? 0, 50 + 20 + 100 + 0.25)
        expectClose(
            tracking.last?.until.seconds.magnitude ?? 0, 985 + 20 + 100, relative: 1e-7)
        #expect(run.metrics[.positionErrorMedian]! < 100)
    }
}
