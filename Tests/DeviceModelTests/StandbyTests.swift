import Kernel
import ModelFixtures
import Studies
import Testing

@testable import DeviceModel

@Suite struct StandbyTests {
    private static let hour = 3600.0

    private static func rules(after: Double = 12 * hour) -> StandbyRules {
        JobRuns.standby(after: after)
    }

    private func bucket(
        _ hours: Double, screenOn: Double, _ rules: StandbyRules = rules()
    ) -> StandbyBucket {
        rules.limits.bucket(
            unusedFor: Fixtures.seconds(hours * Self.hour),
            screenOn: Fixtures.seconds(screenOn * Self.hour))
    }

    @Test("AM-096, AM-098, AM-100, AM-103: an unused app moves down bucket by bucket")
    func demotion() {
        let times: [(Double, StandbyBucket)] = [
            (0, .active), (11.9, .active), (12, .workingSet), (23.9, .workingSet),
            (24, .frequent), (47.9, .frequent), (48, .rare), (191.9, .rare), (192, .restricted),
        ]
        for (hours, expected) in times { #expect(bucket(hours, screenOn: 10) == expected) }
        var old = Self.rules()
        old.restricted = nil
        #expect(bucket(1000, screenOn: 10, old) == .rare)
        old.rare.after = Fixtures.seconds(72 * Self.hour)
        #expect(bucket(71, screenOn: 10, old) == .frequent)
    }

    @Test("AM-097, AM-099, AM-101, AM-104: on an unused phone the app keeps its bucket")
    func screenOn() {
        #expect(bucket(1000, screenOn: 0) == .workingSet)
        #expect(bucket(1000, screenOn: 1) == .frequent)
        #expect(bucket(1000, screenOn: 2) == .rare)
        #expect(bucket(1000, screenOn: 6) == .restricted)
        var rules = Self.rules()
        rules.restricted?.screenOn = Fixtures.seconds(7 * Self.hour)
        #expect(bucket(1000, screenOn: 6, rules) == .rare)
    }

    @Test(
        "AM-105, AM-106: use makes an app active; a notification seen keeps it in the working set")
    func use() {
        let (rules, now) = (Self.rules(), Instant.start + Fixtures.seconds(60 * Self.hour))
        var use = AppUse()
        let on = Fixtures.seconds(5 * Self.hour)
        #expect(use.bucket(at: now, screenOn: on, rules.limits) == .rare)
        use.seenUntil = now + Fixtures.seconds(1)
        #expect(use.bucket(at: now, screenOn: on, rules.limits) == .workingSet)
        use.use(at: now, screenOn: on)
        #expect(use.bucket(at: now, screenOn: on, rules.limits) == .active)
        let deferrals = Deferrals(later(rules))
        deferrals[0].isCalling = true
        deferrals.seeAll(at: now)
        #expect(deferrals[0].seenUntil == now + rules.seenKeeps)
        #expect(!deferrals[0].isCalling)
    }

    private func later(_ standby: StandbyRules) -> LaterRules {
        var later = LaterRules()
        later.standby = standby
        return later
    }

    /// How many of the wanted jobs begin, in two days.
    private func begun(
        _ bucket: BucketRules, wants: [Double], length: Double, perDay: TimeSpan? = nil,
        gap: Double = 5
    ) -> Int {
        var (use, begun, free) = (AppUse(), 0, 0.0)
        for want in wants where want >= free {
            let now = Instant.start + Fixtures.seconds(want)
            let time = use.jobMayBegin(
                from: now, bucket, perDay: perDay, gap: Fixtures.seconds(gap))
            guard time <= now else { continue }
            use.jobBegins(at: now, gap: Fixtures.seconds(gap))
            free = want + length
            use.jobEnded(at: now + Fixtures.seconds(length), since: now)
            begun += 1
        }
        return begun
    }

    @Test("AM-142, AM-143, AM-144, AM-145: ten minutes of jobs in a moving window")
    func jobTime() {
        let rules = Self.rules()
        // Five minutes of work every ten minutes, for two days.
        let wants = (0..<288).map { 600 * Double($0) }
        let counts = [rules.workingSet, rules.frequent, rules.rare].map {
            begun($0, wants: wants, length: 300)
        }
        // Two in each 2, 8 and 24 h, and one more where a run leaves the window first.
        #expect(counts == [46, 12, 4])
        // A restricted app has one session in 24 h; without that limit, a rare app's time.
        var restricted = rules.restricted ?? rules.rare
        #expect(begun(restricted, wants: wants, length: 300) == 2)
        restricted.sessions = nil
        #expect(begun(restricted, wants: wants, length: 300) == 4)
        var wide = rules.workingSet
        wide.jobTime = Fixtures.seconds(1200)
        #expect(begun(wide, wants: wants, length: 300) > 80)
        wide.jobWindow = Fixtures.seconds(4 * Self.hour)
        #expect(begun(wide, wants: wants, length: 300) < 60)
        wide.jobTime = nil
        wide.sessions = nil
        #expect(begun(wide, wants: wants, length: 300) == 288)
    }

    @Test("AM-153: four hours of jobs in a day, whatever the bucket")
    func perDay() {
        let wants = (0..<288).map { 600 * Double($0) }
        let active = BucketRules()
        let most = begun(
            active, wants: wants, length: 300, perDay: Fixtures.seconds(4 * Self.hour))
        #expect(most == 96)
        #expect(begun(active, wants: wants, length: 300) == 288)
    }

    @Test("AM-155, AM-157, AM-159, AM-161, AM-163, AM-164: close jobs share one of few sessions")
    func sessions() {
        let rules = Self.rules()
        // A second of work every five minutes.
        let wants = (0..<576).map { 300 * Double($0) }
        let buckets = [
            rules.workingSet, rules.frequent, rules.rare, rules.restricted ?? rules.rare,
        ]
        #expect(buckets.map { begun($0, wants: wants, length: 1) } == [240, 48, 6, 2])
        // Jobs five seconds after each other are one session.
        let close = (0..<100).map { 5 * Double($0) }
        #expect(begun(rules.rare, wants: close, length: 1) == 100)
        #expect(begun(rules.rare, wants: close, length: 1, gap: 1) == 3)
        #expect(begun(rules.active, wants: close, length: 1, gap: 1) == 75)
    }

    @Test("AM-138, AM-139, AM-140, AM-141: version 9 allows a run every few beats of 11 minutes")
    func beats() {
        let wants = (0..<2880).map { 60 * Double($0) }
        for (beats, count) in [(11.0, 24), (43, 7), (130, 3)] {
            let bucket = BucketRules(sessions: 1, jobWindow: Fixtures.seconds(660 * beats))
            #expect(begun(bucket, wants: wants, length: 1) == count)
        }
    }

    @Test("A stricter bucket never allows more jobs or alarms", arguments: 1...60)
    func stricter(seed: Int) {
        var random = RandomStream(
            StreamKey(seed: UInt64(seed), replication: 0, purpose: "standby"))
        var wants: [Double] = []
        var time = 0.0
        while time < 48 * Self.hour {
            time += (1800 * random.uniform()).rounded() + 1
            wants.append(time)
        }
        let length = (400 * random.uniform()).rounded() + 1
        let buckets = Self.rules().limits
        let jobs = buckets.map { begun($0, wants: wants, length: length) }
        #expect(jobs == jobs.sorted(by: >), "seed \(seed)")
        let alarms = buckets.map { bucket in
            var (recent, count) = (RecentTimes(), 0)
            for want in wants {
                let now = Instant.start + Fixtures.seconds(want)
                guard let most = bucket.alarms else {
                    count += 1
                    continue
                }
                guard recent.next(at: now, most: most, in: bucket.alarmWindow) <= now else {
                    continue
                }
                recent.add(at: now)
                count += 1
            }
            return count
        }
        #expect(alarms == alarms.sorted(by: >), "seed \(seed)")
    }

    // MARK: On a phone

    /// A system without Doze, on which an app is in the working set at once.
    private func system(_ edit: (inout StandbyRules) -> Void = { _ in }) -> SystemRules {
        var system = JobRuns.system()
        var standby = Self.rules(after: 1)
        edit(&standby)
        system.standby = standby
        return system
    }

    private let ping = DozeRuns.ping(60, by: .alarm)

    /// A system without Doze, on which an app is in `bucket` after a second.
    private func forced(
        _ bucket: StandbyBucket, alarms: Int? = nil, within: Double? = nil
    ) -> SystemRules {
        var system = JobRuns.system()
        system.standby = JobRuns.standby(only: bucket) { rules in
            if let alarms { rules.alarms = alarms }
            if let within { rules.alarmWindow = Fixtures.seconds(within) }
        }
        return system
    }

    /// How many alarms of one each minute came.
    private func alarms(_ system: SystemRules, hours: Double = 2) -> Double {
        OwnAppRuns.counts(OwnAppRuns.run(ping, system: system, hours: hours))[0]
    }

    /// One each minute from 60 s on. As many as the bucket's number come at once, and the next one
    /// when the first of them leaves the hour; in the restricted bucket that is the day after.
    @Test("AM-086, AM-087, AM-088, AM-090, AM-091, AM-092, AM-093, AM-095: alarms by the bucket")
    func alarms() {
        #expect(alarms(JobRuns.system()) == 119)
        // 720 an hour are more than one a minute; 30 are not.
        #expect(alarms(forced(.active, alarms: 720, within: 3600)) == 119)
        #expect(alarms(forced(.active, alarms: 30, within: 3600)) == 60)
        #expect(alarms(forced(.workingSet)) == 20)
        #expect(alarms(forced(.workingSet, alarms: 2)) == 4)
        #expect(alarms(forced(.frequent)) == 4)
        #expect(alarms(forced(.frequent, alarms: 5)) == 10)
        #expect(alarms(forced(.rare)) == 2)
        #expect(alarms(forced(.rare, alarms: 5)) == 10)
        #expect(alarms(forced(.restricted), hours: 30) == 2)
        #expect(alarms(forced(.restricted, within: 3600), hours: 30) == 30)
        // One in 6, 30 and 120 minutes, as in version 9.
        #expect(alarms(forced(.workingSet, alarms: 1, within: 360)) == 20)
        #expect(alarms(forced(.frequent, alarms: 1, within: 1800)) == 4)
        #expect(alarms(forced(.rare, alarms: 1, within: 7200), hours: 4) == 2)
        var free = ping
        free.traits.isUnrestricted = true
        #expect(
            OwnAppRuns.counts(OwnAppRuns.run(free, system: system(), hours: 2))[1] == 119)
    }

    @Test("AM-112, AM-113, AM-197: ten minutes at a charger lift the limits of the bucket")
    func charging() {
        let world = OwnAppRuns.charged(from: 3600, until: 7200)
        let run = OwnAppRuns.run(ping, world, system: system(), hours: 2)
        // Ten in the first hour; from 4,200 s on each minute.
        #expect(OwnAppRuns.counts(run)[1] > 55)
        let later = system { $0.chargingLiftsAfter = Fixtures.seconds(3000) }
        #expect(OwnAppRuns.counts(OwnAppRuns.run(ping, world, system: later, hours: 2))[1] < 35)
        let restricted = system {
            $0.restricted?.after = Fixtures.seconds(1)
            $0.restricted?.screenOn = .zero
        }
        #expect(
            OwnAppRuns.counts(OwnAppRuns.run(ping, world, system: restricted, hours: 2))[1] == 0)
    }

    @Test("AM-113: at a charger a job that its bucket delays begins when the limit is lifted")
    func chargingJobs() {
        let world = OwnAppRuns.charged(from: 20_000, until: 30_000)
        // The bucket allows one session, and nothing else happens on this phone.
        func wakeUps(liftedAfter span: Double) -> [Double] {
            var system = JobRuns.system()
            system.standby = JobRuns.standby(only: .rare) { $0.sessions = 1 }
            system.standby?.chargingLiftsAfter = Fixtures.seconds(span)
            return JobRuns.wakeUps(
                JobRuns.run(JobRuns.app(JobRuns.job(7200)), world, system: system, hours: 8))
        }
        #expect(wakeUps(liftedAfter: 600).contains(20_600))
        let later = wakeUps(liftedAfter: 900)
        #expect(later.contains(20_900) && !later.contains(20_600))
    }

    @Test("AM-175: an app of a bucket without the network gets no answer in the background")
    func network() {
        func counts(_ bucket: StandbyBucket, hasNetwork: Bool) -> [Double] {
            var system = JobRuns.system()
            system.standby = JobRuns.standby(only: bucket) {
                ($0.hasNetwork, $0.alarms) = (hasNetwork, nil)
            }
            let counts = OwnAppRuns.counts(OwnAppRuns.run(ping, system: system, hours: 1))
            return [counts[0], counts[1]]
        }
        for bucket in StandbyBucket.allCases where bucket != .active {
            #expect(counts(bucket, hasNetwork: true) == [59, 59], "\(bucket)")
            #expect(counts(bucket, hasNetwork: false) == [59, 0], "\(bucket)")
        }
    }

    @Test("AM-176, AM-177: the allowed number of high-priority pushes a day wakes a dozing phone")
    func highPushes() {
        var system = DozeRuns.system()
        system.remoteNotification = nil
        let app = OwnAppRuns.app(
            AppRule(name: "r", on: .message(RefreshTests.push), do: [OwnAppRuns.request]))
        let world = OwnAppRuns.messages(every: 900)
        func delivered(_ most: Int?, _ bucket: StandbyBucket) -> Double {
            var own = system
            own.standby = JobRuns.standby(only: bucket) { $0.highPushes = most }
            let run = OwnAppRuns.run(app, world, system: own, hours: 2)
            return OwnAppRuns.counts(run)[1]
        }
        // From 64.5 min on the phone dozes; four come by then, and three more until 2 h.
        for bucket in [StandbyBucket.workingSet, .frequent, .rare] {
            #expect(delivered(nil, bucket) == 7, "\(bucket)")
            #expect(delivered(1, bucket) == 5, "\(bucket)")
            #expect(delivered(0, bucket) == 4, "\(bucket)")
        }
    }

    @Test("AM-142: a job is stopped when the bucket's time for jobs is used up")
    func stopped() {
        let app = JobRuns.app(JobRuns.job(3600), do: [.work(Fixtures.seconds(400))])
        let run = JobRuns.run(
            app, system: system { $0.workingSet.jobTime = Fixtures.seconds(300) }, hours: 0.5)
        // It begins at once, because the app is active and not limited before it is in the working
        // set.
        #expect(OwnAppRuns.counts(run)[0] >= 1)
        let later = JobRuns.app(
            JobRuns.job(3600, tolerance: 3000), do: [.work(Fixtures.seconds(400))])
        let cut = JobRuns.run(
            later, system: system { $0.workingSet.jobTime = Fixtures.seconds(300) }, hours: 0.5)
        #expect(OwnAppRuns.counts(cut) == [1, 0, 1, 0])
    }
}
