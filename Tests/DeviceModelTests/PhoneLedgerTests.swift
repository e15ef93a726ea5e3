import Kernel
import ModelFixtures
import Studies
import Testing

@testable import DeviceModel

/// Every component's energy worked out by hand. The fixture phone: floor 10 mW, a wake-up 50 mJ,
/// awake 100 mW, acquiring 400 mW, tracking 300 mW, sound 120 mW, display 200 mW for 5 s.
@Suite struct PhoneLedgerTests {
    private func run(
        _ options: PolicyOptions, world: WorldProfile = WorldProfile(), hours: Double = 1,
        wakeUpTime: Double = 0
    ) -> RunResult {
        let scenario = Fixtures.scenario(
            device: Fixtures.device(wakeUpTime: wakeUpTime), hours: hours, world: world,
            policies: [NamedPolicy(name: "app", options: options)])
        return scenario.run(options)
    }

    private func joules(_ result: RunResult, _ component: Component, _ kind: EnergyKind) -> Double {
        result.table.energy { $0.component == component && $0.kind == kind }.magnitude / 1000
    }

    private func expectClose(
        _ found: Double, _ expected: Double, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(
            abs(found - expected) <= 1e-9 * max(1, abs(expected)), "\(found) is not \(expected)",
            sourceLocation: sourceLocation)
    }

    @Test("A wake-up costs its energy, and a handler its time awake")
    func handlers() {
        // At 10 ... 50 min: five handlers of 5 s each, 0.25 s after the interrupt. The transfer (2
        // s promotion, 150 ms, 1.6 ms) ends before the handler does.
        let result = run(Fixtures.keepAlive(minutes: 10), wakeUpTime: 0.25)
        expectClose(joules(result, .processor, .wakeUp), 5 * 0.05 + 5 * 5 * 0.1)
        #expect(result.metrics[.wakeUps] == 5)
    }

    @Test("A short handler stays awake for its transfer")
    func transferHolds() {
        let result = run(Fixtures.keepAlive(minutes: 10, handlerTime: 1))
        let transfer: Double = 2 + 0.15 + 200 * 8 / 1e6
        expectClose(joules(result, .processor, .wakeUp), 5 * (0.05 + transfer * 0.1))
    }

    @Test("A call lights the display and keeps the processor awake for the alert")
    func alert() {
        let world = WorldProfile(incomingCalls: .constant(Seconds(2000)))
        let result = run(Fixtures.keepAlive(minutes: 600), world: world)
        expectClose(joules(result, .display, .alert), 5 * 0.2)
        // One wake-up for the call, awake for the five seconds of the alert.
        expectClose(joules(result, .processor, .wakeUp), 0.05 + 5 * 0.1)
    }

    @Test("Sound costs its power while it plays")
    func sound() {
        let world = WorldProfile(listening: Fixtures.listening(minutes: 10))
        let result = run(
            Fixtures.streaming(.buffered(low: Fixtures.seconds(10), high: Fixtures.seconds(60))),
            world: world)
        expectClose(joules(result, .audio, .playback), 0.12 * result.metrics[.playedTime]!)
        #expect(result.metrics[.playedTime]! > 590)
    }

    @Test("A call silences another app's player, which resumes after it")
    func callWhileOtherPlayerPlays() {
        func spells(every: Double, of duration: Double) -> Spells {
            Spells(every: .constant(Seconds(every)), duration: .constant(Seconds(duration)))
        }
        // It plays from 1000 to 1600 s and from 2600 to 3200 s; the calls take 100 s, at 1400 s and
        // at 2900 s.
        let world = WorldProfile(
            phoneCalls: spells(every: 1400, of: 100),
            sound: SoundHappenings(otherPlayer: spells(every: 1000, of: 600)))
        expectClose(joules(run(.none, world: world), .audio, .playback), (1200 - 200) * 0.12)
    }

    @Test("The receiver draws one power until its first fix, and another afterwards")
    func receiver() {
        let options = Fixtures.gpsContinuous(uploadEvery: Fixtures.seconds(600))
        let result = run(options, world: WorldProfile())
        expectClose(joules(result, .gnss, .acquisition), 30 * 0.4)
        expectClose(joules(result, .gnss, .tracking), 3570 * 0.3)
        expectClose(joules(result, .processor, .wakeUp), 0.05 + 3600 * 0.1)
    }

    @Test("Drain, hours of battery and shares follow from the ledger")
    func metrics() throws {
        let metrics = run(Fixtures.keepAlive(minutes: 10), hours: 2).metrics
        // 11 keep-alives in two hours, all tails ended; the phone holds 18,914.4 J.
        let promotion = 2 * 0.53
        let transfer = (0.15 + 200 * 8 / 1e6) * 0.7
        let tail = 5 * 0.7 + 12 * 0.35
        let radio = 11 * (promotion + transfer + tail)
        let total = radio + 7200 * 0.01 + 11 * (0.05 + 5 * 0.1)
        expectClose(try #require(metrics[.radioEnergy]), radio)
        expectClose(try #require(metrics[.energy]), total)
        expectClose(try #require(metrics[.drain]), 100 * total / 18914.4 / 2)
        expectClose(try #require(metrics[.hoursToEmpty]), 18914.4 / total * 2)
        expectClose(try #require(metrics[.tailShare]), 100 * 11 * tail / radio)
        // From the end of each promotion to the end of its tail.
        let onAir: Double = 200 * 8 / 1e6
        let on = 11 * (0.15 + onAir + 17)
        expectClose(try #require(metrics[.radioOnShare]), 100 * on / 7200)
        #expect(metrics[.promotions] == 11 && metrics[.bytesUp] == 2200)
    }
}
