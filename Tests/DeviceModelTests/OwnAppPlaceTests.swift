import Kernel
import ModelFixtures
import Studies
import Testing

@testable import DeviceModel

/// Tests of rules about the phone's position: tracks, moves, visits and the time of an event.
@Suite struct OwnAppPlaceTests {
    /// Straight on at 10 m/s for 1,000 s, and then a stay.
    private static let movement: Movement = {
        let start = Places.munich
        let end = start.destination(bearing: Degrees(0), distance: Meters(10_000))
        let points = [
            TrackPoint(time: .start, position: start),
            TrackPoint(time: .start + Fixtures.seconds(1000), position: end),
        ]
        return .track(Fixtures.valid { try RecordedTrack(pieces: [points]) })
    }()

    private static var world: WorldProfile {
        WorldProfile(movement: movement, apps: [AppWorldProfile()])
    }

    private func run(
        _ options: PolicyOptions, scan: WiFiScanProfile? = nil,
        system: SystemRules = Fixtures.laterSystem(), world: WorldProfile = world
    ) -> RecordedRun {
        let receiver = GNSSProfile(
            acquiring: Milliwatts(400), tracking: Milliwatts(300),
            starts: GNSSProfile.StartTimes(cold: .constant(.zero)), error: Meters(1e-6))
        let scenario = Fixtures.scenario(
            device: Fixtures.phone(receiver, wifiScan: scan), system: system, hours: 1,
            world: world, policies: [NamedPolicy(name: "app", options: options)])
        return RecordedRun(scenario, policy: options)
    }

    private func seconds(_ run: RecordedRun, _ component: Component, _ state: String) -> Double {
        run.table.residenceRows().filter { $0.component == component && $0.state == state }
            .reduce(0) { $0 + Double($1.nanoseconds) / 1e9 }
    }

    /// When the processor first wakes, in seconds.
    private func awake(_ run: RecordedRun) -> Double? {
        run.timeline.first {
            run.table.plan.lines[$0.line].state == "awake-background"
        }?.from.seconds.magnitude
    }

    private func tracker(
        for span: Double, filter: Double, every: Double = 0, _ more: [AppRule] = [],
        declares: [AppMode] = [.location]
    ) -> PolicyOptions {
        let track = RuleTrack(
            accuracy: .best, filter: Meters(filter), every: Fixtures.seconds(every),
            span: Fixtures.seconds(span))
        let rule = AppRule(
            name: "record", on: OwnAppRuns.every(1, by: .timer), do: [.track(track), .stop])
        return .app(OwnAppOptions(declares: declares, rules: [rule] + more, kept: .audio))
    }

    @Test(
        "track: the receiver is on, and each filter distance gives a position",
        arguments: [(50.0, 201.0), (100, 101), (300, 34), (3000, 4)])
    func track(filter: Double, fixes: Double) {
        let run = run(tracker(for: 4000, filter: filter))
        // From 1 s on, 10 m have passed; then the rest of the route.
        #expect(abs((run.metrics[.fixes] ?? 0) - fixes) <= 1)
        #expect(seconds(run, .gnss, "tracking") == 3599)
        #expect(seconds(run, .processor, "awake-background") >= 3599)
    }

    @Test("track: without a filter each second has a position, at rest as well")
    func unfiltered() {
        let run = run(tracker(for: 4000, filter: 0))
        #expect(abs((run.metrics[.fixes] ?? 0) - 3599) <= 1)
    }

    @Test("track: with a time between positions the receiver rests where the system lets it")
    func spaced() {
        func run(restsBeyond: Double?) -> RecordedRun {
            var system = Fixtures.laterSystem()
            system.standardLocation.restsBeyond = restsBeyond.map(Fixtures.seconds)
            return self.run(tracker(for: 4000, filter: 0, every: 30), system: system)
        }
        for restsBeyond in [nil, 30.0] {
            let on = run(restsBeyond: restsBeyond)
            #expect(abs((on.metrics[.fixes] ?? 0) - 120) <= 1)
            #expect(seconds(on, .gnss, "tracking") == 3599)
        }
        let resting = run(restsBeyond: 29)
        #expect(abs((resting.metrics[.fixes] ?? 0) - 120) <= 2)
        #expect(seconds(resting, .gnss, "off") > 1800)
    }

    @Test("moved fires with the first position that is that far from where it last fired")
    func moved() {
        let rule = AppRule(
            name: "tell", on: .moved(Meters(1000)), do: [OwnAppRuns.request], isParallel: true)
        let run = run(tracker(for: 4000, filter: 100, [rule]))
        // 9,990 m from the first position on: after each thousand.
        #expect(run.metrics[.bytesUp] == Double(10_000 * 9))
    }

    @Test("An errand that a position triggers waits for its own fix")
    func locateAgain() {
        let locate = RuleStep.locate(.best, within: Fixtures.seconds(60))
        let look = AppRule(name: "look", on: OwnAppRuns.every(600, by: .timer), do: [locate])
        let again = AppRule(name: "again", on: .moved(Meters(1000)), do: [locate])
        let run = run(.app(OwnAppOptions(rules: [look, again], kept: .audio)))
        // At 600 s, and from 1,200 s on at rest four kilometres on.
        #expect(run.result.errands.map(\.done)[1] == 1)
        #expect(run.metrics[.fixes] == run.metrics[.errandsDone])
    }

    @Test("track pauses while the system suspends an app that does not declare location")
    func undeclared() {
        let track = RuleTrack(
            accuracy: .best, filter: Meters(100), span: Fixtures.seconds(2000))
        func run(_ modes: [AppMode]) -> RecordedRun {
            let rule = AppRule(name: "record", on: .opened, do: [.track(track)])
            return self.run(
                .app(OwnAppOptions(declares: modes, rules: [rule])),
                world: OwnAppRuns.front(Self.world, from: 100, for: 50))
        }
        #expect(seconds(run([.location]), .gnss, "tracking") >= 2000)
        // 100 s after each session of 50 s: 24 times in an hour.
        let alone = seconds(run([]), .gnss, "tracking")
        #expect(alone <= 24 * 50 && alone >= 23 * 50)
    }

    @Test(
        "AM-209, AM-211: an app in the background without a service gets only occasional positions")
    func seldom() {
        var system = Fixtures.laterSystem()
        func fixes(
            every seconds: Double?, declares: [AppMode] = [],
            world: WorldProfile = Self.world
        ) -> Double {
            system.standardLocation.backgroundEvery = seconds.map(Fixtures.seconds)
            let options = tracker(for: 4000, filter: 100, declares: declares)
            return run(options, system: system, world: world).metrics[.fixes] ?? 0
        }
        // At 1, 601 and 1,201 s; from 1,000 s on the phone rests.
        #expect(fixes(every: 600) == 3)
        #expect(fixes(every: 300) == 5)
        #expect(fixes(every: nil) > 99)
        #expect(fixes(every: 600, declares: [.location]) > 99)
        // In front from 300 to 600 s and from 900 s on it gets them as they come.
        let used = OwnAppRuns.front(Self.world, from: 300, for: 300)
        #expect((37...55).contains(fixes(every: 600, world: used)))
    }

    @Test("track: a job that the system stops leaves the receiver off")
    func stoppedJob() {
        var system = JobRuns.system()
        system.standardLocation = Fixtures.laterSystem().standardLocation
        system.jobs?.runTime = Fixtures.seconds(600)
        let track = RuleTrack(
            accuracy: .best, filter: Meters(100), span: Fixtures.seconds(3000))
        let job = RuleJob(by: .job, every: Fixtures.seconds(3000))
        let run = run(
            .app(
                OwnAppOptions(
                    declares: [.location],
                    rules: [AppRule(name: "survey", on: .job(job), do: [.track(track)])])),
            system: system)
        #expect(OwnAppRuns.counts(run)[2] >= 1)
        let tracking = seconds(run, .gnss, "tracking")
        #expect(tracking >= 600 && tracking <= 600 * run.metrics[.errandsBegun]!)
    }

    @Test("track in a task: the steps after it share the task's time, and have no more")
    func trackInTask() {
        let track = RuleTrack(
            accuracy: .best, filter: Meters(100), span: Fixtures.seconds(300))
        func run(work: Double) -> [Double] {
            let rule = AppRule(
                name: "record", on: .opened,
                do: [.asTask([.track(track), .wait(Fixtures.seconds(work))])])
            let world = OwnAppRuns.front(Self.world, from: 2500, for: 50)
            var system = Fixtures.laterSystem()
            system.taskCompletion.limit = Fixtures.seconds(60)
            return OwnAppRuns.counts(
                self.run(
                    .app(OwnAppOptions(declares: [.location], rules: [rule])), system: system,
                    world: world))
        }
        #expect(run(work: 50) == [1, 1, 0, 0])
        #expect(run(work: 90) == [1, 0, 1, 0])
    }

    @Test("IM-080: a visit needs the system's time at rest and ends at its distance: closed form")
    func visits() {
        var system = Fixtures.laterSystem()
        system.visits = StandardLocationRules.Pause(
            after: Fixtures.seconds(300), within: Meters(100))
        func run(_ moment: VisitMoment) -> RecordedRun {
            let rule = AppRule(
                name: "tell", on: .visit(moment), do: [.work(Fixtures.seconds(1))])
            return self.run(.app(OwnAppOptions(rules: [rule])), system: system)
        }
        let arrived = run(.arrived)
        #expect(OwnAppRuns.counts(arrived) == [1, 1, 0, 0])
        // The route's end, reached at 1,000 s, is nearer than 100 m from 990 s on. Within 7 km the
        // phone rests even on the route.
        #expect(awake(arrived).map { (1290...1300).contains($0) } == true)
        system.visits?.after = Fixtures.seconds(600)
        #expect(awake(run(.arrived)).map { (1590...1600).contains($0) } == true)
        system.visits?.within = Meters(7000)
        #expect(awake(run(.arrived)).map { (599...601).contains($0) } == true)
        #expect(OwnAppRuns.counts(run(.departed)) == [0, 0, 0, 0])
        let without = OwnAppRuns.refusal(
            .app(
                OwnAppOptions(rules: [
                    AppRule(name: "tell", on: .visit(.both), do: [OwnAppRuns.request])
                ])))
        #expect(without?.rule == "visits")
    }

    @Test("SR-026: an event's time suspends the app in its errand; a task has the task's time")
    func eventTime() {
        var system = Fixtures.laterSystem()
        system.visits = StandardLocationRules.Pause(
            after: Fixtures.seconds(300), within: Meters(100))
        system.significantChange.runTime = Fixtures.seconds(10)
        func run(_ steps: [RuleStep]) -> [Double] {
            let rule = AppRule(name: "tell", on: .visit(.both), do: steps)
            return OwnAppRuns.counts(
                self.run(.app(OwnAppOptions(rules: [rule])), system: system))
        }
        let work = RuleStep.work(Fixtures.seconds(15))
        #expect(run([work]) == [1, 0, 0, 0])
        #expect(run([.work(Fixtures.seconds(9))]) == [1, 1, 0, 0])
        #expect(run([.asTask([work])]) == [1, 1, 0, 0])
        // After the task the rest of the event's time is over.
        #expect(run([.asTask([work]), .work(Fixtures.seconds(1))]) == [1, 0, 0, 0])
    }
}
