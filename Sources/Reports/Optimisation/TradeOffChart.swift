import Experiments
import Show
import Statistics

/// What a value buys and costs as a picture: the goal against the value, below it each limited
/// metric with its limit, and the optimum with its interval through all of them.
struct TradeOffChart: Chart {
    private let result: OptimisationResult
    private let path: String
    private let unit: String
    private let across: ChartScale
    private let panels: [TradeOffPanel]

    /// `unit` is that of the range; empty for plain numbers.
    init(_ result: OptimisationResult, path: String, unit: String) {
        (self.result, self.path, self.unit) = (result, path, unit)
        across = ChartScale(showing: result.points.map(\.x))
        let problem = result.problem
        let goals = result.points.map { point in
            TradeOffPanel.Mark(
                x: point.x, y: point.goal.mean ?? 0, interval: point.goal.interval,
                isOpen: !point.isKept, title: point.value)
        }
        panels =
            [
                TradeOffPanel(
                    title: problem.goal.words + problem.goal.unitInBrackets, marks: goals,
                    limit: nil)
            ]
            + problem.constraints.enumerated().map { index, constraint in
                TradeOffPanel(
                    title: Self.title(constraint), marks: Self.marks(result, index),
                    limit: constraint.limit * Self.scale(constraint))
            }
    }

    var title: String {
        "\(result.points[0].scenario.name): \(result.problem.goal.words) by \(path)"
    }

    var summary: String {
        let ends = panels.compactMap { panel -> String? in
            guard let first = panel.marks.first, let last = panel.marks.last else { return nil }
            return "\(panel.title): \(FigureText.text(first.y, unit: "")) at \(first.title) to "
                + "\(FigureText.text(last.y, unit: "")) at \(last.title)"
        }
        let best = result.optimum.map { "the best point is \(ChartText.tick($0.x)) \(unit)" }
        return (ends + [best].compactMap { $0 }).joined(separator: "; ") + "."
    }

    private var axis: String {
        path + (unit.isEmpty ? "" : " [\(unit)]") + (across.isLogarithmic ? ", logarithmic" : "")
    }

    func draw(width: Double) -> ChartCanvas {
        var canvas = ChartCanvas(width: width)
        canvas.heading(title, note: legend)
        let widest = panels.map { ChartAxis.widest($0.scale) }.max() ?? 0
        for panel in panels {
            panel.draw(result, across, left: canvas.left + widest + 8, in: &canvas)
        }
        canvas.words(
            axis, at: PixelPoint(x: canvas.right, y: canvas.y + 14), .note, anchor: .end)
        canvas.y += 18
        return canvas
    }

    private var legend: String {
        let kept =
            result.problem.constraints.isEmpty
            ? "" : "Filled: shown to keep the panel's limit, or on top all. "
        let level = percentText(result.problem.level)
        return "\(kept)Thin lines: \(level) intervals. Band: where the optimum lies. Dashed: the "
            + "best point."
    }

    /// Shares are shown in percent.
    private static func scale(_ constraint: MetricConstraint) -> Double {
        constraint.whole == nil ? 1 : 100
    }

    private static func title(_ constraint: MetricConstraint) -> String {
        let words = constraint.metric.words
        guard let whole = constraint.whole else { return words + constraint.metric.unitInBrackets }
        return "\(words) [% of \(whole.words)]"
    }

    private static func marks(
        _ result: OptimisationResult, _ index: Int
    ) -> [TradeOffPanel.Mark] {
        result.points.compactMap { point in
            let estimate = point.constraints[index]
            let scale = scale(estimate.constraint)
            return estimate.value.map { value in
                TradeOffPanel.Mark(
                    x: point.x, y: value * scale,
                    interval: estimate.interval.map {
                        ConfidenceInterval(
                            level: $0.level, low: $0.low * scale, high: $0.high * scale)
                    },
                    isOpen: estimate.state != .kept, title: point.value)
            }
        }
    }

    var vega: VegaLite {
        let rows = panels.flatMap { panel in
            panel.marks.map { mark in
                [panel.title, mark.title, mark.isOpen ? "no" : "yes"]
                    + [mark.x, mark.y, mark.interval?.low, mark.interval?.high, panel.limit]
                    .map(VegaLite.number)
            }
        }
        let x = VegaLite.Axis(axis, across).channel("x")
        let up = VegaLite.Axis("", ChartScale(linear: []))
        return VegaLite(
            words: 3,
            columns: ["panel", "value", "kept", "x", "mean", "low", "high", "limit"], rows: rows,
            view: VegaLite.panels(
                "panel", size: (560, 220), hasOwnScales: true,
                layers: [
                    VegaLite.layer(
                        ["type": "rule", "opacity": 0.5],
                        ["x": x, "y": up.channel("low"), "y2": ["field": "high"]]),
                    VegaLite.layer("line", ["x": x, "y": up.channel("mean")]),
                    VegaLite.layer(
                        ["type": "point", "tooltip": ["content": "data"]],
                        [
                            "x": x, "y": up.channel("mean"),
                            "fill": VegaLite.channel("kept", "nominal"),
                        ]),
                    VegaLite.layer(
                        ["type": "line", "strokeDash": [6, 3]],
                        ["x": x, "y": up.channel("limit")]),
                ]))
    }
}

/// The goal, or what a constraint limits, at all points of a search: a part of ``TradeOffChart``.
struct TradeOffPanel {
    struct Mark {
        let x: Double
        let y: Double
        let interval: ConfidenceInterval?
        /// Hollow.
        let isOpen: Bool
        let title: String
    }

    let title: String
    let marks: [Mark]
    /// Of the constraint that the panel shows; `nil`: it shows the goal.
    let limit: Double?

    /// Of the panel's own values.
    var scale: ChartScale {
        ChartScale(
            showing: marks.map(\.y) + marks.compactMap(\.interval).flatMap { [$0.low, $0.high] }
                + [limit].compactMap { $0 })
    }

    /// Draws it from the canvas' `y` on, and moves that below it.
    func draw(
        _ result: OptimisationResult, _ across: ChartScale, left: Double,
        in canvas: inout ChartCanvas
    ) {
        let up = scale
        canvas.y += 20
        canvas.words(
            title + (up.isLogarithmic ? ", logarithmic" : ""),
            at: PixelPoint(x: canvas.left, y: canvas.y), .label)
        let box = ChartBox(
            left: left, top: canvas.y + 10, right: canvas.right - 8, bottom: canvas.y + 220)
        let x = ChartAxis(scale: across, start: box.left, end: box.right)
        let y = ChartAxis(scale: up, start: box.bottom, end: box.top)
        for region in result.regions {
            let band = ChartBox(
                left: x.place(region.lowerBound), top: box.top, right: x.place(region.upperBound),
                bottom: box.bottom)
            canvas.rectangle(band, "band c0")
        }
        y.drawBeside(from: box.left, to: box.right, in: &canvas)
        x.drawBelow(from: box.top, to: box.bottom, in: &canvas)
        if let optimum = result.optimum {
            canvas.line(x.place(optimum.x), box.top, x.place(optimum.x), box.bottom, "zero")
        }
        drawLimit(box, y, &canvas)
        curve(x, y, &canvas)
        canvas.y = box.bottom + 20
    }

    private func drawLimit(_ box: ChartBox, _ y: ChartAxis, _ canvas: inout ChartCanvas) {
        guard let limit else { return }
        let height = y.place(limit)
        canvas.line(box.left, height, box.right, height, "curve c1")
        // Above the line, unless that is beyond the panel.
        let base = height - 16 < box.top ? height + 14 : height - 4
        canvas.words(
            "limit", at: PixelPoint(x: box.right - 4, y: base), .note, anchor: .end, color: "c1")
    }

    private func curve(_ x: ChartAxis, _ y: ChartAxis, _ canvas: inout ChartCanvas) {
        for mark in marks {
            guard let interval = mark.interval else { continue }
            let middle = x.place(mark.x)
            canvas.line(middle, y.place(interval.low), middle, y.place(interval.high), "leader")
        }
        canvas.svg.line(
            marks.map { PixelPoint(x: x.place($0.x), y: y.place($0.y)) }, class: "curve c0")
        for mark in marks {
            canvas.dot(
                PixelPoint(x: x.place(mark.x), y: y.place(mark.y)), radius: 3.6,
                mark.isOpen ? "curve c0" : "c0", title: mark.title)
        }
    }
}
