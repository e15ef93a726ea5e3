/// Which of the values that are not known matters most: on top what all of them together leave open
/// beside chance, then a bar for each, the longest first.
struct TornadoChart {
    private let bars: [TornadoBar]
    private let central: Double
    private let target: UncertainQuantity
    private let estimate: UncertaintyEstimate?

    /// No more bars than these; the others are the shortest.
    static let most = 25

    init(_ outcome: UncertainComparison.Outcome) {
        (target, central) = (outcome.target, outcome.central)
        let target = outcome.target
        bars = outcome.bars.filter { $0.quantity == target }.sorted { $0.width > $1.width }
        estimate = outcome.estimates.first { $0.quantity == target }
    }

    private var subject: String {
        target.baseline.map { "\(target.policy) less \($0)" } ?? target.policy
    }

    private var summary: String {
        let parts = bars.prefix(Self.most).map { bar in
            "\(bar.parameter) from \(bar.lowValue) to \(bar.highValue): \(number(bar.low)) to "
                + number(bar.high)
        }
        let all = range.map {
            "90 % of the phones drawn: \(number($0.low)) to \(number($0.high)). "
        }
        return
            "\(all ?? "")All values central: \(number(central)). \(parts.joined(separator: "; "))."
    }

    private func number(_ value: Double) -> String {
        ReadableNumber.text(value, significantDigits: 4)
    }

    var answer: String? {
        guard let range, let estimate else { return nil }
        let unit = target.metric.unit.rawValue
        func words(_ value: Double) -> String { FigureText.text(value, unit: unit) }
        return "On 90 % of the \(estimate.means.count) phones drawn the mean "
            + "\(target.metric.words) of \(subject) is \(words(range.low)) to "
            + "\(words(range.high)); with all values central it is \(words(central))."
    }

    /// Between which 90 % of the draws are.
    private var range: (low: Double, high: Double)? {
        guard let estimate, let low = estimate.percentile(0.05),
            let high = estimate.percentile(0.95)
        else { return nil }
        return (low, high)
    }

    var chart: Chart {
        let spread = estimate?.chanceSpread ?? 0
        let means = estimate?.means ?? []
        let values =
            bars.flatMap { [$0.low, $0.high] } + means + [
                central, central - spread, central + spread,
            ]
        let what = MetricTitle.capitalized(target.metric)
        var chart = Chart(
            "\(what) of \(subject): what is not known\(target.metric.unitInBrackets)",
            note: "The line: all values central, \(number(central)). Each bar: one value from its "
                + "5 % (light) to its 95 % quantile (dark), or over its list, the others central",
            summary: summary, x: .init("", ChartScale(linear: values)),
            panels: (estimate == nil ? [] : whole(means, spread)) + bars.map(panel))
        chart.cut(to: Self.most + (estimate == nil ? 0 : 2), others: "tornado.csv")
        return chart
    }

    /// All draws as dots, and what chance does to one run of one phone.
    private func whole(_ means: [Double], _ spread: Double) -> [Chart.Panel] {
        [
            Chart.Panel(
                "all at once, \(means.count) phones drawn",
                words: range.map { "90 %: \(number($0.low)) to \(number($0.high))" } ?? "",
                [
                    .init(
                        "draws", .point, style: "c0 faint",
                        rows: means.map { .init(x: $0, words: number($0)) }),
                    .init(
                        "range", .whisker, style: "whisker",
                        rows: range.map { [.init(xs: .init($0.low, $0.high))] } ?? []),
                ]),
            Chart.Panel(
                "chance, one run of one phone", words: "± \(number(spread))",
                [
                    .init(
                        "chance", .bar, style: "rest",
                        rows: [.init(xs: .init(central - spread, central + spread))]), middle,
                ]),
        ]
    }

    private var middle: Chart.Layer {
        .init("central", .rule, style: "mark", rows: [.init(x: central)])
    }

    private func panel(_ bar: TornadoBar) -> Chart.Panel {
        let values = ShortValues([bar.lowValue, bar.highValue]).texts
        func part(_ name: String, _ value: Double, _ style: String) -> Chart.Layer {
            .init(
                name, .bar, style: style,
                rows: [
                    .init(xs: .init(min(value, central), max(value, central)), words: number(value))
                ])
        }
        return Chart.Panel(
            "\(bar.parameter): \(values[0]) to \(values[1])",
            words: "\(number(bar.low)) to \(number(bar.high))",
            [part("low", bar.low, "c0 faint"), part("high", bar.high, "c0"), middle])
    }
}
