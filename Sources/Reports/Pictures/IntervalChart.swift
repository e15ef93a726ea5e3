import DeviceModel
import Experiments
import Show
import Statistics

/// Values of one quantity beside each other as bars, each with its interval.
struct IntervalChart: Chart {
    struct Bar {
        let name: String
        /// From 0 on, one after the other; below 0 one alone.
        let parts: [Part]
        /// Where its end lies.
        let interval: ConfidenceInterval?
        let words: String

        /// What of the bar is of one kind.
        struct Part {
            let name: String
            let value: Double
            let color: String
        }

        var end: Double { parts.reduce(0) { $0 + $1.value } }
    }

    let title: String
    let note: String
    let bars: [Bar]
    /// What no bar should go beyond, drawn across each of them; `nil`: nothing.
    var limit: Double?

    /// No more bars than these.
    static let most = 24

    var summary: String {
        bars.map { "\($0.name): \($0.words)" }.joined(separator: "; ") + "."
    }

    /// The names of parts with their colours, each once.
    private var key: [(name: String, color: String)] {
        var seen: [(name: String, color: String)] = []
        for part in bars.flatMap(\.parts) where !seen.contains(where: { $0.name == part.name }) {
            seen.append((part.name, part.color))
        }
        return seen
    }

    func draw(width: Double) -> ChartCanvas {
        var canvas = ChartCanvas(width: width)
        canvas.heading(title, note: note)
        if key.count > 1 { canvas.key(key) }
        let ends = bars.flatMap { bar -> [Double] in
            [0, bar.end, bar.interval?.low ?? 0, bar.interval?.high ?? 0, limit ?? 0]
        }
        let axis = ChartAxis(
            scale: ChartScale(from: ends.min() ?? 0, to: ends.max() ?? 1), start: canvas.left + 6,
            // Room for the limit's own number below its end of the axis.
            end: canvas.right - (limit == nil ? 10 : 16))
        let top = canvas.y + 4
        let bottom = top + Double(min(bars.count, Self.most)) * Self.pitch + 4
        axis.drawBelow(from: top, to: bottom, in: &canvas)
        for (number, bar) in bars.prefix(Self.most).enumerated() {
            draw(bar, at: top + Double(number) * Self.pitch, axis, &canvas)
        }
        canvas.line(axis.place(0), top, axis.place(0), bottom, "axis")
        canvas.y = bottom + 18
        if bars.count > Self.most {
            canvas.paragraph("and \(bars.count - Self.most) more, in the tables", .note)
        }
        return canvas
    }

    private static let pitch = 43.0

    private func draw(
        _ bar: Bar, at top: Double, _ axis: ChartAxis, _ canvas: inout ChartCanvas
    ) {
        let style = ChartSheet.Text.value
        let room = canvas.right - canvas.left
        let wide = min(FontMetrics.width(of: bar.words, size: style.size), 0.62 * room)
        canvas.words(
            bar.name, at: PixelPoint(x: canvas.left + 10, y: top + 15), .label,
            room: room - wide - 24)
        canvas.words(
            bar.words, at: PixelPoint(x: canvas.right, y: top + 15), .value, anchor: .end,
            room: wide + 0.5)
        var start = 0.0
        for part in bar.parts {
            let ends = [axis.place(start), axis.place(start + part.value)].sorted()
            canvas.rectangle(
                ChartBox(left: ends[0], top: top + 21, right: ends[1], bottom: top + 35),
                part.color, title: "\(bar.name), \(part.name): \(ChartText.tick(part.value))")
            start += part.value
        }
        if let limit {
            let place = axis.place(limit)
            // Not through the words above the bar.
            canvas.line(place, top + 20, place, top + 40, "whisker")
        }
        guard let interval = bar.interval else { return }
        canvas.whisker(
            from: axis.place(interval.low), to: axis.place(interval.high), y: top + 28)
    }

    var vega: VegaLite {
        let rows = bars.flatMap { bar in
            bar.parts.indices.map { index in
                let from = bar.parts[..<index].reduce(0) { $0 + $1.value }
                let part = bar.parts[index]
                return [bar.name, part.name]
                    + [from, from + part.value, bar.interval?.low, bar.interval?.high]
                    .map(VegaLite.number)
            }
        }
        let name = VegaLite.channel("name", "nominal", [.init("sort", .null)])
        return VegaLite(
            words: 2, columns: ["name", "part", "from", "until", "low", "high"], rows: rows,
            view: [
                .init("width", 560),
                .init(
                    "layer",
                    [
                        VegaLite.layer(
                            "bar",
                            [
                                "y": name,
                                "x": VegaLite.channel("from", "quantitative", title: title),
                                "x2": ["field": "until"],
                                "color": VegaLite.channel("part", "nominal"),
                            ]),
                        VegaLite.layer(
                            ["type": "rule", "strokeWidth": 2],
                            [
                                "y": name, "x": VegaLite.channel("low", "quantitative"),
                                "x2": ["field": "high"],
                            ]),
                    ]),
            ])
    }
}

extension IntervalChart {
    /// What each policy costs; where that is energy, apart what the phone draws without the app.
    init(_ result: ExperimentResult) {
        let metric = result.leadingMetric
        let scenario = result.scenario
        title =
            (metric == .energy
                ? "Energy in \(scenario.horizon.seconds)" : MetricTitle.capitalized(metric))
            + metric.unitInBrackets
        note = "Mean of \(ResultNotes(result: result).replications); the line is its 95 % interval"
        bars = result.policies.map { policy in
            let known = result.interval(of: metric, for: policy)
            let mean = policy.summary(of: metric).mean
            var parts = [Bar.Part(name: metric.words, value: mean ?? 0, color: "c0")]
            if metric == .energy, let mean {
                let due = policy.summary(of: .marginalEnergy).mean ?? 0
                if due >= 0, due <= mean {
                    parts = [
                        Bar.Part(name: "phone without the app", value: mean - due, color: "rest"),
                        Bar.Part(name: "due to the app", value: due, color: "c0"),
                    ]
                }
            }
            return Bar(
                name: policy.policy.name, parts: parts, interval: known.shown,
                words: mean.map { MetricTitle.words($0, known.shown, metric) + known.mark }
                    ?? "no value in any run")
        }
    }
}

extension IntervalChart {
    /// What is due to the app, policy by policy on each radio.
    init(_ family: [ExperimentResult]) {
        let cost = FamilyCost(of: family[0].scenario)
        let metric: Metric = cost == .drain ? .marginalDrain : .marginalEnergy
        let factor = cost == .drain ? FamilyCost.hours : 1
        title =
            cost == .drain
            ? "Drain due to the app, by radio [% of the battery a day]"
            : "Energy due to the app, by radio [J]"
        note = "Mean a run of \(family[0].scenario.horizon.seconds); the line is its 95 % interval"
        bars = family[0].policies.indices.flatMap { index in
            family.compactMap { result -> Bar? in
                let policy = result.policies[index]
                guard let mean = policy.summary(of: metric).mean else { return nil }
                let known = result.interval(of: metric, for: policy)
                let name = policy.policy.name
                return Bar(
                    name: "\(name), \(result.scenario.radio.name)",
                    parts: [
                        Bar.Part(name: name, value: factor * mean, color: ChartSheet.series(index))
                    ],
                    interval: known.shown.map {
                        ConfidenceInterval(
                            level: $0.level, low: factor * $0.low, high: factor * $0.high)
                    },
                    words: (cost == .drain
                        ? "\(cost.text(factor * mean)) % a day"
                        : MetricTitle.words(mean, known.shown, metric)) + known.mark)
            }
        }
    }

    /// What one trace costs on each radio, by what it is drawn for.
    init(_ radios: [ReplayedRadio]) {
        title = "Energy of the radio by what it was drawn for [J]"
        note = "One trace has no interval"
        bars = radios.map { radio in
            let kinds: [EnergyKind] = [.baseline, .transfer, .tail, .promotion]
            return Bar(
                name: radio.radio.name,
                parts: kinds.filter { radio.energy(of: $0) > .zero }.map { kind in
                    Bar.Part(
                        name: kind == .baseline ? "at rest" : kind.rawValue,
                        value: radio.energy(of: kind).magnitude / 1000, color: kind.color)
                }, interval: nil,
                words: FigureText.text(radio.energy.magnitude / 1000, unit: "J", digits: 4))
        }
    }
}

/// A metric in headings and beside marks.
enum MetricTitle {
    static func capitalized(_ metric: Metric) -> String {
        metric.words.prefix(1).uppercased() + metric.words.dropFirst()
    }

    /// `3 328 J (3 324 to 3 331)`.
    static func words(_ mean: Double, _ interval: ConfidenceInterval?, _ metric: Metric) -> String {
        let text = FigureText.text(mean, unit: metric.unit.rawValue, digits: 4)
        guard let interval, interval.high > interval.low else { return text }
        let ends = [interval.low, interval.high].map {
            FigureText.text($0, unit: metric.unit.rawValue, digits: 4)
        }
        // Of two ends in the same unit the first does without it.
        let parts = ends.map { $0.split(separator: " ") }
        let same = parts[0].last == parts[1].last && metric.unit != .count
        let low = same ? parts[0].dropLast().joined(separator: " ") : ends[0]
        let high = same ? parts[1].dropLast().joined(separator: " ") : ends[1]
        return same ? "\(text) (\(low) to \(high))" : "\(text) (\(ends[0]) to \(ends[1]))"
    }
}
