import Kernel
import ModelFixtures
import Studies
import Testing

@testable import DeviceModel

@Suite struct RefreshTests {
    static let learning = FetchLearningRules(
        leastInterval: Fixtures.seconds(900), firstInterval: Fixtures.seconds(3600),
        mostInterval: Fixtures.seconds(4 * 3600), factor: 2, shortFetch: Fixtures.seconds(10),
        slotsPerDay: 24, lead: Fixtures.seconds(600))

    /// A small iOS 7: 30 s, three pushes an hour.
    static func system(timers: Bool = false, tolerance: Fraction? = nil) -> SystemRules {
        var system = Fixtures.system()
        system.backgroundFetch = TimedModeRules(runTime: Fixtures.seconds(30), perHourLimit: nil)
        system.remoteNotification = TimedModeRules(
            runTime: Fixtures.seconds(30), perHourLimit: 3)
        system.fetchLearning = learning
        system.timers = TimerRules(wakesSuspended: timers, tolerance: tolerance)
        system.lifeCycle.launches += [.backgroundFetch, .remoteNotification]
        return system
    }

    static func options(
        _ way: Refreshing, alerts: Bool = false, work: Double = 0
    ) -> PolicyOptions {
        Fixtures.refresh(
            way, TransferShape(roundTrips: 1, uplink: Bytes(0), downlink: Bytes(0)),
            work: Fixtures.seconds(work), alerts: alerts)
    }

    static let push = TransferShape(roundTrips: 0, uplink: Bytes(0), downlink: Bytes(250))

    /// A message every `every` seconds.
    static func world(
        every: Double, size: Double = 1000, sessions: Spells? = nil
    ) -> WorldProfile {
        WorldProfile(apps: [
            AppWorldProfile(
                sessions: sessions,
                messages: AppWorldProfile.Items(
                    every: .constant(Seconds(every)), size: .constant(Bytes(size))))
        ])
    }

    private func run(
        _ options: PolicyOptions, _ world: WorldProfile, system: SystemRules = system(),
        hours: Double = 4
    ) -> RecordedRun {
        RecordedRun(
            Fixtures.scenario(
                system: system, hours: hours, world: world,
                policies: [NamedPolicy(name: "app", options: options)]),
            policy: options)
    }

    private func starts(_ run: RecordedRun, _ kind: EnergyKind) -> [Double] {
        run.timeline.filter { run.table.plan.lines[$0.line].kind == kind }
            .map(\.from.seconds.magnitude)
    }

    @Test("Polling costs a fixed energy each time, plus the bytes of new messages")
    func pollClosedForm() throws {
        let poll = Self.options(
            .poll(every: Fixtures.seconds(900), tolerance: .zero))
        let result = run(poll, Self.world(every: 1000), system: Self.system(timers: true))
        // Fifteen times in four hours; at the horizon no more.
        #expect(result.metrics[.promotions] == 15)
        let messages = try #require(result.metrics[.messagesDelivered])
        #expect(messages == 13)
        let expected =
            15 * (2 * 0.53 + 5 * 0.7 + 12 * 0.35 + 0.15 * 0.7) + messages * 8000 / 1e6 * 0.7
        #expect(abs(result.metrics[.radioEnergy]! - expected) < 1e-9 * expected)
    }

    @Test("SR-001: if no timer wakes a suspended app, it polls only in front")
    func pollInFront() {
        let sessions = Spells(
            every: .constant(Seconds(3000)), duration: .constant(Seconds(700)))
        let poll = Self.options(.poll(every: Fixtures.seconds(300), tolerance: .zero))
        let result = run(poll, Self.world(every: 1000, sessions: sessions), hours: 1.1)
        // Opened at 3,000 s, again at 3,300 and 3,600 s; left at 3,700 s.
        #expect(starts(result, .promotion) == [3000, 3300, 3600])
    }

    @Test("A tolerant timer comes early with other apps' traffic and causes no wake-up")
    func tolerance() {
        var world = Self.world(every: 1000)
        world.otherTraffic = [
            TrafficSource(
                every: .constant(Seconds(800)), uplink: .constant(Bytes(100)),
                downlink: .constant(Bytes(100)), roundTrips: 1)
        ]
        let poll = Self.options(
            .poll(every: Fixtures.seconds(900), tolerance: Fixtures.seconds(200)))
        let heeds = Self.system(timers: true, tolerance: .zero)
        let tolerant = run(poll, world, system: heeds)
        let alone = run(.none, world, system: heeds)
        #expect(tolerant.metrics[.wakeUps] == alone.metrics[.wakeUps])
        #expect(tolerant.metrics[.promotions] == alone.metrics[.promotions])
        // A system without tolerant timers ignores the app's tolerance.
        let exact = run(poll, world, system: Self.system(timers: true))
        #expect(exact.metrics[.wakeUps]! > alone.metrics[.wakeUps]!)
    }

    @Test("A push alerts the user at once without polling, and its content comes at the opening")
    func pushed() {
        let sessions = Spells(
            every: .constant(Seconds(10_000)), duration: .constant(Seconds(60)))
        let result = run(
            Self.options(.push(Self.push), alerts: true),
            Self.world(every: 3000, sessions: sessions))
        #expect(result.metrics[.messagesDelivered] == 4)
        #expect(result.metrics[.alerts] == 4)
        // Two seconds of promotion and 250 B at 1 Mbit/s.
        #expect(abs(result.metrics[.messageDelay]! - 2.002) < 1e-9)
        // Pushes at 3,000, 6,000, 9,000 and 12,000 s, the content at 10,000 s.
        #expect(starts(result, .promotion) == [3000, 6000, 9000, 10_000, 12_000])
        #expect(result.metrics[.bytesDown] == 4000)
    }

    @Test("SR-046, IO-020, IM-038, IM-041: three pushes an hour wake the app; others are merged")
    func throttled() {
        let result = run(
            Self.options(.remoteNotification(Self.push)), Self.world(every: 300), hours: 2)
        // At 300, 600 and 900 s; then an hour after the first, the second and the third.
        #expect(starts(result, .promotion) == [300, 600, 900, 3900, 4200, 4500])
        #expect(result.metrics[.messagesDelivered] == 15)
    }

    @Test("SR-033, SR-046, IM-036: a push does not wake a force-quit app")
    func keptDown() {
        var world = Self.world(every: 1000)
        world.apps[0].forceQuits = .constant(Seconds(2500))
        let result = run(Self.options(.remoteNotification(Self.push)), world, hours: 1.3)
        #expect(result.metrics[.messagesDelivered] == 2)
        #expect(result.metrics[.appEndings] == 1)
    }

    @Test("IM-001, IM-010, IM-011: a refresh of more than 30 s ends the app")
    func refreshTooLong() throws {
        // 5 MB at 1 Mbit/s take 40 s; the first refresh comes after an hour.
        func run(_ runTime: Double) -> RecordedRun {
            var system = Self.system()
            system.backgroundFetch?.runTime = Fixtures.seconds(runTime)
            return self.run(
                Self.options(.backgroundFetch(minimum: .zero)), Self.world(every: 3000, size: 5e6),
                system: system, hours: 1.2)
        }
        #expect(run(30).metrics[.messagesDelivered] == 0)
        #expect(run(30).metrics[.appEndings] == 1)
        #expect(run(60).metrics[.messagesDelivered] == 1)
        #expect(run(60).metrics[.appEndings] == 0)
    }

    @Test(
        "IO-018, IO-019, IM-039: a fetch of more than 30 s ends the app, and its data is lost"
    )
    func cutOff() throws {
        // 5 MB at 1 Mbit/s take 40 s.
        let result = run(
            Self.options(.remoteNotification(Self.push)), Self.world(every: 3000, size: 5e6),
            hours: 1)
        #expect(result.metrics[.messagesDelivered] == 0)
        #expect(result.metrics[.appEndings] == 1)
        #expect(try #require(result.metrics[.bytesWasted]) > 3.5e6)
        // It was awake for the 30 s, after the 2.002 s in which the system got the message.
        let awake = result.timeline.filter {
            result.table.plan.lines[$0.line].state == "awake-background"
        }
        #expect(awake.map { ($0.until - $0.from).seconds } == [Seconds(32.002)])
    }

    @Test("The marginal energy of pushes follows from the gaps between Poisson arrivals")
    func pushClosedForm() {
        // Messages 60 s apart on average: the next one cuts every fourth tail of 17 s short.
        let rate = 1 / 60.0
        var world = WorldProfile()
        world.apps[0].messages = AppWorldProfile.Items(
            every: .exponential(mean: Seconds(60)), size: .constant(Bytes(0)))
        let runs = (0..<40).map { replication in
            let scenario = Fixtures.scenario(
                radio: Fixtures.umts(t1: 5, t2: 12), hours: 24, world: world,
                policies: [NamedPolicy(name: "app", options: .none)])
            let nothing = TransferShape(roundTrips: 0, uplink: Bytes(0), downlink: Bytes(0))
            let plan = RunPlan(
                scenario, policy: Self.options(.push(nothing)))
            return plan.run(replication: replication).metrics[.radioEnergy]!
        }
        let mean = runs.reduce(0, +) / 40
        // By hand, for transfers without length: the tail's power while the gap lasts, and a
        // promotion of 2 s from rest, during which new messages wait. The promotion of 1.5 s is
        // never needed without bytes.
        let expected = Self.energyPerDay(rate: rate)
        #expect(abs(mean / expected - 1) < 0.01, "\(mean) against \(expected)")
    }

    /// A renewal process: rest for 1 / rate, a promotion, then a tail until a gap outlasts it.
    private static func energyPerDay(rate: Double) -> Double {
        func outlasts(_ time: Double) -> Double { PortableMath.exp(-rate * time) }
        // CELL_DCH until a gap of 5 s, then CELL_FACH until one of 17 s or the next message, which
        // in CELL_FACH restarts its 12 s.
        let inDCH = (1 - outlasts(5)) / (rate * outlasts(5))
        let inFACH = (1 - outlasts(12)) / (rate * outlasts(12))
        let cycle = 1 / rate + 2 + inDCH + inFACH
        return 86_400 / cycle * (2 * 0.53 + inDCH * 0.7 + inFACH * 0.35)
    }

    @Test("A capability that the system lacks is refused")
    func faults() {
        func fault(
            _ options: PolicyOptions, _ system: SystemRules, world: WorldProfile
        ) -> Refusal? {
            do throws(Refusal) {
                try options.check(
                    system: system, device: Fixtures.device(), radio: Fixtures.umts(),
                    world: world)
                return nil
            } catch {
                return error
            }
        }
        let (old, world) = (Fixtures.system(), Self.world(every: 100))
        let fetch = Refreshing.backgroundFetch(minimum: .zero)
        let poll = Refreshing.poll(every: Fixtures.seconds(60), tolerance: .zero)
        #expect(
            fault(Self.options(fetch), old, world: world)
                == .noMode(.backgroundFetch, in: old))
        #expect(
            fault(Self.options(.remoteNotification(Self.push)), old, world: world)
                == .noMode(.remoteNotification, in: old))
        #expect(
            fault(Self.options(poll), old, world: world) == .neverRuns(on: old))
    }
}
