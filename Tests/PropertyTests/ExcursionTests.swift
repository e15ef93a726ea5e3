import Kernel
import ModelFixtures
import Testing

@testable import DeviceModel

/// Compares a plain radio that predicts its excursions with one that runs through every phase. Most
/// arrivals and horizons fall on the very nanosecond at which something ends.
@Suite struct ExcursionTests {
    private func run(
        _ profile: RadioProfile, foretells: Bool, _ arrivals: [(Instant, Transfer)],
        horizon: Instant, queries: [Instant] = [], records: Bool = true
    ) -> RadioAlone {
        var plan = LedgerPlan(activities: ["a", "b"])
        let machine = RadioMachine(profile, plan: &plan, foretells: foretells)
        return RadioAlone(
            machine, plan, arrivals, horizon: horizon, queries: queries, records: records)
    }

    /// When a promotion, transfer or rest ends within 100 s after the last arrival, if one does.
    private func boundary(
        _ profile: RadioProfile, after arrivals: [(Instant, Transfer)], within count: Int,
        _ random: inout RandomStream
    ) -> Instant? {
        guard let last = arrivals.last?.0 else { return nil }
        let horizon = last + Fixtures.seconds(100)
        let course = run(profile, foretells: false, arrivals, horizon: horizon).timeline
        let ends = course.map(\.until).filter { $0 >= last && $0 < horizon }
        guard !ends.isEmpty else { return nil }
        return ends[RandomMachines.pick(min(ends.count, count), &random)]
    }

    @Test("Predicted and simulated excursions give equal books, entries, intervals and ends")
    func same() {
        var (ties, longChains) = (0, 0)
        for seed in 0..<1500 as Range<UInt64> {
            var random = RandomStream(StreamKey(seed: seed, replication: 9, purpose: "machines"))
            let profile = RandomMachines.plainProfile(&random)
            if profile.states.count > 3 { longChains += 1 }
            let spread = [20.0, 200, 1000][Int(seed % 3)]
            var arrivals: [(Instant, Transfer)] = []
            for (time, transfer) in RandomMachines.arrivals(&random, count: 12, within: spread) {
                var at = max(time, arrivals.last?.0 ?? .start)
                if random.uniform() < 0.7,
                    let tie = boundary(profile, after: arrivals, within: 6, &random)
                {
                    at = tie
                    ties += 1
                }
                let isEmpty = random.uniform() < 0.1
                let empty = Transfer(
                    roundTrips: 0, uplink: 0, downlink: 0, cause: transfer.cause, ticket: Ticket())
                arrivals.append((at, isEmpty ? empty : transfer))
            }
            let last = arrivals[arrivals.count - 1].0
            let horizon =
                random.uniform() < 0.6
                ? boundary(profile, after: arrivals, within: .max, &random) ?? last
                : last + Fixtures.seconds(20 * random.uniform())
            let queries = (0..<10).map { _ in
                Instant.start + Fixtures.seconds(1.2 * spread * random.uniform())
            }.sorted()
            let lived = run(profile, foretells: false, arrivals, horizon: horizon)
            let foretold = run(
                profile, foretells: true, arrivals, horizon: horizon, queries: queries)
            #expect(foretold.table == lived.table, "seed \(seed)")
            #expect(foretold.timeline == lived.timeline, "seed \(seed)")
            let counted = run(
                profile, foretells: true, arrivals, horizon: horizon, queries: queries,
                records: false)
            #expect(counted.table == lived.table, "seed \(seed)")
            #expect(
                foretold.ends == lived.ends && foretold.promotions == lived.promotions,
                "seed \(seed)")
        }
        #expect(ties > 8000 && longChains > 300, "\(ties) ties, \(longChains) long chains")
    }
}
