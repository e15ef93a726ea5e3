/// The moments of a sample: enough for a *t* test.
public struct SampleMoments: Equatable, Sendable {
    public let count: Int
    public let mean: Double
    /// With divisor n − 1; `nil` for one value.
    public let standardDeviation: Double?

    public init(count: Int, mean: Double, standardDeviation: Double?) {
        precondition(count >= 1 && mean.isFinite, "\(count) values of mean \(mean)")
        precondition((standardDeviation ?? 0) >= 0, "deviation \(standardDeviation ?? 0)")
        (self.count, self.mean, self.standardDeviation) = (count, mean, standardDeviation)
    }

    /// `nil` for no values.
    public init?(of values: [Double]) {
        let summary = Summary(of: values)
        guard let mean = summary.mean else { return nil }
        self.init(count: summary.count, mean: mean, standardDeviation: summary.standardDeviation)
    }

    public func scaled(by factor: Double) -> SampleMoments {
        SampleMoments(
            count: count, mean: mean * factor,
            standardDeviation: standardDeviation.map { $0 * factor.magnitude })
    }

    fileprivate var errorSquare: Double? {
        guard count >= 2, let standardDeviation else { return nil }
        return standardDeviation * standardDeviation / Double(count)
    }
}

/// The difference of the means of two independent samples.
///
/// B. L. Welch, Biometrika 34 (1947): the variances may differ. The degrees of freedom are Welch
/// and Satterthwaite's, rounded down, which is conservative. Assumes independent values, roughly
/// normal or many. Replications that share a seed are not independent samples: see
/// ``PairedDifference``.
public struct WelchDifference: Equatable, Sendable {
    public let difference: Double
    public let level: Double
    /// `nil` where a sample has fewer than two values.
    public let standardError: Double?
    /// `nil` where a sample has fewer than two values.
    public let interval: ConfidenceInterval?
    /// `nil` where a sample has fewer than two values; without spread 1 for no difference, else 0.
    public let pValue: Double?
    /// Small where the treatment's mean is shown to be larger.
    public let greaterPValue: Double?

    public init(treatment: SampleMoments, baseline: SampleMoments, level: Double = 0.95) {
        requireLevel(level)
        let difference = treatment.mean - baseline.mean
        (self.difference, self.level) = (difference, level)
        guard let first = treatment.errorSquare, let second = baseline.errorSquare else {
            (standardError, interval, pValue, greaterPValue) = (nil, nil, nil, nil)
            return
        }
        let error = (first + second).squareRoot()
        standardError = error
        let statistic = difference / error
        guard error > 0, statistic.isFinite else {
            interval = ConfidenceInterval(level: level, low: difference, high: difference)
            pValue = difference == 0 ? 1 : 0
            greaterPValue = difference > 0 ? 0 : 1
            return
        }
        let weight =
            first * first / Double(treatment.count - 1)
            + second * second / Double(baseline.count - 1)
        let freedom = (first + second) * (first + second) / weight
        // At least the smaller sample's degrees of freedom, which a quotient of tiny squares may
        // lose.
        let least = min(treatment.count, baseline.count) - 1
        let most = treatment.count + baseline.count - 2
        let student = StudentT(
            degreesOfFreedom: freedom.isFinite
                ? max(Int(min(freedom, Double(most)).rounded(.down)), least) : least)
        let halfWidth = student.factor(forLevel: level) * error
        interval = ConfidenceInterval(
            level: level, low: difference - halfWidth, high: difference + halfWidth)
        pValue = student.twoSidedPValue(statistic)
        greaterPValue = student.cdf(-statistic)
    }
}
