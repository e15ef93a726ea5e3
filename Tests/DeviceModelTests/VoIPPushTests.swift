import Kernel
import ModelFixtures
import Studies
import Testing

@testable import DeviceModel

/// Tests of call pushes, and of silent pushes that Low Power Mode delays.
@Suite struct VoIPPushTests {
    private static let message = RuleTrigger.message(RefreshTests.push)

    private func system(_ rules: VoIPPushRules?, launches: Bool = true) -> SystemRules {
        var system = OwnAppRuns.system()
        system.voipPush = rules
        if launches { system.lifeCycle.launches.append(.voipPush) }
        return system
    }

    private func rules(
        runTime: Double = 30, within: Double = 5, failures: Int = 3
    ) -> VoIPPushRules {
        VoIPPushRules(
            runTime: Fixtures.seconds(runTime),
            mustRing: VoIPPushRules.MustRing(
                within: Fixtures.seconds(within), failures: failures))
    }

    private func app(
        _ steps: [RuleStep], if conditions: [RuleCondition] = [], isParallel: Bool = false
    ) -> PolicyOptions {
        OwnAppRuns.app(
            AppRule(
                name: "call", on: Self.message, if: conditions, do: steps, isParallel: isParallel),
            declares: [.voipPush])
    }

    /// A call each hundred seconds for an hour: 35 in all.
    private func run(
        _ options: PolicyOptions, _ rules: VoIPPushRules, launches: Bool = true,
        _ edit: (inout WorldProfile) -> Void = { _ in }
    ) -> RecordedRun {
        var world = OwnAppRuns.messages(every: 100)
        edit(&world)
        return OwnAppRuns.run(options, world, system: system(rules, launches: launches))
    }

    @Test("IM-044: a push of a call wakes its app, and launches an ended one, without a limit")
    func wakes() {
        let free = VoIPPushRules(runTime: Fixtures.seconds(30))
        let options = app([OwnAppRuns.request])
        #expect(OwnAppRuns.counts(run(options, free)) == [35, 35, 0, 0])
        // Purged at 1,050 s, and every 1,050 s after that.
        func purge(_ world: inout WorldProfile) {
            world.memoryPressure = MemoryPressure(
                every: .constant(Seconds(1050)), leaves: .constant(Bytes(0)))
        }
        let launched = run(options, free, purge)
        #expect(OwnAppRuns.counts(launched) == [35, 35, 0, 0])
        #expect(launched.metrics[.appLaunches] == 3)
        // It is gone from 1,050 s on where the system does not launch apps for a push.
        #expect(OwnAppRuns.counts(run(options, free, launches: false, purge)) == [10, 10, 0, 25])
        // After a force quit it stays stopped.
        let quit = run(options, free) { $0.apps[0].forceQuits = .constant(Seconds(1050)) }
        #expect(OwnAppRuns.counts(quit) == [10, 10, 0, 25])
    }

    @Test("The system sets the time for a push of a call, and ends an app that takes longer")
    func runTime() {
        let options = app([.ring, .work(Fixtures.seconds(20))])
        #expect(run(options, rules()).metrics[.appEndings] == 0)
        #expect(run(options, rules(runTime: 10)).metrics[.appEndings] == 35)
    }

    @Test("IM-045: an app that does not ring in time is ended; one call rings for one push")
    func mustRing() {
        let ringing = run(app([.ring, OwnAppRuns.request]), rules())
        #expect(OwnAppRuns.counts(ringing) == [35, 35, 0, 0])
        #expect(ringing.metrics[.appEndings] == 0 && ringing.metrics[.alerts] == 35)
        let silent = app([OwnAppRuns.request])
        #expect(run(silent, rules(failures: 1000)).metrics[.appEndings] == 35)
        // Four seconds after the push.
        let late = app([.wait(Fixtures.seconds(4)), .ring])
        #expect(run(late, rules(within: 5)).metrics[.appEndings] == 0)
        #expect(run(late, rules(within: 3, failures: 1000)).metrics[.appEndings] == 35)
        // A push fails to ring without a call in it, or while the errand for the call before runs.
        #expect(run(app([.ring], if: [.everyNth(2)]), rules(failures: 9)).metrics[.appEndings] == 9)
        let talking: [RuleStep] = [.ring, .wait(Fixtures.seconds(150))]
        let long = VoIPPushRules(runTime: Fixtures.seconds(200), mustRing: rules().mustRing)
        #expect(run(app(talking), long).metrics[.appEndings]! > 0)
        #expect(run(app(talking, isParallel: true), long).metrics[.appEndings] == 0)
        // Where the system demands nothing, no app is ended.
        let free = VoIPPushRules(runTime: Fixtures.seconds(30))
        #expect(run(silent, free).metrics[.appEndings] == 0)
    }

    @Test("IM-045: an app in front must ring too")
    func inFront() {
        let silent = run(app([OwnAppRuns.request]), rules(failures: 1000)) {
            $0 = OwnAppRuns.front($0, from: 150, for: 100)
        }
        #expect(silent.metrics[.appEndings] == 35)
    }

    @Test("IM-046: pushes stop after the number of calls without a ring that the system tolerates")
    func failures() {
        let silent = app([OwnAppRuns.request])
        for failures in [1, 3, 10] {
            let run = run(silent, rules(failures: failures))
            #expect(run.metrics[.appEndings] == Double(failures))
            #expect(OwnAppRuns.counts(run) == [Double(failures), Double(failures), 0, 0])
        }
    }

    @Test("The mode is refused if the system lacks it, with silent pushes, and if not declared")
    func refusals() {
        let lacking = system(nil)
        let world = OwnAppRuns.messages(every: 100)
        #expect(
            OwnAppRuns.refusal(app([.ring]), world, system: lacking)
                == .noMode(.voipPush, in: lacking))
        let undeclared = OwnAppRuns.app(AppRule(name: "call", on: Self.message, do: [.ring]))
        let found = OwnAppRuns.refusal(undeclared, world, system: system(rules()))
        #expect(found == Refusal.notDeclared(.voipPush, for: "ring").of(rule: "call"))
        let both = OwnAppOptions(
            declares: [.voipPush, .remoteNotification],
            rules: [AppRule(name: "call", on: Self.message, do: [.ring])])
        #expect(both.fault?.option == "declares")
    }

    // MARK: Low Power Mode

    /// A message each 1,000 s for four hours, in Low Power Mode.
    ///
    /// - Parameters:
    ///   - charged: Whether a charger is there from 7,050 to 7,100 s.
    ///   - isOn: Whether the user lets the mode turn on.
    private func lowPower(
        _ options: PolicyOptions, holds: Bool, charged: Bool = false, isOn: Bool = true
    ) -> MetricValues {
        var system = system(rules())
        system.lowPower = LowPowerRules(
            below: Fraction(0.2), alerts: false, holdsBackWork: false, holdsPushes: holds)
        var world = OwnAppRuns.messages(every: 1000)
        world.battery = BatteryCourse(start: Fraction(0.15), savesPower: isOn)
        if charged {
            world.charging = Charging(daily: [
                Fixtures.valid {
                    DailyWindow(from: Fixtures.seconds(7050), until: Fixtures.seconds(7100))
                }
            ])
        }
        return OwnAppRuns.run(options, world, system: system, hours: 4).metrics
    }

    @Test("IM-043: in Low Power Mode silent pushes wait, and only the newest is delivered")
    func heldPushes() {
        let silent = RefreshTests.options(.remoteNotification(RefreshTests.push))
        #expect(lowPower(silent, holds: false)[.messagesDelivered]! > 8)
        // Silent pushes are not delayed where the user leaves the mode off.
        let off = lowPower(silent, holds: true, isOn: false)
        #expect(off == lowPower(silent, holds: false))
        let held = lowPower(silent, holds: true)
        #expect(held[.messagesDelivered] == 0 && held[.errandsBegun] == 0)
        // At 7,050 s one push reports seven messages, and afterwards they wait again.
        let released = lowPower(silent, holds: true, charged: true)
        #expect(released[.messagesDelivered] == 7 && released[.errandsBegun] == 1)
    }

    @Test("A rule that waits for the mode never fires where the user leaves it off")
    func idle() {
        let rule = AppRule(name: "save", on: .lowPower(true), do: [OwnAppRuns.request])
        let app = OwnAppOptions(rules: [rule])
        for isOn in [true, false] {
            let world = WorldProfile(
                apps: [AppWorldProfile()],
                battery: BatteryCourse(start: Fraction(0.5), savesPower: isOn))
            #expect(app.idleRules(in: world, on: .lte).isEmpty == isOn)
        }
    }

    @Test("IM-043: visible pushes and calls arrive as usual in Low Power Mode")
    func otherPushes() {
        let shown = OwnAppRuns.app(
            AppRule(name: "shown", on: Self.message, do: [OwnAppRuns.request]))
        #expect(lowPower(shown, holds: true)[.alerts] == 14)
        #expect(lowPower(app([.ring]), holds: true)[.errandsDone] == 14)
    }
}
