import DeviceModel
import FuzzDriver
import Kernel
import Profiles
import Studies

/// The shipped profiles, so that a scenario's references lead somewhere.
let library = ProfileLibrary(root: "Profiles").remembering

/// Limits each run to its beginning.
let budget: RunBudget = {
    var budget = RunBudget.usual
    (budget.events, budget.waiting, budget.corners) = (1000, 1000, 1000)
    (budget.way, budget.memory) = (Meters(1e6), 1 << 28)
    return budget
}()

/// Begins a run of each policy.
func run(_ scenario: Scenario) {
    for policy in scenario.policies.prefix(3) {
        let run = RunPlan(scenario, policy: policy.options, budget: budget).run(replication: 0)
        let energy = run.table.totalEnergy.magnitude
        precondition(energy.isFinite && energy >= 0, "\(policy.name): \(energy) mJ")
    }
}

// Any profile is read or refused with a message, and an accepted scenario runs.
fuzz(YAMLForm(schemas: "Profiles/schema")) { bytes, count in
    do throws(ProfileFailure) {
        let profile = try library.load(path: file(of: bytes, count: count, name: "input.yaml"))
        if let loaded = profile as? LoadedScenario { run(loaded.scenario) }
    } catch {
        precondition(!error.description.isEmpty)
    }
    return 0
}
