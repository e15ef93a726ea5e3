import Kernel
import ModelFixtures
import Studies

@testable import DeviceModel

/// Runs of apps whose rules the system's scheduler runs, in small worlds.
enum JobRuns {
    /// A small Android 6 without buckets. A phone is idle after 20 min.
    static func system(batching: BatchRules? = nil, cellular: BatchRules? = nil) -> SystemRules {
        var system = OwnAppRuns.system(alarms: true)
        system.jobs = JobRules(
            leastPeriod: Fixtures.seconds(900), leastFlex: Fixtures.seconds(300),
            runTime: Fixtures.seconds(600), firstBackOff: Fixtures.seconds(30),
            longestBackOff: Fixtures.seconds(18_000), idleAfter: Fixtures.seconds(1200),
            batching: batching, cellularBatching: cellular)
        return system
    }

    /// Android 11's buckets, where an unused app is in the working set after `seconds`.
    static func standby(after: Double = 1) -> StandbyRules {
        func seconds(_ hours: Double) -> TimeSpan { Fixtures.seconds(hours * 3600) }
        return StandbyRules(
            seenKeeps: seconds(12), chargingLiftsAfter: Fixtures.seconds(600),
            sessionGap: Fixtures.seconds(5), jobTimePerDay: seconds(4),
            active: BucketRules(sessions: 75, jobWindow: Fixtures.seconds(600)),
            workingSet: BucketRules(
                after: Fixtures.seconds(after), jobTime: Fixtures.seconds(600), sessions: 10,
                jobWindow: seconds(2), alarms: 10, alarmWindow: seconds(1)),
            frequent: BucketRules(
                after: seconds(24), screenOn: seconds(1), jobTime: Fixtures.seconds(600),
                sessions: 8, jobWindow: seconds(8), alarms: 2, alarmWindow: seconds(1)),
            rare: BucketRules(
                after: seconds(48), screenOn: seconds(2), jobTime: Fixtures.seconds(600),
                sessions: 3, jobWindow: seconds(24), alarms: 1, alarmWindow: seconds(1)),
            restricted: BucketRules(
                after: seconds(192), screenOn: seconds(6), jobTime: Fixtures.seconds(600),
                sessions: 1, jobWindow: seconds(24), alarms: 1, alarmWindow: seconds(24),
                hasNetwork: false))
    }

    /// These buckets, where an app that is not in front is in the given bucket after a second.
    static func standby(
        only bucket: StandbyBucket, _ edit: (inout BucketRules) -> Void = { _ in }
    ) -> StandbyRules {
        let never = Fixtures.seconds(1e7)
        var rules = standby(after: 1e7)
        (rules.frequent.after, rules.rare.after) = (never, never)
        rules.restricted?.after = never
        let limits = rules.limits
        var own = limits[min(bucket.rawValue, limits.count - 1)]
        if bucket != .active { (own.after, own.screenOn) = (Fixtures.seconds(1), .zero) }
        edit(&own)
        switch bucket {
        case .active: rules.active = own
        case .workingSet: rules.workingSet = own
        case .frequent: rules.frequent = own
        case .rare: rules.rare = own
        case .restricted: rules.restricted = own
        }
        return rules
    }

    /// Processing tasks as in iOS 13; the phone is idle after 10 min.
    static var withProcessing: SystemRules {
        var system = OwnAppRuns.system()
        system.processing = ProcessingRules(
            runTime: Fixtures.seconds(300), idleAfter: Fixtures.seconds(600),
            within: Fixtures.seconds(48 * 3600), usedWithin: Fixtures.seconds(7 * 86_400))
        return system
    }

    static func job(
        _ seconds: Double = 900, by scheduler: RuleScheduler = .job, tolerance: Double? = nil,
        needs: JobNeeds = []
    ) -> RuleTrigger {
        .job(
            RuleJob(
                by: scheduler, every: Fixtures.seconds(seconds),
                tolerance: tolerance.map(Fixtures.seconds), needs: needs))
    }

    static func app(
        _ trigger: RuleTrigger, do steps: [RuleStep] = [OwnAppRuns.request],
        kept: KeptRunning = .nothing
    ) -> PolicyOptions {
        OwnAppRuns.app(AppRule(name: "r", on: trigger, do: steps), kept: kept)
    }

    static func run(
        _ options: PolicyOptions, _ world: WorldProfile = OwnAppRuns.bare,
        system: SystemRules = system(), hours: Double = 1
    ) -> RecordedRun {
        OwnAppRuns.run(options, world, system: system, hours: hours)
    }

    /// The times when the processor woke, in seconds.
    static func wakeUps(_ run: RecordedRun) -> [Double] {
        run.timeline.filter { run.table.plan.lines[$0.line].state == "awake-background" }
            .map(\.from.seconds.magnitude)
    }

    /// Several apps with one rule each.
    static func together(_ triggers: [RuleTrigger]) -> PolicyOptions {
        Fixtures.together(triggers.map { app($0) })
    }

    static func world(of apps: Int) -> WorldProfile {
        WorldProfile(apps: Array(repeating: AppWorldProfile(), count: apps + 1))
    }
}
