import Kernel
import ModelFixtures
import Studies
import Testing

@testable import DeviceModel

/// Tests of what the parts of an app share: costs paid once, and common limits.
@Suite struct AppPartsTogetherTests {
    private func paper(work: Double) -> AppPart {
        let nothing = TransferShape(roundTrips: 0, uplink: .zero, downlink: .zero)
        return AppPart(
            key: "newsstand",
            options: .newsstand(
                NewsstandOptions(
                    push: nothing, request: nothing, work: Fixtures.seconds(work),
                    piece: Bytes(65_536))))
    }

    private func system(alarms: Bool) -> SystemRules {
        var system = OwnAppRuns.system(alarms: alarms)
        system.newsstand = NewsstandRules(
            minimumInterval: Fixtures.seconds(60), runTime: Fixtures.seconds(300))
        system.lifeCycle.launches.append(.newsstand)
        return system
    }

    private func awake(_ run: RecordedRun) -> Double {
        run.timeline.filter { run.table.plan.lines[$0.line].state == "awake-background" }
            .reduce(0) { $0 + ($1.until - $1.from).seconds.magnitude }
    }

    /// The system ends the app at 1,500 s; a rule is triggered at 2,000 s, an issue comes at 2,050
    /// s.
    private func run(
        launchTime: Double, rules: [AppRule], parts: [AppPart], seconds: Double = 2400
    ) -> RecordedRun {
        var device = Fixtures.device()
        device.processor.launchTime = Fixtures.seconds(launchTime)
        var world = OwnAppRuns.messages(every: 2050)
        world.memoryPressure = MemoryPressure(
            every: .constant(Seconds(1500)), leaves: .constant(Bytes(0)))
        return OwnAppRuns.run(
            .app(OwnAppOptions(rules: rules, parts: parts)), world,
            system: system(alarms: true), hours: seconds / 3600, device: device)
    }

    @Test("A launch by the system is paid once, whichever part it is for")
    func launch() {
        let ring = AppRule(
            name: "ring", on: OwnAppRuns.every(2000, by: .alarm),
            do: [.work(Fixtures.seconds(0.1))])
        let paid = run(launchTime: 5, rules: [ring], parts: [paper(work: 1)])
        let free = run(launchTime: 0, rules: [ring], parts: [paper(work: 1)])
        #expect(abs(awake(paid) - awake(free) - 5) < 1e-6)
        #expect(paid.metrics[.appLaunches] == 1)
        #expect(paid.metrics[.appEndings] == 1)
    }

    @Test("A launch by the system for a behaviour also launches the rules")
    func launched() {
        let begun = AppRule(
            name: "begun", on: .launched, do: [.queue(Bytes(1))])
        let run = run(launchTime: 1, rules: [begun], parts: [paper(work: 1)])
        #expect(run.metrics[.appLaunches] == 1)
        #expect(OwnAppRuns.counts(run) == [1, 1, 0, 0])
    }

    @Test("Launching the app for a rule makes its connection anew")
    func connects() {
        let keepAlive = AppPart(key: "keep-alive", options: Fixtures.keepAlive(minutes: 10))
        func count(_ ring: Double) -> Double {
            let ring = AppRule(
                name: "ring", on: OwnAppRuns.every(ring, by: .alarm), do: [.notify(RuleAlert())])
            let run = run(launchTime: 5, rules: [ring], parts: [keepAlive], seconds: 2700)
            #expect(run.metrics[.appEndings] == 1)
            return run.metrics[.keepAlives] ?? .nan
        }
        // Two by 1,500 s, when the system ends the app. Launched at 2,000 s, it has a third.
        #expect(count(2650) == 2)
        #expect(count(2000) == 3)
    }

    @Test("Computing counts for all parts together: too much in total ends the app")
    func limit() {
        var system = system(alarms: false)
        system.backgroundWork = BackgroundWorkRules(
            share: Fraction(0.5), over: Fixtures.seconds(60), throttled: Fraction(0.5),
            endsAfter: Fixtures.seconds(60))
        let busy = AppRule(
            name: "busy", on: OwnAppRuns.every(1000, by: .timer),
            do: [.work(Fixtures.seconds(29))])
        // An issue comes some seconds after the rule has fired: 30 s are left, and 30 s more when
        // throttled.
        func run(_ rules: [AppRule]) -> RecordedRun {
            OwnAppRuns.run(
                .app(OwnAppOptions(rules: rules, kept: .location, parts: [paper(work: 55)])),
                OwnAppRuns.messages(every: 1001), system: system, hours: 0.5)
        }
        let idle = AppRule(
            name: "busy", on: OwnAppRuns.every(1000, by: .timer), do: [.notify(RuleAlert())])
        #expect(run([idle]).metrics[.appEndings] == 0)
        #expect(run([busy]).metrics[.appEndings] == 1)
    }
}
