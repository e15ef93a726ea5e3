import DeviceModel
import Statistics

/// What antithetic pairs did for the mean of one metric, or for its difference from the baseline.
public struct AntitheticEffect: Sendable {
    public let policy: String
    /// `nil`: the metric itself.
    public let baseline: String?
    public let metric: Metric
    /// In which the pairs were compared.
    public let pairs: Int
    /// The variance of the mean over that of as many independent replications: 1 where pairs do
    /// nothing, 0.5 where half as many replications would do.
    public let varianceRatio: Double
    public let interval: ConfidenceInterval
}

extension ExperimentResult {
    /// Measured on the replications themselves; empty where these are independent, without four
    /// whole pairs, and for what does not vary.
    ///
    /// - Parameter metrics: `nil`: all that there are.
    public func antitheticEffects(of metrics: [Metric]? = nil) -> [AntitheticEffect] {
        guard scenario.replications.isAntithetic else { return [] }
        return (metrics ?? self.metrics).flatMap { metric in
            policies.compactMap { effect($0, metric) }
                + policies.indices.filter { $0 != scenario.baseline }.compactMap {
                    effect(policies[$0], metric, against: baseline)
                }
        }
    }

    private func effect(
        _ policy: PolicyResult, _ metric: Metric, against base: PolicyResult? = nil
    ) -> AntitheticEffect? {
        let values = policy.replications.indices.map { index -> Double? in
            guard let own = policy.replications[index][metric] else { return nil }
            guard let base else { return own }
            return base.replications[index][metric].map { own - $0 }
        }
        guard let found = AntitheticPairs.varianceRatio(values, level: Experiment.level) else {
            return nil
        }
        return AntitheticEffect(
            policy: policy.policy.name, baseline: base?.policy.name, metric: metric,
            pairs: found.pairs, varianceRatio: found.ratio, interval: found.interval)
    }
}
