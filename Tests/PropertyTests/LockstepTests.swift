import CLockstep
import Foundation
import Kernel
import ModelFixtures
import Profiles
import TestSupport
import Testing

@testable import DeviceModel

/// Runs that go in step against the same runs alone.
@Suite struct LockstepTests {
    private static let library = ProfileLibrary(root: Repository.profiles)
    private static let file = Repository.url("Tests/PropertyTests/lockstep.csv")
    private static let widths = [4, 8].filter { $0 <= lockstep_width() }

    @Test("Of every shipped scenario it is known what goes in step, and what keeps the rest out")
    func eligible() throws {
        var lines = ["scenario,policy,hurdle"]
        for name in Self.library.names(of: .scenario) {
            let scenario = try Self.library.loadScenario(name).scenario
            var arms = scenario.policies
            if !arms.contains(where: { $0.options.isNone }) {
                arms.append(NamedPolicy(name: "without", options: .none))
            }
            for policy in arms {
                let plan = RunPlan(scenario, policy: policy.options)
                lines.append("\(name),\(policy.name),\(hurdle(of: plan) ?? "")")
            }
        }
        let found = lines.joined(separator: "\n") + "\n"
        #expect(found == (try Golden.text(of: Self.file, recording: found)))
    }

    private func hurdle(of plan: RunPlan) -> String? {
        do throws(LockstepModel.Hurdle) {
            _ = try LockstepModel(plan)
            return nil
        } catch { return error.text }
    }

    @Test("Eligible runs of shipped scenarios have the same books in step and alone")
    func shipped() throws {
        var compared = 0
        for name in Self.library.names(of: .scenario) {
            let scenario = try Self.library.loadScenario(name).scenario
            for policy in scenario.policies + [NamedPolicy(name: "without", options: .none)] {
                let plan = RunPlan(scenario, policy: policy.options)
                compared += compare(plan, 0..<40, name)
            }
        }
        #expect(Self.widths.isEmpty || compared > 1000, "\(compared)")
    }

    @Test("Random eligible runs have the same books in step and alone", arguments: 0..<8)
    func random(_ part: UInt64) {
        var (compared, plans) = (0, 0)
        for seed in 0..<50 as Range<UInt64> {
            var random = RandomStream(StreamKey(seed: seed, replication: part, purpose: "lanes"))
            let plan = RandomLanes.plan(&random)
            plans += plan.inStep == nil ? 0 : 1
            compared += compare(plan, 0..<RandomLanes.replications, "seed \(seed), part \(part)")
        }
        // Of 20 replications in a debug build and 150 in others, nearly all: 10^5 with both widths.
        let wanted = Self.widths.count * 42 * RandomLanes.replications
        #expect(plans > 42 && compared >= wanted, "\(plans) plans, \(compared) books")
    }

    @Test("A run that its budget may end, and a single run, go alone")
    func alone() throws {
        let scenario = try Self.library.loadScenario("w1").scenario
        func model(_ events: UInt64) -> LockstepModel? {
            var budget = RunBudget.usual
            budget.events = events
            return RunPlan(scenario, policy: .none, budget: budget).inStep
        }
        // A day of W1 has some 864 events.
        #expect(model(900) == nil && model(2000) != nil)
        #expect(model(2000)?.runs(3..<4)?.count == nil)
        #expect(model(2000)?.runs(3..<5, width: 0)?.count == nil)
    }

    /// - Returns: the number of compared books.
    private func compare(_ plan: RunPlan, _ replications: Range<Int>, _ label: String) -> Int {
        guard let model = plan.inStep else { return 0 }
        let alone = replications.map { plan.run(replication: $0) }
        var compared = 0
        for width in Self.widths {
            for (replication, run) in zip(
                replications, model.runs(replications, width: Int32(width)) ?? [])
            {
                guard let run else { continue }
                compared += 1
                let expected = alone[replication]
                let isSame =
                    run.table == expected.table && run.metrics == expected.metrics
                    && expected.excess == nil && run.errands.isEmpty && expected.errands.isEmpty
                if !isSame { Issue.record("\(label), replication \(replication), \(width) lanes") }
            }
        }
        return compared
    }
}

/// Plans whose runs are likely to be eligible.
private enum RandomLanes {
    #if DEBUG
        static let replications = 20
    #else
        static let replications = 150
    #endif

    static func plan(_ random: inout RandomStream) -> RunPlan {
        let sources = (0..<1 + pick(4, &random)).map { _ in source(&random) }
        let scenario = Fixtures.scenario(
            radio: radio(&random),
            device: Fixtures.device(
                floor: 20 * random.uniform(), wakeUpTime: pick(2, &random) == 0 ? 0 : 0.4),
            hours: 0.1 + 8 * random.uniform(), world: WorldProfile(otherTraffic: sources),
            policies: [NamedPolicy(name: "none", options: .none)], seed: random.next() >> 40)
        let isPaired = pick(3, &random) == 0
        return RunPlan(
            RunConditions(
                device: scenario.device, radio: scenario.radio, system: scenario.system,
                horizon: scenario.horizon, world: scenario.world, seed: scenario.seed,
                isAntithetic: isPaired),
            policy: .none)
    }

    private static func pick(_ count: Int, _ random: inout RandomStream) -> Int {
        Int(random.next() % UInt64(count))
    }

    private static func source(_ random: inout RandomStream) -> TrafficSource {
        TrafficSource(
            every: law(10 + 600 * random.uniform(), &random) { Seconds($0) },
            uplink: law(4000 * random.uniform(), &random) { Bytes($0) },
            downlink: law(40_000 * random.uniform() * random.uniform(), &random) { Bytes($0) },
            roundTrips: pick(3, &random))
    }

    private static func law<Value: Quantity>(
        _ mean: Double, _ random: inout RandomStream, _ value: (Double) -> Value
    ) -> Distribution<Value> {
        switch pick(3, &random) {
        case 0: .constant(value(mean))
        case 1: .exponential(mean: value(mean))
        default: .uniform(low: value(0.5 * mean), high: value(1.5 * mean))
        }
    }

    /// A line of one to five states, promoted to the first from each other one.
    private static func radio(_ random: inout RandomStream) -> RadioProfile {
        let count = 1 + pick(5, &random)
        let states = (0..<count).map { index in
            RadioState(
                name: "S\(index)", draw: .constant(Milliwatts(1000 * random.uniform())),
                uplink: index == 0 ? BitsPerSecond(1e5 + 1e7 * random.uniform()) : nil,
                downlink: index == 0 ? BitsPerSecond(1e5 + 1e7 * random.uniform()) : nil,
                demotion: index == count - 1
                    ? nil
                    : Demotion(to: index + 1, after: Fixtures.seconds(20 * random.uniform())))
        }
        let promotions = (1..<max(count, 1)).map { index in
            Promotion(
                from: index, to: 0,
                delay: PromotionDelay(
                    pick(3, &random) == 0 ? .zero : Fixtures.seconds(3 * random.uniform())),
                power: Milliwatts(1000 * random.uniform()), trigger: .data)
        }
        return Fixtures.valid {
            try RadioProfile(
                name: "line", technology: .umts, states: states, initial: count - 1,
                promotions: promotions, roundTrip: Seconds(0.2 * random.uniform()),
                transferPower: nil)
        }
    }
}
