import Show

/// The tables that a sweep writes.
public enum SweepTables {
    /// One row of `design.csv`: the value of every factor at a point.
    public struct DesignRow: Equatable, Sendable {
        let point: Int
        let values: [String]

        public init(point: Int, values: [String]) {
            (self.point, self.values) = (point, values)
        }
    }

    /// All points of a sweep with the values of their factors.
    public struct Design: Equatable, Sendable {
        /// Distinct paths.
        public let factors: [String]
        public let rows: [DesignRow]

        public init(factors: [String], _ rows: [DesignRow]) {
            (self.factors, self.rows) = (factors, rows)
        }

        public var headers: [String] { ColumnName.unique(factors) }
    }

    public static func design(_ design: Design) -> Table<DesignRow> {
        Table(
            name: "design",
            columns: [.integer("point", "The point of the design, from 1.", \.point)]
                + zip(design.factors, design.headers).enumerated().map { index, factor in
                    .text(
                        factor.1,
                        "What stands at \(factor.0); empty for what the scenario says."
                    ) { $0.values[index] }
                }, rows: design.rows)
    }

    /// The factors as columns of `sweep.csv`: numbers in the header's unit if all values have it,
    /// otherwise words.
    private static func factors(of design: Design) -> [Column<SweepRow>] {
        let places = Dictionary(
            design.rows.enumerated().map { ($1.point, $0) }, uniquingKeysWith: { first, _ in first }
        )
        let factors = design.factors.indices.map { index in
            SweepFactor(design.factors[index], design.rows.map { $0.values[index] })
        }
        let headers = ColumnName.unique(
            zip(design.factors, factors).map { $1.unit.isEmpty ? $0 : "\($0)_\($1.unit)" })
        return factors.enumerated().map { index, factor in
            let meaning = "What stands at \(factor.path); empty for what the scenario says."
            guard factor.numbers.contains(where: { $0 != nil }) else {
                return .text(headers[index], meaning) { row in
                    places[row.point].map { design.rows[$0].values[index] }
                }
            }
            return .number(headers[index], meaning) { row in
                places[row.point].flatMap { factor.numbers[$0] }
            }
        }
    }

    public static func sweep(_ rows: [SweepRow], _ design: Design? = nil) -> Table<SweepRow> {
        Table(
            name: "sweep",
            columns: [
                .integer("point", "The point of the design, from 1; see design.csv.", \.point),
                .text("policy", "The policy's name.", \.policy),
                .metric(\.metric),
                .integer("n", "Replications that have the metric.", \.count),
                .number("mean", "Their mean.", \.mean),
                .number(
                    "sd", "Their standard deviation, divisor n - 1; empty below two.",
                    \.standardDeviation),
                .number("ci_low", "The interval of the mean, see ci_method, lower end.", \.low),
                .number("ci_high", "The same, upper end.", \.high),
                .text("ci_method", Self.method, \.method.rawValue),
            ] + (design.map(factors) ?? []), rows: rows)
    }

    public static func comparison(_ rows: [SweepComparisonRow]) -> Table<SweepComparisonRow> {
        Table(
            name: "sweep-comparison",
            columns: [
                .integer("point", "The point of the design, from 1; see design.csv.", \.point),
                .text("baseline", "The policy that the others are compared with.", \.baseline),
                .text("policy", "The policy's name.", \.policy),
                .metric(\.metric),
                .integer("n", "Replications in which both have the metric.", \.count),
                .number(
                    "difference", "Mean of policy minus baseline, replication by replication.",
                    \.difference),
                .number("ci_low", "Its interval, see ci_method, lower end.", \.low),
                .number("ci_high", "The same, upper end.", \.high),
                .text("ci_method", Self.method, \.method.rawValue),
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

    private static let method = "What ci_low and ci_high rest on; see summary.csv."
}
