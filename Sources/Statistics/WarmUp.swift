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
