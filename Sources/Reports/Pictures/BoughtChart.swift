import DeviceModel
import Experiments
import Show
import Statistics
import Studies

/// What the energy bought: each policy by its cost and by one service.
struct BoughtChart: Chart {
    private struct Point {
        let name: String
        let cost: Double
        let costInterval: ConfidenceInterval?
        let service: Double
        let serviceInterval: ConfidenceInterval?
    }

    private let cost: Metric
    private let service: Metric
    private let points: [Point]

    /// `nil` where policies do not differ in what they do for their user.
    init?(_ result: ExperimentResult) {
        let leading = result.leadingMetric
        guard let service = Self.service(of: result) else { return nil }
        (self.cost, self.service) = (leading, service)
        points = result.policies.compactMap { policy in
            guard let cost = policy.summary(of: leading).mean,
                let value = policy.summary(of: service).mean
            else { return nil }
            return Point(
                name: policy.policy.name, cost: cost,
                costInterval: result.interval(of: leading, for: policy).shown, service: value,
                serviceInterval: result.interval(of: service, for: policy).shown)
        }
    }

    /// The first that the answer speaks of, else the first of all, in which policies differ.
    private static func service(of result: ExperimentResult) -> Metric? {
        let named = (result.scenario.answer?.figures ?? []).flatMap(metrics)
        return (named + result.metrics).first { metric in
            guard metric.role == .service, metric.better != nil, metric != result.leadingMetric
            else { return false }
            let means = result.policies.compactMap { $0.summary(of: metric).mean }
            return means.count > 1 && Set(means).count > 1
        }
    }

    private static func metrics(of figure: Answer.Figure) -> [Metric] {
        switch figure {
        case .least(let metric, where: _), .most(let metric, where: _): [metric]
        case .mean, .difference, .ratio, .change, .share, .choice, .with, .phone:
            figure.terms.compactMap { term in
                if case .metric(let metric) = term.quantity { metric } else { nil }
            }
        }
    }

    var title: String { "\(MetricTitle.capitalized(service)) against \(cost.words)" }

    var summary: String {
        points.map { point in
            "\(point.name): \(MetricTitle.words(point.cost, point.costInterval, cost)), "
                + MetricTitle.words(point.service, point.serviceInterval, service)
                + " \(service.words)"
        }.joined(separator: "; ") + "."
    }

    private var note: String {
        let side = cost.better == .larger ? "right" : "left"
        let half = service.better == .larger ? "top" : "bottom"
        return "Upwards: \(service.words)\(service.unitInBrackets), mean a run. Better lies at the "
            + "\(half) and the \(side). Lines: 95 % intervals"
    }

    private var up: ChartScale {
        ChartScale(
            linear: points.map(\.service) + points.flatMap { Self.ends($0.serviceInterval) })
    }

    private var across: ChartScale {
        ChartScale(linear: points.map(\.cost) + points.flatMap { Self.ends($0.costInterval) })
    }

    private static func ends(_ interval: ConfidenceInterval?) -> [Double] {
        interval.map { [$0.low, $0.high] } ?? []
    }

    func draw(width: Double) -> ChartCanvas {
        var canvas = ChartCanvas(width: width)
        canvas.heading(title, note: note)
        let (up, across) = (up, across)
        let top = canvas.y + 8
        let box = ChartBox(
            left: canvas.left + ChartAxis.widest(up) + 8, top: top, right: canvas.right - 4,
            bottom: top + (canvas.isNarrow ? 220 : 260))
        let y = ChartAxis(scale: up, start: box.bottom, end: box.top)
        let x = ChartAxis(scale: across, start: box.left, end: box.right)
        y.drawBeside(from: box.left, to: box.right, in: &canvas)
        x.drawBelow(from: box.top, to: box.bottom, in: &canvas)
        canvas.words(
            cost.words + cost.unitInBrackets, at: PixelPoint(x: box.right, y: box.bottom + 32),
            .note, anchor: .end)
        draw(points, x, y, in: box, &canvas)
        canvas.y = box.bottom + 36
        return canvas
    }

    private func draw(
        _ points: [Point], _ x: ChartAxis, _ y: ChartAxis, in box: ChartBox,
        _ canvas: inout ChartCanvas
    ) {
        let places = points.map { PixelPoint(x: x.place($0.cost), y: y.place($0.service)) }
        var whiskers: [ChartBox] = []
        for (point, place) in zip(points, places) {
            if let ends = point.costInterval {
                let (low, high) = (x.place(ends.low), x.place(ends.high))
                canvas.line(low, place.y, high, place.y, "whisker")
                whiskers.append(
                    ChartBox(left: low, top: place.y - 1, right: high, bottom: place.y + 1))
            }
            if let ends = point.serviceInterval {
                let (low, high) = (y.place(ends.low), y.place(ends.high))
                canvas.line(place.x, low, place.x, high, "whisker")
                whiskers.append(
                    ChartBox(left: place.x - 1, top: high, right: place.x + 1, bottom: low))
            }
        }
        var placement = LabelPlacement(
            panel: box,
            points: places.map {
                ChartBox(left: $0.x - 6, top: $0.y - 6, right: $0.x + 6, bottom: $0.y + 6)
            }, avoided: whiskers.map { ($0, 60) })
        let style = ChartSheet.Text.label
        for (point, place) in zip(points, places) {
            canvas.dot(place, "c0", title: point.name)
            let wide = FontMetrics.width(of: point.name, size: style.size, isBold: true)
            guard let placed = placement.place(place, width: wide + 2, height: 14) else { continue }
            if let end = placed.leader {
                canvas.line(place.x, place.y, end.x, end.y, "leader")
            }
            canvas.words(
                point.name, at: PixelPoint(x: placed.box.left + 1, y: placed.box.bottom - 3.5),
                .label)
        }
    }

    var vega: VegaLite {
        func ends(_ interval: ConfidenceInterval?) -> [String] {
            [VegaLite.number(interval?.low), VegaLite.number(interval?.high)]
        }
        let across = VegaLite.Axis(cost.words + cost.unitInBrackets, across)
        let up = VegaLite.Axis(service.words + service.unitInBrackets, up)
        let (x, y) = (across.channel("cost"), up.channel("service"))
        return VegaLite(
            words: 1,
            columns: [
                "policy", "cost", "cost_low", "cost_high", "service", "service_low",
                "service_high",
            ],
            rows: points.map { point in
                [point.name, VegaLite.number(point.cost)] + ends(point.costInterval)
                    + [VegaLite.number(point.service)] + ends(point.serviceInterval)
            },
            view: [
                .init("width", 560), .init("height", 320),
                .init(
                    "layer",
                    [
                        VegaLite.layer(
                            "rule",
                            [
                                "x": across.channel("cost_low"), "y": y,
                                "x2": ["field": "cost_high"],
                            ]),
                        VegaLite.layer(
                            "rule",
                            [
                                "x": x, "y": up.channel("service_low"),
                                "y2": ["field": "service_high"],
                            ]),
                        VegaLite.layer(
                            ["type": "point", "filled": true, "size": 60], ["x": x, "y": y]),
                        VegaLite.layer(
                            ["type": "text", "align": "left", "dx": 8],
                            ["x": x, "y": y, "text": VegaLite.channel("policy", "nominal")]),
                    ]),
            ])
    }
}
