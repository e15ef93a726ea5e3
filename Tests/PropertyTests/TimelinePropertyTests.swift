import Kernel
import ModelFixtures
import Studies
import Testing

@testable import DeviceModel

/// Compares a timeline that is ordered during the run with one that is collected and sorted.
@Suite struct TimelinePropertyTests {
    private static let policies: [(String, PolicyOptions)] = [
        ("none", .none), ("keep-alive", Fixtures.keepAlive(minutes: 10)),
        ("trickle", Fixtures.streaming(.trickle(every: Fixtures.seconds(1)))),
        ("buffered", Fixtures.streaming(chunks)),
        ("GPS", Fixtures.gpsContinuous(uploadEvery: minute)),
        ("cells", Fixtures.significantChange),
    ]
    private static let minute = Fixtures.seconds(60)
    private static let chunks = StreamingOptions.Fetch.buffered(
        low: Fixtures.seconds(10), high: minute)

    /// A day with every kind of event.
    private static let world = WorldProfile(
        otherTraffic: [
            TrafficSource(
                every: .exponential(mean: Seconds(100)),
                uplink: .exponential(mean: Bytes(500)), downlink: .exponential(mean: Bytes(2000)),
                roundTrips: 1)
        ],
        incomingCalls: .exponential(mean: Seconds(2000)),
        listening: Fixtures.listening(minutes: 10),
        movement: Places.wanderer(
            stay: .exponential(mean: Seconds(1000)), distance: Meters(5000), speed: 10),
        cells: Places.cells(perKilometer: 1))

    @Test(
        "On 100 random radios each timeline has the intervals in order, and only a few wait",
        arguments: policies.indices)
    func sameIntervals(policy: Int) {
        let (name, options) = Self.policies[policy]
        var most = 0
        for seed in 0..<100 as Range<UInt64> {
            var random = RandomStream(StreamKey(seed: seed, replication: 3, purpose: "machines"))
            let scenario = Fixtures.scenario(
                radio: RandomMachines.profile(&random),
                device: Fixtures.device(wakeUpTime: 0.25), hours: 3, world: Self.world,
                policies: [NamedPolicy(name: name, options: options)], seed: seed)
            let timelines = Timelines(RunPlan(scenario, policy: options))
            #expect(timelines.streamed == timelines.collected, "seed \(seed)")
            #expect(timelines.streamed.count >= 8, "seed \(seed)")
            most = max(most, timelines.most)
        }
        #expect(most > 0 && most <= 60, "\(most)")
    }
}

/// The timeline of one run by both methods.
private struct Timelines {
    var streamed: [Posting] = []
    let collected: [Posting]
    /// The maximum number of waiting intervals.
    var most = 0

    init(_ plan: RunPlan) {
        var postings: [Posting] = []
        let expected = plan.run(replication: 0) { postings.append($0) }
        collected = postings.sorted {
            let (first, second) = (plan.books.lines[$0.line], plan.books.lines[$1.line])
            return ($0.until, first.component.index) < ($1.until, second.component.index)
        }
        let merge = TimelineMerge(plan.books)
        let result = plan.run(replication: 0, merge: merge) {
            streamed.append($0)
            most = max(most, merge.waiting.count)
        }
        #expect(result.table == expected.table && result.metrics == expected.metrics)
        #expect(result.eventCount == expected.eventCount)
        // Without a recorder the ledger counts what it would have shown.
        let unseen = plan.run(replication: 0)
        #expect(unseen.table == expected.table && unseen.metrics == expected.metrics)
    }
}
