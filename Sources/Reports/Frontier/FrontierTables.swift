import Experiments
import Show

/// The files that a frontier writes, each with its columns declared once.
public enum FrontierTables {
    /// One row of `frontier.csv`.
    public struct Row: Sendable {
        let day: FrontierDayResult
        let standing: FrontierStanding

        var rival: FrontierStanding.Rival? { standing.verdict?.rival }
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
            .text("scenario", "Scenario name.", \.day.result.scenario.name),
            .text("day", "Kind of day.", \.day.day),
            .text("policy", "Policy name.", \.standing.variant.policy.name),
            .text(
                "family", "Name of all variants of the policy.", \.standing.variant.family),
            .text("options", "Varying options, as key=value.") {
                $0.standing.variant.levels.map(\.text).joined(separator: " ")
            },
        ]
    }

    private static var measures: [Column<Row>] {
        [
            .integer(
                "n", "Replications in which every policy has both values.", \.standing.cost.count),
            .text(
                "cost_metric", "Metric of the cost; see replications.csv.",
                \.day.cost.metric.columnName),
            .text(
                "cost_unit", "Unit of the metric; empty for a count.", \.day.cost.metric.unitText),
            .number("cost", "Mean per run.", \.standing.cost.mean),
            .number(
                "cost_ci_low", "Lower end of Student's 95 % t interval of the mean.",
                \.standing.cost.interval?.low),
            .number("cost_ci_high", "Upper end of the interval.", \.standing.cost.interval?.high),
            .text(
                "error_metric", "Metric of the error; see replications.csv.",
                \.day.error.metric.columnName),
            .text(
                "error_unit",
                "Unit of the metric; empty for a count.", \.day.error.metric.unitText),
            .number("error", "Mean per run.", \.standing.error.mean),
            .number(
                "error_ci_low", "Lower end of Student's 95 % t interval of the mean.",
                \.standing.error.interval?.low),
            .number("error_ci_high", "Upper end of the interval.", \.standing.error.interval?.high),
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
            .text("rival", "Policy that dominates it, or that cannot be distinguished from it.") {
                row in
                row.rival.map { row.day.standings[$0.index].variant.policy.name }
            },
            .number(
                "cost_difference", "Cost minus the rival's, paired by replication: mean.",
                \.rival?.cost.difference),
            .number(
                "cost_difference_ci_low", "Lower end of its 95 % t interval (Student).",
                \.rival?.cost.interval?.low),
            .number(
                "cost_difference_ci_high", "Upper end of the interval.",
                \.rival?.cost.interval?.high),
            .number(
                "error_difference", "Error minus the rival's, paired by replication: mean.",
                \.rival?.error.difference),
            .number(
                "error_difference_ci_low", "Lower end of its 95 % t interval (Student).",
                \.rival?.error.interval?.low),
            .number(
                "error_difference_ci_high", "Upper end of the interval.",
                \.rival?.error.interval?.high),
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
            .text("day", "Kind of day.", \.day),
            .text("policy", "Policy name.", \.policy),
            .integer(
                "replication", "Number from 0; one number is one world for all policies.",
                \.replication),
            .number("cost", "Cost; metric and unit as in frontier.csv.", \.cost),
            .number("error", "Error; metric and unit as in frontier.csv.", \.error),
        ])
}
