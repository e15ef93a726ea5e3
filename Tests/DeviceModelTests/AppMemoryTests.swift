import Kernel
import ModelFixtures
import Studies
import Testing

@testable import DeviceModel

/// Tests of memory that apps share, and of phones that keep no app.
@Suite struct AppMemoryTests {
    private static func megabytes(_ size: Double) -> Bytes { Bytes(size * 1e6) }

    @Test("SR-004: the largest app leaves first, the oldest of equals, never the newest")
    func order() {
        var memory = AppMemory(limit: Self.megabytes(100))
        for (place, size) in [(0, 20.0), (1, 50), (2, 20), (3, 40)] {
            memory.enter(Int32(place), holding: Self.megabytes(size))
        }
        #expect(memory.isShort && memory.newest == 3)
        #expect(memory.largestFirst == [1, 0, 2])
        memory.leave(1)
        #expect(!memory.isShort)
        #expect(memory.hasRoom(for: Self.megabytes(20)) && !memory.hasRoom(for: Self.megabytes(21)))
        #expect(AppMemory(limit: nil).hasRoom(for: Self.megabytes(1e6)))
    }

    /// Three polling apps, the last of which is opened after an hour for ten minutes.
    private static func endings(
        sizes: [Double], limit: Double?, change: (inout SystemRules) -> Void = { _ in }
    ) -> Double {
        var (device, system) = (Fixtures.device(), Fixtures.system())
        device.memoryForApps = limit.map(megabytes)
        change(&system)
        let mail = AppWorldProfile.Items(
            every: .constant(Seconds(600)), size: .constant(Bytes(1000)))
        var worlds = sizes.map { _ in
            AppWorldProfile(
                sessions: Spells(every: .constant(Seconds(1e6)), duration: .constant(Seconds(1))),
                messages: mail)
        }
        worlds[sizes.count - 1].sessions = Spells(
            every: .constant(Seconds(3600)), duration: .constant(Seconds(600)))
        let poll = Fixtures.refresh(
            .poll(every: Fixtures.seconds(900), tolerance: .zero), Fixtures.positionUpload,
            work: .zero, alerts: false)
        let policies = sizes.map { size in
            var policy = poll
            policy.traits.memory = megabytes(size)
            return policy
        }
        var world = WorldProfile()
        world.apps = [AppWorldProfile()] + worlds
        let options = Fixtures.together(policies)
        let scenario = Fixtures.scenario(
            device: device, system: system, hours: 2, world: world,
            policies: [NamedPolicy(name: "apps", options: options)])
        return scenario.run(options).metrics[.appEndings] ?? -1
    }

    @Test(
        "SR-004: suspended apps leave until all others fit",
        arguments: [
            (nil, 0.0), (100.0, 0), (90, 0), (89, 1), (60, 1), (59, 2), (39, 2),
        ] as [(Double?, Double)])
    func purged(limit: Double?, endings: Double) {
        // 90 MB together; 60 MB without the app of 30 MB, and 40 MB without that of 20 MB too. All
        // are there from the start, and the last one came last.
        #expect(Self.endings(sizes: [20, 30, 40], limit: limit) == endings)
    }

    @Test("SR-004: running apps leave if the system ends them, once no suspended one is left")
    func running() {
        func endings(_ isEnded: Bool) -> Double {
            var (device, system) = (Fixtures.device(), Fixtures.system())
            device.memoryForApps = Self.megabytes(15)
            system.standardLocation.keepsRunning = true
            system.lifeCycle.endsRunningForRoom = isEnded
            let worker = Fixtures.backgroundWork(
                every: Fixtures.seconds(60), work: Fixtures.seconds(1))
            var world = WorldProfile(
                otherApps: Spells(
                    every: .constant(Seconds(3600)), duration: .constant(Seconds(60))))
            world.otherAppsMemory = Self.megabytes(10)
            return Fixtures.scenario(
                device: device, system: system, hours: 2, world: world,
                policies: [NamedPolicy(name: "worker", options: worker)]
            ).run(worker).metrics[.appEndings] ?? -1
        }
        // 10 MB of the user's app and 10 MB of the worker's.
        #expect(endings(false) == 0)
        #expect(endings(true) == 1)
    }

    @Test("A phone that keeps no app ends each app that is left, despite multitasking")
    func cannotMultitask() throws {
        var device = Fixtures.device()
        device.multitasks = false
        let system = Fixtures.system()
        #expect(system.on(device).name == "ios on phone")
        #expect(!system.on(device).lifeCycle.multitasks)
        let refused = #expect(throws: Refusal.self) {
            try Fixtures.keepAlive(minutes: 29).check(
                system: system, device: device, radio: Fixtures.umts(), world: WorldProfile())
        }
        #expect(refused?.message.hasPrefix("ios on phone ends an app when it is left") ?? false)
        let options = PolicyOptions.taskCompletion(TaskCompletionOptions(behaviour: .finish))
        let world = WorldProfile(apps: [
            AppWorldProfile(
                sessions: Spells(
                    every: .constant(Seconds(1000)), duration: .constant(Seconds(10))),
                outbox: AppWorldProfile.Items(
                    every: .constant(Seconds(300)), size: .constant(Bytes(1_000_000))))
        ])
        let scenario = Fixtures.scenario(
            device: device, hours: 0.5, world: world,
            policies: [NamedPolicy(name: "app", options: options)])
        #expect(scenario.run(options).metrics[.appEndings] == 1)
        device.multitasks = true
        #expect(system.on(device) == system)
    }

    @Test("SR-005: an app that opted out cannot act in the background alone")
    func optedOut() {
        var options = Fixtures.keepAlive(minutes: 29)
        options.traits.exitsOnSuspend = true
        let refused = #expect(throws: Refusal.self) {
            try options.check(
                system: Fixtures.system(), device: Fixtures.device(), radio: Fixtures.umts(),
                world: WorldProfile())
        }
        #expect(refused?.option == "exits-on-suspend")
    }
}
