import Kernel
import ModelFixtures
import Studies
import Testing

@testable import DeviceModel

/// Tests of task completion, rule by rule. Three items of 1 MB wait when the app is opened at 1000
/// s; it is left after 10 s. Each takes 8 s on the air and 0.3 s before; the radio begins to carry
/// at 1002 s. So they arrive at 1010.3, 1018.6 and 1026.9 s.
@Suite struct TaskCompletionTests {
    private static let world = WorldProfile(apps: [
        AppWorldProfile(
            sessions: Spells(
                every: .constant(Seconds(1000)), duration: .constant(Seconds(10))),
            outbox: AppWorldProfile.Items(
                every: .constant(Seconds(300)), size: .constant(Bytes(1_000_000))))
    ])

    private func run(
        _ behaviour: TaskCompletionOptions.Behaviour, atOnce: Int = 1, limit: Double = 600,
        warning: Double = 2, t1: Double = 20, world: WorldProfile = Self.world,
        hours: Double = 0.5,
        seed: UInt64 = 1, lifeCycle: LifeCycleRules = Fixtures.lifeCycle(), optsOut: Bool = false,
        change: (inout TaskCompletionOptions) -> Void = { _ in }
    ) -> RunResult {
        var options = TaskCompletionOptions(behaviour: behaviour, atOnce: atOnce)
        change(&options)
        var system = Fixtures.system(lifeCycle: lifeCycle)
        system.taskCompletion = TaskCompletionRules(
            limit: Fixtures.seconds(limit), warning: Fixtures.seconds(warning))
        var policy = PolicyOptions.taskCompletion(options)
        policy.traits.exitsOnSuspend = optsOut
        let scenario = Fixtures.scenario(
            radio: Fixtures.umts(t1: t1), system: system, hours: hours, world: world,
            policies: [NamedPolicy(name: "app", options: policy)], seed: seed)
        return scenario.run(policy)
    }

    private func awake(_ result: RunResult) -> Double {
        result.table.residence(of: "awake-background", in: .processor).seconds.magnitude
    }

    @Test("Tasks begun while the phone wakes for its user are booked to the app when it is left")
    func bookedToTheApp() {
        var world = Self.world
        world.user = UserProfile()
        var options = TaskCompletionOptions(behaviour: .resume)
        options.save = .zero
        let policy = PolicyOptions.taskCompletion(options)
        let run = RecordedRun(
            Fixtures.scenario(
                device: Fixtures.device(wakeUpTime: 0.4), hours: 0.5, world: world,
                policies: [NamedPolicy(name: "app", options: policy)]),
            policy: policy)
        func postings(_ state: String) -> [Posting] {
            run.timeline.filter { run.table.plan.lines[$0.line].state == state }
        }
        let (behind, waking) = (postings("awake-background"), postings("waking"))
        let app = Int32(LedgerPlan.firstPolicyActivity)
        #expect(!behind.isEmpty && behind.allSatisfy { $0.cause.activity == app })
        #expect(!waking.isEmpty && waking.allSatisfy { $0.cause.activity == app + 1 })
    }

    @Test("SR-010: each begin has one end, in any order and any number at once")
    func brackets() {
        var tasks = TaskBrackets()
        let ids = (0..<3).map { _ in tasks.begin() }
        #expect(Set(ids).count == 3 && tasks.count == 3)
        let ended = [1, 1, 2].map { tasks.end(ids[$0]) }
        #expect(ended == [true, false, true], "one that has ended does not end again")
        #expect(tasks.count == 1 && !tasks.isEmpty)
        let isLast = tasks.end(ids[0])
        #expect(isLast && tasks.isEmpty)
    }

    @Test(
        "SR-010: the app is suspended when its last task has ended",
        arguments: [
            (TaskCompletionOptions.Behaviour.finish, 1, 1.0, 12.3),
            (.finish, 2, 2.0, 20.6), (.finish, 3, 3.0, 28.9), (.finish, 9, 3.0, 28.9),
            (.resume, 1, 3.0, 28.9), (.resume, 3, 3.0, 28.9),
            (.startOver, 1, 3.0, 28.9), (.ignoreLimit, 2, 3.0, 28.9),
        ])
    func finishes(
        behaviour: TaskCompletionOptions.Behaviour, atOnce: Int, done: Double, seconds: Double
    ) {
        let result = run(behaviour, atOnce: atOnce)
        #expect(result.metrics[.tasksDone] == done)
        #expect(result.metrics[.tasksLost] == 0 && result.metrics[.bytesWasted] == 0)
        #expect(abs(awake(result) - (seconds - 2)) < 1e-6, "\(awake(result)) s")
    }

    @Test("A session's energy is that of one message of its items' length, and of the delay")
    func closedForm() {
        let result = run(.resume)
        let carried = 3 * (8 + 2 * 0.15)
        let joules = 2 * 0.53 + (carried + 20) * 0.7 + 12 * 0.35
        #expect(abs(result.metrics[.radioEnergy]! - joules) < 1e-5)
        // They came at 300, 600 and 900 s.
        #expect(abs(result.metrics[.itemDelay]! - (712.3 + 420.6 + 128.9) / 3 + 2) < 1e-6)
    }

    // Left at 1010 s, the limit comes 12 s later. By then two items are through. The third is on
    // the air from 1018.9 s on, in requests of 64 KiB, at 125 kB a second.
    @Test(
        "SR-011, SR-012, SR-013: the third item at the limit, by the app's behaviour",
        arguments: [
            // The handler is called at 1020 s, and saves for a second.
            (TaskCompletionOptions.Behaviour.resume, 21.0, 0.0, 137_500 - 2 * 65_536, 0.0),
            (.startOver, 20.0, 1.0, 137_500, 0.0),
            (.finish, 10.3, 0.0, 0.0, 0.0),
            // No handler: at 1022 s the system ends it.
            (.ignoreLimit, 22.0, 1.0, 387_500, 1.0),
            // The first item, on the air from 1002.3 s on.
            (.foregroundOnly, 10.0, 1.0, 962_500, 0.0),
        ])
    func limit(
        behaviour: TaskCompletionOptions.Behaviour, seconds: Double, lost: Double,
        wasted: Double, endings: Double
    ) {
        let result = run(behaviour, limit: 12)
        #expect(abs(awake(result) - seconds) < 1e-6, "awake for \(awake(result)) s")
        #expect(result.metrics[.tasksLost] == lost)
        #expect(result.metrics[.bytesWasted] == wasted)
        #expect(result.metrics[.appEndings] == endings)
        let done = behaviour == .foregroundOnly ? 0.0 : behaviour == .finish ? 1 : 2
        #expect(result.metrics[.tasksDone] == done)
    }

    @Test("SR-011: an app that was ended is launched again by its user, and starts over")
    func launchedAgain() {
        let once = run(.ignoreLimit, limit: 12)
        let twice = run(.ignoreLimit, limit: 12, hours: 0.6)
        #expect(once.metrics[.appLaunches] == 0 && twice.metrics[.appLaunches] == 1)
    }

    @Test("SR-013: resumed work loses at each limit no more than the bytes on their way")
    func resumable() {
        let result = run(.resume, limit: 12, hours: 24)
        let limits = (24 * 3600.0 / 1010).rounded(.down)
        #expect(result.metrics[.bytesWasted]! <= limits * 65_536)
        #expect(result.metrics[.tasksLost] == 0)
        let again = run(.startOver, limit: 12, hours: 24)
        #expect(result.metrics[.tasksDone]! >= again.metrics[.tasksDone]!)
    }

    @Test(
        "SR-003, SR-005: an app that ends when it is left starts over with each session",
        arguments: [true, false])
    func endsWhenLeft(optsOut: Bool) {
        let result = run(
            .startOver, lifeCycle: Fixtures.lifeCycle(multitasks: optsOut), optsOut: optsOut)
        #expect(result.metrics[.appLaunches] == 1 && result.metrics[.appEndings] == 1)
        #expect(result.metrics[.tasksDone] == 0 && result.metrics[.tasksLost] == 1)
        // Ten seconds in front, five to clean up; the launch lies within them.
        #expect(abs(awake(result) - 15) < 1e-6)
    }

    @Test("An app that is suspended with a shared resource still held is ended, by rule")
    func holdsSharedResource() {
        func endings(_ isEnded: Bool, holds: Bool, _ behaviour: TaskCompletionOptions.Behaviour)
            -> Double?
        {
            var lifeCycle = Fixtures.lifeCycle()
            lifeCycle.endsResourceHolders = isEnded
            return run(behaviour, lifeCycle: lifeCycle) { $0.holdsSharedResource = holds }
                .metrics[.appEndings]
        }
        #expect(endings(true, holds: true, .foregroundOnly) == 1)
        #expect(endings(false, holds: true, .foregroundOnly) == 0)
        #expect(endings(true, holds: false, .foregroundOnly) == 0)
        // Under task completion it holds nothing when it is suspended.
        #expect(endings(true, holds: true, .resume) == 0)
    }

    @Test("SR-009: work in the background takes longer while another app is in front")
    func priority() {
        var lifeCycle = Fixtures.lifeCycle()
        var world = Self.world
        world.otherApps = Spells(
            every: .constant(Seconds(1010)), duration: .constant(Seconds(500)))
        let fast = run(.resume, world: world, lifeCycle: lifeCycle) {
            $0.prepare = Fixtures.seconds(4)
        }
        lifeCycle.backgroundSpeed = Fraction(0.5)
        let slow = run(.resume, world: world, lifeCycle: lifeCycle) {
            $0.prepare = Fixtures.seconds(4)
        }
        let alone = run(.resume, lifeCycle: lifeCycle) { $0.prepare = Fixtures.seconds(4) }
        // The first is prepared in front, the second and the third in the background.
        #expect(abs(awake(slow) - awake(fast) - 8) < 1e-6)
        #expect(abs(awake(alone) - awake(fast)) < 1e-6)
    }

    private static let days = WorldProfile(apps: [
        AppWorldProfile(
            sessions: Spells(
                every: .exponential(mean: Seconds(4000)),
                duration: .exponential(mean: Seconds(20))),
            outbox: AppWorldProfile.Items(
                every: .exponential(mean: Seconds(300)),
                size: .uniform(low: Bytes(100_000), high: Bytes(3_000_000))))
    ])

    @Test(
        "SR-011, IM-025, IM-026: no app runs past its limit",
        arguments: 1...20 as ClosedRange<UInt64>)
    func neverPastTheLimit(seed: UInt64) {
        for behaviour in TaskCompletionOptions.Behaviour.allCases {
            let options = PolicyOptions.taskCompletion(TaskCompletionOptions(behaviour: behaviour))
            var system = Fixtures.system()
            system.taskCompletion = TaskCompletionRules(
                limit: Fixtures.seconds(40), warning: Fixtures.seconds(2))
            let scenario = Fixtures.scenario(
                system: system, world: Self.days,
                policies: [NamedPolicy(name: "app", options: options)], seed: seed)
            let run = RecordedRun(scenario, policy: options)
            let sessions = Sessions(scenario)
            for interval in run.timeline where Self.isAwake(interval, run.table.plan) {
                let left = sessions.lastEnd(before: interval.until)
                let over = (interval.until - left).seconds.magnitude
                let most = behaviour == .foregroundOnly ? 0.0 : 40
                #expect(
                    sessions.isInFront(at: interval.until) || over <= most + 1e-9,
                    "\(behaviour), seed \(seed): \(over) s after it was left")
            }
        }
    }

    private static func isAwake(_ interval: Posting, _ plan: LedgerPlan) -> Bool {
        plan.lines[interval.line].component == .processor
            && plan.lines[interval.line].state == "awake-background"
    }

    @Test("A longer limit does not reduce the completed work")
    func monotone() {
        for behaviour in [TaskCompletionOptions.Behaviour.resume, .startOver, .finish] {
            var (before, total) = ([Double](repeating: 0, count: 10), 0.0)
            for limit in [5.0, 20, 40, 180, 600] {
                // Without promotions in between, which a busy radio saves.
                let done = before.indices.map {
                    run(
                        behaviour, limit: limit, t1: 1e6, world: Self.days, hours: 24,
                        seed: UInt64($0 + 1)
                    ).metrics[.tasksDone]!
                }
                // An app opened just after the limit waits for its last request, so one item may be
                // late at the end.
                let isAsGood = zip(done, before).allSatisfy { $0 >= $1 - 1 }
                #expect(isAsGood, "\(behaviour), limit \(limit) s: \(done) after \(before)")
                #expect(done.reduce(0, +) >= total, "\(behaviour), limit \(limit) s")
                (before, total) = (done, done.reduce(0, +))
            }
        }
    }

    @Test("An app that declares nothing consumes nothing once it is suspended")
    func suspendedIsFree() {
        // One session, and then nothing until the end.
        let short = run(.foregroundOnly, hours: 0.4)
        let long = run(.foregroundOnly, hours: 0.55)
        #expect(awake(short) == awake(long))
        #expect(short.metrics[.radioEnergy] == long.metrics[.radioEnergy])
    }

    @Test("Impossible options are refused")
    func faults() {
        func error(
            _ options: TaskCompletionOptions, world: WorldProfile = Self.world
        ) -> Refusal? {
            do throws(Refusal) {
                try PolicyOptions.taskCompletion(options).check(
                    system: Fixtures.system(), device: Fixtures.device(),
                    radio: Fixtures.umts(), world: world)
                return nil
            } catch {
                return error
            }
        }
        var options = TaskCompletionOptions(behaviour: .resume)
        #expect(
            error(options)?.message
                == "saving takes 1 s, but ios calls the expiration handler 0 s before the limit")
        options.behaviour = .startOver
        #expect(error(options) == nil)
        let empty = error(options, world: WorldProfile())
        #expect(empty?.message.hasPrefix("the policy sends its outbox") ?? false)
        var unopened = Self.world
        unopened.apps[0].sessions = nil
        #expect(error(options, world: unopened)?.message.contains("nothing opens it") ?? false)
    }
}

/// The sessions of an app in a world, as a policy observes them.
private struct Sessions {
    private var begins: [Instant] = []
    private var ends: [Instant] = []

    init(_ scenario: Scenario) {
        let profile = scenario.world.apps[0].sessions!
        var recurrence = Recurrence(
            every: profile.every,
            stream: RandomStream(
                StreamKey(
                    seed: scenario.seed, replication: 0, purpose: "sessions", index: 0)))
        var time = Instant.start
        while time < .start + scenario.horizon {
            time = time + recurrence.gap(at: time)
            begins.append(time)
            time = time + TimeSpan(recurrence.draw(profile.duration))
            ends.append(time)
        }
    }

    func isInFront(at time: Instant) -> Bool {
        zip(begins, ends).contains { $0 <= time && time <= $1 }
    }

    func lastEnd(before time: Instant) -> Instant {
        ends.last { $0 <= time } ?? .start
    }
}
