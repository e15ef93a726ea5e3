/// How much of the spread of single values lies between groups, and how much within them: the
/// one-way random-effects analysis of variance with groups of equal size.
///
/// S. R. Searle, G. Casella, C. E. McCulloch, *Variance Components*, 1992, chapter 3. The groups
/// are a random sample of all that could have been (phones drawn from what is known of them), and
/// values of different groups are independent: their runs must not share random numbers. Intervals
/// and the test assume normal effects.
public struct VarianceComponents: Equatable, Sendable {
    public let groups: Int
    /// Values of each group.
    public let size: Int
    /// Over all values.
    public let mean: Double
    /// Of the mean over all groups that could have been: Student's t with groups − 1 degrees of
    /// freedom on the groups' means.
    public let interval: ConfidenceInterval
    /// σ² within groups, the mean square within.
    public let within: Double
    /// σ² between groups, (mean square between − mean square within) / size; 0 where that is
    /// negative.
    public let between: Double
    /// Whether the estimate of σ² between groups was negative.
    public let isTruncated: Bool
    /// Of σ² between groups, by J. S. Williams, "A confidence interval for variance components",
    /// Biometrika 49 (1962); covers at least as often as `level` says, nearly. Ends below 0 are 0.
    public let betweenInterval: ConfidenceInterval
    /// Of the hypothesis that the groups do not differ: the F test. 0 where values within groups
    /// do not vary and groups do, 1 where nothing varies.
    public let pValue: Double

    /// - Parameters:
    ///   - values: by group, as many in each; finite.
    ///   - level: of the intervals, strictly between 0 and 1.
    /// - Returns: `nil` for fewer than two groups, or fewer than two values in each.
    public init?(_ values: [[Double]], level: Double = 0.95) {
        requireLevel(level)
        guard values.count >= 2, let size = values.first?.count, size >= 2 else { return nil }
        precondition(values.allSatisfy { $0.count == size }, "groups of unequal size")
        for group in values { requireFinite(group, "a group") }
        let means = values.map { GSL.mean($0) }
        let mean = GSL.mean(means)
        let variances = zip(values, means).map { GSL.variance($0, about: $1) }
        let (a, n) = (Double(values.count), Double(size))
        let msWithin = GSL.mean(variances)
        let msBetween = n * GSL.variance(means, about: mean)
        let component = (msBetween - msWithin) / n
        (groups, self.size, self.mean, within) = (values.count, size, mean, msWithin)
        between = max(0, component)
        isTruncated = component < 0
        let factor = StudentT(degreesOfFreedom: values.count - 1).factor(forLevel: level)
        let half = factor * (msBetween / (a * n)).squareRoot()
        interval = ConfidenceInterval(level: level, low: mean - half, high: mean + half)
        let square = FSquares(msBetween, msWithin, groups: a, size: n)
        betweenInterval = square.betweenInterval(level: level)
        pValue = square.pValue
    }

    /// The share of the variance of a single value that lies between groups (intraclass
    /// correlation); `nil` where nothing varies.
    public var shareBetween: Double? {
        let sum = between + within
        return sum > 0 ? between / sum : nil
    }
}

/// Two mean squares with their degrees of freedom.
private struct FSquares {
    let between: Double
    let within: Double
    let upper: Double
    let lower: Double
    let size: Double

    init(_ between: Double, _ within: Double, groups: Double, size: Double) {
        (self.between, self.within, self.size) = (between, within, size)
        (upper, lower) = (groups - 1, groups * (size - 1))
    }

    var pValue: Double {
        if within == 0 { return between > 0 ? 0 : 1 }
        let weighted = upper * between
        return IncompleteBeta.above(weighted / (weighted + lower * within), upper / 2, lower / 2)
    }

    func betweenInterval(level: Double) -> ConfidenceInterval {
        let tail = (1 - level) / 2
        let ends = [tail, 1 - tail].map { probability in
            let ratio = QuantileSearch.fUpper(probability, upper, lower)
            let square = QuantileSearch.chiSquaredUpper(probability, upper)
            return max(0, upper * (between - ratio * within) / (size * square))
        }
        return ConfidenceInterval(level: level, low: min(ends[0], ends[1]), high: ends[1])
    }
}
