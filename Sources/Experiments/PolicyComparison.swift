public struct PolicyComparison: Sendable {
    public let baseline: String
    public let policy: String
    public let metric: Metric
    public let paired: PairedDifference
    public let known: MeanInterval
    /// Adjusted by Holm over the scenario's policies.
    public fileprivate(set) var adjustedPValue: Double?
    /// Wilcoxon's test; `nil` beyond ``mostRanked`` pairs, or if ranks were not requested.
    public let signedRank: SignedRankTest?
    public fileprivate(set) var adjustedRankPValue: Double?
    /// The Hodges–Lehmann estimate; `nil` beyond ``mostRanked`` pairs.
    public let shift: HodgesLehmann?
    /// `nil` where it would not help; see docs/background/statistics.md.
    public let bootstrap: PairedBootstrap?
    public let effectSize: EffectSize?
    /// `nil` below two pairs, and for a baseline mean of 0.
    public let equivalence: EquivalenceTest?
    public fileprivate(set) var adjustedEquivalence: Double?
    public let warnings: [ComparisonWarning]
    /// Policies that never acted, and policies that lack values which the other has.
    let idle: [String]
    let incomplete: [String]

    /// Without adjusted values; `nil` without a replication that has both values.
    fileprivate init?(
        _ other: PolicyResult, by metric: Metric, in result: ExperimentResult, hasRanks: Bool
    ) {
        let (base, level) = (result.baseline, Experiment.level)
        let sample = PairedSample(
            treatment: other.values(of: metric), baseline: base.values(of: metric))
        guard sample.count > 0 else { return nil }
        let differences = sample.differences
        let isRanked = hasRanks && sample.count <= Self.mostRanked
        (baseline, policy, self.metric) = (base.policy.name, other.policy.name, metric)
        paired = PairedDifference(
            treatment: sample.treatment, baseline: sample.baseline, level: level)
        known = result.interval(of: metric, for: other, against: base)
        signedRank = isRanked ? SignedRankTest(differences) : nil
        shift = isRanked ? HodgesLehmann(differences, level: level) : nil
        let shape = SampleShape(differences)
        var stream = RandomStream(
            StreamKey(
                seed: result.scenario.seed, replication: 0,
                purpose: "bootstrap \(metric.rawValue) \(policy)"))
        bootstrap =
            hasRanks && Self.isBootstrapped(shape)
            ? PairedBootstrap(sample, level: level) { stream.next() } : nil
        effectSize = EffectSize(
            differences,
            of: (sample.treatment + sample.baseline).reduce(0) { max($0, $1.magnitude) })
        equivalence = EquivalenceTest(
            sample, share: result.scenario.replications.equivalence.magnitude)
        let both = [other, base]
        idle = both.filter(\.neverActed).map(\.policy.name)
        incomplete = both.filter { $0.lacks(metric, of: both) }.map(\.policy.name)
        warnings = ComparisonWarning.all(
            shape, unpaired: sample.unpaired, neverActed: !idle.isEmpty)
    }

    public func policies(of warning: ComparisonWarning) -> [String] {
        if !warnings.contains(warning) { return [] }
        return switch warning {
        case .neverActed: idle
        case .unpaired: incomplete
        case .tooFewReplications, .heavyTail, .lumpy, .autocorrelation: [policy]
        }
    }

    /// The most pairs for rank statistics, which are slow; beyond it the mean's interval suffices.
    public static let mostRanked = 10_000

    /// The finding at the 5 % level, after adjustment.
    public enum Verdict: String, Sendable {
        case lower, higher, equivalent
        case noDifferenceShown = "no difference shown"
    }

    /// A difference takes precedence over equivalence; both may hold, see ``isEquivalent``.
    public var verdict: Verdict {
        if let adjustedPValue, adjustedPValue < 1 - Experiment.level,
            let difference = paired.difference
        {
            return difference < 0 ? .lower : .higher
        }
        return isEquivalent ? .equivalent : .noDifferenceShown
    }

    public var isEquivalent: Bool { adjustedEquivalence.map { $0 < 1 - Experiment.level } ?? false }

    /// Fieller's interval of the ratio, where ``known`` is Student's and so shares its assumptions.
    public var ratioInterval: ConfidenceInterval? {
        switch known.method {
        case .exact, .student, .skewed: paired.ratioInterval
        case .twoParts, .bound, .few, .same, .none: nil
        }
    }

    /// The bootstrap, unless too few runs are unlike the others for resamples to show them.
    public var knownBootstrap: PairedBootstrap? {
        switch known.method {
        case .exact, .student, .skewed, .twoParts: bootstrap
        case .bound, .few, .same, .none: nil
        }
    }

    /// Whether to bootstrap: from 10 to 250 pairs, and up to 5000 if skewed.
    static func isBootstrapped(_ shape: SampleShape) -> Bool {
        10...250 ~= shape.count || (10...5000 ~= shape.count && shape.isTooSkewed)
    }
}

extension ExperimentResult {
    /// Compares every policy with the baseline, metric by metric, paired by replication.
    ///
    /// P-values are adjusted for the number of policies within each metric.
    /// - Parameters:
    ///   - metrics: `nil` for all.
    ///   - hasRanks: Whether to compute rank statistics and bootstrap intervals, which are slow and
    ///     decide no verdict.
    public func comparisons(
        of metrics: [Metric]? = nil, hasRanks: Bool = true
    ) -> [PolicyComparison] {
        let others = policies.enumerated().filter { $0.offset != scenario.baseline }.map(\.element)
        let byMetric = (metrics ?? self.metrics).map { compare(others, by: $0, hasRanks) }
        return others.indices.flatMap { other in byMetric.compactMap { $0[other] } }
    }

    private func compare(
        _ others: [PolicyResult], by metric: Metric, _ hasRanks: Bool
    ) -> [PolicyComparison?] {
        var compared = others.map { PolicyComparison($0, by: metric, in: self, hasRanks: hasRanks) }
        let adjusted = HolmAdjustment(compared.map { $0?.paired.pValue }).adjusted
        let ranked = HolmAdjustment(compared.map { $0?.signedRank?.pValue }).adjusted
        let equivalent = HolmAdjustment(compared.map { $0?.equivalence?.pValue }).adjusted
        for index in compared.indices {
            compared[index]?.adjustedPValue = adjusted[index]
            compared[index]?.adjustedRankPValue = ranked[index]
            compared[index]?.adjustedEquivalence = equivalent[index]
        }
        return compared
    }

    /// Measured on the replications themselves.
    ///
    /// Empty for independent replications, fewer than four whole pairs, and what does not vary.
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

/// The effect of antithetic pairs on the mean of a metric, or on its difference from the baseline.
public struct AntitheticEffect: Sendable {
    public let policy: String
    /// `nil` for the metric itself.
    public let baseline: String?
    public let metric: Metric
    public let pairs: Int
    /// The variance of the mean over that of independent replications.
    ///
    /// 1 without an effect; at 0.5 half as many replications suffice.
    public let varianceRatio: Double
    public let interval: ConfidenceInterval
}
