import DeviceModel

extension RunPlan {
    /// - Parameters:
    ///   - scenario: phone, world and seed.
    ///   - policy: one of the scenario's policies, or `.none` for the reference.
    ///   - budget: what a run may take.
    public init(_ scenario: Scenario, policy: PolicyOptions, budget: RunBudget = .usual) {
        self.init(scenario.conditions, policy: policy, budget: budget)
    }
}
