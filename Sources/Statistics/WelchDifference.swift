/// The moments of a sample: enough for a *t* test.
public struct SampleMoments: Equatable, Sendable {
    /// The number of values, *n*.
    public let count: Int
    public let mean: Double
    /// With divisor n − 1; `nil` for one value.
    public let standardDeviation: Double?

    /// - Parameters:
    ///   - count: At least 1.
    ///   - mean: Finite.
    ///   - standardDeviation: From 0; `nil` for one value.
    public init(count: Int, mean: Double, standardDeviation: Double?) {
        precondition(count >= 1 && mean.isFinite, "\(count) values of mean \(mean)")
        precondition((standardDeviation ?? 0) >= 0, "deviation \(standardDeviation ?? 0)")
        self.count = count
        self.mean = mean
        self.standardDeviation = standardDeviation
    }

    /// The moments of `values`, all finite; `nil` for no values.
    public init?(of values: [Double]) {
        let summary = Summary(of: values)
        guard let mean = summary.mean else { return nil }
        self.init(
            count: summary.count, mean: mean, standardDeviation: summary.standardDeviation)
    }

    /// The moments of the values times `factor`.
    public func scaled(by factor: Double) -> SampleMoments {
        SampleMoments(
            count: count, mean: mean * factor,
            standardDeviation: standardDeviation.map { $0 * factor.magnitude })
    }
}

/// The difference of the means of two independent samples.
///
/// B. L. Welch, Biometrika 34 (1947): the variances may differ. The degrees of freedom are Welch
/// and Satterthwaite's, rounded down, which is conservative. Assumes independent values, roughly
/// normal or many. Replications that share a seed are not independent samples: see
/// ``PairedDifference``.
public struct WelchDifference: Equatable, Sendable {
    /// Treatment − baseline.
    public let difference: Double
    public let level: Double
    /// `nil` where a sample has fewer than two values.
    public let standardError: Double?
    /// Student's *t* interval; `nil` where a sample has fewer than two values.
    public let interval: ConfidenceInterval?
    /// The two-sided *p*-value of no difference; `nil` where a sample has fewer than two values.
    ///
    /// Without spread it is 1 for no difference, else 0.
    public let pValue: Double?
    /// The *p*-value of a treatment mean at most the baseline's: small where it is shown to be
    /// larger.
    public let greaterPValue: Double?

    /// Compares two samples by their moments; `level` is strictly between 0 and 1.
    public init(treatment: SampleMoments, baseline: SampleMoments, level: Double = 0.95) {
        requireLevel(level)
        let difference = treatment.mean - baseline.mean
        self.difference = difference
        self.level = level
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

extension SampleMoments {
    /// The square of the mean's standard error; `nil` for one value.
    fileprivate var errorSquare: Double? {
        guard count >= 2, let standardDeviation else { return nil }
        return standardDeviation * standardDeviation / Double(count)
    }
}
