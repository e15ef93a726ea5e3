/// The interval of a mean over independent runs, and the rule that gives it.
///
/// Student's interval fails where most runs are alike and a few are not. A sample without such a
/// run is sure of a wrong mean; one with two or three knows neither their frequency nor their
/// effect. Runs are therefore split. If half of them share one value, these are the like runs;
/// otherwise a known rare event that moves the quantity splits them.
///
/// With at least ``fewest`` unlike runs the mean is (1 − p)·a + p·b: p the share of unlike runs, b
/// their mean, a the mean of the others. The interval adds the squared errors of the three on each
/// side (MOVER: G. Y. Zou and A. Donner, Statistics in Medicine 27, 2008): p by Clopper and
/// Pearson, a and b by Student. `tailwatt validate stopping` measures its coverage.
public struct MeanInterval: Equatable, Sendable {
    public enum Method: String, CaseIterable, Sendable {
        /// Nothing is random, so the value is known.
        case exact
        case student = "t"
        /// Combined from like and unlike runs.
        case twoParts = "two-parts"
        /// Too few unlike runs to know their effect: the quantity's range times their largest
        /// plausible share.
        case bound
        /// Student's interval is too short for the skewness of the sample.
        case skewed
        /// Too few unlike runs, and no bound on their effect: no interval.
        case few
        /// All runs have one value: no interval.
        case same
        /// Fewer than two values: no interval.
        case none
    }

    public let method: Method
    public let count: Int
    /// `nil` where runs are not split.
    public let unlike: Int?
    /// Covers the mean with about its level; `nil` where no interval does.
    public let interval: ConfidenceInterval?
    /// Student's interval where it is too short to be `interval`.
    public let tooShort: ConfidenceInterval?

    /// The fewest unlike runs that show how much such runs move the mean.
    ///
    /// On the shipped `keep-alive` intervals from two of them covered 89 %, from five 92 to 98 %.
    public static let fewest = 5

    public var shown: ConfidenceInterval? { interval ?? tooShort }

    /// Clopper and Pearson's; `nil` where runs are not split. With none in 68 runs at most 5.3 %.
    public var unlikeShare: ConfidenceInterval? {
        unlike.flatMap { CountIntervals.share(of: $0, in: count) }
    }

    /// - `values`: One per run; finite.
    /// - `isUnlike`: Whether a rare event that moves the quantity happened in each run; `nil` if
    ///   none is known.
    /// - `limits`: The range of the mean of unlike runs; `nil` if unbounded.
    /// - `isExact`: Whether nothing is random.
    public init(
        _ values: [Double], isUnlike: [Bool]? = nil, limits: ClosedRange<Double>? = nil,
        isExact: Bool = false, level: Double = 0.95
    ) {
        let summary = Summary(of: values, level: level)
        precondition(isUnlike.map { $0.count == values.count } ?? true, "runs without a mark")
        guard let student = summary.interval else {
            self.init(.none, values.count)
            return
        }
        if isExact {
            self.init(.exact, values.count, interval: student)
            return
        }
        let common = Commonest(values)
        if common.count == values.count && isUnlike == nil {
            self.init(.same, values.count)
            return
        }
        guard let parts = Parts(values, common, isUnlike) else {
            let isSkewed = SampleShape(values).isTooSkewed
            self.init(
                isSkewed ? .skewed : .student, values.count, interval: isSkewed ? nil : student,
                tooShort: isSkewed ? student : nil)
            return
        }
        if parts.unlike.count >= Self.fewest {
            self.init(
                .twoParts, values.count, unlike: parts.unlike.count,
                interval: parts.interval(level: level))
        } else if let limits, parts.isLikeConstant {
            self.init(
                .bound, values.count, unlike: parts.unlike.count,
                interval: parts.bound(within: limits, level: level))
        } else {
            self.init(.few, values.count, unlike: parts.unlike.count)
        }
    }

    private init(
        _ method: Method, _ count: Int, unlike: Int? = nil, interval: ConfidenceInterval? = nil,
        tooShort: ConfidenceInterval? = nil
    ) {
        (self.method, self.count, self.unlike) = (method, count, unlike)
        (self.interval, self.tooShort) = (interval, tooShort)
    }
}

/// The most frequent value; values that differ in the last bits only count as one.
private struct Commonest {
    private let range: ClosedRange<Double>
    let count: Int

    init(_ values: [Double]) {
        if Self.areScattered(values) {
            (range, count) = (values[0]...values[0], 1)
            return
        }
        let sorted = values.sorted()
        var (longest, start) = (0..<1, 0)
        for index in sorted.indices {
            if PairedDifference.excess(sorted[index], over: sorted[start]) != 0 { start = index }
            if index - start >= longest.count { longest = start..<(index + 1) }
        }
        range = sorted[longest.lowerBound]...sorted[longest.upperBound - 1]
        count = longest.count
    }

    func contains(_ value: Double) -> Bool { range.contains(value) }

    /// Whether no two of any three consecutive values agree, last and first being neighbours.
    ///
    /// Then no value makes up more than a third of them, which needs no sorting.
    private static func areScattered(_ values: [Double]) -> Bool {
        guard values.count >= 3 else { return false }
        var (before, last) = (values[values.count - 2], values[values.count - 1])
        for value in values {
            // Wider than twelve digits, because two values of a cluster may differ by twice the
            // tolerance.
            let near = 1e-9 * abs(value)
            if abs(value - last) <= near || abs(value - before) <= near { return false }
            (before, last) = (last, value)
        }
        return true
    }
}

private struct Parts {
    let like: [Double]
    let unlike: [Double]
    let isLikeConstant: Bool
    private let mean: Double

    init?(_ values: [Double], _ common: Commonest, _ isUnlike: [Bool]?) {
        isLikeConstant = 2 * common.count >= values.count
        let marks: [Bool]
        if isLikeConstant {
            marks = values.map { !common.contains($0) }
        } else if let isUnlike, 2 * isUnlike.count(where: { $0 }) <= values.count {
            marks = isUnlike
        } else {
            return nil
        }
        like = zip(values, marks).filter { !$0.1 }.map(\.0)
        unlike = zip(values, marks).filter(\.1).map(\.0)
        mean = GSL.mean(values)
    }

    private var count: Int { like.count + unlike.count }

    private func shares(_ level: Double) -> ConfidenceInterval {
        CountIntervals.share(of: unlike.count, in: count, level: level)
            ?? ConfidenceInterval(level: level, low: 0, high: 1)
    }

    /// Needs at least two runs of either kind.
    func interval(level: Double) -> ConfidenceInterval? {
        let (few, many) = (Summary(of: unlike, level: level), Summary(of: like, level: level))
        guard let fewMean = few.mean, let manyMean = many.mean,
            let fewWidth = few.interval?.halfWidth, let manyWidth = many.interval?.halfWidth
        else { return nil }
        let share = Double(unlike.count) / Double(count)
        let (shares, step) = (shares(level), fewMean - manyMean)
        let ends = [step * (shares.low - share), step * (shares.high - share)]
        let spread = (share * fewWidth, (1 - share) * manyWidth)
        let squares = spread.0 * spread.0 + spread.1 * spread.1
        let (below, above) = (min(ends[0], ends[1]), max(ends[0], ends[1]))
        return ConfidenceInterval(
            level: level, low: mean - (below * below + squares).squareRoot(),
            high: mean + (above * above + squares).squareRoot())
    }

    func bound(within limits: ClosedRange<Double>, level: Double) -> ConfidenceInterval {
        let (share, value) = (shares(level).high, like[0])
        return ConfidenceInterval(
            level: level, low: min(mean, value + share * min(0, limits.lowerBound - value)),
            high: max(mean, value + share * max(0, limits.upperBound - value)))
    }
}
