import DeviceModel
import Experiments
import Statistics

/// One policy against the baseline in words: how much less or more, how surely, how much of it.
struct AnswerText {
    private let energy: PolicyComparison
    private let drain: PolicyComparison?
    private let perSecondPlayed: PolicyComparison?

    /// - Parameter comparisons: of one policy, by all metrics; `nil` without energy.
    init?(_ comparisons: [PolicyComparison]) {
        func find(_ metric: Metric) -> PolicyComparison? {
            comparisons.first { $0.metric == metric }
        }
        guard let energy = find(.energy) else { return nil }
        self.energy = energy
        drain = find(.drain)
        perSecondPlayed = find(.energyPerSecondPlayed)
    }

    var text: String {
        let names = "\(energy.policy) against \(energy.baseline)"
        var line = "\(names): \(difference(energy, decimals: 1))"
        if energy.verdict != .noDifferenceShown, let drain = drain?.paired.difference {
            line += "; \(amount(drain, "% of the battery an hour", decimals: 3))"
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
        let interval = comparison.paired.interval.map { range($0, decimals: decimals) }
        let within = interval.map { " (95 %: \($0))" } ?? ""
        if comparison.verdict == .noDifferenceShown {
            return "no difference in energy shown" + within
        }
        let share = comparison.paired.ratio.map {
            ", \(ReadableNumber.text(abs($0 - 1) * 100, decimals: 1)) % of it"
        }
        return amount(difference, "J", decimals: decimals) + within + (share ?? "")
    }

    /// `12.3 J less`.
    private func amount(_ value: Double, _ unit: String, decimals: Int) -> String {
        let size = ReadableNumber.text(abs(value), decimals: decimals)
        return "\(size) \(unit) \(value < 0 ? "less" : "more")"
    }

    /// `11.1 to 13.5 J less`, the smaller size first, or `0.1 J less to 0.2 J more`.
    private func range(_ interval: ConfidenceInterval, decimals: Int) -> String {
        let ends = [interval.low, interval.high].sorted { abs($0) < abs($1) }
        if (interval.low < 0) == (interval.high < 0) {
            let first = ReadableNumber.text(abs(ends[0]), decimals: decimals)
            return "\(first) to \(amount(ends[1], "J", decimals: decimals))"
        }
        return amount(interval.low, "J", decimals: decimals) + " to "
            + amount(interval.high, "J", decimals: decimals)
    }
}
