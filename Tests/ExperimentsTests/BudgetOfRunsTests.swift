import Kernel
import ModelFixtures
import Studies
import Testing

@testable import DeviceModel
@testable import Experiments

struct BudgetOfRunsTests {
    private func scenario(replications: Int) -> Scenario {
        Fixtures.scenario(
            hours: 24,
            policies: [
                NamedPolicy(name: "app", options: Fixtures.keepAlive(minutes: 10)),
                NamedPolicy(name: "none", options: .none),
            ], replications: replications)
    }

    @Test("Replications that would not fit into memory are refused before the first run")
    func memory() async {
        var budget = RunBudget.usual
        budget.memory = 1000 * 2 * PolicyResult.bytesPerReplication
        let result = await Experiment(scenario(replications: 1001), jobs: 1, budget: budget).run()
        #expect(result.replicationCount == 0)
        guard case .exceeded(let failure) = result.end,
            case .memory(1001, 2, _, budget.memory, fitting: 1000) = failure.excess
        else {
            Issue.record("\(result.end)")
            return
        }
        #expect(failure.message.hasPrefix("1001 replications of 2 policies would need"))
        let fits = await Experiment(scenario(replications: 12), jobs: 1, budget: budget).run()
        #expect(fits.replicationCount == 12)
        #expect(throws: Never.self) { try fits.requireWithinBudget() }
    }

    @Test("A run that is cut short ends the experiment, with the run's name", arguments: [1, 3])
    func events(jobs: Int) async {
        var budget = RunBudget.usual
        budget.events = 20
        let result = await Experiment(scenario(replications: 64), jobs: jobs, budget: budget).run()
        guard case .exceeded(let failure) = result.end, case .events(20, _) = failure.excess else {
            Issue.record("\(result.end)")
            return
        }
        #expect(failure.policy == "app" && failure.replication == 0)
        #expect(throws: RunFailure.self) { try result.requireWithinBudget() }
    }
}
