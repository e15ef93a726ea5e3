import Kernel
import ModelFixtures
import Profiles
import Studies
import TestSupport
import Testing

@testable import DeviceModel

/// Invariants of buckets and Doze of every shipped Android, for any apps.
@Suite struct ShippedDeferralTests {
    private static let library = ProfileLibrary(root: Repository.profiles).remembering

    private static func system(_ number: Int) throws -> SystemRules {
        try library.loadSystem("android-\(number)").value
    }

    private static func buckets(_ rules: StandbyRules) -> [StandbyBucket] {
        StandbyBucket.allCases.filter { $0 != .restricted || rules.restricted != nil }
    }

    // MARK: Buckets alone

    /// When an app wants to work in two days, in seconds: bursts about a second apart, with gaps of
    /// up to an hour.
    private static func wants(seed: UInt64) -> [Double] {
        var random = RandomStream(StreamKey(seed: seed, replication: 0, purpose: "standby"))
        var (wants, time): ([Double], Double) = ([], 0)
        while time < 48 * 3600 {
            time += random.uniform() < 0.3 ? 1 : (3600 * random.uniform()).rounded() + 1
            wants.append(time)
        }
        return wants
    }

    private static func instant(_ seconds: Double) -> Instant { .start + Fixtures.seconds(seconds) }

    /// The total time of jobs, and how many began. Jobs are equally long, unless their time is
    /// over.
    private static func jobs(
        _ bucket: BucketRules, _ rules: StandbyRules, wants: [Double], length: Double
    ) -> (seconds: Double, begun: Int) {
        var (use, free) = (AppUse(), 0.0)
        var sum = (seconds: 0.0, begun: 0)
        for want in wants where want >= free {
            let now = instant(want)
            let perDay = rules.jobTimePerDay
            guard
                use.jobMayBegin(from: now, bucket, perDay: perDay, gap: rules.sessionGap) <= now
            else { continue }
            let left = use.jobTimeLeft(at: now, bucket, perDay: perDay)
            let time = min(length, left?.seconds.magnitude ?? length)
            use.jobBegins(at: now, gap: rules.sessionGap)
            free = want + time
            use.jobEnded(at: instant(free), since: now)
            sum = (sum.seconds + time, sum.begun + 1)
        }
        return sum
    }

    /// The total time of expedited jobs, and how many began.
    private static func expedited(
        _ bucket: BucketRules, _ rules: ExpeditedRules, wants: [Double], length: Double
    ) -> Double {
        var (use, free, sum) = (AppUse(), 0.0, 0.0)
        for want in wants where want >= free {
            let now = instant(want)
            let quota = bucket.expeditedTime ?? TimeSpan(Seconds(1e6))
            let left = quota - use.expeditedTime(at: now)
            let time = min(
                length, min(rules.runTime.seconds.magnitude, left.seconds.magnitude))
            guard time > 0 else { continue }
            use.expeditedBegins(at: now)
            free = want + time
            use.expeditedEnded(at: instant(free))
            sum += time
        }
        return sum
    }

    private static func alarms(_ bucket: BucketRules, wants: [Double]) -> Int {
        guard let most = bucket.alarms else { return wants.count }
        var (recent, count) = (RecentTimes(), 0)
        for want in wants {
            let now = instant(want)
            guard recent.next(at: now, most: most, in: bucket.alarmWindow) <= now else { continue }
            recent.add(at: now)
            count += 1
        }
        return count
    }

    /// Compares the time of jobs and of expedited jobs, alarms, and high-priority pushes, within
    /// two days of equal demand. From version 16 on active apps have a limit of their own (AM-150),
    /// twenty minutes an hour, which is still the mildest. Jobs are compared by time, not by count:
    /// a job cut short by its quota ends sooner, so the app is free for the next wish, and a
    /// stricter bucket may begin more jobs while allowing less.
    @Test("A stricter bucket of a shipped system never allows more work", arguments: 9...16)
    func stricter(number: Int) throws {
        let system = try Self.system(number)
        let rules = try #require(system.standby)
        let buckets = Self.buckets(rules).map { rules.limits[$0.rawValue] }
        var differ = (jobs: false, expedited: false, alarms: false)
        for seed in UInt64(1)...40 {
            let wants = Self.wants(seed: seed)
            for length in [1.0, 40, 400] {
                let place = "android-\(number), seed \(seed), \(length) s"
                let jobs = buckets.map {
                    Self.jobs($0, rules, wants: wants, length: length).seconds
                }
                #expect(jobs == jobs.sorted(by: >), "\(place)")
                differ.jobs = differ.jobs || Set(jobs).count > 2
                guard let expedited = system.jobs?.expedited else { continue }
                let times = buckets.map {
                    Self.expedited($0, expedited, wants: wants, length: length)
                }
                #expect(times == times.sorted(by: >), "\(place)")
                differ.expedited = differ.expedited || Set(times).count > 2
            }
            let alarms = buckets.map { Self.alarms($0, wants: wants) }
            #expect(alarms == alarms.sorted(by: >), "android-\(number), seed \(seed)")
            differ.alarms = differ.alarms || Set(alarms).count > 2
        }
        #expect(differ.jobs && differ.alarms)
        #expect(differ.expedited == (number >= 12))
        let network = buckets.map { $0.hasNetwork ? 1 : 0 }
        #expect(network == network.sorted(by: >))
        let pushes = buckets.map { $0.highPushes ?? .max }
        #expect(pushes == pushes.sorted(by: >))
    }

    // MARK: A whole phone

    /// A system without Doze, on which an app that is not in front is always in `bucket` after a
    /// second. Doze would delay most of the work in all buckets alike.
    private static func forced(_ system: SystemRules, _ bucket: StandbyBucket) throws -> SystemRules
    {
        var system = system
        system.doze = nil
        var rules = try #require(system.standby)
        let (never, soon) = (Fixtures.seconds(1e7), Fixtures.seconds(1))
        (rules.workingSet.after, rules.frequent.after, rules.rare.after) = (never, never, never)
        rules.restricted?.after = never
        switch bucket {
        case .active: break
        case .workingSet: (rules.workingSet.after, rules.workingSet.screenOn) = (soon, .zero)
        case .frequent: (rules.frequent.after, rules.frequent.screenOn) = (soon, .zero)
        case .rare: (rules.rare.after, rules.rare.screenOn) = (soon, .zero)
        case .restricted:
            rules.restricted?.after = soon
            rules.restricted?.screenOn = .zero
        }
        system.standby = rules
        return system
    }

    private static func run(
        _ app: PolicyOptions, on system: SystemRules, hours: Double, world: WorldProfile = bare
    ) -> RecordedRun {
        RecordedRun(
            Fixtures.scenario(
                system: system, hours: hours, world: world,
                policies: [NamedPolicy(name: "app", options: app)]), policy: app)
    }

    private static let bare = WorldProfile(apps: [AppWorldProfile()])
    private static let ask = RuleStep.request(
        RuleRequest(
            roundTrips: 1, uplink: 1000, downlink: 20_000, timeout: Fixtures.seconds(30)))

    private static func app(
        _ trigger: RuleTrigger, _ steps: [RuleStep], declares: [AppMode] = [],
        isUnrestricted: Bool = false
    ) -> PolicyOptions {
        var options = PolicyOptions.app(
            OwnAppOptions(
                declares: declares, rules: [AppRule(name: "r", on: trigger, do: steps)]))
        options.traits.isUnrestricted = isUnrestricted
        return options
    }

    private static func every(_ seconds: Double, _ clock: RuleClock) -> RuleTrigger {
        .every(Fixtures.seconds(seconds), by: clock, tolerance: .zero, jitter: .zero)
    }

    private static func job(_ seconds: Double) -> RuleTrigger {
        .job(RuleJob(by: .job, every: Fixtures.seconds(seconds), tolerance: nil, needs: []))
    }

    /// An app's cost and actions in each bucket: a job that works for a minute, an alarm that asks
    /// its server, or an alarm whose work is an expedited job.
    @Test(
        "On a whole phone work, time awake and joules fall from bucket to bucket",
        arguments: 9...16)
    func wholePhone(number: Int) throws {
        let system = try Self.system(number)
        var apps: [(name: String, app: PolicyOptions)] = [
            ("job", Self.app(Self.job(900), [.work(Fixtures.seconds(60)), Self.ask])),
            ("alarm", Self.app(Self.every(300, .alarm), [Self.ask])),
        ]
        if number >= 12 {
            let steps: [RuleStep] = [.asExpeditedJob([.work(Fixtures.seconds(100))])]
            apps.append(("expedited", Self.app(Self.every(1800, .alarm), steps)))
        }
        let buckets = Self.buckets(try #require(system.standby))
        for (name, app) in apps {
            let runs = try buckets.map {
                Self.run(app, on: try Self.forced(system, $0), hours: 24)
            }
            let place = "android-\(number), \(name)"
            let done = runs.map { $0.metrics[.errandsDone] ?? .nan }
            #expect(
                done == done.sorted(by: >) && done[0] > done[done.count - 1], "\(place): \(done)")
            let energy = runs.map(\.table.totalEnergy.magnitude)
            #expect(energy == energy.sorted(by: >), "\(place): \(energy)")
            let awake = runs.map { $0.metrics[.wakeUps] ?? .nan }
            #expect(awake == awake.sorted(by: >), "\(place): \(awake)")
        }
    }

    // MARK: Doze

    /// Five apps on a phone that lies still for 16 h: one that sets a timer on its alarm, one that
    /// asks at once, a job, one with pushes at normal priority, and an exempt one.
    private static func fiveApps(seed: Int) -> PolicyOptions {
        let every = 37.0 + 61 * Double(seed)
        let push = TransferShape(roundTrips: 0, uplink: Bytes(0), downlink: Bytes(250))
        return Fixtures.together([
            app(self.every(2 * every + 11, .alarm), [.wait(Fixtures.seconds(5)), ask]),
            app(self.every(every, .alarm), [ask]),
            app(job(900 + every), [ask]),
            app(.message(push), [ask], declares: [.remoteNotification]),
            app(self.every(600, .alarm), [ask], isUnrestricted: true),
        ])
    }

    private static func fiveWorlds(seed: Int) -> WorldProfile {
        var apps = Array(repeating: AppWorldProfile(), count: 6)
        apps[4].messages = AppWorldProfile.Items(
            every: .constant(Seconds(700 + 97 * Double(seed))), size: .constant(Bytes(1000)))
        return WorldProfile(apps: apps)
    }

    /// The apps' actions in deep idle: when an app goes on the air or wakes the processor between
    /// two deep windows. The exempt app does so whenever it wants.
    @Test("In deep idle of a shipped system only exempt apps run", arguments: 6...16)
    func nothingRuns(number: Int) throws {
        let system = try Self.system(number)
        for seed in 1...3 {
            let (app, world) = (Self.fiveApps(seed: seed), Self.fiveWorlds(seed: seed))
            let scenario = Fixtures.scenario(
                system: system, hours: 16, world: world,
                policies: [NamedPolicy(name: "app", options: app)])
            var timed = DeviceRun(RunPlan(scenario, policy: app), replication: 0, record: nil)
            _ = timed.run()
            let doze = try #require(timed.phone.deferrals?.doze)
            let windows = doze.windows.filter(\.isDeep)
            let since = try #require(windows.first).from
            #expect(windows.count >= 2)
            let run = RecordedRun(scenario, policy: app)
            let plan = run.table.plan
            var (held, exempt, inWindows) = (0, 0, Set<Substring>())
            for posting in run.timeline where posting.from > since {
                let activity = plan.activities[Int(posting.cause.activity)]
                let kind = plan.lines[posting.line].kind
                guard activity.hasPrefix("app "), [.transfer, .promotion, .wakeUp].contains(kind)
                else { continue }
                let isIn = windows.contains { $0.from <= posting.from && posting.from <= $0.until }
                let name = activity.prefix(5)
                if name == "app 4" {
                    exempt += !isIn && kind == .wakeUp ? 1 : 0
                } else if isIn {
                    inWindows.insert(name)
                } else {
                    held += 1
                    Issue.record(
                        "android-\(number), seed \(seed): \(activity) \(kind) at \(posting.from)")
                }
            }
            #expect(held == 0)
            // Each of the four runs in windows, and the fifth between them.
            #expect(inWindows.isSuperset(of: ["app 0", "app 1", "app 2", "app 3"]), "\(inWindows)")
            #expect(exempt > 30)
        }
    }

    /// A message at normal priority comes at 4,500 s or 600 s, when the phone has dozed for ten
    /// minutes or for seven. The deep window comes after an hour or a quarter of one, and a
    /// heartbeat before that if it comes each 200 s.
    @Test("AM-181: a push at normal priority waits for a window, whatever the heartbeats")
    func pushesAndHeartbeats() throws {
        for number in 6...16 {
            var system = try Self.system(number)
            let (sent, window) = number < 15 ? (4500.0, 7470.0) : (600, 1065)
            var world = Self.bare
            world.apps[0].messages = AppWorldProfile.Items(
                every: .constant(Seconds(sent)), size: .constant(Bytes(1000)))
            let push = TransferShape(roundTrips: 0, uplink: Bytes(0), downlink: Bytes(250))
            let app = Self.app(.message(push), [Self.ask], declares: [.remoteNotification])
            func firstTransfer(_ system: SystemRules) -> Double? {
                let run = Self.run(app, on: system, hours: 2.2, world: world)
                let plan = run.table.plan
                return run.timeline.first {
                    plan.policyActivities.contains(Int($0.cause.activity))
                        && plan.lines[$0.line].kind == .transfer
                }?.from.seconds.magnitude
            }
            system.push?.cellularInterval = Fixtures.seconds(86_400)
            let without = try #require(firstTransfer(system))
            #expect(abs(without - window) < 10, "android-\(number): \(without)")
            system.push?.cellularInterval = Fixtures.seconds(200)
            let with = try #require(firstTransfer(system))
            #expect(abs(with - window) < 10, "android-\(number): \(with)")
        }
    }
}
