/// The mean of a series whose neighbours are alike, from batches long enough not to be.
///
/// A. M. Law, *Simulation Modeling and Analysis*, 5th edition, 2015, section 9.5.3, with a check of
/// the correlation of each batch mean with the next as Law and Carson's sequential procedure has it
/// (A. M. Law and J. S. Carson, "A sequential procedure for determining the length of a
/// steady-state simulation", Operations Research 27, 1979). Batches are doubled in length until
/// that correlation is no longer significantly above 0 (one-sided 5 %: r₁ ≤ 1.645 / √k), as long
/// as ten remain. The interval is Student's *t* of the batch means.
///
/// Assumes a steady state: leave out the start first (``WarmUp``).
public struct BatchMeans: Equatable, Sendable {
    /// Fewer batches than this are not made: their correlation could not be judged.
    public static let fewest = 10

    /// The values in one batch.
    public let batchSize: Int
    /// The batches, ``fewest`` or more.
    public let batchCount: Int
    /// The mean of the batches; of values that fill no batch the first are left out.
    public let mean: Double
    /// Student's *t* interval of the batch means.
    public let interval: ConfidenceInterval
    /// r₁ of the batch means; `nil` where they are all equal.
    public let lagOneCorrelation: Double?
    /// Whether r₁ has come below its bound. Where not, the interval is too short: the run is.
    public let isUncorrelated: Bool

    /// - Parameters:
    ///   - series: In order of time, finite, equally long stretches.
    ///   - level: Of the interval, strictly between 0 and 1.
    /// - Returns: `nil` for fewer than ten values.
    /// - Complexity: O(n log n).
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
        self.mean = mean
        self.interval = interval
        lagOneCorrelation = shape.lagOneCorrelation
        isUncorrelated = Self.isUncorrelated(shape)
    }

    private static func isUncorrelated(_ shape: SampleShape) -> Bool {
        let bound = StandardNormal.quantile(0.95) / Double(shape.count).squareRoot()
        return shape.lagOneCorrelation ?? 0 <= bound
    }

    /// Of the last whole batches.
    private static func means(_ series: [Double], _ size: Int) -> [Double] {
        let start = series.count % size
        return stride(from: start, to: series.count, by: size).map {
            GSL.mean(Array(series[$0..<$0 + size]))
        }
    }
}

/// How much of the start of a long run to leave out, by MSER-5.
///
/// K. P. White, "An effective truncation heuristic for bias reduction in simulation output",
/// Simulation 69 (1997); K. P. White, M. J. Cobb and S. C. Spratt, "A comparison of five
/// steady-state truncation heuristics for simulation", Winter Simulation Conference 2000: of the
/// rules compared, this one. The series is averaged in groups of five; of the m group means the
/// first d are left out for which
///
///     Σ_{j > d} (z_j − mean of those left)² / (m − d)²
///
/// is least: the squared standard error that the rest would have if it were independent. Of equal
/// ones the first.
public struct WarmUp: Equatable, Sendable {
    /// How many values are averaged before anything is decided.
    public static let group = 5

    /// The values to leave out at the start: a multiple of ``group``.
    public let truncated: Int
    /// Whether the least value lies within the first half. Where it does not, the run shows no
    /// steady state: it is too short, or drifts.
    public let isSettled: Bool

    /// - Parameter series: In order of time, finite, equally long stretches.
    /// - Returns: `nil` for fewer than ten groups, of which nothing can be said.
    /// - Complexity: O(n).
    public init?(_ series: [Double]) {
        requireFinite(series, "a series")
        let groups = series.count / Self.group
        guard groups >= 10 else { return nil }
        let means = (0..<groups).map { place in
            GSL.mean(Array(series[place * Self.group..<(place + 1) * Self.group]))
        }
        var best: (cut: Int, error: Double)?
        // From the end: mean and sum of squares of what is left grow by one value at a time
        // (Welford, Technometrics 4, 1962). The last few alone look precise by chance.
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

    /// The rule is not looked at with fewer groups left than this.
    private static let fewest = 5
}
