import DeviceModel
import Experiments
import Studies

/// Which policies of a family are worth their cost, as the terminal shows it, day by day.
public struct ParetoText {
    private let question: String
    private let days: [FrontierDayResult]

    /// - Parameters:
    ///   - scenario: whose family it is.
    ///   - days: the kinds of day that were simulated; at least one.
    public init(_ scenario: Scenario, _ days: [FrontierDayResult]) {
        precondition(!days.isEmpty, "an answer about no day")
        question = TextTable.printable(scenario.question)
        self.days = days
    }

    /// Tables by kind of day, and what must be known to read them.
    public var text: String {
        let scenario = days[0].result.scenario
        let (cost, error) = (days[0].cost, days[0].error)
        return """
            \(question)
            \(scenario.phoneName); \
            \(scenario.horizon.seconds) a run; seed \(scenario.seed)
            Which of \(days[0].standings.count) policies are worth it: \(words(cost)) against \
            \(words(error))

            \(days.map { FrontierDayText(day: $0).text }.joined(separator: "\n"))
            \(Self.reading)
            """
    }

    private func words(_ objective: Objective) -> String {
        objective.metric.words + (objective.better == .larger ? " (larger is better)" : "")
    }

    private static let reading = """
        optimal: no other policy is at most as expensive and at most as wrong and better in one.
        dominated: that other policy is. not distinguishable: that other policy may be.
        Values are means a run with 95 % intervals. The chance that any verdict of a day is false
        is at most 5 % (paired t tests of all pairs, adjusted by Holm; docs/guide/frontier.md).

        """
}

/// One kind of day.
private struct FrontierDayText {
    let day: FrontierDayResult

    var text: String {
        "\(heading)\n\(standings)\(notes)"
    }

    private var heading: String {
        let optimal = day.standings.count { $0.verdict?.text == "optimal" }
        let front = day.front.map { day.standings[$0].variant.policy.name }
        var text = "\(day.day): \(day.result.replicationCount) replications, \(optimal) optimal"
        if !front.isEmpty {
            text += "; on the frontier of the means: " + front.joined(separator: ", ")
        }
        return text
    }

    private var standings: String {
        let (cost, error) = (day.cost.metric, day.error.metric)
        var table = TextTable(columns: [
            .init("policy"), .init("options"),
            .init(cost.words + cost.unitInBrackets, .right),
            .init(error.words + error.unitInBrackets, .right), .init("verdict"),
            .init("by or from"),
            .init("more cost", .right), .init("more error", .right),
        ])
        for standing in byCost {
            let rival = standing.verdict?.rival
            table.add([
                standing.variant.family, standing.variant.levels.map(\.text).joined(separator: " "),
                standing.cost.meanWithin, standing.error.meanWithin,
                standing.verdict?.text ?? "no value",
                rival.map { day.standings[$0.index].variant.policy.name } ?? "",
                rival?.cost.differenceWithin ?? "", rival?.error.differenceWithin ?? "",
            ])
        }
        return table.text
    }

    /// By rising cost, so that the frontier reads from top to bottom; then in the file's order.
    private var byCost: [FrontierStanding] {
        let sign = day.cost.better == .smaller ? 1.0 : -1.0
        return day.standings.enumerated().sorted { left, right in
            let first = left.element.cost.mean.map { $0 * sign } ?? .infinity
            let second = right.element.cost.mean.map { $0 * sign } ?? .infinity
            return (first, left.offset) < (second, right.offset)
        }.map(\.element)
    }

    private var notes: String {
        let common = ResultNotes(result: day.result)
        var notes = common.end + common.combination
        if day.compared < day.result.replicationCount {
            notes +=
                "Compared are the \(day.compared) replications in which every policy has both "
                + "values.\n"
        }
        return notes
    }
}
