import DeviceModel
import Statistics
import Traces

/// One metric of one policy in two results, as it was read.
struct DiffSample {
    let metric: Metric
    let base: RecordedPolicy
    let new: RecordedPolicy
}

/// The same compared, before the adjustment for the others.
struct DiffDraft {
    let sample: DiffSample
    let method: DiffRow.Method
    let base: SampleMoments
    let new: SampleMoments
    let difference: Double
    let interval: ConfidenceInterval?
    let pValue: Double?
    /// Of "not worse by more than the tolerance".
    let worsePValue: Double?
    let isSame: Bool

    /// - Parameters:
    ///   - sample: that both results have.
    ///   - isPaired: whether the two have a seed in common.
    ///   - tolerance: the share of the earlier mean by which the metric may get worse.
    init(_ sample: DiffSample, isPaired: Bool, tolerance: Double) {
        let old = sample.base.independentValues(of: sample.metric)
        let later = sample.new.independentValues(of: sample.metric)
        let count = min(old.count, later.count)
        var pairs: (base: [Double], new: [Double]) = ([], [])
        for case (let first?, let second?) in zip(old, later) {
            pairs.base.append(first)
            pairs.new.append(second)
        }
        self.sample = sample
        isSame =
            old == later
            && sample.base.moments(of: sample.metric) == sample.new.moments(of: sample.metric)
        let isEven = isPaired && count > 0
        if isEven, let base = SampleMoments(of: pairs.base), let new = SampleMoments(of: pairs.new)
        {
            let paired = PairedDifference(
                treatment: pairs.new, baseline: pairs.base, level: ResultDiff.level)
            method = .paired
            (self.base, self.new) = (base, new)
            difference = new.mean - base.mean
            (interval, pValue) = (paired.interval, paired.pValue)
            worsePValue = Self.edge(sample.metric, base.mean, tolerance).flatMap { edge in
                LimitTest(
                    zip(pairs.new, pairs.base).map {
                        PairedDifference.excess($0, over: edge.factor * $1)
                    }, side: edge.side, limit: 0, level: ResultDiff.level
                ).brokenPValue
            }
            return
        }
        let (base, new) = (
            sample.base.sample(of: sample.metric), sample.new.sample(of: sample.metric)
        )
        let welch = WelchDifference(treatment: new, baseline: base, level: ResultDiff.level)
        method = .welch
        (self.base, self.new) = (base, new)
        difference = welch.difference
        (interval, pValue) = (welch.interval, welch.pValue)
        worsePValue = Self.edge(sample.metric, base.mean, tolerance).flatMap { edge in
            let scaled = base.scaled(by: edge.factor)
            return switch edge.side {
            case .atMost: WelchDifference(treatment: new, baseline: scaled).greaterPValue
            case .atLeast: WelchDifference(treatment: scaled, baseline: new).greaterPValue
            }
        }
    }

    /// What the new mean should keep to: so many times the earlier one, which may be negative.
    ///
    /// - Returns: `nil` for a metric that has no better side.
    private static func edge(
        _ metric: Metric, _ mean: Double, _ tolerance: Double
    ) -> (side: LimitTest.Side, factor: Double)? {
        let sign: Double = mean < 0 ? -1 : 1
        switch metric.better {
        case .smaller: return (.atMost, 1 + sign * tolerance)
        case .larger: return (.atLeast, 1 - sign * tolerance)
        case nil: return nil
        }
    }
}

extension RecordedPolicy {
    /// One metric by replication, or by antithetic pair the mean of its two.
    fileprivate func independentValues(of metric: Metric) -> [Double?] {
        isAntithetic ? AntitheticPairs.means(values(of: metric)) : values(of: metric)
    }

    fileprivate func moments(of metric: Metric) -> Moments? {
        moments.first { $0.metric == metric }
    }

    /// The moments of a metric that the policy has.
    fileprivate func sample(of metric: Metric) -> SampleMoments {
        let values = independentValues(of: metric).compactMap { $0 }
        if let sample = SampleMoments(of: values) { return sample }
        guard let moments = moments(of: metric) else {
            preconditionFailure("\(name) has no \(metric.rawValue)")
        }
        return SampleMoments(
            count: moments.count, mean: moments.mean,
            standardDeviation: moments.standardDeviation)
    }
}
