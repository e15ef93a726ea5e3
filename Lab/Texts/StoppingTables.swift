import Experiments
import Reports
import Show

/// The study of whole experiments as a table and on the screen.
extension ValidationTables {
    public static func stopping(_ rows: [StoppingStudy.Row]) -> Table<StoppingStudy.Row> {
        emptyStopping.with(rows)
    }

    static var emptyStopping: Table<StoppingStudy.Row> {
        Table("stopping-coverage").with(columns: [
            .text("scenario", "Scenario name.", \.scenario),
            .text("policy", "Policy name.", \.policy),
            .text(
                "baseline", "Policy that it is compared with; empty for the policy by itself.",
                \.baseline),
            .text("metric", "Metric.", \.metric.columnName),
            .text("unit", "Unit of the metric; empty for a count.", \.metric.unitText),
            .number("truth", "Mean of very many replications.", \.truth),
            .number("truth_se", "Standard error of the truth.", \.truthError),
            .integer("experiments", "Experiments, each with its own seed.", \.experiments),
            .number("n", "Mean number of replications per experiment.", \.meanReplications),
            .integer("claimed", "Experiments that gave a 95 % interval.", \.claimed),
            .number("coverage", "Share of the claimed intervals that hold the truth.", \.coverage),
            .number(
                "coverage_se", "Standard error of the coverage, sqrt(p (1 - p) / claimed).",
                \.standardError),
            .number(
                "student_coverage",
                "Share of all experiments in which Student's interval would have held the "
                    + "truth.",
                \.studentCoverage),
            .text(
                "short",
                "yes if the coverage is below 95 % by more than three standard errors of a "
                    + "coverage of 95 %."
            ) { $0.isShort ? "yes" : "no" },
        ])
    }
}

/// The study of whole experiments on the screen: low coverage, and withheld claims.
public struct StoppingText {
    private let rows: [StoppingStudy.Row]

    public init(_ rows: [StoppingStudy.Row]) { self.rows = rows }

    public var screen: Screen {
        var table = TextTable(columns: [
            .init("policy"), .init("less"), .init("metric"), .init("claimed", .right),
            .init("coverage [%]", .right), .init("Student's [%]", .right), .init("short"),
        ])
        let shown = rows.filter { $0.isShort || $0.claimed < $0.experiments }
        for row in shown {
            table.add([
                row.policy, row.baseline ?? "", row.metric.columnName,
                "\(row.claimed) of \(row.experiments)", percent(row.coverage),
                percent(row.studentCoverage), row.isShort ? "yes" : "no",
            ])
        }
        let short = rows.count { $0.isShort }
        return Screen(
            answer: "\(rows.count) means and differences; the intervals of \(short) hold the truth "
                + "in less than 95 %, by more than three standard errors.", table: .table(table),
            notes: shown.isEmpty
                ? "" : "Shown: those, and what has no interval in every experiment.\n")
    }

    private func percent(_ share: Double?) -> String {
        share.map { ReadableNumber.text($0 * 100, decimals: 1) } ?? "-"
    }
}
