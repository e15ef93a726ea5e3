import Kernel
import Statistics

/// The powers and timers of states, from their stays.
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
        _ lengths: [Double], _ quantity: String, _ name: String, _ sampling: Double,
        _ level: Double
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
            throw .tooFewLevels(found: widest.count + 1, asked: count)
        }
        boundaries = widest.prefix(count - 1).map(\.middle).sorted()
    }

    var count: Int { boundaries.count + 1 }

    func state(of level: Double) -> Int { boundaries.count { $0 < level } }
}

/// A segment of a power log in one state.
public struct PowerStay: Equatable, Sendable {
    /// The kind of a stay, by the states before and after it.
    public enum Kind: String, Sendable, CaseIterable {
        /// Between two deeper states: activity followed by a timer.
        case peak
        /// From a higher into a deeper state: a timer.
        case tail
        /// From a deeper into a higher state: a promotion, or an interrupted timer.
        case rise
        case rest
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

/// A state of a power log.
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
