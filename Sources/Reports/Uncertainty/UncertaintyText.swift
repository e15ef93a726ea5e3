import Experiments
import Show
import Statistics
import Studies

/// A comparison of uncertain profiles, as the terminal shows it.
public struct UncertaintyText {
    private let estimates: [UncertaintyEstimate]
    private let bars: [TornadoBar]
    private let indices: [QuantityIndices]
    private let scenario: Scenario
    private let target: UncertainQuantity
    private let changes: String

    /// - `target`: The quantity that orders the tornado.
    /// - `indices`: Empty if not requested.
    public init(
        _ scenario: Scenario, target: UncertainQuantity, _ estimates: [UncertaintyEstimate],
        _ bars: [TornadoBar], _ indices: [QuantityIndices], changes: String = ""
    ) {
        (self.scenario, self.target, self.estimates) = (scenario, target, estimates)
        (self.bars, self.indices, self.changes) = (bars, indices, changes)
    }

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
            \(first?.means.count ?? 0) profiles drawn from what is known of the phone, \
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
        bars.filter { $0.quantity == target }.sorted { $0.width > $1.width }
    }

    /// The screen's limit; `tornado.csv` has all.
    private static let mostBars = 12

    // MARK: In words

    private var answers: String {
        estimates.filter { $0.quantity.metric == target.metric && $0.quantity.baseline != nil }
            .map(answer).joined(separator: " ")
    }

    private func answer(_ estimate: UncertaintyEstimate) -> String {
        guard let found = estimate.components else { return "" }
        let (below, draws) = (estimate.below, estimate.means.count)
        let verdict =
            below == draws
            ? "lower on all \(draws) phones drawn"
            : below == 0
                ? "lower on none of the \(draws) phones drawn"
                : "lower on \(below) of the \(draws) phones drawn, so that the phone decides"
        let unit = target.metric.unitInWords
        let range = interval(estimate.percentile(0.05), estimate.percentile(0.95))
        var text =
            "\(estimate.quantity.policy) against \(estimate.quantity.baseline ?? ""): \(verdict); "
            + "by \(figure(found.mean, signed: true))\(unit.isEmpty ? "" : " \(unit)") "
            + "in the mean, \(range) on nine phones of ten."
        if let phone = estimate.profileSpread, let chance = estimate.chanceSpread {
            text += " Not knowing the phone spreads it by \(figure(phone))"
            text += ", chance a single run by \(figure(chance))\(unit.isEmpty ? "" : " \(unit)")"
            text += " (standard deviations)."
            let rest = chance / Double(found.size).squareRoot()
            if phone > rest {
                text += " More replications would not narrow that: it is what is not known."
            } else {
                text += " Most of that is chance: take more --replications."
            }
        }
        return text
    }

    // MARK: In figures

    private var spread: Screen.Part {
        var table = TextTable(columns: [
            .init("\(target.metric.words)\(target.metric.unitInBrackets)"), .init("mean", .right),
            .init("95 % interval", .right), .init("from the phone (sd)", .right),
            .init("95 % interval", .right), .init("from chance (sd)", .right),
            .init("5 to 95 % of phones", .right), .init("lower in", .right),
        ])
        for estimate in estimates where estimate.quantity.metric == target.metric {
            let found = estimate.components
            let range = found?.betweenInterval
            table.add([
                Self.name(estimate.quantity), figure(found?.mean),
                interval(found?.interval.low, found?.interval.high),
                figure(estimate.profileSpread) + (found?.isTruncated == true ? " *" : ""),
                interval(range?.low.squareRoot(), range?.high.squareRoot()),
                figure(estimate.chanceSpread),
                interval(estimate.percentile(0.05), estimate.percentile(0.95)),
                estimate.quantity.baseline == nil
                    ? "" : "\(estimate.below) of \(estimate.means.count)",
            ])
        }
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
        var table = TextTable(columns: [
            .init("what matters for \(Self.name(target))"), .init("from", .right),
            .init("to", .right), .init("it goes from\(target.metric.unitInBrackets)", .right),
            .init("to", .right), .init("by", .right), .init("95 % interval", .right),
        ])
        let shown = own.prefix { $0.width > 0 }.prefix(Self.mostBars)
        for bar in shown {
            let values = ShortValues([bar.lowValue, bar.highValue]).texts
            table.add([
                bar.parameter, values[0], values[1], figure(bar.low), figure(bar.high),
                figure(bar.high - bar.low, signed: true),
                interval(bar.swing.interval?.low, bar.swing.interval?.high, signed: true),
            ])
        }
        let rest = own.count - shown.count
        return .table(
            table,
            below: "each from its 5 % to its 95 % quantile, or over its list; all others central\n"
                + (rest == 0
                    ? "" : "others, which move it less, in tornado.csv (--out): \(rest)\n"))
    }

    private var sobol: Screen.Part? {
        guard let own = indices.first(where: { $0.quantity == target }) else { return nil }
        guard own.indices.variance != nil else {
            return .words(
                "Sobol' indices: \(Self.name(target)) does not depend on what is not known.\n")
        }
        var table = TextTable(columns: [
            .init("share of the variance from the phone"), .init("alone", .right),
            .init("95 % interval", .right), .init("with interactions", .right),
            .init("95 % interval", .right),
        ])
        for (parameter, factor) in zip(own.parameters, own.indices.factors) {
            table.add([
                parameter, share(factor.first),
                shares(factor.firstInterval?.low, factor.firstInterval?.high), share(factor.total),
                shares(factor.totalInterval?.low, factor.totalInterval?.high),
            ])
        }
        let isLoose = own.indices.factors.contains { $0.first > $0.total }
        let others = Set(bars.map(\.parameter)).count - own.parameters.count
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

    private func figure(_ value: Double?, signed: Bool = false) -> String {
        value.map { ReadableNumber.text($0, significantDigits: 4, signed: signed) } ?? ""
    }

    private func interval(_ low: Double?, _ high: Double?, signed: Bool = false) -> String {
        IntervalText.cell(ConfidenceInterval(low, high)) { figure($0, signed: signed) }
    }

    private func share(_ value: Double) -> String {
        ReadableNumber.text(value, decimals: 3)
    }

    private func shares(_ low: Double?, _ high: Double?) -> String {
        IntervalText.cell(ConfidenceInterval(low, high), share)
    }
}
