import DeviceModel
import Experiments
import Kernel
import Show

/// The power of one run over time: a lane for each policy and component, causes in colour.
struct PowerChart: Chart {
    private let run: TypicalRun
    /// Those with a colour of their own, the dearest first.
    private let causes: [String]
    private let components: [Component]
    private let horizon: Double

    /// How many stretches a run is cut into, on paper and on a telephone.
    static let bins = 288
    /// No more policies than these.
    static let policies = 3

    /// `nil` where no part of the phone draws anything that an activity caused.
    init?(_ run: TypicalRun) {
        self.run = run
        let parts = run.traces.flatMap(\.parts).filter { $0.component != .floor }
        // A component that draws only what it does at rest says nothing.
        let components = Component.allCases.filter { component in
            parts.contains { $0.component == component && $0.activity != LedgerPlan.atRest }
        }
        guard !components.isEmpty, let first = run.traces.first else { return nil }
        self.components = components
        horizon = first.step.magnitude * Double(Self.bins)
        let shown = parts.filter { components.contains($0.component) }
        var sums: [(name: String, energy: Double)] = []
        for part in shown where part.activity != LedgerPlan.atRest {
            if let place = sums.firstIndex(where: { $0.name == part.activity }) {
                sums[place].energy += part.total.magnitude
            } else {
                sums.append((part.activity, part.total.magnitude))
            }
        }
        causes = sums.enumerated().sorted {
            $0.element.energy == $1.element.energy
                ? $0.offset < $1.offset : $0.element.energy > $1.element.energy
        }.prefix(ChartSheet.colours).map(\.element.name)
    }

    var title: String { "Power over time, by component and cause [mW]" }

    var summary: String {
        let lanes = run.traces.map { trace in
            let parts = causes.prefix(3).compactMap { cause -> String? in
                let energy = trace.parts.filter {
                    $0.activity == cause && components.contains($0.component)
                }.reduce(0) { $0 + $1.total.magnitude / 1000 }
                return energy > 0
                    ? "\(cause) \(FigureText.text(energy, unit: "J"))" : nil
            }
            return "\(trace.policy): "
                + (parts.isEmpty ? "no cause" : parts.joined(separator: ", "))
        }
        return lanes.joined(separator: "; ") + "."
    }

    private var note: String {
        let step = run.traces[0].step
        let which = run.isTypical ? ", a run in the middle" : ""
        return "Replication \(run.replication)\(which); means over "
            + "\(FigureText.text(step.magnitude, unit: "s"))"
    }

    func draw(width: Double) -> ChartCanvas {
        var canvas = ChartCanvas(width: width)
        canvas.heading(title, note: note)
        canvas.key(key)
        let unit = TimeUnit(of: horizon)
        let axis = ChartAxis(
            scale: ChartScale(from: 0, to: horizon / unit.seconds), start: canvas.left + 6,
            end: canvas.right - 10)
        let count = canvas.isNarrow ? 2 : 1
        let lanes = components.map { component in
            Lane(component, run.traces.map { stacked($0, component, count) })
        }
        for (number, trace) in run.traces.enumerated() {
            canvas.y += 22
            canvas.words(trace.policy, at: PixelPoint(x: canvas.left, y: canvas.y), .label)
            canvas.y += 4
            for (index, lane) in lanes.enumerated() {
                let isLast = number == run.traces.count - 1 && index == lanes.count - 1
                draw(lane, number, axis, isLast: isLast, unit, &canvas)
            }
        }
        return canvas
    }

    private var key: [(name: String, color: String)] {
        let names = run.traces.flatMap(\.parts).filter { components.contains($0.component) }.map(
            \.activity)
        var entries = causes.enumerated().map { ($1, ChartSheet.series($0)) }
        if names.contains(where: { $0 != LedgerPlan.atRest && !causes.contains($0) }) {
            entries.append(("other causes", ChartSheet.series(ChartSheet.rest)))
        }
        if names.contains(LedgerPlan.atRest) { entries.append(("at rest", "rest")) }
        return entries
    }

    private func color(_ cause: String) -> String {
        if cause == LedgerPlan.atRest { return "rest" }
        return ChartSheet.series(causes.firstIndex(of: cause) ?? ChartSheet.rest)
    }

    private static let height = 34.0

    /// Milliwatts by stretch, joined by twos on a narrow picture.
    private func powers(_ part: PowerTrace.Part, _ step: Seconds, by count: Int) -> [Double] {
        stride(from: 0, to: part.energies.count, by: count).map { start in
            let end = min(start + count, part.energies.count)
            let sum = part.energies[start..<end].reduce(0) { $0 + $1.magnitude }
            return sum / (step.magnitude * Double(end - start))
        }
    }

    /// A component under all policies, on one scale.
    private struct Lane {
        let component: Component
        /// By policy.
        let layers: [[StackedArea.Layer]]
        let most: Double

        init(_ component: Component, _ layers: [[StackedArea.Layer]]) {
            (self.component, self.layers) = (component, layers)
            most = layers.map(StackedArea.peak).max() ?? 1
        }
    }

    private func draw(
        _ lane: Lane, _ policy: Int, _ axis: ChartAxis, isLast: Bool, _ unit: TimeUnit,
        _ canvas: inout ChartCanvas
    ) {
        canvas.y += 17
        let style = ChartSheet.Text.note
        let top = "to \(ReadableNumber.text(lane.most, significantDigits: 2)) mW"
        canvas.words(lane.component.rawValue, at: PixelPoint(x: canvas.left, y: canvas.y), style)
        canvas.words(
            top, at: PixelPoint(x: canvas.right, y: canvas.y), style, anchor: .end)
        let (start, bottom) = (canvas.y + 4, canvas.y + 4 + Self.height)
        if isLast {
            axis.drawBelow(from: start, to: bottom, in: &canvas)
        }
        StackedArea(layers: lane.layers[policy], most: lane.most).draw(
            axis, from: start, to: bottom, in: &canvas)
        canvas.line(axis.start, bottom, axis.end, bottom, "axis")
        canvas.y = bottom
        if isLast {
            canvas.y += 30
            canvas.words(
                "time since the start of the run [\(unit.name)]",
                at: PixelPoint(x: canvas.right, y: canvas.y), .note, anchor: .end)
            canvas.y += 4
        }
    }

    /// At rest below, then the causes, the dearest first; those without a colour in one.
    private func stacked(
        _ trace: PowerTrace, _ component: Component, _ count: Int
    ) -> [StackedArea.Layer] {
        var layers: [StackedArea.Layer] = []
        let parts = trace.parts.filter { $0.component == component }
        for color in ["rest"] + (0...ChartSheet.rest).map(ChartSheet.series) {
            let own = parts.filter { self.color($0.activity) == color }
            guard let first = own.first else { continue }
            var powers = powers(first, trace.step, by: count)
            for other in own.dropFirst() {
                for (index, power) in self.powers(other, trace.step, by: count).enumerated() {
                    powers[index] += power
                }
            }
            layers.append(StackedArea.Layer(color: color, values: powers))
        }
        return layers
    }

    var vega: VegaLite {
        var rows: [[String]] = []
        for trace in run.traces {
            for part in trace.parts where components.contains(part.component) {
                let step = trace.step.magnitude
                let powers = part.energies.map { VegaLite.number($0.magnitude / step) }
                var start = 0
                // Neighbours that are alike are one row.
                for bin in powers.indices
                where bin + 1 == powers.count || powers[bin + 1] != powers[bin] {
                    if powers[bin] != "0" {
                        rows.append([
                            trace.policy, part.component.rawValue, part.activity,
                            VegaLite.number(Double(start) * step),
                            VegaLite.number(Double(bin + 1) * step), powers[bin],
                        ])
                    }
                    start = bin + 1
                }
            }
        }
        return VegaLite(
            words: 3, columns: ["policy", "component", "cause", "from_s", "until_s", "power_mW"],
            rows: rows,
            view: VegaLite.powerOverTime(
                rows: "policy", columns: "component", color: "cause", size: (300, 70)))
    }
}

extension EnergyKind {
    /// The class of its colour, the same in all pictures.
    var color: String {
        switch self {
        case .baseline: "rest"
        case .transfer: "c0"
        case .promotion: "c1"
        case .tail: "c4"
        case .wakeUp: "c3"
        case .acquisition: "c5"
        case .tracking: "c2"
        case .playback: "c6"
        case .alert: "c5"
        case .use: "c7"
        }
    }
}

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
