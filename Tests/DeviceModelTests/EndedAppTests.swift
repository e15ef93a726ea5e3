import Kernel
import ModelFixtures
import Studies
import Testing

@testable import DeviceModel

/// Tests that an ended app does nothing, and that no limit grows while an app runs.
@Suite struct EndedAppTests {
    private static func seconds(_ seconds: Double) -> TimeSpan { Fixtures.seconds(seconds) }
    private static func every(_ seconds: Double) -> Distribution<Seconds> {
        .constant(Seconds(seconds))
    }

    private static func items(_ every: Double, size: Double) -> AppWorldProfile.Items {
        AppWorldProfile.Items(every: Self.every(every), size: .constant(Bytes(size)))
    }

    private static let shape = TransferShape(roundTrips: 0, uplink: Bytes(0), downlink: Bytes(100))

    private static func refresh(_ way: Refreshing) -> PolicyOptions {
        Fixtures.refresh(way, shape, work: .zero, alerts: false)
    }

    private static func system(timers: Bool = false) -> SystemRules {
        var system = Fixtures.system()
        let mode = TimedModeRules(runTime: seconds(30), perHourLimit: nil)
        (system.backgroundFetch, system.remoteNotification) = (mode, mode)
        system.newsstand = NewsstandRules(minimumInterval: seconds(86_400))
        system.backgroundTransfer = BackgroundTransferRules(firstRelaunchDelay: seconds(60))
        system.fetchLearning = RefreshTests.learning
        system.timers.wakesSuspended = timers
        system.lifeCycle.launches += [.backgroundFetch, .remoteNotification, .newsstand]
        return system
    }

    private static func run(
        _ options: PolicyOptions, _ world: WorldProfile, system: SystemRules = system(),
        radio: RadioProfile = Fixtures.umts(), wakeUpTime: Double = 0, hours: Double = 1
    ) -> RecordedRun {
        RecordedRun(
            Fixtures.scenario(
                radio: radio, device: Fixtures.device(wakeUpTime: wakeUpTime), system: system,
                hours: hours, world: world,
                policies: [NamedPolicy(name: "app", options: options)]),
            policy: options)
    }

    private static func promotions(_ run: RecordedRun) -> [Double] {
        run.timeline.filter { run.table.plan.lines[$0.line].kind == .promotion }
            .map(\.from.seconds.magnitude)
    }

    @Test("IO-018: a push does not extend the time of a running fetch")
    func limitStays() {
        // Each message takes 80 s, and another push comes before 30 s are over.
        let world = WorldProfile(apps: [AppWorldProfile(messages: Self.items(20, size: 1e7))])
        let result = Self.run(Self.refresh(.remoteNotification(Self.shape)), world)
        #expect(result.metrics[.messagesDelivered] == 0)
        #expect(result.metrics[.appEndings]! > 20)
    }

    @Test("SR-011: a push takes no time from a task begun in front")
    func limitIsNotCut() {
        // Opened at 1,000 s for ten seconds: 40 s of data, for which 600 s are allowed.
        let app = AppWorldProfile(
            sessions: Spells(
                every: Self.every(1000), duration: Self.every(10)),
            messages: Self.items(900, size: 5e6))
        let world = WorldProfile(apps: [app])
        let options = Self.refresh(.remoteNotification(Self.shape))
        var system = Self.system()
        system.remoteNotification?.runTime = Self.seconds(5)
        system.lifeCycle.launches = []
        let result = Self.run(options, world, system: system, hours: 1000.0 / 3600)
        // Woken at 902 s, ended at 907 s and opened at 1,000 s.
        #expect(result.metrics[.appEndings] == 1)
        var busier = world
        busier.apps[0].messages = Self.items(505, size: 5e6)
        let longer = Self.run(options, busier, system: system, hours: 1100.0 / 3600)
        // Messages at 505 and 1,010 s: the second push comes while it continues in the background.
        #expect(longer.metrics[.messagesDelivered]! >= 1)
    }

    @Test("A timer launches an ended app, and a force quit cancels its request")
    func timers() {
        let poll = Self.refresh(.poll(every: Self.seconds(900), tolerance: .zero))
        var world = WorldProfile(
            apps: [AppWorldProfile(messages: Self.items(101, size: 1e6))],
            memoryPressure: MemoryPressure(every: Self.every(500), leaves: .constant(Bytes(0))))
        let system = Self.system(timers: true)
        let free = Self.run(poll, world, system: system, hours: 1000.0 / 3600)
        #expect(free.metrics[.appLaunches] == 1 && free.metrics[.messagesDelivered] == 8)
        world.apps[0].forceQuits = Self.every(910)
        let quit = Self.run(poll, world, system: system, hours: 1000.0 / 3600)
        #expect(quit.metrics[.messagesDelivered] == 0)
        // It is not suspended while it asks, so it is not purged.
        world.apps[0].forceQuits = nil
        world.memoryPressure?.every = Self.every(905)
        let purged = Self.run(poll, world, system: system, hours: 1000.0 / 3600)
        #expect(purged.metrics[.messagesDelivered] == 8)
    }

    @Test("An item that woke the phone waits if the app is left before its code runs")
    func sending() {
        // In front from 1,000 to 1,010 s, the item at 1,009.5 s, a second to wake the phone.
        let app = AppWorldProfile(
            sessions: Spells(
                every: Self.every(1000), duration: Self.every(10)),
            outbox: Self.items(1009.5, size: 1000))
        let now = Fixtures.sendNow(Self.shape)
        let result = Self.run(now, WorldProfile(apps: [app]), wakeUpTime: 1, hours: 0.7)
        #expect(Self.promotions(result) == [2011])
    }

    @Test("SR-048: an app that is force quit during its launch begins no download")
    func newsstand() {
        let options = PolicyOptions.newsstand(
            NewsstandOptions(
                push: Self.shape, request: Self.shape, work: Self.seconds(5),
                piece: Bytes(65_536)))
        // The push comes at 3,002.0008 s, and the code runs a second later.
        var world = WorldProfile(apps: [AppWorldProfile(messages: Self.items(3000, size: 1e6))])
        let free = Self.run(options, world, wakeUpTime: 1)
        #expect(free.metrics[.messagesDelivered] == 1)
        world.apps[0].forceQuits = Self.every(3002.5)
        let quit = Self.run(options, world, wakeUpTime: 1)
        #expect(quit.metrics[.messagesDelivered] == 0)
    }

    @Test("SR-047: a discretionary transfer pauses without power and loses nothing")
    func discretion() {
        let radio = Fixtures.wifi()
        let app = AppWorldProfile(
            sessions: Spells(
                every: Self.every(1000), duration: Self.every(10)),
            outbox: Self.items(900, size: 9e6))
        let windows = [(1000.0, 1030.0), (1300, 1400)].map { (from, until) in
            Fixtures.valid {
                DailyWindow(from: Self.seconds(from), until: Self.seconds(until))
            }
        }
        var world = WorldProfile(apps: [app])
        world.charging = Charging(daily: windows)
        let session = Fixtures.backgroundSession(Self.shape, discretionary: true)
        func result(_ seconds: Double) -> MetricValues {
            Self.run(session, world, radio: radio, hours: seconds / 3600).metrics
        }
        // 72 s on the air: 30 in the first window, a piece to its end, the rest from 1,300 s on.
        #expect(result(1299)[.itemsSent] == 0)
        #expect(abs(result(1031)[.bytesUp]! - result(1299)[.bytesUp]!) < 1)
        #expect(result(1350)[.itemsSent] == 1)
        #expect(result(1350)[.bytesWasted] == 0)
    }

    @Test("IM-061: refresh waits for a charger if the system holds this work back")
    func heldBack() {
        func delivered(holds: Bool, charged: Bool = false) -> Double {
            var system = Self.system()
            system.lowPower = LowPowerRules(
                below: Fraction(0.2), alerts: false, holdsBackWork: holds)
            var world = WorldProfile(
                apps: [AppWorldProfile(messages: Self.items(1000, size: 1000))])
            world.battery = BatteryCourse(start: Fraction(0.15))
            if charged {
                world.charging = Charging(daily: [
                    Fixtures.valid {
                        DailyWindow(from: Self.seconds(7050), until: Self.seconds(7100))
                    }
                ])
            }
            let options = Self.refresh(.backgroundFetch(minimum: .zero))
            return Self.run(options, world, system: system, hours: 4)
                .metrics[.messagesDelivered]!
        }
        #expect(delivered(holds: false) > 8)
        #expect(delivered(holds: true) == 0)
        // At 7,050 s it gets the seven messages that are there, and then waits again.
        #expect(delivered(holds: true, charged: true) == 7)
    }
}
