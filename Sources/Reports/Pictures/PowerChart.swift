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
