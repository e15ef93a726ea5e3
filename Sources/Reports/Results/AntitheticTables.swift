import DeviceModel
import Experiments
import Show
import Statistics

/// What antithetic pairs did for the figures of a comparison.
extension ResultTables {
    /// One row for each mean and difference; `nil` where replications are independent.
    static func antitheticRows(of result: ExperimentResult) -> [AntitheticEffect]? {
        let effects = result.antitheticEffects()
        return effects.isEmpty ? nil : effects
    }

    static func antithetic(_ scenario: String) -> Table<AntitheticEffect> {
        Table(
            name: "antithetic",
            columns: [
                .text("scenario", "The scenario's name.") { _ in scenario },
                .text("policy", "The policy's name.", \.policy),
                .text(
                    "baseline", "The policy that it is compared with; empty: a mean of its own.",
                    \.baseline),
                .text("metric", "What was measured; see replications.csv.", \.metric.columnName),
                .integer("pairs", "Antithetic pairs of which both have the metric.", \.pairs),
                .number(
                    "variance_ratio",
                    "Variance of the mean over that of as many independent replications: one plus "
                        + "the correlation within pairs. Below 1 they help.", \.varianceRatio),
                .number(
                    "ci_low", "Fisher's interval of it, 95 %, lower end; assumes normal values.",
                    \.interval.low),
                .number("ci_high", "The same, upper end.", \.interval.high),
            ])
    }
}

extension ResultNotes {
    /// Whether antithetic pairs were worth it, by the mean and the difference of the leading metric
    /// that gain least from them; empty where replications are independent.
    var antithetic: String {
        let effects = result.antitheticEffects(of: [result.leadingMetric])
        let least = [effects.filter { $0.baseline == nil }, effects.filter { $0.baseline != nil }]
            .compactMap { $0.max { $0.varianceRatio < $1.varianceRatio } }
        guard !least.isEmpty else { return "" }
        let what = least.map { effect in
            func number(_ value: Double) -> String {
                ReadableNumber.text(value, significantDigits: 2)
            }
            return (effect.baseline == nil ? "a mean" : "a difference")
                + " at most \(number(effect.varianceRatio)) (\(effect.policy), "
                + IntervalText.words(effect.interval) { interval in
                    IntervalText.cell(interval, number)
                } + ")"
        }
        let isHarmful = least.contains { $0.interval.low > 1 }
        return WrappedText.line(
            "Antithetic pairs: of the variance that as many independent replications leave in "
                + "\(result.leadingMetric.columnName), \(what.joined(separator: ", "))."
                + (isHarmful ? " They do harm here: better without." : ""), indent: "")
    }
}
