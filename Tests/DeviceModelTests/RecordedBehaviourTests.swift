import Kernel
import ModelFixtures
import Testing

@testable import DeviceModel

/// Tests of an app's recorded behaviour: a log or a capture replayed as the app's own transfers.
@Suite struct RecordedBehaviourTests {
    private typealias Moment = RecordedBehaviour.Moment

    private func app(_ log: RecordedBehaviour) -> PolicyOptions {
        OwnAppRuns.app(AppRule(name: "log", on: .recorded(log), do: []))
    }

    /// Uplink bytes at minutes far apart, and the time of each at 1 Mbit/s.
    private let sizes: [Int64] = [100, 1500, 40_000, 125_000]

    private var moments: [Moment] {
        sizes.enumerated().map {
            Moment(at: Fixtures.seconds(60 * Double($0 + 1)), uplink: $1, downlink: 0)
        }
    }

    @Test("Each line of a log costs a promotion, its bytes and a tail: closed form")
    func closedForm() {
        let run = OwnAppRuns.run(app(RecordedBehaviour(moments)))
        let carrying = Double(sizes.reduce(0, +)) * 8 / 1e6 * 0.7
        let expected = Double(sizes.count) * (2 * 0.53 + 5 * 0.7 + 12 * 0.35) + carrying
        #expect(abs(run.metrics[.radioEnergy]! - expected) < 1e-9 * expected)
        #expect(OwnAppRuns.counts(run) == [4, 4, 0, 0])
    }

    @Test("A repeated log starts over, and does a line's work before its transfer")
    func repeated() {
        let line = Moment(
            at: Fixtures.seconds(100), uplink: 1000, downlink: 1000, work: Fixtures.seconds(2))
        let run = OwnAppRuns.run(
            app(RecordedBehaviour([line], repeats: Fixtures.seconds(600))))
        #expect(OwnAppRuns.counts(run) == [6, 6, 0, 0])
        // Two seconds of work, two of promotion, 16,000 bits.
        #expect(abs(run.metrics[.errandDelay]! - 4.016) < 1e-9)
    }

    @Test("An ended app's recording does not happen until the app is opened")
    func ended() {
        var world = OwnAppRuns.bare
        world.apps[0].forceQuits = .constant(Seconds(90))
        let run = OwnAppRuns.run(app(RecordedBehaviour(moments)), world)
        #expect(OwnAppRuns.counts(run) == [1, 1, 0, 3])
    }
}
