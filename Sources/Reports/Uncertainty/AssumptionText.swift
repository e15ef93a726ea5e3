/// The assumed numbers that matter most, for a terminal or as Markdown.
public struct AssumptionText {
    private let scenario: Scenario
    private let outcome: AssumptionScreening.Outcome
    private let factor: Double

    /// The screen's limit; `assumptions.csv` has all.
    public static let most = 10

    public init(_ scenario: Scenario, _ outcome: AssumptionScreening.Outcome, factor: Double) {
        (self.scenario, self.outcome, self.factor) = (scenario, outcome, factor)
    }

    private var listed: ArraySlice<AssumptionEffect> {
        // Effects within rounding error are left out.
        outcome.effects.prefix { $0.share > PairedDifference.resolution }.prefix(Self.most)
    }

    private var metric: String { scenario.replications.leadingMetric.words }

    public var screen: Screen {
        Screen(
            answer: listed.isEmpty
                ? "No assumed number moves the \(metric)."
                : ([rest] + standings).joined(separator: "\n"),
            table: listed.isEmpty ? nil : .table(table),
            notes: "Asked: \(TextTable.printable(scenario.question))\n"
                + "\(scenario.phoneName); \(outcome.replications) replications in the same worlds; "
                + "seed \(scenario.seed)\n")
    }

    private var table: TextTable {
        TextTable(
            listed,
            [
                .left("assumed") {
                    "\($0.number.parameter.path)" + ($0.number.hasRange ? "" : " *")
                }
            ] + columns)
    }

    private var columns: [TextColumn<AssumptionEffect>] {
        [
            .right("as it is") { values(of: $0)[0] }, .right("least at") { values(of: $0)[1] },
            .right("greatest at") { values(of: $0)[2] },
            .right("\(metric) moves by") { Self.share($0.share) },
            .left("of") { UncertaintyReport.name($0.quantity) },
        ]
    }

    public var markdown: String {
        var text = "## \(MarkdownText.line(scenario.name))\n\n"
        text += "\(MarkdownText.line(scenario.question))\n\n"
        if listed.isEmpty { return text + "No assumed number moves the \(metric).\n" }
        text += "| assumed | as it is | least at | greatest at | \(metric) moves by | of |\n"
        text += "|---|--:|--:|--:|--:|---|\n"
        for effect in listed {
            let name =
                MarkdownText.code("\(effect.number.parameter.path)")
                + (effect.number.hasRange ? "" : " \\*")
            let cells = columns.map { MarkdownText.line($0.text(effect) ?? "") }
            text += "| " + ([name] + cells).joined(separator: " | ") + " |\n"
        }
        text += "\n" + WrappedText.text(MarkdownText.line(rest), indent: "")
        return text
            + standings.map { "\n" + WrappedText.text(MarkdownText.line($0), indent: "") }.joined()
    }

    /// Which orders stand whatever a single number is, and which a number turns over.
    private var standings: [String] {
        [
            (Standing.Verdict.firm, "Firm, whatever one number is within what is known of it"),
            (.open, "Open, since one number turns it over"),
            (.same, "About the same"),
        ].compactMap { verdict, words in
            let those = outcome.standings.filter { $0.verdict == verdict }
            if those.isEmpty { return nil }
            return "\(words): \(those.map(Self.words).joined(separator: "; "))."
        }
    }

    /// For example `push - poll, up to messages.every of 6 min instead of 15 min`.
    private static func words(_ standing: Standing) -> String {
        let name = UncertaintyReport.name(standing.quantity)
        let order = standing.difference < 0 ? "less" : "more"
        guard standing.verdict != .same, let flip = standing.flip else { return name }
        let short = ShortValues([flip.number.value, flip.value]).texts
        return "\(name) (\(order)), turned over by \(flip.number.parameter.path) of "
            + "\(short[1]) instead of \(short[0])"
    }

    private func values(of effect: AssumptionEffect) -> [String] {
        let texts = [effect.number.value, effect.low.value, effect.high.value]
        return ShortValues(texts).texts
    }

    private var rest: String {
        let matter = outcome.matter
        let loose = matter.count { !$0.number.hasRange }
        var text =
            "Of \(outcome.effects.count + outcome.fixed.count) numbers that are not known, "
            + "\(matter.count) move the \(metric) by more than "
            + "\(Self.share(AssumptionScreening.share)); "
        text +=
            loose == 0
            ? "all of these have a range."
            : "\(loose) of these have no range (*) and were divided and multiplied by "
                + "\(ReadableNumber.text(factor, significantDigits: 3))."
        if !outcome.fixed.isEmpty {
            text += " \(outcome.fixed.count) could not be moved: no other value is valid."
        }
        return text
    }

    private static func share(_ share: Double) -> String {
        ReadableNumber.text(100 * share, significantDigits: 2) + " %"
    }
}

public enum AssumptionTables {
    public struct Row: Sendable {
        let outcome: AssumptionScreening.Outcome
        let rank: Int

        var effect: AssumptionEffect { outcome.effects[rank - 1] }
    }

    static func assumptionRows(of outcome: AssumptionScreening.Outcome) -> [Row] {
        outcome.effects.indices.map { Row(outcome: outcome, rank: $0 + 1) }
    }

    static let flips = Table<(String, Standing)>(
        name: "flips",
        columns: [
            .text("scenario", "Scenario name.", \.0),
            .text("policy", "Policy that is compared.", \.1.quantity.policy),
            .text("baseline", "Policy that it is compared with.", \.1.quantity.baseline),
            .metric(
                meaning: "Metric that decides on the number of replications.", \.1.quantity.metric),
            .number("difference", "The policy's mean minus the baseline's.", \.1.difference),
            .text(
                "stands",
                "firm: no single number turns the order over within its range; open: one does; "
                    + "about the same: within the equivalence margin.", \.1.verdict.rawValue),
            .text(
                "parameter",
                "Number that turns the order over nearest to its own value; empty if none does "
                    + "between a thirtieth and thirty times it."
            ) { $0.1.flip.map { "\($0.number.parameter.path)" } },
            .text("value", "Value of that number that all other commands use.") {
                $0.1.flip?.number.value
            },
            .text("turns_at", "Value at which the order has turned over.") { $0.1.flip?.value },
            .number("factor", "The latter over the former; empty for an alternative.") {
                $0.1.flip?.factor
            },
        ])

    static let assumptions = Table<Row>(
        name: "assumptions",
        columns: [
            .text("scenario", "Scenario name.", \.outcome.scenario),
            .integer("rank", "Rank, from the number that matters most.", \.rank),
            .text("parameter", "Path of the number.") { "\($0.effect.number.parameter.path)" },
            .number(
                "effect",
                "Distance of the farther end from the central mean, divided by that mean; divided "
                    + "by the baseline's mean if the difference is within the equivalence margin.",
                \.effect.share),
            .text("value", "Value that all other commands use.", \.effect.number.value),
            .text("range", "given: a file states the range; factor: no file does.") {
                $0.effect.number.hasRange ? "given" : "factor"
            },
            .text("policy", "Policy whose result moves most.", \.effect.quantity.policy),
            .text("baseline", "Policy that it is compared with; empty for the metric itself.") {
                $0.effect.quantity.baseline
            },
            .metric(
                meaning: "Metric that decides on the number of replications.",
                \.effect.quantity.metric),
            .number(
                "central", "Mean with the value that all other commands use.", \.effect.central),
            .text("low_value", "Value with the lowest result.", \.effect.low.value),
            .number("low", "Mean at the low value.", \.effect.low.mean),
            .text("high_value", "Value with the highest result.", \.effect.high.value),
            .number("high", "Mean at the high value.", \.effect.high.mean),
            .text("origin", "Origin of the value.", \.effect.number.origin),
        ])
}
