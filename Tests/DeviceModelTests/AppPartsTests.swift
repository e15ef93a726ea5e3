import Kernel
import ModelFixtures
import Studies
import Testing

@testable import DeviceModel

@Suite struct AppPartsTests {
    private func app(
        _ parts: [AppPart], _ rules: [AppRule] = []
    ) -> PolicyOptions {
        .app(OwnAppOptions(rules: rules, parts: parts))
    }

    private let keepAlive = AppPart(key: "keep-alive", options: Fixtures.keepAlive(minutes: 15))

    private func draws(_ run: RecordedRun) -> [String] {
        run.timeline.map { "\($0.line) \($0.from.nanoseconds) \($0.until.nanoseconds)" }
    }

    private let timer = AppRule(
        name: "count", on: OwnAppRuns.every(60, by: .timer), do: [.work(Fixtures.seconds(0.1))])

    @Test("An app of one behaviour costs what the behaviour costs, event by event")
    func alone() {
        let lone = OwnAppRuns.run(Fixtures.keepAlive(minutes: 15), hours: 6)
        let part = OwnAppRuns.run(app([keepAlive]), hours: 6)
        #expect(draws(lone) == draws(part))
        #expect(part.metrics[.keepAlives] == lone.metrics[.keepAlives])
        #expect(part.metrics[.energy] == lone.metrics[.energy])
    }

    @Test("Two parts cost as much as two apps, where neither keeps the other running")
    func together() {
        let rule = AppRule(
            name: "ping", on: OwnAppRuns.every(400, by: .alarm), do: [OwnAppRuns.request])
        let system = OwnAppRuns.system(alarms: true)
        let one = OwnAppRuns.run(app([keepAlive], [rule]), system: system, hours: 6)
        let two = OwnAppRuns.run(
            Fixtures.together([OwnAppRuns.app(rule), Fixtures.keepAlive(minutes: 15)]),
            WorldProfile(
                apps: [AppWorldProfile(), AppWorldProfile(), AppWorldProfile()]), system: system,
            hours: 6)
        #expect(draws(one) == draws(two))
    }

    @Test("Rules run while a behaviour keeps the app running, and pause otherwise")
    func carried() {
        let player = AppPart(
            key: "trickle", options: Fixtures.streaming(.trickle(every: Fixtures.seconds(1))))
        var world = OwnAppRuns.bare
        world.listening = Fixtures.listening(minutes: 600)
        let kept = OwnAppRuns.run(app([player], [timer]), world)
        #expect(kept.metrics[.errandsDone] == 59)
        let alone = OwnAppRuns.run(
            app([AppPart(key: "keep-alive", options: Fixtures.keepAlive(minutes: 15))], [timer]))
        #expect(alone.metrics[.errandsDone] == 0)
    }

    @Test("The user launches the app once, and the system ends all of it")
    func oneApp() {
        var world = OwnAppRuns.front(for: 300)
        world.apps[0].forceQuits = .constant(Seconds(2000))
        let run = OwnAppRuns.run(app([keepAlive], [timer]), world)
        #expect(run.metrics[.appEndings] == 1)
        #expect(run.metrics[.appLaunches] == 1)
    }

    @Test("Errands are reported by rule, whatever other parts and apps there are")
    func errands() {
        let own = app([keepAlive], [timer])
        let ping = AppRule(
            name: "ping", on: OwnAppRuns.every(400, by: .alarm), do: [OwnAppRuns.request])
        let both = Fixtures.together([own, OwnAppRuns.app(ping)])
        let world = WorldProfile(
            apps: [AppWorldProfile(), AppWorldProfile(), AppWorldProfile()])
        let run = OwnAppRuns.run(both, world, system: OwnAppRuns.system(alarms: true))
        #expect(both.errandRules.map(\.rule) == ["count", "ping"])
        #expect(run.result.errands.map(\.begun) == [0, 8])
    }

    @Test("Too much computing ends the whole app, including its rules' timers")
    func ended() {
        var system = OwnAppRuns.system()
        system.backgroundWork = BackgroundWorkRules(
            share: Fraction(0.5), over: Fixtures.seconds(60), throttled: Fraction(0.5),
            endsAfter: Fixtures.seconds(60))
        let busy = AppRule(
            name: "busy", on: OwnAppRuns.every(1000, by: .timer),
            do: [.work(Fixtures.seconds(900))])
        let both = OwnAppOptions(rules: [busy, timer], kept: .location, parts: [keepAlive])
        let run = OwnAppRuns.run(.app(both), system: system)
        #expect(run.metrics[.appEndings] == 1)
        #expect(run.metrics[.errandsDone] ?? 99 < 25)
    }

    @Test("An app with two location parts, or with no parts, is refused")
    func faults() {
        let places = AppPart(key: "significant-change", options: Fixtures.significantChange)
        #expect(OwnAppOptions(parts: [places, places]).fault?.option == "behaviours")
        #expect(OwnAppRuns.refusal(OwnAppRuns.app())?.message == "the app does nothing")
    }
}
