import DeviceModel
import Experiments
import Show
import Statistics
import Studies

/// Cost against error as a picture: a panel for each kind of day, all with the same axes.
///
/// Better lies to the lower left, whichever way the metrics go. What is told by colour is told by
/// shape as well, for those who print in grey.
struct FrontierChart: Chart {
    private let days: [FrontierDayResult]
    private let cost: ChartScale
    private let error: ChartScale

    /// - Parameter days: at least one.
    init(_ days: [FrontierDayResult]) {
        precondition(!days.isEmpty, "a picture of no day")
        self.days = days
        let standings = days.flatMap(\.standings)
        cost = Self.scale(standings.map(\.cost))
        error = Self.scale(standings.map(\.error))
    }

    /// The means, and the ends of their intervals unless one of these alone would keep the axis
    /// from being logarithmic.
    private static func scale(_ summaries: [Summary]) -> ChartScale {
        let means = summaries.compactMap(\.mean)
        let ends = summaries.compactMap(\.interval).flatMap { [$0.low, $0.high] }
        let arePositive = means.allSatisfy { $0 > 0 }
        return ChartScale(showing: means + ends.filter { $0 > 0 || !arePositive })
    }

    var title: String {
        "\(days[0].result.scenario.name): \(days[0].error.metric.words) against "
            + days[0].cost.metric.words
    }

    var summary: String {
        days.map { day in
            let best = day.standings.filter { $0.verdict?.text == "optimal" }.map {
                "\($0.variant.label) (\($0.cost.meanWithin)\(day.cost.metric.unitInBrackets), "
                    + "\($0.error.meanWithin)\(day.error.metric.unitInBrackets))"
            }
            return "\(day.day): of \(day.standings.count) policies optimal are "
                + (best.isEmpty ? "none" : best.joined(separator: ", "))
        }.joined(separator: "; ") + "."
    }

    func draw(width: Double) -> ChartCanvas {
        var canvas = ChartCanvas(width: width)
        canvas.heading(
            title,
            note: "Upwards: \(words(days[0].error.metric, error)). Better is to the lower left. "
                + "Thin lines: 95 % intervals. " + optionNames)
        legend(&canvas)
        for day in days {
            FrontierPanel(day: day, cost: cost, error: error).draw(in: &canvas)
        }
        canvas.words(
            words(days[0].cost.metric, cost),
            at: PixelPoint(x: canvas.right, y: canvas.y + 14), .note, anchor: .end)
        canvas.y += 18
        return canvas
    }

    private func words(_ metric: Metric, _ scale: ChartScale) -> String {
        metric.words + metric.unitInBrackets + (scale.isLogarithmic ? ", logarithmic" : "")
    }

    /// What the values beside the names are values of.
    private var optionNames: String {
        var seen: [String] = []
        for standing in days[0].standings where !standing.variant.levels.isEmpty {
            let options = standing.variant.levels.map(\.option).joined(separator: " / ")
            let words = "\(standing.variant.family): \(options)"
            if !seen.contains(words) { seen.append(words) }
        }
        return seen.joined(separator: "; ")
    }

    private func legend(_ canvas: inout ChartCanvas) {
        let style = ChartSheet.Text.note
        var x = canvas.left
        canvas.y += 16
        func next(_ words: String, _ mark: (inout ChartCanvas, PixelPoint) -> Void) {
            let wide = 24 + FontMetrics.width(of: words, size: style.size)
            if x > canvas.left, x + wide > canvas.right {
                (x, canvas.y) = (canvas.left, canvas.y + 18)
            }
            mark(&canvas, PixelPoint(x: x + 8, y: canvas.y - 4))
            canvas.words(words, at: PixelPoint(x: x + 24, y: canvas.y), style)
            x += wide + 14
        }
        for mark in FrontierMark.allCases {
            next(mark.words) { mark.draw(in: &$0, at: $1, title: nil) }
        }
        next("frontier of the means") {
            $0.svg.line(
                [PixelPoint(x: $1.x - 8, y: $1.y), PixelPoint(x: $1.x + 10, y: $1.y)],
                class: "curve c0")
        }
        canvas.y += 6
    }

    var vega: VegaLite {
        let rows = days.flatMap { day in
            day.standings.compactMap { standing -> [String]? in
                guard let verdict = standing.verdict else { return nil }
                return [day.day, standing.variant.label, verdict.text]
                    + Self.cells(standing.cost) + Self.cells(standing.error)
            }
        }
        func axis(_ scale: ChartScale, _ objective: Objective) -> VegaLite.Axis {
            VegaLite.Axis(
                objective.metric.words + objective.metric.unitInBrackets, scale,
                isReversed: objective.better == .larger)
        }
        let cost = axis(cost, days[0].cost)
        let error = axis(error, days[0].error)
        let (x, y) = (cost.channel("cost"), error.channel("error"))
        let verdict = VegaLite.channel("verdict", "nominal")
        return VegaLite(
            words: 3,
            columns: [
                "day", "policy", "verdict", "cost", "cost_low", "cost_high", "error", "error_low",
                "error_high",
            ], rows: rows,
            view: VegaLite.panels(
                "day", size: (560, 360),
                layers: [
                    VegaLite.layer(
                        ["type": "rule", "opacity": 0.5],
                        ["x": cost.channel("cost_low"), "x2": ["field": "cost_high"], "y": y]),
                    VegaLite.layer(
                        ["type": "rule", "opacity": 0.5],
                        ["x": x, "y": error.channel("error_low"), "y2": ["field": "error_high"]]),
                    VegaLite.layer(
                        ["type": "point", "tooltip": ["content": "data"]],
                        ["x": x, "y": y, "color": verdict, "shape": verdict]),
                    VegaLite.layer(
                        ["type": "text", "align": "left", "dx": 7],
                        ["x": x, "y": y, "text": ["field": "policy"], "color": verdict]),
                ]))
    }

    private static func cells(_ summary: Summary) -> [String] {
        [summary.mean, summary.interval?.low, summary.interval?.high].map(VegaLite.number)
    }
}

extension PolicyVariant {
    /// The family and the values, without the options' names: `standard 10m / 50m`.
    var label: String {
        levels.isEmpty
            ? family : "\(family) " + levels.map(\.value).joined(separator: " / ")
    }
}

/// How the points of one verdict look.
enum FrontierMark: Int, CaseIterable {
    case optimal
    case notDistinguishable
    case dominated

    init(_ verdict: FrontierStanding.Verdict) {
        switch verdict {
        case .optimal: self = .optimal
        case .notDistinguishable: self = .notDistinguishable
        case .dominated: self = .dominated
        }
    }

    static let radius = 5.0

    var words: String {
        switch self {
        case .optimal: "optimal"
        case .notDistinguishable: "not distinguishable"
        case .dominated: "dominated"
        }
    }

    func draw(in canvas: inout ChartCanvas, at place: PixelPoint, title: String?) {
        switch self {
        case .optimal: canvas.dot(place, radius: Self.radius, "c0", title: title)
        case .notDistinguishable:
            canvas.dot(place, radius: Self.radius - 0.7, "curve c0", title: title)
        case .dominated:
            let arm = 3.4
            let number = SVGText.number
            let path =
                "M\(number(place.x - arm)) \(number(place.y - arm))L\(number(place.x + arm)) "
                + "\(number(place.y + arm))M\(number(place.x - arm)) \(number(place.y + arm))"
                + "L\(number(place.x + arm)) \(number(place.y - arm))"
            canvas.svg.element("path", [.init("d", path), .init("class", "mark")], title: title)
        }
    }

    var labelStyle: ChartSheet.Text { self == .optimal ? .label : .note }

    /// The colour of its name; `nil`: that of notes.
    var labelColor: String? { self == .dominated ? nil : "c0" }
}
