import Kernel
import ModelFixtures
import Testing

@testable import DeviceModel

@Suite struct AppLifeTests {
    private typealias State = AppLife.State
    private typealias Change = AppLife.Change

    private let cause = Cause(activity: LedgerPlan.firstPolicyActivity)

    /// A phone for an hour. A launch takes 1.5 s, a wake-up 0.1 s.
    static func phone(
        _ rules: LifeCycleRules = Self.rules(), traits: AppTraits = AppTraits()
    ) -> Phone {
        let layout = PhoneLayout(
            device: Fixtures.device(wakeUpTime: 0.1), system: Fixtures.system(lifeCycle: rules),
            radio: Fixtures.umts(), activities: ["app"], traits: [traits],
            brightness: UserProfile.usualBrightness, isUsed: false)
        return Phone(
            layout, horizon: Fixtures.seconds(3600), delays: { _ in Fixtures.delays }, record: nil)
    }

    private static func rules(_ change: (inout LifeCycleRules) -> Void = { _ in })
        -> LifeCycleRules
    {
        var rules = Fixtures.lifeCycle()
        rules.relaunches = [.voip]
        change(&rules)
        return rules
    }

    @Test("SR-001, SR-002: opened, left and suspended, an app goes through its states")
    func states() {
        var phone = Self.phone()
        var life = AppLife()
        #expect(life.state == .suspended && !life.runs)
        #expect(life.receive(.user(.opens), on: &phone) == .opened(launched: false))
        #expect(life.state == .active && life.runs)
        _ = life.receive(.phone(.callBegan), on: &phone)
        #expect(life.state == .inactive && life.isInFront)
        life.suspend(on: &phone)
        #expect(life.state == .inactive, "an app in front is not suspended")
        _ = life.receive(.phone(.callEnded), on: &phone)
        #expect(life.state == .active)
        #expect(life.receive(.user(.leaves), on: &phone) == .left)
        #expect(life.state == .background && life.runs)
        life.suspend(on: &phone)
        #expect(life.state == .suspended && !life.runs)
        #expect(life.launchCount == 0 && life.endCount == 0)
    }

    @Test("SR-003: without multitasking, leaving ends the app, and nothing wakes it")
    func noMultitasking() {
        var phone = Self.phone(Self.rules { $0.multitasks = false })
        var life = AppLife()
        life.begin(on: &phone)
        #expect(life.state == .notRunning)
        #expect(life.receive(.user(.opens), on: &phone) == .opened(launched: true))
        #expect(life.receive(.user(.leaves), on: &phone) == .ended(.exited))
        #expect(life.state == .notRunning && life.endCount == 1)
        for mode in WakeMode.allCases {
            let woken = life.wake(for: mode, span: .zero, cause: cause, on: &phone)
            #expect(woken == nil, "\(mode)")
        }
    }

    @Test(
        "SR-004: a suspended app larger than the limit is purged; others are not",
        arguments: [(50.0, 49.9, true), (50.0, 50.0, false), (10.0, 20.0, false)])
    func purge(memory: Double, leaves: Double, isPurged: Bool) {
        var phone = Self.phone(traits: AppTraits(memory: Bytes(memory * 1e6)))
        var life = AppLife()
        life.begin(on: &phone)
        let shortage = Notice.phone(.purges(Bytes(leaves * 1e6)))
        let change = life.receive(shortage, on: &phone)
        #expect(change == (isPurged ? .ended(.purged) : nil))
        #expect(life.state == (isPurged ? .notRunning : .suspended))

        var running = AppLife()
        running.begin(on: &phone)
        _ = running.receive(.user(.opens), on: &phone)
        #expect(running.receive(shortage, on: &phone) == nil, "only suspended apps are purged")
    }

    @Test(
        "SR-005: an app that opted out has five seconds to clean up, then it ends",
        arguments: [(2.0, 2.0), (60.0, 5.0)])
    func exitsOnSuspend(needs: Double, gets: Double) {
        var phone = Self.phone(
            traits: AppTraits(exitsOnSuspend: true, cleanUp: Fixtures.seconds(needs)))
        var life = AppLife()
        life.begin(on: &phone)
        #expect(life.state == .notRunning)
        #expect(life.receive(.user(.opens), on: &phone) == .opened(launched: true))
        phone.settle(to: .start + Fixtures.seconds(100))
        phone.calendar.advance(to: .start + Fixtures.seconds(100))
        #expect(life.receive(.user(.leaves), on: &phone) == .ended(.exited))
        #expect(life.receive(.user(.leaves), on: &phone) == nil)
        let table = phone.finish()
        // Two wake-ups; awake during its launch and its cleanup.
        let awake = table.residence(of: "awake-background", in: .processor)
        #expect(awake == Fixtures.seconds(1.5 + gets))
        #expect(life.launchCount == 1 && life.endCount == 1)
    }

    @Test(
        "SR-026, SR-029: only the modes that the system names launch a terminated app: IM-072",
        arguments: WakeMode.allCases)
    func launches(mode: WakeMode) {
        var phone = Self.phone()
        var life = AppLife()
        life.end(.crashed, on: &phone)
        let start = life.wake(
            for: mode, span: Fixtures.seconds(2), cause: cause, on: &phone)
        if mode.isLocation {
            // Woken in 0.1 s, launched in 1.5 s, and kept awake for 2 s.
            #expect(start == .start + Fixtures.seconds(1.6))
            #expect(life.state == .background && life.launchCount == 1)
            let table = phone.finish()
            #expect(
                table.residence(of: "awake-background", in: .processor)
                    == Fixtures.seconds(3.5))
        } else {
            #expect(start == nil && life.state == .notRunning && life.launchCount == 0)
        }
    }

    @Test(
        "SR-033: after a force quit only location apps return, and only from iOS 8 on",
        arguments: [false, true], [WakeMode.significantChange, .region, .voip])
    func forceQuit(exempts: Bool, mode: WakeMode) {
        var phone = Self.phone(
            Self.rules {
                $0.relaunchesLocationAfterForceQuit = exempts
                $0.launches = [.significantChange, .region, .voip]
            })
        var life = AppLife()
        #expect(life.receive(.user(.forceQuits), on: &phone) == .ended(.forceQuit))
        let relaunched = life.relaunch(for: mode, span: .zero, cause: cause, on: &phone)
        #expect(relaunched == nil)
        let woken = life.wake(for: mode, span: .zero, cause: cause, on: &phone)
        #expect((woken != nil) == (exempts && mode.isLocation))
    }

    @Test(
        "SR-033: the app stays stopped until the user opens it or the phone restarts",
        arguments: [false, true])
    func forceQuitEnds(byRestart: Bool) {
        var phone = Self.phone()
        var life = AppLife()
        _ = life.receive(.user(.forceQuits), on: &phone)
        #expect(life.isKeptDown)
        if byRestart {
            #expect(life.receive(.phone(.restarted), on: &phone) == .ended(.restarted))
            #expect(life.endCount == 1, "it was not running when the phone went off")
            let woken = life.wake(for: .region, span: .zero, cause: cause, on: &phone)
            #expect(woken != nil)
        } else {
            #expect(life.receive(.user(.opens), on: &phone) == .opened(launched: true))
        }
        #expect(!life.isKeptDown)
    }

    @Test(
        "SR-035: a VoIP app is launched at boot and after a non-zero exit, but not otherwise",
        arguments: [
            (AppLife.Ending.restarted, true), (.crashed, true), (.purged, true),
            (.exited, false), (.forceQuit, false),
        ])
    func relaunch(ending: AppLife.Ending, comesBack: Bool) {
        var phone = Self.phone()
        var life = AppLife()
        switch ending {
        case .restarted: _ = life.receive(.phone(.restarted), on: &phone)
        case .forceQuit: _ = life.receive(.user(.forceQuits), on: &phone)
        case .purged: _ = life.receive(.phone(.purges(.zero)), on: &phone)
        case .crashed, .exited: life.end(ending, on: &phone)
        }
        #expect(life.lastEnding == ending)
        let start = life.relaunch(for: .voip, span: .zero, cause: cause, on: &phone)
        #expect((start != nil) == comesBack)
        #expect(life.runs == comesBack)
        let again = life.relaunch(for: .voip, span: .zero, cause: cause, on: &phone)
        #expect(again == nil, "an app that runs is not launched")
    }

    @Test("SR-035: an app of another mode is not launched")
    func relaunchesOnlySome() {
        var phone = Self.phone()
        var life = AppLife()
        _ = life.receive(.phone(.restarted), on: &phone)
        let start = life.relaunch(for: .region, span: .zero, cause: cause, on: &phone)
        #expect(start == nil)
    }
}

extension LedgerTable<Int64> {
    /// A component's time in a state, over all kinds and causes.
    func residence(of state: String, in component: Component) -> TimeSpan {
        var total: Int64 = 0
        forEachCell { line, _, cell in
            let line = plan.lines[line]
            if line.component == component, line.state == state { total += cell.nanoseconds }
        }
        return TimeSpan(nanoseconds: total)
    }
}
