import Kernel
import ModelFixtures
import Studies
import Testing

@testable import DeviceModel

@Suite struct TimelineMergeTests {
    private let plan = RunPlan(
        Fixtures.scenario(policies: [NamedPolicy(name: "none", options: .none)]), policy: .none
    ).books

    /// An interval of a component, in seconds.
    private func interval(_ component: Component, _ from: Int64, _ until: Int64) -> Posting {
        let line = plan.lines.firstIndex { $0.component == component }!
        return Posting(
            line: line, from: Instant(nanoseconds: from), until: Instant(nanoseconds: until),
            cause: .noActivity, entered: Instant(nanoseconds: from), extra: .zero)
    }

    private func emitted(_ merge: TimelineMerge, before settled: Int64) -> [Posting] {
        var postings: [Posting] = []
        merge.emit(before: Instant(nanoseconds: settled)) { postings.append($0) }
        return postings
    }

    @Test("Intervals are ordered by end, then component, whatever their start or posting order")
    func order() {
        let merge = TimelineMerge(plan)
        let early = [
            interval(.cellular, 0, 7), interval(.processor, 0, 7), interval(.display, 3, 7),
            interval(.cellular, 7, 8),
        ]
        for posting in early.reversed() { merge.add(posting) }
        #expect(emitted(merge, before: 9) == early)
        merge.add(interval(.floor, 0, 8))
        merge.add(interval(.cellular, 8, 10))
        var rest: [Posting] = []
        merge.emitRest { rest.append($0) }
        #expect(rest == [interval(.floor, 0, 8), interval(.cellular, 8, 10)])
        #expect(merge.waiting.isEmpty)
    }

    @Test("An interval that ends at the settled time waits, because another may end there too")
    func tie() {
        let merge = TimelineMerge(plan)
        merge.add(interval(.display, 0, 5))
        #expect(emitted(merge, before: 5).isEmpty && merge.waiting.count == 1)
        merge.add(interval(.cellular, 0, 5))
        #expect(emitted(merge, before: 6) == [interval(.cellular, 0, 5), interval(.display, 0, 5)])
    }

    @Test("An error of the timeline ends the run at once")
    func failure() {
        struct Enough: Error {}
        let scenario = Fixtures.scenario(
            hours: 1e5, policies: [NamedPolicy(name: "p", options: Fixtures.keepAlive(minutes: 10))]
        )
        var count = 0
        #expect(throws: Enough.self) {
            try RunPlan(scenario, policy: scenario.policies[0].options).run(replication: 0) { _ in
                count += 1
                if count == 100 { throw Enough() }
            }
        }
        #expect(count == 100)
    }

    @Test("A run of a year buffers no more intervals than a run of a day, and only a few")
    func horizon() {
        let most = [24, 365 * 24].map { (hours: Double) in
            let options = Fixtures.keepAlive(minutes: 10)
            let scenario = Fixtures.scenario(
                hours: hours, world: WorldProfile(incomingCalls: .constant(Seconds(2000))),
                policies: [NamedPolicy(name: "p", options: options)])
            let plan = RunPlan(scenario, policy: options)
            let merge = TimelineMerge(plan.books)
            var most = 0
            _ = plan.run(replication: 0, merge: merge) { _ in
                most = max(most, merge.waiting.count)
            }
            return most
        }
        #expect(most[0] > 0 && most[1] <= most[0] + 2 && most[1] <= 20, "\(most)")
    }
}
