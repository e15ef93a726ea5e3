/// Bootstrap distributions of a paired mean difference and of the ratio of the two means, from the
/// same resamples of the pairs.
///
/// Efron and Tibshirani, *An Introduction to the Bootstrap*, 1993, chapters 8 and 14. Needs no
/// normal differences; assumes independent pairs, many enough to stand for those not seen. Of ten
/// pairs from a skewed distribution no resample knows the tail.
public struct PairedBootstrap: Equatable, Sendable {
    /// Resamples unless somebody asks for more: the ends at 2.5 % and 97.5 % of 999 are the 25th
    /// from either end, and are off by 4 % of the half-width by chance.
    public static let resamples = 999

    /// Of treatment − baseline.
    public let difference: Bootstrap
    /// BCa, see ``Bootstrap/biasCorrectedInterval(level:jackknife:)``.
    public let differenceInterval: ConfidenceInterval?
    /// Mean treatment over mean baseline, BCa; `nil` where some resample has a baseline mean of
    /// another sign than the sample's, or 0: the ratio is then not bounded.
    public let ratioInterval: ConfidenceInterval?

    /// - Parameters:
    ///   - sample: The pairs.
    ///   - resamples: How many are drawn, at least 100.
    ///   - level: Of the intervals, strictly between 0 and 1.
    ///   - word: 64 random bits, of which each half chooses one pair: of n pairs, with a bias below
    ///     n / 2³².
    /// - Returns: `nil` for fewer than two pairs.
    /// - Complexity: O(resamples · n).
    public init?(
        _ sample: PairedSample, resamples: Int = resamples, level: Double = 0.95,
        word: () -> UInt64
    ) {
        precondition(resamples >= 100, "\(resamples) resamples have no tails")
        guard sample.count >= 2, sample.count < Int(UInt32.max) else { return nil }
        let sums = Self.sums(sample, resamples, word)
        let size = Double(sample.count)
        let total = sample.differences.reduce(0, +)
        let replicates = sums.map { $0.difference / size }
        difference = Bootstrap(estimate: total / size, replicates: replicates)
        differenceInterval = Self.interval(
            difference, jackknife: sample.differences.map { (total - $0) / (size - 1) }, level)

        let base = sample.baseline.reduce(0, +)
        let isBounded = sums.allSatisfy { $0.baseline * base > 0 }
        guard base != 0, isBounded else {
            ratioInterval = nil
            return
        }
        let ratios = sums.map { 1 + $0.difference / $0.baseline }
        let jackknife = zip(sample.differences, sample.baseline).compactMap {
            (difference, baseline) -> Double? in
            base - baseline == 0 ? nil : 1 + (total - difference) / (base - baseline)
        }
        guard (ratios + jackknife).allSatisfy(\.isFinite), jackknife.count == sample.count else {
            ratioInterval = nil
            return
        }
        ratioInterval = Self.interval(
            Bootstrap(estimate: 1 + total / base, replicates: ratios), jackknife: jackknife, level)
    }

    /// No width where the statistic never moves but by rounding.
    private static func interval(
        _ bootstrap: Bootstrap, jackknife: [Double], _ level: Double
    ) -> ConfidenceInterval? {
        let (low, high) = (bootstrap.replicates[0], bootstrap.replicates.last ?? 0)
        let scale = max(low.magnitude, high.magnitude)
        if high - low <= PairedDifference.resolution * scale {
            return ConfidenceInterval(
                level: level, low: bootstrap.estimate, high: bootstrap.estimate)
        }
        return bootstrap.biasCorrectedInterval(level: level, jackknife: jackknife)
    }

    private static func sums(
        _ sample: PairedSample, _ resamples: Int, _ word: () -> UInt64
    ) -> [(difference: Double, baseline: Double)] {
        let size = UInt64(sample.count)
        return (0..<resamples).map { _ in
            var (difference, baseline, bits) = (0.0, 0.0, UInt64(0))
            for place in 0..<sample.count {
                bits = place.isMultiple(of: 2) ? word() : bits >> 32
                let pair = Int(((bits & 0xFFFF_FFFF) &* size) >> 32)
                difference += sample.differences[pair]
                baseline += sample.baseline[pair]
            }
            return (difference, baseline)
        }
    }
}
