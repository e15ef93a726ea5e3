import Kernel
import ModelFixtures
import Studies
import Testing

@testable import DeviceModel

@Suite struct PositioningTests {
    private func run(
        _ options: PolicyOptions, device: DeviceProfile, system: SystemRules = Fixtures.system(),
        radio: RadioProfile = Fixtures.umts(), world: WorldProfile = WorldProfile(),
        hours: Double = 6, seed: UInt64 = 1
    ) -> RecordedRun {
        let scenario = Fixtures.scenario(
            radio: radio, device: device, system: system, hours: hours, world: world,
            policies: [NamedPolicy(name: "app", options: options)], seed: seed)
        return RecordedRun(scenario, policy: options)
    }

    private func seconds(_ run: RecordedRun, _ state: String) -> Double {
        run.table.residenceRows().filter { $0.component == .gnss && $0.state == state }
            .reduce(0) { $0 + Double($1.nanoseconds) / 1e9 }
    }

    private func joules(_ run: RecordedRun, _ component: Component, _ kind: EnergyKind) -> Double {
        run.table.energy { $0.component == component && $0.kind == kind }.magnitude / 1000
    }

    @Test(
        "Periodic fixes cost their starts: hot within the ephemerides' age, warm beyond",
        arguments: [
            // Received at 30 s, 2 h hold until 2 h 30 s; received at 2 h 30 min 20 s, until 4 h 30.
            (30.0, 12, [30.0, 2, 2, 2, 2] + [20, 2, 2, 2, 2] + [20, 2]),
            (180, 2, [30, 20]),
        ])
    func periodic(minutes: Double, count: Int, starts: [Double]) {
        let result = run(
            Fixtures.periodic(minutes: minutes), device: Fixtures.phone(Fixtures.receiver()))
        #expect(result.metrics[.fixes] == Double(count))
        let acquiring = starts.reduce(0, +)
        #expect(abs(joules(result, .gnss, .acquisition) - acquiring * 0.4) < 1e-9)
        #expect(seconds(result, "tracking") == 0)
    }

    @Test("A receiver lingers after each use, and its power is booked to the user")
    func lingering() {
        let result = run(
            Fixtures.periodic(minutes: 60), device: Fixtures.phone(Fixtures.receiver(lingering: 6)))
        #expect(seconds(result, "lingering") == 36)
        #expect(abs(joules(result, .gnss, .tail) - 6 * 6 * 0.05) < 1e-9)
    }

    @Test("A timer that wakes apps lets the processor sleep between fixes; iOS has none")
    func timers() {
        let device = Fixtures.phone(Fixtures.receiver())
        let awake = run(Fixtures.periodic(minutes: 60), device: device)
        let asleep = run(
            Fixtures.periodic(minutes: 60), device: device,
            system: Fixtures.laterSystem(wakesByTimer: true))
        #expect(awake.metrics[.wakeUps] == 1)
        #expect(asleep.metrics[.wakeUps] == 6)
        // Awake for the search and the upload: 2 s promotion, 3 round trips, 1500 B. Ephemerides
        // received at 30 s make the starts at 1 h and 2 h hot; those of 3 h last to 4 h and 5 h.
        let onAir: Double = 1500 * 8 / 1e6
        let upload = 2 + 3 * 0.15 + onAir
        let spans = 30 + 2 + 2 + 20 + 2 + 2 + 6 * upload
        #expect(abs(joules(asleep, .processor, .wakeUp) - (6 * 0.05 + spans * 0.1)) < 1e-9)
        #expect(abs(joules(awake, .processor, .wakeUp) - (0.05 + 21_600 * 0.1)) < 1e-9)
    }

    @Test("A-GPS is one transfer, booked to its app, and shortens the first fix")
    func assistance() {
        let options = Fixtures.periodic(minutes: 600)
        let plain = run(options, device: Fixtures.phone(Fixtures.receiver()))
        let aided = run(options, device: Fixtures.phone(Fixtures.receiver(isAided: true)))
        #expect(aided.metrics[.bytesDown]! - plain.metrics[.bytesDown]! == 4000)
        #expect(aided.metrics[.bytesUp]! - plain.metrics[.bytesUp]! == 1000)
        // Promotion 2 s, 4 round trips of 150 ms, 5000 B at 1 Mbit/s, and 4 s.
        let start = 2 + 0.6 + 0.04 + 4
        #expect(abs(seconds(aided, "acquiring") - start) < 1e-6)
        // The upload finds the radio in CELL_DCH or in its tail: one promotion for both.
        #expect(aided.metrics[.promotions] == 1)
        let location = LedgerPlan.firstPolicyActivity
        var bytes: Int64 = 0
        aided.table.forEachCell { _, activity, cell in
            if activity == location { bytes += cell.downlinkBytes }
        }
        #expect(bytes == 4000)
    }

    @Test(
        "Under a roof a search ends after its time, and falls back to Wi-Fi, then to the cell")
    func fallback() {
        let roof = Sky(indoors: Fraction(1))
        let cells = Places.cells(perKilometer: 1)
        let scan = Fixtures.wifiScan
        for (coverage, device, bytesUp) in [
            (1.0, Fixtures.phone(Fixtures.receiver(), wifiScan: scan), 1600.0),
            (0, Fixtures.phone(Fixtures.receiver(), wifiScan: scan), 1000),
            (1, Fixtures.phone(Fixtures.receiver()), 1000),
        ] {
            let world = WorldProfile(cells: cells, sky: roof, wifiCoverage: Fraction(coverage))
            let result = run(
                Fixtures.periodic(minutes: 600, timeout: 45), device: device, world: world)
            #expect(result.metrics[.fixes] == 1)
            #expect(seconds(result, "acquiring") == 45)
            #expect(result.metrics[.bytesUp] == bytesUp)
            let scans = device.wifiScan == nil ? 0 : 0.2
            #expect(abs(joules(result, .wifi, .acquisition) - scans) < 1e-12)
        }
        // No source is left: no fix, no upload.
        let world = WorldProfile(sky: roof)
        let none = run(
            Fixtures.periodic(minutes: 600), device: Fixtures.phone(Fixtures.receiver()),
            world: world)
        #expect(none.metrics[.fixes] == 0 && none.metrics[.uploads] == 0)
    }

    @Test("A phone keeps the Wi-Fi lookup of its district")
    func districts() {
        // A fix every ten minutes at one place; each upload is 1,000 B, a lookup 600 B.
        func bytesUp(_ district: Double) -> Double {
            var scan = Fixtures.wifiScan
            scan.district = Meters(district)
            let result = run(
                Fixtures.periodic(minutes: 10, accuracy: .hundredMeters),
                device: Fixtures.phone(Fixtures.receiver(), wifiScan: scan),
                world: WorldProfile(cells: Places.cells(perKilometer: 1)))
            return result.metrics[.bytesUp]! - 1000 * result.metrics[.uploads]!
        }
        #expect(bytesUp(2000) == 600)
        #expect(bytesUp(0) > 1200)
        var known = KnownDistricts()
        for number in 0..<65 {
            known.learn(MapPoint(east: 100 * Double(number), north: 0), side: Meters(100))
        }
        #expect(!known.contains(MapPoint(east: 50, north: 0), side: Meters(100)))
        #expect(known.contains(MapPoint(east: 150, north: 0), side: Meters(100)))
    }

    @Test(
        "The accuracy decides which source is used",
        arguments: [
            (LocationAccuracy.bestForNavigation, 30.0, 0.0), (.best, 30, 0), (.tenMeters, 30, 0),
            (.hundredMeters, 0, 0.2), (.kilometer, 0, 0), (.threeKilometers, 0, 0),
        ])
    func sources(accuracy: LocationAccuracy, acquiring: Double, scanned: Double) {
        let result = run(
            Fixtures.periodic(minutes: 600, accuracy: accuracy),
            device: Fixtures.phone(Fixtures.receiver(), wifiScan: Fixtures.wifiScan),
            world: WorldProfile(cells: Places.cells(perKilometer: 1)))
        #expect(seconds(result, "acquiring") == acquiring)
        #expect(abs(joules(result, .wifi, .acquisition) - scanned) < 1e-12)
        #expect(result.metrics[.fixes] == 1)
    }

    @Test("Without a cell and Wi-Fi the coarsest accuracy still needs satellites")
    func lastResort() {
        let result = run(
            Fixtures.periodic(minutes: 600, accuracy: .threeKilometers),
            device: Fixtures.phone(Fixtures.receiver()))
        #expect(seconds(result, "acquiring") == 30 && result.metrics[.fixes] == 1)
    }

    @Test(
        "Without a map the tower is within the cell's radius, and half the time within 1/√2 of it")
    func cellError() {
        let errors = (1...400 as ClosedRange<UInt64>).map { seed in
            run(
                Fixtures.periodic(minutes: 600, accuracy: .kilometer),
                device: Fixtures.device(),
                world: WorldProfile(cells: Places.cells(perKilometer: 1)), hours: 1, seed: seed
            ).metrics[.positionErrorMedian]!
        }
        #expect(errors.allSatisfy { $0 <= 400 * 2.0.squareRoot() * 1.01 })
        #expect(abs(errors.count { $0 < 400 } - 200) <= 30)
    }
}
