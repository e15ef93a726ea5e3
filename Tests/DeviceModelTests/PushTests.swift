import Kernel
import ModelFixtures
import Studies
import Testing

@testable import DeviceModel

/// Tests of the system's one connection, over which the servers of all apps push.
@Suite struct PushTests {
    private static let heartbeat = TransferShape(
        roundTrips: 1, uplink: Bytes(0), downlink: Bytes(0))
    private static let push = RefreshTests.options(.push(RefreshTests.push))

    private static func system(runsApp: Bool = false, timers: Bool = false) -> SystemRules {
        var system = RefreshTests.system(timers: timers)
        system.push = PushRules(
            cellularInterval: Fixtures.seconds(1800), wifiInterval: Fixtures.seconds(900),
            heartbeat: heartbeat, runsApp: runsApp)
        return system
    }

    private static func run(
        _ options: PolicyOptions, _ world: WorldProfile, system: SystemRules = system(),
        hours: Double = 24
    ) -> RecordedRun {
        RecordedRun(
            Fixtures.scenario(
                system: system, hours: hours, world: world,
                policies: [NamedPolicy(name: "app", options: options)]),
            policy: options)
    }

    private static func messages(every seconds: Double) -> AppWorldProfile {
        AppWorldProfile(
            messages: AppWorldProfile.Items(
                every: .constant(Seconds(seconds)), size: .constant(Bytes(1000))))
    }

    /// `count` apps, each with a server that pushes.
    private static func apps(_ count: Int) -> PolicyOptions {
        .apps(
            AppsOptions(
                apps: (1...count).map {
                    AppsOptions.App(name: "app-\($0)", options: push, place: $0)
                }))
    }

    private static func quiet() -> WorldProfile {
        var world = WorldProfile()
        world.keepsPushConnection = true
        return world
    }

    @Test("A connection without pushes costs its heartbeats, booked to the system")
    func heartbeats() throws {
        let idle = try #require(Self.run(.none, WorldProfile()).metrics[.energy])
        let kept = Self.run(.none, Self.quiet())
        // A promotion and a round trip, 2.15 s, after each half hour: 47 of them in a day.
        let one = 2 * 0.53 + 5 * 0.7 + 12 * 0.35 + 0.15 * 0.7
        let device = Fixtures.device().processor
        let awake =
            device.wakeUpEnergy.magnitude / 1000
            + (2.15 - device.wakeUpTime.seconds.magnitude)
            * device.awakeBackground.magnitude / 1000
        #expect(kept.metrics[.pushHeartbeats] == 47)
        let energy = try #require(kept.metrics[.pushConnectionEnergy])
        #expect(abs(energy - 47 * (one + awake)) < 1e-6)
        #expect(abs(try #require(kept.metrics[.energy]) - idle - energy) < 1e-6)
    }

    @Test("Without apps whose servers push, own or others, there is no connection")
    func none() {
        let run = Self.run(.none, WorldProfile())
        #expect(run.metrics[.pushHeartbeats] == nil)
        #expect(!run.table.plan.activities.contains("push connection"))
    }

    @Test("k apps share one connection: no more heartbeats, fewer with each push", arguments: 1...4)
    func shared(count: Int) throws {
        var world = WorldProfile()
        world.apps += (1...count).map { _ in Self.messages(every: 5000) }
        let run = Self.run(Self.apps(count), world)
        // 17 pushes at fixed times, for whichever app: each postpones the next heartbeat.
        #expect(run.metrics[.messagesDelivered] == Double(17 * count))
        #expect(run.metrics[.pushHeartbeats] == 34)
    }

    @Test("On Wi-Fi heartbeats have another interval")
    func wifi() {
        let scenario = Fixtures.scenario(
            radio: Fixtures.wifi(), system: Self.system(), world: Self.quiet(),
            policies: [NamedPolicy(name: "none", options: .none)])
        let metrics = RecordedRun(scenario, policy: .none).metrics
        #expect(metrics[.pushHeartbeats] == 95)
    }

    @Test("A push over a connection that the network has forgotten waits for a heartbeat")
    func forgotten() throws {
        var world = WorldProfile(apps: [Self.messages(every: 1000)])
        world.network.natIdleTimeout = .constant(Seconds(600))
        let run = Self.run(Self.push, world, hours: 0.75)
        // At 1,000 s the connection has been dead for 400 s. At 1,800 s the system finds out, and
        // makes a new one in 2 s of promotion, 4 round trips of 150 ms, and 56 ms of bytes.
        #expect(run.metrics[.pushHeartbeats] == 0)
        let delay = try #require(run.metrics[.messageDelay])
        #expect(run.metrics[.messagesDelivered] == 2)
        #expect(abs(delay - (800 + 2 + 0.6 + 0.056 + 2) / 2) < 3)
        let alive = Self.run(Self.push, WorldProfile(apps: world.apps), hours: 0.75)
        #expect(try #require(alive.metrics[.messageDelay]) < 3)
    }

    @Test("In an outage messages wait at the server, and come when it is reachable again")
    func outage() throws {
        var world = WorldProfile(apps: [Self.messages(every: 5000)])
        world.network.outages = Spells(
            every: .constant(Seconds(4000)), duration: .constant(Seconds(3000)))
        let run = Self.run(Self.push, world, hours: 2.5)
        // From 4,000 to 7,000 s. The heartbeat of 5,400 s is unanswered; that of 7,200 s reaches a
        // server again.
        let delay = try #require(run.metrics[.messageDelay])
        #expect(run.metrics[.messagesDelivered] == 1)
        #expect(delay > 2200 && delay < 2300)
    }

    @Test("A new network makes a new connection at once, and waiting messages come")
    func moved() throws {
        var world = Self.quiet()
        world.network.change = .constant(Seconds(1000))
        let run = Self.run(.none, world, hours: 1.5)
        // Each change, from 1,000 s on, postpones the heartbeat before it is due.
        #expect(run.metrics[.pushHeartbeats] == 0)
        #expect(run.metrics[.promotions] == 5)
    }

    @Test("A message runs its app if the system hands it over, and launches an ended app")
    func runsApp() throws {
        var world = WorldProfile(apps: [Self.messages(every: 5000)])
        let options = RefreshTests.options(.push(RefreshTests.push), work: 1)
        let shown = Self.run(options, world)
        let run = Self.run(options, world, system: Self.system(runsApp: true))
        #expect(shown.metrics[.messagesDelivered] == run.metrics[.messagesDelivered])
        #expect(shown.metrics[.appLaunches] == 0)
        #expect(try #require(run.metrics[.energy]) > (try #require(shown.metrics[.energy])))
        world.memoryPressure = MemoryPressure(
            every: .constant(Seconds(7000)), leaves: .constant(Bytes(1)))
        let launched = Self.run(options, world, system: Self.system(runsApp: true))
        #expect(try #require(launched.metrics[.appLaunches]) > 0)
    }

    @Test("A message for an app that its user keeps stopped is seen when it is opened")
    func keptDown() throws {
        var world = WorldProfile(apps: [Self.messages(every: 5000)])
        world.apps[0].forceQuits = .constant(Seconds(3000))
        let options = RefreshTests.options(.push(RefreshTests.push), work: 1)
        let down = Self.run(options, world, system: Self.system(runsApp: true))
        #expect(down.metrics[.messagesDelivered] == 0)
        #expect(Self.run(options, world).metrics[.messagesDelivered] == 17)
        world.apps[0].sessions = Spells(
            every: .constant(Seconds(40_000)), duration: .constant(Seconds(60)))
        let opened = Self.run(options, world, system: Self.system(runsApp: true))
        // Seven of them before 40,000 s, and one more before 80,120 s.
        #expect(try #require(opened.metrics[.messagesDelivered]) >= 8)
    }

    @Test("A phone that is off gets no pushes, and reconnects when it is on again")
    func off() throws {
        var world = Self.quiet()
        world.battery = BatteryCourse(start: Fraction(0.002), comesOn: Fraction(0.05))
        let run = Self.run(.none, world)
        let empty = try #require(run.metrics[.timeToEmpty])
        let last = run.timeline.filter { $0.cause.activity == run.table.plan.activities.count - 1 }
            .map(\.until.seconds.magnitude).max()
        #expect(try #require(last) <= empty * 3600)
    }

    @Test("A system without pushes refuses apps whose servers push")
    func refused() {
        var system = Self.system()
        system.push = nil
        #expect(throws: Refusal.self) {
            try Self.push.check(
                system: system, device: Fixtures.device(), radio: Fixtures.umts(),
                world: WorldProfile(apps: [Self.messages(every: 5000)]))
        }
    }

    // MARK: A phone that is off

    /// Off from about two hours on, at a charger at 12 h, and on soon after.
    private static func whileOff(
        _ options: PolicyOptions, keeps: Int?, keepsFor: Double? = nil
    ) -> RecordedRun {
        let night = Fixtures.valid {
            DailyWindow(from: Fixtures.seconds(43_200), until: Fixtures.seconds(86_400))
        }
        let world = WorldProfile(
            apps: [messages(every: 7200)], battery: BatteryCourse(start: Fraction(0.04)),
            charging: Charging(daily: [night], power: Milliwatts(2500)))
        var system = system(timers: true)
        system.push?.keeps = keeps
        system.push?.keepsFor = keepsFor.map(Fixtures.seconds)
        return RecordedRun(
            Fixtures.scenario(
                device: Fixtures.device(floor: 100), system: system, hours: 15, world: world,
                policies: [NamedPolicy(name: "app", options: options)]),
            policy: options)
    }

    @Test("Messages for a phone that is off are kept: the newest, up to the service's limit")
    func kept() throws {
        let all = Self.whileOff(Self.push, keeps: nil)
        let off = try #require(all.metrics[.timeToEmpty])
        // One comes at 2 h, before the battery is empty; the phone is off at 4, 6, 8, 10 and 12 h.
        #expect(off > 2 && off < 4)
        #expect(all.metrics[.messagesDelivered] == 7)
        #expect(Self.whileOff(Self.push, keeps: 2).metrics[.messagesDelivered] == 4)
        #expect(Self.whileOff(Self.push, keeps: 1).metrics[.messagesDelivered] == 3)
        // On at 12 h and some minutes: those of 10 and 12 h are younger than three hours.
        let young = Self.whileOff(Self.push, keeps: nil, keepsFor: 10_800)
        #expect(young.metrics[.messagesDelivered] == 4)
    }

    @Test("An app that polls its server misses nothing that came while the phone was off")
    func asked() {
        let run = Self.whileOff(
            RefreshTests.options(.poll(every: Fixtures.seconds(900), tolerance: .zero)), keeps: 1)
        #expect(run.metrics[.messagesDelivered] == 7)
    }
}
