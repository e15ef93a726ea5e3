/// Which policies of a family are worth their cost, day by day.
extension [FrontierDayResult] {
    /// What is optimal on each kind of day; the first day's table; the other days, and how to read
    /// them. Traps without a day.
    public var screen: Screen {
        let scenario = self[0].result.scenario
        let (cost, error) = (self[0].cost, self[0].error)
        let conditions = """
            Asked: \(TextTable.printable(scenario.question))
            \(scenario.phoneName); \
            \(scenario.horizon.seconds) a run; seed \(scenario.seed)
            Which of \(self[0].standings.count) policies are worth it: \(words(cost)) against \
            \(words(error))

            """
        return Screen(
            answer: prefix(2).map(\.answer).joined(), table: .table(self[0].short),
            notes: (count > 1 ? "The table is of \(self[0].day).\n" : "")
                + dropFirst(2).map(\.answer).joined() + conditions
                + notes,
            details: flatMap { [.words($0.heading), .table($0.table)] }
                + [.words(Self.reading)])
    }

    /// The screen for a page, which has the pictures: every day's table, in figures.
    var page: Screen {
        var screen = screen
        screen.table = nil
        screen.notes = notes
        return screen
    }

    /// Notes on the figures of each day, a line each.
    private var notes: String {
        map { day in
            let name = count > 1 ? "\(day.day): " : ""
            return day.notes.split(separator: "\n").map { "\(name)\($0)\n" }.joined()
        }.joined()
    }

    private func words(_ objective: Objective) -> String {
        objective.metric.words + (objective.better == .larger ? " (larger is better)" : "")
    }

    private static var reading: String {
        """
        optimal: no other policy is at most as expensive and at most as wrong and better in one.
        dominated: that other policy is. not distinguishable: that other policy may be.
        Values are means a run with 95 % intervals. The chance that any verdict of a day is false \
        is at most 5 % (paired t tests of all pairs, adjusted by Holm; docs/guide/frontier.md), if \
        what agrees in all replications is the same.

        """
    }
}

extension FrontierDayResult {
    private var optimal: [String] {
        standings.filter { $0.verdict?.text == "optimal" }.map(\.variant.policy.name)
    }

    private var frontNames: [String] { front.map { standings[$0].variant.policy.name } }

    /// A sentence: which policies are shown to be optimal, or else which may be.
    fileprivate var answer: String {
        let shown = Self.mostNamed(optimal)
        if !optimal.isEmpty {
            return "\(day): \(shown) \(optimal.count == 1 ? "is" : "are") optimal.\n"
        }
        if front.isEmpty { return "\(day): no policy has both values.\n" }
        return "\(day): no policy is shown to be optimal; on the frontier of the means: "
            + "\(Self.mostNamed(frontNames)).\n"
    }

    private static func mostNamed(_ names: [String]) -> String {
        let more = names.count - 6
        return names.prefix(6).joined(separator: ", ") + (more > 0 ? " and \(more) others" : "")
    }

    fileprivate var heading: String {
        var text = "\(day): \(result.replicationCount) replications, \(optimal.count) optimal"
        if !front.isEmpty {
            text += "; on the frontier of the means: " + frontNames.joined(separator: ", ")
        }
        return text + "\n"
    }

    /// A policy with its options, what it costs and how wrong it is.
    private var figures: [TextColumn<FrontierStanding>] {
        let (cost, error) = (cost.metric, error.metric)
        return [
            .left("policy", \.variant.family),
            .left("options") { $0.variant.levels.map(\.text).joined(separator: " ") },
            .right(cost.words + cost.unitInBrackets, \.cost.meanWithin),
            .right(error.words + error.unitInBrackets, \.error.meanWithin),
            .left("verdict") { $0.verdict?.text ?? "no value" },
        ]
    }

    fileprivate var short: TextTable { TextTable(byCost, keys: 2, figures) }

    fileprivate var table: TextTable {
        TextTable(
            byCost, keys: 2,
            figures + [
                .left("by or from") { standing in
                    standing.rival.map { standings[$0.index].variant.policy.name }
                },
                .right("more cost", \.rival?.cost.differenceWithin),
                .right("more error", \.rival?.error.differenceWithin),
            ])
    }

    /// By rising cost, so that the frontier reads from top to bottom; then in the file's order.
    private var byCost: [FrontierStanding] {
        let sign = cost.better == .smaller ? 1.0 : -1.0
        func rank(_ standing: FrontierStanding) -> Double {
            standing.cost.mean.map { $0 * sign } ?? .infinity
        }
        return standings.sorted { rank($0) < rank($1) }
    }

    fileprivate var notes: String {
        let common = ResultNotes(result: result)
        var notes = common.end + common.combination
        if compared < result.replicationCount {
            notes +=
                "Compared are the \(compared) replications in which every policy has both values.\n"
        }
        return notes
    }
}
