import Experiments
import Show

/// The file that `tailwatt assumptions` writes, with its columns declared once.
public enum AssumptionTables {
    /// One row of `assumptions.csv`.
    public struct Row: Sendable {
        let outcome: AssumptionScreening.Outcome
        let rank: Int

        var effect: AssumptionEffect { outcome.effects[rank - 1] }
    }

    /// One row for each number, the greatest effect first.
    static func assumptionRows(of outcome: AssumptionScreening.Outcome) -> [Row] {
        outcome.effects.indices.map { Row(outcome: outcome, rank: $0 + 1) }
    }

    static let assumptions = Table<Row>(
        name: "assumptions",
        columns: [
            .text("scenario", "The scenario's name.", \.outcome.scenario),
            .integer("rank", "From the number that matters most.", \.rank),
            .text("parameter", "The path of the number.") {
                "\($0.effect.number.parameter.path)"
            },
            .number(
                "effect",
                "How far the farther end is from the central mean, over that mean; over the "
                    + "baseline's where the difference is within the margin of equivalence.",
                \.effect.share),
            .text("value", "As it stands, for all other commands.", \.effect.number.value),
            .text("range", "given: a file says how far it may be off; factor: none does.") {
                $0.effect.number.hasRange ? "given" : "factor"
            },
            .text("policy", "The policy whose result moves most.", \.effect.quantity.policy),
            .text("baseline", "What it is compared with; empty for the metric itself.") {
                $0.effect.quantity.baseline
            },
            .text("metric", "The one that decides on the number of replications.") {
                $0.effect.quantity.metric.columnName
            },
            .text("unit", "The metric's unit; empty for a count.") {
                $0.effect.quantity.metric.unitText
            },
            .number("central", "The mean with all numbers as they stand.", \.effect.central),
            .text("low_value", "The value with the least result.", \.effect.low.value),
            .number("low", "The mean there.", \.effect.low.mean),
            .text("high_value", "The value with the greatest result.", \.effect.high.value),
            .number("high", "The mean there.", \.effect.high.mean),
            .text("origin", "What stands behind the value.", \.effect.number.origin),
        ])
}
