import Benchmark
import DeviceModel
import Profiles
import Studies

/// One run of 24 h of each shipped policy, and of the scenario that is the speed yardstick.
func runBenchmarks() {
    let policies = [
        ("w1", "none"), ("keep-alive", nil), ("streaming", nil), ("location", nil),
    ]
    for (name, wanted) in policies {
        guard let scenario = try? library.loadScenario(name).scenario else {
            fatalError("the shipped scenario \(name) cannot be read")
        }
        for policy in scenario.policies where wanted == nil || policy.name == wanted {
            run(scenario, policy)
        }
    }
    Benchmark("Run: a day of w1 with a timeline") { benchmark in
        let plan = RunPlan(try library.loadScenario("w1").scenario, policy: .none)
        benchmark.startMeasurement()
        for number in benchmark.scaledIterations {
            var intervals = 0
            blackHole(plan.run(replication: number) { _ in intervals += 1 })
            blackHole(intervals)
        }
        benchmark.stopMeasurement()
    }
}

private func run(_ scenario: Scenario, _ policy: NamedPolicy) {
    Benchmark("Run: a day of \(scenario.name), \(policy.name)") { benchmark in
        let plan = RunPlan(scenario, policy: policy.options)
        benchmark.startMeasurement()
        for number in benchmark.scaledIterations {
            blackHole(plan.run(replication: number).eventCount)
        }
        benchmark.stopMeasurement()
    }
}
