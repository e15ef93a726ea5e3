struct DiffSample {
    let metric: Metric
    let base: RecordedPolicy
    let new: RecordedPolicy

    fileprivate var oldValues: [Double?] { base.independentValues(of: metric) }
    fileprivate var newValues: [Double?] { new.independentValues(of: metric) }
}

public struct DiffRow: Sendable {
    public let method: Method
    /// The interval of the difference; `nil` for fewer than two replications.
    public let interval: ConfidenceInterval?
    /// Two-sided, of no difference.
    public let pValue: Double?
    public internal(set) var adjustedPValue: Double?
    /// For the hypothesis "not worse by more than the tolerance".
    let worsePValue: Double?
    /// One-sided, of "not worse by more than the tolerance", adjusted by Holm.
    ///
    /// `nil` for a metric without a better direction.
    public internal(set) var adjustedWorsePValue: Double?
    private let sample: DiffSample
    private let base: SampleMoments
    private let new: SampleMoments

    public enum Method: String, Sendable { case paired, welch }

    public enum Verdict: String, Sendable {
        case lower, higher
        case noDifferenceShown = "no difference shown"
        case same
    }

    init(_ sample: DiffSample, isPaired: Bool, tolerance: Double) {
        let paired = isPaired ? DiffRow(pairing: sample, tolerance) : nil
        self = paired ?? DiffRow(comparing: sample, tolerance)
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
        (interval, pValue) = (welch.interval, welch.pValue)
        worsePValue = Self.edge(sample.metric, base.mean, tolerance).flatMap { edge in
            let scaled = base.scaled(by: edge.factor)
            return switch edge.side {
            case .atMost: WelchDifference(treatment: new, baseline: scaled).greaterPValue
            case .atLeast: WelchDifference(treatment: scaled, baseline: new).greaterPValue
            }
        }
    }

    public var policy: String { sample.base.name }
    public var metric: Metric { sample.metric }
    /// The replications that have the metric; in a paired comparison those of both.
    public var counts: (base: Int, new: Int) { (base.count, new.count) }
    public var means: (base: Double, new: Double) { (base.mean, new.mean) }
    public var difference: Double { new.mean - base.mean }
    public var ratio: Double? { base.mean == 0 ? nil : new.mean / base.mean }

    public var verdict: Verdict {
        if isSame { return .same }
        guard let adjustedPValue, adjustedPValue < 1 - ResultDiff.level, difference != 0 else {
            return .noDifferenceShown
        }
        return difference < 0 ? .lower : .higher
    }

    public var isWorse: Bool {
        !isSame && adjustedWorsePValue.map { $0 < 1 - ResultDiff.level } ?? false
    }

    /// Compares common replications, or moments where one result has only these.
    private var isSame: Bool {
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
            count: moments.count, mean: moments.mean, standardDeviation: moments.standardDeviation)
    }
}
