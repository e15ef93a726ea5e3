import DeviceModel
import Kernel
import Statistics

/// One policy's metric against the baseline's.
public struct PolicyComparison: Sendable {
    public let baseline: String
    public let policy: String
    public let metric: Metric
    public let paired: PairedDifference
    /// What is known of the mean difference.
    public let known: MeanInterval
    /// Holm's, over the policies of the scenario.
    public let adjustedPValue: Double?
    /// Wilcoxon's test; `nil` beyond ``mostRanked`` pairs, or where the caller asked for no ranks.
    public let signedRank: SignedRankTest?
    /// Holm's adjustment of its p-value, over the policies of the scenario.
    public let adjustedRankPValue: Double?
    /// The middle of the differences with its interval; `nil` beyond ``mostRanked`` pairs.
    public let shift: HodgesLehmann?
    /// `nil` where nothing speaks for it; see docs/background/statistics.md.
    public let bootstrap: PairedBootstrap?
    public let effectSize: EffectSize?
    /// `nil` below two pairs, and for a baseline mean of 0.
    public let equivalence: EquivalenceTest?
    /// Holm's adjustment of its p-value, over the policies of the scenario.
    public let adjustedEquivalence: Double?
    /// What may make the figures misleading, in the order of the cases.
    public let warnings: [ComparisonWarning]
    /// Those of the two that never acted, and those that lack values which the other has.
    let idle: [String]
    let incomplete: [String]

    /// The policies that a warning is about: one of the two, or both, or the comparison, which the
    /// policy stands for.
    public func policies(of warning: ComparisonWarning) -> [String] {
        if !warnings.contains(warning) { return [] }
        return switch warning {
        case .neverActed: idle
        case .unpaired: incomplete
        case .tooFewReplications, .heavyTail, .lumpy, .autocorrelation: [policy]
        }
    }

    /// Rank statistics are made of no more pairs: they take long, and the mean's interval is good.
    public static let mostRanked = 10_000

    /// What the figures show at the 5 % level, adjusted.
    public enum Verdict: String, Sendable {
        case lower
        case higher
        case equivalent
        case noDifferenceShown = "no difference shown"
    }

    /// A difference that is shown comes before equivalence, which may hold at the same time: see
    /// ``isEquivalent``.
    public var verdict: Verdict {
        if let adjustedPValue, adjustedPValue < 1 - Experiment.level,
            let difference = paired.difference
        {
            return difference < 0 ? .lower : .higher
        }
        return isEquivalent ? .equivalent : .noDifferenceShown
    }

    /// Whether a difference larger than the margin is refuted at the 5 % level, adjusted.
    public var isEquivalent: Bool { adjustedEquivalence.map { $0 < 1 - Experiment.level } ?? false }

    /// Fieller's interval of the ratio, where ``known`` is Student's: it rests on the same.
    public var ratioInterval: ConfidenceInterval? {
        switch known.method {
        case .exact, .student, .skewed: paired.ratioInterval
        case .twoParts, .bound, .few, .same, .none: nil
        }
    }

    /// The bootstrap, unless so few runs are unlike the others that no resample knows them.
    public var knownBootstrap: PairedBootstrap? {
        switch known.method {
        case .exact, .student, .skewed, .twoParts: bootstrap
        case .bound, .few, .same, .none: nil
        }
    }

    /// Whether bootstrap intervals are made: from 10 pairs on, up to 250 always, and up to 5 000
    /// where the differences are too skewed for the t interval.
    static func isBootstrapped(_ shape: SampleShape) -> Bool {
        10...250 ~= shape.count || (10...5000 ~= shape.count && shape.isTooSkewed)
    }
}

extension ExperimentResult {
    /// Every policy but the baseline against it, metric by metric, replication by replication.
    ///
    /// P-values are adjusted for the number of policies within each metric.
    /// - Parameters:
    ///   - metrics: those to compare; `nil`: all that there are.
    ///   - hasRanks: whether rank statistics and bootstrap intervals are made, which take most of
    ///     the time and decide no verdict.
    public func comparisons(
        of metrics: [Metric]? = nil, hasRanks: Bool = true
    ) -> [PolicyComparison] {
        let others = policies.enumerated().filter { $0.offset != scenario.baseline }.map(\.element)
        let byMetric = (metrics ?? self.metrics).map { compare(others, by: $0, hasRanks) }
        return others.indices.flatMap { other in
            byMetric.compactMap { $0[other] }
        }
    }

    private func compare(
        _ others: [PolicyResult], by metric: Metric, _ hasRanks: Bool
    ) -> [PolicyComparison?] {
        let base = baseline.values(of: metric)
        let parts = others.map { other in
            ComparisonParts(
                PairedSample(treatment: other.values(of: metric), baseline: base),
                share: scenario.replications.equivalence.magnitude, hasRanks: hasRanks,
                stream: RandomStream(
                    StreamKey(
                        seed: scenario.seed, replication: 0,
                        purpose: "bootstrap \(metric.rawValue) \(other.policy.name)")))
        }
        let adjusted = HolmAdjustment(parts.map(\.paired.pValue)).adjusted
        let ranked = HolmAdjustment(parts.map { $0.signedRank?.pValue }).adjusted
        let equivalent = HolmAdjustment(parts.map { $0.equivalence?.pValue }).adjusted
        return others.indices.map { index in
            let part = parts[index]
            guard part.paired.count > 0 else { return nil }
            let both = [others[index], baseline]
            let idle = both.filter(\.neverActed).map(\.policy.name)
            return PolicyComparison(
                baseline: baseline.policy.name, policy: others[index].policy.name,
                metric: metric, paired: part.paired,
                known: interval(of: metric, for: others[index], against: baseline),
                adjustedPValue: adjusted[index],
                signedRank: part.signedRank, adjustedRankPValue: ranked[index],
                shift: part.shift, bootstrap: part.bootstrap, effectSize: part.effectSize,
                equivalence: part.equivalence, adjustedEquivalence: equivalent[index],
                warnings: ComparisonWarning.all(
                    part.shape, unpaired: part.unpaired, neverActed: !idle.isEmpty),
                idle: idle,
                incomplete: both.filter { $0.lacks(metric, of: both) }.map(\.policy.name))
        }
    }
}

/// What one comparison is made of, before the adjustment for the others.
private struct ComparisonParts {
    let paired: PairedDifference
    let signedRank: SignedRankTest?
    let shift: HodgesLehmann?
    let bootstrap: PairedBootstrap?
    let effectSize: EffectSize?
    let equivalence: EquivalenceTest?
    let shape: SampleShape
    let unpaired: Int

    init(_ sample: PairedSample, share: Double, hasRanks: Bool, stream: RandomStream) {
        let level = Experiment.level
        let differences = sample.differences
        let isRanked = hasRanks && sample.count <= PolicyComparison.mostRanked
        paired = PairedDifference(
            treatment: sample.treatment, baseline: sample.baseline, level: level)
        signedRank = isRanked ? SignedRankTest(differences) : nil
        shift = isRanked ? HodgesLehmann(differences, level: level) : nil
        shape = SampleShape(differences)
        var stream = stream
        bootstrap =
            hasRanks && PolicyComparison.isBootstrapped(shape)
            ? PairedBootstrap(sample, level: level) { stream.next() } : nil
        effectSize = EffectSize(
            differences,
            of: (sample.treatment + sample.baseline).reduce(0) { max($0, $1.magnitude) })
        equivalence = EquivalenceTest(sample, share: share)
        unpaired = sample.unpaired
    }
}

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
