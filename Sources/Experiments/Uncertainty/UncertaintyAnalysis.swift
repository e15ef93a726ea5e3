/// The uncertainty of a quantity, split into spread between drawn profiles and between
/// replications.
public struct UncertaintyEstimate: Sendable {
    public let quantity: UncertainQuantity
    /// Groups are profiles, values are replications; `nil` for fewer than two of either.
    public let components: VarianceComponents?
    public let means: [Double]

    public init(_ quantity: UncertainQuantity, _ draws: [ExperimentResult]) {
        self.quantity = quantity
        let groups = draws.map { quantity.values(in: $0).compactMap { $0 } }.filter { !$0.isEmpty }
        means = groups.map { $0.reduce(0, +) / Double($0.count) }
        // If replications lack the value, every group is cut to the size of the smallest.
        let size = groups.map(\.count).min() ?? 0
        components = VarianceComponents(
            groups.map { Array($0.prefix(size)) }, level: Experiment.level)
    }

    public var profileSpread: Double? { components.map { $0.between.squareRoot() } }
    public var chanceSpread: Double? { components.map { $0.within.squareRoot() } }

    /// The type 7 quantile of the draws' means, whose spread includes the remaining chance.
    public func percentile(_ fraction: Double) -> Double? {
        Summary.quantile(fraction, ofSorted: means.sorted())
    }

    /// The number of draws with a mean below 0.
    ///
    /// A difference with one sign under most profiles does not depend on the profile.
    public var below: Int { means.count { $0 < 0 } }
}

/// How far a quantity moves while one parameter passes its range and the others stay central.
public struct TornadoBar: Sendable {
    public let parameter: String
    public let quantity: UncertainQuantity
    public let lowValue: String
    public let highValue: String
    public let low: Double
    public let high: Double
    /// High − low, paired by replication: both ends share their random numbers.
    public let swing: Summary

    /// A bar between the ends of a range, or between the two most extreme of several alternatives.
    ///
    /// - `runs`: Two or more values with their experiments, ascending for a range.
    /// - `isRange`: Whether the first value is the low end, whatever the quantity does.
    /// - Returns: `nil` where the quantity is not known at both.
    public init?(
        _ parameter: String, _ quantity: UncertainQuantity,
        _ runs: [(value: String, result: ExperimentResult)], isRange: Bool
    ) {
        var known = runs.compactMap { run in
            quantity.mean(in: run.result).map { (value: run.value, mean: $0, result: run.result) }
        }
        guard known.count == runs.count, known.count >= 2 else { return nil }
        if !isRange { known.sort { $0.mean < $1.mean } }
        let (first, last) = (known[0], known[known.count - 1])
        (self.parameter, self.quantity) = (parameter, quantity)
        (lowValue, low) = (first.value, first.mean)
        (highValue, high) = (last.value, last.mean)
        let differences = zip(
            quantity.values(in: first.result), quantity.values(in: last.result)
        ).compactMap { low, high -> Double? in
            guard let low, let high else { return nil }
            return high - low
        }
        swing = Summary(of: differences, level: Experiment.level)
    }

    public var width: Double { (high - low).magnitude }
}

public struct QuantityIndices: Sendable {
    public let quantity: UncertainQuantity
    public let parameters: [String]
    public let indices: SobolIndices
}

/// A policy's metric, or its difference from the baseline's.
public struct UncertainQuantity: Hashable, Sendable {
    public let policy: String
    /// `nil` for the metric itself.
    public let baseline: String?
    public let metric: Metric

    /// For every metric of the result, that of every policy, then every difference from the
    /// baseline.
    public static func all(of result: ExperimentResult) -> [UncertainQuantity] {
        result.metrics.flatMap { all(of: result, metric: $0) }
    }

    public static func all(of result: ExperimentResult, metric: Metric) -> [UncertainQuantity] {
        let names = result.policies.map(\.policy.name)
        let base = result.baseline.policy.name
        return names.map { UncertainQuantity(policy: $0, baseline: nil, metric: metric) }
            + names.filter { $0 != base }.map {
                UncertainQuantity(policy: $0, baseline: base, metric: metric)
            }
    }

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

    public func mean(in result: ExperimentResult) -> Double? {
        let known = values(in: result).compactMap { $0 }
        return known.isEmpty ? nil : known.reduce(0, +) / Double(known.count)
    }
}
