import Kernel
import Statistics

/// The states of a radio with their powers and timers, from a power meter's log.
///
/// The log is averaged over cells and cut into segments of constant mean, which are grouped into
/// states by power. A slow drift within states is removed. Each boundary then moves to the sample
/// where the two powers fit best. See `docs/guide/fitting.md`.
public struct TailFit: Equatable, Sendable {
    /// Settings of a fit.
    public struct Options: Equatable, Sendable {
        public var level = 0.95
        /// The number of states, from 1; `nil` to derive it from ``step``.
        public var states: Int?
        /// The least distance of two states' powers.
        ///
        /// By default a tenth of the range of powers, and at least twice the noise of a cell.
        public var step: Milliwatts?
        /// The least averaging time of the search; 50 ms by default.
        ///
        /// At least a cycle's length where a state draws its power in peaks.
        public var cell: Seconds?

        public init() {}
    }

    /// From the lowest power to the highest.
    public let states: [PowerState]
    public let stays: [PowerStay]
    public let sampleCount: Int
    public let sampling: Seconds
    public let cell: Seconds
    /// The drift from the first to the last sample; 0 if not significant.
    public let drift: Milliwatts
    /// The gaps longer than ten sampling intervals.
    public let gaps: Int
    /// The states found in every second sample; `nil` where a cell has too few samples.
    public let statesAtHalfRate: [PowerState]?
    /// Cell powers minus their stay's, in mW by time in s.
    public let residuals: [FitResidual]

    /// Fits states and timers.
    ///
    /// - `times`: Seconds, strictly ascending, at least ten.
    /// - `powers`: Milliwatts, finite, one per time.
    /// - Throws: ``FitError`` where the log has fewer levels than requested states.
    /// - Complexity: O(n) in the samples, and at most O(m²) in the cells, at most 16 384.
    public init(
        times: [Double], powers: [Double], _ options: Options = Options()
    ) throws(FitError) {
        let half = Self.statesAtHalfRate(times, powers, options)
        try self.init(times, powers, options, half)
    }

    private static func statesAtHalfRate(
        _ times: [Double], _ powers: [Double], _ options: Options
    ) -> [PowerState]? {
        let least = options.cell?.magnitude ?? PowerCells.leastDuration
        guard times.count >= 40, medianDistance(times) * 4 <= least else { return nil }
        let places = stride(from: 0, to: times.count, by: 2)
        let half = try? TailFit(places.map { times[$0] }, places.map { powers[$0] }, options, nil)
        return half?.states
    }

    private init(
        _ times: [Double], _ powers: [Double], _ options: Options, _ half: [PowerState]?
    ) throws(FitError) {
        statesAtHalfRate = half
        precondition(times.count == powers.count && times.count >= 10, "\(times.count) samples")
        let sampling = Self.medianDistance(times)
        let cells = PowerCells(
            times: times, powers: powers, sampling: sampling, least: options.cell?.magnitude)
        let found = try TailSegments(cells, options)
        let log = PowerSamples(
            times: times, powers: powers, sampling: sampling, drift: found.drift)
        let stays = log.stays(found)
        self.stays = stays
        states = TailStates(stays, log: log, count: found.levels.count, options).states
        sampleCount = times.count
        self.sampling = Seconds(sampling)
        cell = Seconds(Double(cells.samples) * sampling)
        let length = times[times.count - 1] - times[0]
        drift = Milliwatts(found.drift.power(at: length) - found.drift.power(at: 0))
        gaps = log.gapCount
        residuals = Self.residuals(found, stays, start: times[0])
    }

    public var quantities: [FittedQuantity] {
        states.flatMap { [$0.power, $0.timer, $0.rise].compactMap { $0 } }
            + [
                FittedQuantity("drift", "mW", estimate: drift.magnitude),
                FittedQuantity("sampling", "s", estimate: sampling.magnitude),
            ]
    }

    /// The states not found at half the rate.
    ///
    /// No state there is nearer than half the distance to the next state here.
    public var statesOfThisRate: [PowerState] {
        guard let half = statesAtHalfRate else { return [] }
        return states.filter { state in
            let power = state.power.estimate
            let others = states.filter { $0.number != state.number }
            let room = others.map { ($0.power.estimate - power).magnitude / 2 }.min()
            return !half.contains {
                ($0.power.estimate - power).magnitude < room ?? .infinity
            }
        }
    }

    private static func medianDistance(_ times: [Double]) -> Double {
        // Uses some thousand neighbours; sorting millions would dominate the run time.
        let step = 1 + times.count / 10_000
        let distances = stride(from: 1, to: times.count, by: step)
            .map { times[$0] - times[$0 - 1] }.sorted()
        return Summary.quantile(0.5, ofSorted: distances) ?? 1
    }

    private static func residuals(
        _ found: TailSegments, _ stays: [PowerStay], start: Double
    ) -> [FitResidual] {
        var place = 0
        return found.cells.times.indices.map { cell in
            let time = found.cells.times[cell] + start
            while place + 1 < stays.count, stays[place].until.magnitude <= time { place += 1 }
            return FitResidual(
                group: TailStates.name(stays[place].state), place: time,
                observed: found.cells.means[cell], fitted: stays[place].power.magnitude)
        }
    }
}

struct TailSegments {
    let cells: PowerCells
    let drift: PowerDrift
    let levels: PowerLevels
    /// Segments of one state each; neighbours differ.
    let runs: [(state: Int, cells: Range<Int>)]

    init(_ raw: PowerCells, _ options: TailFit.Options) throws(FitError) {
        var drift = PowerDrift.rough(raw) ?? PowerDrift()
        var cells = raw.less(drift)
        var (levels, runs) = try Self.runs(cells, options)
        for _ in 0..<2 {
            guard let found = PowerDrift.within(Self.inside(runs, cells), raw) else { break }
            if found == drift { break }
            drift = found
            cells = raw.less(found)
            (levels, runs) = try Self.runs(cells, options)
        }
        (self.cells, self.drift, self.levels, self.runs) = (cells, drift, levels, runs)
    }

    private static func runs(
        _ cells: PowerCells, _ options: TailFit.Options
    ) throws(FitError) -> (PowerLevels, [(state: Int, cells: Range<Int>)]) {
        let segments = cells.segments()
        let means = segments.map { cells.mean(of: $0) }
        let levels = try PowerLevels(
            means, count: options.states, step: options.step?.magnitude, noise: cells.noise)
        var runs: [(state: Int, cells: Range<Int>)] = []
        for (segment, mean) in zip(segments, means) {
            let state = levels.state(of: mean)
            if let last = runs.last, last.state == state {
                runs[runs.count - 1].cells = last.cells.lowerBound..<segment.upperBound
            } else {
                runs.append((state, segment))
            }
        }
        return (levels, runs)
    }

    private static func inside(
        _ runs: [(state: Int, cells: Range<Int>)], _ cells: PowerCells
    ) -> [Int?] {
        var states = [Int?](repeating: nil, count: cells.means.count)
        for run in runs {
            for cell in run.cells.dropFirst().dropLast() { states[cell] = run.state }
        }
        return states
    }
}
