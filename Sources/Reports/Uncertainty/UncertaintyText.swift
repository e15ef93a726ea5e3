public struct UncertaintyReport {
    let outcome: UncertainComparison.Outcome
    let scenario: Scenario
    private let changes: String

    public init(
        _ outcome: UncertainComparison.Outcome, _ scenario: Scenario, changes: String = ""
    ) { (self.outcome, self.scenario, self.changes) = (outcome, scenario, changes) }

    private var estimates: [UncertaintyEstimate] { outcome.estimates }
    /// The quantity that orders the tornado.
    private var target: UncertainQuantity { outcome.target }

    public var screen: Screen {
        Screen(
            answer: answers, table: spread, notes: heading + mattersMost,
            details: [tornado, sobol].compactMap { $0 })
    }

    private var heading: String {
        let first = estimates.first
        return """
            Asked: \(TextTable.printable(scenario.question))
            \(changes)\(scenario.phoneName), but for what is drawn; \
            \(scenario.horizon.seconds) a run
            \(first?.means.count ?? 0) \(drawnNow) from what is known, \
            \(first?.components?.size ?? 0) replications of each; seed \(scenario.seed)

            """
    }

    private var mattersMost: String {
        let own = ownBars.prefix { $0.width > 0 }.prefix(3).map {
            "\($0.parameter) (\(figure($0.high - $0.low, signed: true)))"
        }
        guard !own.isEmpty else { return "" }
        return "\(Self.name(target)) is moved most by \(own.joined(separator: ", "))"
            + "\(target.metric.unitInBrackets).\n"
    }

    private var ownBars: [TornadoBar] {
        outcome.bars.filter { $0.quantity == target }.sorted { $0.width > $1.width }
    }

    /// The screen's limit; `tornado.csv` has all.
    private static let mostBars = 12

    /// What each policy costs, and how it compares with the baseline; chance stands apart from
    /// what is not known.
    private var answers: String {
        let own = estimates.filter {
            $0.quantity.metric == target.metric && $0.components != nil
        }
        let pairs = own.filter { $0.quantity.baseline != nil && drain(of: $0) != nil }
        let base = own.first { $0.quantity.policy == pairs.first?.quantity.baseline }
        return
            ([base.flatMap(drain).map { $0 + "." }].compactMap { $0 }
            + (pairs.isEmpty ? own.filter { $0.quantity.baseline != nil } : pairs).map(answer))
            .joined(separator: " ")
    }

    private func answer(_ estimate: UncertaintyEstimate) -> String {
        let size = known(estimate, isSigned: false, joules)
        return "\(drain(of: estimate) ?? estimate.quantity.policy): \(order(estimate)), by \(size)."
    }

    /// `push takes 0.58 % of the battery a day (0.21 to 1.4 % on nine phones of ten; ...)`; `nil`
    /// for the phone without an app, and where the time to empty counts.
    private func drain(of estimate: UncertaintyEstimate) -> String? {
        let policy = estimate.quantity.policy
        let drain = estimates.first {
            $0.quantity.metric == .marginalDrain && $0.quantity.baseline == nil
                && $0.quantity.policy == policy && target.metric == .energy && $0.components != nil
        }
        return drain.map { drain in
            let size = known(drain, of: " of the battery a day") {
                FigureText.text(24 * $0, unit: "percent", digits: 2)
            }
            return "\(policy) takes \(size)"
        }
    }

    private func order(_ estimate: UncertaintyEstimate) -> String {
        let (below, draws) = (estimate.below, estimate.means.count)
        let than = estimate.quantity.baseline.map { " than \($0)" } ?? ""
        if below == draws || below == 0 {
            return (below == 0 ? "more" : "less") + "\(than) on all \(draws) \(drawnNow)"
        }
        return "less\(than) on \(below) of the \(draws) \(drawnNow), so that "
            + (isPhone ? "the phone decides" : "what is not known decides")
    }

    /// The median, where nine of ten draws are, and the 95 % half-width that chance leaves to each.
    private func known(
        _ estimate: UncertaintyEstimate, of whole: String = "", isSigned: Bool = true,
        _ text: (Double) -> String
    ) -> String {
        guard let found = estimate.components, let low = estimate.percentile(0.05),
            let high = estimate.percentile(0.95), let middle = estimate.percentile(0.5),
            let chance = estimate.chanceSpread
        else { return "" }
        let half = 1.96 * chance / Double(found.size).squareRoot()
        // The words less and more stand before it.
        let isLess = !isSigned && high < 0
        let ends = (isLess ? [-high, -low] : [low, high]).map(text)
        // One unit for both.
        let unit = ends[0].drop { $0 != " " }
        let first = ends[1].hasSuffix(unit) ? ends[0].dropLast(unit.count) : ends[0][...]
        return "\(text(isLess ? -middle : middle))\(whole) (\(first) to \(ends[1]) on "
            + "nine \(drawn) of ten; ± \(text(half)) by chance)"
    }

    private func joules(_ value: Double) -> String {
        FigureText.text(value, unit: target.metric.unit.rawValue)
    }

    /// Whether what is drawn belongs to a phone, and not to its user alone.
    private var isPhone: Bool {
        outcome.bars.contains { bar in
            ["device", "radio", "system", "wi-fi-radio"].contains { bar.parameter.hasPrefix($0) }
        }
    }

    private var drawn: String { isPhone ? "phones" : "draws" }
    private var drawnNow: String { isPhone ? "phones drawn" : "draws" }

    private var spread: Screen.Part {
        let table = TextTable(
            estimates.filter { $0.quantity.metric == target.metric },
            [
                .left("\(target.metric.words)\(target.metric.unitInBrackets)") {
                    Self.name($0.quantity)
                },
                .right("mean") { figure($0.components?.mean) },
                .right("95 % interval") { ends($0.components?.interval) },
                .right(isPhone ? "from the phone (sd)" : "not known (sd)") {
                    figure($0.profileSpread) + ($0.components?.isTruncated == true ? " *" : "")
                },
                .right("95 % interval") {
                    let range = $0.components?.betweenInterval
                    return ends(
                        ConfidenceInterval(range?.low.squareRoot(), range?.high.squareRoot()))
                },
                .right("from chance (sd)") { figure($0.chanceSpread) },
                .right("5 to 95 % of \(drawn)", middle),
                .right("lower in") {
                    $0.quantity.baseline == nil ? nil : "\($0.below) of \($0.means.count)"
                },
            ])
        let truncated = estimates.contains {
            $0.quantity.metric == target.metric && $0.components?.isTruncated == true
        }
        return .table(
            table,
            below: truncated
                ? "* estimated below 0, which is reported as 0: too few draws to tell\n" : "")
    }

    private var tornado: Screen.Part? {
        let own = ownBars
        guard !own.isEmpty else { return nil }
        let shown = own.prefix { $0.width > 0 }.prefix(Self.mostBars)
        let table = TextTable(
            shown,
            [
                .left("what matters for \(Self.name(target))", \.parameter),
                .right("from") { ShortValues([$0.lowValue, $0.highValue]).texts[0] },
                .right("to") { ShortValues([$0.lowValue, $0.highValue]).texts[1] },
                .right("it goes from\(target.metric.unitInBrackets)") { figure($0.low) },
                .right("to") { figure($0.high) },
                .right("by") { figure($0.high - $0.low, signed: true) },
                .right("95 % interval") { ends($0.swing.interval, signed: true) },
            ])
        let rest = own.count - shown.count
        return .table(
            table,
            below: "each from its 5 % to its 95 % quantile, or over its list; all others central\n"
                + (rest == 0
                    ? "" : "others, which move it less, in tornado.csv (--out): \(rest)\n"))
    }

    private var sobol: Screen.Part? {
        guard let own = outcome.indices.first(where: { $0.quantity == target }) else { return nil }
        guard own.indices.variance != nil else {
            return .words(
                "Sobol' indices: \(Self.name(target)) does not depend on what is not known.\n")
        }
        let table = TextTable(
            zip(own.parameters, own.indices.factors),
            [
                .left("share of the variance from the phone", \.0),
                .right("alone") { share($0.1.first) },
                .right("95 % interval") { IntervalText.cell($0.1.firstInterval, share) },
                .right("with interactions") { share($0.1.total) },
                .right("95 % interval") { IntervalText.cell($0.1.totalInterval, share) },
            ])
        let isLoose = own.indices.factors.contains { $0.first > $0.total }
        let others = Set(outcome.bars.map(\.parameter)).count - own.parameters.count
        return .table(
            table,
            below: (others > 0
                ? "values that move it less, and stay central in this: \(others)\n" : "")
                + (isLoose
                    ? "Alone is never more than with interactions: take more base points "
                        + "(--sobol).\n" : ""))
    }

    static func name(_ quantity: UncertainQuantity) -> String {
        quantity.baseline.map { "\(quantity.policy) - \($0)" } ?? quantity.policy
    }

    /// Between which nine phones of ten are.
    private func middle(_ estimate: UncertaintyEstimate) -> String {
        ends(ConfidenceInterval(estimate.percentile(0.05), estimate.percentile(0.95)))
    }

    private func share(_ value: Double) -> String { ReadableNumber.text(value, decimals: 3) }
}
