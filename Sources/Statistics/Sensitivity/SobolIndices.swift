/// The share of a model's variance that each factor is responsible for.
///
/// I. M. Sobol', Mathematics and Computers in Simulation 55 (2001). The first index is the share
/// that fixing this factor alone would remove. The total index is the share left if all others were
/// fixed, interactions included. Assumes independent factors. First indices add up to at most 1,
/// total ones to at least 1; they agree where effects add up.
public struct SobolIndices: Equatable, Sendable {
    /// The model's variance over both samples, divisor 2N − 1; `nil` if all values are equal.
    public let variance: Double?
    public let factors: [Factor]

    /// The indices of one factor; an estimate may by chance be slightly below 0 or above 1.
    public struct Factor: Equatable, Sendable {
        public let first: Double
        public let total: Double
        /// `nil` for too few resamples.
        public let firstInterval: ConfidenceInterval?
        public let totalInterval: ConfidenceInterval?
    }

    /// Estimates the indices by M. J. W. Jansen, Computer Physics Communications 117 (1999).
    ///
    /// In the notation of Saltelli et al. (2010), table 2: Sᵢ = 1 − Σⱼ (f(B)ⱼ − f(ABᵢ)ⱼ)² / (2N·V),
    /// Tᵢ = Σⱼ (f(A)ⱼ − f(ABᵢ)ⱼ)² / (2N·V).
    ///
    /// Intervals are bootstrap percentiles over base points (G. E. B. Archer, A. Saltelli, I. M.
    /// Sobol', J. Stat. Comput. Simul. 58, 1997). They tend to be too wide, because a sequence is
    /// spread more evenly than random points.
    /// - Parameters:
    ///   - values: The model at the points of each base point, in the order of
    ///     `SobolDesign.points(of:)`; finite.
    ///   - resamples: Fewer than 100 give no intervals.
    ///   - level: The level of the intervals, strictly between 0 and 1.
    ///   - word: 64 random bits.
    /// - Complexity: O(resamples · N · k).
    public init(
        _ values: [[Double]], resamples: Int = 1000, level: Double = 0.95, _ word: () -> UInt64
    ) {
        precondition(values.count >= 2, "\(values.count) base points")
        let width = values[0].count
        precondition(
            width >= 3 && values.allSatisfy { $0.count == width },
            "base points of \(width) values, and of others")
        for row in values { requireFinite(row, "a base point") }
        let all = Array(values.indices)
        guard let estimate = Self.estimate(values, all) else {
            (variance, factors) = (nil, [])
            return
        }
        var replicates: [[(first: Double, total: Double)]] = []
        let resampling = Resampling(strata: [values.indices])
        for _ in 0..<resamples {
            if let again = Self.estimate(values, resampling.indices(word)) {
                replicates.append(again.indices)
            }
        }
        variance = estimate.variance
        factors = estimate.indices.enumerated().map { factor, index in
            Factor(
                first: index.first, total: index.total,
                firstInterval: Bootstrap(
                    estimate: index.first, replicates: replicates.map { $0[factor].first }
                ).percentileInterval(level: level),
                totalInterval: Bootstrap(
                    estimate: index.total, replicates: replicates.map { $0[factor].total }
                ).percentileInterval(level: level))
        }
    }

    private static func estimate(
        _ values: [[Double]], _ rows: [Int]
    ) -> (variance: Double, indices: [(first: Double, total: Double)])? {
        let sample = rows.map { values[$0][0] } + rows.map { values[$0][1] }
        let mean = GSL.mean(sample)
        let variance = GSL.variance(sample, about: mean)
        // A smaller variance is rounding.
        guard variance > 1e-24 * mean * mean, variance > 0 else { return nil }
        let scale = 2 * Double(rows.count) * variance
        let indices = (2..<values[0].count).map { column in
            var (first, total) = (0.0, 0.0)
            for row in rows {
                let own = values[row]
                first += (own[1] - own[column]) * (own[1] - own[column])
                total += (own[0] - own[column]) * (own[0] - own[column])
            }
            return (first: 1 - first / scale, total: total / scale)
        }
        return (variance, indices)
    }
}

/// The points at which a model is evaluated for its Sobol' indices: radial sampling.
///
/// A. Saltelli et al., Computer Physics Communications 181 (2010). The samples A and B are the two
/// halves of one Sobol' sequence of twice as many dimensions. For each factor i, point j of A takes
/// its i-th coordinate from point j of B.
public struct SobolDesign: Equatable, Sendable {
    public let baseCount: Int
    public let factors: Int
    private let pairs: [[Double]]

    public static let mostFactors = LowDiscrepancy.sobol.mostDimensions / 2

    /// - Parameters:
    ///   - baseCount: N, at least 2; powers of two fill the cube most evenly.
    ///   - factors: k, from 1 to `mostFactors`.
    public init(baseCount: Int, factors: Int) {
        precondition(baseCount >= 2, "\(baseCount) base points")
        precondition(
            (1...Self.mostFactors).contains(factors),
            "Sobol' indices of 1 to \(Self.mostFactors) factors, not \(factors)")
        (self.baseCount, self.factors) = (baseCount, factors)
        pairs = LowDiscrepancy.sobol.points(count: baseCount, dimensions: 2 * factors)
    }

    /// The points of one base point: of A, of B, then of A with each coordinate from B in turn.
    public func points(of base: Int) -> [[Double]] {
        let first = Array(pairs[base][..<factors])
        let second = Array(pairs[base][factors...])
        let mixed = (0..<factors).map { factor in
            var point = first
            point[factor] = second[factor]
            return point
        }
        return [first, second] + mixed
    }
}
