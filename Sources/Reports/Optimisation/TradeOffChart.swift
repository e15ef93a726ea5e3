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
            Mark(
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

    /// A value with its interval.
    private struct Mark {
        let x: Double
        let y: Double
        let interval: ConfidenceInterval?
        /// Hollow.
        let isOpen: Bool
        let title: String
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

    private func marks(_ index: Int) -> [Mark] {
        result.points.compactMap { point in
            let estimate = point.constraints[index]
            let scale = scale(estimate.constraint)
            return estimate.value.map { value in
                Mark(
                    x: point.x, y: value * scale,
                    interval: estimate.interval.map {
                        ConfidenceInterval(
                            level: $0.level, low: $0.low * scale, high: $0.high * scale)
                    },
                    isOpen: estimate.state != .kept, title: point.value)
            }
        }
    }

    // MARK: A panel

    private func panel(
        _ index: Int, title: String, _ marks: [Mark], limit: Double?, _ svg: inout SVGText
    ) {
        let top = Self.header + Self.pitch * Double(index) + 22
        let box = ChartBox(
            left: Self.left, top: top, right: Self.width - Self.right,
            bottom: top + Self.panelHeight)
        let up = ChartScale(
            showing: marks.map(\.y) + marks.compactMap(\.interval).flatMap { [$0.low, $0.high] }
                + [limit].compactMap { $0 })
        func place(_ x: Double, _ y: Double) -> PixelPoint {
            PixelPoint(
                x: box.left + box.width * across.share(of: x),
                y: box.bottom - box.height * up.share(of: y))
        }
        svg.begin("g")
        optimum(box, &svg)
        grid(box, up, &svg)
        svg.words(
            title + (up.isLogarithmic ? ", logarithmic" : ""),
            at: PixelPoint(x: box.left, y: box.top - 8), "title")
        if let limit {
            svg.line([place(across.low, limit), place(across.high, limit)], class: "limit")
            let end = place(across.high, limit)
            svg.words(
                "limit", at: PixelPoint(x: end.x - 4, y: end.y - 4), anchor: "end", "limit-label")
        }
        for mark in marks {
            guard let interval = mark.interval else { continue }
            svg.line([place(mark.x, interval.low), place(mark.x, interval.high)], class: "bar")
        }
        svg.line(marks.map { place($0.x, $0.y) }, class: "curve")
        for mark in marks {
            let place = place(mark.x, mark.y)
            svg.element(
                "circle",
                [
                    .init("cx", place.x), .init("cy", place.y), .init("r", 3.6),
                    .init("class", mark.isOpen ? "open" : "kept"),
                ], title: mark.title)
        }
        svg.element("rect", Self.frame(box) + [.init("class", "panel")])
        let name =
            path + (unit.isEmpty ? "" : " [\(unit)]")
            + (across.isLogarithmic ? ", logarithmic" : "")
        svg.words(
            name, at: PixelPoint(x: (box.left + box.right) / 2, y: box.bottom + 34),
            anchor: "middle", "axis")
        svg.end("g")
    }

    private func optimum(_ box: ChartBox, _ svg: inout SVGText) {
        func x(_ value: Double) -> Double { box.left + box.width * across.share(of: value) }
        for region in result.regions {
            let band = ChartBox(
                left: x(region.lowerBound), top: box.top, right: x(region.upperBound),
                bottom: box.bottom)
            svg.element("rect", Self.frame(band) + [.init("class", "band")])
        }
        if let optimum = result.optimum {
            let x = x(optimum.x)
            svg.line(
                [PixelPoint(x: x, y: box.top), PixelPoint(x: x, y: box.bottom)], class: "optimum")
        }
    }

    private func grid(_ box: ChartBox, _ up: ChartScale, _ svg: inout SVGText) {
        for value in across.ticks {
            let x = box.left + box.width * across.share(of: value)
            svg.line(
                [PixelPoint(x: x, y: box.top), PixelPoint(x: x, y: box.bottom)], class: "grid")
            svg.words(
                tick(value), at: PixelPoint(x: x, y: box.bottom + 16), anchor: "middle", "tick")
        }
        for value in up.ticks {
            let y = box.bottom - box.height * up.share(of: value)
            svg.line(
                [PixelPoint(x: box.left, y: y), PixelPoint(x: box.right, y: y)], class: "grid")
            svg.words(
                tick(value), at: PixelPoint(x: box.left - 7, y: y + 4), anchor: "end", "tick")
        }
    }

    /// Without what rounding leaves of a multiple of 0.1.
    private func tick(_ value: Double) -> String {
        NumberText.text(
            (1e-3..<1e6).contains(value.magnitude) ? (value * 1e9).rounded() / 1e9 : value)
    }

    private static func frame(_ box: ChartBox) -> [SVGText.Attribute] {
        [
            .init("x", box.left), .init("y", box.top), .init("width", box.width),
            .init("height", box.height),
        ]
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
        .open{fill:#fff;stroke:#0b3c5d;stroke-width:1.6}
        """
}
