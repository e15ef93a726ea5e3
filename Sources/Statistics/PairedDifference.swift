/// How a treatment differs from a baseline, over replications that share their random numbers.
///
/// Pair *i* is one world lived through twice: replication *i* under the treatment and under the
/// baseline, from the same seed. What the world adds to both cancels in their difference, which
/// is why few pairs tell as much as many independent runs (common random numbers; Law,
/// *Simulation Modeling and Analysis*, chapter 11).
///
/// Assumes independent pairs whose differences are roughly normal or many. A statistic that the
/// pairs are too few for is `nil`.
public struct PairedDifference: Equatable, Sendable {
    /// Two values of a pair that agree to this share of the larger one count as equal.
    ///
    /// Results are printed with twelve significant digits. Policies that behave alike may add up
    /// their energies in another order and differ in the last bits, always the same way: without
    /// this bound a difference of 10⁻¹⁶ would come out as significant.
    public static let resolution = 1e-12

    /// The number of pairs, *n*.
    public let count: Int
    /// The level of confidence of both intervals.
    public let level: Double
    /// The mean of treatment − baseline, in the quantity's unit; `nil` for no pairs.
    public let difference: Double?
    /// Student's *t* interval of the mean difference; `nil` for fewer than two pairs.
    public let interval: ConfidenceInterval?
    /// The treatment's mean over the baseline's mean; `nil` for no pairs or a baseline mean of 0.
    public let ratio: Double?
    /// Fieller's interval of the ratio of means.
    ///
    /// `nil` for fewer than two pairs, and where the baseline's mean is too close to 0 for its
    /// spread: the ratios that the data do not refute are then no bounded interval.
    public let ratioInterval: ConfidenceInterval?
    /// The two-sided *p*-value of the paired *t* test that the mean difference is 0.
    ///
    /// `nil` for fewer than two pairs. Where all differences are the same, *t* is undefined and
    /// its limit is taken: 1 if they are 0 (nothing speaks for a difference), else 0.
    public let pValue: Double?

    /// Compares the pairs `treatment[i]`, `baseline[i]`, every one of which must be finite.
    ///
    /// - Complexity: O(n).
    public init(treatment: [Double], baseline: [Double], level: Double = 0.95) {
        requireLevel(level)
        precondition(
            treatment.count == baseline.count,
            "\(treatment.count) treatments cannot be paired with \(baseline.count) baselines")
        requireFinite(treatment, "a treatment")
        requireFinite(baseline, "a baseline")
        let treatment = zip(treatment, baseline).map { Self.resolved($0, from: $1) }
        let summary = Summary(of: zip(treatment, baseline).map { $0 - $1 }, level: level)
        let means = RatioOfMeans(numerator: treatment, denominator: baseline)
        self.count = summary.count
        self.level = level
        self.difference = Self.cleared(summary.mean, treatment, baseline)
        self.interval = summary.interval
        self.ratio = means?.ratio
        self.ratioInterval = means?.interval(level: level)
        self.pValue = Self.pValue(of: summary)
    }

    /// Compares only the pairs in which both values are defined; `count` tells how many.
    ///
    /// A pair with one side undefined says nothing about a difference. Dropping it is sound only
    /// where being undefined has nothing to do with the size of the other side.
    public init(treatment: [Double?], baseline: [Double?], level: Double = 0.95) {
        precondition(
            treatment.count == baseline.count,
            "\(treatment.count) treatments cannot be paired with \(baseline.count) baselines")
        var defined: (treatment: [Double], baseline: [Double]) = ([], [])
        for case (let left?, let right?) in zip(treatment, baseline) {
            defined.treatment.append(left)
            defined.baseline.append(right)
        }
        self.init(treatment: defined.treatment, baseline: defined.baseline, level: level)
    }

    /// 0 where differences that cancel each other leave a rounding of what was subtracted.
    private static func cleared(
        _ mean: Double?, _ treatment: [Double], _ baseline: [Double]
    ) -> Double? {
        guard let mean else { return nil }
        let scale = (treatment + baseline).reduce(0) { max($0, $1.magnitude) }
        return mean.magnitude <= 1e-16 * scale ? 0 : mean
    }

    /// `value`, or `reference` itself where the two agree to ``resolution``.
    static func resolved(_ value: Double, from reference: Double) -> Double {
        let scale = max(value.magnitude, reference.magnitude)
        return (value - reference).magnitude <= resolution * scale ? reference : value
    }

    /// `value` − `other`, or 0 where the two agree to ``resolution``.
    public static func excess(_ value: Double, over other: Double) -> Double {
        resolved(value, from: other) - other
    }

    /// The paired *t* test: t = difference / (s / √n) with n − 1 degrees of freedom.
    private static func pValue(of differences: Summary) -> Double? {
        guard let mean = differences.mean, let deviation = differences.standardDeviation else {
            return nil
        }
        guard deviation > 0 else { return mean == 0 ? 1 : 0 }
        let statistic = mean / (deviation / Double(differences.count).squareRoot())
        // Constant up to rounding, so far out that no Double holds t: the limit again.
        guard statistic.isFinite else { return 0 }
        return StudentT(degreesOfFreedom: differences.count - 1).twoSidedPValue(statistic)
    }
}

/// Replications that a treatment and a baseline both have a value for, in their order.
///
/// What all paired statistics start from, so that they agree on which pairs there are and on which
/// of them differ.
public struct PairedSample: Equatable, Sendable {
    /// The treatment's values; equal to the baseline's where the two agree to
    /// ``PairedDifference/resolution``.
    public let treatment: [Double]
    /// The baseline's values, pair by pair.
    public let baseline: [Double]
    /// Treatment − baseline, pair by pair.
    public let differences: [Double]
    /// Replications in which only one side has a value: they are left out.
    public let unpaired: Int

    /// Keeps the pairs in which both values are defined.
    ///
    /// - Parameters:
    ///   - treatment: One value for each replication, `nil` where there is none; finite.
    ///   - baseline: As many, of the same replications.
    public init(treatment: [Double?], baseline: [Double?]) {
        precondition(
            treatment.count == baseline.count,
            "\(treatment.count) treatments cannot be paired with \(baseline.count) baselines")
        var defined: (treatment: [Double], baseline: [Double]) = ([], [])
        var unpaired = 0
        for (left, right) in zip(treatment, baseline) {
            if let left, let right {
                defined.treatment.append(PairedDifference.resolved(left, from: right))
                defined.baseline.append(right)
            } else if left != nil || right != nil {
                unpaired += 1
            }
        }
        requireFinite(defined.treatment, "a treatment")
        requireFinite(defined.baseline, "a baseline")
        self.treatment = defined.treatment
        self.baseline = defined.baseline
        self.differences = zip(defined.treatment, defined.baseline).map { $0 - $1 }
        self.unpaired = unpaired
    }

    /// The number of pairs, *n*.
    public var count: Int { differences.count }
}

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
