import DeviceModel

/// What is asked of a comparison: a policy's metric, or how it differs from the baseline's.
public struct UncertainQuantity: Hashable, Sendable {
    public let policy: String
    /// `nil`: the metric itself.
    public let baseline: String?
    public let metric: Metric

    /// The metric of every policy, then the difference of every policy but the baseline, for every
    /// metric that the result has.
    public static func all(of result: ExperimentResult) -> [UncertainQuantity] {
        result.metrics.flatMap { all(of: result, metric: $0) }
    }

    /// The same for one metric.
    public static func all(
        of result: ExperimentResult, metric: Metric
    ) -> [UncertainQuantity] {
        let names = result.policies.map(\.policy.name)
        let base = result.baseline.policy.name
        return names.map { UncertainQuantity(policy: $0, baseline: nil, metric: metric) }
            + names.filter { $0 != base }.map {
                UncertainQuantity(policy: $0, baseline: base, metric: metric)
            }
    }

    /// Its value in every replication, `nil` where it has none.
    public func values(in result: ExperimentResult) -> [Double?] {
        func values(_ name: String) -> [Double?] {
            result.policies.first { $0.policy.name == name }?.values(of: metric) ?? []
        }
        guard let baseline else { return values(policy) }
        return zip(values(policy), values(baseline)).map { own, base in
            guard let own, let base else { return nil }
            return own - base
        }
    }

    /// Its mean over the replications that have it.
    public func mean(in result: ExperimentResult) -> Double? {
        let known = values(in: result).compactMap { $0 }
        return known.isEmpty ? nil : known.reduce(0, +) / Double(known.count)
    }
}
