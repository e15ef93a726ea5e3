/// What independent runs tell of a mean, and by which rule: an interval only where one covers.
///
/// Student's interval takes the sample for a picture of what there is. It is none where most runs
/// are alike and a few are not: a sample that holds none of these few is sure of a mean that is
/// wrong, and one that holds two or three knows neither how often they come nor how much they
/// move. So the runs are told apart: those with the commonest value from the others where half of
/// them have it; else, where the caller knows of a rare event that moves the quantity, those in
/// which it happened from those in which it did not.
///
/// With at least ``fewest`` unlike runs the mean is (1 − p)·a + p·b, p the share of unlike runs, b
/// their mean and a that of the others. The interval adds the squares of what each of the three may
/// be off by, on either side (MOVER: G. Y. Zou and A. Donner, "Construction of confidence limits
/// about effect measures", Statistics in Medicine 27, 2008): p by Clopper and Pearson, a and b by
/// Student. It is wider on the side of the rare runs. How often it covers is measured by
/// `tailwatt validate stopping`.
public struct MeanInterval: Equatable, Sendable {
    /// What the interval rests on.
    public enum Method: String, CaseIterable, Sendable {
        /// Nothing is drawn by chance, so that the value is known.
        case exact
        /// Student's interval.
        case student = "t"
        /// Of like and unlike runs, put together.
        case twoParts = "two-parts"
        /// Unlike runs are too few to tell how much they move: the range of the quantity times
        /// the most frequent that they can be, exactly.
        case bound
        /// Student's interval is shown, and too short for the skewness of the sample.
        case skewed
        /// Unlike runs are too few, and nothing bounds what they move: no interval.
        case few
        /// All runs have the same value: no interval.
        case same
        /// Fewer than two values: no interval.
        case none
    }

    public let method: Method
    /// The number of runs.
    public let count: Int
    /// How many of them are unlike the others; `nil` where they are not told apart.
    public let unlike: Int?
    /// Covers the mean with about its level; `nil` where nothing does.
    public let interval: ConfidenceInterval?
    /// Student's interval where it is too short to be `interval`.
    public let tooShort: ConfidenceInterval?

    /// Fewer unlike runs than this say too little of how much such runs move the mean: on the
    /// shipped `keep-alive` intervals from two of them covered 89 %, from five 92 to 98 %.
    public static let fewest = 5

    /// The interval that is shown, whether it covers or not.
    public var shown: ConfidenceInterval? { interval ?? tooShort }

    /// The share of all runs that are unlike the others, exactly (Clopper and Pearson); of 68 runs
    /// without one at most 5.3 %. `nil` where runs are not told apart.
    public var unlikeShare: ConfidenceInterval? {
        unlike.flatMap { CountIntervals.share(of: $0, in: count) }
    }

    /// - Parameters:
    ///   - values: one for each run; finite.
    ///   - isUnlike: whether a rare event happened in each that moves the quantity; `nil`: none is
    ///     known.
    ///   - limits: between which the mean of unlike runs lies, whatever happens; `nil`: it may be
    ///     anywhere.
    ///   - isExact: whether nothing is drawn by chance.
    ///   - level: of the interval.
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

/// The most frequent of some values, those that differ in the last bits alone taken as one.
private struct Commonest {
    private let range: ClosedRange<Double>
    let count: Int

    /// - Parameter values: at least one.
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

    /// Whether no two of any three in a row agree, the last and the first being neighbours: then no
    /// value is that of more than a third of them, which is found without sorting.
    private static func areScattered(_ values: [Double]) -> Bool {
        guard values.count >= 3 else { return false }
        var (before, last) = (values[values.count - 2], values[values.count - 1])
        for value in values {
            // Wider than twelve digits: two of a cluster may differ by twice what makes them agree.
            let near = 1e-9 * abs(value)
            if abs(value - last) <= near || abs(value - before) <= near { return false }
            (before, last) = (last, value)
        }
        return true
    }
}

/// Like and unlike runs.
private struct Parts {
    let like: [Double]
    let unlike: [Double]
    /// Whether like runs all have the same value.
    let isLikeConstant: Bool
    private let mean: Double

    /// - Returns: `nil` where runs are not told apart.
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

    /// See ``MeanInterval``; of two runs or more of either kind.
    func interval(level: Double) -> ConfidenceInterval? {
        let (few, many) = (
            Summary(of: unlike, level: level), Summary(of: like, level: level)
        )
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

    /// As far from the common value as the largest share of unlike runs can take the mean.
    func bound(within limits: ClosedRange<Double>, level: Double) -> ConfidenceInterval {
        let (share, value) = (shares(level).high, like[0])
        return ConfidenceInterval(
            level: level, low: min(mean, value + share * min(0, limits.lowerBound - value)),
            high: max(mean, value + share * max(0, limits.upperBound - value)))
    }
}
