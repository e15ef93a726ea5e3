import Experiments
import Reports
import Show

/// The tables of the study of tailwatt's statistics.
public enum ValidationTables {
    public static func coverage(
        _ combinations: [CoverageStudy.Combination]
    ) -> Table<CoverageStudy.Combination> {
        emptyCoverage.with(combinations)
    }

    static var emptyCoverage: Table<CoverageStudy.Combination> {
        Table("coverage").with(columns: [
            .text(
                "interval",
                "Which: "
                    + StudiedInterval.allCases.map { "\($0.rawValue) (\($0.meaning))" }
                    .joined(separator: ", ") + ".", \.interval.rawValue),
            .text(
                "distribution",
                "Distribution of the values; for pairs, of the world's part and of each "
                    + "one's own; ar1-a: a normal series in which each value is the share a "
                    + "of the last plus new noise.",
                \.source.name),
            .integer("n", "Sample size; for a stopping rule, the smallest.", \.count),
            .number("level", "Coverage that the interval claims.") { _ in
                CoverageStudy.level
            },
            .integer("experiments", "Samples drawn.", \.experiments),
            .integer("undefined", "Samples without an interval.", \.undefined),
            .number("coverage", "Share of the intervals that hold the truth.", \.coverage),
            .number(
                "coverage_se", "Standard error of the coverage, sqrt(p (1 - p) / intervals).",
                \.standardError),
            .number("mean_width", "Mean width of the intervals.", \.meanWidth),
            .text(
                "short",
                "yes if the coverage is below the level by more than three standard errors."
            ) { $0.isShort ? "yes" : "no" },
        ])
    }

    /// One row of `power.csv`.
    public struct PowerRow: Sendable {
        let situation: PowerStudy.Situation
        let outcome: PowerStudy.Outcome
    }

    public static func power(_ situations: [PowerStudy.Situation]) -> Table<PowerRow> {
        emptyPower.with(
            situations.flatMap { situation in
                PowerStudy.Outcome.allCases.map { PowerRow(situation: situation, outcome: $0) }
            })
    }

    static var emptyPower: Table<PowerRow> {
        Table("power").with(columns: [
            .text(
                "truth",
                "Mean of the policy changed: equal to the baseline's, higher by half a "
                    + "standard deviation of the difference, or higher by the equivalence "
                    + "margin.",
                \.situation.truth.rawValue),
            .text("distribution", "Distribution of the values.", \.situation.distribution.rawValue),
            .integer("n", "Replications of an experiment.", \.situation.count),
            .integer("experiments", "Synthetic experiments compared.", \.situation.experiments),
            .text(
                "outcome",
                "Counted verdict: "
                    + PowerStudy.Outcome.allCases.map { "\($0.rawValue) (\($0.meaning))" }
                    .joined(separator: ", ") + ".", \.outcome.rawValue),
            .number("share", "Share of the experiments.") {
                $0.situation.share(of: $0.outcome).value
            },
            .number("share_se", "Standard error of the share, sqrt(p (1 - p) / experiments).") {
                $0.situation.share(of: $0.outcome).standardError
            },
        ])
    }
}
