import DeviceModel
import Experiments
import Show
import Studies

/// The file that a selection writes, its columns declared once.
public enum SelectionTables {
    /// One row of `select.csv`.
    public struct Row: Sendable {
        let result: SelectionResult
        let index: Int

        var standing: SelectionResult.Standing { result.standings[index] }
        var objective: Objective { result.selection.objective }

        /// Selected, out, or still in where nothing was decided.
        var verdict: String {
            if standing.eliminated != nil { return "eliminated" }
            return result.isDecided ? "selected" : "undecided"
        }
    }

    /// One row for each policy that takes part.
    static func selectionRows(of result: SelectionResult) -> [Row] {
        result.standings.indices.map { Row(result: result, index: $0) }
    }

    static let selection = Table<Row>(name: "select", columns: identity + outcome + procedure)

    private static var identity: [Column<Row>] {
        [
            .text("scenario", "The scenario's name.", \.result.selection.scenario.name),
            .text("policy", "The policy's name.", \.standing.policy),
            .text("metric", "What decides; see replications.csv.", \.objective.metric.columnName),
            .text("unit", "Its unit; empty for a count.", \.objective.metric.unitText),
            .text("better", "smaller or larger.", \.objective.better.rawValue),
        ]
    }

    private static var outcome: [Column<Row>] {
        [
            .text(
                "verdict",
                "selected, eliminated, or undecided if the most replications were not enough.",
                \.verdict),
            .integer(
                "n", "Replications of the policy: those until it was eliminated.",
                \.standing.summary.count),
            .number("mean", "Mean a run over these.", \.standing.summary.mean),
            .number(
                "ci_low",
                "Student's t interval of the mean, 95 %, lower end; too narrow by a little, since "
                    + "the procedure chose when to stop.",
                \.standing.summary.interval?.low),
            .number("ci_high", "The same, upper end.", \.standing.summary.interval?.high),
            .integer(
                "eliminated_after", "Replications after which it was; empty: it was not.",
                \.standing.eliminated?.after),
            .text(
                "eliminated_by", "The policy that showed it to be worse.",
                \.standing.eliminated?.by),
        ]
    }

    private static var procedure: [Column<Row>] {
        [
            .number(
                "indifference", "The smallest difference of means that matters, in the unit.",
                \.result.indifference),
            .number(
                "confidence",
                "The probability that the selected policy is the best, if that is better than all "
                    + "others by the indifference at least.",
                \.result.selection.level),
        ]
    }
}
