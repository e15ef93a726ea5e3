/// The spread of values between groups and within them: one-way random-effects analysis of
/// variance.
///
/// S. R. Searle, G. Casella, C. E. McCulloch, *Variance Components*, 1992, chapter 3, for groups of
/// equal size. Assumes that the groups are a random sample and independent, so their runs must not
/// share random numbers. Intervals and the test assume normal effects.
public struct VarianceComponents: Equatable, Sendable {
    public let groups: Int
    public let size: Int
    public let mean: Double
    /// The interval of the mean over all possible groups.
    ///
    /// Student's t with groups − 1 degrees of freedom on the groups' means.
    public let interval: ConfidenceInterval
    public let within: Double
    /// σ² between groups, (mean square between − mean square within) / size; 0 if negative.
    public let between: Double
    public let isTruncated: Bool
    /// The interval of σ² between groups; it covers about its level or more. Ends below 0 are set
    /// to 0.
    ///
    /// J. S. Williams, Biometrika 49 (1962).
    public let betweenInterval: ConfidenceInterval
    /// The *p*-value of the F test that the groups do not differ.
    ///
    /// 0 where only groups vary, 1 where nothing varies.
    public let pValue: Double

    /// `nil` for fewer than two groups, or fewer than two values in each; groups have equal sizes.
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

    /// The intraclass correlation; `nil` where nothing varies.
    public var shareBetween: Double? {
        let sum = between + within
        return sum > 0 ? between / sum : nil
    }
}

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
