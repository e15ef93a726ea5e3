import DeviceModel
import Kernel
import Show

/// How a metric goes with a factor of a design: a curve with its band for each policy, a panel for
/// each setting of the other factors. Where there is one policy, the settings are the curves of one
/// panel, as in a figure of the energy by interval on three radios.
struct SweepChart: Chart {
    private struct Point {
        let x: Double
        let y: Double
        let low: Double
        let high: Double
    }

    private struct Panel {
        let name: String
        /// By name.
        var curves: [[Point]]
    }

    private let metric: Metric
    private let factor: SweepFactor
    /// Of policies, or of settings.
    private let names: [String]
    private let isBySetting: Bool
    private let panels: [Panel]
    private let up: ChartScale
    private let across: ChartScale
    /// Whether the points of a panel differ in nothing but the factor.
    private let hasCurves: Bool

    /// No more panels than these.
    private static let most = 8

    /// The metric to show: unless another is asked for the energy, or the time to empty; `nil`:
    /// there is none.
    static func metric(_ rows: [SweepRow], asked: Metric?) -> Metric? {
        let metrics = rows.map(\.metric)
        let metric = asked ?? (metrics.contains(.timeToEmpty) ? .timeToEmpty : Metric.energy)
        return metrics.contains(metric) ? metric : metrics.first
    }

    /// `nil` where no factor has numbers.
    init?(_ design: SweepTables.Design, _ rows: [SweepRow], _ asked: Metric? = nil) {
        let (paths, design) = (SweepText.headings(of: design.factors), design.rows)
        let factors = paths.indices.map { index in
            SweepFactor(paths[index], design.map { $0.values[index] }).readable
        }
        guard let metric = Self.metric(rows, asked: asked) else { return nil }
        self.metric = metric
        guard
            let place = factors.indices.filter({ factors[$0].isNumeric }).max(by: {
                (factors[$0].count, $1) < (factors[$1].count, $0)
            })
        else { return nil }
        factor = factors[place]
        var policies: [String] = []
        // A policy that never has the metric has no curve.
        for row in rows where row.metric == self.metric && !policies.contains(row.policy) {
            policies.append(row.policy)
        }
        let others = paths.indices.filter { $0 != place }
        let settings = design.map { row in
            others.filter { !row.values[$0].isEmpty }.map {
                "\(paths[$0]) \(Self.name(row.values[$0]))"
            }.joined(separator: ", ")
        }
        var distinct: [String] = []
        for (setting, x) in zip(settings, factor.numbers)
        where x != nil && !distinct.contains(setting) {
            distinct.append(setting)
        }
        hasCurves = distinct.count <= Self.most
        if !hasCurves { distinct = [""] }
        isBySetting =
            policies.count == 1 && (2...ChartSheet.colours).contains(distinct.count)
        let (curveNames, panelNames) = isBySetting ? (distinct, policies) : (policies, distinct)
        names = curveNames
        var panels = panelNames.map {
            Panel(name: $0, curves: Array(repeating: [], count: curveNames.count))
        }
        let places = Dictionary(
            design.enumerated().map { ($1.point, $0) }, uniquingKeysWith: { first, _ in first })
        for row in rows where row.metric == self.metric {
            guard let at = places[row.point], let x = factor.numbers[at], let y = row.mean,
                let policy = policies.firstIndex(of: row.policy),
                let setting = hasCurves ? distinct.firstIndex(of: settings[at]) : 0
            else { continue }
            let (panel, curve) = isBySetting ? (policy, setting) : (setting, policy)
            panels[panel].curves[curve].append(
                Point(x: x, y: y, low: row.low ?? y, high: row.high ?? y))
        }
        for panel in panels.indices {
            for curve in curveNames.indices { panels[panel].curves[curve].sort { $0.x < $1.x } }
        }
        self.panels = panels
        let points = panels.flatMap(\.curves).flatMap { $0 }
        up = ChartScale(showing: points.flatMap { [$0.y, $0.low, $0.high] })
        across = ChartScale(showing: points.map(\.x))
    }

    /// A value as a reader knows it: a profile by its name, not by where its file lies.
    private static func name(_ value: String) -> String {
        guard value.hasSuffix(".yaml"), let file = value.split(separator: "/").last else {
            return value
        }
        return String(file.dropLast(".yaml".count))
    }

    var title: String {
        "\(MetricTitle.capitalized(metric))\(metric.unitInBrackets) by \(factor.path)"
    }

    var summary: String {
        panels.flatMap { panel in
            zip(names, panel.curves).compactMap { name, curve -> String? in
                guard let first = curve.first, let last = curve.last else { return nil }
                let ends =
                    "\(number(first.y)) at \(number(first.x)) to \(number(last.y)) at "
                    + "\(number(last.x)) \(factor.unit)"
                return [panel.name, name, ends].filter { !$0.isEmpty }.joined(separator: ", ")
            }
        }.joined(separator: "; ") + "."
    }

    private func number(_ value: Double) -> String {
        ReadableNumber.text(value, significantDigits: 3)
    }

    func draw(width: Double) -> ChartCanvas {
        var canvas = ChartCanvas(width: width)
        let kind = up.isLogarithmic ? "logarithmic; " : ""
        canvas.heading(
            title,
            note: "Upwards: \(metric.words)\(metric.unitInBrackets), \(kind)"
                + (hasCurves ? "bands: 95 % intervals" : "a dot for each point of the design"))
        if names.count > ChartSheet.colours || !hasCurves || canvas.isNarrow {
            canvas.key(names.enumerated().map { ($1, ChartSheet.series($0)) })
        }
        for panel in panels { draw(panel, up, across, &canvas) }
        canvas.words(
            factor.path + (factor.unit.isEmpty ? "" : " [\(factor.unit)]")
                + (across.isLogarithmic ? ", logarithmic" : ""),
            at: PixelPoint(x: canvas.right, y: canvas.y + 14), .note, anchor: .end)
        canvas.y += 18
        return canvas
    }

    /// Whether curves have their names at their right ends.
    private func isDirect(_ canvas: ChartCanvas) -> Bool {
        names.count <= ChartSheet.colours && hasCurves && !canvas.isNarrow
    }

    private func draw(
        _ panel: Panel, _ up: ChartScale, _ across: ChartScale, _ canvas: inout ChartCanvas
    ) {
        if !panel.name.isEmpty {
            canvas.y += 18
            canvas.words(panel.name, at: PixelPoint(x: canvas.left, y: canvas.y), .label)
        }
        let style = ChartSheet.Text.value
        let widest = names.map { FontMetrics.width(of: $0, size: style.size) }.max() ?? 0
        let room = isDirect(canvas) ? min(widest, 190) + 12 : 8
        let top = canvas.y + 10
        let box = ChartBox(
            left: canvas.left + ChartAxis.widest(up) + 8, top: top, right: canvas.right - room,
            bottom: top + (panels.count > 2 ? 150 : 240))
        let (x, y) = (
            ChartAxis(scale: across, start: box.left, end: box.right),
            ChartAxis(scale: up, start: box.bottom, end: box.top)
        )
        y.drawBeside(from: box.left, to: box.right, in: &canvas)
        x.drawBelow(from: box.top, to: box.bottom, in: &canvas)
        var ends: [(curve: Int, y: Double)] = []
        for (number, curve) in panel.curves.enumerated() where !curve.isEmpty {
            let color = ChartSheet.series(number)
            if hasCurves, curve.count > 1 {
                let band =
                    curve.map { PixelPoint(x: x.place($0.x), y: y.place($0.high)) }
                    + curve.reversed().map { PixelPoint(x: x.place($0.x), y: y.place($0.low)) }
                canvas.svg.line(band, class: "band \(color)", closed: true)
                canvas.svg.line(
                    curve.map { PixelPoint(x: x.place($0.x), y: y.place($0.y)) },
                    class: "curve \(color)")
            }
            for point in curve {
                canvas.dot(
                    PixelPoint(x: x.place(point.x), y: y.place(point.y)), radius: 3.4, color,
                    title: "\(names[number]): \(self.number(point.y)) at "
                        + "\(self.number(point.x)) \(factor.unit)")
            }
            if let last = curve.last { ends.append((number, y.place(last.y))) }
        }
        if isDirect(canvas) { label(ends, right: box, &canvas) }
        canvas.y = box.bottom + 20
    }

    /// Names at the ends of the curves, moved apart where these are close.
    private func label(
        _ ends: [(curve: Int, y: Double)], right box: ChartBox, _ canvas: inout ChartCanvas
    ) {
        let sorted = ends.sorted { $0.y < $1.y }
        let pitch = 16.0
        var places: [Double] = []
        for end in sorted { places.append(max(end.y, (places.last ?? -.infinity) + pitch)) }
        // What was pushed below the panel goes up again, the others before it.
        var limit = box.bottom
        for index in places.indices.reversed() {
            places[index] = min(places[index], limit)
            limit = places[index] - pitch
        }
        for (end, place) in zip(sorted, places) {
            canvas.words(
                names[end.curve], at: PixelPoint(x: box.right + 9, y: place + 4), .value,
                color: ChartSheet.series(end.curve), room: canvas.right - box.right - 9)
        }
    }

    var vega: VegaLite {
        let rows = panels.flatMap { panel in
            zip(names, panel.curves).flatMap { name, curve in
                curve.map { point in
                    [
                        isBySetting ? name : panel.name, isBySetting ? panel.name : name,
                        VegaLite.number(point.x), VegaLite.number(point.y),
                        VegaLite.number(point.low), VegaLite.number(point.high),
                    ]
                }
            }
        }
        let x = VegaLite.Axis(
            factor.path + (factor.unit.isEmpty ? "" : " [\(factor.unit)]"), across
        ).channel("x")
        let y = VegaLite.Axis(metric.words + metric.unitInBrackets, up)
        let color = VegaLite.channel(isBySetting ? "setting" : "policy", "nominal")
        return VegaLite(
            words: 2, columns: ["setting", "policy", "x", "mean", "low", "high"], rows: rows,
            view: VegaLite.panels(
                isBySetting ? "policy" : "setting", size: (560, 220),
                layers: [
                    VegaLite.layer(
                        ["type": "area", "opacity": 0.2],
                        ["x": x, "y": y.channel("low"), "y2": ["field": "high"], "color": color]),
                    VegaLite.layer(
                        ["type": hasCurves ? "line" : "point", "point": true],
                        ["x": x, "y": y.channel("mean"), "color": color]),
                ]))
    }
}
