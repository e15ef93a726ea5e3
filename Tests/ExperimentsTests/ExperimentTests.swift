import Kernel
import ModelFixtures
import Studies
import Testing

@testable import DeviceModel
@testable import Experiments

@Suite struct ExperimentTests {
    private let world = WorldProfile(
        otherTraffic: [
            TrafficSource(
                every: .exponential(mean: Seconds(1200)),
                uplink: .lognormal(median: Bytes(800), sigma: 1),
                downlink: .gamma(scale: Bytes(9000), shape: 2), roundTrips: 2)
        ],
        network: NetworkBehaviour(
            natIdleTimeout: .lognormal(median: Seconds(2700), sigma: 0.5),
            change: .weibull(scale: Seconds(20_000), shape: 0.8)),
        incomingCalls: .exponential(mean: Seconds(7200)))

    private func scenario(replications: Int = 200, seed: UInt64 = 1) -> Scenario {
        Fixtures.scenario(
            system: Fixtures.system(earliness: 0.1), hours: 6, world: world,
            policies: [
                NamedPolicy(name: "ten", options: Fixtures.keepAlive(minutes: 10)),
                NamedPolicy(name: "twenty-nine", options: Fixtures.keepAlive(minutes: 29)),
                NamedPolicy(name: "none", options: .none),
            ], replications: replications, seed: seed)
    }

    @Test("The number of threads does not change results")
    func threads() async {
        let one = await Experiment(scenario(), jobs: 1).run()
        for jobs in [2, 3, 7] {
            let many = await Experiment(scenario(), jobs: jobs).run()
            for (left, right) in zip(one.policies, many.policies) {
                #expect(left.replications == right.replications, "\(jobs) jobs")
                #expect(left.table == right.table, "\(jobs) jobs")
            }
        }
    }

    /// The scenario with antithetic pairs.
    private func antithetic(replications: Int) -> Scenario {
        let independent = scenario(replications: replications)
        return independent.with(independent.replications.paired(true), seed: 1)
    }

    @Test("Each antithetic pair is one value, and its first run is the independent replication")
    func antitheticPairs() async throws {
        let independent = await Experiment(scenario(replications: 20), jobs: 1).run()
        let paired = await Experiment(antithetic(replications: 40), jobs: 1).run()
        #expect(paired.replicationCount == 40)
        for (one, other) in zip(independent.policies, paired.policies) {
            #expect(
                one.replications == stride(from: 0, to: 40, by: 2).map { other.replications[$0] })
            let values = other.replications.compactMap { $0[.energy] }
            let summary = other.summary(of: .energy)
            #expect(summary.count == 20)
            let mean = try #require(summary.mean)
            #expect(abs(mean - values.reduce(0, +) / 40) < 1e-9 * mean)
        }
        #expect(independent.antitheticEffects().isEmpty)
    }

    @Test("The number of threads does not change antithetic pairs either")
    func antitheticThreads() async {
        let one = await Experiment(antithetic(replications: 198), jobs: 1).run()
        for jobs in [2, 5] {
            let many = await Experiment(antithetic(replications: 198), jobs: jobs).run()
            for (left, right) in zip(one.policies, many.policies) {
                #expect(left.replications == right.replications, "\(jobs) jobs")
            }
        }
    }

    @Test("Antithetic pairs estimate an equal mean with less variance, where that is measured")
    func antitheticMeans() async throws {
        // The frequency of traffic decides nearly all of the energy.
        let world = WorldProfile(
            otherTraffic: [
                TrafficSource(
                    every: .exponential(mean: Seconds(600)), uplink: .constant(Bytes(800)),
                    downlink: .constant(Bytes(9000)), roundTrips: 2)
            ])
        let scenario = Fixtures.scenario(
            hours: 6, world: world,
            policies: [NamedPolicy(name: "ten", options: Fixtures.keepAlive(minutes: 10))],
            replications: 400, seed: 1)
        let independent = await Experiment(scenario, jobs: 2).run()
        let paired = await Experiment(
            scenario.with(scenario.replications.paired(true), seed: 1), jobs: 2
        ).run()
        let (one, other) = (independent.policies[0], paired.policies[0])
        let (x, y) = (one.summary(of: .energy), other.summary(of: .energy))
        let (a, b) = (try #require(x.interval), try #require(y.interval))
        #expect(
            abs(try #require(x.mean) - (try #require(y.mean))) < 2 * (a.halfWidth + b.halfWidth))
        let effect = try #require(paired.antitheticEffects(of: [.energy]).first)
        #expect(effect.pairs == 200 && effect.interval.high < 1, "\(effect)")
        // With equal replications, the squared half-widths are in the ratio of the variances.
        let squares = b.halfWidth * b.halfWidth / (a.halfWidth * a.halfWidth)
        #expect(0.7 * effect.interval.low < squares && squares < 1.4 * effect.interval.high)
    }

    @Test("Antithetic counts are whole pairs, two or more")
    func antitheticCounts() {
        let odd = ReplicationPlan(
            atLeast: 31, atMost: 45, metrics: [.energy], relativeHalfWidth: Fraction(0.01),
            isAntithetic: true)
        #expect(odd.atLeast == 32 && odd.atMost == 46)
        let few = ReplicationPlan(
            atLeast: 2, atMost: 2, metrics: [.energy], relativeHalfWidth: Fraction(0.01),
            isAntithetic: true)
        #expect(few.atLeast == 4 && few.atMost == 4)
        #expect(
            PrecisionGoal(antithetic(replications: 50)).checkpoints.allSatisfy { $0 % 2 == 0 })
    }

    @Test("Marginal cost is the paired difference to the world without the app")
    func marginal() async {
        let result = await Experiment(scenario(replications: 20), jobs: 2).run()
        let none = result.policies[2].replications
        for policy in result.policies.prefix(2) {
            for (with, without) in zip(policy.replications, none) {
                #expect(with[.marginalEnergy] == with[.energy]! - without[.energy]!)
                #expect(with[.marginalRadioEnergy]! > 0)
            }
        }
        #expect(none.allSatisfy { $0[.marginalEnergy] == nil })
    }

    @Test("Energy for a second of sound is the marginal energy over the sound played")
    func energyPerSecond() async {
        let scenario = Fixtures.scenario(
            hours: 1, world: WorldProfile(listening: Fixtures.listening(minutes: 30)),
            policies: [
                NamedPolicy(
                    name: "player",
                    options: Fixtures.streaming(.trickle(every: Fixtures.seconds(1))))
            ], replications: 2)
        let result = await Experiment(scenario, jobs: 1).run()
        for metrics in result.policies[0].replications {
            let expected = metrics[.marginalEnergy]! / metrics[.playedTime]!
            #expect(abs(metrics[.energyPerSecondPlayed]! - expected) <= 1e-12 * expected)
        }
        // Nothing else happens, so the whole cost of the app is booked to it.
        let booked = result.policies[0].bookedEnergy!
        let marginal = result.policies[0].summary(of: .marginalEnergy).mean!
        #expect(abs(booked - marginal) <= 1e-9 * marginal, "\(booked) against \(marginal)")
    }

    @Test("Compared policies meet identical worlds: identical calls, pair by pair")
    func commonRandomNumbers() async {
        let result = await Experiment(scenario(replications: 30), jobs: 2).run()
        let offered = result.policies.prefix(2).map { $0.values(of: .callsOffered) }
        #expect(offered[0] == offered[1])
        #expect(Set(offered[0]).count > 1)
    }

    @Test("Pairing narrows the difference: its interval is narrower than the unpaired one")
    func pairing() async throws {
        let result = await Experiment(scenario(replications: 100), jobs: 2).run()
        let paired = try #require(
            result.comparisons().first { $0.metric == .energy && $0.policy == "none" })
        let halfWidths = [result.policies[0], result.policies[2]].map {
            $0.summary(of: .energy).interval!.halfWidth
        }
        let unpaired =
            (halfWidths[0] * halfWidths[0] + halfWidths[1] * halfWidths[1]).squareRoot()
        #expect(try #require(paired.paired.interval).halfWidth < 0.8 * unpaired)
        #expect(paired.verdict == .lower)
    }

    @Test("A seed gives one world, and another seed another")
    func seeds() async {
        let runs = await [
            Experiment(scenario(replications: 5, seed: 1), jobs: 1).run(),
            Experiment(scenario(replications: 5, seed: 1), jobs: 1).run(),
            Experiment(scenario(replications: 5, seed: 2), jobs: 1).run(),
        ].map { $0.policies[0].replications }
        #expect(runs[0] == runs[1] && runs[0] != runs[2])
    }

    @Test("Replications stop at the scenario's precision, or at the maximum")
    func stopping() async {
        let base = scenario()
        func plan(_ halfWidth: Double, _ atMost: Int) -> Scenario {
            Fixtures.valid {
                try Scenario(
                    name: "stop", question: "When?", device: base.device, radio: base.radio,
                    system: base.system, horizon: base.horizon, world: base.world,
                    policies: base.policies, baseline: 0,
                    replications: ReplicationPlan(
                        atLeast: 10, atMost: atMost, metrics: [.energy],
                        relativeHalfWidth: Fraction(halfWidth)), seed: 1)
            }
        }
        let precise = await Experiment(plan(0.05, 2000), jobs: 2).run()
        #expect(precise.end == .precise && precise.replicationCount < 2000)
        for policy in precise.policies {
            #expect(policy.summary(of: .energy).relativeHalfWidth! <= 0.05)
        }
        let cut = await Experiment(plan(0.0001, 40), jobs: 2).run()
        #expect(cut.end == .atMost && cut.replicationCount == 40)
    }

    @Test("Early looks see the first replications, and change no byte of the result")
    func looks() async throws {
        for isPaired in [false, true] {
            let plain = scenario(replications: 100)
            let scenario = plain.with(plain.replications.paired(isPaired), seed: 1)
            let whole = await Experiment(scenario, jobs: 2).run()
            var counts: [Int] = []
            let looked = await Experiment(scenario, jobs: 2).run(looks: [3, 10, 30, 100, 500]) {
                counts.append($0.replicationCount)
                for (part, all) in zip($0.policies, whole.policies) {
                    #expect(part.replications[...] == all.replications.prefix(counts.last ?? 0))
                }
            }
            #expect(counts == (isPaired ? [4, 10, 30] : [3, 10, 30]))
            #expect(looked.end == whole.end && looked.summaries().count > 0)
            for (one, other) in zip(looked.policies, whole.policies) {
                #expect(one.replications == other.replications && one.table == other.table)
                #expect(
                    one.durations.map { $0.percentile(95) }
                        == other.durations.map { $0.percentile(95) })
            }
        }
    }

    @Test("A look ends no experiment, however precise, and a plan's checkpoints are looks, too")
    func looksThatEndNothing() async {
        let plain = scenario(replications: 200)
        let plan = ReplicationPlan(
            atLeast: 30, atMost: 200, metrics: [.energy], relativeHalfWidth: Fraction(1e-9))
        let loose = ReplicationPlan(
            atLeast: 30, atMost: 200, metrics: [.energy], relativeHalfWidth: Fraction(0.5))
        for (plan, last) in [(plan, 200), (loose, 30)] {
            let scenario = plain.with(plan, seed: 1)
            var counts: [Int] = []
            let result = await Experiment(scenario, jobs: 1).run(looks: [4, 10]) {
                counts.append($0.replicationCount)
            }
            #expect(result.replicationCount == last)
            let checkpoints = PrecisionGoal(scenario).checkpoints.filter { $0 <= last && $0 < 200 }
            #expect(counts == [4, 10] + checkpoints)
        }
    }

    @Test("An interrupted experiment keeps the finished replications, from the first on")
    func interruption() async {
        // Many seconds of computing, of which a tenth is done.
        let task = Task { await Experiment(scenario(replications: 64_000), jobs: 2).run() }
        try? await Task.sleep(for: .milliseconds(100))
        task.cancel()
        let part = await task.value
        let count = part.replicationCount
        #expect(part.end == .interrupted && count < 64_000 && count % 64 == 0)
        let whole = await Experiment(scenario(replications: max(64, count)), jobs: 2).run()
        for (some, all) in zip(part.policies, whole.policies) {
            #expect(some.replications == Array(all.replications.prefix(count)))
        }
    }

    @Test("The books of all replications are the sum of the runs, and fill every horizon")
    func books() async {
        let scenario = scenario(replications: 70)
        let result = await Experiment(scenario, jobs: 2).run()
        for policy in result.policies {
            var residence: [Component: Int128] = [:]
            for row in policy.table.residenceRows() {
                residence[row.component, default: 0] += row.nanoseconds
            }
            // All but the signal, which has no levels in this world.
            #expect(Set(residence.keys) == Set(Component.allCases).subtracting([.signal]))
            for (component, sum) in residence {
                #expect(sum == 70 * Int128(scenario.horizon.nanoseconds), "\(component)")
            }
            let mean = policy.summary(of: .energy).mean!
            let total = policy.table.totalEnergy.magnitude / 1000 / 70
            #expect(abs(mean - total) <= 1e-9 * total)
        }
    }
}
