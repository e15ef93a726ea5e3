import Kernel
import ModelFixtures
import Statistics
import Studies
import Testing

@testable import DeviceModel
@testable import Experiments

struct ComparisonTests {
    private static func result(
        _ values: [[Double]], plan: ReplicationPlan? = nil, policies: [PolicyOptions]? = nil,
        _ fill: (inout MetricValues, Int, Int) -> Void = { _, _, _ in }
    ) -> ExperimentResult {
        let options = policies ?? values.map { _ in .none }
        let named = options.enumerated().map { NamedPolicy(name: "p\($0)", options: $1) }
        let base = Fixtures.scenario(hours: 1, policies: named)
        let scenario = Fixtures.valid {
            try Scenario(
                name: "given", question: "?", device: base.device, radio: base.radio,
                system: base.system, horizon: base.horizon, world: base.world, policies: named,
                baseline: 0, replications: plan ?? base.replications, seed: 1)
        }
        let books = RunPlan(scenario, policy: .none).books
        let results = zip(named, values).enumerated().map { place, pair in
            var result = PolicyResult(pair.0, books: books)
            for (number, energy) in pair.1.enumerated() {
                var metrics = MetricValues()
                metrics[.energy] = energy
                fill(&metrics, place, number)
                result.add(metrics)
            }
            return result
        }
        return ExperimentResult(scenario: scenario, policies: results, end: .precise)
    }

    private static func values(_ mean: Double, _ spread: Double, count: Int = 20) -> [Double] {
        (0..<count).map { (place: Int) -> Double in
            let share = Double(place * 7 % count) / Double(count)
            return mean + spread * (share - 0.475)
        }
    }

    @Test("Verdicts are lower, higher, equivalent, or no difference shown")
    func verdicts() {
        let base = Self.values(100, 0)
        let result = Self.result([
            base, Self.values(90, 4), Self.values(110, 4), Self.values(100.1, 1),
            Self.values(100, 60),
        ])
        let comparisons = result.comparisons(of: [.energy])
        #expect(
            comparisons.map(\.verdict) == [.lower, .higher, .equivalent, .noDifferenceShown])
        #expect(comparisons.map(\.isEquivalent) == [false, false, true, false])
    }

    @Test("A shown difference stays one, even within the margin")
    func shownWithin() {
        let comparison = Self.result([Self.values(100, 0), Self.values(99, 1)])
            .comparisons(of: [.energy])[0]
        #expect(comparison.verdict == .lower && comparison.isEquivalent)
    }

    @Test("Another margin, another verdict")
    func margin() {
        let plan = ReplicationPlan(
            atLeast: 2, atMost: 20, metrics: [.energy], relativeHalfWidth: Fraction(0.01),
            equivalence: Fraction(0.5))
        let values = [Self.values(100, 0), Self.values(100, 60)]
        #expect(Self.result(values, plan: plan).comparisons()[0].verdict == .equivalent)
        #expect(Self.result(values).comparisons()[0].verdict == .noDifferenceShown)
    }

    @Test("Bootstrap intervals do not depend on the other policies")
    func stream() {
        let (a, b, c) = (Self.values(100, 3), Self.values(95, 5), Self.values(104, 4))
        let two = Self.result([a, b]).comparisons()[0]
        let three = Self.result([a, b, c]).comparisons()[0]
        #expect(two.bootstrap == three.bootstrap && two.bootstrap != nil)
    }

    @Test("Each warning appears where it belongs, and nowhere else")
    func warnings() {
        func warnings(_ treatment: [Double], _ baseline: [Double]) -> [ComparisonWarning] {
            Self.result([baseline, treatment]).comparisons(of: [.energy])[0].warnings
        }
        let flat = Self.values(100, 0)
        #expect(warnings(Self.values(90, 4), flat) == [])
        #expect(warnings([1, 2.5, 3], [1, 1, 1]) == [.tooFewReplications])
        var outlier = Self.values(90, 4)
        outlier[3] = 400
        #expect(warnings(outlier, flat) == [.heavyTail])
        let halves = (0..<20).map { (place: Int) -> Double in
            place % 2 == 0 ? 100 : 100 + Double(place * 7 % 20)
        }
        #expect(warnings(halves, flat).contains(.lumpy))
        let drift = (0..<60).map { 100 + Double($0) }
        #expect(warnings(drift, Self.values(100, 0, count: 60)) == [.autocorrelation])
        #expect(warnings(flat, flat) == [])
    }

    @Test("Replications with one side alone are counted, and a policy that never acted is named")
    func unpairedAndIdle() {
        let energies = [Self.values(100, 4), Self.values(100, 4)]
        let unpaired = Self.result(energies) { metrics, place, number in
            if place == 0 || number != 4 { metrics[.timeToRing] = Double(number * 7 % 5) }
        }
        let ring = unpaired.comparisons(of: [.timeToRing])[0]
        #expect(ring.warnings.contains(.unpaired) && ring.paired.count == 19)
        #expect(ring.policies(of: .unpaired) == ["p1"])

        let idle = Self.result(
            energies, policies: [.none, Fixtures.keepAlive(minutes: 10)]
        ) { metrics, place, _ in
            if place == 1 { metrics[.marginalEnergy] = 0 }
        }
        #expect(idle.comparisons(of: [.energy])[0].warnings == [.neverActed])
        #expect(idle.comparisons(of: [.energy])[0].policies(of: .neverActed) == ["p1"])
        #expect(idle.comparisons(of: [.energy])[0].policies(of: .heavyTail) == [])
    }

    @Test(
        "A warning names its own policy, not the baseline",
        arguments: [[true, false, true], [false, true, false], [true, true, true]])
    func named(acts: [Bool]) {
        let apps = acts.map { _ in Fixtures.keepAlive(minutes: 10) }
        let result = Self.result(acts.map { _ in Self.values(100, 4) }, policies: apps) {
            metrics, place, number in
            metrics[.marginalEnergy] = acts[place] ? 50 : 0
            if acts[place] || number > 3 { metrics[.timeToRing] = Double(number * 7 % 5) }
        }
        let idle = acts.indices.filter { !acts[$0] }.map { "p\($0)" }
        for metric in [Metric.energy, .timeToRing] {
            let found = result.comparisons(of: [metric])
            #expect(Set(found.flatMap { $0.policies(of: .neverActed) }) == Set(idle))
            let unpaired = Set(found.flatMap { $0.policies(of: .unpaired) })
            // A baseline that lacks what another idle policy lacks forms a pair with it.
            let lacking = acts[0] ? Set(idle) : acts.contains(true) ? ["p0"] : []
            #expect(unpaired == (metric == .energy ? [] : lacking))
        }
    }

    @Test("An idle baseline is named too; using its radio alone counts as acting")
    func idleBaseline() {
        let energies = [Self.values(100, 4), Self.values(100, 4)]
        func warnings(radio: Double) -> [ComparisonWarning] {
            let apps = [Fixtures.keepAlive(minutes: 29), Fixtures.keepAlive(minutes: 10)]
            return Self.result(energies, policies: apps) { metrics, place, _ in
                metrics[.marginalEnergy] = place == 1 ? 50 : 0
                metrics[.marginalRadioEnergy] = place == 1 ? 50 : radio
            }.comparisons(of: [.energy])[0].warnings
        }
        #expect(warnings(radio: 0) == [.neverActed] && warnings(radio: 3) == [])
    }

    @Test("A metric that no policy has is never known well enough")
    func unknownMetric() {
        let plan = ReplicationPlan(
            atLeast: 2, atMost: 20, metrics: [.timeToRing], relativeHalfWidth: Fraction(1))
        let result = Self.result([Self.values(100, 0)], plan: plan)
        #expect(!PrecisionGoal(result.scenario).isReached(result.policies))
    }

    @Test("A bar spans a range from low to high, and alternatives from smallest to largest")
    func bars() throws {
        let runs = [("a", 95.0), ("b", 90), ("c", 100)].map { value, mean in
            (value: value, result: Self.result([Self.values(mean, 1)]))
        }
        let quantity = UncertainQuantity.all(of: runs[0].result, metric: .energy)[0]
        let range = try #require(TornadoBar("radio", quantity, runs, isRange: true))
        #expect(range.lowValue == "a" && range.highValue == "c")
        let list = try #require(TornadoBar("radio", quantity, runs, isRange: false))
        #expect(list.lowValue == "b" && list.highValue == "c")
        #expect((list.width - 10).magnitude < 1e-9 && list.swing.count == 20)
    }

    @Test("A sampler knows the app's own energy, if it is asked for")
    func marginalSamples() async throws {
        let scenario = Fixtures.scenario(
            hours: 1, policies: [NamedPolicy(name: "app", options: Fixtures.keepAlive(minutes: 10))]
        )
        let sampler = ReplicationSampler(
            scenario, policies: [0], metrics: [.marginalEnergy], jobs: 2)
        let runs = try #require(try await sampler.run(0..<3))[0]
        #expect(runs.count == 3 && runs.allSatisfy { $0[.marginalEnergy] ?? 0 > 0 })
    }

    @Test("A difference is known when it is shown, or too small to matter")
    func pairedGoal() {
        func goal(_ treatment: [Double], paired: Double?) -> Bool {
            let plan = ReplicationPlan(
                atLeast: 2, atMost: 20, metrics: [.energy], relativeHalfWidth: Fraction(1),
                pairedHalfWidth: paired.map { Fraction($0) })
            let result = Self.result([Self.values(100, 0), treatment], plan: plan)
            return PrecisionGoal(result.scenario).isReached(result.policies)
        }
        #expect(goal(Self.values(90, 20), paired: nil))
        #expect(!goal(Self.values(90, 20), paired: 0.05))
        #expect(goal(Self.values(90, 1), paired: 0.05))
        #expect(goal(Self.values(100.1, 1), paired: 0.05))
    }

    @Test("A small difference is known within the margin, and the needed replications are given")
    func shortfallOfDifference() throws {
        let plan = ReplicationPlan(
            atLeast: 2, atMost: 20, metrics: [.energy], relativeHalfWidth: Fraction(1),
            pairedHalfWidth: Fraction(0.05))
        let result = Self.result([Self.values(100, 0), Self.values(100.5, 20)], plan: plan)
        let worst = try #require(result.shortfall)
        let paired = result.comparisons(of: [.energy])[0].paired
        let halfWidth = try #require(paired.interval).halfWidth
        let size = try #require(paired.difference)
        // Within 2 % of 100 J, of which the difference leaves about 1.5 J.
        let expected = 20 * (halfWidth / (2 - size)) * (halfWidth / (2 - size))
        let needed = Double(try #require(worst.needed))
        #expect(worst.isDifference && (needed / expected - 1).magnitude < 0.1, "\(needed)")
    }

    @Test("Equivalence is adjusted for the number of policies, like the tests of a difference")
    func adjustedEquivalence() {
        let result = Self.result([
            Self.values(100, 0), Self.values(100, 11), Self.values(100.1, 11.5),
            Self.values(100.2, 12),
        ])
        let comparisons = result.comparisons(of: [.energy])
        let plain = comparisons.map { $0.equivalence?.pValue }
        let adjusted = comparisons.map(\.adjustedEquivalence)
        #expect(adjusted == HolmAdjustment(plain).adjusted && adjusted != plain)
    }

    @Test("A race for the maximum keeps the largest")
    func raceForTheMost() async throws {
        for (isLessBetter, best) in [(true, 0), (false, 2)] {
            var race = SequentialRace(
                KimNelson(count: 3, indifference: 1, firstStage: 2), isLessBetter: isLessBetter)
            let unseen: (Int) -> Void = { _ in }
            try await race.run(atMost: 100, progress: unseen) {
                (systems, replications) in
                systems.map { system in replications.map { _ in Double(system) } }
            }
            #expect(race.procedure.best == best)
        }
    }

    @Test("The metric farthest from its goal is named, with the replications it would need")
    func shortfall() throws {
        let plan = ReplicationPlan(
            atLeast: 2, atMost: 20, metrics: [.energy], relativeHalfWidth: Fraction(0.01))
        let result = Self.result([Self.values(100, 1), Self.values(100, 40)], plan: plan)
        let worst = try #require(result.shortfall)
        #expect(worst.policy == "p1" && !worst.isDifference)
        let reached = try #require(worst.reached)
        let needed = try #require(worst.needed)
        let expected: Double = 20 * (reached / 0.01) * (reached / 0.01)
        #expect((Double(needed) / expected - 1).magnitude < 0.1)
        #expect(Self.result([Self.values(100, 1)], plan: plan).shortfall == nil)
    }

    /// In a network that can lose connections, runs without a loss say nothing about runs with one.
    @Test("A mean that a rare event moves has no interval until five runs had the event")
    func meansOfRareEvents() throws {
        let energies = [Self.values(100, 4, count: 68), Self.values(90, 4, count: 68)]
        func known(losing: Int, _ metric: Metric) -> MeanInterval {
            let result = Self.result(energies) { metrics, place, number in
                metrics[.callsOffered] = 4
                metrics[.tasksLost] = place == 1 && number < losing ? 3 : 0
                metrics[.tasksDone] = Double(100 + number * 7 % 68)
                metrics[.callsMissed] = 0
            }
            return result.interval(of: metric, for: result.policies[1])
        }
        #expect(known(losing: 0, .tasksDone).method == .few)
        #expect(known(losing: 4, .tasksDone).method == .few)
        #expect(known(losing: 5, .tasksDone).method == .twoParts)
        #expect(known(losing: 0, .tasksLost).method == .few)
        #expect(known(losing: 68, .tasksDone).method == .student)
        #expect(known(losing: 0, .energy).method == .student)
        // No connection can be lost in this world, so no missing one moves anything.
        #expect(known(losing: 0, .callsMissed).method == .same)
    }

    @Test("A rare event without any run is unknown, however equal its zeros are")
    func goalOfRareEvents() {
        let plan = ReplicationPlan(
            atLeast: 2, atMost: 68, metrics: [.energy, .tasksLost],
            relativeHalfWidth: Fraction(0.1))
        let energies = [Self.values(100, 1, count: 68)]
        func shortfall(losing: Int) -> PrecisionShortfall? {
            Self.result(energies, plan: plan) { metrics, _, number in
                metrics[.tasksLost] = number < losing ? Double(10 + number % 5) : 0
            }.shortfall
        }
        #expect(shortfall(losing: 0)?.metric == .tasksLost)
        #expect(shortfall(losing: 68) == nil)
    }

    @Test("Rare events: counts of all replications, exact intervals, clusters")
    func events() throws {
        let energies = [Self.values(100, 4), Self.values(100, 4)]
        let result = Self.result(energies) { metrics, place, number in
            metrics[.callsOffered] = 4
            metrics[.callsMissed] = place == 1 && number % 5 == 0 ? 4 : 0
        }
        let counts = result.eventCounts()
        #expect(counts.count == 2)
        #expect(counts[0].occurrences == 0 && counts[0].trials == 80)
        #expect(counts[0].dispersion == nil && !counts[0].isClustered)
        #expect(counts[1].occurrences == 16 && counts[1].share == 0.2)
        #expect(counts[1].isClustered)
        #expect(counts[0].runs == 0 && counts[0].isTooRare && counts[1].runs == 4)
        // 1 − 0.025^(1/20)
        #expect((try #require(counts[0].runsInterval).high - 0.16843347).magnitude < 1e-7)
        #expect(try #require(counts[1].shareInterval).contains(0.2))
        // Twenty runs of one hour.
        let days = 20.0 / 24
        #expect((counts[1].days - days).magnitude < 1e-12)
        #expect(counts[1].perDayInterval.contains(counts[1].perDay))
    }
}
