import Kernel
import ModelFixtures
import Studies

@testable import DeviceModel

/// Runs of dozing phones in small worlds.
enum DozeRuns {
    private static func minutes(_ count: Double) -> TimeSpan { Fixtures.seconds(count * 60) }

    /// Android 6 to 14.
    static let deep14 = DeepDozeRules(
        inactive: minutes(30), pending: minutes(30), sensing: minutes(4), locating: minutes(0.5),
        afterMotion: minutes(10), firstIdle: minutes(60), longestIdle: minutes(360),
        idleFactor: 2, firstWindow: minutes(5), longestWindow: minutes(10), windowFactor: 2,
        leastWindow: minutes(0.5))

    /// Android 15 and later.
    static let deep15 = DeepDozeRules(
        inactive: minutes(1), pending: minutes(1), sensing: minutes(0.5), locating: minutes(0.25),
        afterMotion: minutes(10), firstIdle: minutes(15), longestIdle: minutes(360),
        idleFactor: 2, firstWindow: minutes(5), longestWindow: minutes(10), windowFactor: 2,
        leastWindow: minutes(0.5))

    /// Android 7 to 11.
    static let light7 = LightDozeRules(
        inactive: minutes(5), preIdle: minutes(10), firstIdle: minutes(5),
        longestIdle: minutes(15), idleFactor: 2, idleStep: .zero, leastBudget: minutes(1),
        mostBudget: minutes(5), leastWindow: Fixtures.seconds(5))

    /// Android 15 and later.
    static let light15 = LightDozeRules(
        inactive: minutes(1), preIdle: .zero, firstIdle: minutes(5), longestIdle: minutes(30),
        idleFactor: 1, idleStep: minutes(5), leastBudget: minutes(1), mostBudget: minutes(5),
        leastWindow: Fixtures.seconds(5))

    static func system(
        deep: DeepDozeRules? = deep14, light: LightDozeRules? = nil
    ) -> SystemRules {
        var system = JobRuns.system()
        system.doze = DozeRules(
            deep: deep, light: light, quickDelay: minutes(1), pushExempts: minutes(5))
        system.alarms = AlarmRules(
            leastInterval: Fixtures.seconds(5), whileIdle: 1, whileIdlePer: minutes(9),
            whileIdleRun: Fixtures.seconds(10))
        return system
    }

    /// A run and its maintenance windows.
    static func windows(
        _ options: PolicyOptions, _ world: WorldProfile = OwnAppRuns.bare,
        system: SystemRules = system(), hours: Double = 8
    ) -> (windows: [DozingPhone.Window], idleSince: Double?, result: RunResult) {
        let scenario = Fixtures.scenario(
            system: system, hours: hours, world: world,
            policies: [NamedPolicy(name: "app", options: options)])
        var run = DeviceRun(RunPlan(scenario, policy: options), replication: 0, record: nil)
        let result = run.run()
        let doze = run.phone.deferrals?.doze
        return (doze?.windows ?? [], doze?.idleSince?.seconds.magnitude, result)
    }

    /// A rule that sends a request to its server every `seconds`.
    static func ping(
        _ seconds: Double, by clock: RuleClock, isUnrestricted: Bool = false
    ) -> PolicyOptions {
        var app = OwnAppRuns.app(
            AppRule(
                name: "ping", on: OwnAppRuns.every(seconds, by: clock),
                do: [
                    .request(
                        RuleRequest(
                            roundTrips: 1, uplink: 100, downlink: 100,
                            timeout: Fixtures.seconds(10)))
                ]))
        app.traits.isUnrestricted = isUnrestricted
        return app
    }
}
