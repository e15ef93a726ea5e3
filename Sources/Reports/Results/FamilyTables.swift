import DeviceModel
import Experiments
import Statistics

/// The file of a scenario on several radios.
public enum FamilyTables {
    /// One policy on one radio.
    public struct Row: Sendable {
        let radio: RadioProfile
        let baseline: String
        let policy: PolicyResult
        let known: MeanInterval
        let comparison: PolicyComparison?
        let metric: Metric
    }

    static func rows(_ results: [ExperimentResult]) -> [Row] {
        results.flatMap { result in
            let metric = result.leadingMetric
            let comparisons = result.comparisons(of: [metric], hasRanks: false)
            return result.policies.map { policy in
                Row(
                    radio: result.scenario.radio, baseline: result.baseline.policy.name,
                    policy: policy, known: result.interval(of: metric, for: policy),
                    comparison: comparisons.first { $0.policy == policy.policy.name },
                    metric: metric)
            }
        }
    }

    /// One row for each radio and policy.
    public static func family(_ rows: [Row]) -> Table<Row> {
        Table(
            name: "family",
            columns: [
                .text("radio", "The radio's name.") { $0.radio.name },
                .text("technology", "What its network calls itself.") {
                    $0.radio.technology.rawValue
                },
                .text("because", "What sets the radio apart, as its profile says.") {
                    $0.radio.membership?.because
                },
                .text("policy", "The policy's name.") { $0.policy.policy.name },
                .text("metric", "What is compared; see replications.csv.") {
                    $0.metric.columnName
                },
                .text("unit", "The metric's unit; empty for a count.") { $0.metric.unitText },
                .integer("replications", "Simulated on this radio.") {
                    $0.policy.replications.count
                },
                .number("mean", "Of the metric, over the replications.") {
                    $0.policy.summary(of: $0.metric).mean
                },
                .number("ci_low", "Its 95 % interval, lower end.") { $0.known.shown?.low },
                .number("ci_high", "The same, upper end.") { $0.known.shown?.high },
                .number(
                    "marginal_energy", "What is due to the app: the energy less that without it, J."
                ) { $0.policy.summary(of: .marginalEnergy).mean },
                .text("baseline", "What the policy is compared with.") { $0.baseline },
                .number("difference", "The policy less the baseline, paired by replication.") {
                    $0.comparison?.paired.difference
                },
                .number("difference_ci_low", "Its 95 % interval, lower end.") {
                    $0.comparison?.known.shown?.low
                },
                .number("difference_ci_high", "The same, upper end.") {
                    $0.comparison?.known.shown?.high
                },
                .text("verdict", "What is shown of the difference on this radio.") {
                    $0.comparison?.verdict.rawValue
                },
            ], rows: rows)
    }
}
