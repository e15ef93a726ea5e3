import Kernel
import ModelFixtures
import Studies
import Testing

@testable import DeviceModel

/// Tests of faults found when docs/reference/apps.md was implemented as a second interpreter.
@Suite struct OwnAppFoundTests {
    private func accessories(alarms: Bool) -> SystemRules {
        var system = OwnAppRuns.system(alarms: alarms)
        system.bluetooth = TimedModeRules(runTime: Fixtures.seconds(10), perHourLimit: nil)
        system.lifeCycle.launches.append(.bluetooth)
        return system
    }

    private func listener(every: Double, _ steps: [RuleStep]) -> AppRule {
        AppRule(
            name: "hear",
            on: .accessory(RuleAccessory(link: .central, every: Fixtures.seconds(every))),
            do: steps)
    }

    @Test("A request without an answer fails where sockets are closed on suspension too")
    func tornDown() {
        var system = OwnAppRuns.system()
        system.lifeCycle.tearsDownSockets = true
        var world = OwnAppRuns.bare
        world.apps[0].sessions = Spells(
            every: .constant(Seconds(20)), duration: .constant(Seconds(10)))
        world.network.outages = Spells(
            every: .constant(Seconds(15)), duration: .constant(Seconds(30)))
        // Opened in the outage, suspended from 30 s to 50 s, and opened after it.
        let app = OwnAppRuns.app(
            AppRule(name: "ask", on: .opened, do: [OwnAppRuns.request]))
        let run = OwnAppRuns.run(app, world, system: system, hours: 56.0 / 3600)
        #expect(OwnAppRuns.counts(run) == [2, 1, 1, 0])
        system.lifeCycle.tearsDownSockets = false
        let kept = OwnAppRuns.run(app, world, system: system, hours: 56.0 / 3600)
        #expect(OwnAppRuns.counts(kept) == [1, 1, 0, 0])
    }

    @Test("A nested task has the time of the outer one, within an event's time as elsewhere")
    func nestedTask() {
        let wait = RuleStep.wait(Fixtures.seconds(500))
        let rule = listener(every: 2000, [.asTask([wait, .asTask([wait])])])
        let run = OwnAppRuns.run(
            OwnAppRuns.app(rule, declares: [.bluetoothCentral]),
            system: accessories(alarms: false))
        // Ten minutes from 2,000 s on.
        #expect(OwnAppRuns.counts(run) == [1, 0, 1, 0])
        #expect(run.metrics[.appEndings] == 1)
    }

    @Test("An app reconnects to its accessory, whatever launches it")
    func reconnects() {
        var device = Fixtures.device()
        device.bluetooth = BluetoothProfile(
            on: Milliwatts(1), scanning: Milliwatts(2), connectionEvent: Millijoules(0.02),
            advertisingEvent: Millijoules(0.03))
        var world = OwnAppRuns.bare
        world.memoryPressure = MemoryPressure(
            every: .constant(Seconds(1500)), leaves: .constant(Bytes(0)))
        let ring = AppRule(
            name: "ring", on: OwnAppRuns.every(2000, by: .alarm), do: [.notify(RuleAlert())])
        let run = OwnAppRuns.run(
            OwnAppRuns.app(listener(every: 5000, [.notify(RuleAlert())]), ring), world,
            system: accessories(alarms: true), hours: 2500.0 / 3600, device: device)
        let listening = run.table.residenceRows()
            .filter { $0.component == .bluetooth && $0.state != "off" }
            .reduce(0) { $0 + Double($1.nanoseconds) / 1e9 }
        // Ended by the system from 1,500 s to 2,000 s.
        #expect(listening == 2000)
    }

    @Test("The system learns from unfinished fetches, and from no other errand's time")
    func overrunFetch() {
        func begun(_ fetch: [RuleStep], _ rule: AppRule, hours: Double) -> Int {
            let refresh = AppRule(
                name: "refresh", on: OwnAppRuns.every(900, by: .refresh), do: fetch)
            let run = OwnAppRuns.run(
                OwnAppRuns.app(refresh, rule, declares: [.backgroundFetch]),
                OwnAppRuns.front(for: 10), hours: hours)
            return run.result.errands[0].begun
        }
        // A task that outlasts its time after each session does not delay the fetch at 3,600 s.
        let long = RuleStep.asTask([.wait(Fixtures.seconds(5000))])
        let busy = AppRule(name: "busy", on: .opened, do: [long])
        #expect(begun([.notify(RuleAlert())], busy, hours: 3601.0 / 3600) == 1)
        // After a fetch that takes more than 30 s the next one comes after two hours, not one.
        let idle = AppRule(name: "idle", on: .left, do: [.queue(Bytes(1))])
        #expect(begun([.wait(Fixtures.seconds(100))], idle, hours: 7500.0 / 3600) == 1)
        #expect(begun([.notify(RuleAlert())], idle, hours: 7500.0 / 3600) > 1)
    }
}
