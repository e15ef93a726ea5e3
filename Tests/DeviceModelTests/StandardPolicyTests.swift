import Kernel
import ModelFixtures
import Studies
import Testing

@testable import DeviceModel

/// Tests of the standard location service: what is delivered when, and its cost.
@Suite struct StandardPolicyTests {
    /// Straight on at 10 m/s for 1000 s, and then a stay.
    private let track: Movement = {
        let start = Places.munich
        let end = start.destination(bearing: Degrees(0), distance: Meters(10_000))
        let points = [
            TrackPoint(time: .start, position: start),
            TrackPoint(time: .start + Fixtures.seconds(1000), position: end),
        ]
        return .track(Fixtures.valid { try RecordedTrack(pieces: [points]) })
    }()

    private func run(
        _ options: PolicyOptions, gnss: GNSSProfile? = nil, scan: WiFiScanProfile? = nil,
        system: SystemRules = Fixtures.laterSystem(), world: WorldProfile? = nil,
        hours: Double = 1, seed: UInt64 = 1
    ) -> RecordedRun {
        let receiver =
            gnss
            ?? GNSSProfile(
                acquiring: Milliwatts(400), tracking: Milliwatts(300),
                starts: GNSSProfile.StartTimes(cold: .constant(.zero)), error: Meters(1e-6))
        let scenario = Fixtures.scenario(
            device: Fixtures.phone(receiver, wifiScan: scan), system: system, hours: hours,
            world: world ?? WorldProfile(movement: track),
            policies: [NamedPolicy(name: "app", options: options)], seed: seed)
        return RecordedRun(scenario, policy: options)
    }

    private func seconds(_ run: RecordedRun, _ component: Component, _ state: String) -> Double {
        run.table.residenceRows().filter { $0.component == component && $0.state == state }
            .reduce(0) { $0 + Double($1.nanoseconds) / 1e9 }
    }

    @Test(
        "A drive of 10 km delivers a position at its start and at each filter distance",
        arguments: [(50.0, 201.0), (100, 101), (300, 34), (3000, 4), (20_000, 1)])
    func filter(distance: Double, fixes: Double) {
        let result = run(Fixtures.standard(filter: distance))
        #expect(result.metrics[.fixes] == fixes)
        #expect(result.metrics[.uploads] == fixes)
        #expect(seconds(result, .gnss, "tracking") == 3600)
        #expect(seconds(result, .processor, "awake-background") == 3600)
    }

    @Test("Without a filter there is a position each second, and only uploads cost more")
    func unfiltered() {
        let result = run(Fixtures.standard(uploads: .every(Fixtures.seconds(60))))
        #expect(result.metrics[.fixes] == 3600)
        #expect(result.metrics[.uploads] == 60)
        #expect(result.result.eventCount < 400)
        let navigation = run(Fixtures.gpsContinuous(uploadEvery: Fixtures.seconds(60)))
        #expect(navigation.metrics[.energy] == result.metrics[.energy])
        #expect(navigation.metrics[.fixes] == 3600)
    }

    @Test("Only every nth position is uploaded")
    func fewerUploads() {
        let result = run(Fixtures.standard(filter: 100, uploads: .fixes(10)))
        #expect(result.metrics[.fixes] == 101 && result.metrics[.uploads] == 10)
        let timed = run(
            Fixtures.standard(filter: 100, uploads: .every(Fixtures.seconds(100))))
        // At 0 s, 100 s, ..., 1000 s.
        #expect(timed.metrics[.fixes] == 101)
        #expect(abs(timed.metrics[.uploads]! - 11) <= 1)
    }

    @Test("Foreground-only updates end when the app is suspended")
    func foregroundOnly() {
        let result = run(
            Fixtures.standard(
                filter: 100, background: .foregroundOnly(Fixtures.seconds(305))))
        #expect(result.metrics[.fixes] == 31)
        #expect(seconds(result, .gnss, "tracking") == 305)
        #expect(seconds(result, .processor, "awake-background") < 310)
        // An unfinished search ends with them.
        let early = run(
            Fixtures.standard(filter: 100, background: .foregroundOnly(Fixtures.seconds(10))),
            gnss: Fixtures.receiver())
        #expect(seconds(early, .gnss, "acquiring") == 10)
        #expect(seconds(early, .processor, "awake-background") == 10)
        #expect(early.metrics[.fixes] == 0)
    }

    @Test("Deferred updates let the processor sleep; the receiver keeps each second's position")
    func deferred() {
        let deferral = StandardOptions.Deferral(
            distance: Meters(1000), timeout: Fixtures.seconds(600))
        let result = run(
            Fixtures.standard(deferral: deferral), gnss: Fixtures.receiver(buffersFixes: true))
        // From the fix at 30 s: each 1000 m at 130, 230, ..., 930 s, and then each 600 s.
        #expect(result.metrics[.uploads] == 14)
        #expect(result.metrics[.fixes] == 3570)
        #expect(seconds(result, .gnss, "tracking") == 3570)
        let awake = seconds(result, .processor, "awake-background")
        #expect(awake > 30 && awake < 30 + 14 * 3)
    }

    @Test("IM-079: updates of a phone at rest pause, and resume in another cell")
    func paused() {
        // A stay of an hour, 1000 s of driving, and so on; a cell each kilometre or so.
        let world = WorldProfile(
            movement: Places.wanderer(
                stay: .constant(Seconds(3600)), distance: Meters(10_000), speed: 10),
            cells: Places.cells(perKilometer: 1))
        for seed in 1...10 as ClosedRange<UInt64> {
            func tracking(_ pauses: Bool) -> RecordedRun {
                run(
                    Fixtures.standard(filter: 100, pauses: pauses), world: world, hours: 24,
                    seed: seed)
            }
            let (paused, kept) = (tracking(true), tracking(false))
            let (on, all) = (
                seconds(paused, .gnss, "tracking"), seconds(kept, .gnss, "tracking")
            )
            #expect(all == 86_400)
            // At most nineteen stays of 900 s and eighteen drives.
            let most = 19.0 * 900 + 18 * 1000
            #expect(on <= most + 200, "seed \(seed)")
            #expect(on > 0.6 * most, "seed \(seed)")
            #expect(paused.metrics[.fixes]! <= kept.metrics[.fixes]!, "seed \(seed)")
        }
    }

    @Test("At 100 m the phone scans each minute; at 1 km it uses cells alone")
    func coarse() {
        let world = WorldProfile(movement: track, cells: Places.cells(perKilometer: 1))
        let scans = run(
            Fixtures.standard(.hundredMeters), scan: Fixtures.wifiScan, world: world)
        #expect(scans.metrics[.fixes] == 60)
        #expect(abs(seconds(scans, .wifi, "scanning") - 60) < 1e-9)
        #expect(seconds(scans, .gnss, "off") == 3600)
        let cells = run(Fixtures.standard(.kilometer), world: world)
        #expect(cells.metrics[.fixes]! > 3 && cells.metrics[.fixes]! < 25)
        #expect(seconds(cells, .gnss, "off") == 3600)
    }

    @Test("10-m takes Wi-Fi that promises 10 m, which best does not")
    func tenMeters() {
        func found(_ level: LocationAccuracy, error: Double) -> Double {
            var scan = Fixtures.wifiScan
            scan.error = Meters(error)
            let options = Fixtures.standard(level, uploads: .every(Fixtures.seconds(60)))
            return seconds(run(options, scan: scan), .gnss, "tracking")
        }
        #expect(found(.best, error: 8) == 3600 && found(.bestForNavigation, error: 8) == 3600)
        #expect(found(.tenMeters, error: 8) == 0)
        #expect(found(.tenMeters, error: 12) == 3600)
    }

    @Test("1-km scans where a cell promises less, which satisfies 3-km up to its own limit")
    func coarseCells() throws {
        func sources(_ level: LocationAccuracy, radius: Double) throws -> (Double, Double) {
            let cells = CellRate(
                changes: .perKilometer(PerKilometer(1)), radius: Meters(radius))
            let run = run(
                Fixtures.standard(level), scan: Fixtures.wifiScan,
                world: WorldProfile(movement: track, cells: .rate(cells)))
            return (run.metrics[.fixes]!, seconds(run, .wifi, "scanning"))
        }
        // A cell's median error is its radius over √2: 707 m, 2121 m, 3536 m.
        #expect(try sources(.kilometer, radius: 1000).1 == 0)
        let (fixes, scanning) = try sources(.kilometer, radius: 3000)
        #expect(fixes > 3 && abs(scanning - fixes) < 1e-9)
        #expect(try sources(.threeKilometers, radius: 3000) == (fixes, 0))
        #expect(try sources(.threeKilometers, radius: 5000) == (fixes, scanning))
    }

    @Test("R022: between scans a phone sleeps where its apps' timers do")
    func sleepsBetweenScans() {
        func awake(_ runWhileAsleep: Bool) -> Double {
            var system = Fixtures.laterSystem()
            system.timers.runWhileAsleep = runWhileAsleep
            let run = run(
                Fixtures.standard(.hundredMeters), scan: Fixtures.wifiScan, system: system)
            #expect(run.metrics[.fixes] == 60)
            return seconds(run, .processor, "awake-background")
        }
        #expect(awake(true) == 3600)
        #expect(awake(false) > 60 && awake(false) < 600)
    }

    @Test("Outages leave the receiver searching, and the app without positions")
    func outages() {
        let sky = Fixtures.valid {
            Sky(
                outages: Sky.Outages(every: Meters(1000), length: .constant(Meters(200))))
        }
        let world = WorldProfile(movement: track, sky: sky)
        for seed in 1...10 as ClosedRange<UInt64> {
            let result = run(
                Fixtures.standard(uploads: .every(Fixtures.seconds(60))),
                gnss: Fixtures.receiver(), world: world, seed: seed)
            // Ten outages of 20 s, a hot start of 2 s after each; the first fix takes 30 s of
            // unbroken reception.
            let lost = seconds(result, .gnss, "acquiring")
            #expect(lost >= 208 && lost <= 370, "seed \(seed)")
            let tracked = seconds(result, .gnss, "tracking")
            #expect(abs(result.metrics[.fixes]! - tracked) <= 11, "seed \(seed)")
        }
    }

    @Test("The sky and the errors are identical for every policy")
    func sameWorld() {
        let sky = Sky(errorOutdoors: Meters(20))
        let world = WorldProfile(movement: track, sky: sky)
        let surroundings = Surroundings(
            MovementPlan(world.movement), cells: nil,
            from: RandomSource(seed: 3, replication: 2), until: .start + Fixtures.seconds(3600))
        func ground() -> Ground {
            Ground(surroundings, regions: [], sky: sky, wifiCoverage: world.wifiCoverage)
        }
        let receiver = Fixtures.receiver()
        let one = ground()
        var two = ground()
        for _ in 0..<5 { _ = two.timeToFirstFix(receiver.timeToFirstFix(.cold)) }
        for second in 0..<100 {
            let time = Instant.start + Fixtures.seconds(Double(second) * 7)
            _ = two.satelliteFix(at: time + Fixtures.seconds(3), error: receiver.error)
            #expect(
                one.satelliteFix(at: time, error: receiver.error)
                    == two.satelliteFix(at: time, error: receiver.error))
        }
    }

    @Test(
        "A service that a system or a phone lacks is refused, with advice",
        arguments: [
            (
                Fixtures.standard(
                    deferral: .init(distance: Meters(100), timeout: Fixtures.seconds(60))),
                "ios does not defer location updates"
            ),
            (
                Fixtures.standard(filter: 100, pauses: true),
                "ios does not pause location updates by itself"
            ),
            (
                Fixtures.standard(),
                "without a distance filter there is a position each second, too many to upload "
                    + "each one"
            ),
            (
                Fixtures.standard(filter: 0.5), "distance-filter is 0.5 m, but must be at least 1 m"
            ),
        ])
    func refused(options: PolicyOptions, message: String) {
        let refused = #expect(throws: Refusal.self) {
            try options.check(
                system: Fixtures.system(), device: Fixtures.device(), radio: Fixtures.umts(),
                world: WorldProfile())
        }
        #expect(refused?.message == message && refused?.advice.isEmpty == false)
    }

    @Test("Deferral needs a receiver that keeps fixes, no filter, and the finest levels")
    func deferralRules() {
        let deferral = StandardOptions.Deferral(
            distance: Meters(100), timeout: Fixtures.seconds(60))
        func check(_ options: PolicyOptions, buffers: Bool = true) throws(Refusal) {
            try options.check(
                system: Fixtures.laterSystem(),
                device: Fixtures.phone(Fixtures.receiver(buffersFixes: buffers)),
                radio: Fixtures.umts(), world: WorldProfile())
        }
        let forgetful = #expect(throws: Refusal.self) {
            try check(Fixtures.standard(deferral: deferral), buffers: false)
        }
        #expect(forgetful?.message.hasPrefix("the receiver of phone cannot buffer") ?? false)
        let filtered = #expect(throws: Refusal.self) {
            try check(Fixtures.standard(filter: 10, deferral: deferral))
        }
        #expect(filtered?.option == "distance-filter")
        let coarse = #expect(throws: Refusal.self) {
            try check(Fixtures.standard(.tenMeters, deferral: deferral))
        }
        #expect(coarse?.option == "accuracy")
        #expect(throws: Never.self) { try check(Fixtures.standard(deferral: deferral)) }
    }

    @Test("Rules that would never let a run end are refused")
    func endlessRules() {
        func check(_ change: (inout StandardLocationRules) -> Void) throws(Refusal) {
            var system = Fixtures.laterSystem()
            change(&system.standardLocation)
            try Fixtures.standard(filter: 100, pauses: true).check(
                system: system, device: Fixtures.device(), radio: Fixtures.umts(),
                world: WorldProfile(movement: track, cells: Places.cells(perKilometer: 1)))
        }
        #expect(throws: Never.self) { try check { _ in } }
        #expect(
            throws: Refusal.tooSmall(option: "within", found: "\(Meters(0.001))", least: "1 m")
        ) {
            try check { $0.pause?.within = Meters(0.001) }
        }
        #expect(throws: Refusal.tooSmall(option: "after", found: "500 ms", least: "1 s")) {
            try check { $0.pause?.after = Fixtures.seconds(0.5) }
        }
        #expect(
            throws: Refusal.tooSmall(option: "scan-every", found: "500 ms", least: "1 s")
        ) {
            try check { $0.scanEvery = Fixtures.seconds(0.5) }
        }
    }

    @Test("With satellites alone, coarse positions come each second too")
    func satellitesAlone() throws {
        func check(_ world: WorldProfile, scan: WiFiScanProfile? = nil) throws(Refusal) {
            try Fixtures.standard(.hundredMeters).check(
                system: Fixtures.system(),
                device: Fixtures.phone(Fixtures.receiver(), wifiScan: scan),
                radio: Fixtures.umts(), world: world)
        }
        let refused = #expect(throws: Refusal.self) { try check(WorldProfile()) }
        #expect(refused?.option == "upload-fixes")
        try check(WorldProfile(), scan: Fixtures.wifiScan)
        try check(WorldProfile(cells: Places.cells(perKilometer: 1)))
    }
}
