/// Two one-sided tests that two means differ by less than a share of the baseline's mean.
///
/// D. J. Schuirmann, Journal of Pharmacokinetics and Biopharmaceutics 15 (1987). With share δ and
/// pairs (x, y) they test x − (1 + δ)y and x − (1 − δ)y, so the margin is a share of the true
/// baseline mean, not of its estimate (E. C. Fieller, JRSS B 16, 1954). Both reject at 5 % exactly
/// where Fieller's 90 % interval of the ratio lies between 1 − δ and 1 + δ.
///
/// Assumes independent pairs, roughly normal or many, and a baseline mean of certain sign.
public struct EquivalenceTest: Equatable, Sendable {
    /// δ, above 0: 0.02 for 2 %.
    public let share: Double
    /// δ · |baseline mean|, in the quantity's unit.
    public let margin: Double
    /// The larger of the two one-sided *p*-values; small where equivalence is shown.
    ///
    /// Without spread it is 0 if all pairs lie within the margin, else 1.
    public let pValue: Double

    /// `nil` for fewer than two pairs, and for a baseline mean of 0.
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

    private static func pValueBelowZero(_ values: [Double]) -> Double {
        let mean = GSL.mean(values)
        let deviation = GSL.variance(values, about: mean).squareRoot()
        let statistic = mean / (deviation / Double(values.count).squareRoot())
        guard deviation > 0, statistic.isFinite else { return mean < 0 ? 0 : 1 }
        return StudentT(degreesOfFreedom: values.count - 1).cdf(statistic)
    }
}

/// The size of a paired difference relative to the spread of the differences.
public struct EffectSize: Equatable, Sendable {
    /// Cohen's d_z with Hedges' correction, in standard deviations between replications.
    ///
    /// d_z = mean difference / standard deviation of the differences (J. Cohen, *Statistical Power
    /// Analysis for the Behavioral Sciences*, 2nd edition, 1988, section 2.3.5), times 1 − 3 / (4ν
    /// − 1), ν = n − 1 (L. V. Hedges, Journal of Educational Statistics 6, 1981). `nil` for fewer
    /// than two differences, and where they differ by rounding only.
    public let standardised: Double?
    /// The share of pairs in which the treatment is larger, ties counted half: ½ for no difference.
    public let superiority: Double

    /// - `scale`: The magnitude of the subtracted values, which sets the rounding error;
    ///   `nil` uses the differences' own.
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
            // With one degree of freedom both Hedges' approximation and the exact factor are 0.
            let correction = 1 - 3 / (4 * Double(differences.count - 1) - 1)
            let value = mean / deviation * correction
            standardised = value.isFinite ? value : nil
        } else {
            standardised = nil
        }
    }
}
