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
