import Kernel
import ModelFixtures
import Studies
import Testing

@testable import DeviceModel

@Suite struct DozeTests {
    private let counts = OwnAppRuns.counts
    /// An app whose alarm comes after everything that these tests check.
    private static let idle = OwnAppRuns.app(
        AppRule(name: "r", on: OwnAppRuns.every(1e6, by: .alarm), do: [OwnAppRuns.request]))

    private func hours(_ windows: [DozingPhone.Window], deep: Bool = true) -> [Double] {
        windows.filter { $0.isDeep == deep }.map { $0.from.seconds.magnitude / 3600 }
    }

    @Test("AM-020, AM-026: a phone left still has its deep windows at the hours of its version")
    func stillPhone() {
        let old = DozeRuns.windows(Self.idle)
        let (idle, newIdle): (Double, Double) = (64.5 * 60, 2.75 * 60)
        #expect(old.idleSince == idle)
        let known: [Double] = [124.5 / 60, 245.0 / 60]
        #expect(hours(old.windows) == known)
        let new = DozeRuns.windows(Self.idle, system: DozeRuns.system(deep: DozeRuns.deep15))
        #expect(new.idleSince == newIdle)
        #expect(hours(new.windows).count == 5)
        // Work that fills the windows gives them the lengths of the derived rows.
        let work = JobRuns.app(JobRuns.job(900), do: [.work(Fixtures.seconds(900))])
        var system = DozeRuns.system(deep: DozeRuns.deep15)
        system.jobs?.runTime = Fixtures.seconds(2000)
        let busy = DozeRuns.windows(work, system: system)
        let begins = hours(busy.windows).map { ($0 * 10).rounded() / 10 }
        #expect(begins == [0.3, 0.9, 2.0, 4.2])
    }

    /// Moving from `begin` to `end`, in seconds; at rest before and after.
    private func underway(from begin: Double, until end: Double) -> WorldProfile {
        var world = OwnAppRuns.bare
        let points = [(0, 0.0), (begin, 0), (end, 50_000), (40_000, 50_000)].map { time, metres in
            TrackPoint(
                time: .start + Fixtures.seconds(time),
                position: Places.munich.destination(
                    bearing: Degrees(0), distance: Meters(metres)))
        }
        world.movement = .track(Fixtures.valid { try RecordedTrack(pieces: [points]) })
        return world
    }

    @Test("AM-045, AM-059: a carried phone has light windows, and none on version 6")
    func carried() {
        let world = underway(from: 1, until: 30_000)
        let six = DozeRuns.windows(Self.idle, world)
        #expect(six.windows.isEmpty && six.idleSince == nil)
        let light = DozeRuns.windows(
            Self.idle, world, system: DozeRuns.system(light: DozeRuns.light7))
        #expect(light.windows.count == 32)
        #expect(light.windows.allSatisfy { !$0.isDeep })
        let later = DozeRuns.windows(
            Self.idle, world,
            system: DozeRuns.system(deep: DozeRuns.deep15, light: DozeRuns.light15))
        #expect(later.windows.count == 18)
    }

    @Test("AM-008, AM-028: motion ends deep Doze, which starts over ten minutes later")
    func motion() {
        let run = DozeRuns.windows(Self.idle, underway(from: 9000, until: 9600))
        #expect(run.windows.map { $0.from.seconds.magnitude } == [7470, 15_270, 22_500])
    }

    @Test("AM-055: a phone left still dozes lightly first, then deeply")
    func overridden() {
        let run = DozeRuns.windows(Self.idle, system: DozeRuns.system(light: DozeRuns.light7))
        // At 10 min, 10 and 15 min later, and so on, until 64.5 min.
        #expect(hours(run.windows, deep: false).count == 4)
        #expect(hours(run.windows).count == 2)
    }

    @Test("AM-028: the user and the charger end Doze, which starts over when they are gone")
    func ends() {
        let used = DozeRuns.windows(
            Self.idle, OwnAppRuns.front(from: 3600, for: 60), hours: 2)
        #expect(used.idleSince == nil)
        let after = DozeRuns.windows(
            Self.idle, OwnAppRuns.front(from: 4000, for: 200), hours: 3)
        #expect(after.idleSince == 3870)
        #expect(after.windows.isEmpty)
        let charged = OwnAppRuns.charged(from: 3600, until: 7200)
        let plugged = DozeRuns.windows(Self.idle, charged, hours: 4)
        #expect(plugged.idleSince == 11_070.0)
    }

    @Test("AM-060: alarms of a phone in deep Doze come in its windows")
    func alarms() {
        let every = OwnAppRuns.run(
            DozeRuns.ping(600, by: .alarm), system: JobRuns.system(), hours: 8)
        #expect(counts(every)[0] == 47)
        let held = OwnAppRuns.run(
            DozeRuns.ping(600, by: .alarm), system: DozeRuns.system(), hours: 8)
        // Six until 64.5 min; one at once in each of two windows.
        #expect(counts(held)[0] == 8)
        #expect(counts(held)[1] == 8)
    }

    @Test("AM-060: jobs of a phone in deep Doze run in its windows")
    func jobs() {
        let run = JobRuns.run(
            JobRuns.app(JobRuns.job(900)), system: DozeRuns.system(), hours: 8)
        // At 0, 15, 30, 45 and 60 min; in two windows.
        #expect(counts(run) == [7, 7, 0, 0])
        #expect(JobRuns.wakeUps(run).contains(124.5 * 60))
        #expect(JobRuns.wakeUps(run).contains(245 * 60))
    }

    @Test("AM-060: in light Doze apps have alarms, but neither network nor jobs")
    func light() {
        let system = DozeRuns.system(deep: nil, light: DozeRuns.light7)
        let jobs = JobRuns.run(JobRuns.app(JobRuns.job(900)), system: system, hours: 8)
        #expect(counts(jobs)[1] == counts(jobs)[0])
        #expect(counts(jobs)[0] > 25)
        let alarms = OwnAppRuns.run(
            DozeRuns.ping(600, by: .alarm), system: system, hours: 8)
        #expect(counts(alarms)[0] == 47)
        // A server answers only in windows.
        #expect(counts(alarms)[1] < 10)
    }

    /// By hand: six pings until light Doze begins at 300 s. Windows of 5 s begin at 600, 1,205,
    /// 2,110 s and, because that one met a ping and lasted longer, at 3,020 s. A ping without the
    /// network waits for its answer for 10 s. So the windows meet the pings of 2,115 s (47 times 45
    /// s) and of 3,015 s (67 times), and not those of 585, 630, 1,170 and 1,215 s. Deep Doze is
    /// idle from 3,870 s on. Its windows last 30 s, with one delayed ping each: at 7,470 s, and
    /// after idle times of 2, 4, 6 and 6 h at 14,700, 29,130, 50,760 and 72,390 s. The sixth would
    /// come at 94,020 s.
    @Test("AM-061, AM-193: keep-alives every 45 s are 1,920 a day if exempt, and few in Doze")
    func keepAlives() {
        func count(_ app: PolicyOptions, _ system: SystemRules) -> Double {
            counts(OwnAppRuns.run(app, system: system, hours: 24))[1]
        }
        let ping = DozeRuns.ping(45, by: .alarm)
        #expect(count(ping, JobRuns.system()) == 1919)
        #expect(count(ping, DozeRuns.system(light: DozeRuns.light7)) == 6 + 2 + 5)
        let exempt = DozeRuns.ping(45, by: .alarm, isUnrestricted: true)
        #expect(count(exempt, DozeRuns.system(light: DozeRuns.light7)) == 1919)
    }

    /// As many as fit into a day before its end. The collection rounds up: 1,571, 288, 320, 1,920
    /// and so on.
    @Test(
        "AM-188, AM-189, AM-190, AM-191, AM-194, AM-195, AM-196: apps' own keep-alives in a day",
        arguments: [(55, 1570), (300, 287), (270, 319), (65, 1329), (10, 8639), (550, 157)])
    func ownKeepAlives(seconds: Int, expected: Int) {
        func count(_ system: SystemRules, isUnrestricted: Bool) -> Double {
            let app = DozeRuns.ping(
                Double(seconds), by: .alarm, isUnrestricted: isUnrestricted)
            return counts(OwnAppRuns.run(app, system: system, hours: 24))[1]
        }
        #expect((86_400 - 1) / seconds == expected)
        #expect(count(JobRuns.system(), isUnrestricted: false) == Double(expected))
        let doze = DozeRuns.system(light: DozeRuns.light7)
        #expect(count(doze, isUnrestricted: true) == Double(expected))
        #expect(count(doze, isUnrestricted: false) < 0.2 * Double(expected))
    }

    @Test("AM-070, AM-072, AM-074, AM-079: alarms allowed while idle come by their quota")
    func whileIdle() {
        func count(_ system: SystemRules) -> Double {
            counts(
                OwnAppRuns.run(DozeRuns.ping(60, by: .idleAlarm), system: system, hours: 2))[1]
        }
        var system = DozeRuns.system()
        // Each minute until 64.5 min, then every nine minutes, first at 65 min.
        #expect(count(system) == 64 + 7)
        system.alarms?.whileIdle = 7
        system.alarms?.whileIdlePer = Fixtures.seconds(3600)
        #expect(count(system) == 64 + 7)
        system.alarms?.whileIdle = 72
        #expect(count(system) == 64 + 55)
        // Without time for an answer, it fails until the next window.
        system.alarms?.whileIdleRun = Fixtures.seconds(1)
        #expect(count(system) < 64 + 55)
    }

    @Test("AM-030, AM-180, AM-181: a high-priority push comes at once, another in a window")
    func pushes() {
        func run(_ declares: [AppMode], exempt: Double = 300) -> RecordedRun {
            var (system, world) = (DozeRuns.system(), OwnAppRuns.messages(every: 7000))
            system.doze?.pushExempts = Fixtures.seconds(exempt)
            system.remoteNotification = nil
            world.apps[0].messages?.every = .constant(Seconds(5000))
            let app = OwnAppRuns.app(
                AppRule(
                    name: "r", on: .message(RefreshTests.push),
                    do: [.wait(Fixtures.seconds(60)), OwnAppRuns.request]), declares: declares)
            return OwnAppRuns.run(app, world, system: system, hours: 2)
        }
        // One comes at 5,000 s, in deep idle; the window is at 7,470 s.
        let high = run([])
        #expect(counts(high) == [1, 1, 0, 0])
        #expect(high.metrics[.messageDelay]! < 5)
        #expect(counts(run([], exempt: 10))[1] == 0)
        let low = run([.remoteNotification])
        #expect(counts(low) == [0, 0, 0, 0])
    }

    @Test("AM-005: before deep Doze the phone looks for its position for half a minute")
    func locating() {
        func gnss(_ deep: DeepDozeRules) -> Double {
            let run = DozeRuns.windows(Self.idle, system: DozeRuns.system(deep: deep), hours: 1.5)
            return run.result.table.residenceRows()
                .filter { $0.state == "acquiring" || $0.state == "tracking" }
                .reduce(0) { $0 + Double($1.nanoseconds) / 1e9 }
        }
        // A cold start takes half a minute too.
        #expect(gnss(DozeRuns.deep14) == 30)
        #expect(gnss(DozeRuns.deep15) == 15)
    }

    @Test("AM-029: a display lit by an alert ends Doze until version 11; later only the user does")
    func alerts() {
        let app = OwnAppRuns.app(
            AppRule(
                name: "r", on: OwnAppRuns.every(3000, by: .idleAlarm),
                do: [.notify(RuleAlert())]))
        var system = DozeRuns.system()
        #expect(DozeRuns.windows(app, system: system, hours: 1.5).idleSince == nil)
        system.doze?.endsByUnlock = true
        #expect(DozeRuns.windows(app, system: system, hours: 1.5).idleSince == 3870)
    }

    @Test("AM-034, AM-035, AM-221: the battery saver starts deep Doze after a minute")
    func quick() {
        var (system, world) = (DozeRuns.system(), OwnAppRuns.bare)
        system.lowPower = LowPowerRules(
            below: Fraction(0.5), alerts: false, holdsBackWork: true)
        world.battery = BatteryCourse(start: Fraction(0.4))
        #expect(DozeRuns.windows(Self.idle, world, system: system, hours: 1).idleSince == 60)
        system.doze?.quickDelay = nil
        #expect(DozeRuns.windows(Self.idle, world, system: system, hours: 1).idleSince == nil)
    }

    @Test("AM-066: an alarm that is sooner than five seconds is refused")
    func soonAlarms() throws {
        let system = DozeRuns.system()
        #expect(OwnAppRuns.refusal(DozeRuns.ping(5, by: .alarm), system: system) == nil)
        let refusal = try #require(
            OwnAppRuns.refusal(DozeRuns.ping(4, by: .idleAlarm), system: system))
        #expect(refusal.message.contains("AM-066") && refusal.rule == "alarms.least-interval")
    }

    @Test("IM-050: a system that ends VoIP apps with their own sockets refuses them")
    func sockets() throws {
        var system = Fixtures.system()
        let app = Fixtures.keepAlive(minutes: 10)
        #expect(OwnAppRuns.refusal(app, system: system) == nil)
        system.keepAlive.keepsSockets = false
        #expect(try #require(OwnAppRuns.refusal(app, system: system)).message.contains("IM-050"))
    }

    @Test("In deep idle a non-exempt app does nothing", arguments: 1...12)
    func nothingRuns(seed: Int) {
        let every = 37.0 + 61 * Double(seed)
        let apps = Fixtures.together([
            DozeRuns.ping(every, by: .alarm), JobRuns.app(JobRuns.job(900 + every)),
        ])
        let run = DozeRuns.windows(
            apps, JobRuns.world(of: 2), system: DozeRuns.system(light: DozeRuns.light7))
        let recorded = JobRuns.run(
            apps, JobRuns.world(of: 2), system: DozeRuns.system(light: DozeRuns.light7), hours: 8)
        let windows = run.windows.filter(\.isDeep)
        for time in JobRuns.wakeUps(recorded) where time > 3870 {
            let isInWindow = windows.contains {
                $0.from.seconds.magnitude <= time
                    && time <= ($0.until == .never ? 1e9 : $0.until.seconds.magnitude)
            }
            let isStep = time == run.idleSince
            #expect(isInWindow || isStep, "awake at \(time), every \(every)")
        }
    }
}
