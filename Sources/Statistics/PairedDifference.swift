/// How a treatment differs from a baseline, over replications that share their random numbers.
///
/// Pair *i* is replication *i* under both, from one seed. What the seed adds to both cancels in
/// their difference, so few pairs tell as much as many independent runs (common random numbers;
/// Law, *Simulation Modeling and Analysis*, chapter 11).
///
/// Assumes independent pairs whose differences are roughly normal or many. A statistic is `nil`
/// where the pairs are too few for it.
public struct PairedDifference: Equatable, Sendable {
    /// Two values that agree to this share of the larger one count as equal.
    ///
    /// Policies that behave alike may add up their energies in another order and differ in the last
    /// bits, always in one direction. Without this bound a difference of 10⁻¹⁶ would be
    /// significant.
    public static let resolution = 1e-12

    public let count: Int
    public let level: Double
    /// Treatment − baseline; `nil` for no pairs.
    public let difference: Double?
    /// Student's *t* interval; `nil` for fewer than two pairs.
    public let interval: ConfidenceInterval?
    /// Treatment over baseline; `nil` for no pairs or a baseline mean of 0.
    public let ratio: Double?
    /// Fieller's; `nil` for fewer than two pairs, and for a baseline mean too close to 0.
    public let ratioInterval: ConfidenceInterval?
    /// The two-sided *p*-value of the paired *t* test that the mean difference is 0.
    ///
    /// `nil` for fewer than two pairs. Without spread it is 1 if the differences are 0, else 0.
    public let pValue: Double?

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
        let scale = (treatment + baseline).reduce(0) { max($0, $1.magnitude) }
        // 0 where the mean is only the rounding of cancelled differences.
        self.difference = summary.mean.map { $0.magnitude <= 1e-16 * scale ? 0 : $0 }
        self.interval = summary.interval
        self.ratio = means?.ratio
        self.ratioInterval = means?.interval(level: level)
        self.pValue = Self.pValue(of: summary)
    }

    /// Compares the pairs in which both values are defined; `count` is their number.
    ///
    /// Dropping a pair is sound only where being undefined is unrelated to the other side's size.
    public init(treatment: [Double?], baseline: [Double?], level: Double = 0.95) {
        let sample = PairedSample(treatment: treatment, baseline: baseline)
        self.init(treatment: sample.treatment, baseline: sample.baseline, level: level)
    }

    static func resolved(_ value: Double, from reference: Double) -> Double {
        let scale = max(value.magnitude, reference.magnitude)
        return (value - reference).magnitude <= resolution * scale ? reference : value
    }

    /// `value` − `other`, or 0 where the two agree to ``resolution``.
    public static func excess(_ value: Double, over other: Double) -> Double {
        resolved(value, from: other) - other
    }

    private static func pValue(of differences: Summary) -> Double? {
        guard let mean = differences.mean, let deviation = differences.standardDeviation else {
            return nil
        }
        guard deviation > 0 else { return mean == 0 ? 1 : 0 }
        let statistic = mean / (deviation / Double(differences.count).squareRoot())
        // The spread is rounding and t exceeds the range of Double: take the limit.
        guard statistic.isFinite else { return 0 }
        return StudentT(degreesOfFreedom: differences.count - 1).twoSidedPValue(statistic)
    }
}

/// The replications in which both a treatment and a baseline have a value, in order.
///
/// All paired statistics start from it, so that they agree on the pairs and on which of them
/// differ.
public struct PairedSample: Equatable, Sendable {
    /// Set to the baseline's where the two agree to ``PairedDifference/resolution``.
    public let treatment: [Double]
    public let baseline: [Double]
    public let differences: [Double]
    public let unpaired: Int

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

    public var count: Int { differences.count }
}

/// The ratio of two paired means, with Fieller's interval.
///
/// E. C. Fieller, JRSS B 16 (1954): the interval holds every ratio ρ for which a *t* test does not
/// tell x − ρy from 0. Exact for normal pairs, however correlated.
struct RatioOfMeans {
    private let count: Int
    private let numerator: [Double]
    private let denominator: [Double]
    private let denominatorMean: Double
    let ratio: Double

    init?(numerator: [Double], denominator: [Double]) {
        guard !numerator.isEmpty else { return nil }
        let denominatorMean = GSL.mean(denominator)
        guard denominatorMean != 0 else { return nil }
        let ratio = GSL.mean(numerator) / denominatorMean
        guard ratio.isFinite else { return nil }
        self.count = numerator.count
        (self.numerator, self.denominator) = (numerator, denominator)
        (self.denominatorMean, self.ratio) = (denominatorMean, ratio)
    }

    /// Fieller's interval at `level`.
    ///
    /// With r = x − ρ̂y the theorem's quadratic in ρ, shifted to ρ̂, has the solutions
    ///
    ///     ρ̂ − k·c / (1 − g) ± (t / |ȳ|) · √(v·(1 − g) + k·c²) / (1 − g)
    ///
    /// where v, w and c are the variances of r̄ and ȳ and their covariance, k = t² / ȳ² and g =
    /// k·w. With the residuals r no terms cancel, so pairs that hardly differ keep their digits.
    /// - Returns: `nil` for fewer than two pairs, and for g ≥ 1, where the denominator's mean does
    ///   not differ from 0 at this level and the set of ratios is unbounded.
    func interval(level: Double) -> ConfidenceInterval? {
        guard count >= 2 else { return nil }
        let residuals = zip(numerator, denominator).map { $0 - ratio * $1 }
        let mean = GSL.mean(residuals)
        let size = Double(count)
        let v = GSL.variance(residuals, about: mean) / size
        let w = GSL.variance(denominator, about: denominatorMean) / size
        let c = GSL.covariance(residuals, about: mean, denominator, about: denominatorMean) / size
        let t = StudentT(degreesOfFreedom: count - 1).factor(forLevel: level)
        let k = t * t / (denominatorMean * denominatorMean)
        let remainder = 1 - k * w
        guard remainder > 0 else { return nil }
        let centre = ratio - k * c / remainder
        let spread = (v * remainder + k * c * c).squareRoot() / remainder
        let halfWidth = t / denominatorMean.magnitude * spread
        guard centre.isFinite, halfWidth.isFinite else { return nil }
        return ConfidenceInterval(level: level, low: centre - halfWidth, high: centre + halfWidth)
    }
}
