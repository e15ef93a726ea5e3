/// The differences between a new result and an earlier one, by policy and metric.
///
/// Replications with equal seeds are compared in pairs. Pairs are independent of each other
/// whatever else changed, so the paired test holds even where the worlds have little in common.
/// Results of different seeds are independent samples, compared by Welch's test.
public struct ResultDiff: Sendable {
    public let base: RecordedResult
    public let new: RecordedResult
    /// The share of the earlier mean by which a metric may get worse.
    public let tolerance: Double
    /// In the order of the earlier result's policies, then of `Metric`.
    public let rows: [DiffRow]
    public let added: [String]

    public static let level = Experiment.level

    /// Compares two results of one scenario; throws where that is impossible.
    ///
    /// - `tolerance`: The share of the earlier mean by which a metric may get worse; 0 or more.
    /// - `metrics`: `nil` for all of the earlier result.
    public init(
        base: RecordedResult, new: RecordedResult, tolerance: Double, metrics: [Metric]? = nil
    ) throws(IncomparableResults) {
        precondition(tolerance >= 0 && tolerance.isFinite, "a tolerance of \(tolerance)")
        (self.base, self.new, self.tolerance) = (base, new, tolerance)
        guard base.scenario == new.scenario else {
            throw IncomparableResults(
                "\(base.folder) is a result of the scenario \(base.scenario), \(new.folder) of "
                    + new.scenario)
        }
        guard base.horizon == new.horizon else {
            throw IncomparableResults(
                "a run of \(base.folder) is \(base.horizon) long, one of \(new.folder) "
                    + new.horizon)
        }
        rows = Self.rows(
            of: try Self.samples(base, new, metrics),
            isPaired: base.manifest.seed == new.manifest.seed, tolerance: tolerance)
        added = Self.added(base, new, metrics)
    }

    static func rows(of samples: [DiffSample], isPaired: Bool, tolerance: Double) -> [DiffRow] {
        var rows = samples.map { DiffRow($0, isPaired: isPaired, tolerance: tolerance) }
        let adjusted = HolmAdjustment(rows.map(\.pValue)).adjusted
        let worse = HolmAdjustment(rows.map(\.worsePValue)).adjusted
        for index in rows.indices {
            rows[index].adjustedPValue = adjusted[index]
            rows[index].adjustedWorsePValue = worse[index]
        }
        return rows
    }

    public var changedInputs: [String] { Self.changedInputs(base.manifest, new.manifest) }

    static func changedInputs(_ base: Manifest, _ new: Manifest) -> [String] {
        changedFiles(base.inputs, new.inputs)
    }

    /// The names of files that differ in content or are in one list only.
    static func changedFiles(_ base: [Manifest.File], _ new: [Manifest.File]) -> [String] {
        let names = (base + new).map(\.name)
        return names.enumerated().filter { index, name in
            !names[..<index].contains(name)
                && base.filter { $0.name == name } != new.filter { $0.name == name }
        }.map(\.element)
    }

    public var isWorse: Bool { rows.contains { $0.isWorse } }

    private static func samples(
        _ base: RecordedResult, _ new: RecordedResult, _ metrics: [Metric]?
    ) throws(IncomparableResults) -> [DiffSample] {
        let known = Metric.allCases.filter { metric in
            base.policies.contains { $0.metrics.contains(metric) }
        }
        if let missing = (metrics ?? []).first(where: { !known.contains($0) }) {
            throw IncomparableResults(
                "\(base.folder) has no \(missing.rawValue)",
                advice: "It has \(known.map(\.rawValue).joined(separator: ", ")).")
        }
        var samples: [DiffSample] = []
        for policy in base.policies {
            guard let other = new.policy(policy.name) else {
                throw IncomparableResults(
                    "\(new.folder) has no policy \(policy.name), which \(base.folder) has",
                    advice: "It has \(new.policies.map(\.name).joined(separator: ", ")).")
            }
            for metric in policy.metrics where metrics?.contains(metric) ?? true {
                guard other.metrics.contains(metric) else {
                    throw IncomparableResults(
                        "\(new.folder) has no \(metric.columnName) of \(policy.name), which "
                            + "\(base.folder) has",
                        advice: "Name the metrics to compare by --metric, or make the base again.")
                }
                samples.append(DiffSample(metric: metric, base: policy, new: other))
            }
        }
        return samples
    }

    private static func added(
        _ base: RecordedResult, _ new: RecordedResult, _ metrics: [Metric]?
    ) -> [String] {
        new.policies.flatMap { policy in
            guard let old = base.policy(policy.name) else { return ["the policy \(policy.name)"] }
            let more = policy.metrics.filter { metric in
                !old.metrics.contains(metric) && metrics?.contains(metric) ?? true
            }
            return more.map { "\(policy.name)'s \($0.columnName)" }
        }
    }
}

public struct IncomparableResults: Error, Equatable, Sendable {
    public let message: String
    public let advice: String

    init(
        _ message: String,
        advice: String = "Compare results of one scenario, of runs of one length."
    ) { (self.message, self.advice) = (message, advice) }
}
