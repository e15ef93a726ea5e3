import Kernel
import ModelFixtures
import Studies
import Testing

@testable import DeviceModel
@testable import Experiments

/// Tests of notes on apps and rules that did nothing, in every policy.
@Suite struct IdleErrandsTests {
    private static let push = AppRule(name: "read", on: .message(.pushMessage), do: [.stop])

    private static func every(_ seconds: Double, _ name: String) -> AppRule {
        AppRule(
            name: name,
            on: .every(
                Fixtures.seconds(seconds), by: .alarm, tolerance: .zero, jitter: .zero),
            do: [.stop])
    }

    private func result(
        _ policies: [(String, PolicyOptions)], world: WorldProfile = messages
    ) async -> ExperimentResult {
        var system = Fixtures.system()
        system.timers.wakesSuspended = true
        let scenario = Fixtures.scenario(
            system: system, hours: 8, world: world,
            policies: policies.map { NamedPolicy(name: $0.0, options: $0.1) }, replications: 2)
        return await Experiment(scenario, jobs: 1).run()
    }

    /// Messages ten minutes apart, for three apps.
    private static let messages: WorldProfile = {
        var app = AppWorldProfile()
        app.messages = AppWorldProfile.Items(
            every: .constant(Seconds(600)), size: .constant(Bytes(100)))
        return WorldProfile(apps: [app, app, app])
    }()

    private func found(_ result: ExperimentResult) -> [String] {
        result.idleErrands.map { "\($0.app): \($0.found.words)" }
    }

    @Test("An app whose every errand is refused is named, as baseline or not, alone or with others")
    func refused() async throws {
        let idle = PolicyOptions.app(OwnAppOptions(rules: [Self.push]))
        let busy = PolicyOptions.app(OwnAppOptions(rules: [Self.every(600, "ask")]))
        let result = await result([
            ("first", idle), ("second", idle), ("busy", busy),
            ("both", Fixtures.together([idle, busy])), ("none", .none),
        ])
        let words = IdleErrands.refused(perRun: 0).words
        #expect(found(result).prefix(2) == ["first: \(words)", "second: \(words)"])
        #expect(found(result).count == 3 && found(result)[2].hasSuffix(" of both: \(words)"))
        let refused = try #require(result.policies[0].summary(of: .errandsRefused).mean)
        #expect(result.idleErrands[0].found == .refused(perRun: refused))
    }

    @Test("Only a rule that began nothing is named, although its trigger may come")
    func neverBegan() async {
        let rules = [
            Self.every(600, "ask"), Self.every(40_000, "seldom"),
            AppRule(name: "noon", on: .at(Fixtures.seconds(12 * 3600), by: .alarm), do: [.stop]),
            AppRule(name: "midnight", on: .at(.zero, by: .alarm), do: [.stop]),
            AppRule(name: "launched", on: .launched, do: [.stop]),
            // The scenario's notes report it: nothing opens the app.
            AppRule(name: "opened", on: .opened, do: [.stop]),
        ]
        let result = await result([("own", .app(OwnAppOptions(rules: rules)))])
        #expect(
            found(result)
                == ["seldom", "noon", "launched"].map {
                    "own: \(IdleErrands.neverBegan(rule: $0, isAsleep: false).words)"
                })
    }
}
