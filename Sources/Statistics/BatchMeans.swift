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
