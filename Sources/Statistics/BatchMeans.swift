/// The mean of a correlated series, from batches long enough to be uncorrelated.
///
/// A. M. Law, *Simulation Modeling and Analysis*, 5th edition, 2015, section 9.5.3, with the
/// lag-one check of A. M. Law and J. S. Carson, Operations Research 27 (1979). The batch length
/// doubles until r₁ ≤ 1.645 / √k (one-sided 5 %), while at least ten batches remain.
///
/// Assumes a steady state: remove the start first (``WarmUp``).
public struct BatchMeans: Equatable, Sendable {
    /// The fewest batches whose correlation can be judged.
    public static let fewest = 10

    public let batchSize: Int
    /// The number of batches, at least ``fewest``.
    public let batchCount: Int
    /// The mean of the batch means; values at the start that fill no batch are left out.
    public let mean: Double
    public let interval: ConfidenceInterval
    /// r₁ of the batch means; `nil` where they are all equal.
    public let lagOneCorrelation: Double?
    /// Whether r₁ is at or below its bound. If not, the run is too short and so is the interval.
    public let isUncorrelated: Bool

    /// `nil` for fewer than ten values; the series must be finite and equally spaced. O(n log n).
    public init?(_ series: [Double], level: Double = 0.95) {
        requireLevel(level)
        requireFinite(series, "a series")
        guard series.count >= Self.fewest else { return nil }
        var size = 1
        var batches = series
        var shape = SampleShape(batches)
        while !Self.isUncorrelated(shape), series.count / (2 * size) >= Self.fewest {
            size *= 2
            batches = Self.means(series, size)
            shape = SampleShape(batches)
        }
        let summary = Summary(of: batches, level: level)
        guard let mean = summary.mean, let interval = summary.interval else { return nil }
        batchSize = size
        batchCount = batches.count
        (self.mean, self.interval) = (mean, interval)
        lagOneCorrelation = shape.lagOneCorrelation
        isUncorrelated = Self.isUncorrelated(shape)
    }

    private static func isUncorrelated(_ shape: SampleShape) -> Bool {
        let bound = StandardNormal.quantile(0.95) / Double(shape.count).squareRoot()
        return shape.lagOneCorrelation ?? 0 <= bound
    }

    private static func means(_ series: [Double], _ size: Int) -> [Double] {
        let start = series.count % size
        return stride(from: start, to: series.count, by: size).map {
            GSL.mean(Array(series[$0..<$0 + size]))
        }
    }
}

/// How much of the start of a long run to discard, by MSER-5.
///
/// K. P. White, Simulation 69 (1997); K. P. White, M. J. Cobb and S. C. Spratt, Winter Simulation
/// Conference 2000. The series is averaged in groups of five. The first d of m group means are
/// discarded, where d minimises
///
///     Σ_{j > d} (z_j − mean of those left)² / (m − d)²
///
/// the squared standard error that the rest would have if it were independent. Ties go to the
/// smallest d.
public struct WarmUp: Equatable, Sendable {
    public static let group = 5

    /// The number of values to discard at the start: a multiple of ``group``.
    public let truncated: Int
    /// Whether the minimum lies in the first half. If not, the run is too short or drifts.
    public let isSettled: Bool

    /// `nil` for fewer than ten groups; the series must be finite and equally spaced. O(n).
    public init?(_ series: [Double]) {
        requireFinite(series, "a series")
        let groups = series.count / Self.group
        guard groups >= 10 else { return nil }
        let means = (0..<groups).map { place in
            GSL.mean(Array(series[place * Self.group..<(place + 1) * Self.group]))
        }
        var best: (cut: Int, error: Double)?
        // Updated from the end (Welford, Technometrics 4, 1962). The last few groups are skipped
        // because they look precise by chance.
        var (count, mean, squares) = (0.0, 0.0, 0.0)
        for place in means.indices.reversed() {
            count += 1
            let distance = means[place] - mean
            mean += distance / count
            squares += distance * (means[place] - mean)
            guard groups - place >= Self.fewest else { continue }
            let error = squares / (count * count)
            if error <= best?.error ?? .infinity { best = (place, error) }
        }
        let cut = best?.cut ?? 0
        truncated = cut * Self.group
        isSettled = cut <= groups / 2
    }

    private static let fewest = 5
}
