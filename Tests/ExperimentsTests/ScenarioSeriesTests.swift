import Kernel
import ModelFixtures
import Studies
import Testing

@testable import DeviceModel
@testable import Experiments

@Suite struct ScenarioSeriesTests {
    private func scenario(minutes: [Double], seed: UInt64 = 1) -> Scenario {
        Fixtures.scenario(
            hours: 6,
            policies: minutes.map {
                NamedPolicy(name: "every-\($0)", options: Fixtures.keepAlive(minutes: $0))
            } + [NamedPolicy(name: "none", options: .none)], replications: 6, seed: seed)
    }

    @Test("Scenarios of one world are one experiment, with the results of separate ones")
    func results() async throws {
        let scenarios = [
            scenario(minutes: [15, 10]), scenario(minutes: [10, 20]),
            scenario(minutes: [15, 10], seed: 2), scenario(minutes: [15, 10]),
        ]
        let series = ScenarioSeries(scenarios)
        #expect(series.count == 2)
        for jobs in [1, 3] {
            let results = try #require(try await series.run(jobs: jobs))
            #expect(results.count == scenarios.count)
            for (scenario, result) in zip(scenarios, results) {
                let alone = await Experiment(scenario, jobs: 1).run()
                #expect(result.scenario == scenario)
                for (left, right) in zip(result.policies, alone.policies) {
                    #expect(left.policy == right.policy)
                    #expect(left.replications == right.replications)
                    #expect(left.table == right.table)
                }
            }
        }
    }

    @Test("A cancelled task has no results")
    func cancelled() async throws {
        let series = ScenarioSeries([scenario(minutes: [15])])
        let task = Task { () async throws -> Bool in
            withUnsafeCurrentTask { $0?.cancel() }
            return try await series.run(jobs: 1) == nil
        }
        #expect(try await task.value)
    }
}
