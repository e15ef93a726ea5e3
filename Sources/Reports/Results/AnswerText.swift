import DeviceModel
import Experiments
import Show
import Statistics

/// One policy against the baseline in words: how much less or more, how surely, how much of it.
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
        if leading.verdict.isDifference, let drain = drain?.paired.difference {
            let (percent, time) = FigureText.drain(drain)
            let size = ReadableNumber.text(percent.magnitude, significantDigits: 3)
            line += "; \(size) % of the battery \(time) \(drain < 0 ? "less" : "more")"
        }
        line += ".\n"
        // Who plays less spends less: what counts is the energy for the same sound.
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
    private func range(
        _ interval: ConfidenceInterval, _ unit: String, decimals: Int
    ) -> String {
        let ends = [interval.low, interval.high].sorted { abs($0) < abs($1) }
        if (interval.low < 0) == (interval.high < 0) {
            let first = ReadableNumber.text(abs(ends[0]), decimals: decimals)
            return "\(first) to \(amount(ends[1], unit, decimals: decimals))"
        }
        return amount(interval.low, unit, decimals: decimals) + " to "
            + amount(interval.high, unit, decimals: decimals)
    }
}

extension PolicyComparison.Verdict {
    fileprivate var isDifference: Bool {
        switch self {
        case .lower, .higher: true
        case .equivalent, .noDifferenceShown: false
        }
    }
}
