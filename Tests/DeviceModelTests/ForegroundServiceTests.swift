import Kernel
import ModelFixtures
import Studies
import Testing

@testable import DeviceModel

/// Tests of foreground services, and of the freezer of apps that nothing keeps running.
@Suite struct ForegroundServiceTests {
    private let counts = OwnAppRuns.counts
    private static let day = Fixtures.seconds(86_400)

    private func services(
        _ edit: (inout ForegroundServiceRules) -> Void = { _ in }
    ) -> ForegroundServiceRules {
        var rules = ForegroundServiceRules(
            startInBackground: false, workThroughDoze: true, liftJobQuotas: true)
        edit(&rules)
        return rules
    }

    private func system(
        _ base: SystemRules = JobRuns.system(),
        _ edit: (inout ForegroundServiceRules) -> Void = { _ in }
    ) -> SystemRules {
        var system = base
        system.foregroundServices = services(edit)
        return system
    }

    private func app(
        _ kept: KeptRunning, every seconds: Double = 600, by clock: RuleClock = .timer
    ) -> PolicyOptions {
        JobRuns.app(OwnAppRuns.every(seconds, by: clock), kept: kept)
    }

    @Test(
        "AM-202, AM-203: a service runs for its time in the background, then its app is suspended",
        arguments: [KeptRunning.dataSync, .mediaProcessing])
    func limits(kept: KeptRunning) {
        let limit = ServiceLimit(time: Fixtures.seconds(6 * 3600 + 100), per: Self.day)
        func done(_ limit: ServiceLimit?, _ kept: KeptRunning) -> Double {
            let system = system {
                if kept == .dataSync { $0.dataSync = limit } else { $0.mediaProcessing = limit }
            }
            return counts(OwnAppRuns.run(app(kept), system: system, hours: 48))[1]
        }
        #expect(done(limit, kept) == 36)
        // Twice the time, and no limit.
        #expect(done(ServiceLimit(time: limit.time.times(2), per: Self.day), kept) == 72)
        // Without a limit, data sync runs forever and the other type does not exist.
        if kept == .dataSync { #expect(done(nil, kept) == 287) }
        #expect(done(limit, .connectedDevice) == 287)
    }

    @Test("AM-204: the time of a service starts over when the user brings its app to the front")
    func anew() {
        let limit = ServiceLimit(time: Fixtures.seconds(6 * 3600), per: Self.day)
        let system = system { $0.dataSync = limit }
        func run(_ from: Double, hours: Double) -> Double {
            let world = OwnAppRuns.front(from: from, for: 60)
            return counts(
                OwnAppRuns.run(app(.dataSync), world, system: system, hours: hours))[1]
        }
        // Six hours from the start; once when it is opened, and six hours after it is left.
        #expect(run(8 * 3600.0 + 30, hours: 15) == 35 + 1 + 36)
        // Opened while the service runs: six hours from then on.
        #expect(run(3 * 3600.0 + 30, hours: 8) == 47)
    }

    @Test("AM-199: a short service runs for three minutes")
    func short() {
        func done(_ seconds: Double) -> Double {
            let limit = ServiceLimit(time: Fixtures.seconds(seconds))
            let system = system { $0.shortService = limit }
            return counts(OwnAppRuns.run(app(.shortService, every: 30), system: system))[1]
        }
        #expect(done(200) == 6)
        #expect(done(380) == 12)
    }

    @Test("AM-205: through Doze a service's app has the network, but neither alarms nor jobs")
    func doze() {
        func done(_ app: PolicyOptions, light: Bool, works: Bool = true) -> Double {
            let base = DozeRuns.system(
                deep: light ? nil : DozeRuns.deep14, light: light ? DozeRuns.light7 : nil)
            let own = system(base) { $0.workThroughDoze = works }
            return counts(OwnAppRuns.run(app, system: own, hours: 8))[1]
        }
        let byTimer = app(.connectedDevice)
        #expect(done(byTimer, light: false) == 47)
        // As in the guide.
        #expect(done(byTimer, light: false, works: false) == 8)
        let byAlarm = app(.connectedDevice, by: .alarm)
        #expect(done(byAlarm, light: false) == 8)
        #expect(done(byAlarm, light: true) == 47)
        #expect(done(byAlarm, light: true, works: false) < 47)
        let jobs = JobRuns.app(JobRuns.job(900), kept: .connectedDevice)
        #expect(done(jobs, light: false) == 7)
    }

    @Test("AM-198: until version 15 job quotas do not apply to a service's app")
    func jobs() {
        var base = JobRuns.system()
        base.standby = JobRuns.standby()
        let work = [RuleStep.work(Fixtures.seconds(290))]
        func done(_ kept: KeptRunning, lifts: Bool) -> Double {
            let app = JobRuns.app(JobRuns.job(900), do: work, kept: kept)
            let system = system(base) { $0.liftJobQuotas = lifts }
            return counts(OwnAppRuns.run(app, system: system, hours: 8))[1]
        }
        let quota = done(.nothing, lifts: true)
        #expect(quota < 16)
        #expect(done(.connectedDevice, lifts: true) >= 31)
        #expect(done(.connectedDevice, lifts: false) < 16)
    }

    /// An app whose service ends after ten minutes and that is woken each hour.
    private func woken(
        _ trigger: RuleTrigger, isUnrestricted: Bool = false,
        per: TimeSpan? = nil, starts: Bool = false
    ) -> Double {
        var app = OwnAppRuns.app(
            AppRule(
                name: "own", on: OwnAppRuns.every(60, by: .timer), do: [OwnAppRuns.request]),
            AppRule(name: "waking", on: trigger, do: [OwnAppRuns.request]), kept: .dataSync)
        app.traits.isUnrestricted = isUnrestricted
        let limit = ServiceLimit(time: Fixtures.seconds(650), per: per)
        let system = system {
            $0.dataSync = limit
            $0.startInBackground = starts
        }
        return counts(OwnAppRuns.run(app, system: system, hours: 3.5))[1]
    }

    @Test(
        "A service does not start in the background, except on an exact alarm or in an exempt app")
    func starts() {
        let exact = OwnAppRuns.every(3600, by: .alarm)
        let inexact = OwnAppRuns.every(3600, by: .alarm, tolerance: 1)
        let job = JobRuns.job(3600)
        // Ten of its own, then three pairs: one that was due and the one that woke it.
        let none = woken(inexact)
        #expect(none == 16)
        // A job also comes at the start.
        #expect(woken(job) <= none + 2)
        #expect(woken(exact) > none + 25)
        #expect(woken(inexact, starts: true) > none + 25)
        #expect(woken(inexact, isUnrestricted: true) > none + 25)
        // A service does not start once a day's time for all services is used up.
        #expect(woken(exact, per: Self.day) == none)
    }

    @Test("AM-199, AM-202, AM-203: a system without services, or without a type, refuses them")
    func refused() throws {
        let types: [KeptRunning] = [
            .dataSync, .mediaProcessing, .connectedDevice, .shortService,
        ]
        for kept in types {
            let refusal = try #require(OwnAppRuns.refusal(app(kept)))
            #expect(refusal.message.contains("AM-202") && refusal.rule == "foreground-services")
        }
        let bare = system()
        #expect(OwnAppRuns.refusal(app(.dataSync), system: bare) == nil)
        #expect(OwnAppRuns.refusal(app(.connectedDevice), system: bare) == nil)
        for (kept, id) in [(KeptRunning.shortService, "AM-199"), (.mediaProcessing, "AM-203")] {
            let refusal = try #require(OwnAppRuns.refusal(app(kept), system: bare))
            #expect(refusal.message.contains(id))
            #expect(refusal.rule == "foreground-services.\(kept.rawValue)")
        }
    }

    @Test("AM-207, AM-208: an app runs after it is left until it is frozen")
    func freezer() {
        func done(_ after: Double?) -> Double {
            var system = JobRuns.system()
            system.freezesAfter = after.map(Fixtures.seconds)
            let world = OwnAppRuns.front(for: 100)
            return counts(
                OwnAppRuns.run(
                    app(.nothing, every: 60), world, system: system, hours: 0.5))[1]
        }
        // The one that was due at the opening, and one in front.
        #expect(done(nil) == 2)
        #expect(done(10) == 2)
        #expect(done(600) == 12)
    }

    @Test("AM-057: a window of light Doze that waits for an alarm gives it the network")
    func slack() {
        func done(_ slack: Double) -> [Double] {
            var light = DozeRuns.light7
            light.slack = Fixtures.seconds(slack)
            let system = DozeRuns.system(deep: nil, light: light)
            return counts(
                OwnAppRuns.run(DozeRuns.ping(900, by: .alarm), system: system, hours: 8))
        }
        #expect(done(0)[0] == 31 && done(900)[0] == 31)
        // With slack, an alarm opens a window before the next alarm is due, so every second alarm
        // meets one.
        #expect(done(0)[1] < 4)
        #expect(done(900)[1] > 14)
    }
}
