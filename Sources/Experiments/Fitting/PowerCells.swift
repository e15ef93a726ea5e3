import Kernel
import Statistics

/// A power log averaged over short cells: few enough for an exact search, and quiet.
///
/// The mean, not the median: a radio that listens in cycles draws its energy in peaks.
struct PowerCells {
    /// Cells are at least this long in seconds unless told otherwise: longer than the cycles in
    /// which a connected radio listens, shorter than any timer worth fitting.
    static let leastDuration = 0.05
    /// At most so many, which an exact search goes through in less than a second.
    static let most = 16_384

    /// How many samples a cell has; the last one may have up to twice as many less one.
    let samples: Int
    /// The mean power of each cell, in mW.
    private(set) var means: [Double]
    /// The middle of each cell in seconds since the log's first sample.
    let times: [Double]
    /// The standard deviation of the means' noise, in mW; above 0.
    private(set) var noise = 0.0

    init(times: [Double], powers: [Double], sampling: Double, least: Double?) {
        let duration = times[times.count - 1] - times[0]
        let wanted = max(least ?? Self.leastDuration, duration / Double(Self.most - 1))
        // A hair less, so that rounding in the sampling distance does not add a sample.
        let fitting = (wanted / sampling * (1 - 1e-6)).rounded(.up)
        samples = max(1, Int(min(Double(times.count), fitting)))
        let count = max(1, times.count / samples)
        var (means, middles): ([Double], [Double]) = ([], [])
        means.reserveCapacity(count)
        middles.reserveCapacity(count)
        for cell in 0..<count {
            let start = cell * samples
            let end = cell + 1 < count ? start + samples : times.count
            var sum = 0.0
            for index in start..<end { sum += powers[index] }
            means.append(sum / Double(end - start))
            middles.append((times[start] + times[end - 1]) / 2 - times[0])
        }
        self.means = means
        self.times = middles
        noise = Self.noise(of: means)
    }

    /// The cells with a drift taken off, given at every cell.
    func less(_ drift: PowerDrift) -> PowerCells {
        var cells = self
        for index in means.indices { cells.means[index] -= drift.power(at: times[index]) }
        cells.noise = Self.noise(of: cells.means)
        return cells
    }

    /// The segments of one mean each, by least squares and 3 ln n, two cells long at least.
    func segments() -> [Range<Int>] {
        let cost = MeanShiftCost(means, variance: noise * noise)
        let found = ChangePoints(
            count: means.count, penalty: 3 * PortableMath.log(Double(max(2, means.count))),
            minimumLength: 2
        ) { cost($0) }
        return withoutEdges(found.segments)
    }

    /// The segments without those that are only the edge between two others.
    ///
    /// A cell in which the power changes has a power of its own, and with a neighbour makes a
    /// segment of two or three cells that differ by far more than noise; or of two that lie
    /// between the segments around them, unless a cell is one sample and can hold no change. Such
    /// cells go to the segment before or after, whichever they are nearer to.
    private func withoutEdges(_ segments: [Range<Int>]) -> [Range<Int>] {
        var kept: [Range<Int>] = []
        var open: Range<Int>?
        for (index, segment) in segments.enumerated() {
            guard !isEdge(index, of: segments) else {
                open = (open?.lowerBound ?? segment.lowerBound)..<segment.upperBound
                continue
            }
            let start = open.map { divide($0, between: kept.last, and: segment) }
            if let start, let last = kept.popLast() { kept.append(last.lowerBound..<start) }
            kept.append((kept.isEmpty ? 0 : start ?? segment.lowerBound)..<segment.upperBound)
            open = nil
        }
        guard let last = kept.popLast() else { return [0..<means.count] }
        return kept + [last.lowerBound..<means.count]
    }

    private func isEdge(_ index: Int, of segments: [Range<Int>]) -> Bool {
        let segment = segments[index]
        guard segment.count <= 3, let least = means[segment].min(), let most = means[segment].max()
        else { return false }
        if most - least > 5 * noise { return true }
        guard samples > 1, segment.count <= 2, index > 0, index + 1 < segments.count else {
            return false
        }
        let around = [mean(of: segments[index - 1]), mean(of: segments[index + 1])].sorted()
        let own = mean(of: segment)
        return around[0] < own && own < around[1]
    }

    /// The first of some cells between two segments that belongs to the later one.
    private func divide(
        _ cells: Range<Int>, between before: Range<Int>?, and after: Range<Int>
    ) -> Int {
        guard let before else { return cells.lowerBound }
        let (low, high) = (mean(of: before), mean(of: after))
        func distance(_ cell: Int, _ level: Double) -> Double {
            (means[cell] - level) * (means[cell] - level)
        }
        var sum = 0.0
        var (least, best) = (0.0, cells.lowerBound)
        for cell in cells {
            sum += distance(cell, low) - distance(cell, high)
            if sum < least { (least, best) = (sum, cell + 1) }
        }
        return best
    }

    func mean(of range: Range<Int>) -> Double {
        means[range].reduce(0, +) / Double(range.count)
    }

    /// From differences, but at least a thousandth of the range: a log without noise has steps
    /// all the same.
    private static func noise(of means: [Double]) -> Double {
        let range = (means.max() ?? 0) - (means.min() ?? 0)
        return max(NoiseScale.ofDifferences(means) ?? 0, range / 1000, 1e-9)
    }
}

/// Power that rises or falls slowly over a whole log, as a meter or a warming phone has it.
///
/// a·t + b·t², less its mean over the log.
struct PowerDrift: Equatable, Sendable {
    var slope = 0.0
    var curvature = 0.0
    var offset = 0.0

    /// In mW, at a time in seconds since the first sample.
    func power(at time: Double) -> Double { (slope + curvature * time) * time - offset }

    /// The straight drift that cells show at first sight, if it is large: over the log by more than
    /// a twentieth of the range of powers, and by more than four times its own error.
    ///
    /// The median slope over a two-hundredth of the log (after P. K. Sen, JASA 63, 1968); steps
    /// spoil only the few pairs that they lie between. The error of a median of n differences of
    /// noise σ is 1.25 · √2 · σ / √n.
    static func rough(_ cells: PowerCells) -> PowerDrift? {
        let lag = max(1, cells.means.count / 200)
        guard cells.means.count > 20 * lag, let last = cells.times.last else { return nil }
        let slopes = (lag..<cells.means.count).map { cell in
            (cells.means[cell] - cells.means[cell - lag])
                / (cells.times[cell] - cells.times[cell - lag])
        }
        let slope = Summary.quantile(0.5, ofSorted: slopes.sorted()) ?? 0
        let range = (cells.means.max() ?? 0) - (cells.means.min() ?? 0)
        let error = 1.77 * cells.noise * Double(cells.means.count).squareRoot() / Double(lag)
        guard (slope * last).magnitude > max(range / 20, 4 * error) else { return nil }
        return PowerDrift(slope: slope, offset: slope * last / 2)
    }

    /// The drift that cells show within their states.
    ///
    /// Least squares with a level for each state, so that only what happens within states counts.
    /// - Returns: none for a drift that is not significant at 1 %, and `nil` where states do not
    ///   determine one.
    static func within(_ states: [Int?], _ cells: PowerCells) -> PowerDrift? {
        let used = states.indices.filter { states[$0] != nil }
        let numbers = Array(Set(states.compactMap { $0 })).sorted()
        guard used.count > 10 * (numbers.count + 2), let last = cells.times.last, last > 0 else {
            return nil
        }
        // Every so manieth cell: some thousand are plenty for three numbers.
        let chosen = stride(from: 0, to: used.count, by: 1 + used.count / 4000).map { used[$0] }
        let design = chosen.map { cell in
            let time = cells.times[cell] / last
            return [time, time * time] + numbers.map { states[cell] == $0 ? 1 : 0 }
        }
        let response = chosen.map { cells.means[$0] }
        guard let fit = LinearFit(design: design, response: response) else { return nil }
        let isThere = (0..<2).contains { !fit.interval(of: $0, level: 0.99).contains(0) }
        guard isThere else { return PowerDrift() }
        var drift = PowerDrift(
            slope: fit.coefficients[0] / last, curvature: fit.coefficients[1] / (last * last))
        drift.offset =
            cells.times.reduce(0) { $0 + drift.power(at: $1) } / Double(cells.times.count)
        return drift
    }
}
