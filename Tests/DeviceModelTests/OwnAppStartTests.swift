import Kernel
import ModelFixtures
import Studies
import Testing

@testable import DeviceModel

@Suite struct OwnAppStartTests {
    private let launched = AppRule(
        name: "launched", on: .launched, do: [.work(Fixtures.seconds(1))])

    @Test("An app that runs at the start fires launched, whatever keeps it running")
    func runs() {
        let alarms = OwnAppRuns.system(alarms: true)
        for kept in [KeptRunning.audio, .location] {
            let run = OwnAppRuns.run(OwnAppRuns.app(launched, kept: kept), system: alarms)
            #expect(OwnAppRuns.counts(run) == [1, 1, 0, 0], "\(kept)")
        }
        let silent = OwnAppOptions(rules: [launched], playsSilence: true)
        #expect(OwnAppRuns.counts(OwnAppRuns.run(.app(silent))) == [1, 1, 0, 0])
        let player = AppPart(
            key: "trickle", options: Fixtures.streaming(.trickle(every: Fixtures.seconds(1))))
        var world = OwnAppRuns.bare
        world.listening = Fixtures.listening(minutes: 600)
        let carried = OwnAppOptions(rules: [launched], parts: [player])
        #expect(OwnAppRuns.counts(OwnAppRuns.run(.app(carried), world)) == [1, 1, 0, 0])
    }

    @Test("An app that is suspended at the start was launched before")
    func suspended() {
        let opened = OwnAppRuns.run(OwnAppRuns.app(launched), OwnAppRuns.front(for: 300))
        #expect(OwnAppRuns.counts(opened) == [0, 0, 0, 0])
    }

    @Test(
        "at: 0 h is the first moment of each day, by every clock",
        arguments: [RuleClock.alarm, .idleAlarm, .timer, .localNotification])
    func midnight(clock: RuleClock) {
        let rule = AppRule(name: "midnight", on: .at(.zero, by: clock), do: [.notify(RuleAlert())])
        let run = OwnAppRuns.run(
            OwnAppRuns.app(rule, kept: .audio), system: OwnAppRuns.system(alarms: true), hours: 49)
        #expect(OwnAppRuns.counts(run) == [3, 3, 0, 0])
    }
}
