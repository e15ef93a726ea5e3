import DeviceModel
import Show
import Statistics
import Traces

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

    /// Compares two results of one scenario; throws ``ResultDiffError`` where that is impossible.
    ///
    /// - `tolerance`: The share of the earlier mean by which a metric may get worse; 0 or more.
    /// - `metrics`: `nil` for all of the earlier result.
    public init(
        base: RecordedResult, new: RecordedResult, tolerance: Double, metrics: [Metric]? = nil
    ) throws(ResultDiffError) {
        precondition(tolerance >= 0 && tolerance.isFinite, "a tolerance of \(tolerance)")
        self.base = base
        self.new = new
        self.tolerance = tolerance
        guard base.scenario == new.scenario else {
            throw .otherScenario(base.scenario, new.scenario)
        }
        guard base.horizon == new.horizon else {
            throw .otherHorizon(base.horizon, new.horizon)
        }
        rows = Self.rows(
            of: try Self.samples(base, new, metrics),
            isPaired: base.manifest.seed == new.manifest.seed, tolerance: tolerance)
        added = Self.added(base, new, metrics)
    }

    static func rows(of samples: [DiffSample], isPaired: Bool, tolerance: Double) -> [DiffRow] {
        let drafts = samples.map { DiffDraft($0, isPaired: isPaired, tolerance: tolerance) }
        let adjusted = HolmAdjustment(drafts.map(\.pValue)).adjusted
        let worse = HolmAdjustment(drafts.map(\.worsePValue)).adjusted
        return drafts.indices.map {
            DiffRow(drafts[$0], adjusted: adjusted[$0], worse: worse[$0])
        }
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
    ) throws(ResultDiffError) -> [DiffSample] {
        let known = Metric.allCases.filter { metric in
            base.policies.contains { $0.metrics.contains(metric) }
        }
        if let missing = (metrics ?? []).first(where: { !known.contains($0) }) {
            throw .noMetric(missing, possible: known)
        }
        var samples: [DiffSample] = []
        for policy in base.policies {
            guard let other = new.policy(policy.name) else {
                throw .missingPolicy(policy.name, possible: new.policies.map(\.name))
            }
            for metric in policy.metrics where metrics?.contains(metric) ?? true {
                guard other.metrics.contains(metric) else {
                    throw .missingMetric(metric, policy: policy.name)
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

/// Why two results cannot be compared.
public enum ResultDiffError: Error, Equatable, Sendable {
    case otherScenario(String, String)
    case otherHorizon(String, String)
    case missingPolicy(String, possible: [String])
    case missingMetric(Metric, policy: String)
    case noMetric(Metric, possible: [Metric])
}

/// One metric of one policy, in two results.
public struct DiffRow: Sendable {
    public let policy: String
    public let metric: Metric
    public let method: Method
    /// The replications that have the metric; in a paired comparison those of both.
    public let counts: (base: Int, new: Int)
    public let means: (base: Double, new: Double)
    public let difference: Double
    /// The interval of the difference; `nil` for fewer than two replications.
    public let interval: ConfidenceInterval?
    /// New over base; `nil` for a base mean of 0.
    public let ratio: Double?
    /// Two-sided, of no difference.
    public let pValue: Double?
    public let adjustedPValue: Double?
    /// One-sided, of "not worse by more than the tolerance", adjusted by Holm.
    ///
    /// `nil` for a metric without a better direction.
    public let adjustedWorsePValue: Double?
    public let verdict: Verdict
    public let isWorse: Bool

    /// The test that compares two results.
    public enum Method: String, Sendable {
        case paired
        case welch
    }

    /// The finding on one row.
    public enum Verdict: String, Sendable {
        case lower
        case higher
        case noDifferenceShown = "no difference shown"
        /// Every value is equal.
        case same
    }

    fileprivate init(_ draft: DiffDraft, adjusted: Double?, worse: Double?) {
        let error = 1 - ResultDiff.level
        policy = draft.sample.base.name
        metric = draft.sample.metric
        method = draft.method
        counts = (draft.base.count, draft.new.count)
        means = (draft.base.mean, draft.new.mean)
        difference = draft.difference
        interval = draft.interval
        ratio = draft.base.mean == 0 ? nil : draft.new.mean / draft.base.mean
        pValue = draft.pValue
        adjustedPValue = adjusted
        adjustedWorsePValue = worse
        if draft.isSame {
            verdict = .same
        } else if let adjusted, adjusted < error, difference != 0 {
            verdict = difference < 0 ? .lower : .higher
        } else {
            verdict = .noDifferenceShown
        }
        isWorse = !draft.isSame && worse.map { $0 < error } ?? false
    }
}
