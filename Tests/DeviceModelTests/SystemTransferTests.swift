import Kernel
import ModelFixtures
import Studies
import Testing

@testable import DeviceModel

@Suite struct SystemTransferTests {
    private func system() -> SystemRules {
        var system = Fixtures.system()
        system.backgroundTransfer = BackgroundTransferRules(
            firstRelaunchDelay: Fixtures.seconds(60), runTime: Fixtures.seconds(30))
        system.newsstand = NewsstandRules(
            minimumInterval: Fixtures.seconds(86_400), runTime: Fixtures.seconds(30))
        system.externalAccessory = TimedModeRules(
            runTime: Fixtures.seconds(10), perHourLimit: nil)
        system.bluetooth = TimedModeRules(runTime: Fixtures.seconds(10), perHourLimit: nil)
        system.accessories = AccessoryRules(coalescing: Fixtures.seconds(60))
        system.lifeCycle.launches += [.backgroundTransfer, .newsstand]
        return system
    }

    private let nothing = TransferShape(roundTrips: 0, uplink: Bytes(0), downlink: Bytes(0))

    private func session(discretionary: Bool = false) -> PolicyOptions {
        Fixtures.backgroundSession(nothing, discretionary: discretionary)
    }

    /// Opened at 1,000 s for ten seconds; an item of `size` bytes every `every` seconds.
    private func outbox(every: Double, size: Double) -> WorldProfile {
        WorldProfile(apps: [
            AppWorldProfile(
                sessions: Spells(
                    every: .constant(Seconds(1000)), duration: .constant(Seconds(10))),
                outbox: AppWorldProfile.Items(
                    every: .constant(Seconds(every)), size: .constant(Bytes(size))))
        ])
    }

    private func run(
        _ options: PolicyOptions, _ world: WorldProfile, hours: Double,
        system: SystemRules? = nil
    ) -> RecordedRun {
        RecordedRun(
            Fixtures.scenario(
                system: system ?? self.system(), hours: hours, world: world,
                policies: [NamedPolicy(name: "app", options: options)]),
            policy: options)
    }

    @Test("SR-047: submitted transfers continue while the app is suspended, until all are sent")
    func goesOn() {
        // Nine items of 1 MB by 1,000 s: 72 s on the air, with the app in front for ten.
        let result = run(session(), outbox(every: 110, size: 1e6), hours: 1085.0 / 3600)
        #expect(result.metrics[.itemsSent] == 9)
    }

    @Test("SR-047: a force quit cancels unsent transfers, and partly sent bytes are wasted")
    func forcedQuit() throws {
        var world = outbox(every: 110, size: 1e6)
        world.apps[0].forceQuits = .constant(Seconds(1030))
        let result = run(session(), world, hours: 1900.0 / 3600)
        // From 1,002 to 1,030 s three and a half.
        #expect(result.metrics[.itemsSent] == 3)
        #expect(result.metrics.durations[.itemDelay]?.unended == 14)
        let wasted = try #require(result.metrics[.bytesWasted])
        #expect(0.4e6...0.6e6 ~= wasted, "\(wasted)")
    }

    @Test("Transfers that a force quit cancels are sent when the app is opened again")
    func cancelled() {
        var world = outbox(every: 110, size: 1e6)
        world.apps[0].forceQuits = .constant(Seconds(1030))
        // Three by 1,030 s, and five from 2,010 s on, when the app is opened again.
        let result = run(session(), world, hours: 2059.0 / 3600)
        #expect(result.metrics[.itemsSent] == 8)
        #expect(result.metrics.durations[.itemDelay]?.unended == 10)
    }

    @Test("A piece on the air during a change of network is sent again")
    func otherNetwork() {
        var world = outbox(every: 110, size: 1e6)
        world.network.change = .constant(Seconds(1005))
        let result = run(session(), world, hours: 1100.0 / 3600)
        #expect(result.metrics[.itemsSent] == 9)
        // Three seconds on the air: five pieces, and most of a sixth.
        let wasted: Double = 3 * 125_000 - 5 * 65_536
        #expect(result.metrics[.bytesWasted] == wasted)
        #expect(result.metrics[.bytesUp] == 9e6 + wasted)
    }

    @Test(
        "SR-047, IM-052: after a purge the system continues, and launches the app at the end"
    )
    func purged() {
        var world = outbox(every: 110, size: 1e6)
        world.memoryPressure = MemoryPressure(
            every: .constant(Seconds(1030)), leaves: .constant(Bytes(1e6)))
        let result = run(session(), world, hours: 1085.0 / 3600)
        #expect(result.metrics[.itemsSent] == 9)
        #expect(result.metrics[.appEndings] == 1)
        #expect(result.metrics[.appLaunches] == 1)
    }

    @Test(
        "SR-047, IM-059, IM-063: a discretionary transfer waits for Wi-Fi and power, free of cost")
    func discretionary() {
        let world = outbox(every: 110, size: 1e6)
        let result = run(session(discretionary: true), world, hours: 1)
        #expect(result.metrics[.itemsSent] == 0)
        // Opening it with nothing to send costs equally much.
        let empty = run(session(), outbox(every: 1e6, size: 1e6), hours: 1)
        #expect(result.metrics[.energy] == empty.metrics[.energy])
    }

    @Test(
        """
        IO-032, IO-033, IM-053, IM-054, IM-055, IM-056, IM-057: tasks made in the background wait \
        60, 120, 240 s; the front resets that
        """)
    func delays() {
        var delay = RelaunchDelay(first: Fixtures.seconds(60))
        func relaunched(at seconds: Double) -> Double {
            delay.relaunched(at: .start + Fixtures.seconds(seconds))
            return (delay.taskCreated() - .start).seconds.magnitude - seconds
        }
        #expect(relaunched(at: 100) == 60)
        #expect(relaunched(at: 200) == 120)
        #expect(relaunched(at: 900) == 240)
        delay.reset()
        #expect(delay.taskCreated() == .start)
        #expect(relaunched(at: 2000) == 60)
        // A delay that elapses while nothing waits for it.
        delay.relaunched(at: .start + Fixtures.seconds(2100))
        #expect(delay.current == Fixtures.seconds(120))
        #expect(relaunched(at: 2221) == 60)
    }

    @Test("IO-033: opening the app resets the next delay to a minute")
    func frontResets() {
        // In front from 100 and from 210 s on, for ten seconds; an item each 30 s, 10.4 s each.
        let world = WorldProfile(apps: [
            AppWorldProfile(
                sessions: Spells(
                    every: .constant(Seconds(100)), duration: .constant(Seconds(10))),
                outbox: AppWorldProfile.Items(
                    every: .constant(Seconds(30)), size: .constant(Bytes(1.3e6))))
        ])
        // Three from 100 s on, one after a minute, three from 210 s on, and one after a minute.
        // Without the second time in front that would be four minutes.
        let result = run(session(), world, hours: 318.0 / 3600)
        #expect(result.metrics[.itemsSent] == 8)
    }

    @Test("IO-033: an item that comes during the first transfers is sent a minute after them")
    func delayInARun() throws {
        // Five items by 1,000 s take 40 s; the sixth comes at 1,020 s, when the app is suspended.
        let result = run(session(), outbox(every: 170, size: 1e6), hours: 1150.0 / 3600)
        #expect(result.metrics[.itemsSent] == 6)
        let promotions = result.timeline.filter {
            result.table.plan.lines[$0.line].kind == .promotion
        }
        let begun = promotions.map(\.from.seconds.magnitude)
        #expect(begun.count == 2 && begun[0] == 1000)
        // 1 000 s + 2 s + 40 s + 60 s.
        #expect(abs((begun.last ?? 0) - 1102) < 1e-6, "\(begun)")
    }

    private func paper(every: Double) -> WorldProfile {
        WorldProfile(apps: [
            AppWorldProfile(
                messages: AppWorldProfile.Items(
                    every: .constant(Seconds(every)), size: .constant(Bytes(1e6))))
        ])
    }

    private var newsstand: PolicyOptions {
        .newsstand(
            NewsstandOptions(
                push: nothing, request: nothing, work: Fixtures.seconds(1), piece: Bytes(65_536)))
    }

    @Test("SR-048: an issue launches the app once a day; later ones come with the next launch")
    func onceADay() {
        let result = run(newsstand, paper(every: 36_000), hours: 48)
        let promotions = result.timeline.filter {
            result.table.plan.lines[$0.line].kind == .promotion
        }.map(\.from.seconds.magnitude)
        // Issues at 10, 20, 30 and 40 h; pushes at 10 and 34 h.
        let expected: [Double] = [36_000, 36_000 + 86_400]
        #expect(promotions == expected)
        #expect(result.metrics[.messagesDelivered] == 3)
    }

    @Test("SR-048: the system continues the download of an ended app")
    func downloadGoesOn() {
        var world = paper(every: 36_000)
        world.memoryPressure = MemoryPressure(
            every: .constant(Seconds(36_005)), leaves: .constant(Bytes(1e6)))
        let result = run(newsstand, world, hours: 11)
        #expect(result.metrics[.messagesDelivered] == 1)
        #expect(result.metrics[.appEndings] == 1)
    }

    private func accessory(
        _ link: AccessoryOptions.Link, every: Double = 5, work: Double = 0.1
    ) -> PolicyOptions {
        .accessory(
            AccessoryOptions(
                link: link, every: Fixtures.seconds(every), work: Fixtures.seconds(work)))
    }

    @Test("SR-049, SR-050: each event of a device wakes the app", arguments: [0.1, 4])
    func events(work: Double) throws {
        for link in [AccessoryOptions.Link.external, .central] {
            let result = run(accessory(link, work: work), WorldProfile(), hours: 0.1)
            #expect(result.metrics[.messagesDelivered] == 71)
            #expect(result.metrics[.wakeUps] == 71)
            let awake = result.timeline.filter {
                result.table.plan.lines[$0.line].state == "awake-background"
            }
            #expect(awake.allSatisfy { ($0.until - $0.from) <= Fixtures.seconds(work) })
        }
    }

    @Test("SR-050: finds of a scan within a minute are one event to a suspended app")
    func coalesced() {
        let result = run(accessory(.scan), WorldProfile(), hours: 0.1)
        #expect(result.metrics[.messagesDelivered] == 6)
    }

    @Test("SR-049: up to iOS 4 a session with an accessory is closed while the app is suspended")
    func closes() {
        let world = outbox(every: 3000, size: 1)
        let result = run(
            accessory(.external), world, hours: 1100.0 / 3600, system: Fixtures.system())
        // In front from 1,000 to 1,010 s.
        #expect(result.metrics[.messagesDelivered].map { 2...3 ~= $0 } ?? false)
    }

    @Test(
        "SR-049, SR-050, IO-017: work beyond ten seconds, and missing modes, are refused"
    )
    func faults() {
        func fault(_ options: PolicyOptions, _ system: SystemRules) -> Refusal? {
            do throws(Refusal) {
                try options.check(
                    system: system, device: Fixtures.device(), radio: Fixtures.umts(),
                    world: WorldProfile())
                return nil
            } catch {
                return error
            }
        }
        let old = Fixtures.system()
        var all = system()
        all.bluetoothPeripheral = TimedModeRules(runTime: Fixtures.seconds(10), perHourLimit: nil)
        for link in [AccessoryOptions.Link.external, .central, .peripheral] {
            #expect(fault(accessory(link, work: 10), all) == nil)
            #expect(
                fault(accessory(link, work: 11), all)?.message
                    == "work is 11 s, but ios ends the app after 10 s")
        }
        #expect(
            fault(accessory(.scan), old)
                == .noMode("Bluetooth LE", system: "ios"))
        #expect(
            fault(accessory(.external), old)?.message.contains("session when the app is suspended")
                ?? false)
        #expect(
            fault(session(), old) == .noMode(.backgroundTransfer, in: old))
        #expect(fault(session(), system()) == .nothingToSend)
        #expect(fault(newsstand, old) == .noMode("Newsstand", system: "ios"))
        #expect(fault(newsstand, system())?.message == "this world publishes no issues")
    }
}
