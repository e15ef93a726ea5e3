import DeviceModel
import Experiments
import Statistics

/// The files that a comparison writes, each with its columns declared once.
public enum ResultTables {
    /// One row for each policy and metric.
    public static func summary(_ result: ExperimentResult) -> Table<PolicySummary> {
        emptySummary(scenario: result.scenario.name).with(result.summaries())
    }

    private static func emptySummary(scenario: String) -> Table<PolicySummary> {
        Table(
            name: "summary",
            columns: [
                .text("scenario", "The scenario's name.") { _ in scenario },
                .text("policy", "The policy's name.", \.policy),
                .text("metric", "What was measured; see replications.csv.", \.metric.columnName),
                .text("unit", "The metric's unit; empty for a count.", \.metric.unitText),
                .integer("n", "Replications that have the metric.", \.summary.count),
                .number("mean", "Their mean.", \.summary.mean),
                .number(
                    "sd", "Their standard deviation, divisor n - 1; empty below two.",
                    \.summary.standardDeviation),
                .number(
                    "ci_level", "The confidence of the interval.", \.summary.interval?.level),
                .number(
                    "ci_low", "Student's t interval of the mean, lower end; empty below two.",
                    \.summary.interval?.low),
                .number("ci_high", "The same, upper end.", \.summary.interval?.high),
                .number(
                    "median", "The median (Hyndman and Fan's type 7).", \.summary.median),
                .number("p05", "The 5th percentile, type 7.", \.summary.percentile05),
                .number("p95", "The 95th percentile, type 7.", \.summary.percentile95),
            ])
    }

    /// One row for each policy but the baseline, and metric.
    public static func comparison(_ result: ExperimentResult) -> Table<PolicyComparison> {
        emptyComparison(scenario: result.scenario.name).with(result.comparisons())
    }

    private static func emptyComparison(scenario: String) -> Table<PolicyComparison> {
        Table(
            name: "comparison",
            columns: [
                .text("scenario", "The scenario's name.") { _ in scenario },
                .text("baseline", "The policy that the others are compared with.", \.baseline),
                .text("policy", "The policy's name.", \.policy),
                .text("metric", "What was measured; see replications.csv.", \.metric.columnName),
                .text("unit", "The metric's unit; empty for a count.", \.metric.unitText),
                .integer("n", "Replications in which both have the metric.", \.paired.count),
                .number(
                    "difference", "Mean of policy minus baseline, replication by replication.",
                    \.paired.difference),
                .number(
                    "ci_low", "Student's t interval of the difference, 95 %, lower end.",
                    \.paired.interval?.low),
                .number("ci_high", "The same, upper end.", \.paired.interval?.high),
                .number(
                    "ratio", "Mean of the policy over mean of the baseline; empty for 0.",
                    \.paired.ratio),
                .number(
                    "ratio_ci_low",
                    "Fieller's interval of the ratio, 95 %, lower end; empty if unbounded.",
                    \.paired.ratioInterval?.low),
                .number("ratio_ci_high", "The same, upper end.", \.paired.ratioInterval?.high),
                .number("p_value", "Two-sided paired t test of no difference.", \.paired.pValue),
                .number(
                    "p_adjusted", "The same, adjusted by Holm for the number of policies.",
                    \.adjustedPValue),
                .text(
                    "verdict",
                    "lower, higher or no difference shown, by p_adjusted below 0.05.",
                    \.verdict.rawValue),
            ])
    }

    /// One row of `replications.csv`.
    public struct Replication: Sendable {
        let policy: String
        let number: Int
        let metrics: MetricValues
    }

    /// One row for each policy and replication, a column for each metric that some run has.
    public static func replications(_ result: ExperimentResult) -> Table<Replication> {
        emptyReplications(result.metrics).with(
            result.policies.flatMap { policy in
                policy.replications.enumerated().map {
                    Replication(policy: policy.policy.name, number: $0, metrics: $1)
                }
            })
    }

    private static func emptyReplications(_ metrics: [Metric]) -> Table<Replication> {
        Table(
            name: "replications",
            columns: [
                .text("policy", "The policy's name.", \.policy),
                .integer("replication", "From 0; the same number is the same world.", \.number),
            ]
                + metrics.map { metric in
                    .number(metric.columnNameWithUnit, metric.meaning) { $0.metrics[metric] }
                })
    }

    /// Every file and every column that there can be, for the column dictionary.
    public static var schemas: [TableSchema] {
        [
            emptySummary(scenario: "").schema, emptyComparison(scenario: "").schema,
            emptyReplications(Metric.allCases).schema, emptyResidence.schema,
            emptyCauses.schema, emptyApps.schema, emptyAnswer.schema, timeline.schema,
            track.schema,
        ]
    }
}
