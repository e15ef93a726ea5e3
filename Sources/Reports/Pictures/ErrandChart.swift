import DeviceModel
import Experiments
import Kernel
import Show

/// What the first errand of an app draws: each component in each state, by what it is drawn for.
struct ErrandChart: Chart {
    private let errand: ErrandTrace
    private let components: [Component]
    private let kinds: [EnergyKind]

    /// `nil` where there is nothing to draw.
    init?(_ errand: ErrandTrace) {
        self.errand = errand
        let busy = errand.stretches.filter { $0.kind != .baseline && $0.component != .floor }
        components = Component.allCases.filter { component in
            busy.contains { $0.component == component }
        }
        kinds = EnergyKind.allCases.filter { kind in busy.contains { $0.kind == kind } }
        if components.isEmpty { return nil }
    }

    var title: String { "The first errand of \(errand.policy) in detail [mW]" }

    private var length: Double { (errand.until - errand.from).seconds.magnitude }

    var summary: String {
        let parts = kinds.map { kind in
            let energy = errand.stretches.filter { $0.kind == kind && $0.component != .floor }
                .reduce(0) {
                    $0 + $1.power.magnitude * ($1.until - $1.from).seconds.magnitude / 1000
                }
            return "\(kind.rawValue) \(FigureText.text(energy, unit: "J"))"
        }
        return "In \(FigureText.text(length, unit: "s")): \(parts.joined(separator: ", "))."
    }

    private var note: String {
        let from = FigureText.text(errand.from.seconds.magnitude, unit: "s")
        return "From \(from) after the start of the run on. \(summary)"
    }

    func draw(width: Double) -> ChartCanvas {
        var canvas = ChartCanvas(width: width)
        canvas.heading(title, note: note)
        canvas.key(kinds.map { ($0.rawValue, $0.color) } + [("at rest", "rest")])
        let axis = ChartAxis(
            scale: ChartScale(from: 0, to: length), start: canvas.left + 6, end: canvas.right - 10)
        for component in components {
            lane(component, axis, isLast: component == components.last, &canvas)
        }
        return canvas
    }

    private static let height = 76.0

    private func lane(
        _ component: Component, _ axis: ChartAxis, isLast: Bool, _ canvas: inout ChartCanvas
    ) {
        let own = errand.stretches.filter { $0.component == component }.sorted {
            $0.from < $1.from
        }
        let most = max(own.map(\.power.magnitude).max() ?? 1, 1e-9)
        canvas.y += 19
        canvas.words(component.rawValue, at: PixelPoint(x: canvas.left, y: canvas.y), .label)
        canvas.words(
            "to \(ReadableNumber.text(most, significantDigits: 3)) mW",
            at: PixelPoint(x: canvas.right, y: canvas.y), .note, anchor: .end)
        let top = canvas.y + 20
        let bottom = top + Self.height
        if isLast { axis.drawBelow(from: top, to: bottom, in: &canvas) }
        var free = canvas.left
        for stretch in own {
            let (left, right) = (place(stretch.from, axis), place(stretch.until, axis))
            let height = Self.height * stretch.power.magnitude / most
            canvas.rectangle(
                ChartBox(
                    left: left, top: bottom - height, right: max(right, left + 0.4),
                    bottom: bottom), stretch.kind.color,
                title: "\(stretch.state), \(stretch.kind.rawValue), \(cause(of: stretch)): "
                    + "\(ReadableNumber.text(stretch.power.magnitude, significantDigits: 3)) mW")
        }
        // States by name above the first stretch of each, where there is room.
        var named = ""
        for stretch in own where stretch.state != named {
            named = stretch.state
            let x = max(place(stretch.from, axis), canvas.left)
            let wide = FontMetrics.width(of: named, size: ChartSheet.Text.note.size)
            let end = own.filter { $0.from >= stretch.from }.prefix { $0.state == named }.last
            let room = end.map { place($0.until, axis) - x } ?? 0
            guard x >= free, x + wide <= canvas.right, wide < room + 30 || room > 12 else {
                continue
            }
            canvas.words(named, at: PixelPoint(x: x, y: top - 5), .note)
            free = x + wide + 8
        }
        canvas.line(axis.start, bottom, axis.end, bottom, "axis")
        canvas.y = bottom + 2
        if isLast {
            canvas.y += 30
            canvas.words(
                "time [s]", at: PixelPoint(x: canvas.right, y: canvas.y), .note, anchor: .end)
        }
    }

    private func cause(of stretch: ErrandTrace.Stretch) -> String {
        stretch.activity == LedgerPlan.atRest ? "at rest" : stretch.activity
    }

    private func place(_ time: Instant, _ axis: ChartAxis) -> Double {
        axis.place((time - errand.from).seconds.magnitude)
    }

    var vega: VegaLite {
        let rows = errand.stretches.filter { components.contains($0.component) }.map { stretch in
            [
                stretch.component.rawValue, stretch.state, stretch.activity,
                stretch.kind.rawValue,
                VegaLite.number((stretch.from - errand.from).seconds.magnitude),
                VegaLite.number((stretch.until - errand.from).seconds.magnitude),
                VegaLite.number(stretch.power.magnitude),
            ]
        }
        return VegaLite(
            words: 4,
            columns: ["component", "state", "cause", "kind", "from_s", "until_s", "power_mW"],
            rows: rows,
            view: VegaLite.powerOverTime(rows: "component", color: "kind", size: (560, 110)))
    }
}
