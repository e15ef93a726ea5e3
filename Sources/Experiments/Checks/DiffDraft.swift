import DeviceModel
import Statistics
import Traces

/// One metric of one policy in two results.
struct DiffSample {
    let metric: Metric
    let base: RecordedPolicy
    let new: RecordedPolicy

    fileprivate var oldValues: [Double?] { base.independentValues(of: metric) }
    fileprivate var newValues: [Double?] { new.independentValues(of: metric) }
}

/// A comparison before adjustment.
struct DiffDraft {
    let sample: DiffSample
    let method: DiffRow.Method
    let base: SampleMoments
    let new: SampleMoments
    let difference: Double
    let interval: ConfidenceInterval?
    let pValue: Double?
    /// For the hypothesis "not worse by more than the tolerance".
    let worsePValue: Double?

    init(_ sample: DiffSample, isPaired: Bool, tolerance: Double) {
        let paired = isPaired ? DiffDraft(pairing: sample, tolerance) : nil
        self = paired ?? DiffDraft(comparing: sample, tolerance)
    }

    /// `nil` without common replications, which share their world.
    private init?(pairing sample: DiffSample, _ tolerance: Double) {
        var pairs: (base: [Double], new: [Double]) = ([], [])
        for case (let first?, let second?) in zip(sample.oldValues, sample.newValues) {
            pairs.base.append(first)
            pairs.new.append(second)
        }
        guard let base = SampleMoments(of: pairs.base), let new = SampleMoments(of: pairs.new)
        else { return nil }
        let paired = PairedDifference(
            treatment: pairs.new, baseline: pairs.base, level: ResultDiff.level)
        (self.sample, method) = (sample, .paired)
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
    }

    private init(comparing sample: DiffSample, _ tolerance: Double) {
        let base = sample.base.sample(of: sample.metric)
        let new = sample.new.sample(of: sample.metric)
        let welch = WelchDifference(treatment: new, baseline: base, level: ResultDiff.level)
        (self.sample, method) = (sample, .welch)
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

    /// Compares common replications, or moments where one result has only these.
    var isSame: Bool {
        let (old, new) = (sample.oldValues, sample.newValues)
        if old.isEmpty || new.isEmpty {
            return sample.base.moments(of: sample.metric) == sample.new.moments(of: sample.metric)
        }
        guard method == .paired else { return old == new }
        let count = min(old.count, new.count)
        return old.prefix(count) == new.prefix(count)
    }

    /// The bound of the new mean as a multiple of the earlier one, which may be negative.
    ///
    /// - Returns: `nil` for a metric without a better direction.
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
    fileprivate func independentValues(of metric: Metric) -> [Double?] {
        isAntithetic ? AntitheticPairs.means(values(of: metric)) : values(of: metric)
    }

    fileprivate func moments(of metric: Metric) -> Moments? {
        moments.first { $0.metric == metric }
    }

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
