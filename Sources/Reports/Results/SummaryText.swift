extension Summary {
    /// The mean and its half-width, to as many digits as that allows; a dash without a value.
    var meanWithin: String {
        guard let mean else { return "-" }
        return estimate(mean, within: interval)
    }
}

extension PairedDifference {
    var differenceWithin: String {
        guard let difference else { return "-" }
        return estimate(difference, within: interval, signed: true)
    }
}

extension MeanInterval {
    /// A mean with its precision.
    ///
    /// A Student interval adds the half-width, an asymmetric one both ends. A star marks an
    /// interval below 95 %, a question mark none. A value that may be 0 becomes an upper bound; a
    /// rare event becomes `1 in 18 runs`.
    func text(of mean: Double?, _ metric: Metric) -> String {
        guard let mean else { return "-" }
        if let interval, method != .exact, method != .same, interval.low <= 0, interval.high > 0 {
            return "< " + ReadableNumber.text(interval.high, significantDigits: 2)
        }
        if metric.unit == .count, mean > 0, mean < 0.1 {
            return "1 in \(ReadableNumber.text((1 / mean).rounded(), decimals: 0)) runs" + mark
        }
        switch method {
        case .exact, .student: return estimate(mean, within: interval)
        case .skewed: return estimate(mean, within: tooShort) + mark
        case .few: return ReadableNumber.text(mean, significantDigits: 3) + mark
        case .same, .none: return ReadableNumber.text(mean, significantDigits: 4)
        case .twoParts, .bound:
            guard let interval else { return ReadableNumber.text(mean, significantDigits: 3) }
            let lean = (interval.high - mean) - (mean - interval.low)
            if lean.magnitude <= 0.2 * interval.halfWidth {
                return estimate(mean, within: interval)
            }
            func number(_ value: Double) -> String {
                ReadableNumber.text(value, decimals: decimals(for: interval.halfWidth))
            }
            return "\(number(mean)) (\(number(interval.low)) to \(number(interval.high)))"
        }
    }

    func text(ofDifference difference: Double) -> String {
        estimate(difference, within: interval ?? tooShort, signed: true) + mark
    }

    var mark: String { method.mark }
}

extension MeanInterval.Method {
    var mark: String {
        switch self {
        case .skewed: "*"
        case .few: " ?"
        case .exact, .student, .twoParts, .bound, .same, .none: ""
        }
    }

    var meaning: String {
        switch self {
        case .exact: "nothing is random"
        case .student: "Student's"
        case .twoParts: "combined from unlike and like replications"
        case .bound:
            "exact bound on the effect of fewer than \(MeanInterval.fewest) unlike replications"
        case .skewed: "Student's, too short for the skewness: not 95 %"
        case .few:
            "no interval: fewer than \(MeanInterval.fewest) replications are unlike the others, "
                + "or have a rare event that moves the metric"
        case .same: "no interval: all replications have the same value"
        case .none: "no interval: fewer than two replications"
        }
    }
}

enum FewText {
    /// `in fewer than 1 in 18 runs`, or the share if it is a half or more.
    static func text(atMost share: Double) -> String {
        let runs = Int((1 / max(share, 1e-9)).rounded(.down))
        if runs > 1 { return "in fewer than 1 in \(runs) runs" }
        let percent = ReadableNumber.text(min(100, (100 * share).rounded(.up)), decimals: 0)
        return "in up to \(percent) % of runs"
    }

    static func notes(_ known: [MeanInterval]) -> String {
        let few = known.filter { $0.method == .few }
        let more = few.compactMap { $0.unlikeShare?.high }.max().map {
            "What did not happen here may still happen \(text(atMost: $0))."
        }
        return notes(known.map(\.method), more)
    }

    static func notes(_ methods: [MeanInterval.Method], _ more: String? = nil) -> String {
        var notes = ""
        if methods.contains(.skewed) {
            notes += "* Skewed: the true mean is outside more often than 1 time in 20. Run more.\n"
        }
        if methods.contains(.few) {
            let what =
                "? No interval: fewer than \(MeanInterval.fewest) runs are unlike the others, or "
                + "have a rare event that moves it"
                + (more == nil ? "." : " (summary.csv: unlike).")
            notes += WrappedText.line([what, more].compactMap { $0 }.joined(separator: " "))
        }
        return notes
    }
}

/// Four significant digits; empty without a value.
func figure(_ value: Double?, signed: Bool = false) -> String {
    value.map { ReadableNumber.text($0, significantDigits: 4, signed: signed) } ?? ""
}

/// Both ends of an interval in four significant digits; empty without one.
func ends(_ interval: ConfidenceInterval?, signed: Bool = false) -> String {
    IntervalText.cell(interval) { figure($0, signed: signed) }
}

/// Enough decimals for two digits of a width.
func decimals(for width: Double) -> Int {
    var (decimals, scaled) = (0, width)
    while scaled > 0 && scaled < 10 && decimals < 6 {
        scaled *= 10
        decimals += 1
    }
    return decimals
}

func estimate(
    _ value: Double, within interval: ConfidenceInterval?, signed: Bool = false
) -> String {
    guard let interval, !IntervalText.isExact(interval) else {
        return ReadableNumber.text(value, significantDigits: 4, signed: signed)
    }
    let width = interval.halfWidth
    let decimals = decimals(for: width)
    return ReadableNumber.text(value, decimals: decimals, signed: signed) + " ± "
        + ReadableNumber.text(width, decimals: decimals)
}

/// Adds the half-width, or both ends of an asymmetric interval.
func estimate(
    _ value: Double, between interval: ConfidenceInterval?, signed: Bool = false
) -> String {
    guard let interval else {
        return ReadableNumber.text(value, significantDigits: 4, signed: signed)
    }
    let lean = (interval.high - value) - (value - interval.low)
    guard lean.magnitude > 0.04 * interval.halfWidth else {
        return estimate(value, within: interval, signed: signed)
    }
    let ends = [interval.low, interval.high].map { ReadableNumber.text($0, significantDigits: 4) }
    return ReadableNumber.text(value, significantDigits: 4, signed: signed)
        + " (\(ends[0]) to \(ends[1]))"
}

/// An interval in print: both ends, or that the figure is exact.
enum IntervalText {
    private static let exact = "exact"

    /// Whether the ends differ only by rounding, as nothing random affects the figure.
    static func isExact(_ interval: ConfidenceInterval) -> Bool {
        let size = max(interval.low.magnitude, interval.high.magnitude)
        return interval.halfWidth <= size * PairedDifference.resolution
    }

    /// `11.1 to 13.5` or `exact`; empty without an interval.
    static func cell(_ interval: ConfidenceInterval?, _ text: (Double) -> String) -> String {
        guard let interval else { return "" }
        return isExact(interval) ? exact : "\(text(interval.low)) to \(text(interval.high))"
    }

    /// `95 %: 11.1 to 13.5`, or `exact: no chance in it`.
    static func words(
        _ interval: ConfidenceInterval, level: String = "95 %",
        _ range: (ConfidenceInterval) -> String
    ) -> String { isExact(interval) ? "\(exact): no chance in it" : "\(level): \(range(interval))" }
}

extension ConfidenceInterval {
    /// Its ends times a factor above 0.
    func times(_ factor: Double) -> ConfidenceInterval {
        ConfidenceInterval(level: level, low: factor * low, high: factor * high)
    }

    /// A 95 % interval from the cells of a table; `nil` if one is missing.
    init?(_ low: Double?, _ high: Double?) {
        guard let low, let high else { return nil }
        self.init(level: 0.95, low: low, high: high)
    }
}

extension Metric {
    package var unitText: String? { unit == .count ? nil : unit.rawValue }

    /// The metric's name in a sentence: `calls missed`.
    var words: String { String(rawValue.map { $0 == "-" ? " " : $0 }) }

    var unitInBrackets: String { unit == .count ? "" : " [\(unitInWords)]" }

    /// The unit in a sentence; empty for a count.
    public var unitInWords: String { unit.words }

    /// The unit after a number, with a leading space; empty for a count.
    var unitBehind: String { unit == .count ? "" : " \(unitInWords)" }

    /// `%/h` for `percent_per_hour`.
    static func words(ofUnit unit: String) -> String { MetricUnit(rawValue: unit)?.words ?? unit }
}
