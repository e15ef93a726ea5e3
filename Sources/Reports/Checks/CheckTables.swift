public enum CheckTables {
    public struct CheckRow: Sendable {
        let budget: String
        let scenario: String
        let outcome: LimitOutcome
        let change: CheckChange?

        fileprivate var limit: BudgetLimit { outcome.limit }
    }

    public static func check(_ check: BudgetCheck) -> Table<CheckRow> {
        let changes = check.comparison?.changes
        return columns(isCompared: changes != nil).with(
            check.outcomes.enumerated().map {
                CheckRow(
                    budget: check.budget.name, scenario: check.result.scenario.name, outcome: $1,
                    change: changes?[$0])
            })
    }

    /// - Parameter isCompared: Whether to add the columns of an earlier check.
    static func columns(isCompared: Bool) -> Table<CheckRow> {
        Table("check").with(columns: [
            .text("budget", "Budget name.", \.budget),
            .text("limit", "Limit name.", \.limit.name),
            .text("scenario", "Scenario name.", \.scenario),
            .text("policy", "Policy name.", \.limit.policy),
            .text("metric", "Limited metric; see replications.csv.", \.limit.metric.columnName),
            .text("quantity", "mean, difference or ratio; the last two against a policy.") {
                $0.limit.quantity.word
            },
            .text("against", "Policy that it is measured against.", \.limit.against),
            .text("unit", "Unit of the limit and all values; empty for a count and a ratio.") {
                $0.limit.unitText
            },
            .text("sense", "at most or at least.", \.limit.sense.rawValue),
            .number("allowed", "The limit.", \.limit.limit),
            .number("tolerance", "Allowed overshoot beyond the limit.", \.limit.tolerance),
            .number(
                "confidence", "Confidence level of each bound and outcome.", \.limit.confidence),
            .integer(
                "n", "Replications that have the metric, in both policies if there are two.",
                \.outcome.count),
            .number("measured", "Mean, mean difference or ratio of means.", \.outcome.measured),
            .number("low", "One-sided lower bound of measured; empty if unbounded.", \.outcome.low),
            .number("high", "One-sided upper bound of measured; empty if unbounded.") {
                $0.outcome.high
            },
            .number("p_met", "One-sided test of the hypothesis that the limit is exceeded.") {
                $0.outcome.metPValue
            },
            .number("p_exceeded", "One-sided test of the hypothesis that the limit is met.") {
                $0.outcome.exceededPValue
            },
            .number(
                "p_exceeded_adjusted", "p_exceeded, adjusted by Holm for the number of limits."
            ) { $0.outcome.adjustedExceededPValue },
            .text("outcome", "met, exceeded or undecided.") { $0.outcome.verdict.rawValue },
            .integer(
                "n_needed",
                "Approximate number of replications that would decide; empty if decided."
            ) { $0.outcome.needed },
            .group(isCompared ? ChangeColumns.all(withIntervals: true, \.change) : [], of: \.self),
        ])
    }

    public typealias DiffTableRow = (scenario: String, result: String, row: DiffRow)

    static func diffRows(of diffs: [ResultDiff]) -> [DiffTableRow] {
        diffs.flatMap { diff in diff.rows.map { (diff.base.scenario, diff.new.folder, $0) } }
    }

    static let diff = Table<DiffTableRow>("diff").with(columns: [
        .text("scenario", "Scenario name.", \.scenario),
        .text("policy", "Policy name.", \.row.policy),
        .metric(\.row.metric),
        .text(
            "method", "paired (replications of one seed) or welch (independent samples).",
            \.row.method.rawValue),
        .integer("n_base", "Replications of the base that have the metric.", \.row.counts.base),
        .integer("n_new", "Replications of the new result that have the metric.", \.row.counts.new),
        .number("base_mean", "Mean in the base.") { $0.row.means.base },
        .number("new_mean", "Mean in the new result.") { $0.row.means.new },
        .number("difference", "New mean minus base mean.", \.row.difference),
        .interval("ci", "Student's 95 % t interval of the difference", \.row.interval),
        .number("ratio", "New mean divided by base mean; empty for 0.", \.row.ratio),
        .number("p_value", "Two-sided t test of no difference.", \.row.pValue),
        .number(
            "p_adjusted", "p_value, adjusted by Holm for the number of rows.",
            \.row.adjustedPValue),
        .text(
            "verdict", "lower, higher, no difference shown, or same (all values are equal).",
            \.row.verdict.rawValue),
        .text("better", "smaller or larger; empty for a metric without a better direction.") {
            $0.row.metric.better?.rawValue
        },
        .number(
            "p_worse_adjusted",
            "One-sided test of the hypothesis that it is not worse by more than the "
                + "tolerance, adjusted by Holm.",
            \.row.adjustedWorsePValue),
        .truth(
            "beyond_tolerance", "yes if shown to be worse by more than allowed; otherwise no.",
            \.row.isWorse),
        .text("result", "Folder of the new result.", \.result),
    ])
}

extension BudgetLimit {
    fileprivate var unitText: String? {
        switch quantity {
        case .mean, .difference: metric.unitText
        case .ratio: nil
        }
    }
}

public enum TraceCheckTables {
    public struct Row: Sendable {
        let budget: String
        let outcome: TraceCheck.Outcome
        let change: CheckChange?

        fileprivate var limit: TraceLimit { outcome.limit }
    }

    public static func check(_ check: TraceCheck) -> Table<Row> {
        let changes = check.comparison?.changes
        return columns(isCompared: changes != nil).with(
            check.outcomes.enumerated().map {
                Row(budget: check.budget.name, outcome: $1, change: changes?[$0])
            })
    }

    /// - Parameter isCompared: Whether to add the columns of an earlier check.
    static func columns(isCompared: Bool) -> Table<Row> {
        Table("trace-check").with(columns: [
            .text("budget", "Budget name.", \.budget),
            .text("limit", "Limit name.", \.limit.name),
            .text("subject", "Packets that count: all, a host's or an app's.") {
                $0.limit.subject.words
            },
            .text("radio", "Profile name.", \.outcome.radio),
            .text("unit", "Unit of the limit and the measured value.", \.limit.unitText),
            .number("allowed", "The most.", \.limit.amount),
            .number(
                "measured",
                "Energy that the packets caused on the radio; empty if too many were left out."
            ) { $0.outcome.isPartial ? nil : $0.outcome.measured },
            .number("excess", "measured minus allowed; negative if some is left.") {
                $0.outcome.isPartial ? nil : $0.outcome.excess
            },
            .integer("connections", "Connections that count.", \.outcome.connections),
            .text(
                "outcome", "met, exceeded, or undecided: no such packet, or too many left out.",
                \.outcome.verdict.rawValue),
            .group(isCompared ? ChangeColumns.all(withIntervals: false, \.change) : [], of: \.self),
        ])
    }

    static let shares = Table<TraceCheck.Share>("trace-shares").with(columns: [
        .text("radio", "Profile name.", \.radio),
        .text("host", "Host name, or else address; empty if unknown.", \.host),
        .text("app", "App of the connections; empty if unknown.", \.app),
        .integer("connections", "Number of connections.", \.connections),
        .group(ReplayTables.traffic, of: \.traffic),
        .energy(
            "energy_J", "Energy that the packets caused, including tails and promotions.",
            \.energy.total),
    ])
}

extension Chart {
    static func limits(_ check: TraceCheck) -> Self {
        let bars = check.outcomes.map { outcome in
            let share = outcome.isPartial ? 0 : 100 * outcome.measured / outcome.limit.amount
            var parts = [(key: Key("within the limit", "c0"), value: min(share, 100))]
            if share > 100 { parts.append((Key("beyond it", "c1"), share - 100)) }
            return ChartBar(
                name: "\(outcome.limit.name), \(outcome.radio)", parts: parts, interval: nil,
                words: outcome.used)
        }
        return Chart(
            "Use of each limit [%]",
            note: "The line at a bar is the limit; the part beyond it has another colour. One "
                + "trace has no interval", limit: 100, bars: bars)
    }
}
