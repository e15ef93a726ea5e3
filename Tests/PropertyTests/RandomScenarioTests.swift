import Foundation
import Kernel
import Studies
import TestSupport
import Testing

@testable import DeviceModel
@testable import Profiles

extension RandomScenario {
    private static let library = ProfileLibrary(
        root: Repository.profiles
    ).remembering

    /// The scenario, or nil if the readers refuse it; they accept two of three.
    func scenario() -> Scenario? {
        let path = "random-\(seed).yaml"
        do throws(ProfileFailure) {
            let source = try SourceText(path: path, bytes: Array(text.utf8))
            let file = OpenedFile(source: source, label: path, name: nil)
            return try Self.library.scenario(file, ScenarioOverrides()).scenario
        } catch {
            return nil
        }
    }
}

/// Invariants of any scenario's runs.
enum ConservedRun {
    /// A small event budget: the tests run many, and a run that uses up its budget keeps its books
    /// like any other.
    static let budget: RunBudget = {
        var budget = RunBudget.usual
        (budget.events, budget.waiting, budget.corners) = (20_000, 5000, 20_000)
        budget.way = Meters(1e7)
        return budget
    }()

    /// Runs every policy in one world and checks the books.
    ///
    /// - Returns: The number of runs that reached their horizon.
    static func check(_ scenario: Scenario, _ place: String) -> Int {
        var whole = 0
        for policy in scenario.policies {
            let plan = RunPlan(scenario, policy: policy.options, budget: budget)
            let run = plan.run(replication: 0)
            if run.excess == nil { whole += 1 }
            #expect(run.eventCount <= budget.events + 1, "\(place), \(policy.name)")
            check(run, horizon: scenario.horizon, "\(place), \(policy.name)")
        }
        return whole
    }

    private static func check(_ run: RunResult, horizon: TimeSpan, _ place: String) {
        var residence: [Component: Int64] = [:]
        for row in run.table.residenceRows() {
            residence[row.component, default: 0] += row.nanoseconds
            #expect(row.nanoseconds >= 0 && row.energy.magnitude >= 0, "\(place): \(row)")
        }
        for (component, time) in residence where time != 0 {
            #expect(time == horizon.nanoseconds, "\(place): \(component)")
        }
        let total = run.table.totalEnergy.magnitude
        let causes = run.table.causeRows().reduce(0) { $0 + $1.energy.magnitude }
        let activities = run.table.energyByActivity().reduce(0) { $0 + $1.magnitude }
        #expect(total.isFinite && total > 0, "\(place): \(total) mJ")
        #expect(isClose(total, causes, relative: 1e-9), "\(place)")
        #expect(isClose(total, activities, relative: 1e-9), "\(place)")
    }
}

/// Tests of random scenarios from the whole vocabulary.
@Suite struct RandomScenarioTests {
    @Test("Most random scenarios are valid, and together they have most policies")
    func vocabulary() {
        var policies: Set<String> = []
        var (count, used) = (0, 0)
        for seed in 1...240 as ClosedRange<UInt64> {
            guard let scenario = RandomScenario(seed: seed).scenario() else { continue }
            count += 1
            if scenario.world.user != nil { used += 1 }
            for policy in scenario.policies {
                policies.insert("\(type(of: policy.options.behaviour))")
            }
        }
        #expect(count >= 120)
        #expect(used >= 40, "\(used) of \(count) phones are used")
        #expect(policies.count >= 15, "\(policies.sorted())")
    }

    @Test("Together they have every behaviour of the catalogue")
    func everyBehaviour() {
        let texts = (1...400 as ClosedRange<UInt64>).map { RandomScenario(seed: $0).text }.joined()
        let missing = Behaviour.all.map(\.key).filter { !texts.contains(", \($0): {") }
        #expect(missing.isEmpty, "RandomPolicy has no \(missing)")
    }

    /// Seeds from 1 on; set `RANDOM_SCENARIOS=5000` in the environment for a night.
    private static let seeds: ClosedRange<UInt64> = {
        let asked = ProcessInfo.processInfo.environment["RANDOM_SCENARIOS"].flatMap { UInt64($0) }
        return 1...max(1, asked ?? 150)
    }()

    @Test("Every valid one runs to its horizon or its budget, and its energy is conserved")
    func runs() {
        var (whole, count) = (0, 0)
        for seed in Self.seeds {
            guard let scenario = RandomScenario(seed: seed).scenario() else { continue }
            count += scenario.policies.count
            whole += ConservedRun.check(scenario, "seed \(seed)")
        }
        // Most of them are of a size that fits.
        #expect(2 * whole > count, "\(whole) of \(count) runs ended at their horizon")
    }
}
