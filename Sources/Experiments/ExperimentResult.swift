import DeviceModel
import Statistics
import Studies

/// The answer to a scenario's question, before it is put into words or files.
public struct ExperimentResult: Sendable {
    public let scenario: Scenario
    /// In the order of the scenario's policies.
    public let policies: [PolicyResult]
    public let end: End
    /// What the answer asks of the same worlds with other values; empty until it is simulated.
    public internal(set) var variants: [Variant] = []

    /// The same question with other values in the scenario or its profiles.
    public struct Variant: Sendable {
        public let edits: [ValueEdit]
        public let result: ExperimentResult
    }

    /// Why there are no more replications.
    public enum End: Hashable, Sendable {
        /// The precision that the scenario asks for was reached.
        case precise
        /// There are as many as the scenario allows, and the precision was not reached.
        case atMost
        /// The user ended the experiment.
        case interrupted
        /// A run took more than its budget: nothing can be said.
        case exceeded(RunFailure)
    }

    package init(
        scenario: Scenario, policies: [PolicyResult], end: End, variants: [Variant] = []
    ) {
        (self.scenario, self.policies, self.end) = (scenario, policies, end)
        self.variants = variants
    }

    /// Stops where a run was cut short.
    ///
    /// - Throws: what it would have taken.
    public func requireWithinBudget() throws(RunFailure) {
        switch end {
        case .exceeded(let failure): throw failure
        case .precise, .atMost, .interrupted: break
        }
    }

    public var replicationCount: Int { policies.first?.replications.count ?? 0 }
    public var baseline: PolicyResult { policies[scenario.baseline] }

    /// Events simulated, reference runs not included.
    public var eventCount: UInt64 { policies.reduce(0) { $0 + $1.eventCount } }

    /// The metrics that at least one replication of one policy has, in the order of `Metric`.
    public var metrics: [Metric] {
        Metric.allCases.filter { metric in
            policies.contains { $0.replications.contains { $0[metric] != nil } }
        }
    }

    /// What the policies are held against each other by: the energy, or how long the battery lasts
    /// where the world has one, which in the end is empty whatever the policy.
    public var leadingMetric: Metric {
        scenario.world.battery != nil && metrics.contains(.timeToEmpty) ? .timeToEmpty : .energy
    }

    /// Every policy with every metric that it has.
    public func summaries() -> [PolicySummary] {
        // To find them takes a look at every policy: once for all, not once for each.
        let metrics = metrics
        return policies.flatMap { policy in
            metrics.map { metric in
                PolicySummary(
                    policy: policy.policy.name, metric: metric,
                    summary: policy.summary(of: metric), known: interval(of: metric, for: policy))
            }
        }.filter { $0.summary.count > 0 }
    }
}

/// One policy's metric over its replications.
public struct PolicySummary: Sendable {
    public let policy: String
    public let metric: Metric
    public let summary: Summary
    /// What is known of the mean.
    public let known: MeanInterval
}
