/// The states of a radio with their powers and timers, from a power meter's log.
///
/// The log is averaged over cells and cut into segments of constant mean, which are grouped into
/// states by power. A slow drift within states is removed. Each boundary then moves to the sample
/// where the two powers fit best. See `docs/guide/fitting.md`.
public struct TailFit: Equatable, Sendable {
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
        let log = PowerSamples(times: times, powers: powers, sampling: sampling, drift: found.drift)
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
            return !half.contains { ($0.power.estimate - power).magnitude < room ?? .infinity }
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

struct TailStates {
    let states: [PowerState]

    init(_ stays: [PowerStay], log: PowerSamples, count: Int, _ options: TailFit.Options) {
        let level = options.level
        states = (0..<count).map { number in
            let name = Self.name(number)
            let tails = Self.lengths(stays, number, .tail)
            let peaks = Self.lengths(stays, number, .peak)
            let rises = Self.lengths(stays, number, .rise)
            let timed: PowerStay.Kind = tails.isEmpty ? .peak : .tail
            return PowerState(
                number: number, name: name,
                power: Self.power(of: stays.filter { $0.state == number }, name, level),
                timer: Self.duration(
                    tails.isEmpty ? peaks : tails, tails.isEmpty ? "peak" : "timer", name,
                    log.sampling, level),
                timerHoldsActivity: tails.isEmpty,
                rise: Self.duration(rises, "rise", name, log.sampling, level),
                next: Self.mostFrequent(1, stays, number, timed),
                riseFrom: Self.mostFrequent(-1, stays, number, .rise),
                riseTo: Self.mostFrequent(1, stays, number, .rise))
        }
    }

    static func name(_ state: Int) -> String { state == 0 ? "IDLE" : "LEVEL_\(state)" }

    private static func lengths(
        _ stays: [PowerStay], _ state: Int, _ kind: PowerStay.Kind
    ) -> [Double] {
        stays.filter { $0.state == state && $0.kind == kind }.map(\.duration.magnitude)
    }

    /// The mean over all time in the state, with Student's interval over its stays.
    ///
    /// Weighted by length the mean is a ratio, with variance n/(n − 1) · Σw²(x − mean)² / (Σw)²
    /// (Cochran, *Sampling Techniques*, section 6.4).
    private static func power(
        of stays: [PowerStay], _ name: String, _ level: Double
    ) -> FittedQuantity {
        let weights = stays.map { max($0.duration.magnitude, 1e-9) }
        let total = weights.reduce(0, +)
        let mean = zip(stays, weights).reduce(0) { $0 + $1.0.power.magnitude * $1.1 } / total
        guard stays.count >= 2 else {
            return FittedQuantity("power", "mW", group: name, estimate: mean)
        }
        let size = Double(stays.count)
        let squares = zip(stays, weights).reduce(0) { sum, stay in
            let distance = stay.1 * (stay.0.power.magnitude - mean)
            return sum + distance * distance
        }
        let error = (squares * size / (size - 1)).squareRoot() / total
        let half = StudentT(degreesOfFreedom: stays.count - 1).factor(forLevel: level) * error
        return FittedQuantity(
            "power", "mW", group: name, estimate: mean,
            interval: ConfidenceInterval(level: level, low: mean - half, high: mean + half),
            method: "Student's t of \(stays.count) stays")
    }

    /// The mean length of stays, with Student's interval.
    ///
    /// Each end is known to half a sampling distance *d*, so a length has a spread of at least d /
    /// √6, and the standard error is at least that over √n. A single stay gets the bound of this
    /// triangular error at `level`, d · (1 − √(1 − level)).
    private static func duration(
        _ lengths: [Double], _ quantity: String, _ name: String, _ sampling: Double, _ level: Double
    ) -> FittedQuantity? {
        let summary = Summary(of: lengths, level: level)
        guard let mean = summary.mean else { return nil }
        let half: Double
        let method: String
        if let deviation = summary.standardDeviation {
            let size = Double(lengths.count)
            let error = max(deviation, sampling / 6.0.squareRoot()) / size.squareRoot()
            half = StudentT(degreesOfFreedom: lengths.count - 1).factor(forLevel: level) * error
            method = "Student's t of \(lengths.count) stays"
        } else {
            half = sampling * (1 - (1 - level).squareRoot())
            method = "sampling of 1 stay"
        }
        return FittedQuantity(
            quantity, "s", group: name, estimate: mean,
            interval: ConfidenceInterval(level: level, low: max(0, mean - half), high: mean + half),
            method: method)
    }

    private static func mostFrequent(
        _ distance: Int, _ stays: [PowerStay], _ state: Int, _ kind: PowerStay.Kind
    ) -> Int? {
        let found = stays.indices.filter { stays[$0].state == state && stays[$0].kind == kind }
            .map { stays[$0 + distance].state }
        let counts = Set(found).sorted().map { number in (number, found.count { $0 == number }) }
        return counts.max { ($0.1, -$0.0) < ($1.1, -$1.0) }?.0
    }
}

/// The states of a log: groups of segments of similar power.
///
/// Levels sorted by power are cut at wide gaps (single linkage), so a drifting state stays whole
/// while its levels are closer to each other than to the next state's.
struct PowerLevels: Equatable {
    /// State boundaries in mW: a level above the k-th is in state k + 1 or higher.
    let boundaries: [Double]

    /// Cuts `levels` at gaps.
    ///
    /// - Parameters:
    ///   - levels: In mW, at least one.
    ///   - count: The number of states; `nil` for one more than there are gaps of `step`.
    ///   - step: The least distance of states in mW; by default a tenth of the range, and at least
    ///     twice the noise.
    init(_ levels: [Double], count: Int?, step: Double?, noise: Double) throws(FitError) {
        let sorted = levels.sorted()
        let gaps = zip(sorted, sorted.dropFirst()).map { (size: $1 - $0, middle: ($0 + $1) / 2) }
        guard let count else {
            let range = sorted[sorted.count - 1] - sorted[0]
            let least = step ?? max(range / 10, 2 * noise)
            boundaries = gaps.filter { $0.size >= least && $0.size > 0 }.map(\.middle)
            return
        }
        let widest = gaps.filter { $0.size > 0 }
            .sorted { ($0.size, $0.middle) > ($1.size, $1.middle) }
        guard widest.count >= count - 1 else {
            let found = widest.count + 1
            throw FitError(
                "the log shows \(found) levels, but \(count) states are asked for",
                advice: "Ask for \(found) or fewer, or leave the number out.")
        }
        boundaries = widest.prefix(count - 1).map(\.middle).sorted()
    }

    var count: Int { boundaries.count + 1 }
    func state(of level: Double) -> Int { boundaries.count { $0 < level } }
}

public struct PowerStay: Equatable, Sendable {
    /// The kind of a stay, by the states before and after it.
    public enum Kind: String, Sendable, CaseIterable {
        /// Between two deeper states: activity followed by a timer.
        case peak
        /// From a higher into a deeper state: a timer.
        case tail
        /// From a deeper into a higher state: a promotion, or an interrupted timer.
        case rise, rest
        /// Cut by an end of the log or by a gap.
        case cut
    }

    /// 0 for the lowest power.
    public let state: Int
    /// In the log's own time.
    public let from: Seconds
    public let until: Seconds
    /// Without the log's drift.
    public let power: Milliwatts
    public let kind: Kind

    public var duration: Seconds { until - from }
}

public struct PowerState: Equatable, Sendable {
    /// 0 for the lowest power.
    public let number: Int
    /// `IDLE` for the lowest, then `LEVEL_1` and so on.
    public let name: String
    /// Without the log's drift.
    public let power: FittedQuantity
    /// The mean length of its tails, else of its peaks, in s; `nil` without either.
    ///
    /// A peak includes the activity, so the timer is shorter than the peak by that.
    public let timer: FittedQuantity?
    /// Whether ``timer`` comes from peaks.
    public let timerHoldsActivity: Bool
    /// The mean length of its rises, in s; `nil` without any.
    public let rise: FittedQuantity?
    /// `nil` without a timer; the most frequent one.
    public let next: Int?
    /// The most frequent one; `nil` without a rise.
    public let riseFrom: Int?
    /// The most frequent one; `nil` without a rise.
    public let riseTo: Int?

    /// Whether it is only passed through on the way up.
    public var isPromotion: Bool { timer == nil && rise != nil }
}
