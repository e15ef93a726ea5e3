extension SelectionResult {
    public var screen: Screen {
        Screen(answer: answer, table: .table(table), notes: guarantee + conditions)
    }

    private var metric: Metric { selection.objective.metric }
    private var leader: Standing { standings[best] }
    private var wish: String { selection.objective.better == .smaller ? "least" : "most" }

    private var conditions: String {
        let scenario = selection.scenario
        return WrappedText.line(
            "Asked of \(scenario.name): which policy has the \(wish) \(metric.words)?")
            + WrappedText.line(
                "\(scenario.phoneName); \(scenario.horizon.seconds) a run; seed \(scenario.seed)")
    }

    private var answer: String {
        let name = TextTable.printable(leader.policy)
        if standings.count == 1 { return "\(name): there is no other policy to choose from.\n" }
        if isDecided { return "\(name) has the \(wish) \(metric.words).\n" }
        let open = standings.count { $0.eliminated == nil }
        return "Undecided after \(leader.summary.count) replications between \(open) policies; "
            + "the best so far is \(name). A greater --indifference decides sooner, a greater "
            + "--at-most later.\n"
    }

    private var table: TextTable {
        standings.indices.table([
            .left("policy") { standings[$0].policy },
            .right("\(metric.words)\(metric.unitInBrackets), 95 %") {
                standings[$0].summary.meanWithin
            },
            .right("replications") { "\(standings[$0].summary.count)" },
            .left("outcome", outcome),
        ]) { standings[$0].eliminated == nil ? (isDecided ? .good : .open) : nil }
    }

    private func outcome(_ index: Int) -> String {
        if index == best && !isDecided { return "undecided, best so far" }
        return standings[index].eliminated.map { "out after \($0.after), by \($0.by)" }
            ?? (isDecided ? "selected" : "undecided")
    }

    private var guarantee: String {
        guard isDecided, standings.count > 1 else { return "" }
        let percent = percentText(selection.level)
        let delta = ReadableNumber.text(indifference, significantDigits: 3)
        let unit = metric.unitBehind
        return WrappedText.line(
            "With a probability of at least \(percent) this is the policy with the best mean, if "
                + "that is better than every other by \(delta)\(unit) or more; what differs by "
                + "less is taken for equally good. Kim and Nelson's procedure, on the same random "
                + "numbers for all policies; docs/guide/optimisation.md.")
    }
}

/// The file that a selection writes, its columns declared once.
public enum SelectionTables {
    public struct Row: Sendable {
        let result: SelectionResult
        let index: Int

        var standing: SelectionResult.Standing { result.standings[index] }
        var objective: Objective { result.selection.objective }

        /// Selected, out, or still in where nothing was decided.
        var verdict: String {
            if standing.eliminated != nil { return "eliminated" }
            return result.isDecided ? "selected" : "undecided"
        }
    }

    static func selectionRows(of result: SelectionResult) -> [Row] {
        result.standings.indices.map { Row(result: result, index: $0) }
    }

    static let selection = Table<Row>("select").with(columns: [
        .text("policy", "Policy name.", \.standing.policy),
        .metric(
            meaning: "Deciding metric; see replications.csv.",
            unit: "Unit of the metric; empty for a count.", \.objective.metric),
        .text("better", "smaller or larger.", \.objective.better.rawValue),
        .text(
            "verdict",
            "selected, eliminated, or undecided if the largest number of replications was "
                + "not enough.",
            \.verdict),
        .integer(
            "n", "Replications of the policy, until it was eliminated.", \.standing.summary.count),
        .number("mean", "Mean per run over these replications.", \.standing.summary.mean),
        .interval(
            "ci", "Student's 95 % t interval of the mean",
            lower: "; slightly too narrow, since the procedure chose when to stop.",
            \.standing.summary.interval),
        .integer(
            "eliminated_after", "Replications after which it was eliminated; empty if it was not.",
            \.standing.eliminated?.after),
        .text("eliminated_by", "Policy that showed it to be worse.", \.standing.eliminated?.by),
        .number(
            "indifference", "Smallest difference of means that matters, in the unit.",
            \.result.indifference),
        .number(
            "confidence",
            "Probability that the selected policy is the best, if the best is better than "
                + "all others by at least the indifference.",
            \.result.selection.level),
    ])
}
