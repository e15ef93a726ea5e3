import DeviceModel
import Experiments
import Statistics

/// What a value buys and costs as a picture: the goal against the value, below it each limited
/// metric with its limit, and the optimum with its interval through all of them.
public struct TradeOffChart {
    private let result: OptimisationResult
    private let path: String
    private let unit: String
    private let across: ChartScale

    /// Of the picture among the results.
    public static let fileName = "tradeoff.svg"

    private static let width = 820.0
    private static let panelHeight = 240.0
    private static let header = 74.0
    /// From one panel's top to the next one's.
    private static let pitch = panelHeight + 66
    private static let left = 92.0
    private static let right = 28.0

    /// - Parameters:
    ///   - result: of a search over a range.
    ///   - path: of the value that varies.
    ///   - unit: of the range; empty for plain numbers.
    public init(_ result: OptimisationResult, path: String, unit: String) {
        (self.result, self.path, self.unit) = (result, path, unit)
        across = ChartScale(showing: result.points.map(\.x))
    }

    /// The picture, in UTF-8.
    public var svg: [UInt8] {
        let problem = result.problem
        let height = Self.header + Self.pitch * Double(1 + problem.constraints.count)
        var svg = SVGText()
        svg.beginChart(
            width: Self.width, height: height, name: heading, style: Self.style)
        svg.words(heading, at: PixelPoint(x: Self.left, y: 30), "heading")
        svg.words(legend, at: PixelPoint(x: Self.left, y: 50), "note")
        let goals = result.points.map { point in
            TradeOffPanel.Mark(
                x: point.x, y: point.goal.mean ?? 0, interval: point.goal.interval,
                isOpen: !point.isKept, title: point.value)
        }
        panel(
            0, title: problem.goal.words + problem.goal.unitInBrackets, goals, limit: nil, &svg)
        for (index, constraint) in problem.constraints.enumerated() {
            panel(
                index + 1, title: title(constraint), marks(index),
                limit: constraint.limit * scale(constraint), &svg)
        }
        svg.end("svg")
        return Array(svg.text.utf8)
    }

    /// - Parameter limit: of the constraint that the panel shows; `nil`: it shows the goal.
    private func panel(
        _ index: Int, title: String, _ marks: [TradeOffPanel.Mark], limit: Double?,
        _ svg: inout SVGText
    ) {
        let top = Self.header + Self.pitch * Double(index) + 22
        let box = ChartBox(
            left: Self.left, top: top, right: Self.width - Self.right,
            bottom: top + Self.panelHeight)
        TradeOffPanel(
            title: title, axis: path + (unit.isEmpty ? "" : " [\(unit)]"), marks: marks,
            limit: limit, result: result, across: across, box: box
        ).draw(in: &svg)
    }

    private var heading: String {
        "\(result.points[0].scenario.name): \(result.problem.goal.words) by \(path)"
    }

    private var legend: String {
        let kept =
            result.problem.constraints.isEmpty
            ? "" : "filled: shown to keep the panel's limit, or on top all; "
        let level = percentText(result.problem.level)
        return "\(kept)bars: \(level) intervals; band: where the optimum lies; "
            + "line: the best point"
    }

    /// Shares are shown in percent.
    private func scale(_ constraint: MetricConstraint) -> Double {
        constraint.whole == nil ? 1 : 100
    }

    private func title(_ constraint: MetricConstraint) -> String {
        let words = constraint.metric.words
        guard let whole = constraint.whole else { return words + constraint.metric.unitInBrackets }
        return "\(words) [% of \(whole.words)]"
    }

    private func marks(_ index: Int) -> [TradeOffPanel.Mark] {
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

    private static let style = """
        .paper{fill:#fff} .panel{fill:none;stroke:#444;stroke-width:1} \
        .grid{stroke:#e3e3e3;stroke-width:1} .heading{font-size:16px;font-weight:bold;fill:#111} \
        .title{font-size:12.5px;font-weight:bold;fill:#111} .note{font-size:11.5px;fill:#555} \
        .axis,.tick{font-size:11.5px;fill:#333} .band{fill:#dbe7f0} \
        .optimum{stroke:#0b3c5d;stroke-width:1.6;stroke-dasharray:5 3} \
        .limit{stroke:#b3261e;stroke-width:1.4} .limit-label{font-size:11.5px;fill:#b3261e} \
        .bar{stroke:#777;stroke-width:1} .curve{fill:none;stroke:#0b3c5d;stroke-width:1.2} \
        .kept{fill:#0b3c5d;stroke:#fff;stroke-width:1} \
        .open{fill:#fff;stroke:#0b3c5d;stroke-width:1.6} \
        @media screen and (prefers-color-scheme:dark){.paper{fill:#12161c} \
        .panel{stroke:#6e7681} .grid{stroke:#2a313a} .heading,.title{fill:#e6edf3} \
        .note,.axis,.tick{fill:#9aa4af} .band{fill:#1c3145} .optimum,.curve{stroke:#6cb6ff} \
        .limit{stroke:#ff7b72} .limit-label{fill:#ff7b72} .kept{fill:#6cb6ff;stroke:#12161c} \
        .open{fill:#12161c;stroke:#6cb6ff}}
        """
}
