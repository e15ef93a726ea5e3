struct CheckComparisonText {
    struct Outcome {
        let limit: String
        /// `nil` in a check of a scenario.
        let radio: String?
        let allowed: String
        let measured: String
        let verdict: LimitOutcome.Verdict
        /// Formats a value of the limited quantity, with its unit.
        let figure: (Double) -> String

        fileprivate var name: String { radio.map { "\(limit) on \($0)" } ?? limit }
    }

    private let comparison: CheckComparison
    private let budget: String
    private let inputs: [Manifest.File]?
    private let horizon: String?
    private let outcomes: [Outcome]

    /// Without `inputs`, changes of input files are not reported; `horizon` is `nil` for a trace.
    init(
        _ comparison: CheckComparison, budget: String, inputs: [Manifest.File]?,
        horizon: String? = nil, _ outcomes: [Outcome]
    ) {
        (self.comparison, self.budget, self.inputs) = (comparison, budget, inputs)
        (self.horizon, self.outcomes) = (horizon, outcomes)
    }

    private var hasIntervals: Bool { comparison.base.kind == .scenario }

    private var moved: [(outcome: Outcome, figure: MovedFigure)] {
        zip(outcomes, comparison.changes).compactMap { outcome, change in
            change.figure.map { (outcome, $0) }
        }
    }

    /// The sentence about changes, and which figures are worse by more than is allowed.
    var sentences: String {
        guard let allowed = comparison.allowed else { return sentence }
        let edge = "more than \(NumberText.text(100 * allowed)) % worse than the base"
        func names(_ verdict: LimitOutcome.Verdict) -> String? {
            let found = zip(outcomes, comparison.growths).filter { $0.1 == verdict }.map(\.0.name)
            return found.isEmpty ? nil : found.joined(separator: ", ")
        }
        let parts = [
            names(.exceeded).map { "These are \(edge): \($0)." },
            names(.undecided).map { "It is undecided whether these are \(edge): \($0)." },
        ].compactMap { $0 }
        return ([sentence] + (parts.isEmpty ? ["No figure is \(edge)."] : parts))
            .joined(separator: " ")
    }

    /// `Against the base a-day is 12.3 J more (+2.58 %, beyond the noise).` Increases come before
    /// decreases.
    private var sentence: String {
        let moved = moved
        if moved.isEmpty { return "Nothing of it can be compared with the base." }
        let shown = moved.filter { [.less, .more].contains($0.figure.verdict) }
        let worse = shown.filter { $0.figure.verdict == .more }
        guard
            let most = (worse.isEmpty ? shown : worse).max(by: {
                Self.size($0.figure) < Self.size($1.figure)
            })
        else {
            let isSame = moved.allSatisfy { $0.figure.verdict == .same }
            return isSame
                ? "Every figure is the same as in the base."
                : "No figure differs from the base by more than chance can make it."
        }
        let parts = [Self.share(most.figure), hasIntervals ? "beyond the noise" : nil]
        let more = parts.compactMap { $0 }.joined(separator: ", ")
        let what =
            "\(most.outcome.name) is \(most.outcome.figure(most.figure.difference.magnitude)) "
            + most.figure.verdict.rawValue + (more.isEmpty ? "" : " (\(more))")
        if shown.count == 1 { return "Against the base \(what)." }
        let counts = [(worse.count, "more"), (shown.count - worse.count, "less")]
            .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        return "Against the base \(counts.joined(separator: " and ")), of \(moved.count) figures; "
            + "the furthest \(worse.isEmpty ? "down" : "up"): \(what)."
    }

    private static func size(_ figure: MovedFigure) -> Double {
        figure.share?.magnitude ?? .infinity
    }

    private static func share(_ figure: MovedFigure) -> String? {
        figure.share.map { share in
            share == 0 ? "0 %" : ReadableNumber.text(100 * share, decimals: 2, signed: true) + " %"
        }
    }

    var table: TextTable {
        let hasRadios = !hasIntervals
        var table = TextTable(
            columns: [.init("limit")] + (hasRadios ? [.init("radio")] : []) + [
                .init("allowed"), .init("was", .right), .init("is", .right),
                .init("difference", .right), .init("change", .right),
            ] + (hasIntervals ? [.init("noise")] : []) + [.init("outcome")],
            keys: hasRadios ? 2 : 1)
        for (outcome, change) in zip(outcomes, comparison.changes) {
            table.add(
                [outcome.limit] + (hasRadios ? [outcome.radio ?? ""] : []) + [outcome.allowed]
                    + cells(outcome, change) + [verdict(outcome, change)],
                tone: outcome.verdict.tone)
        }
        return table
    }

    private func cells(_ outcome: Outcome, _ change: CheckChange) -> [String] {
        let noise: String
        switch change {
        case .moved(let figure):
            let sign = figure.difference > 0 ? "+" : figure.difference < 0 ? "-" : ""
            let size = outcome.figure(figure.difference.magnitude).drop { "+-".contains($0) }
            return [
                outcome.figure(figure.was), outcome.measured,
                figure.difference == 0 ? "same" : sign + size,
                figure.difference == 0 ? "" : Self.share(figure) ?? "",
            ] + (hasIntervals ? [words(figure, outcome)] : [])
        case .isNew: noise = "new limit"
        case .isOther: noise = "of something else"
        case .isUnknown: noise = "no value"
        }
        return hasIntervals
            ? ["-", outcome.measured, "", "", noise] : [noise, outcome.measured, "", ""]
    }

    /// `within 5.2 J`: whether chance alone can explain the change.
    private func words(_ figure: MovedFigure, _ outcome: Outcome) -> String {
        if figure.verdict == .same { return "" }
        guard let noise = figure.noise else { return "not known" }
        let size = outcome.figure(noise).drop { "+-".contains($0) }
        return "\(figure.verdict == .withinNoise ? "within" : "beyond") \(size)"
    }

    private func verdict(_ outcome: Outcome, _ change: CheckChange) -> String {
        let now = outcome.verdict.rawValue
        guard let before = change.figure?.outcomeBefore, before != now else { return now }
        return "\(now) (was \(before))"
    }

    var notes: String {
        var lines: [String] = []
        let base = comparison.base
        if base.budget != budget { lines.append("The base is of the budget \(base.budget).") }
        if let horizon, let before = base.manifest?.text("horizon"), before != horizon {
            lines.append("A run of the base was \(before) long, one of this check is \(horizon).")
        }
        for (outcome, figure) in moved {
            guard let before = figure.allowedBefore else { continue }
            let tolerance =
                before.tolerance == 0
                ? "" : " with a tolerance of \(outcome.figure(before.tolerance))"
            lines.append(
                "\(outcome.name) has another limit: it was \(outcome.figure(before.limit))"
                    + "\(tolerance).")
        }
        if !comparison.gone.isEmpty {
            lines.append("Only in the base: \(comparison.gone.joined(separator: ", ")).")
        }
        let older = OptionName.base.value(in: base.manifest?.command ?? [])
        let changed = inputs.map { comparison.changedInputs($0, without: older) } ?? []
        if !changed.isEmpty {
            lines.append("Changed since the base: \(changed.joined(separator: ", ")).")
        }
        if hasIntervals {
            lines.append(
                "Noise is how far chance alone moves a difference of two such checks; "
                    + "tailwatt diff, of results of compare, tells smaller ones.")
        }
        if !hasIntervals, moved.contains(where: { $0.figure.verdict != .same }) {
            lines.append(
                "A trace is one run: that another of the same app would differ so is not shown.")
        }
        return lines.map { WrappedText.line($0) }.joined()
    }
}

extension CheckComparison {
    /// A JUnit case for each figure, if a share is allowed.
    func cases(_ names: [String], undecidedPasses: Bool) -> [JUnitReport.Case] {
        guard let allowed else { return [] }
        return zip(names, growths).map { name, growth in
            JUnitReport.Case(
                name: "\(name) against the base",
                outcome: growth.junit(undecidedPasses: undecidedPasses),
                text: "at most \(NumberText.text(100 * allowed)) % worse: \(growth.rawValue)")
        }
    }
}

enum ChangeColumns {
    static func all<Row>(
        withIntervals: Bool, _ change: @escaping @Sendable (Row) -> CheckChange?
    ) -> [Column<Row>] {
        func number(
            _ header: String, _ meaning: String,
            _ value: @escaping @Sendable (MovedFigure) -> Double?
        ) -> Column<Row> { .number(header, meaning) { row in change(row)?.figure.flatMap(value) } }
        let bounds = [
            number("difference_low", "One-sided lower bound of the difference.", \.low),
            number("difference_high", "One-sided upper bound of the difference.", \.high),
        ]
        let words =
            withIntervals
            ? "same, within noise (the bounds lie on either side of 0), less, more, new, "
                + "other (the base has a limit of that name on something else) or "
                + "unknown; no column without a base."
            : "same, less, more, new, other (the base has a limit of that name on something else) "
                + "or unknown; no column without a base."
        return [
            number("was", "Value measured in the base; no column without a base.", \.was),
            number("difference", "measured minus was; no column without a base.", \.difference),
        ] + (withIntervals ? bounds : []) + [
            .text("against_base", words) { row in change(row).map(word) }
        ]
    }

    private static func word(_ change: CheckChange) -> String {
        switch change {
        case .moved(let figure): figure.verdict.rawValue
        case .isNew: "new"
        case .isOther: "other"
        case .isUnknown: "unknown"
        }
    }
}
