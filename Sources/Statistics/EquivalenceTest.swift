/// Two one-sided tests that two means differ by less than a share of the baseline's.
///
/// D. J. Schuirmann, "A comparison of the two one-sided tests procedure and the power approach for
/// assessing the equivalence of average bioavailability", Journal of Pharmacokinetics and
/// Biopharmaceutics 15 (1987). With share δ and pairs (x, y) the two tests are those of
/// x − (1 + δ)y and x − (1 − δ)y, so that the margin is a share of the true baseline mean, not of
/// the one estimated: as Fieller's theorem does it for the interval (E. C. Fieller, JRSS B 16,
/// 1954). They both refute at 5 % exactly where Fieller's 90 % interval of the ratio lies between
/// 1 − δ and 1 + δ.
///
/// Assumes independent pairs, roughly normal or many, and a baseline mean whose sign is certain.
public struct EquivalenceTest: Equatable, Sendable {
    /// δ, above 0: 0.02 for 2 %.
    public let share: Double
    /// δ · |baseline mean|, in the quantity's unit.
    public let margin: Double
    /// The larger of the two one-sided *p*-values: equivalence is shown where it is small.
    ///
    /// Where a one-sided test has no spread its limit is taken: 0 if all pairs lie within the
    /// margin, else 1.
    public let pValue: Double

    /// - Parameters:
    ///   - sample: The pairs.
    ///   - share: δ, above 0 and below 1.
    /// - Returns: `nil` for fewer than two pairs, and for a baseline mean of 0, of which nothing is
    ///   a share.
    public init?(_ sample: PairedSample, share: Double) {
        precondition(share > 0 && share < 1, "an equivalence margin of \(share)")
        guard sample.count >= 2 else { return nil }
        let mean = GSL.mean(sample.baseline)
        guard mean != 0 else { return nil }
        self.share = share
        margin = share * mean.magnitude
        let sign: Double = mean < 0 ? -1 : 1
        let pairs = zip(sample.treatment, sample.baseline)
        let above = pairs.map { sign * ($0 - (1 + share) * $1) }
        let below = pairs.map { sign * ((1 - share) * $1 - $0) }
        pValue = max(Self.pValueBelowZero(above), Self.pValueBelowZero(below))
    }

    /// The one-sided *t* test of a mean below 0.
    private static func pValueBelowZero(_ values: [Double]) -> Double {
        let mean = GSL.mean(values)
        let deviation = GSL.variance(values, about: mean).squareRoot()
        let statistic = mean / (deviation / Double(values.count).squareRoot())
        guard deviation > 0, statistic.isFinite else { return mean < 0 ? 0 : 1 }
        return StudentT(degreesOfFreedom: values.count - 1).cdf(statistic)
    }
}

/// How large a paired difference is beside the spread of the differences.
public struct EffectSize: Equatable, Sendable {
    /// Cohen's d_z = mean difference / standard deviation of the differences (J. Cohen,
    /// *Statistical Power Analysis for the Behavioral Sciences*, 2nd edition, 1988, section 2.3.5),
    /// times Hedges' 1 − 3 / (4ν − 1), ν = n − 1, which takes away most of its bias (L. V. Hedges,
    /// "Distribution theory for Glass's estimator of effect size and related estimators", Journal
    /// of Educational Statistics 6, 1981).
    ///
    /// It counts standard deviations from world to world. `nil` where the differences have no
    /// spread but that of rounding, and for fewer than two.
    public let standardised: Double?
    /// The share of pairs in which the treatment is larger, equal ones counted half: ½ for no
    /// difference. In how many worlds of ten thousand, not how much.
    public let superiority: Double

    /// - Parameters:
    ///   - differences: Finite.
    ///   - scale: The size of the values that they are differences of, which they are rounded by;
    ///     `nil`: their own.
    /// - Returns: `nil` for no differences.
    public init?(_ differences: [Double], of scale: Double? = nil) {
        requireFinite(differences, "a difference")
        guard !differences.isEmpty else { return nil }
        let larger = Double(differences.count { $0 > 0 })
        let equal = Double(differences.count { $0 == 0 })
        superiority = (larger + equal / 2) / Double(differences.count)
        let summary = Summary(of: differences)
        let scale = scale ?? differences.reduce(0) { max($0, $1.magnitude) }
        if let mean = summary.mean, let deviation = summary.standardDeviation,
            deviation > PairedDifference.resolution * scale
        {
            let value = mean / deviation * Self.correction(degreesOfFreedom: differences.count - 1)
            standardised = value.isFinite ? value : nil
        } else {
            standardised = nil
        }
    }

    /// With one degree of freedom Hedges' approximation is 0, and so is the exact factor.
    private static func correction(degreesOfFreedom: Int) -> Double {
        1 - 3 / (4 * Double(degreesOfFreedom) - 1)
    }
}
