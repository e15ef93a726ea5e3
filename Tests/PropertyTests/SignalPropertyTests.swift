import Kernel
import ModelFixtures
import Testing

@testable import DeviceModel

/// Tests of radios whose signal changes during work, on random machines, levels and traffic.
@Suite struct SignalPropertyTests {
    private static let delays = RandomStream(
        StreamKey(seed: 1, replication: 0, purpose: "promotions"))

    /// A machine with levels, its transfers, and its signal.
    private struct Case {
        let profile: RadioProfile
        let arrivals: [(Instant, Transfer)]
        let signal: [(time: Instant, level: Int)]
        let horizon: Instant

        init(_ seed: UInt64, replication: UInt64, isPlain: Bool = false) {
            var random = RandomStream(
                StreamKey(seed: seed, replication: replication, purpose: "signal-machines"))
            let plain =
                isPlain ? RandomMachines.plainProfile(&random) : RandomMachines.profile(&random)
            profile = RandomMachines.leveled(plain, &random)
            arrivals = RandomMachines.arrivals(&random, count: 25, within: 50)
            signal = RandomMachines.signal(profile, &random, count: 25, within: 60)
            horizon = Instant.start + Fixtures.seconds(45 + 30 * random.uniform())
        }

        func lazy(queries: [Instant] = []) -> RadioAlone {
            RadioAlone(
                profile, activities: ["a", "b"], arrivals.filter { $0.0 <= horizon },
                horizon: horizon, delays: delays, queries: queries, signal: signal)
        }

        func eager() -> EagerRadio {
            EagerRadio.run(profile, arrivals, horizon: horizon, delays: delays, signal: signal)
        }
    }

    @Test("Lazy and eager radios end and draw alike for 3 000 machines with levels")
    func lazyEqualsEager() {
        var moved = 0
        for seed in 0..<3000 as Range<UInt64> {
            let one = Case(seed, replication: 0, isPlain: seed % 3 == 0)
            let lazy = one.lazy()
            let eager = one.eager()
            let total = lazy.table.totalEnergy.magnitude
            guard lazy.ends.map(\.nanoseconds) == eager.ends,
                lazy.promotions == eager.promotionCount,
                abs(total - eager.energy) <= 1e-9 * max(1, eager.energy)
            else {
                Issue.record(
                    "seed \(seed): \(total) against \(eager.energy) mJ\n\(one.profile)")
                return
            }
            let shown = lazy.timeline.reduce(0) { $0 + $1.energy(lazy.table.plan).magnitude }
            #expect(abs(shown - total) <= 1e-9 * max(1, total), "seed \(seed): \(shown) mJ")
            let still = RadioAlone(
                one.profile, activities: ["a", "b"], one.arrivals.filter { $0.0 <= one.horizon },
                horizon: one.horizon, delays: Self.delays)
            if still.ends != lazy.ends { moved += 1 }
        }
        #expect(moved > 2500, "the signal moved \(moved) of 3000")
    }

    @Test("Reading the state in between changes nothing")
    func queriesChangeNothing() {
        for seed in 0..<500 as Range<UInt64> {
            let one = Case(seed, replication: 1, isPlain: seed % 2 == 0)
            var random = RandomStream(StreamKey(seed: seed, replication: 1, purpose: "queries"))
            let queries = (0..<80).map { _ in
                Instant.start + Fixtures.seconds(45 * random.uniform())
            }.sorted()
            #expect(one.lazy(queries: queries).table == one.lazy().table, "seed \(seed)")
        }
    }

    @Test("Predicted and simulated excursions give equal books")
    func foretold() {
        for seed in 0..<1000 as Range<UInt64> {
            let one = Case(seed, replication: 2, isPlain: true)
            func run(foretells: Bool, records: Bool) -> RadioAlone {
                var plan = LedgerPlan(activities: ["a", "b"])
                let machine = RadioMachine(one.profile, plan: &plan, foretells: foretells)
                let levels = one.profile.levels.map {
                    RadioMachine(machine, at: $0, of: one.profile, slowing: 1, plan: &plan)
                }
                return RadioAlone(
                    machine, plan, one.arrivals.filter { $0.0 <= one.horizon },
                    horizon: one.horizon, delays: Self.delays,
                    signal: one.signal.map { ($0.time, levels[$0.level]) }, records: records)
            }
            let lived = run(foretells: false, records: true)
            #expect(run(foretells: true, records: true).table == lived.table, "seed \(seed)")
            #expect(run(foretells: true, records: false).table == lived.table, "seed \(seed)")
        }
    }

    @Test("All bytes are carried, once, however often the signal changes")
    func bytesAreConserved() {
        for seed in 0..<500 as Range<UInt64> {
            let one = Case(seed, replication: 3)
            let books = RadioAlone(
                one.profile, activities: ["a", "b"], one.arrivals,
                horizon: Instant.start + Fixtures.seconds(1e6), delays: Self.delays,
                signal: one.signal)
            var (up, down): (Int64, Int64) = (0, 0)
            books.table.forEachCell { _, _, cell in
                up += cell.uplinkBytes
                down += cell.downlinkBytes
            }
            #expect(books.ends.count == one.arrivals.count, "seed \(seed)")
            #expect(up == one.arrivals.reduce(0) { $0 + $1.1.uplink }, "seed \(seed)")
            #expect(down == one.arrivals.reduce(0) { $0 + $1.1.downlink }, "seed \(seed)")
        }
    }

    @Test("A transfer is never cheaper at a weaker level, whatever the radio")
    func weakerIsNeverCheaper() {
        for seed in 0..<500 as Range<UInt64> {
            var random = RandomStream(StreamKey(seed: seed, replication: 4, purpose: "weaker"))
            let strong = SignalLevel(
                name: "strong",
                powers: SignalLevel.Powers(
                    sending: Milliwatts(300 + 300 * random.uniform()),
                    receiving: Milliwatts(300 * random.uniform())))
            let powers = strong.powers!
            let weak = SignalLevel(
                name: "weak",
                powers: SignalLevel.Powers(
                    sending: powers.sending + Milliwatts(900 * random.uniform()),
                    receiving: powers.receiving + Milliwatts(100 * random.uniform())),
                uplink: Fraction(0.05 + 0.95 * random.uniform()),
                downlink: Fraction(0.05 + 0.95 * random.uniform()))
            let profile = Fixtures.leveled(Fixtures.umts(), [strong, weak])
            let arrivals = RandomMachines.arrivals(&random, count: 10, within: 2000)
            func transferEnergy(at level: Int) -> Double {
                let books = RadioAlone(
                    profile, activities: ["a", "b"], arrivals,
                    horizon: Instant.start + Fixtures.seconds(1e5),
                    signal: [(.start, level)])
                var energy = 0.0
                books.table.forEachCell { line, _, cell in
                    let found = books.table.plan.lines[line]
                    if found.kind == .transfer { energy += cell.energy(found.cost).magnitude }
                }
                return energy
            }
            let (good, bad) = (transferEnergy(at: 0), transferEnergy(at: 1))
            #expect(bad >= good, "seed \(seed): \(bad) mJ against \(good) mJ")
        }
    }
}
