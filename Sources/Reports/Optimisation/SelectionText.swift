import DeviceModel
import Experiments
import Show
import Studies

/// Which policy was selected, as the terminal shows it.
public struct SelectionText {
    private let result: SelectionResult

    public init(_ result: SelectionResult) { self.result = result }

    public var screen: Screen {
        Screen(answer: answer, table: .table(table), notes: guarantee + conditions)
    }

    private var selection: PolicySelection { result.selection }
    private var metric: Metric { selection.objective.metric }
    private var best: SelectionResult.Standing { result.standings[result.best] }

    private var wish: String { selection.objective.better == .smaller ? "least" : "most" }

    private var conditions: String {
        let scenario = selection.scenario
        return WrappedText.line(
            "Asked of \(scenario.name): which policy has the \(wish) \(metric.words)?")
            + WrappedText.line(
                "\(scenario.phoneName); \(scenario.horizon.seconds) a run; seed "
                    + "\(scenario.seed)")
    }

    private var answer: String {
        let name = TextTable.printable(best.policy)
        if result.standings.count == 1 {
            return "\(name): there is no other policy to choose from.\n"
        }
        if result.isDecided { return "\(name) has the \(wish) \(metric.words).\n" }
        let open = result.standings.count { $0.eliminated == nil }
        return "Undecided after \(best.summary.count) replications between \(open) policies; "
            + "the best so far is \(name). A greater --indifference decides sooner, a greater "
            + "--at-most later.\n"
    }

    private var table: TextTable {
        var table = TextTable(columns: [
            .init("policy"), .init("\(metric.words)\(metric.unitInBrackets), 95 %", .right),
            .init("replications", .right), .init("outcome"),
        ])
        for (index, standing) in result.standings.enumerated() {
            let outcome =
                standing.eliminated.map { "out after \($0.after), by \($0.by)" }
                ?? (result.isDecided ? "selected" : "undecided")
            table.add(
                [
                    standing.policy, standing.summary.meanWithin, "\(standing.summary.count)",
                    index == result.best && !result.isDecided ? "undecided, best so far" : outcome,
                ], tone: standing.eliminated == nil ? (result.isDecided ? .good : .open) : nil)
        }
        return table
    }

    private var guarantee: String {
        guard result.isDecided, result.standings.count > 1 else { return "" }
        let percent = percentText(selection.level)
        let delta = ReadableNumber.text(result.indifference, significantDigits: 3)
        let unit = metric.unitBehind
        return WrappedText.line(
            "With a probability of at least \(percent) this is the policy with the best mean, if "
                + "that is better than every other by \(delta)\(unit) or more; what differs by "
                + "less is taken for equally good. Kim and Nelson's procedure, on the same random "
                + "numbers for all policies; docs/guide/optimisation.md.", indent: "")
    }
}

/// The file that a selection writes, its columns declared once.
public enum SelectionTables {
    /// One row of `select.csv`.
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

    /// One row for each policy that takes part.
    static func selectionRows(of result: SelectionResult) -> [Row] {
        result.standings.indices.map { Row(result: result, index: $0) }
    }

    static let selection = Table<Row>(
        name: "select",
        columns: [
            .text("scenario", "The scenario's name.", \.result.selection.scenario.name),
            .text("policy", "The policy's name.", \.standing.policy),
            .metric(
                meaning: "What decides; see replications.csv.",
                unit: "Its unit; empty for a count.",
                \.objective.metric),
            .text("better", "smaller or larger.", \.objective.better.rawValue),
            .text(
                "verdict",
                "selected, eliminated, or undecided if the most replications were not enough.",
                \.verdict),
            .integer(
                "n", "Replications of the policy: those until it was eliminated.",
                \.standing.summary.count),
            .number("mean", "Mean a run over these.", \.standing.summary.mean),
            .interval(
                "ci", "Student's t interval of the mean, 95 %",
                lower: "; too narrow by a little, since the procedure chose when to stop.",
                \.standing.summary.interval),
            .integer(
                "eliminated_after", "Replications after which it was; empty: it was not.",
                \.standing.eliminated?.after),
            .text(
                "eliminated_by", "The policy that showed it to be worse.",
                \.standing.eliminated?.by),
            .number(
                "indifference", "The smallest difference of means that matters, in the unit.",
                \.result.indifference),
            .number(
                "confidence",
                "The probability that the selected policy is the best, if that is better than all "
                    + "others by the indifference at least.",
                \.result.selection.level),
        ])
}
