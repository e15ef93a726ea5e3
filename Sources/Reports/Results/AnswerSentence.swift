import DeviceModel
import Experiments
import Statistics

/// A scenario's answer with the figures of a result.
public struct AnswerSentence {
    private let result: ExperimentResult
    private let answer: Answer

    /// `nil` where the scenario has no answer.
    public init?(_ result: ExperimentResult) {
        guard let answer = result.scenario.answer else { return nil }
        self.result = result
        self.answer = answer
    }

    /// One line.
    public var text: String {
        TextTable.printable(answer.parts.map(text).joined())
    }

    private func text(_ part: Answer.Part) -> String {
        switch part {
        case .words(let words): words
        case .figure(let figure): text(figure)
        }
    }

    private func text(_ figure: Answer.Figure) -> String {
        switch figure {
        case .mean(let term): mean(term)
        case .difference(let left, let right): difference(left, right)
        case .ratio(let left, let right): ratio(left, right)
        case .least(let metric): extreme(metric, by: <)
        case .most(let metric): extreme(metric, by: >)
        }
    }

    /// What stands where no run has a figure.
    static let nothing = "no value in any run"
    /// A half-width beyond this share of the figure is said.
    private static let worthSaying = 0.1
    /// The same of a battery that no run has emptied.
    private static let beyondTheRun = "longer than the run"

    private func mean(_ term: Answer.Term) -> String {
        guard case .metric(let metric) = term.quantity else {
            return figure(plain(term), term)
        }
        guard let summary = policy(term)?.summary(of: metric), let mean = summary.mean else {
            return metric == .timeToEmpty ? Self.beyondTheRun : Self.nothing
        }
        return figure(mean, term) + spread(summary.interval, around: mean, term)
            + share(summary.count)
    }

    private func difference(_ left: Answer.Term, _ right: Answer.Term) -> String {
        guard let paired = paired(left, right) else {
            return figure(subtract(plain(left), plain(right)), left)
        }
        guard let difference = paired.difference else { return Self.nothing }
        let text = figure(difference, left) + share(paired.count)
        guard let interval = paired.interval, interval.low < 0, interval.high > 0 else {
            return text + spread(paired.interval, around: difference, left)
        }
        return text + " (no difference shown)"
    }

    private func ratio(_ left: Answer.Term, _ right: Answer.Term) -> String {
        let paired = paired(left, right)
        let ratio = paired == nil ? divide(plain(left), plain(right)) : paired?.ratio
        guard let ratio else { return Self.nothing }
        let isShare = left.quantity.unit == right.quantity.unit
        let text =
            isShare
            ? FigureText.text(100 * ratio, unit: "percent")
            : FigureText.text(ratio, unit: left.quantity.unit)
        return text + share(paired?.count)
    }

    /// The policy whose mean comes before all others'.
    private func extreme(_ metric: Metric, by comes: (Double, Double) -> Bool) -> String {
        let known = result.policies.compactMap { policy in
            policy.summary(of: metric).mean.map { (name: policy.policy.name, mean: $0) }
        }
        return known.min { comes($0.mean, $1.mean) }?.name ?? Self.nothing
    }

    // MARK: Figures

    /// World by world, where both terms are metrics.
    private func paired(_ left: Answer.Term, _ right: Answer.Term) -> PairedDifference? {
        guard case .metric(let metric) = left.quantity, case .metric(let other) = right.quantity,
            let treatment = policy(left)?.values(of: metric),
            let baseline = policy(right)?.values(of: other)
        else { return nil }
        return PairedDifference(treatment: treatment, baseline: baseline, level: Experiment.level)
    }

    /// The mean, of which there is no interval where it is booked energy.
    private func plain(_ term: Answer.Term) -> Double? {
        switch term.quantity {
        case .metric(let metric): policy(term)?.summary(of: metric).mean
        case .bookedEnergy(app: let app?): policy(term)?.bookedEnergy(of: app)
        case .bookedEnergy(app: nil): policy(term)?.bookedEnergy
        }
    }

    private func policy(_ term: Answer.Term) -> PolicyResult? {
        result.policies.first { $0.policy.name == term.policy }
    }

    private func subtract(_ left: Double?, _ right: Double?) -> Double? {
        guard let left, let right else { return nil }
        return left - right
    }

    private func divide(_ left: Double?, _ right: Double?) -> Double? {
        guard let left, let right, right != 0 else { return nil }
        return left / right
    }

    private func figure(_ value: Double?, _ term: Answer.Term) -> String {
        value.map { FigureText.text($0, unit: term.quantity.unit) } ?? Self.nothing
    }

    /// Half of the interval, where the figure is so badly known that its first digit may be wrong.
    private func spread(
        _ interval: ConfidenceInterval?, around value: Double, _ term: Answer.Term
    ) -> String {
        guard let half = interval?.halfWidth, half > Self.worthSaying * value.magnitude else {
            return ""
        }
        return " ± \(FigureText.text(half, unit: term.quantity.unit, digits: 2))"
    }

    /// In how many runs there is a figure, unless in all of them.
    private func share(_ count: Int?) -> String {
        guard let count, count < result.replicationCount else { return "" }
        return " (in \(count) of \(result.replicationCount) runs)"
    }
}

/// A figure in a sentence: about three digits, and the unit that suits its size.
enum FigureText {
    /// - Parameters:
    ///   - value: finite.
    ///   - unit: as ``DeviceModel/Metric/unit`` has it; empty for a count.
    ///   - digits: significant ones, below a thousand.
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
        case "percent_per_hour": number(value) + " % an hour"
        case "J_per_s": number(value) + " J/s"
        case "s": scaled(value, [(7200, 3600, "h"), (120, 60, "min")], "s")
        case "B": scaled(value, [(1e9, 1e9, "GB"), (1e6, 1e6, "MB"), (1e3, 1e3, "kB")], "B")
        case "m": scaled(value, [(1000, 1000, "km")], "m")
        case "J": scaled(value, [(100_000, 1000, "kJ")], "J")
        default: number(value) + " " + unit
        }
    }

    /// Whole where it is, or is a thousand or more; otherwise so many significant digits.
    private static func number(_ value: Double, _ digits: Int) -> String {
        let isWhole = (value - value.rounded()).magnitude < 1e-9
        if isWhole || value.magnitude >= 999.5 { return ReadableNumber.text(value, decimals: 0) }
        return ReadableNumber.text(value, significantDigits: digits)
    }
}
