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
        Table(
            name: "coverage",
            columns: [
                .text(
                    "interval",
                    "Which: "
                        + StudiedInterval.allCases.map { "\($0.rawValue) (\($0.meaning))" }
                        .joined(separator: ", ") + ".", \.interval.rawValue),
                .text(
                    "distribution",
                    "Of what is drawn; of pairs that of the world's and of each one's own part; "
                        + "ar1-a: a normal series, each value the share a of the last and new.",
                    \.source.name),
                .integer("n", "Values of a sample; of a stopping rule the fewest.", \.count),
                .number("level", "The coverage that the interval claims.") { _ in
                    CoverageStudy.level
                },
                .integer("experiments", "Samples drawn.", \.experiments),
                .integer("undefined", "Samples that have no interval.", \.undefined),
                .number(
                    "coverage", "Share of the intervals that hold the truth.", \.coverage),
                .number(
                    "coverage_se", "Its standard error, sqrt(p (1 - p) / intervals).",
                    \.standardError),
                .number("mean_width", "Mean width of the intervals.", \.meanWidth),
                .text(
                    "short",
                    "yes where the coverage is below the level by more than three "
                        + "standard errors."
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
        Table(
            name: "power",
            columns: [
                .text(
                    "truth",
                    "Of the policy changed: same mean as the baseline, higher by half a standard "
                        + "deviation of the difference, or higher by the margin of equivalence.",
                    \.situation.truth.rawValue),
                .text("distribution", "Of what is drawn.", \.situation.distribution.rawValue),
                .integer("n", "Replications of an experiment.", \.situation.count),
                .integer("experiments", "Synthetic experiments compared.", \.situation.experiments),
                .text(
                    "outcome",
                    "What is counted: "
                        + PowerStudy.Outcome.allCases.map { "\($0.rawValue) (\($0.meaning))" }
                        .joined(separator: ", ") + ".", \.outcome.rawValue),
                .number("share", "Share of the experiments.") {
                    $0.situation.share(of: $0.outcome).value
                },
                .number("share_se", "Its standard error, sqrt(p (1 - p) / experiments).") {
                    $0.situation.share(of: $0.outcome).standardError
                },
            ])
    }
}
