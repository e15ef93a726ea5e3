/// The bootstrap distribution of a statistic, and the intervals derived from it.
///
/// Efron and Tibshirani, *An Introduction to the Bootstrap*, 1993. Needs independent units, enough
/// of them to represent those not seen. Resample runs, not seconds, where the seconds of one run
/// are correlated.
public struct Bootstrap: Equatable, Sendable {
    public let estimate: Double
    /// Ascending, one per resample that has the statistic.
    public let replicates: [Double]

    public init(estimate: Double, replicates: [Double]) {
        requireFinite([estimate] + replicates, "a bootstrap")
        self.estimate = estimate
        self.replicates = replicates.sorted()
    }

    /// The percentile interval: the type 7 quantiles (1 ± level) / 2 of the replicates.
    ///
    /// Efron and Tibshirani, chapter 13.
    /// - Returns: `nil` for fewer than 100 replicates, whose tails are too thin.
    public func percentileInterval(level: Double = 0.95) -> ConfidenceInterval? {
        interval(level: level, from: (1 - level) / 2, through: (1 + level) / 2)
    }

    /// The bias-corrected and accelerated interval, BCa (B. Efron, JASA 82, 1987).
    ///
    /// Percentiles at Φ(z₀ + (z₀ + z) / (1 − a·(z₀ + z))) for both z = Φ⁻¹((1 ± level) / 2). z₀ is
    /// Φ⁻¹ of the share of replicates below the estimate, ties counted half. The acceleration is a
    /// = Σd³ / (6 (Σd²)^1.5), d = mean − value over the jackknife values.
    /// - Parameters:
    ///   - level: Strictly between 0 and 1.
    ///   - jackknife: The statistic of the sample without one unit, for every unit.
    /// - Returns: `nil` for fewer than 100 replicates or two jackknife values, where all replicates
    ///   lie on one side of the estimate, and where 1 − a·(z₀ + z) ≤ 0.
    public func biasCorrectedInterval(
        level: Double = 0.95, jackknife: [Double]
    ) -> ConfidenceInterval? {
        requireLevel(level)
        guard jackknife.count >= 2 else { return nil }
        let below = Double(replicates.count { $0 < estimate })
        let equal = Double(replicates.count { $0 == estimate })
        let share = (below + equal / 2) / Double(max(1, replicates.count))
        guard share > 0 && share < 1 else { return nil }
        let bias = StandardNormal.quantile(share)
        let acceleration = Self.acceleration(jackknife)
        var ends: [Double] = []
        for probability in [(1 - level) / 2, (1 + level) / 2] {
            let shifted = bias + StandardNormal.quantile(probability)
            let scale = 1 - acceleration * shifted
            guard scale > 0 else { return nil }
            ends.append(StandardNormal.cdf(bias + shifted / scale))
        }
        return interval(level: level, from: ends[0], through: ends[1])
    }

    private func interval(level: Double, from: Double, through: Double) -> ConfidenceInterval? {
        requireLevel(level)
        guard replicates.count >= 100 else { return nil }
        return ConfidenceInterval(
            level: level, low: GSL.quantile(ofSorted: replicates, from),
            high: GSL.quantile(ofSorted: replicates, through))
    }

    private static func acceleration(_ jackknife: [Double]) -> Double {
        requireFinite(jackknife, "a jackknife")
        let mean = GSL.mean(jackknife)
        var (squares, cubes) = (0.0, 0.0)
        for value in jackknife {
            let distance = mean - value
            squares += distance * distance
            cubes += distance * distance * distance
        }
        return squares > 0 ? cubes / (6 * squares * squares.squareRoot()) : 0
    }
}

/// Draws resamples with replacement, within strata.
public struct Resampling: Equatable, Sendable {
    public let strata: [Range<Int>]

    /// - Parameter strata: One range of all units, or one per group that must keep its size;
    ///   contiguous from 0, none empty.
    public init(strata: [Range<Int>]) {
        var end = 0
        for stratum in strata {
            precondition(stratum.lowerBound == end && !stratum.isEmpty, "strata \(strata)")
            end = stratum.upperBound
        }
        self.strata = strata
    }

    /// The indices of the units of one resample, stratum by stratum.
    ///
    /// An index is the high word of range · word, with a bias below range / 2⁶⁴ (D. Lemire, ACM
    /// TOMACS 29, 2019). No library generator is used, so a seed gives the same resamples
    /// everywhere.
    public func indices(_ word: () -> UInt64) -> [Int] {
        strata.flatMap { stratum in
            stratum.map { _ in
                let high = word().multipliedFullWidth(by: UInt64(stratum.count)).high
                return stratum.lowerBound + Int(high)
            }
        }
    }
}

/// Bootstrap distributions of a paired mean difference and of the ratio of means.
///
/// Efron and Tibshirani, *An Introduction to the Bootstrap*, 1993, chapters 8 and 14. Assumes
/// independent pairs, enough of them to represent those not seen. Ten pairs from a skewed
/// distribution do not show its tail.
public struct PairedBootstrap: Equatable, Sendable {
    /// The 2.5 % and 97.5 % ends of 999 are the 25th from each end, and vary by 4 % of the
    /// half-width by chance.
    public static let resamples = 999

    public let difference: Bootstrap
    /// The BCa interval, see ``Bootstrap/biasCorrectedInterval(level:jackknife:)``.
    public let differenceInterval: ConfidenceInterval?
    /// The BCa interval; `nil` where a resample's baseline mean is 0 or differs in sign from the
    /// sample's.
    public let ratioInterval: ConfidenceInterval?

    /// - `resamples`: At least 100.
    /// - `word`: 64 random bits; each half chooses one of n pairs, with a bias below n / 2³².
    /// - Returns: `nil` for fewer than two pairs.
    /// - Complexity: O(resamples · n).
    public init?(
        _ sample: PairedSample, resamples: Int = resamples, level: Double = 0.95, word: () -> UInt64
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

    /// No width where the statistic varies by rounding only.
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
