import DeviceModel
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
        let x = VegaLite.Axis(title: axis, isLogarithmic: across.isLogarithmic).channel("x")
        let up = VegaLite.Axis(title: "", isLogarithmic: false)
        return VegaLite(
            words: 3,
            columns: ["panel", "value", "kept", "x", "mean", "low", "high", "limit"], rows: rows,
            view: VegaLite.panels(
                "panel", size: (560, 220), hasOwnScales: true,
                layers: [
                    [
                        "mark": ["type": "rule", "opacity": 0.5],
                        "encoding": ["x": x, "y": up.channel("low"), "y2": ["field": "high"]],
                    ],
                    ["mark": "line", "encoding": ["x": x, "y": up.channel("mean")]],
                    [
                        "mark": ["type": "point", "tooltip": ["content": "data"]],
                        "encoding": [
                            "x": x, "y": up.channel("mean"),
                            "fill": VegaLite.channel("kept", "nominal"),
                        ],
                    ],
                    [
                        "mark": ["type": "line", "strokeDash": [6, 3]],
                        "encoding": ["x": x, "y": up.channel("limit")],
                    ],
                ]))
    }
}
