import Kernel
import ModelFixtures
import Studies
import Testing

@testable import DeviceModel

/// Tests of rules that other services trigger: accessories, reminders, the battery, an app's own
/// connection.
@Suite struct OwnAppServiceTests {
    /// The power draws with their times, without the cause that they are booked to.
    private func draws(_ run: RecordedRun) -> [String] {
        run.timeline.map { "\($0.line) \($0.from.nanoseconds) \($0.until.nanoseconds)" }
    }

    private func both(
        _ coded: PolicyOptions, _ rules: PolicyOptions, system: SystemRules,
        world: WorldProfile = OwnAppRuns.bare, hours: Double = 1
    ) -> (coded: RecordedRun, rules: RecordedRun) {
        let scenario = Fixtures.scenario(
            device: Fixtures.device(wakeUpTime: 0.1), system: system, hours: hours, world: world,
            policies: [NamedPolicy(name: "coded", options: coded)])
        return (RecordedRun(scenario, policy: coded), RecordedRun(scenario, policy: rules))
    }

    // MARK: Accessories

    private static var accessories: SystemRules {
        var system = OwnAppRuns.system()
        system.bluetooth = TimedModeRules(runTime: Fixtures.seconds(10), perHourLimit: nil)
        system.externalAccessory = system.bluetooth
        system.lifeCycle.launches += [.bluetooth, .externalAccessory]
        return system
    }

    private func listener(_ link: AccessoryOptions.Link, work: Double) -> PolicyOptions {
        let mode: AppMode = link == .external ? .externalAccessory : .bluetoothCentral
        return OwnAppRuns.app(
            AppRule(
                name: "hear",
                on: .accessory(RuleAccessory(link: link, every: Fixtures.seconds(25))),
                do: [.work(Fixtures.seconds(work))]),
            declares: [mode])
    }

    @Test(
        "accessory: each event wakes the app, as it wakes the coded policy",
        arguments: [AccessoryOptions.Link.external, .central])
    func accessory(link: AccessoryOptions.Link) {
        let coded = PolicyOptions.accessory(
            AccessoryOptions(
                link: link, every: Fixtures.seconds(25), work: Fixtures.seconds(0.5)))
        let (one, other) = both(
            coded, listener(link, work: 0.5), system: Self.accessories,
            world: OwnAppRuns.front(for: 300))
        #expect(draws(one) == draws(other))
        #expect(other.metrics[.errandsDone] == one.metrics[.messagesDelivered])
        #expect(OwnAppRuns.counts(other) == [143, 143, 0, 0])
    }

    @Test("accessory: an app that outlasts an event's time is suspended, and not ended")
    func window() {
        let run = OwnAppRuns.run(listener(.central, work: 12), system: Self.accessories)
        // Each event gives 10 s of the 12 s; the next one continues with the rest.
        #expect(run.metrics[.appEndings] == 0)
        #expect(run.metrics[.errandsBegun] == 72)
        #expect(run.metrics[.errandsDone] == 71)
    }

    @Test("accessory: a mode that is not declared, or that the system lacks, is refused")
    func refused() {
        let rule = AppRule(
            name: "hear",
            on: .accessory(RuleAccessory(link: .central, every: Fixtures.seconds(25))),
            do: [OwnAppRuns.request])
        let undeclared = OwnAppRuns.refusal(OwnAppRuns.app(rule), system: Self.accessories)
        #expect(undeclared?.message.contains("bluetooth-central") == true)
        let lacking = OwnAppRuns.refusal(
            OwnAppRuns.app(rule, declares: [.bluetoothCentral]), system: OwnAppRuns.system())
        #expect(lacking?.message == "ios has no bluetooth-central")
    }

    @Test("An app that waits for an impossible event is refused, and the message names the event")
    func idle() {
        let app = OwnAppRuns.app(
            AppRule(name: "show", on: .message(RefreshTests.push), do: [OwnAppRuns.request]))
        let refusal = OwnAppRuns.refusal(app, system: OwnAppRuns.system(alarms: true))
        #expect(refusal?.reason.contains("show: no message reaches the app's server") == true)
        let told = OwnAppRuns.messages(every: 2000)
        #expect(OwnAppRuns.refusal(app, told, system: OwnAppRuns.system(alarms: true)) == nil)
    }

    // MARK: Reminders

    @Test(
        "by: local-notification calls the user as reminders do, in any state of the app"
    )
    func reminder() {
        let handedOver = Fixtures.localNotifications(
            1, apart: Fixtures.seconds(600), repeats: Fixtures.seconds(600))
        let rules = OwnAppRuns.app(
            AppRule(
                name: "remind", on: OwnAppRuns.every(600, by: .localNotification),
                do: [.notify(RuleAlert(sound: true, vibration: true)), OwnAppRuns.request]))
        var world = OwnAppRuns.bare
        world.apps[0].forceQuits = .constant(Seconds(1500))
        let (one, other) = both(
            handedOver, rules, system: OwnAppRuns.system(), world: world)
        #expect(draws(one) == draws(other))
        #expect(other.metrics[.alerts] == 5 && other.metrics[.bytesUp] == 0)
        // In front the app gets it instead, and continues.
        let front = OwnAppRuns.run(rules, OwnAppRuns.front(for: 900))
        // At 600 s and 2,400 s; in front from 1,000 s to 1,900 s, and from 2,900 s on.
        #expect(front.metrics[.alerts] == 2)
        #expect(front.metrics[.bytesUp] ?? 0 > 10_000)
    }

    @Test("by: local-notification begins with the call to the user")
    func reminderWithoutCall() {
        let rule = AppRule(
            name: "remind", on: OwnAppRuns.every(600, by: .localNotification),
            do: [OwnAppRuns.request])
        #expect(OwnAppOptions(rules: [rule]).fault?.message.contains("remind") == true)
    }

    // MARK: The battery

    @Test("battery-below fires once, when the level is crossed: closed form")
    func battery() {
        // 10 mW drain 0.001 of 1,420 mAh at 3.7 V in 1,891.44 s.
        var world = OwnAppRuns.bare
        world.battery = BatteryCourse(start: Fraction(0.501))
        let rule = AppRule(
            name: "save", on: .batteryBelow(Fraction(0.5)), do: [.work(Fixtures.seconds(1))])
        let run = OwnAppRuns.run(OwnAppRuns.app(rule, kept: .audio), world, hours: 2)
        #expect(OwnAppRuns.counts(run) == [1, 1, 0, 0])
        let begun = run.timeline.first {
            run.table.plan.lines[$0.line].state == "awake-background"
        }
        let time = begun?.from.seconds.magnitude ?? 0
        #expect(abs(time - 1891.44) < 1e-3)
        // A battery below the level from the start does not fire it.
        world.battery = BatteryCourse(start: Fraction(0.4))
        let low = OwnAppRuns.run(OwnAppRuns.app(rule, kept: .audio), world)
        #expect(OwnAppRuns.counts(low) == [0, 0, 0, 0])
    }

    // MARK: A connection of the app's own

    private func socket(pingEvery ping: Double) -> PolicyOptions {
        OwnAppRuns.app(
            AppRule(
                name: "ping", on: OwnAppRuns.every(ping, by: .alarm),
                do: [.request(RuleRequest(roundTrips: 2, uplink: 100, connecting: 1))]),
            AppRule(
                name: "show", on: .received(TransferShape.pushMessage),
                do: [.notify(RuleAlert())]))
    }

    private func world(natAfter span: Double?) -> WorldProfile {
        var world = OwnAppRuns.messages(every: 1000)
        world.network.natIdleTimeout = span.map { .constant(Seconds($0)) }
        return world
    }

    @Test("message over a connection: it comes at once over a live connection")
    func connected() {
        let run = OwnAppRuns.run(
            socket(pingEvery: 300), world(natAfter: 400), system: OwnAppRuns.system(alarms: true))
        #expect(run.metrics[.messagesDelivered] == 3)
        #expect(run.metrics[.alerts] == 3)
        #expect(run.metrics[.messageDelay] ?? 9 < 5)
    }

    @Test("message over a connection: after the network's silence it waits for the next ping")
    func disconnected() {
        // Pings at 700, 1,400, 2,100, 2,800, 3,500 s, which connect anew. Messages at 1,000, 2,000
        // and 3,000 s, when the connection has been dead for 100 s or more.
        let run = OwnAppRuns.run(
            socket(pingEvery: 700), world(natAfter: 60), system: OwnAppRuns.system(alarms: true))
        #expect(run.metrics[.messagesDelivered] == 3)
        let delay = run.metrics[.messageDelay] ?? 0
        #expect(abs(delay - (400 + 100 + 500) / 3) < 5)
    }

    @Test("message over a connection: iOS wakes only an app that declares voip")
    func voip() {
        let rules = [
            AppRule(
                name: "connect", on: .opened,
                do: [.request(RuleRequest(roundTrips: 2, uplink: 100, connecting: 1))]),
            AppRule(
                name: "show", on: .received(TransferShape.pushMessage),
                do: [.notify(RuleAlert())]),
        ]
        // In front for 60 s at 100 s, and 100 s after each end: at 3,000 s, not at 1,500 s.
        let world = OwnAppRuns.front(OwnAppRuns.messages(every: 1500), from: 100, for: 60)
        func run(_ modes: [AppMode]) -> RecordedRun {
            OwnAppRuns.run(
                .app(OwnAppOptions(declares: modes, rules: rules)), world,
                system: OwnAppRuns.system())
        }
        let (voip, plain) = (run([.voip]), run([]))
        #expect(voip.metrics[.messagesDelivered] == 2)
        // The other app gets it when it is next opened, and sends no alert in front.
        #expect(voip.metrics[.alerts] == 1 && plain.metrics[.alerts] == 0)
    }
}
