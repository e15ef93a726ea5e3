/// The share of things that were counted in a whole of others, over replications: of calls, those
/// that were missed.
///
/// Both sums are random, and things of one replication may be alike: Fieller's interval of the
/// ratio of sums, ``PairedDifference/ratioInterval``, takes that into account, but knows nothing of
/// rare things. The exact interval of C. J. Clopper and E. S. Pearson, "The use of confidence or
/// fiducial limits illustrated in the case of the binomial", Biometrika 26 (1934), knows nothing
/// of likeness. The interval here has the wider end of the two on both sides.
public struct CountedShare: Equatable, Sendable {
    /// Sum over sum, from 0 to 1; `nil` for a whole of nothing.
    public let share: Double?
    /// `nil` for a whole of nothing.
    public let interval: ConfidenceInterval?

    /// - Parameters:
    ///   - counts: by replication, finite, from 0 and none above the whole's.
    ///   - wholes: as many.
    ///   - level: of the interval.
    public init(_ counts: [Double], of wholes: [Double], level: Double = 0.95) {
        requireLevel(level)
        let count = counts.reduce(0, +)
        let whole = wholes.reduce(0, +)
        precondition(0 <= count && count <= whole, "\(count) of \(whole)")
        guard whole > 0 else {
            (share, interval) = (nil, nil)
            return
        }
        let error = (1 - level) / 2
        var low = count == 0 ? 0 : QuantileSearch.betaLower(error, count, whole - count + 1)
        var high =
            count == whole ? 1 : QuantileSearch.betaUpper(error, count + 1, whole - count)
        let paired = PairedDifference(treatment: counts, baseline: wholes, level: level)
        if let ratios = paired.ratioInterval {
            low = max(0, min(low, ratios.low))
            high = min(1, max(high, ratios.high))
        }
        share = count / whole
        interval = ConfidenceInterval(level: level, low: low, high: high)
    }
}
