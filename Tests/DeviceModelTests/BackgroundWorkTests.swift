import Kernel
import ModelFixtures
import Studies
import Testing

@testable import DeviceModel

/// SR-008 and SR-009: limits on computing in the background.
struct BackgroundWorkTests {
    private static let rules = BackgroundWorkRules(
        share: Fraction(0.8), over: Fixtures.seconds(60), throttled: Fraction(0.5),
        endsAfter: Fixtures.seconds(60))

    private static func course(
        _ work: Double, at start: Double = 0, speed: Double = 1
    ) -> WorkMeter.Course {
        var meter = WorkMeter(rules)
        return meter.begin(
            Fixtures.seconds(work), at: .start + Fixtures.seconds(start), speed: speed)
    }

    private static let courses: [(Double, Double, Bool, Double)] = [
        // Work; end; whether the app is ended; processor time used.
        (48.0, 48.0, false, 48.0),
        (60.0, 72.0, false, 60.0),
        (78.0, 108.0, false, 78.0),
        (79.0, 108.0, true, 78.0),
        (3600.0, 108.0, true, 78.0),
    ]

    @Test(
        "SR-008: work within the share runs at full speed; more is throttled, then ended",
        arguments: Self.courses)
    func table(_ work: Double, _ end: Double, _ isEnded: Bool, _ computed: Double) {
        let course = Self.course(work, at: 1000)
        #expect(course.end == .start + Fixtures.seconds(1000 + end))
        #expect(course.isEnded == isEnded)
        #expect(course.computed == Fixtures.seconds(computed))
        #expect((course.throttledAt != nil) == (work > 48))
    }

    @Test("SR-009: an app that gets half of the processor never uses more than its share")
    func halfSpeed() {
        let course = Self.course(600, speed: 0.5)
        #expect(course.throttledAt == nil && !course.isEnded)
        #expect(course.end == .start + Fixtures.seconds(1200))
    }

    @Test("SR-008: pieces of one window add up, and the next window begins at zero")
    func windows() {
        var meter = WorkMeter(Self.rules)
        func begin(_ work: Double, at start: Double) -> WorkMeter.Course {
            meter.begin(
                Fixtures.seconds(work), at: .start + Fixtures.seconds(start), speed: 1)
        }
        #expect(begin(30, at: 0).throttledAt == nil)
        #expect(begin(18, at: 35).throttledAt == nil)
        #expect(begin(1, at: 55).throttledAt == .start + Fixtures.seconds(55))
        #expect(begin(48, at: 100).throttledAt == nil)
    }

    @Test("SR-008: no app ever runs past its limit, whatever it asks for")
    func neverPastTheLimit() {
        var draws = RandomStream(StreamKey(seed: 5, replication: 0, purpose: "work"))
        for seed in 0..<200 {
            let rules = BackgroundWorkRules(
                share: Fraction(0.05 + 0.9 * draws.uniform()),
                over: Fixtures.seconds(10 + 100 * draws.uniform()),
                throttled: Fraction(0.05 + 0.9 * draws.uniform()),
                endsAfter: Fixtures.seconds(100 * draws.uniform()))
            var meter = WorkMeter(rules)
            var time = Instant.start
            for _ in 0..<50 {
                let work = Fixtures.seconds(draws.uniform() * 200)
                let course = meter.begin(work, at: time, speed: 1)
                if let throttledAt = course.throttledAt {
                    #expect(course.end - throttledAt <= rules.endsAfter, "seed \(seed)")
                    let most = rules.over + rules.over
                    #expect(throttledAt - time <= most, "seed \(seed)")
                }
                #expect(course.computed <= work, "seed \(seed)")
                #expect(course.isEnded == (course.computed < work), "seed \(seed)")
                time = course.end + Fixtures.seconds(draws.uniform() * 100)
            }
        }
    }

    private static func run(
        every: Double, work: Double, rules: BackgroundWorkRules?, tolerance: Double = 0,
        timers: TimerRules? = nil, sessions: Spells? = nil,
        traffic: [TrafficSource] = [], busy: Double = 300
    ) -> RunResult {
        var (system, device) = (Fixtures.system(), Fixtures.device())
        system.standardLocation.keepsRunning = true
        system.backgroundWork = rules
        system.timers = timers ?? TimerRules()
        device.processor.busyBackground = Milliwatts(busy)
        let options = Fixtures.backgroundWork(
            every: Fixtures.seconds(every), work: Fixtures.seconds(work),
            tolerance: Fixtures.seconds(tolerance))
        let scenario = Fixtures.scenario(
            device: device, system: system,
            world: WorldProfile(
                otherTraffic: traffic, apps: [AppWorldProfile(sessions: sessions)]),
            policies: [NamedPolicy(name: "work", options: options)])
        return scenario.run(options)
    }

    @Test("A piece draws a wake-up and the busy processor's power for its time: closed form")
    func closedForm() {
        let result = Self.run(every: 60, work: 2, rules: Self.rules)
        // 1439 pieces, the first after a minute; each has 50 mJ and 2 s of 300 mW, above 10 mW.
        #expect(result.metrics[.errandsDone] == 1439)
        expectNear(result.metrics[.energy] ?? 0, 864 + 1439 * (0.05 + 0.6), 1e-6)
    }

    @Test("An ended app consumes nothing until the user opens it")
    func endedAppIsDown() {
        let ended = Self.run(every: 3600, work: 300, rules: Self.rules)
        #expect(ended.metrics[.errandsCutOff] == 1 && ended.metrics[.appEndings] == 1)
        #expect(ended.metrics[.wakeUps] == 1)
        // 48 s at full speed and 60 s at half: a processor busy for 78 s.
        expectNear(ended.metrics[.energy] ?? 0, 864 + 0.05 + 78 * 0.3, 1e-6)
        let opened = Self.run(
            every: 3600, work: 300, rules: Self.rules,
            sessions: Spells(
                every: .constant(Seconds(7200)), duration: .constant(Seconds(10))))
        #expect((opened.metrics[.errandsCutOff] ?? 0) > 5)
    }

    @Test("An app that the user opens before the system ends it finishes its work in front")
    func savedByItsUser() {
        // It works from 3600 s on, is throttled after 48 s and would be ended after 108 s. Opened
        // after 78 s, it has computed 63 s of 300 s.
        let result = Self.run(
            every: 3600, work: 300, rules: Self.rules,
            sessions: Spells(
                every: .constant(Seconds(3678)), duration: .constant(Seconds(80_000))))
        #expect(result.metrics[.appEndings] == 0 && result.metrics[.errandsCutOff] == 0)
        // One each hour from then on, whatever the system would count.
        #expect(result.metrics[.errandsDone] == 23)
    }

    @Test("A more permissive rule never reduces the completed work")
    func morePermissive() {
        var last = -1.0
        for share in [0.1, 0.3, 0.5, 0.8, 1.0] {
            var rules = Self.rules
            rules.share = Fraction(share)
            let done = Self.run(every: 600, work: 70, rules: rules).metrics[.errandsDone] ?? 0
            #expect(done >= last, "share \(share)")
            last = done
        }
        #expect(Self.run(every: 600, work: 70, rules: nil).metrics[.errandsDone] == last)
    }

    @Test("Timers within their tolerance share the wake-ups of others")
    func coalescing() {
        let mail = TrafficSource(
            every: .constant(Seconds(95)), uplink: .constant(.zero),
            downlink: .constant(Bytes(100)),
            roundTrips: 1)
        func wakeUps(_ tolerance: Double?) -> Double {
            let timers = tolerance.map { TimerRules(tolerance: Fraction($0)) }
            let result = Self.run(
                every: 100, work: 0.1, rules: nil, timers: timers, traffic: [mail])
            return result.metrics[.wakeUps] ?? 0
        }
        // 909 mails and 863 timers. With a tolerance of 10 % of 100 s each timer meets a mail and
        // restarts there, so every mail triggers one.
        #expect(wakeUps(nil) > 1600)
        #expect(wakeUps(0.1) == 909)
    }

    @Test("An app's own tolerance counts only where the system has tolerant timers")
    func ownTolerance() {
        let mail = TrafficSource(
            every: .constant(Seconds(95)), uplink: .constant(.zero),
            downlink: .constant(Bytes(100)),
            roundTrips: 1)
        func wakeUps(_ timers: TimerRules?) -> Double {
            let result = Self.run(
                every: 100, work: 0.1, rules: nil, tolerance: 10, timers: timers, traffic: [mail])
            return result.metrics[.wakeUps] ?? 0
        }
        #expect(wakeUps(TimerRules(tolerance: .zero)) == 909)
        #expect(wakeUps(nil) > 1600)
    }

    @Test("Even with the largest tolerance, a frequent timer fires once a second at most")
    func noMoreThanOnceASecond() {
        // An endless download keeps the processor awake.
        let result = Self.run(
            every: 2, work: 0.001, rules: nil, timers: TimerRules(tolerance: Fraction(1)),
            traffic: [
                TrafficSource(
                    every: .constant(Seconds(10)), uplink: .constant(.zero),
                    downlink: .constant(Bytes(2_000_000)), roundTrips: 1)
            ])
        #expect((result.metrics[.errandsDone] ?? 0) <= 86_400)
        #expect((result.metrics[.errandsDone] ?? 0) > 80_000)
    }

    @Test("A timer shares any time for which the phone is awake, from the first moment")
    func sharesWhatGoesOn() {
        // Ten seconds of download, between a promotion of two seconds and a round trip.
        let (begin, awake) = (95.0, 12.15)
        let download = TrafficSource(
            every: .constant(Seconds(begin)), uplink: .constant(.zero),
            downlink: .constant(Bytes(1_250_000)), roundTrips: 1)
        let result = Self.run(
            every: 105, work: 0.1, rules: nil, tolerance: 5,
            timers: TimerRules(tolerance: .zero), traffic: [download])
        // The rule computed by hand: at once if awake, with the next download, or when it is due.
        var (time, pieces, alone, shared) = (0.0, 0, 0, 0)
        while true {
            let (earliest, latest) = (time + 100, time + 105)
            let running = (earliest / begin).rounded(.down) * begin
            if earliest <= running + awake {
                (time, shared) = (earliest, shared + (earliest > running ? 1 : 0))
            } else if running + begin <= latest {
                time = running + begin
            } else {
                time = latest
                if time < 86400 { alone += 1 }
            }
            if time >= 86400 { break }
            pieces += 1
        }
        #expect(shared > 50)
        #expect(result.metrics[.errandsDone] == Double(pieces))
        #expect(result.metrics[.wakeUps] == Double(909 + alone))
    }

    @Test(
        "A system that keeps no app running, and a tolerance as long as the interval, are refused")
    func faults() {
        var system = Fixtures.system()
        system.standardLocation.keepsRunning = false
        let options = Fixtures.backgroundWork(
            every: Fixtures.seconds(60), work: Fixtures.seconds(1))
        let asleep = #expect(throws: Refusal.self) { try check(options, system) }
        #expect(asleep?.message.contains("in spite of location") ?? false)
        system.standardLocation.keepsRunning = true
        let tolerant = Fixtures.backgroundWork(
            every: Fixtures.seconds(60), work: Fixtures.seconds(1), tolerance: Fixtures.seconds(60))
        let refused = #expect(throws: Refusal.self) { try check(tolerant, system) }
        #expect(
            refused?.message
                == "rule work: the tolerance, 1 min, is not below the interval, 1 min")
    }

    private func check(_ options: PolicyOptions, _ system: SystemRules) throws {
        try options.check(
            system: system, device: Fixtures.device(), radio: Fixtures.umts(),
            world: WorldProfile())
    }
}
