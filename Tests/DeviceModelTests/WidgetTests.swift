import Kernel
import ModelFixtures
import Studies
import Testing

@testable import DeviceModel

@Suite struct WidgetTests {
    private func system(perDay: Int = 55, apart: Double = 900, runTime: Double = 30) -> SystemRules
    {
        var system = OwnAppRuns.system()
        system.widgets = WidgetRules(
            reloadsPerDay: perDay, apart: Fixtures.seconds(apart),
            runTime: Fixtures.seconds(runTime))
        return system
    }

    private func app(every seconds: Double, by clock: RuleClock = .widget) -> PolicyOptions {
        OwnAppRuns.app(
            AppRule(
                name: "renew", on: OwnAppRuns.every(seconds, by: clock),
                do: [OwnAppRuns.request]))
    }

    private func done(
        _ options: PolicyOptions, _ system: SystemRules, hours: Double,
        world: WorldProfile = OwnAppRuns.bare
    ) -> Double {
        OwnAppRuns.counts(OwnAppRuns.run(options, world, system: system, hours: hours))[1]
    }

    @Test("IM-088, IM-089: renewals of a widget are at least the system's time apart")
    func apart() {
        #expect(done(app(every: 1800), system(), hours: 4.1) == 8)
        // Asked for each minute, renewed once in a quarter of an hour, first after a minute.
        #expect(done(app(every: 60), system(), hours: 4.1) == 17)
        #expect(done(app(every: 60), system(apart: 3600), hours: 4.1) == 5)
    }

    @Test("IM-086, IM-087: a widget is renewed as often in a day as the system allows")
    func budget() {
        for perDay in [40, 70] {
            #expect(done(app(every: 900), system(perDay: perDay), hours: 24) == Double(perDay))
            let twoDays = done(app(every: 900), system(perDay: perDay), hours: 48)
            #expect(twoDays == 2 * Double(perDay))
        }
        #expect(done(app(every: 3600), system(), hours: 24.1) == 24)
    }

    @Test("IM-091: while the app is in front its renewals cost no budget")
    func inFront() {
        let world = OwnAppRuns.front(from: 30, for: 7200)
        // Each minute for two hours, then the budget's two.
        #expect(done(app(every: 60), system(perDay: 2), hours: 2, world: world) >= 119)
        #expect(done(app(every: 60), system(perDay: 2), hours: 2) == 2)
    }

    @Test("A renewal runs for its time, after which the app is suspended or ended")
    func runTime() {
        // 0.16 s each way and the promotion of 2 s are within 30 s, but not within one.
        #expect(OwnAppRuns.counts(OwnAppRuns.run(app(every: 1800), system: system()))[1] == 1)
        let short = OwnAppRuns.run(app(every: 1800), system: system(runTime: 1))
        #expect(OwnAppRuns.counts(short)[1] == 0)
    }

    @Test("A system without widgets refuses the rule")
    func refusal() {
        let lacking = OwnAppRuns.system()
        #expect(
            OwnAppRuns.refusal(app(every: 1800), system: lacking)?.message
                == "rule renew: the rules of \(lacking.name) do not cover widgets")
        #expect(OwnAppRuns.refusal(app(every: 1800), system: system()) == nil)
    }
}
