import Kernel
import ModelFixtures
import Studies

@testable import DeviceModel

/// Runs of apps made of rules, in small worlds.
enum OwnAppRuns {
    static func app(
        _ rules: AppRule..., declares: [AppMode] = [], kept: KeptRunning = .nothing
    ) -> PolicyOptions {
        .app(OwnAppOptions(declares: declares, rules: rules, kept: kept))
    }

    /// 10,000 B each way: 0.16 s at 1 Mbit/s, and a round trip of 0.15 s.
    static let request = RuleStep.request(
        RuleRequest(roundTrips: 1, uplink: 10_000, downlink: 10_000))

    static func every(
        _ seconds: Double, by clock: RuleClock?, tolerance: Double = 0
    ) -> RuleTrigger {
        .every(
            Fixtures.seconds(seconds), by: clock, tolerance: Fixtures.seconds(tolerance),
            jitter: .zero)
    }

    /// A small iOS 7, or a system with alarms whose pushes run apps.
    static func system(alarms: Bool = false) -> SystemRules {
        var system = RefreshTests.system(timers: alarms)
        system.name = alarms ? "with-alarms" : "ios"
        system.push?.runsApp = alarms
        system.backgroundTransfer = BackgroundTransferRules(
            firstRelaunchDelay: Fixtures.seconds(60), runTime: Fixtures.seconds(30))
        system.lifeCycle.launches.append(.backgroundTransfer)
        return system
    }

    /// The app is in front from `from` on for `length` seconds.
    static func front(_ world: WorldProfile = bare, from: Double = 1000, for length: Double)
        -> WorldProfile
    {
        var world = world
        world.apps[0].sessions = Spells(
            every: .constant(Seconds(from)), duration: .constant(Seconds(length)))
        return world
    }

    static let bare = WorldProfile(apps: [AppWorldProfile()])

    /// The phone is at a charger between these times of each day.
    static func charged(_ world: WorldProfile = bare, from: Double, until: Double)
        -> WorldProfile
    {
        var world = world
        let window = Fixtures.valid {
            DailyWindow(from: Fixtures.seconds(from), until: Fixtures.seconds(until))
        }
        world.charging = Charging(daily: [window], power: Milliwatts(2500))
        return world
    }

    static func messages(every: Double, size: Double = 1000) -> WorldProfile {
        RefreshTests.world(every: every, size: size)
    }

    static func run(
        _ options: PolicyOptions, _ world: WorldProfile = bare,
        system: SystemRules = system(), hours: Double = 1, device: DeviceProfile = Fixtures.device()
    ) -> RecordedRun {
        RecordedRun(
            Fixtures.scenario(
                device: device, system: system, hours: hours, world: world,
                policies: [NamedPolicy(name: "app", options: options)]),
            policy: options)
    }

    /// A rule's errands: begun, done, cut off, refused.
    static func counts(_ run: RecordedRun) -> [Double] {
        [.errandsBegun, .errandsDone, .errandsCutOff, .errandsRefused].map {
            run.metrics[$0] ?? .nan
        }
    }

    static func refusal(
        _ options: PolicyOptions, _ world: WorldProfile = bare, system: SystemRules = system(),
        radio: RadioProfile = Fixtures.umts()
    ) -> Refusal? {
        do throws(Refusal) {
            try options.check(
                system: system, device: Fixtures.device(), radio: radio, world: world)
            return nil
        } catch {
            return error
        }
    }
}
