import DeviceModel
import Experiments
import Show
import Statistics

/// What the errands of each rule came to.
extension ResultTables {
    public struct ErrandRow: Sendable {
        let policy: PolicyResult
        let errands: RuleErrands

        func mean(_ figure: RuleErrands.Figure) -> Double? {
            Summary(of: policy.values(of: figure, errands), level: Experiment.level).mean
        }

        func interval(_ figure: RuleErrands.Figure) -> ConfidenceInterval? {
            policy.interval(of: figure, errands).shown
        }
    }

    /// One row for each policy, app and rule; `nil` where no app has rules.
    static func errandRows(of result: ExperimentResult) -> [ErrandRow]? {
        let rows = result.policies.flatMap { policy in
            policy.errands.map { ErrandRow(policy: policy, errands: $0) }
        }
        return rows.isEmpty ? nil : rows
    }

    static func errands(_ scenario: String) -> Table<ErrandRow> {
        Table(
            name: "errands",
            columns: [
                .text("scenario", "The scenario's name.") { _ in scenario },
                .text("policy", "The policy's name.", \.policy.policy.name),
                .text(
                    "app", "Which of several apps; empty where the policy is one app.",
                    \.errands.rule.app),
                .text("rule", "The rule's name.", \.errands.rule.rule),
                .integer("n", "Replications, or antithetic pairs, that count.") {
                    $0.policy.values(of: .begun, $0.errands).count
                },
            ] + RuleErrands.Figure.allCases.flatMap(means) + delays)
    }

    private static func means(_ figure: RuleErrands.Figure) -> [Column<ErrandRow>] {
        let name = figure.metric.columnName
        let whole = "The part of the rule in \(figure.metric.columnName) of summary.csv, mean."
        let delay =
            "From what fired the rule to the end of its last step, mean of the means of "
            + "the runs in which any errand was done."
        return [
            .number(
                figure.metric.columnNameWithUnit, figure == .delay ? delay : whole
            ) { $0.mean(figure) },
            .number(
                "\(name)_ci_low",
                "The interval of that, 95 %, lower end; empty where there is none, see ci_method "
                    + "of summary.csv."
            ) { $0.interval(figure)?.low },
            .number("\(name)_ci_high", "The same, upper end.") { $0.interval(figure)?.high },
        ]
    }

    /// How long the errands of all replications together took.
    private static var delays: [Column<ErrandRow>] {
        percentiles("delay_", of: \.errands.delays) + [
            .number("delay_p100", "The longest, exactly.", \.errands.delays.maximum)
        ] + percentileIntervals("delay_", of: \.errands.delays) + [
            .integer(
                "unended",
                "Errands that were under way at the horizon, of all replications together.",
                \.errands.delays.unended)
        ]
    }
}
