/// A power log averaged over short cells: few enough for an exact search, and less noisy.
///
/// Uses means, not medians, because a radio that listens in cycles draws its energy in peaks.
struct PowerCells {
    /// The default least length of a cell, in seconds.
    ///
    /// Longer than the cycles of connected listening, shorter than any timer worth fitting.
    static let leastDuration = 0.05
    /// The most cells; an exact search of them takes less than a second.
    static let most = 16_384

    /// The samples of a cell; the last may have up to twice as many less one.
    let samples: Int
    /// In mW.
    private(set) var means: [Double]
    /// The middle of each cell, in seconds since the first sample.
    let times: [Double]
    /// The standard deviation of the means' noise, in mW; above 0.
    private(set) var noise = 0.0

    init(times: [Double], powers: [Double], sampling: Double, least: Double?) {
        let duration = times[times.count - 1] - times[0]
        let wanted = max(least ?? Self.leastDuration, duration / Double(Self.most - 1))
        // Slightly less, so that rounding does not add a sample.
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
        (self.means, self.times) = (means, middles)
        noise = Self.noise(of: means)
    }

    func less(_ drift: PowerDrift) -> PowerCells {
        var cells = self
        for index in means.indices { cells.means[index] -= drift.power(at: times[index]) }
        cells.noise = Self.noise(of: cells.means)
        return cells
    }

    /// Segments of constant mean, by least squares with penalty 3 ln n, at least two cells long.
    func segments() -> [Range<Int>] {
        let cost = MeanShiftCost(means, variance: noise * noise)
        let found = ChangePoints(
            count: means.count, penalty: 3 * PortableMath.log(Double(max(2, means.count))),
            minimumLength: 2
        ) { cost($0) }
        return withoutEdges(found.segments)
    }

    /// Merges segments that are only the transition between their neighbours.
    ///
    /// A cell in which the power changes forms a segment of two or three cells that differ by far
    /// more than noise, or of two that lie between the neighbours (unless a cell is one sample).
    /// Such cells join the nearer neighbour.
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

    func mean(of range: Range<Int>) -> Double { means[range].reduce(0, +) / Double(range.count) }

    /// Estimated from differences, but at least a thousandth of the range, so that a noiseless log
    /// has steps too.
    private static func noise(of means: [Double]) -> Double {
        let range = (means.max() ?? 0) - (means.min() ?? 0)
        return max(NoiseScale.ofDifferences(means) ?? 0, range / 1000, 1e-9)
    }
}

/// A slow drift of power over a whole log, from the meter or a warming phone.
///
/// a·t + b·t², minus its mean over the log.
struct PowerDrift: Equatable, Sendable {
    var slope = 0.0
    var curvature = 0.0
    var offset = 0.0

    /// In mW, at a time in seconds since the first sample.
    func power(at time: Double) -> Double { (slope + curvature * time) * time - offset }

    /// A large linear drift, as a first estimate.
    ///
    /// It must exceed a twentieth of the range of powers over the log, and four times its own
    /// error. Median slope over a two-hundredth of the log (after P. K. Sen, JASA 63, 1968). The
    /// error of a median of n differences of noise σ is 1.25 · √2 · σ / √n.
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

    /// The drift within states, by least squares with a level for each state.
    ///
    /// - Returns: No drift if it is not significant at 1 %; `nil` where states do not determine
    ///   one.
    static func within(_ states: [Int?], _ cells: PowerCells) -> PowerDrift? {
        let used = states.indices.filter { states[$0] != nil }
        let numbers = Array(Set(states.compactMap { $0 })).sorted()
        guard used.count > 10 * (numbers.count + 2), let last = cells.times.last, last > 0 else {
            return nil
        }
        // Some thousand cells are plenty for three numbers.
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

/// A power log at full rate, in which the boundaries of stays are refined.
struct PowerSamples {
    private let times: [Double]
    private let powers: [Double]
    private let drift: PowerDrift
    private let afterGaps: [Int]
    /// The median, in seconds.
    let sampling: Double

    init(times: [Double], powers: [Double], sampling: Double, drift: PowerDrift) {
        (self.times, self.powers, self.drift) = (times, powers, drift)
        self.sampling = sampling
        afterGaps = times.indices.dropFirst().filter { times[$0] - times[$0 - 1] > 10 * sampling }
    }

    var gapCount: Int { afterGaps.count }

    func stays(_ found: TailSegments) -> [PowerStay] {
        let size = found.cells.samples
        var starts = [0]
        for (before, after) in zip(found.runs, found.runs.dropFirst()) {
            let place = boundary(
                near: after.cells.lowerBound * size, reach: 3 * size,
                from: found.cells.mean(of: Self.core(before.cells)),
                to: found.cells.mean(of: Self.core(after.cells)))
            starts.append(max(place, (starts.last ?? 0) + 1))
        }
        let ends = starts.dropFirst() + [times.count]
        let states = found.runs.map(\.state)
        return zip(starts, ends).enumerated().map { index, range in
            PowerStay(
                state: states[index], from: Seconds(edge(at: range.0)),
                until: Seconds(edge(at: range.1)),
                power: Milliwatts(mean(range.0..<max(range.0 + 1, range.1))),
                kind: kind(of: index, states, range.0..<range.1))
        }
    }

    /// A segment without its first and last cell, which a boundary may cut.
    private static func core(_ cells: Range<Int>) -> Range<Int> {
        cells.count > 2 ? (cells.lowerBound + 1)..<(cells.upperBound - 1) : cells
    }

    /// The first sample of the later stay, at the split that fits both powers best.
    ///
    /// Σ(x − from)² before plus Σ(x − to)² after the split is least where the running sum of (x −
    /// middle), with the sign of the step, is least.
    private func boundary(near place: Int, reach: Int, from: Double, to: Double) -> Int {
        let (first, last) = (max(1, place - reach), min(times.count - 1, place + reach))
        guard first < last else { return min(place, times.count - 1) }
        let (middle, sign) = ((from + to) / 2, to > from ? 1.0 : -1)
        var (sum, least, best) = (0.0, 0.0, first)
        for index in first..<last {
            sum += sign * (power(at: index) - middle)
            if sum < least { (least, best) = (sum, index + 1) }
        }
        return best
    }

    private func power(at index: Int) -> Double {
        powers[index] - drift.power(at: times[index] - times[0])
    }

    private func mean(_ range: Range<Int>) -> Double {
        var sum = 0.0
        for index in range { sum += power(at: index) }
        return sum / Double(range.count)
    }

    /// When a stay begins with sample `index`: halfway from the sample before.
    private func edge(at index: Int) -> Double {
        if index == 0 { return times[0] }
        if index == times.count { return times[index - 1] }
        return (times[index - 1] + times[index]) / 2
    }

    private func kind(of index: Int, _ states: [Int], _ range: Range<Int>) -> PowerStay.Kind {
        guard index > 0, index + 1 < states.count,
            !afterGaps.contains(where: { $0 >= range.lowerBound && $0 <= range.upperBound })
        else { return .cut }
        switch (states[index - 1] > states[index], states[index + 1] > states[index]) {
        case (false, false): return .peak
        case (true, false): return .tail
        case (false, true): return .rise
        case (true, true): return .rest
        }
    }
}
