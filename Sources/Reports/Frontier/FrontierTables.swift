/// The files that a frontier writes, each with its columns declared once.
public enum FrontierTables {
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

    static func frontierRows(of days: [FrontierDayResult]) -> [Row] {
        days.flatMap { day in day.standings.map { Row(day: day, standing: $0) } }
    }

    static let frontier = Table<Row>(
        name: "frontier",
        columns: identity + measure("cost", "Metric of the cost", \.day.cost, \.standing.cost)
            + measure("error", "Metric of the error", \.day.error, \.standing.error) + verdict)

    private static var identity: [Column<Row>] {
        [
            .text("scenario", "Scenario name.", \.day.result.scenario.name),
            .text("day", "Kind of day.", \.day.day),
            .text("policy", "Policy name.", \.standing.variant.policy.name),
            .text("family", "Name of all variants of the policy.", \.standing.variant.family),
            .text("options", "Varying options, as key=value.") {
                $0.standing.variant.levels.map(\.text).joined(separator: " ")
            },
            .integer(
                "n", "Replications in which every policy has both values.", \.standing.cost.count),
        ]
    }

    private static var verdict: [Column<Row>] {
        [
            .truth("on_front", "yes if no other policy dominates it by its means, else no.") {
                $0.standing.verdict == nil ? nil : $0.isOnFront
            },
            .text(
                "verdict",
                "optimal, dominated or not distinguishable; empty for a policy without values. "
                    + "See docs/guide/frontier.md.", \.standing.verdict?.text),
            .text("rival", "Policy that dominates it, or that cannot be distinguished from it.") {
                row in row.rival.map { row.day.standings[$0.index].variant.policy.name }
            },
            .group(difference("cost"), of: \.rival?.cost),
            .group(difference("error"), of: \.rival?.error),
        ]
    }

    private static func measure(
        _ name: String, _ meaning: String, _ objective: @escaping @Sendable (Row) -> Objective,
        _ summary: @escaping @Sendable (Row) -> Summary
    ) -> [Column<Row>] {
        [
            .metric(
                prefix: "\(name)_", meaning: "\(meaning); see replications.csv.",
                unit: "Unit of the metric; empty for a count."
            ) { objective($0).metric },
            .number(name, "Mean per run.") { summary($0).mean },
            .interval("\(name)_ci", "Student's 95 % t interval of the mean") {
                summary($0).interval
            },
        ]
    }

    private static func difference(_ name: String) -> [Column<PairedDifference>] {
        [
            .number(
                "\(name)_difference", "Mean \(name) less the rival's, replication by replication.",
                \.difference),
            .interval(
                "\(name)_difference_ci", "Student's 95 % t interval of the difference", \.interval),
        ]
    }

    public typealias Point = (
        day: String, policy: String, replication: Int, cost: Double?, error: Double?
    )

    /// One row for each kind of day, policy and replication: all that the verdicts are made from.
    static func pointRows(of days: [FrontierDayResult]) -> [Point] {
        days.flatMap { day in
            day.result.policies.flatMap { policy in
                policy.replications.enumerated().map { number, values in
                    (
                        day.day, policy.policy.name, number, values[day.cost.metric],
                        values[day.error.metric]
                    )
                }
            }
        }
    }

    static let points = Table<Point>("points").with(columns: [
        .text("day", "Kind of day.", \.day),
        .text("policy", "Policy name.", \.policy),
        .integer(
            "replication", "Number from 0; one number is one world for all policies.",
            \.replication),
        .number("cost", "Cost; metric and unit as in frontier.csv.", \.cost),
        .number("error", "Error; metric and unit as in frontier.csv.", \.error),
    ])
}
