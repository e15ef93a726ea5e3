public enum SweepTables {
    public struct DesignRow: Equatable, Sendable {
        let point: Int
        let values: [String]

        public init(point: Int, values: [String]) { (self.point, self.values) = (point, values) }
    }

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
            columns: [.integer("point", "Point of the design, from 1.", \.point)]
                + zip(design.factors, design.headers).enumerated().map { index, factor in
                    .text(
                        factor.1, "Value of \(factor.0); empty for that of the scenario."
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
            let meaning = "Value of \(factor.path); empty for that of the scenario."
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
        Table("sweep", rows: rows).with(columns: [
            .integer("point", "Point of the design, from 1; see design.csv.", \.point),
            .text("policy", "Policy name.", \.policy),
            .metric(\.metric),
            .integer("n", "Replications that have the metric.", \.count),
            .number("mean", "Mean of these replications.", \.mean),
            .number(
                "sd", "Standard deviation, with divisor n - 1; empty for fewer than two.",
                \.standardDeviation),
            .number("ci_low", "Lower end of the interval of the mean; see ci_method.", \.low),
            .number("ci_high", "Upper end of the interval.", \.high),
            .text("ci_method", Self.method, \.method.rawValue),
            .group(design.map(factors) ?? [], of: \.self),
        ])
    }

    public static func comparison(_ rows: [SweepComparisonRow]) -> Table<SweepComparisonRow> {
        Table("sweep-comparison", rows: rows).with(columns: [
            .integer("point", "Point of the design, from 1; see design.csv.", \.point),
            .text("baseline", "Policy that the others are compared with.", \.baseline),
            .text("policy", "Policy name.", \.policy),
            .metric(\.metric),
            .integer("n", "Replications in which both have the metric.", \.count),
            .number(
                "difference", "Policy minus baseline, paired by replication: mean.", \.difference),
            .number("ci_low", "Lower end of its interval; see ci_method.", \.low),
            .number("ci_high", "Upper end of the interval.", \.high),
            .text("ci_method", Self.method, \.method.rawValue),
            .number("ratio", "Mean of the policy divided by mean of the baseline.", \.ratio),
            .number("ratio_ci_low", "Lower end of its 95 % interval.", \.ratioLow),
            .number("ratio_ci_high", "Upper end of the interval.", \.ratioHigh),
            .number(
                "p_adjusted",
                "p-value of no difference, adjusted for the policies of the point, not the points.",
                \.pAdjusted),
            .text("verdict", "Verdict of p_adjusted; see comparison.csv.", \.verdict),
        ])
    }

    private static let method = "Method of ci_low and ci_high; see summary.csv."
}
