import Kernel
import ModelFixtures
import Studies
import Testing

@testable import DeviceModel

@Suite struct JobTests {
    private let counts = OwnAppRuns.counts

    @Test("AM-114: a job runs once in each period, in its flex where the app sets one")
    func periods() {
        let free = JobRuns.run(JobRuns.app(JobRuns.job()))
        #expect(JobRuns.wakeUps(free) == [0, 900, 1800, 2700])
        let late = JobRuns.run(JobRuns.app(JobRuns.job(tolerance: 300)))
        #expect(JobRuns.wakeUps(late) == [600, 1500, 2400, 3300])
        #expect(counts(late) == [4, 4, 0, 0])
    }

    @Test("AM-114, AM-115: a shorter period and a shorter flex are refused, with what is valid")
    func refused() throws {
        func refusal(_ trigger: RuleTrigger, _ system: SystemRules = JobRuns.system()) -> Refusal? {
            OwnAppRuns.refusal(JobRuns.app(trigger), system: system)
        }
        let often = try #require(refusal(JobRuns.job(899)))
        #expect(often.message.contains("AM-114") && often.rule == "jobs.least-period")
        let narrow = try #require(refusal(JobRuns.job(tolerance: 299)))
        #expect(narrow.message.contains("AM-115") && narrow.rule == "jobs.least-flex")
        #expect(refusal(JobRuns.job(tolerance: 901)) != nil)
        #expect(refusal(JobRuns.job(tolerance: 300)) == nil)
        let none = try #require(refusal(JobRuns.job(), OwnAppRuns.system(alarms: true)))
        #expect(none.advice.contains("by: refresh") && none.advice.contains("by: alarm"))
        let apple = try #require(refusal(JobRuns.job(), JobRuns.withProcessing))
        #expect(apple.advice.contains("by: processing"))
        #expect(refusal(JobRuns.job(by: .processing), JobRuns.withProcessing) == nil)
        #expect(refusal(JobRuns.job(by: .processing)) != nil)
    }

    enum State: String, CaseIterable, Sendable {
        case inFront, kept, suspended, endedBySystem, endedByUser, phoneOff
    }

    @Test(
        "AM-114: by its state an app runs a job, is launched for it, or waits until it is opened",
        arguments: zip(State.allCases, [1.0, 1, 1, 1, 0, 0]))
    func states(state: State, begun: Double) {
        var world = OwnAppRuns.bare
        switch state {
        case .inFront: world = OwnAppRuns.front(from: 1000, for: 3000)
        case .kept, .suspended: break
        case .endedBySystem:
            world.memoryPressure = MemoryPressure(
                every: .constant(Seconds(1500)), leaves: .constant(Bytes(0)))
        case .endedByUser: world.apps[0].forceQuits = .constant(Seconds(1500))
        case .phoneOff:
            world.battery = BatteryCourse(start: Fraction(0.0005), comesOn: Fraction(0.9))
        }
        let run = JobRuns.run(
            JobRuns.app(
                JobRuns.job(3000, tolerance: 1000), kept: state == .kept ? .audio : .nothing),
            world)
        #expect(counts(run)[0] == begun)
        if state == .endedBySystem { #expect(run.metrics[.appLaunches] == 1) }
    }

    @Test("A job that needs Wi-Fi or a charger never runs without one, and a note says so")
    func idle() {
        func rules(_ needs: JobNeeds, _ radio: RadioProfile.Technology) -> [String] {
            let job = RuleJob(by: .job, every: Fixtures.seconds(3600), needs: needs)
            let rule = AppRule(name: "save", on: .job(job), do: [OwnAppRuns.request])
            return OwnAppOptions(rules: [rule]).idleRules(in: OwnAppRuns.bare, on: radio).map(\.why)
        }
        #expect(rules(.unmetered, .lte) == ["this world has no Wi-Fi (world: wi-fi)"])
        #expect(rules(.charging, .lte) == ["this world has no charger"])
        #expect(rules(.unmetered, .wifi).isEmpty && rules(.network, .lte).isEmpty)
    }

    @Test("AM-114: an app that its user ended gets its job back when it is opened")
    func reopened() {
        var world = OwnAppRuns.front(from: 1600, for: 10)
        world.apps[0].forceQuits = .constant(Seconds(1500))
        let run = JobRuns.run(JobRuns.app(JobRuns.job(1000, tolerance: 300)), world)
        // At 700 s; not at 1,700 s; 700 s after it was opened.
        #expect(counts(run)[0] == 2)
    }

    @Test("AM-126: a job that runs longer than its limit is stopped and retried; the app continues")
    func runTime() {
        let world = OwnAppRuns.bare
        let long = JobRuns.run(
            JobRuns.app(JobRuns.job(3600), do: [.work(Fixtures.seconds(1000))]), world)
        #expect(JobRuns.wakeUps(long) == [0, 630, 1290, 2010, 2850])
        #expect(counts(long) == [5, 0, 5, 0])
        #expect(long.metrics[.appEndings] == 0)
        var system = JobRuns.system()
        system.jobs?.runTime = Fixtures.seconds(1001)
        let whole = JobRuns.run(
            JobRuns.app(JobRuns.job(3600), do: [.work(Fixtures.seconds(1000))]), world,
            system: system)
        #expect(counts(whole) == [1, 1, 0, 0])
    }

    @Test(
        "AM-117, AM-118: a job that fails waits twice as long each time, up to a limit")
    func backOff() {
        var world = OwnAppRuns.bare
        world.network.outages = Spells(
            every: .constant(Seconds(100)), duration: .constant(Seconds(100_000)))
        let ask = RuleStep.request(
            RuleRequest(roundTrips: 1, uplink: 100, timeout: Fixtures.seconds(10)))
        let app = JobRuns.app(JobRuns.job(3600, tolerance: 3400), do: [ask])
        let run = JobRuns.run(app, world)
        // Each try waits ten seconds for an answer.
        let begins = JobRuns.wakeUps(run)
        #expect(begins.prefix(5) == [200, 240, 310, 440, 690])
        var system = JobRuns.system()
        system.jobs?.longestBackOff = Fixtures.seconds(50)
        let short = JobRuns.wakeUps(JobRuns.run(app, world, system: system))
        #expect(short.prefix(5) == [200, 240, 300, 360, 420])
        system.jobs?.firstBackOff = Fixtures.seconds(10)
        #expect(
            JobRuns.wakeUps(JobRuns.run(app, world, system: system)).prefix(3) == [200, 220, 250])
    }

    @Test("AM-114: a job waits for what it needs: servers, Wi-Fi, a charger, a phone left alone")
    func needs() {
        var outage = OwnAppRuns.bare
        outage.network.outages = Spells(
            every: .constant(Seconds(100)), duration: .constant(Seconds(1000)))
        let app = JobRuns.app(JobRuns.job(3600, tolerance: 3300, needs: .network))
        #expect(JobRuns.wakeUps(JobRuns.run(app, outage)) == [1100])
        // Kept running; otherwise it would be refused because it never does anything.
        let wifi = JobRuns.app(JobRuns.job(3600, needs: .unmetered), kept: .audio)
        #expect(counts(JobRuns.run(wifi)) == [0, 0, 0, 0])

        let charged = OwnAppRuns.charged(from: 2000, until: 3000)
        let charging = JobRuns.app(JobRuns.job(3600, needs: .charging))
        #expect(JobRuns.wakeUps(JobRuns.run(charging, charged)) == [2000])

        let used = OwnAppRuns.front(from: 1000, for: 500)
        let idle = JobRuns.app(JobRuns.job(3600, needs: .idle))
        // Twenty minutes after the start of the run, unless the user comes every 1,000 s.
        #expect(JobRuns.wakeUps(JobRuns.run(idle)) == [1200])
        #expect(counts(JobRuns.run(idle, used)) == [0, 0, 0, 0])
    }

    @Test("AM-126: a job that loses what it needs is stopped, and waits for it again")
    func needsLost() {
        let charged = OwnAppRuns.charged(from: 2000, until: 2100)
        let app = JobRuns.app(
            JobRuns.job(3600, needs: .charging), do: [.work(Fixtures.seconds(500))])
        let run = JobRuns.run(app, charged)
        #expect(counts(run) == [1, 0, 1, 0])
        #expect(
            run.timeline.filter { run.table.plan.lines[$0.line].state == "awake-background" }
                .map(\.until.seconds.magnitude) == [2100])
    }

    // MARK: Batching

    private static let five = BatchRules(ready: 5, delay: Fixtures.seconds(1860))

    private func batched(_ apps: Int, _ system: SystemRules) -> RecordedRun {
        let triggers = (0..<apps).map {
            JobRuns.job(3600, tolerance: 3300 - 60 * Double($0), needs: .network)
        }
        return JobRuns.run(
            JobRuns.together(triggers), JobRuns.world(of: apps), system: system)
    }

    @Test("AM-119, AM-120: jobs of apps below active wait for five jobs, or for 31 minutes")
    func batching() {
        var system = JobRuns.system(batching: Self.five)
        // Without buckets all are active: each runs when it is ready, a minute after the one
        // before.
        #expect(JobRuns.wakeUps(batched(4, system)) == [300, 360, 420, 480])
        system.standby = JobRuns.standby()
        #expect(JobRuns.wakeUps(batched(5, system)) == [540])
        #expect(JobRuns.wakeUps(batched(4, system)) == [2160])
        system.jobs?.batching?.delay = Fixtures.seconds(600)
        #expect(JobRuns.wakeUps(batched(4, system)) == [900])
        system.jobs?.batching?.ready = 3
        #expect(JobRuns.wakeUps(batched(3, system)) == [420])
        system.jobs?.batching = nil
        #expect(JobRuns.wakeUps(batched(4, system)) == [300, 360, 420, 480])
    }

    @Test("AM-121, AM-122: on a cellular network three jobs that need it are enough")
    func cellularBatching() {
        var system = JobRuns.system(
            batching: Self.five,
            cellular: BatchRules(ready: 3, delay: Fixtures.seconds(1860)))
        system.standby = JobRuns.standby()
        #expect(JobRuns.wakeUps(batched(3, system)) == [420])
        #expect(JobRuns.wakeUps(batched(2, system)) == [2160])
        system.jobs?.cellularBatching?.delay = Fixtures.seconds(300)
        #expect(JobRuns.wakeUps(batched(2, system)) == [600])
    }

    @Test("AM-119: an app in use starts all waiting jobs with its own")
    func activeTakesAlong() {
        var system = JobRuns.system(batching: Self.five)
        system.standby = JobRuns.standby()
        var world = JobRuns.world(of: 3)
        world.apps[1].sessions = Spells(
            every: .constant(Seconds(500)), duration: .constant(Seconds(2000)))
        let triggers = [600.0, 3300, 3240].map { JobRuns.job(3600, tolerance: $0) }
        let run = JobRuns.run(
            JobRuns.together([JobRuns.job(3600, tolerance: 3000)] + triggers.dropFirst()), world,
            system: system)
        // The first app is in front at 600 s, when its job is ready: two others have waited.
        #expect(counts(run)[0] == 3)
        #expect(JobRuns.wakeUps(run).last == 600)
    }

    // MARK: Processing

    private static func night(from: Double, until: Double) -> WorldProfile {
        var world = OwnAppRuns.front(from: 3600, for: 600)
        world.apps[0].sessions = Spells(
            every: .constant(Seconds(3600)), duration: .constant(Seconds(600)))
        return OwnAppRuns.charged(world, from: from, until: until)
    }

    @Test("IM-016, IM-018: processing waits for an idle phone, and for a charger at most two days")
    func processing() {
        let app = JobRuns.app(
            JobRuns.job(60, by: .processing), do: [.work(Fixtures.seconds(10))])
        let system = JobRuns.withProcessing
        // An hour apart from 3,600 s on, for ten minutes each; a charger from 20,000 s on.
        let run = JobRuns.run(
            app, Self.night(from: 20_000, until: 21_000), system: system, hours: 5.8)
        let used = 3600.0 * 4 + 600 * 3
        let expected = max(20_000, used + 600 + 600)
        #expect(counts(run)[0] >= 1)
        #expect(abs(JobRuns.wakeUps(run).first! - expected) < 1)
        var soon = system
        soon.processing?.within = Fixtures.seconds(1000)
        // It may be tried a minute after the start, and after 1,000 s more without a charger.
        let early = JobRuns.run(app, OwnAppRuns.bare, system: soon, hours: 1)
        #expect(abs(JobRuns.wakeUps(early).first! - 1060) < 1)
        soon.processing?.idleAfter = Fixtures.seconds(2000)
        let late = JobRuns.run(app, OwnAppRuns.bare, system: soon, hours: 1)
        #expect(abs(JobRuns.wakeUps(late).first! - 2000) < 1)
    }

    @Test(
        "IM-014, IM-017, IM-018: processing ends with its time, the phone's use or the app's disuse"
    )
    func processingEnds() {
        var system = JobRuns.withProcessing
        system.processing?.within = Fixtures.seconds(0)
        let app = JobRuns.app(
            JobRuns.job(1000, by: .processing), do: [.work(Fixtures.seconds(500))])
        let long = JobRuns.run(app, system: system)
        // It is stopped after 300 s, and asked for again.
        #expect(counts(long) == [2, 0, 2, 0])
        #expect(long.metrics[.appEndings] == 0)
        let taken = JobRuns.run(app, OwnAppRuns.front(from: 1100, for: 1e4), system: system)
        #expect(counts(taken)[2] == 1)
        system.processing?.usedWithin = Fixtures.seconds(900)
        #expect(counts(JobRuns.run(app, system: system)) == [0, 0, 0, 0])
    }
}
