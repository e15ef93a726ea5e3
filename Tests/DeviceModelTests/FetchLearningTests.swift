import Kernel
import ModelFixtures
import Studies
import Testing

@testable import DeviceModel

@Suite struct FetchLearningTests {
    private let rules = RefreshTests.learning
    private static let stream = RandomStream(
        StreamKey(seed: 1, replication: 0, purpose: "refresh"))

    private func at(_ hours: Double) -> Instant { .start + Fixtures.seconds(hours * 3600) }

    @Test("SR-045, IM-002: the first fetch comes an interval after the start")
    func first() {
        let fresh = FetchOpportunities(rules, minimum: .zero, stream: Self.stream)
        #expect(fresh.next == at(1))
        let modest = FetchOpportunities(
            rules, minimum: Fixtures.seconds(7200), stream: Self.stream)
        #expect(modest.next == at(2))
    }

    @Test("SR-045: short fetches with data are rewarded, others are not, within the bounds")
    func reward() {
        var opportunities = FetchOpportunities(rules, minimum: .zero, stream: Self.stream)
        func interval(_ data: Bool, _ seconds: Double) -> Double {
            opportunities.fetched(data: data, took: Fixtures.seconds(seconds))
            return opportunities.interval.seconds.magnitude
        }
        #expect(interval(true, 2) == 1800)
        #expect(interval(true, 10) == 900)
        #expect(interval(true, 2) == 900)
        #expect(interval(true, 11) == 1800)
        #expect(interval(false, 2) == 3600)
        #expect(interval(false, 2) == 7200)
        #expect(interval(false, 2) == 4 * 3600)
        #expect(interval(false, 2) == 4 * 3600)
    }

    @Test("SR-045: a fetch comes ten minutes before an hour in which the app was opened before")
    func ahead() {
        var opportunities = FetchOpportunities(rules, minimum: .zero, stream: Self.stream)
        for _ in 0..<3 { opportunities.fetched(data: false, took: .zero) }
        opportunities.opened(at: at(7.4))
        // Asked last at 6 o'clock: the interval of 4 h would end at 10, but the habit comes first.
        opportunities.woken(at: at(6))
        #expect(opportunities.next == at(7) - Fixtures.seconds(600))
        // At ten to seven it has been asked: next day.
        opportunities.woken(at: at(7) - Fixtures.seconds(600))
        #expect(opportunities.next == at(11) - Fixtures.seconds(600))
        opportunities.woken(at: at(27.5))
        #expect(opportunities.next == at(31) - Fixtures.seconds(600))
        // Never sooner than the minimum interval.
        opportunities.woken(at: at(30.7))
        #expect(opportunities.next == at(34.7))
    }

    @Test("SR-045, IM-012: the minimum interval holds for every policy in 20 worlds")
    func leastInterval() {
        for seed in 1...20 as ClosedRange<UInt64> {
            var world = WorldProfile()
            world.apps[0].messages = AppWorldProfile.Items(
                every: .exponential(mean: Seconds(600)), size: .constant(Bytes(1000)))
            let options = RefreshTests.options(.backgroundFetch(minimum: .zero))
            let run = RecordedRun(
                Fixtures.scenario(
                    system: RefreshTests.system(), hours: 48, world: world,
                    policies: [NamedPolicy(name: "app", options: options)], seed: seed),
                policy: options)
            let starts = run.timeline.filter {
                run.table.plan.lines[$0.line].kind == .promotion
            }.map(\.from.seconds.magnitude)
            let gaps = zip(starts, starts.dropFirst()).map { $1 - $0 }
            #expect(gaps.allSatisfy { $0 >= 900 - 1e-6 }, "seed \(seed)")
            #expect(starts.count > 48, "seed \(seed): \(starts.count)")
        }
    }
}
