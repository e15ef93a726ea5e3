import Experiments
import Show

/// Which of the values that are not known matters most: on top what all of them together leave open
/// beside chance, then a bar for each, the longest first.
struct TornadoChart: Chart {
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

    var title: String {
        let what = MetricTitle.capitalized(target.metric)
        let of = target.baseline.map { "\(target.policy) less \($0)" } ?? target.policy
        return "\(what) of \(of): what is not known\(target.metric.unitInBrackets)"
    }

    var summary: String {
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

    /// What is known all the same, in a sentence.
    var answer: String? {
        guard let range, let estimate else { return nil }
        let unit = target.metric.unit.rawValue
        func words(_ value: Double) -> String { FigureText.text(value, unit: unit) }
        let of = target.baseline.map { "\(target.policy) less \($0)" } ?? target.policy
        return "On 90 % of the \(estimate.means.count) phones drawn the mean "
            + "\(target.metric.words) of \(of) is \(words(range.low)) to \(words(range.high)); "
            + "with all values central it is \(words(central))."
    }

    /// Between which 90 % of the draws are.
    private var range: (low: Double, high: Double)? {
        guard let estimate, let low = estimate.percentile(0.05),
            let high = estimate.percentile(0.95)
        else { return nil }
        return (low, high)
    }

    func draw(width: Double) -> ChartCanvas {
        var canvas = ChartCanvas(width: width)
        canvas.heading(
            title,
            note: "The line: all values central, \(number(central)). Each bar: one value from its "
                + "5 % (light) to its 95 % quantile (dark), or over its list, the others central")
        let shown = bars.prefix(Self.most)
        let spread = estimate?.chanceSpread ?? 0
        let values =
            shown.flatMap { [$0.low, $0.high] } + (estimate?.means ?? [])
            + [central, central - spread, central + spread]
        let axis = ChartAxis(
            scale: ChartScale(linear: values), start: canvas.left + 2, end: canvas.right - 2)
        let top = canvas.y
        // The marks come over grid lines that are as long as all rows.
        let rows = shown.count + (estimate == nil ? 0 : 2)
        let bottom = top + Double(rows) * Self.pitch + 6
        axis.drawBelow(from: top + 4, to: bottom, in: &canvas)
        if let estimate { whole(estimate, axis, &canvas) }
        for bar in shown { draw(bar, axis, &canvas) }
        canvas.y = bottom + 18
        if bars.count > Self.most {
            canvas.paragraph("and \(bars.count - Self.most) more, in tornado.csv", .note)
        }
        return canvas
    }

    private static let pitch = 40.0

    private func row(_ name: String, _ words: String, _ canvas: inout ChartCanvas) -> Double {
        let style = ChartSheet.Text.value
        let room = canvas.right - canvas.left
        let wide = min(FontMetrics.width(of: words, size: style.size), 0.55 * room)
        canvas.y += Self.pitch
        let base = canvas.y - Self.pitch + 18
        canvas.words(
            name, at: PixelPoint(x: canvas.left, y: base), .label, room: room - wide - 14)
        canvas.words(
            words, at: PixelPoint(x: canvas.right, y: base), .value, anchor: .end,
            room: wide + 0.5)
        return base + 5
    }

    /// All draws as dots, and what chance does to one run of one phone.
    private func whole(
        _ estimate: UncertaintyEstimate, _ axis: ChartAxis, _ canvas: inout ChartCanvas
    ) {
        let words = range.map { "90 %: \(number($0.low)) to \(number($0.high))" } ?? ""
        let top = row("all at once, \(estimate.means.count) phones drawn", words, &canvas)
        for mean in estimate.means {
            canvas.dot(
                PixelPoint(x: axis.place(mean), y: top + 6), radius: 3.6, "c0 faint",
                title: number(mean))
        }
        if let range {
            canvas.whisker(
                from: axis.place(range.low), to: axis.place(range.high), y: top + 6, reach: 5)
        }
        let spread = estimate.chanceSpread ?? 0
        let chance = row("chance, one run of one phone", "± \(number(spread))", &canvas)
        canvas.rectangle(
            ChartBox(
                left: axis.place(central - spread), top: chance,
                right: axis.place(central + spread), bottom: chance + 12), "rest")
        let x = axis.place(central)
        canvas.line(x, chance - 2, x, chance + 14, "mark")
    }

    private func draw(_ bar: TornadoBar, _ axis: ChartAxis, _ canvas: inout ChartCanvas) {
        let words = canvas.isNarrow ? "" : "\(number(bar.low)) to \(number(bar.high))"
        let values = ShortValues([bar.lowValue, bar.highValue]).texts
        let top = row("\(bar.parameter): \(values[0]) to \(values[1])", words, &canvas)
        for (value, style) in [(bar.low, "c0 faint"), (bar.high, "c0")] {
            let ends = [axis.place(value), axis.place(central)].sorted()
            canvas.rectangle(
                ChartBox(
                    left: ends[0], top: top, right: max(ends[1], ends[0] + 0.5), bottom: top + 12),
                style, title: number(value))
        }
        let x = axis.place(central)
        canvas.line(x, top - 2, x, top + 14, "mark")
    }

    var vega: VegaLite {
        let rows = bars.map { bar in
            [
                bar.parameter, bar.lowValue, bar.highValue, VegaLite.number(bar.low),
                VegaLite.number(bar.high), VegaLite.number(central),
                VegaLite.number(bar.swing.interval?.low),
                VegaLite.number(bar.swing.interval?.high),
            ]
        }
        let y = VegaLite.channel("parameter", "nominal", [.init("sort", .null)])
        func part(_ end: String, _ opacity: JSONValue) -> JSONValue {
            VegaLite.layer(
                ["type": "bar", "opacity": opacity],
                [
                    "y": y,
                    "x": VegaLite.channel(
                        "central", "quantitative", title: title, [.init("scale", ["zero": false])]),
                    "x2": ["field": .string(end)],
                ])
        }
        return VegaLite(
            words: 3,
            columns: [
                "parameter", "low_value", "high_value", "low", "high", "central", "swing_ci_low",
                "swing_ci_high",
            ], rows: rows,
            view: [
                .init("width", 560), .init("layer", [part("low", 0.5), part("high", 1)]),
            ])
    }
}
