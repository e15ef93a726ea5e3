import Kernel

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
        afterGaps = times.indices.dropFirst().filter {
            times[$0] - times[$0 - 1] > 10 * sampling
        }
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
