import DeviceModel
import Experiments
import Kernel
import Show

/// A replayed trace over time: power by what it was drawn for, the radio's states, and the bursts
/// of the hosts that cost the most.
struct ReplayChart: Chart {
    private let result: TraceReplayResult
    private let timeline: ReplayTimeline
    private let kinds: [EnergyKind]
    /// The dearest first.
    private let hosts: [(name: String, bursts: [Burst], energy: Double)]
    private let unit: TimeUnit

    private static let most = 6
    /// Bursts of a host that are drawn, the dearest ones.
    private static let mostBursts = 400

    /// `nil` where nothing was recorded over time.
    init?(_ result: TraceReplayResult) {
        guard let timeline = result.timeline, timeline.count > 0 else { return nil }
        (self.result, self.timeline) = (result, timeline)
        kinds = [.baseline, .promotion, .transfer, .tail].filter {
            result.radio.energy(of: $0) > .zero
        }
        var order: [String] = []
        var found: [String: (bursts: [Burst], energy: Double)] = [:]
        for burst in result.bursts {
            let name = burst.host?.description ?? "host not known"
            if found[name] == nil { order.append(name) }
            found[name, default: ([], 0)].bursts.append(burst)
            found[name, default: ([], 0)].energy += burst.energy.total.magnitude / 1000
        }
        hosts = order.enumerated().map { (place: $0, name: $1) }.sorted { one, other in
            let (left, right) = (found[one.name]?.energy ?? 0, found[other.name]?.energy ?? 0)
            return left == right ? one.place < other.place : left > right
        }.prefix(Self.most).map {
            ($0.name, found[$0.name]?.bursts ?? [], found[$0.name]?.energy ?? 0)
        }
        unit = TimeUnit(of: timeline.step.magnitude * Double(timeline.count))
    }

    var title: String { "The trace on \(result.radio.radio.name), over time [mW]" }

    var summary: String {
        let parts = kinds.map { kind in
            let energy = result.radio.energy(of: kind).magnitude / 1000
            return "\(kind.rawValue) \(FigureText.text(energy, unit: "J"))"
        }
        return parts.joined(separator: ", ") + "."
    }

    func draw(width: Double) -> ChartCanvas {
        var canvas = ChartCanvas(width: width)
        let step = FigureText.text(timeline.step.magnitude, unit: "s")
        canvas.heading(title, note: "\(summary) Means over \(step)")
        let length = timeline.step.magnitude * Double(timeline.count)
        let axis = ChartAxis(
            scale: ChartScale(from: 0, to: length / unit.seconds), start: canvas.left + 6,
            end: canvas.right - 10)
        power(axis, &canvas)
        states(axis, &canvas)
        for host in hosts { bursts(of: host, axis, &canvas) }
        axis.drawBelow(from: canvas.y, to: canvas.y + 4, in: &canvas)
        canvas.y += 34
        canvas.words(
            "time since the start of the trace [\(unit.name)]",
            at: PixelPoint(x: canvas.right, y: canvas.y), .note, anchor: .end)
        return canvas
    }

    private func lane(_ name: String, _ words: String, _ canvas: inout ChartCanvas) {
        let style = ChartSheet.Text.note
        canvas.y += 22
        let wide = FontMetrics.width(of: words, size: style.size)
        canvas.words(
            name, at: PixelPoint(x: canvas.left, y: canvas.y), .label,
            room: canvas.right - canvas.left - wide - 14)
        canvas.words(words, at: PixelPoint(x: canvas.right, y: canvas.y), style, anchor: .end)
        canvas.y += 5
    }

    private func power(_ axis: ChartAxis, _ canvas: inout ChartCanvas) {
        canvas.key(
            kinds.map { ($0 == .baseline ? "at rest" : $0.rawValue, $0.color) })
        let layers = kinds.map { kind in
            StackedArea.Layer(
                color: kind.color,
                values: joined(timeline.powers(of: kind).map(\.magnitude), canvas))
        }
        let most = StackedArea.peak(layers)
        lane("power", "to \(ReadableNumber.text(most, significantDigits: 3)) mW", &canvas)
        StackedArea(layers: layers, most: most).draw(
            axis, from: canvas.y, to: canvas.y + 110, in: &canvas)
        canvas.y += 110
        canvas.line(axis.start, canvas.y, axis.end, canvas.y, "axis")
    }

    private func states(_ axis: ChartAxis, _ canvas: inout ChartCanvas) {
        let layers = timeline.states.indices.map { state in
            StackedArea.Layer(
                color: state == 0 ? "rest" : ChartSheet.series(state - 1),
                values: joined(timeline.shares(of: state), canvas))
        }
        let isThere = timeline.states.indices.filter { layers[$0].values.contains { $0 > 0 } }
        lane("states", "share of the time", &canvas)
        canvas.key(isThere.map { (timeline.states[$0], layers[$0].color) })
        StackedArea(layers: isThere.map { layers[$0] }, most: 1).draw(
            axis, from: canvas.y, to: canvas.y + 36, in: &canvas)
        canvas.y += 36
        canvas.line(axis.start, canvas.y, axis.end, canvas.y, "axis")
    }

    /// Means of two stretches on a narrow picture.
    private func joined(_ values: [Double], _ canvas: ChartCanvas) -> [Double] {
        guard canvas.isNarrow else { return values }
        return stride(from: 0, to: values.count, by: 2).map { start in
            start + 1 < values.count ? (values[start] + values[start + 1]) / 2 : values[start]
        }
    }

    private func bursts(
        of host: (name: String, bursts: [Burst], energy: Double), _ axis: ChartAxis,
        _ canvas: inout ChartCanvas
    ) {
        let count = host.bursts.count
        lane(
            host.name,
            "\(count) \(count == 1 ? "burst" : "bursts"), "
                + FigureText.text(host.energy, unit: "J"), &canvas)
        canvas.line(axis.start, canvas.y + 12, axis.end, canvas.y + 12, "axis")
        var path = ""
        for burst in dearest(host.bursts) {
            let from = axis.place(burst.from.seconds.magnitude / unit.seconds)
            let until = axis.place(burst.until.seconds.magnitude / unit.seconds)
            path +=
                "M\(SVGText.number(from)) \(SVGText.number(canvas.y))v12"
                + "H\(SVGText.number(max(until, from + 1.4)))v-12z"
        }
        canvas.svg.element("path", [.init("d", path), .init("class", "c0")])
        canvas.y += 12
    }

    /// The dearest of many, in the order of time.
    private func dearest(_ bursts: [Burst]) -> [Burst] {
        guard bursts.count > Self.mostBursts else { return bursts }
        return bursts.sorted {
            let (left, right) = ($0.energy.total, $1.energy.total)
            return left == right ? $0.from < $1.from : left > right
        }.prefix(Self.mostBursts).sorted { $0.from < $1.from }
    }

    var vega: VegaLite {
        var rows: [[String]] = []
        for kind in kinds {
            for (number, power) in timeline.powers(of: kind).enumerated() where power > .zero {
                rows.append([
                    "power", kind.rawValue,
                    VegaLite.number(Double(number) * timeline.step.magnitude),
                    VegaLite.number(Double(number + 1) * timeline.step.magnitude),
                    VegaLite.number(power.magnitude),
                ])
            }
        }
        for host in hosts {
            for burst in dearest(host.bursts) {
                rows.append([
                    "burst", host.name, VegaLite.number(burst.from.seconds.magnitude),
                    VegaLite.number(burst.until.seconds.magnitude),
                    VegaLite.number(burst.energy.total.magnitude / 1000),
                ])
            }
        }
        let x = VegaLite.channel(
            "from_s", "quantitative", title: "time [s]", [.init("bin", ["binned": true])])
        return VegaLite(
            words: 2, columns: ["what", "name", "from_s", "until_s", "value"], rows: rows,
            view: [
                .init(
                    "vconcat",
                    [
                        [
                            "width": 640, "height": 160, "mark": "bar",
                            "transform": [["filter": "datum.what == 'power'"]],
                            "encoding": [
                                "x": x, "x2": ["field": "until_s"],
                                "y": VegaLite.channel(
                                    "value", "quantitative", title: "power [mW]"),
                                "color": VegaLite.channel("name", "nominal"),
                            ],
                        ],
                        [
                            "width": 640, "mark": "tick",
                            "transform": [["filter": "datum.what == 'burst'"]],
                            "encoding": [
                                "x": VegaLite.channel("from_s", "quantitative", title: "time [s]"),
                                "y": VegaLite.channel("name", "nominal", title: "host"),
                            ],
                        ],
                    ])
            ])
    }
}
