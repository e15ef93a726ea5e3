import Experiments
import Show

/// The files that a frontier writes, each with its columns declared once.
public enum FrontierTables {
    /// One row of `frontier.csv`.
    public struct Row: Sendable {
        let day: FrontierDayResult
        let standing: FrontierStanding

        var rival: FrontierStanding.Rival? { standing.rival }
        var isOnFront: Bool {
            day.front.contains {
                day.standings[$0].variant.policy.name == standing.variant.policy.name
            }
        }
    }

    /// One row for each kind of day and policy.
    static func frontierRows(of days: [FrontierDayResult]) -> [Row] {
        days.flatMap { day in day.standings.map { Row(day: day, standing: $0) } }
    }

    static let frontier = Table<Row>(name: "frontier", columns: identity + measures + verdict)

    private static var identity: [Column<Row>] {
        [
            .text("scenario", "The scenario's name.", \.day.result.scenario.name),
            .text("day", "The kind of day.", \.day.day),
            .text("policy", "The policy's name.", \.standing.variant.policy.name),
            .text(
                "family", "What all variants of the policy are called.", \.standing.variant.family),
            .text("options", "The options that vary, as key=value.") {
                $0.standing.variant.levels.map(\.text).joined(separator: " ")
            },
        ]
    }

    private static var measures: [Column<Row>] {
        [
            .integer(
                "n", "Replications in which every policy has both values.", \.standing.cost.count),
            .text(
                "cost_metric", "What is spent; see replications.csv.",
                \.day.cost.metric.columnName),
            .text("cost_unit", "Its unit; empty for a count.", \.day.cost.metric.unitText),
            .number("cost", "Its mean a run.", \.standing.cost.mean),
            .number(
                "cost_ci_low", "Student's t interval of the mean, 95 %, lower end.",
                \.standing.cost.interval?.low),
            .number("cost_ci_high", "The same, upper end.", \.standing.cost.interval?.high),
            .text(
                "error_metric", "What is had for it; see replications.csv.",
                \.day.error.metric.columnName),
            .text("error_unit", "Its unit; empty for a count.", \.day.error.metric.unitText),
            .number("error", "Its mean a run.", \.standing.error.mean),
            .number(
                "error_ci_low", "Student's t interval of the mean, 95 %, lower end.",
                \.standing.error.interval?.low),
            .number("error_ci_high", "The same, upper end.", \.standing.error.interval?.high),
        ]
    }

    private static var verdict: [Column<Row>] {
        [
            .text("on_front", "yes if no other policy dominates it by its means, else no.") {
                $0.standing.verdict == nil ? nil : $0.isOnFront ? "yes" : "no"
            },
            .text(
                "verdict",
                "optimal, dominated or not distinguishable; empty for a policy without values. "
                    + "See docs/guide/frontier.md.", \.standing.verdict?.text),
            .text("rival", "The policy that dominates it, or that it cannot be told from.") { row in
                row.rival.map { row.day.standings[$0.index].variant.policy.name }
            },
            .number(
                "cost_difference", "Mean cost less the rival's, replication by replication.",
                \.rival?.cost.difference),
            .number(
                "cost_difference_ci_low", "Student's t interval of it, 95 %, lower end.",
                \.rival?.cost.interval?.low),
            .number(
                "cost_difference_ci_high", "The same, upper end.", \.rival?.cost.interval?.high),
            .number(
                "error_difference", "Mean error less the rival's, replication by replication.",
                \.rival?.error.difference),
            .number(
                "error_difference_ci_low", "Student's t interval of it, 95 %, lower end.",
                \.rival?.error.interval?.low),
            .number(
                "error_difference_ci_high", "The same, upper end.", \.rival?.error.interval?.high),
        ]
    }

    /// One row of `points.csv`.
    public struct Point: Sendable {
        let day: String
        let policy: String
        let replication: Int
        let cost: Double?
        let error: Double?
    }

    /// One row for each kind of day, policy and replication: all that the verdicts are made from.
    static func pointRows(of days: [FrontierDayResult]) -> [Point] {
        days.flatMap { day in
            day.result.policies.flatMap { policy in
                policy.replications.enumerated().map { number, values in
                    Point(
                        day: day.day, policy: policy.policy.name, replication: number,
                        cost: values[day.cost.metric], error: values[day.error.metric])
                }
            }
        }
    }

    static let points = Table<Point>(
        name: "points",
        columns: [
            .text("day", "The kind of day.", \.day),
            .text("policy", "The policy's name.", \.policy),
            .integer(
                "replication", "From 0; the same number is the same world.", \.replication),
            .number("cost", "What was spent; metric and unit in frontier.csv.", \.cost),
            .number("error", "What was had for it; the same.", \.error),
        ])
}
