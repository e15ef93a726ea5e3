import Kernel
import ModelFixtures
import Testing

@testable import DeviceModel

/// Compares the lazy radio with the event-by-event one, on random machines and random traffic.
@Suite struct RadioPropertyTests {
    /// The random numbers of varying promotion delays, in both radios.
    private static let delays = RandomStream(
        StreamKey(seed: 1, replication: 0, purpose: "promotions"))

    private func run(
        _ profile: RadioProfile, _ arrivals: [(Instant, Transfer)], horizon: Instant,
        queries: [Instant] = []
    ) -> RadioAlone {
        RadioAlone(
            profile, activities: ["a", "b"], arrivals, horizon: horizon, delays: Self.delays,
            queries: queries)
    }

    /// The common parts of a timeline and the oracle.
    private struct Interval: Equatable {
        var state: String
        var kind: EnergyKind
        var activity: Int32
        var from: Int64
        var until: Int64
    }

    private func intervals(_ run: RadioAlone) -> [Interval] {
        run.timeline.map {
            let line = run.table.plan.lines[$0.line]
            return Interval(
                state: line.state, kind: line.kind, activity: $0.cause.activity,
                from: $0.from.nanoseconds, until: $0.until.nanoseconds)
        }
    }

    private func intervals(_ segments: [EagerRadio.Segment]) -> [Interval] {
        segments.map {
            Interval(
                state: $0.state, kind: $0.kind, activity: $0.activity, from: $0.from,
                until: $0.until)
        }
    }

    @Test("Lazy and eager radios post equal segments for 3 000 random machines")
    func lazyEqualsEager() {
        for seed in 0..<3000 as Range<UInt64> {
            var random = RandomStream(StreamKey(seed: seed, replication: 0, purpose: "machines"))
            let profile = RandomMachines.profile(&random)
            let arrivals = RandomMachines.arrivals(&random, count: 30, within: 60)
            let horizon = Instant.start + Fixtures.seconds(50 + 30 * random.uniform())
            let reached = arrivals.filter { $0.0 <= horizon }
            let lazy = run(profile, reached, horizon: horizon)
            let eager = EagerRadio.run(
                profile, arrivals, horizon: horizon, delays: Self.delays)
            guard merged(intervals(lazy)) == merged(intervals(eager.segments)),
                lazy.ends.map(\.nanoseconds) == eager.ends, lazy.promotions == eager.promotionCount
            else {
                Issue.record("seed \(seed): lazy and eager differ\n\(profile)")
                return
            }
        }
    }

    /// Merges neighbours that differ only in time.
    private func merged(_ segments: [Interval]) -> [Interval] {
        segments.reduce(into: []) { result, segment in
            if let last = result.last, last.state == segment.state, last.kind == segment.kind,
                last.activity == segment.activity, last.until == segment.from
            {
                result[result.count - 1].until = segment.until
            } else {
                result.append(segment)
            }
        }
    }

    @Test("Energy is power times time between events, for 1 000 random machines")
    func energyIsPowerTimesTime() {
        for seed in 0..<1000 as Range<UInt64> {
            var random = RandomStream(StreamKey(seed: seed, replication: 1, purpose: "machines"))
            let profile = RandomMachines.profile(&random)
            let arrivals = RandomMachines.arrivals(&random, count: 20, within: 40)
            let horizon = Instant.start + Fixtures.seconds(60)
            let books = run(profile, arrivals, horizon: horizon)
            let eager = EagerRadio.run(
                profile, arrivals, horizon: horizon, delays: Self.delays)
            // By the profile alone: power times time of the oracle's segments, and the bits.
            let expected = eager.energy
            let total = books.table.totalEnergy.magnitude
            #expect(
                abs(total - expected) <= 1e-9 * max(1, expected),
                "seed \(seed): \(total) against \(expected) mJ")
            let shown = books.timeline.reduce(0) { $0 + $1.energy(books.table.plan).magnitude }
            #expect(
                abs(shown - total) <= 1e-9 * max(1, total), "seed \(seed): timeline \(shown) mJ")
        }
    }

    @Test("Reading the state in between changes nothing")
    func queriesChangeNothing() {
        for seed in 0..<500 as Range<UInt64> {
            var random = RandomStream(StreamKey(seed: seed, replication: 2, purpose: "machines"))
            let profile = RandomMachines.profile(&random)
            let arrivals = RandomMachines.arrivals(&random, count: 20, within: 40)
            let queries = (0..<100).map { _ in
                Instant.start + Fixtures.seconds(40 * random.uniform())
            }.sorted()
            let horizon = Instant.start + Fixtures.seconds(50)
            let asked = run(profile, arrivals, horizon: horizon, queries: queries)
            let silent = run(profile, arrivals, horizon: horizon)
            #expect(asked.table == silent.table, "seed \(seed)")
        }
    }

    @Test("All bytes of ended transfers are carried, once")
    func bytesAreConserved() {
        for seed in 0..<500 as Range<UInt64> {
            var random = RandomStream(StreamKey(seed: seed, replication: 3, purpose: "machines"))
            let profile = RandomMachines.profile(&random)
            let arrivals = RandomMachines.arrivals(&random, count: 20, within: 40)
            let books = run(profile, arrivals, horizon: Instant.start + Fixtures.seconds(1e6))
            var (up, down): (Int64, Int64) = (0, 0)
            books.table.forEachCell { _, _, cell in
                up += cell.uplinkBytes
                down += cell.downlinkBytes
            }
            #expect(books.ends.count == arrivals.count, "seed \(seed)")
            #expect(up == arrivals.reduce(0) { $0 + $1.1.uplink }, "seed \(seed)")
            #expect(down == arrivals.reduce(0) { $0 + $1.1.downlink }, "seed \(seed)")
        }
    }
}
