import DeviceModel
import Experiments
import Show
import Statistics

/// How the policies differ from the baseline, run by run: a histogram for each, with its mean.
struct DifferenceChart: Chart {
    struct Row {
        let policy: String
        /// One for each replication, or antithetic pair, in which both have the metric.
        let values: [Double]
        let mean: Double
        let interval: ConfidenceInterval?
        let words: String
    }

    let metric: Metric
    let baseline: String
    let rows: [Row]

    /// No more policies than these.
    static let most = 8

    /// `nil` where there is nothing to compare, or all runs are the same.
    init?(_ result: ExperimentResult, _ comparisons: [PolicyComparison]) {
        metric = result.leadingMetric
        baseline = result.baseline.policy.name
        let base = result.baseline.values(of: metric)
        rows = comparisons.filter { $0.metric == result.leadingMetric }.compactMap { row in
            guard let mean = row.paired.difference,
                let policy = result.policies.first(where: { $0.policy.name == row.policy })
            else { return nil }
            let values = zip(policy.values(of: row.metric), base).compactMap { own, other in
                own.flatMap { own in other.map { own - $0 } }
            }
            return Row(
                policy: row.policy, values: values, mean: mean, interval: row.known.shown,
                words: Self.words(row, mean))
        }
        if rows.allSatisfy({ $0.interval.map(IntervalText.isExact) ?? false }) { return nil }
    }

    private static func words(_ row: PolicyComparison, _ mean: Double) -> String {
        let unit = row.metric.unit.rawValue
        func text(_ value: Double) -> String {
            FigureText.text(value.magnitude, unit: unit, digits: 3)
                + (value < 0 ? " less" : " more")
        }
        switch row.verdict {
        case .lower, .higher:
            return text(mean) + (row.known.method == .exact ? ", in every run" : "")
        case .equivalent: return row.verdictText
        case .noDifferenceShown: return "no difference shown"
        }
    }

    var title: String {
        let what = MetricTitle.capitalized(metric)
        return "\(what) less that of \(baseline), in the same worlds" + metric.unitInBrackets
    }

    private func words(_ interval: ConfidenceInterval) -> String {
        IntervalText.words(interval) { IntervalText.cell($0) { number($0) } }
    }

    var summary: String {
        rows.map { row in
            let level = row.interval.map { " (\(words($0)))" }
            return "\(row.policy): \(number(row.mean))\(level ?? "")"
        }.joined(separator: "; ") + "."
    }

    private func number(_ value: Double) -> String {
        ReadableNumber.text(value, significantDigits: 4, signed: true)
    }

    func draw(width: Double) -> ChartCanvas {
        var canvas = ChartCanvas(width: width)
        canvas.heading(
            title,
            note: "How many runs have which difference; the dark line is the mean, the bar below "
                + "it the 95 % interval of the mean")
        for row in rows.prefix(Self.most) { draw(row, &canvas) }
        if rows.count > Self.most {
            canvas.paragraph("and \(rows.count - Self.most) more, in comparison.csv", .note)
        }
        return canvas
    }

    private static let height = 46.0

    private func draw(_ row: Row, _ canvas: inout ChartCanvas) {
        let style = ChartSheet.Text.value
        let room = canvas.right - canvas.left
        let wide = min(FontMetrics.width(of: row.words, size: style.size), 0.6 * room)
        canvas.y += 18
        canvas.words(
            row.policy, at: PixelPoint(x: canvas.left, y: canvas.y), .label, room: room - wide - 14)
        canvas.words(
            row.words, at: PixelPoint(x: canvas.right, y: canvas.y), .value, anchor: .end,
            room: wide + 0.5)
        let top = canvas.y + 8
        let bottom = top + Self.height
        let (least, most) = (row.values.min() ?? row.mean, row.values.max() ?? row.mean)
        // 0 is shown where it is no farther off than the values are apart.
        let near = 0 - most < most - least && least - 0 < most - least
        let ends = [least, most] + (near ? [0] : [])
        let axis = ChartAxis(
            scale: ChartScale(
                linear: ends + [row.interval?.low, row.interval?.high].compactMap { $0 }),
            start: canvas.left + 2, end: canvas.right - 2)
        axis.drawBelow(from: top, to: bottom, in: &canvas)
        histogram(row, axis, top, bottom, &canvas)
        if axis.scale.low < 0, axis.scale.high > 0 {
            canvas.line(axis.place(0), top - 2, axis.place(0), bottom, "zero")
        }
        let x = axis.place(row.mean)
        canvas.line(x, top - 2, x, bottom, "mark")
        if let interval = row.interval {
            let (low, high) = (axis.place(interval.low), axis.place(interval.high))
            canvas.rectangle(
                ChartBox(
                    left: min(low, x - 1), top: bottom, right: max(high, x + 1),
                    bottom: bottom + 4),
                "c1", title: words(interval))
        }
        canvas.y = bottom + 20
    }

    private func histogram(
        _ row: Row, _ axis: ChartAxis, _ top: Double, _ bottom: Double,
        _ canvas: inout ChartCanvas
    ) {
        let bins = Self.bins(row.values)
        let most = Double(bins.map(\.count).max() ?? 1)
        for bin in bins where bin.count > 0 {
            let (left, right) = (axis.place(bin.low), axis.place(bin.high))
            let middle = (left + right) / 2
            let half = max((right - left) / 2 - 0.4, 0.8)
            canvas.rectangle(
                ChartBox(
                    left: middle - half, top: bottom - (bottom - top) * Double(bin.count) / most,
                    right: middle + half, bottom: bottom), "c0 faint")
        }
    }

    /// Between the least and the greatest value, about the square root of their number of bins.
    private static func bins(_ values: [Double]) -> [(low: Double, high: Double, count: Int)] {
        guard let least = values.min(), let most = values.max(), most > least else {
            return values.first.map { [($0, $0, values.count)] } ?? []
        }
        let count = min(48, max(8, Int(Double(values.count).squareRoot().rounded(.up))))
        let width = (most - least) / Double(count)
        var counts = [Int](repeating: 0, count: count)
        for value in values { counts[min(count - 1, Int((value - least) / width))] += 1 }
        return counts.enumerated().map { number, found in
            (least + Double(number) * width, least + Double(number + 1) * width, found)
        }
    }

    var vega: VegaLite {
        // Bins, not runs, of which there may be many: replications.csv has these.
        let rows = rows.flatMap { row in
            Self.bins(row.values).map { bin in
                [
                    row.policy, VegaLite.number(bin.low), VegaLite.number(bin.high), "\(bin.count)",
                    VegaLite.number(row.mean), VegaLite.number(row.interval?.low),
                    VegaLite.number(row.interval?.high),
                ]
            }
        }
        return VegaLite(
            words: 1, columns: ["policy", "from", "to", "runs", "mean", "low", "high"], rows: rows,
            view: [
                .init("facet", ["row": VegaLite.channel("policy", "nominal")]),
                .init("resolve", ["scale": ["x": "independent", "y": "independent"]]),
                .init(
                    "spec",
                    [
                        "width": 560, "height": 70,
                        "layer": [
                            VegaLite.layer(
                                ["type": "bar", "opacity": 0.5],
                                [
                                    "x": VegaLite.channel(
                                        "from", "quantitative", title: title,
                                        [
                                            .init("bin", ["binned": true]),
                                            .init("scale", ["zero": false]),
                                        ]),
                                    "x2": ["field": "to"],
                                    "y": VegaLite.channel("runs", "quantitative", title: "runs"),
                                ]),
                            VegaLite.layer(
                                "rule", ["x": VegaLite.channel("mean", "quantitative")]),
                        ],
                    ]),
            ])
    }
}
