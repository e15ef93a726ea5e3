import Experiments
import Reports
import Show

/// The table of the study of the optimum search.
public enum OptimumStudyTable {
    public static func optimum(
        _ curves: [OptimumStudy.CurveTrials]
    ) -> Table<OptimumStudy.CurveTrials> {
        empty.with(curves)
    }

    static var empty: Table<OptimumStudy.CurveTrials> {
        Table("optimum-study").with(columns: [
            .text(
                "curve",
                "The mean of the goal over 30 to 3600 s: "
                    + SyntheticCurve.allCases.map { "\($0.rawValue) (\($0.meaning))" }
                    .joined(separator: ", ") + ".", \.curve.rawValue),
            .integer(
                "experiments", "Optimisations, each with other random numbers.", \.experiments),
            .integer("n", "Replications at each point of an experiment.") { _ in
                OptimumStudy.replications
            },
            .number("points", "Mean number of points simulated.") {
                $0.mean { Double($0.points) }
            },
            .number("level", "Coverage that the answer claims.") { _ in
                OptimumStudy.level
            },
            .number(
                "coverage",
                "Share of the experiments whose regions hold every true optimum, and all of "
                    + "a plateau.", \.coverage.value),
            .number(
                "coverage_se", "Standard error of the coverage, sqrt(p (1 - p) / experiments).",
                \.coverage.standardError),
            .number("mean_width", "Mean share of the range that these regions cover, by ratio.") {
                $0.mean(\.width)
            },
            .number("flat", "Share of the experiments in which no value is shown to be better.") {
                $0.share(of: \.isFlat).value
            },
            .number(
                "regret",
                "Mean excess of the value named best over the true optimum, as a share of "
                    + "the curve's span; 0 if it is below, beyond a limit."
            ) { $0.mean(\.regret) },
            .number("regret_max", "Largest regret.") {
                $0.trials.map(\.regret).max() ?? 0
            },
            .number(
                "safe_false",
                "Share of the experiments in which the value shown to keep the limit breaks it."
            ) { $0.share(of: \.isSafeFalse).value },
            .integer(
                "contradictions",
                "Experiments whose named best is shown worse in the table, or has a worse mean "
                    + "than another point that keeps the limits."
            ) { $0.trials.count(where: \.isContradicted) },
            .text(
                "short",
                "yes if the coverage is below the level by more than three standard errors."
            ) { $0.isShort ? "yes" : "no" },
        ])
    }
}

/// The study of the optimum search on the screen.
public struct OptimumStudyText {
    private let curves: [OptimumStudy.CurveTrials]

    public init(_ curves: [OptimumStudy.CurveTrials]) { self.curves = curves }

    public var screen: Screen {
        let short = curves.filter(\.isShort).map(\.curve.rawValue)
        let summary =
            "\(curves.count) curves, \(curves.first?.experiments ?? 0) experiments of "
            + "\(OptimumStudy.replications) replications each, at the level of 95 %; "
            + (short.isEmpty
                ? "on none does the answer hold the optimum less often"
                : "the answer holds the optimum less often on \(short.joined(separator: ", "))")
            + ", by more than three standard errors.\n"
        var table = TextTable(columns: [
            .init("curve"), .init("coverage [%]", .right), .init("of the range [%]", .right),
            .init("none shown better [%]", .right), .init("regret [%]", .right),
            .init("points", .right),
        ])
        for result in curves {
            let coverage = result.coverage
            table.add([
                result.curve.rawValue,
                percent(coverage.value) + " ± " + percent(coverage.standardError),
                percent(result.mean(\.width)), percent(result.share(of: \.isFlat).value),
                ReadableNumber.text(100 * result.mean(\.regret), decimals: 2),
                ReadableNumber.text(result.mean { Double($0.points) }, decimals: 1),
            ])
        }
        return Screen(answer: summary, table: .table(table))
    }

    private func percent(_ share: Double) -> String {
        ReadableNumber.text(share * 100, decimals: 1)
    }
}
