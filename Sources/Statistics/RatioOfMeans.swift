/// The ratio of two paired means, with the interval of Fieller's theorem.
///
/// E. C. Fieller, "Some problems in interval estimation", Journal of the Royal Statistical
/// Society B 16 (1954): the interval holds every ratio ρ for which the pairs' x − ρy do not
/// differ from 0 by a *t* test. Exact for normal pairs, however they are correlated.
struct RatioOfMeans {
    private let count: Int
    private let numerator: [Double]
    private let denominator: [Double]
    private let denominatorMean: Double
    /// The mean of the numerators over the mean of the denominators.
    let ratio: Double

    /// - Returns: `nil` for no pairs and for a denominator whose mean is 0.
    init?(numerator: [Double], denominator: [Double]) {
        guard !numerator.isEmpty else { return nil }
        let denominatorMean = GSL.mean(denominator)
        guard denominatorMean != 0 else { return nil }
        let ratio = GSL.mean(numerator) / denominatorMean
        guard ratio.isFinite else { return nil }
        self.count = numerator.count
        self.numerator = numerator
        self.denominator = denominator
        self.denominatorMean = denominatorMean
        self.ratio = ratio
    }

    /// Fieller's interval at `level`.
    ///
    /// With r = x − ρ̂y the theorem's quadratic in ρ, shifted to ρ̂, has the solutions
    ///
    ///     ρ̂ − k·c / (1 − g) ± (t / |ȳ|) · √(v·(1 − g) + k·c²) / (1 − g)
    ///
    /// where v, w and c are the variances of r̄ and ȳ and their covariance, k = t² / ȳ² and
    /// g = k·w. Written with the residuals r, no term cancels another, so that pairs that hardly
    /// differ keep their digits.
    /// - Returns: `nil` for fewer than two pairs, and for g ≥ 1, where the denominator's mean
    ///   does not differ from 0 at this level and the set of ratios has no two ends.
    func interval(level: Double) -> ConfidenceInterval? {
        guard count >= 2 else { return nil }
        let residuals = zip(numerator, denominator).map { $0 - ratio * $1 }
        let mean = GSL.mean(residuals)
        let size = Double(count)
        let v = GSL.variance(residuals, about: mean) / size
        let w = GSL.variance(denominator, about: denominatorMean) / size
        let c =
            GSL.covariance(residuals, about: mean, denominator, about: denominatorMean) / size
        let t = StudentT(degreesOfFreedom: count - 1).factor(forLevel: level)
        let k = t * t / (denominatorMean * denominatorMean)
        let remainder = 1 - k * w
        guard remainder > 0 else { return nil }
        let centre = ratio - k * c / remainder
        let spread = (v * remainder + k * c * c).squareRoot() / remainder
        let halfWidth = t / denominatorMean.magnitude * spread
        guard centre.isFinite, halfWidth.isFinite else { return nil }
        return ConfidenceInterval(
            level: level, low: centre - halfWidth, high: centre + halfWidth)
    }
}
