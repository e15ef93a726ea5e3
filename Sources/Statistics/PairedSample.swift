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
