import Kernel
import ModelFixtures
import Studies
import Testing

@testable import DeviceModel

/// Tests of location apps that the system suspends until there is a new position (iOS 7 and later).
@Suite struct WokenForNewsTests {
    /// At 10 m/s for 1000 s, and then an hour's rest.
    private static func run(_ options: PolicyOptions, keepsRunning: Bool) -> RecordedRun {
        let start = Places.munich
        let end = start.destination(bearing: Degrees(0), distance: Meters(10_000))
        let points = [
            TrackPoint(time: .start, position: start),
            TrackPoint(time: .start + Fixtures.seconds(1000), position: end),
        ]
        let world = WorldProfile(
            movement: .track(Fixtures.valid { try RecordedTrack(pieces: [points]) }),
            cells: Places.cells(perKilometer: 1))
        var system = Fixtures.system()
        system.standardLocation.keepsRunning = keepsRunning
        return RecordedRun(
            Fixtures.scenario(
                device: Fixtures.phone(Fixtures.receiver(), wifiScan: Fixtures.wifiScan),
                system: system, hours: 1, world: world,
                policies: [NamedPolicy(name: "app", options: options)]),
            policy: options)
    }

    private static func awake(_ run: RecordedRun) -> Double {
        run.table.residenceRows()
            .filter { $0.component == .processor && $0.state == "awake-background" }
            .reduce(0) { $0 + Double($1.nanoseconds) / 1e9 }
    }

    @Test("SR-025: between scans a suspended app sleeps, and learns as much")
    func scans() {
        let options = Fixtures.standard(.hundredMeters)
        let (kept, woken) = (
            Self.run(options, keepsRunning: true), Self.run(options, keepsRunning: false)
        )
        #expect(Self.awake(kept) == 3600)
        // A second of scanning each minute, a database query and an upload.
        #expect(Self.awake(woken) > 60 && Self.awake(woken) < 60 * 10)
        #expect(kept.metrics[.fixes] == 60 && woken.metrics[.fixes] == 60)
        #expect(woken.metrics[.uploads] == 60)
    }

    @Test("SR-025: a suspended app looks for its position in the first cell after its time")
    func periodic() {
        let options = Fixtures.periodic(minutes: 10)
        #expect(Self.run(options, keepsRunning: true).metrics[.fixes] == 6)
        // At the start, and in the first cell after 600 s. At rest there are no other cells.
        let woken = Self.run(options, keepsRunning: false)
        #expect(woken.metrics[.fixes] == 2)
        #expect(Self.awake(woken) < 120)
    }

    @Test("An upload that falls due while the app is suspended goes with the next position")
    func uploads() {
        let options = Fixtures.standard(
            .hundredMeters, uploads: .every(Fixtures.seconds(90)))
        // A position each minute: every second one is the first after 90 s.
        #expect(Self.run(options, keepsRunning: false).metrics[.uploads] == 30)
        #expect(Self.run(options, keepsRunning: true).metrics[.uploads] == 40)
    }
}
