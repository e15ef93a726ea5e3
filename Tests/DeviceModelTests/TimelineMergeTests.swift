import EventKernel
import ModelFixtures
import Quantities
import Studies
import Testing

@testable import DeviceModel

@Suite struct TimelineMergeTests {
    private let plan = RunPlan(
        Fixtures.scenario(policies: [NamedPolicy(name: "none", options: .none)]), policy: .none
    ).books

    /// A stretch of a component, in seconds.
    private func stretch(_ component: Component, _ from: Int64, _ until: Int64) -> Posting {
        let line = plan.lines.firstIndex { $0.component == component }!
        return Posting(
            line: line, from: Instant(nanoseconds: from), until: Instant(nanoseconds: until),
            cause: .nobody, entered: Instant(nanoseconds: from), extra: .zero)
    }

    private func handed(_ merge: TimelineMerge, before settled: Int64) -> [Posting] {
        var postings: [Posting] = []
        merge.hand(before: Instant(nanoseconds: settled)) { postings.append($0) }
        return postings
    }

    @Test("By end, then component, wherever a stretch begins and whenever it was posted")
    func order() {
        let merge = TimelineMerge(plan)
        let early = [
            stretch(.cellular, 0, 7), stretch(.processor, 0, 7), stretch(.display, 3, 7),
            stretch(.cellular, 7, 8),
        ]
        for posting in early.reversed() { merge.add(posting) }
        #expect(handed(merge, before: 9) == early)
        merge.add(stretch(.floor, 0, 8))
        merge.add(stretch(.cellular, 8, 10))
        var rest: [Posting] = []
        merge.handRest { rest.append($0) }
        #expect(rest == [stretch(.floor, 0, 8), stretch(.cellular, 8, 10)])
        #expect(merge.waiting.isEmpty)
    }

    @Test("What ends where the run is settled waits: another component may end just there")
    func tie() {
        let merge = TimelineMerge(plan)
        merge.add(stretch(.display, 0, 5))
        #expect(handed(merge, before: 5).isEmpty && merge.waiting.count == 1)
        merge.add(stretch(.cellular, 0, 5))
        #expect(handed(merge, before: 6) == [stretch(.cellular, 0, 5), stretch(.display, 0, 5)])
    }

    @Test("What the timeline throws ends the run there and then")
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

    @Test("A run of a year holds back no more stretches than a run of a day, and those are few")
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
