import DeviceModel

/// The files that a sweep writes, each with its columns declared once.
public enum SweepTables {
    /// One row of `design.csv`: what every factor takes.
    public struct DesignRow: Sendable {
        let point: Int
        let values: [String]

        /// - Parameters:
        ///   - point: from 1.
        ///   - values: by factor.
        public init(point: Int, values: [String]) {
            (self.point, self.values) = (point, values)
        }
    }

    /// One row for each point.
    ///
    /// - Parameters:
    ///   - factors: their paths, all different.
    ///   - rows: with a value for each factor.
    public static func design(factors: [String], _ rows: [DesignRow]) -> Table<DesignRow> {
        Table(
            name: "design",
            columns: [.integer("point", "The point of the design, from 1.", \.point)]
                + factors.enumerated().map { index, path in
                    .text(
                        path, "What stands at this path; empty for what the scenario says."
                    ) { $0.values[index] }
                }, rows: rows)
    }

    /// One row for each point, policy and metric.
    public static func sweep(_ rows: [SweepRow]) -> Table<SweepRow> {
        Table(
            name: "sweep",
            columns: [
                .integer("point", "The point of the design, from 1; see design.csv.", \.point),
                .text("policy", "The policy's name.", \.policy),
                .text("metric", "What was measured; see replications.csv.", \.metric.columnName),
                .text("unit", "The metric's unit; empty for a count.", \.metric.unitText),
                .integer("n", "Replications that have the metric.", \.count),
                .number("mean", "Their mean.", \.mean),
                .number(
                    "sd", "Their standard deviation, divisor n - 1; empty below two.",
                    \.standardDeviation),
                .number("ci_low", "The 95 % interval of the mean, lower end.", \.low),
                .number("ci_high", "The same, upper end.", \.high),
            ], rows: rows)
    }

    /// One row for each point, policy but the baseline, and metric.
    public static func comparison(_ rows: [SweepComparisonRow]) -> Table<SweepComparisonRow> {
        Table(
            name: "sweep-comparison",
            columns: [
                .integer("point", "The point of the design, from 1; see design.csv.", \.point),
                .text("baseline", "The policy that the others are compared with.", \.baseline),
                .text("policy", "The policy's name.", \.policy),
                .text("metric", "What was measured; see replications.csv.", \.metric.columnName),
                .text("unit", "The metric's unit; empty for a count.", \.metric.unitText),
                .integer("n", "Replications in which both have the metric.", \.count),
                .number(
                    "difference", "Mean of policy minus baseline, replication by replication.",
                    \.difference),
                .number("ci_low", "Its 95 % interval, lower end.", \.low),
                .number("ci_high", "The same, upper end.", \.high),
                .number("ratio", "Mean of the policy over mean of the baseline.", \.ratio),
                .number("ratio_ci_low", "Its 95 % interval, lower end.", \.ratioLow),
                .number("ratio_ci_high", "The same, upper end.", \.ratioHigh),
                .number(
                    "p_adjusted",
                    "Of no difference; adjusted for the policies of the point, not for the points.",
                    \.pAdjusted),
                .text("verdict", "What p_adjusted shows; see comparison.csv.", \.verdict),
            ], rows: rows)
    }
}
