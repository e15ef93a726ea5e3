public struct AnswerSentence {
    private let result: ExperimentResult
    private let answer: Answer
    private let figures: AnswerFigures

    /// `nil` if the scenario has no answer.
    public init?(_ result: ExperimentResult) {
        guard let answer = result.scenario.answer else { return nil }
        (self.result, self.answer) = (result, answer)
        figures = AnswerFigures(result)
    }

    /// Says once what percentages of energies are of, and which phone and network the answer is
    /// about.
    public var text: String {
        let words = answer.parts.map(text).joined()
        let first = words.range(of: Self.ofBattery)?.upperBound ?? words.endIndex
        let rest = words[first...].replacing(Self.ofBattery, with: "")
        let isNamed = answer.parts.contains(.figure(.phone)) || !words.hasSuffix(".")
        let names = isNamed ? "" : " This is for \(phone)."
        return TextTable.printable(words[..<first] + rest + names)
    }

    private var phone: String { "\(result.scenario.device.name) on \(result.scenario.radio.name)" }
    private static let ofBattery = " of the battery"

    private func text(_ part: Answer.Part) -> String {
        switch part {
        case .words(let words): words
        case .figure(let figure): text(figure)
        }
    }

    private func text(_ figure: Answer.Figure) -> String {
        switch figure {
        case .mean(let term): return mean(term)
        case .difference(let left, let right):
            guard let difference = figures.difference(left, right) else { return Self.nothing }
            let known = KnownFigure(difference, unit: left.quantity.unit)
            return ofBattery(known, known.difference) + share(difference.count)
        case .ratio(let left, let right): return ratio(left, right)
        case .change(let left, from: let right): return change(left, from: right)
        case .share(let policy, let event, of: let whole):
            return figures.share(policy, event, of: whole).map { KnownFigure($0, unit: "").oneIn }
                ?? Self.nothing
        case .least(let metric, where: let bounds):
            return extreme(figures.extreme(metric, isLeast: true, where: bounds), bounds)
        case .most(let metric, where: let bounds):
            return extreme(figures.extreme(metric, isLeast: false, where: bounds), bounds)
        case .choice(let condition, let words): return words[figures.verdict(condition)]
        case .with(let edits, let figure):
            let variant = result.variants.first { $0.edits == edits }
            return variant.flatMap { AnswerSentence($0.result)?.text(figure) } ?? Self.notThere
        case .phone: return phone
        }
    }

    static let nothing = "no value in any run"
    /// Replaces a figure of a variant that the phone or its system does not allow.
    private static let notThere = "unknown"
    /// Larger ratios are not written as percentages.
    private static let manyTimes = 10.0
    /// Larger ratios read `3 times as much` instead of `200 % more`.
    private static let twice = 2.0
    /// Replaces a time to empty that no run reached.
    private static let beyondTheRun = "longer than the run"

    private func mean(_ term: Answer.Term) -> String {
        guard let mean = figures.mean(term) else {
            return term.quantity == .metric(.timeToEmpty) ? Self.beyondTheRun : Self.nothing
        }
        let known = KnownFigure(
            mean, unit: term.quantity.unit, isSigned: term.quantity.canBeNegative)
        return ofBattery(known, known.text) + standby(term.quantity) + share(mean.count)
    }

    /// `2.5 % of the battery (472 J)`; joules alone where they are not well known, or few.
    private func ofBattery(_ known: KnownFigure, _ text: String) -> String {
        let battery = result.scenario.device.battery.energy.magnitude / 1000
        guard let joules = known.joules, battery > 0, joules.magnitude >= 1e-4 * battery else {
            return text
        }
        let share = FigureText.text(100 * joules / battery, unit: "percent", digits: 2)
        return "\(share)\(Self.ofBattery) (\(text))"
    }

    /// Marks the battery life of an unused phone.
    private func standby(_ quantity: Answer.Estimand) -> String {
        let lasts = quantity == .metric(.hoursToEmpty) || quantity == .metric(.timeToEmpty)
        return lasts && result.scenario.isInStandby ? " in standby" : ""
    }

    /// `65.5 % less`, `about the same`, or a range if the direction is uncertain.
    private func change(_ left: Answer.Term, from right: Answer.Term) -> String {
        let isLess = Answer.Condition(left, isLess: true, than: .times(1, right))
        let verdict = figures.verdict(isLess)
        if verdict == .same { return "about the same" }
        guard let ratio = figures.ratio(left, right) else { return ratioUnknown(left, right) }
        if verdict == .unknown, let interval = ratio.interval {
            return "between \(Self.change(interval.low)) and \(Self.change(interval.high))"
        }
        return Self.change(ratio.value) + share(ratio.count)
    }

    private static func change(_ ratio: Double) -> String {
        if ratio >= twice { return "\(FigureText.text(ratio, unit: "")) times as much" }
        let percent = FigureText.text(100 * (ratio - 1).magnitude, unit: "percent")
        return percent + (ratio < 1 ? " less" : " more")
    }

    private func ratioUnknown(_ left: Answer.Term, _ right: Answer.Term) -> String {
        let isThere = figures.mean(left) != nil && figures.mean(right) != nil
        return isThere ? "an unknown part" : Self.nothing
    }

    private func ratio(_ left: Answer.Term, _ right: Answer.Term) -> String {
        guard let ratio = figures.ratio(left, right) else { return ratioUnknown(left, right) }
        let isShare = left.quantity.unit == right.quantity.unit
        if isShare, ratio.value >= Self.manyTimes {
            return KnownFigure(ratio, unit: "times").text + share(ratio.count)
        }
        let text =
            isShare
            ? KnownFigure(ratio, unit: "percent", times: 100, isSigned: true).text
            : KnownFigure(ratio, unit: left.quantity.unit(per: right.quantity)).text
        return text + share(ratio.count)
    }

    /// The best policy, those not shown to differ from it, and those that might be better.
    private func extreme(_ extreme: AnswerExtreme, _ bounds: [MetricConstraint]) -> String {
        let limits = bounds.map(\.text).joined(separator: " and ")
        let names = extreme.policies.joined(separator: " or ")
        guard !names.isEmpty else {
            return bounds.isEmpty ? Self.nothing : "no policy that is shown to have \(limits)"
        }
        let margin = result.scenario.replications.equivalence
        let tie =
            extreme.policies.count < 2
            ? "" : extreme.isSame ? " (about the same)" : " (no difference above \(margin) shown)"
        guard !extreme.undecided.isEmpty else { return names + tie }
        let others = extreme.undecided.joined(separator: " or ")
        return names + tie + " (unless \(others) has \(limits), which is not shown)"
    }

    /// The number of runs with a figure; empty if all have one.
    private func share(_ count: Int) -> String {
        let all = result.replicationCount / result.scenario.replications.group
        guard count > 0, count < all else { return "" }
        return " (in \(count) of \(all) runs)"
    }
}

extension Answer.Words {
    subscript(verdict: AnswerVerdict) -> String {
        switch verdict {
        case .yes: yes
        case .no: no
        case .unknown: unknown
        case .same: same
        }
    }
}

/// A figure with its precision.
///
/// An interval wider than the figure replaces it. An interval that contains 0 becomes a bound.
struct KnownFigure {
    private let value: Double
    private let low: Double
    private let high: Double
    private let unit: String
    /// Whether the figure may be negative, as the cost of an app relative to the world without it.
    private let isSigned: Bool

    /// The half-width is shown if it exceeds this share of the figure.
    private static let worthSaying = 0.1

    init(_ figure: AnswerFigure, unit: String, times factor: Double = 1, isSigned: Bool = false) {
        value = factor * figure.value
        low = factor * (figure.interval?.low ?? figure.value)
        high = factor * (figure.interval?.high ?? figure.value)
        (self.unit, self.isSigned) = (unit, isSigned)
    }

    /// Larger shares are not written as `1 in 5`.
    private static let often = 0.2

    private var bound: String { number(high, digits: 2) }
    private var isZeroPossible: Bool { low <= 0 && high >= 0 && low < high }
    private var isUnknown: Bool { high - low > value.magnitude }
    private func number(_ value: Double, digits: Int = 3) -> String {
        FigureText.text(value, unit: unit, digits: digits)
    }

    /// `nil` for another unit, or a figure that is not known.
    var joules: Double? { unit == "J" && !isZeroPossible && !isUnknown ? value : nil }

    var text: String {
        if isZeroPossible {
            if isSigned { return "no more than \(number(max(high, -low), digits: 2)) either way" }
            return "\(unit.isEmpty ? "fewer" : "less") than \(bound)"
        }
        if isUnknown { return "\(number(low, digits: 2)) to \(number(high, digits: 2))" }
        let (whole, spread) = (number(value), spread)
        // One unit for both: 138 ± 22 J.
        let unit = whole.drop { $0 != " " }
        guard spread.hasSuffix(unit) else { return whole + spread }
        return whole.dropLast(unit.count) + spread
    }

    var difference: String {
        guard isZeroPossible else { return text }
        return "no difference shown (no more than \(number(max(high, -low), digits: 2)) either way)"
    }

    /// A share of events: `1 in 15`.
    var oneIn: String {
        let percent = KnownFigure(100 * value, 100 * low, 100 * high, "percent")
        if isZeroPossible {
            let bound = high >= Self.often ? percent.bound : "1 in \(whole(1 / high, .down))"
            return "fewer than \(bound)"
        }
        if high >= Self.often { return percent.text }
        let ends = (whole(1 / low, .up), whole(1 / high, .down))
        if isUnknown { return "between 1 in \(ends.0) and 1 in \(ends.1)" }
        return "1 in \(whole(1 / value, .toNearestOrEven)) (1 in \(ends.0) to 1 in \(ends.1))"
    }

    init(_ value: Double, _ low: Double, _ high: Double, _ unit: String) {
        (self.value, self.low, self.high, self.unit) = (value, low, high, unit)
        isSigned = false
    }

    private func whole(_ value: Double, _ rule: FloatingPointRoundingRule) -> String {
        ReadableNumber.text(value.rounded(rule), decimals: 0)
    }

    /// The half-width, if the first digit of the figure may be wrong.
    private var spread: String {
        let half = (high - low) / 2
        if half <= Self.worthSaying * value.magnitude { return "" }
        return " ± \(number(half, digits: 2))"
    }
}

/// Writes a figure with about three digits in a unit of suitable size.
enum FigureText {
    /// - Parameters:
    ///   - unit: As in ``DeviceModel/Metric/unit``.
    ///   - digits: Significant digits below 1000.
    static func text(_ value: Double, unit: String, digits: Int = 3) -> String {
        func number(_ value: Double) -> String { Self.number(value, digits) }
        func scaled(
            _ value: Double, _ scales: [(from: Double, by: Double, unit: String)], _ unit: String
        ) -> String {
            let scale = scales.first { value.magnitude >= $0.from }
            return "\(number(value / (scale?.by ?? 1))) \(scale?.unit ?? unit)"
        }
        return switch unit {
        case "": number(value)
        case "percent": number(value) + " %"
        case "percent_per_hour": number(drain(value).percent) + " % " + drain(value).time
        case "J_per_s": number(value) + " J/s"
        case "s": scaled(value, [(7200, 3600, "h"), (120, 60, "min")], "s")
        case "B": scaled(value, [(1e9, 1e9, "GB"), (1e6, 1e6, "MB"), (1e3, 1e3, "kB")], "B")
        case "m": scaled(value, [(1000, 1000, "km")], "m")
        case "J": scaled(value, [(100_000, 1000, "kJ")], "J")
        default: number(value) + " " + unit
        }
    }

    /// A battery drain in % an hour, or in % a day if it is below 1 % an hour.
    static func drain(_ value: Double) -> (percent: Double, time: String) {
        value.magnitude < 1 ? (24 * value, "a day") : (value, "an hour")
    }

    /// Whole numbers and numbers from 1000 have no decimals.
    private static func number(_ value: Double, _ digits: Int) -> String {
        let isWhole = (value - value.rounded()).magnitude < 1e-9
        if isWhole || value.magnitude >= 999.5 { return ReadableNumber.text(value, decimals: 0) }
        return ReadableNumber.text(value, significantDigits: digits)
    }
}

/// A policy against the baseline in words: the difference, its certainty and its size.
struct AnswerText {
    private let leading: PolicyComparison
    private let drain: PolicyComparison?
    private let perSecondPlayed: PolicyComparison?

    /// `nil` without the leading metric.
    init?(_ comparisons: [PolicyComparison], leading: Metric) {
        func find(_ metric: Metric) -> PolicyComparison? {
            comparisons.first { $0.metric == metric }
        }
        guard let comparison = find(leading) else { return nil }
        self.leading = comparison
        drain = leading == .energy ? find(.drain) : nil
        perSecondPlayed = find(.energyPerSecondPlayed)
    }

    var text: String {
        let names = "\(leading.policy) against \(leading.baseline)"
        var line = "\(names): \(difference(leading, decimals: 1))"
        if [.lower, .higher].contains(leading.verdict), let drain = drain?.paired.difference {
            let (percent, time) = FigureText.drain(drain)
            let size = ReadableNumber.text(percent.magnitude, significantDigits: 3)
            line += "; \(size) % of the battery \(time) \(drain < 0 ? "less" : "more")"
        }
        line += ".\n"
        // Playing less costs less, so the energy for the same sound is what counts.
        if let perSecondPlayed {
            line += "  For each second of sound: \(difference(perSecondPlayed, decimals: 4)).\n"
        }
        return line
    }

    private func difference(_ comparison: PolicyComparison, decimals: Int) -> String {
        guard let difference = comparison.paired.difference else { return "" }
        let unit = Self.unit(of: comparison.metric)
        let known = comparison.known
        let level = known.interval == nil ? "less than 95 %, skewed" : "95 %"
        let interval = known.shown.map { shown in
            IntervalText.words(shown, level: level) { range($0, unit, decimals: decimals) }
        }
        let within = interval.map { " (\($0))" } ?? ""
        if comparison.verdict == .noDifferenceShown {
            let what = comparison.metric == .timeToEmpty ? "time to empty" : "energy"
            return "no difference in \(what) shown" + within
        }
        if comparison.verdict == .equivalent { return comparison.verdictText + within }
        let share = comparison.paired.ratio.map {
            ", \(ReadableNumber.text(abs($0 - 1) * 100, decimals: 1)) % of it"
        }
        return amount(difference, unit, decimals: decimals) + within + (share ?? "")
    }

    private static func unit(of metric: Metric) -> String {
        metric == .timeToEmpty ? "h of battery" : "J"
    }

    private func amount(_ value: Double, _ unit: String, decimals: Int) -> String {
        let size = ReadableNumber.text(abs(value), decimals: decimals)
        return "\(size) \(unit) \(value < 0 ? "less" : "more")"
    }

    /// `11.1 to 13.5 J less`, the smaller size first, or `0.1 J less to 0.2 J more`.
    private func range(_ interval: ConfidenceInterval, _ unit: String, decimals: Int) -> String {
        let ends = [interval.low, interval.high].sorted { abs($0) < abs($1) }
        if (interval.low < 0) == (interval.high < 0) {
            let first = ReadableNumber.text(abs(ends[0]), decimals: decimals)
            return "\(first) to \(amount(ends[1], unit, decimals: decimals))"
        }
        return amount(interval.low, unit, decimals: decimals) + " to "
            + amount(interval.high, unit, decimals: decimals)
    }
}
