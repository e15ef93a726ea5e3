import Kernel
import ModelFixtures
import Studies
import Testing

@testable import DeviceModel

@Suite struct ErrandBookTests {
    private let upload = RuleStep.request(
        RuleRequest(roundTrips: 1, uplink: 2_000_000, timeout: Fixtures.seconds(60)))

    private func books(_ options: PolicyOptions, _ world: WorldProfile, hours: Double)
        -> (rules: [ErrandRule], run: RunResult)
    {
        let scenario = Fixtures.scenario(
            device: Fixtures.device(), system: OwnAppRuns.system(), hours: hours, world: world,
            policies: [NamedPolicy(name: "app", options: options)])
        return (options.errandRules, scenario.run(options))
    }

    @Test("A rule counts only its own errands")
    func apart() {
        let app = OwnAppRuns.app(
            AppRule(name: "upload", on: .opened, do: [upload]),
            AppRule(name: "think", on: .opened, do: [.work(Fixtures.seconds(2))]),
            AppRule(
                name: "wait", on: .opened,
                do: [.asTask([.wait(Fixtures.seconds(2000))])]))
        var world = OwnAppRuns.front(for: 100)
        world.apps[0].forceQuits = .constant(Seconds(1010))
        let (rules, run) = books(app, world, hours: 0.4)
        #expect(rules == ["upload", "think", "wait"].map { ErrandRule(rule: $0) })
        #expect(run.errands.map(\.begun) == [1, 1, 1])
        #expect(run.errands.map(\.done) == [0, 1, 0])
        #expect(run.errands.map(\.cutOff) == [1, 0, 1])
        // Eight of 16.15 s, as the upload alone would have wasted.
        let wasted: Double = 2_000_000 * 8 / 16.15
        #expect(abs(Double(run.errands[0].wasted) - wasted) <= 1)
        #expect(run.errands[1].wasted == 0 && run.errands[2].wasted == 0)
        #expect(run.errands[1].meanDelay == 2 && run.errands[0].meanDelay == nil)
    }

    @Test("A cancelled system transfer counts as wasted for the rule that submitted it")
    func cancelled() {
        let transfer = TransferShape(
            roundTrips: 1, uplink: Bytes(2_000_000), downlink: .zero)
        let app = OwnAppRuns.app(
            AppRule(name: "think", on: .opened, do: [.work(Fixtures.seconds(2))]),
            AppRule(
                name: "give", on: .opened, do: [.handOver(RuleHandOver(transfer))]),
            declares: [.backgroundTransfer])
        var world = OwnAppRuns.front(for: 100)
        world.apps[0].forceQuits = .constant(Seconds(1010))
        let run = books(app, world, hours: 0.4).run
        #expect(run.errands.map(\.done) == [1, 1])
        #expect(run.errands[0].wasted == 0)
        let wasted: Double = 2_000_000 * 8 / 16.15
        #expect(abs(Double(run.errands[1].wasted) - wasted) < 65_536)
        #expect(run.metrics[.bytesWasted] == Double(run.errands[1].wasted))
    }

    @Test("With several apps each rule is listed under its app; apps without rules have none")
    func severalApps() {
        let own = OwnAppRuns.app(
            AppRule(name: "think", on: OwnAppRuns.every(600, by: .alarm), do: []))
        let several = PolicyOptions.apps(
            AppsOptions(apps: [
                AppsOptions.App(name: "one", options: own, place: 1),
                AppsOptions.App(
                    name: "chat", options: Fixtures.keepAlive(minutes: 10), place: 2),
                AppsOptions.App(name: "two", options: own, place: 3),
            ]))
        #expect(
            several.errandRules == [
                ErrandRule(app: "one", rule: "think"), ErrandRule(app: "two", rule: "think"),
            ])
        #expect(PolicyOptions.none.errandRules.isEmpty)
    }
}
