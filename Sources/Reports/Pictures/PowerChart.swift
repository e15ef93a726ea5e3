/// The power of one run over time: a lane for each policy and component, causes in colour.
struct PowerChart {
    private let run: TypicalRun
    private let components: [Component]
    /// The key of causes, rest first, then the most expensive.
    private let key: [Chart.Key]
    private let unit: TimeUnit

    /// The number of stretches that a run is cut into.
    static let bins = 288
    /// No more policies than these.
    static let policies = 3

    private static let others = "other causes"

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
        unit = TimeUnit(of: first.step.magnitude * Double(Self.bins))
        var sums: [(name: String, energy: Double)] = []
        for part in parts where components.contains(part.component) {
            if let place = sums.firstIndex(where: { $0.name == part.activity }) {
                sums[place].energy += part.total.magnitude
            } else {
                sums.append((part.activity, part.total.magnitude))
            }
        }
        let causes = sums.filter { $0.name != LedgerPlan.atRest }
            .sorted { $0.energy > $1.energy }.map(\.name)
        key =
            (causes.count < sums.count ? [EnergyKind.baseline.key] : [])
            + [Chart.Key].series(Array(causes.prefix(ChartSheet.colours)))
            + (causes.count > ChartSheet.colours
                ? [.init(Self.others, ChartSheet.series(ChartSheet.rest))] : [])
    }

    private var summary: String {
        let lanes = run.traces.map { trace in
            let causes = key.map(\.name).filter { $0 != EnergyKind.baseline.key.name }
            let parts = causes.prefix(3).compactMap { cause -> String? in
                let energy = trace.parts.filter {
                    $0.activity == cause && components.contains($0.component)
                }.reduce(0) { $0 + $1.total.magnitude / 1000 }
                return energy > 0 ? "\(cause) \(FigureText.text(energy, unit: "J"))" : nil
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

    var chart: Chart {
        let lanes = run.traces.map { trace in components.map { rows(trace, $0) } }
        // A component has one scale under all policies.
        let peaks = components.indices.map { component in
            lanes.map { StackedArea($0[component], []).peak }.max() ?? 1
        }
        let horizon = run.traces[0].step.magnitude * Double(Self.bins) / unit.seconds
        return Chart(
            "Power over time, by component and cause [mW]", note: note, summary: summary, key: key,
            x: .init(
                "time since the start of the run [\(unit.name)]", ChartScale(from: 0, to: horizon)),
            panels: zip(run.traces, lanes).flatMap { trace, lanes in
                components.indices.map { index in
                    var panel = Chart.Panel(
                        components[index].rawValue, height: 34, y: .upTo(peaks[index], unit: "mW"),
                        [.init("power", .stack, rows: lanes[index])])
                    panel.group = trace.policy
                    return panel
                }
            })
    }

    private func rows(_ trace: PowerTrace, _ component: Component) -> [Chart.Row] {
        trace.parts.filter { $0.component == component }.flatMap { part in
            let cause =
                part.activity == LedgerPlan.atRest ? EnergyKind.baseline.key.name : part.activity
            return Chart.Row.steps(
                key.contains { $0.name == cause } ? cause : Self.others,
                part.energies.map { $0.magnitude / trace.step.magnitude },
                each: trace.step.magnitude / unit.seconds)
        }
    }
}

extension Chart.Row {
    /// Values of stretches of equal length; neighbours that are alike are one row.
    static func steps(_ name: String, _ values: [Double], each step: Double) -> [Self] {
        var rows: [Self] = []
        var start = 0
        for end in values.indices.map({ $0 + 1 })
        where end == values.count || values[end] != values[start] {
            if values[start] > 0 {
                rows.append(
                    Self(
                        name, xs: .init(Double(start) * step, Double(end) * step), y: values[start])
                )
            }
            start = end
        }
        return rows
    }
}

extension EnergyKind {
    /// Its name and its colour, the same in all pictures.
    var key: Chart.Key { Chart.Key(self == .baseline ? "at rest" : rawValue, color) }

    private var color: String {
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

extension Chart {
    /// What the first errand of an app draws: each component in each state, by what it is drawn
    /// for; `nil` where there is nothing to draw.
    static func errand(_ errand: ErrandTrace) -> Self? {
        let busy = errand.stretches.filter { $0.kind != .baseline && $0.component != .floor }
        let components = Component.allCases.filter { component in
            busy.contains { $0.component == component }
        }
        if components.isEmpty { return nil }
        let length = (errand.until - errand.from).seconds.magnitude
        let kinds = EnergyKind.allCases.filter { kind in busy.contains { $0.kind == kind } }
        let energies = kinds.map { kind in
            let energy = busy.filter { $0.kind == kind }.reduce(0) {
                $0 + $1.power.magnitude * ($1.until - $1.from).seconds.magnitude / 1000
            }
            return "\(kind.rawValue) \(FigureText.text(energy, unit: "J"))"
        }
        let summary =
            "In \(FigureText.text(length, unit: "s")): \(energies.joined(separator: ", "))."
        let from = FigureText.text(errand.from.seconds.magnitude, unit: "s")
        return Chart(
            "The first errand of \(errand.policy) in detail [mW]",
            note: "From \(from) after the start of the run on. \(summary)", summary: summary,
            key: kinds.map(\.key) + [EnergyKind.baseline.key],
            x: Axis("time [s]", ChartScale(from: 0, to: length)),
            panels: components.map { component in
                let own = errand.stretches.filter { $0.component == component }.sorted {
                    $0.from < $1.from
                }
                return Panel(
                    component.rawValue, height: 76,
                    y: .upTo(max(own.map(\.power.magnitude).max() ?? 1, 1e-9), unit: "mW"),
                    [
                        Layer("power", .bar, rows: own.map { $0.row(since: errand.from) }),
                        Layer("state", .nameAbove, rows: states(of: own, since: errand.from)),
                    ])
            })
    }

    private static func states(of stretches: [ErrandTrace.Stretch], since start: Instant) -> [Row] {
        var rows: [Row] = []
        for stretch in stretches {
            let xs = stretch.span(since: start)
            if let last = rows.last, last.name == stretch.state {
                rows[rows.count - 1].xs = Span(last.xs?.low ?? xs.low, xs.high)
            } else {
                rows.append(Row(stretch.state, xs: xs))
            }
        }
        return rows
    }
}

extension ErrandTrace.Stretch {
    fileprivate func span(since start: Instant) -> Chart.Span {
        Chart.Span((from - start).seconds.magnitude, (until - start).seconds.magnitude)
    }

    fileprivate func row(since start: Instant) -> Chart.Row {
        let cause = activity == LedgerPlan.atRest ? "at rest" : activity
        return Chart.Row(
            kind.key.name, xs: span(since: start), y: power.magnitude,
            words: "\(state), \(kind.rawValue), \(cause): "
                + "\(ReadableNumber.text(power.magnitude, significantDigits: 3)) mW")
    }
}
