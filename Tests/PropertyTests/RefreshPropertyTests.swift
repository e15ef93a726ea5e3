import Kernel
import ModelFixtures
import Studies
import TestSupport
import Testing

@testable import DeviceModel

/// Invariants of every policy of refresh, transfer and batching in random worlds.
@Suite struct RefreshPropertyTests {
    private static let shape = TransferShape(
        roundTrips: 1, uplink: Bytes(300), downlink: Bytes(300))

    private static func system(runTime: Double = 30, perHour: Int? = 3) -> SystemRules {
        var system = Fixtures.system()
        let mode = TimedModeRules(runTime: Fixtures.seconds(runTime), perHourLimit: perHour)
        (system.backgroundFetch, system.remoteNotification) = (mode, mode)
        system.externalAccessory = mode
        system.backgroundTransfer = BackgroundTransferRules(
            firstRelaunchDelay: Fixtures.seconds(60))
        system.newsstand = NewsstandRules(minimumInterval: Fixtures.seconds(86_400))
        system.fetchLearning = FetchLearningRules(
            leastInterval: Fixtures.seconds(900), firstInterval: Fixtures.seconds(3600),
            mostInterval: Fixtures.seconds(14_400), factor: 2,
            shortFetch: Fixtures.seconds(10), slotsPerDay: 48, lead: Fixtures.seconds(600))
        system.lifeCycle.launches += [
            .backgroundFetch, .remoteNotification, .backgroundTransfer, .newsstand,
        ]
        return system
    }

    private static func refresh(_ way: Refreshing) -> PolicyOptions {
        Fixtures.refresh(way, shape, work: Fixtures.seconds(1))
    }

    private static let policies: [NamedPolicy] = [
        ("poll", refresh(.poll(every: Fixtures.seconds(600), tolerance: Fixtures.seconds(99)))),
        ("push", refresh(.push(shape))),
        ("fetch", refresh(.backgroundFetch(minimum: .zero))),
        ("notification", refresh(.remoteNotification(shape))),
        ("now", Fixtures.sendNow(shape)),
        ("flush", Fixtures.flushEvery(Fixtures.seconds(60), shape)),
        ("batch", Fixtures.batch(Fixtures.seconds(600), shape)),
        ("session", Fixtures.backgroundSession(shape)),
        (
            "newsstand",
            .newsstand(
                NewsstandOptions(
                    push: shape, request: shape, work: Fixtures.seconds(1),
                    piece: Bytes(65_536)))
        ),
    ].map { NamedPolicy(name: $0.0, options: $0.1) }

    /// Sessions, force quits, purges, restarts, messages and items of any size.
    private static func world(seed: UInt64) -> WorldProfile {
        var dice = SplitMix64(seed: seed)
        func mean(_ seconds: Double) -> Distribution<Seconds> {
            .exponential(mean: Seconds(seconds * (0.2 + 2 * dice.uniform())))
        }
        let size = Bytes(1000 * (1 + 3000 * dice.uniform() * dice.uniform()))
        return WorldProfile(
            apps: [
                AppWorldProfile(
                    sessions: Spells(every: mean(7200), duration: mean(60)),
                    forceQuits: mean(40_000),
                    messages: AppWorldProfile.Items(
                        every: mean(1800), size: .constant(size)),
                    outbox: AppWorldProfile.Items(every: mean(1800), size: .constant(size)))
            ],
            memoryPressure: MemoryPressure(every: mean(20_000), leaves: .constant(Bytes(1e6))),
            restarts: mean(80_000))
    }

    private func scenario(seed: UInt64, _ system: SystemRules = system()) -> Scenario {
        Fixtures.scenario(
            system: system, hours: 48, world: Self.world(seed: seed), policies: Self.policies,
            seed: seed)
    }

    @Test("States cover the run, causes add up, and arrivals do not exceed messages, for 25 worlds")
    func books() {
        for seed in 1...25 as ClosedRange<UInt64> {
            let scenario = scenario(seed: seed)
            for policy in Self.policies {
                let place = "seed \(seed) \(policy.name)"
                let run = RecordedRun(scenario, policy: policy.options)
                let plan = run.table.plan
                let energy = run.timeline.reduce(0) { $0 + $1.energy(plan).magnitude }
                #expect(isClose(run.metrics[.energy]! * 1000, energy, relative: 1e-9), "\(place)")
                let processor = run.timeline.filter { plan.lines[$0.line].component == .processor }
                let time = processor.reduce(0) { $0 + ($1.until - $1.from).seconds.magnitude }
                #expect(abs(time - 48 * 3600) < 1e-6, "\(place)")
                for metric in [Metric.messageDelay, .itemDelay] {
                    #expect(run.metrics[metric].map { $0 >= 0 } ?? true, "\(place)")
                }
            }
        }
    }

    @Test("No app that the system woke runs beyond its 30 s, for 25 worlds")
    func limits() {
        for seed in 1...25 as ClosedRange<UInt64> {
            var world = Self.world(seed: seed)
            world.apps[0].sessions = nil
            let system = Self.system(perHour: nil)
            let options = Self.refresh(.backgroundFetch(minimum: .zero))
            let run = RecordedRun(
                Fixtures.scenario(
                    system: system, hours: 48, world: world,
                    policies: [NamedPolicy(name: "fetch", options: options)], seed: seed),
                policy: options)
            let plan = run.table.plan
            let awake = run.timeline.filter { plan.lines[$0.line].state == "awake-background" }
            // An alert of five seconds may follow, and then the next run.
            #expect(
                awake.allSatisfy { ($0.until - $0.from) <= Fixtures.seconds(35) }, "seed \(seed)")
        }
    }

    @Test("More permissive rules never bring fewer messages, for 25 worlds")
    func permissive() {
        for seed in 1...25 as ClosedRange<UInt64> {
            let options = Self.refresh(.remoteNotification(Self.shape))
            func delivered(_ system: SystemRules) -> Double {
                RecordedRun(scenario(seed: seed, system), policy: options)
                    .metrics[.messagesDelivered]!
            }
            let (strict, more) = (delivered(Self.system()), delivered(Self.system(perHour: 60)))
            // At the horizon a delayed one may be on its way.
            #expect(more >= strict, "seed \(seed): \(more), \(strict)")
            let longer = delivered(Self.system(runTime: 120))
            #expect(longer >= strict, "seed \(seed): \(longer), \(strict)")
        }
    }

    @Test("An app that declares nothing costs nothing until it is opened, for 25 worlds")
    func nothingDeclared() {
        for seed in 1...25 as ClosedRange<UInt64> {
            var world = Self.world(seed: seed)
            world.apps[0].sessions = Spells(
                every: .constant(Seconds(47 * 3600)), duration: .constant(Seconds(60)))
            for options in [
                Fixtures.sendNow(Self.shape),
                Self.refresh(.poll(every: Fixtures.seconds(60), tolerance: .zero)),
            ] {
                let scenario = Fixtures.scenario(
                    system: Fixtures.system(), hours: 46, world: world,
                    policies: [NamedPolicy(name: "app", options: options)], seed: seed)
                let energy = RecordedRun(scenario, policy: options).metrics[.energy]
                #expect(energy == RecordedRun(scenario, policy: .none).metrics[.energy])
            }
        }
    }
}
