import Kernel
import ModelFixtures
import Studies
import Testing

@testable import DeviceModel

/// The table of docs/reference/app-life.md: an app's state, a rule's trigger, and the errand's
/// outcome. The trigger comes once, at 2,000 s of an hour.
@Suite struct OwnAppTableTests {
    enum State: String, CaseIterable, Sendable {
        case inFront, keptRunning, suspended, endedBySystem, endedByUser, thenRestarted, phoneOff
    }

    enum Mechanism: String, CaseIterable, Sendable {
        case timer, alarm, refresh, silentPush, shownPush, appPush
    }

    struct Row: Sendable, CustomTestStringConvertible {
        var state: State
        var mechanism: Mechanism
        /// Begun, done, cut off, refused.
        var counts: [Double]
        var testDescription: String { "\(state): \(mechanism)" }
    }

    private static func rows(
        _ mechanism: Mechanism, _ counts: [[Double]]
    ) -> [Row] {
        zip(State.allCases, counts).map {
            Row(state: $0, mechanism: mechanism, counts: $1)
        }
    }

    private static let (done, nothing, refused): ([Double], [Double], [Double]) = (
        [1, 1, 0, 0], [0, 0, 0, 0], [0, 0, 0, 1]
    )

    /// In front; kept running; suspended; ended by the system; ended by the user; ended by the user
    /// before a restart of the phone; phone off.
    static let table =
        rows(.timer, [done, done, nothing, nothing, nothing, nothing, nothing])
        + rows(.alarm, [done, done, done, done, refused, refused, nothing])
        + rows(.refresh, [done, done, done, done, refused, done, nothing])
        + rows(.silentPush, [done, done, done, done, refused, done, nothing])
        + rows(.shownPush, [done, done, refused, refused, refused, refused, nothing])
        + rows(.appPush, [done, done, done, done, refused, refused, nothing])

    @Test("Whether an errand begins depends on the app's state and the trigger", arguments: table)
    func row(_ row: Row) {
        let run = OwnAppRuns.run(
            app(row), world(row), system: system(row.mechanism))
        #expect(OwnAppRuns.counts(run) == row.counts)
    }

    private func app(_ row: Row) -> PolicyOptions {
        let kept: KeptRunning = row.state == .keptRunning ? .audio : .nothing
        let mode: [AppMode] =
            switch row.mechanism {
            case .refresh: [.backgroundFetch]
            case .silentPush: [.remoteNotification]
            case .timer, .alarm, .shownPush, .appPush: []
            }
        let rule = AppRule(name: "r", on: trigger(row.mechanism), do: [OwnAppRuns.request])
        return OwnAppRuns.app(rule, declares: mode, kept: kept)
    }

    private func trigger(_ mechanism: Mechanism) -> RuleTrigger {
        switch mechanism {
        case .timer: OwnAppRuns.every(2000, by: .timer)
        case .alarm: OwnAppRuns.every(2000, by: .alarm)
        case .refresh: OwnAppRuns.every(2000, by: .refresh)
        case .silentPush, .shownPush, .appPush: .message(RefreshTests.push)
        }
    }

    private func system(_ mechanism: Mechanism) -> SystemRules {
        var system = OwnAppRuns.system(alarms: mechanism == .alarm || mechanism == .appPush)
        system.fetchLearning?.firstInterval = Fixtures.seconds(2000)
        return system
    }

    private func world(_ row: Row) -> WorldProfile {
        var world = OwnAppRuns.front(OwnAppRuns.messages(every: 2000), from: 1e6, for: 1)
        switch row.state {
        case .inFront: world = OwnAppRuns.front(world, for: 3000)
        case .keptRunning, .suspended: break
        case .endedBySystem:
            world.memoryPressure = MemoryPressure(
                every: .constant(Seconds(1500)), leaves: .constant(Bytes(0)))
        case .endedByUser: world.apps[0].forceQuits = .constant(Seconds(1500))
        case .thenRestarted:
            world.apps[0].forceQuits = .constant(Seconds(1500))
            world.restarts = .constant(Seconds(1800))
        // Some 120 mW drain a hundredth of 18.9 kJ in less than 1,600 s.
        case .phoneOff:
            world.battery = BatteryCourse(start: Fraction(0.0005), comesOn: Fraction(0.9))
        }
        return world
    }

    @Test("A mode is refused where the system lacks it, unless pushes run apps there anyway")
    func modes() {
        let app = OwnAppRuns.app(
            AppRule(name: "r", on: .message(RefreshTests.push), do: [OwnAppRuns.request]),
            declares: [.remoteNotification])
        var system = OwnAppRuns.system()
        system.remoteNotification = nil
        let world = OwnAppRuns.messages(every: 2000)
        #expect(
            OwnAppRuns.refusal(app, world, system: system)
                == .noMode(.remoteNotification, in: system))
        system.push?.runsApp = true
        #expect(OwnAppRuns.refusal(app, world, system: system) == nil)
        #expect(OwnAppRuns.counts(OwnAppRuns.run(app, world, system: system)) == [1, 1, 0, 0])
    }

    // MARK: A request on the air

    /// 2 MB, which take 16 s, from 1,000 s on.
    private static let upload = RuleStep.request(
        RuleRequest(roundTrips: 1, uplink: 2_000_000, timeout: Fixtures.seconds(60)))

    private func upload(_ steps: [RuleStep]) -> PolicyOptions {
        OwnAppRuns.app(AppRule(name: "upload", on: .opened, do: steps))
    }

    @Test("A request of an app in front continues to its end")
    func requestInFront() {
        let run = OwnAppRuns.run(
            upload([Self.upload]), OwnAppRuns.front(for: 100), hours: 0.4)
        #expect(OwnAppRuns.counts(run) == [1, 1, 0, 0])
        // Two seconds of promotion, a round trip, 16 s.
        #expect(abs(run.metrics[.errandDelay]! - 18.15) < 1e-9)
    }

    @Test("A task lets a request continue in the background; without one it pauses with the app")
    func requestBehind() {
        let world = OwnAppRuns.front(for: 10)
        let bracket = OwnAppRuns.run(upload([.asTask([Self.upload])]), world, hours: 0.5)
        #expect(OwnAppRuns.counts(bracket) == [1, 1, 0, 0])
        #expect(bracket.metrics[.bytesWasted] == 0)
        let bare = OwnAppRuns.run(upload([Self.upload]), world, hours: 0.5)
        #expect(OwnAppRuns.counts(bare) == [1, 0, 0, 0])
        #expect(bare.metrics.durations[.errandDelay]?.unended == 1)
        #expect(bare.metrics[.bytesUp]! < 1_000_000)
    }

    @Test("A paused request resumes when the app is opened, unless its time is over")
    func requestFrozen() {
        // Opened at 20 s for 12 s, at 52 s again.
        let soon = OwnAppRuns.front(from: 20, for: 12)
        let run = OwnAppRuns.run(upload([Self.upload]), soon, hours: 55.0 / 3600)
        // Two seconds of promotion each time; ten of 16.15 s are done by 32 s.
        #expect(OwnAppRuns.counts(run) == [1, 0, 0, 0])
        let whole = OwnAppRuns.run(upload([Self.upload]), soon, hours: 70.0 / 3600)
        #expect(OwnAppRuns.counts(whole) == [1, 1, 0, 0])
        #expect(abs(whole.metrics[.bytesUp]! - 2_000_000) <= 1)
        let late = OwnAppRuns.run(
            upload([Self.upload]), OwnAppRuns.front(for: 10), hours: 0.6)
        #expect(OwnAppRuns.counts(late) == [2, 0, 1, 0])
        #expect(late.metrics[.bytesWasted]! > 900_000)
    }

    @Test("If sockets are closed on suspension, a paused request fails and a retry starts over")
    func tornDown() {
        var system = OwnAppRuns.system()
        system.lifeCycle.tearsDownSockets = true
        var world = OwnAppRuns.bare
        world.apps[0].sessions = Spells(
            every: .constant(Seconds(20)), duration: .constant(Seconds(10)))
        let run = OwnAppRuns.run(
            upload([Self.upload]), world, system: system, hours: 55.0 / 3600)
        #expect(OwnAppRuns.counts(run)[2] == 1)
        var request = RuleRequest(roundTrips: 1, uplink: 1_000_000)
        request.retries = 1
        let again = OwnAppRuns.run(
            upload([.request(request)]), OwnAppRuns.front(world, from: 20, for: 6),
            system: system, hours: 70.0 / 3600)
        #expect(OwnAppRuns.counts(again)[2] == 0)
    }

    @Test("Any end of the app cuts off its errands, and the carried bytes are wasted")
    func requestEnded() {
        var quits = OwnAppRuns.front(for: 100)
        quits.apps[0].forceQuits = .constant(Seconds(1010))
        var restarts = OwnAppRuns.front(for: 100)
        restarts.restarts = .constant(Seconds(1010))
        for world in [quits, restarts] {
            let run = OwnAppRuns.run(upload([Self.upload]), world, hours: 0.4)
            #expect(OwnAppRuns.counts(run) == [1, 0, 1, 0])
            // Eight of 16.15 s, during which the radio carried that share of the data.
            #expect(abs(run.metrics[.bytesWasted]! - 2_000_000 * 8 / 16.15) <= 1)
        }
    }

    @Test("A task that is not ended in time ends the app")
    func bracketTooLong() {
        let run = OwnAppRuns.run(
            upload([.asTask([.wait(Fixtures.seconds(1000))])]), OwnAppRuns.front(for: 10),
            hours: 0.5)
        #expect(OwnAppRuns.counts(run) == [1, 0, 1, 0])
        #expect(run.metrics[.appEndings] == 1)
    }

    @Test("The end of a mode's run time ends the app during its errand")
    func windowTooLong() {
        let app = OwnAppRuns.app(
            AppRule(
                name: "get", on: .message(RefreshTests.push), do: [.wait(Fixtures.seconds(31))]),
            declares: [.remoteNotification])
        let run = OwnAppRuns.run(app, OwnAppRuns.messages(every: 2000))
        #expect(OwnAppRuns.counts(run) == [1, 0, 1, 0])
        #expect(run.metrics[.appEndings] == 1)
    }

    @Test("A request to an unreachable server fails after its timeout")
    func unreachable() {
        var world = OwnAppRuns.front(for: 200)
        world.network.outages = Spells(
            every: .constant(Seconds(1005)), duration: .constant(Seconds(100)))
        let run = OwnAppRuns.run(upload([Self.upload]), world, hours: 0.5)
        #expect(OwnAppRuns.counts(run) == [1, 0, 1, 0])
        var patient = RuleRequest(roundTrips: 1, uplink: 2_000_000)
        patient.retries = 3
        let again = OwnAppRuns.run(upload([.request(patient)]), world, hours: 0.5)
        #expect(OwnAppRuns.counts(again) == [1, 1, 0, 0])
    }

    // MARK: Work

    @Test("Work pauses with a suspended app, and resumes where it stopped")
    func work() {
        let app = upload([.work(Fixtures.seconds(15))])
        var world = OwnAppRuns.bare
        world.apps[0].sessions = Spells(
            every: .constant(Seconds(20)), duration: .constant(Seconds(10)))
        // From 20 to 30 s, and from 50 to 55 s.
        let run = OwnAppRuns.run(app, world, hours: 56.0 / 3600)
        #expect(OwnAppRuns.counts(run) == [1, 1, 0, 0])
        #expect(abs(run.metrics[.errandDelay]! - 35) < 1e-9)
        world.apps[0].forceQuits = .constant(Seconds(40))
        let lost = OwnAppRuns.run(app, world, hours: 49.0 / 3600)
        #expect(OwnAppRuns.counts(lost) == [1, 0, 1, 0])
    }

    @Test("A timer that falls due while the app is suspended fires once when it runs again")
    func dueOnce() {
        let app = OwnAppRuns.app(
            AppRule(name: "tick", on: OwnAppRuns.every(100, by: .timer), do: [OwnAppRuns.request]))
        let run = OwnAppRuns.run(app, OwnAppRuns.front(for: 50), hours: 1049.0 / 3600)
        #expect(OwnAppRuns.counts(run) == [1, 1, 0, 0])
        // Due at 100 s, opened at 1,000 s.
        #expect(run.metrics[.errandDelay]! > 900)
    }
}
