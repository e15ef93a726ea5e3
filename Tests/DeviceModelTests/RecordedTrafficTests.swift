import Kernel
import ModelFixtures
import Studies
import Testing

@testable import DeviceModel

/// Tests of recordings of other apps, or of a whole phone, as other traffic of the world.
@Suite struct RecordedTrafficTests {
    private typealias Moment = RecordedBehaviour.Moment

    /// Far apart, and within a second of each other.
    private static let moments: [Moment] = [
        Moment(at: .zero, uplink: 100, downlink: 0),
        Moment(at: Fixtures.seconds(60), uplink: 1500, downlink: 0),
        Moment(at: Fixtures.seconds(60.5), uplink: 0, downlink: 40_000),
        Moment(at: Fixtures.seconds(61), uplink: 1500, downlink: 0),
        Moment(at: Fixtures.seconds(300), uplink: 0, downlink: 125_000),
    ]

    private func beside(
        _ log: RecordedBehaviour, _ policy: PolicyOptions = .none, hours: Double = 1,
        device: DeviceProfile = Fixtures.device()
    ) -> RecordedRun {
        var world = OwnAppRuns.bare
        world.recordedTraffic = [log]
        return OwnAppRuns.run(policy, world, hours: hours, device: device)
    }

    private func own(
        _ log: RecordedBehaviour, hours: Double = 1, device: DeviceProfile = Fixtures.device()
    ) -> RecordedRun {
        OwnAppRuns.run(
            OwnAppRuns.app(AppRule(name: "log", on: .recorded(log), do: [])), hours: hours,
            device: device)
    }

    private func energy(_ run: RecordedRun, _ metric: Metric) throws -> Double {
        try #require(run.metrics[metric])
    }

    @Test(
        "A recording costs the radio as much as other traffic as it does as an app's behaviour",
        arguments: [nil, 400, 3600])
    func sameEnergy(repeats: Double?) throws {
        let log = RecordedBehaviour(Self.moments, repeats: repeats.map(Fixtures.seconds))
        let (world, app) = (beside(log, hours: 2), own(log, hours: 2))
        let radio = try energy(app, .radioEnergy)
        #expect(abs(try energy(world, .radioEnergy) - radio) < 1e-9 * radio && radio > 5)
        #expect(try energy(world, .bytesUp) == energy(app, .bytesUp))
        // The rest agrees too where the processor wakes instantly.
        let whole = try energy(app, .energy)
        #expect(abs(try energy(world, .energy) - whole) < 1e-9 * whole)
    }

    /// An app's code begins once the processor has woken up, and submits then, so each line that
    /// finds the processor asleep keeps it awake longer by the wake-up time. The world's traffic
    /// begins at once. Lines that find the processor awake cost equally much.
    @Test("They differ by the processor's wake-up time: closed form")
    func wakeUps() throws {
        let device = Fixtures.device(wakeUpTime: 0.2)
        let log = RecordedBehaviour([Self.moments[0], Self.moments[1], Self.moments[4]])
        let (world, app) = (beside(log, device: device), own(log, device: device))
        let radio = try energy(app, .radioEnergy)
        #expect(abs(try energy(world, .radioEnergy) - radio) < 1e-9 * radio)
        let more = try energy(app, .energy) - energy(world, .energy)
        #expect(abs(more - 3 * 0.2 * 0.1) < 1e-9, "\(more)")
    }

    @Test("A repeated recording starts over, and its energy grows with the repetitions")
    func repeated() throws {
        let once = try energy(beside(RecordedBehaviour(Self.moments)), .radioEnergy)
        let log = RecordedBehaviour(Self.moments, repeats: Fixtures.seconds(600))
        let often = try energy(beside(log, hours: 2), .radioEnergy)
        #expect(abs(often - 12 * once) < 1e-9 * often)
    }

    @Test("A line's work comes before its transfer, and its computing is counted")
    func work() throws {
        let line = Moment(
            at: Fixtures.seconds(100), uplink: 1000, downlink: 1000, work: Fixtures.seconds(2))
        var device = Fixtures.device()
        device.processor.busyBackground = Milliwatts(500)
        let (world, app) = (
            beside(RecordedBehaviour([line]), device: device),
            own(RecordedBehaviour([line]), device: device)
        )
        for metric in [Metric.radioEnergy, .energy] {
            let expected = try energy(app, metric)
            #expect(abs(try energy(world, metric) - expected) < 1e-9 * expected, "\(metric)")
        }
    }

    @Test("Recorded traffic stops while the phone is off")
    func off() throws {
        let log = RecordedBehaviour(
            [Moment(at: Fixtures.seconds(10), uplink: 1_000_000, downlink: 0)],
            repeats: Fixtures.seconds(60))
        var world = OwnAppRuns.bare
        world.recordedTraffic = [log]
        world.battery = BatteryCourse(start: Fraction(0.0005), comesOn: Fraction(0.05))
        let run = OwnAppRuns.run(.none, world, hours: 2)
        let sent = try energy(run, .bytesUp)
        #expect(sent > 0 && sent < 60e6)
    }

    @Test("A recording does not change the random numbers of other traffic")
    func apart() throws {
        var world = OwnAppRuns.bare
        world.otherTraffic = [
            TrafficSource(
                every: .exponential(mean: Seconds(900)), uplink: .constant(Bytes(1000)),
                downlink: .constant(Bytes(0)), roundTrips: 0)
        ]
        let alone = try energy(OwnAppRuns.run(.none, world), .bytesUp)
        world.recordedTraffic = [RecordedBehaviour(Self.moments)]
        let both = try energy(OwnAppRuns.run(.none, world), .bytesUp)
        #expect(both == alone + 3100)
    }

    @Test("A recording's repetitions count in the limits on a run")
    func budget() {
        var world = OwnAppRuns.bare
        world.recordedTraffic = [
            RecordedBehaviour(Self.moments, repeats: Fixtures.seconds(600))
        ]
        let found = world.recurrences.first { $0.source == "other-traffic" }
        #expect(found?.every == Seconds(600) && found?.events == 5)
    }

    @Test("A recording that would start over before its end, or is out of order, is refused")
    func faults() {
        let short = RecordedBehaviour(Self.moments, repeats: Fixtures.seconds(300))
        #expect(short.fault?.option == "repeats")
        let mixed = RecordedBehaviour([Self.moments[1], Self.moments[0]])
        #expect(mixed.fault?.option == "lines")
        #expect(RecordedBehaviour(Self.moments, repeats: Fixtures.seconds(301)).fault == nil)
    }
}
