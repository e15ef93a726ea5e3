import DeviceModel
import Statistics

/// The answer to a scenario's question, before it is put into words or files.
public struct ExperimentResult: Sendable {
    public let scenario: Scenario
    /// In the order of the scenario's policies.
    public let policies: [PolicyResult]
    public let end: End

    /// Why there are no more replications.
    public enum End: Sendable {
        /// The precision that the scenario asks for was reached.
        case precise
        /// There are as many as the scenario allows, and the precision was not reached.
        case atMost
        /// Somebody ended the experiment.
        case interrupted
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
        policies.flatMap { policy in
            metrics.map { metric in
                PolicySummary(
                    policy: policy.policy.name, metric: metric, summary: policy.summary(of: metric))
            }
        }.filter { $0.summary.count > 0 }
    }

    /// Every policy but the baseline against it, metric by metric, replication by replication.
    ///
    /// P-values are adjusted for the number of policies within each metric.
    public func comparisons() -> [PolicyComparison] {
        let others = policies.enumerated().filter { $0.offset != scenario.baseline }.map(\.element)
        let byMetric = metrics.map { metric in compare(others, by: metric) }
        return others.indices.flatMap { other in
            byMetric.compactMap { $0[other] }
        }
    }

    private func compare(_ others: [PolicyResult], by metric: Metric) -> [PolicyComparison?] {
        let base = baseline.values(of: metric)
        let differences = others.map {
            PairedDifference(
                treatment: $0.values(of: metric), baseline: base, level: Experiment.level)
        }
        let adjusted = HolmAdjustment(differences.map(\.pValue)).adjusted
        return others.indices.map { index in
            guard differences[index].count > 0 else { return nil }
            return PolicyComparison(
                baseline: baseline.policy.name, policy: others[index].policy.name,
                metric: metric, paired: differences[index], adjustedPValue: adjusted[index])
        }
    }
}

/// One policy's metric over its replications.
public struct PolicySummary: Sendable {
    public let policy: String
    public let metric: Metric
    public let summary: Summary
}

/// One policy's metric against the baseline's.
public struct PolicyComparison: Sendable {
    public let baseline: String
    public let policy: String
    public let metric: Metric
    public let paired: PairedDifference
    /// Holm's, over the policies of the scenario.
    public let adjustedPValue: Double?

    /// What the figures show at the 5 % level, adjusted.
    public enum Verdict: String, Sendable {
        case lower
        case higher
        case noDifferenceShown = "no difference shown"
    }

    public var verdict: Verdict {
        guard let adjustedPValue, adjustedPValue < 1 - Experiment.level,
            let difference = paired.difference
        else { return .noDifferenceShown }
        return difference < 0 ? .lower : .higher
    }
}
