struct ChartBar {
    let name: String
    /// From 0 on, one after the other; below 0 one alone.
    let parts: [(key: Chart.Key, value: Double)]
    /// Where its end lies.
    let interval: Chart.Span?
    let words: String

    fileprivate func layers(limit: Double?) -> [Chart.Layer] {
        var end = 0.0
        let rows = parts.map { key, value in
            let ends = [end, end + value].sorted()
            end += value
            return Chart.Row(
                key.name, xs: .init(ends[0], ends[1]),
                words: "\(name), \(key.name): \(ChartText.tick(value))")
        }
        return [
            Chart.Layer("part", .bar, rows: rows),
            Chart.Layer(
                "limit", .rule, style: "whisker", rows: limit.map { [Chart.Row(x: $0)] } ?? []),
            Chart.Layer(
                "interval", .whisker, style: "whisker",
                rows: interval.map { [Chart.Row(xs: $0)] } ?? []),
        ]
    }
}

extension Chart.Span {
    var ends: [Double] { [low, high] }

    init?(_ interval: ConfidenceInterval?, times factor: Double = 1) {
        guard let interval else { return nil }
        self.init(factor * interval.low, factor * interval.high)
    }
}

extension Chart {
    /// - Parameter limit: what no bar should go beyond, drawn across each of them.
    init(_ title: String, note: String, limit: Double? = nil, bars: [ChartBar]) {
        let panels = bars.map { Panel($0.name, words: $0.words, $0.layers(limit: limit)) }
        let rows = panels.flatMap(\.layers).flatMap(\.rows)
        let ends = rows.compactMap(\.xs).flatMap(\.ends) + [0, limit ?? 0]
        var key: [Key] = []
        for (entry, _) in bars.flatMap(\.parts)
        where !key.contains(where: { $0.name == entry.name }) { key.append(entry) }
        self.init(
            title, note: note,
            summary: bars.map { "\($0.name): \($0.words)" }.joined(separator: "; ") + ".", key: key,
            x: Axis("", ChartScale(from: ends.min() ?? 0, to: ends.max() ?? 1)), panels: panels)
        cut(to: 24, others: "the tables")
    }

    /// The cost of each policy. Energy is split into that without the app and the rest.
    static func policies(_ result: ExperimentResult) -> Self {
        let metric = result.leadingMetric
        let scenario = result.scenario
        let measure =
            (metric == .energy
                ? "Energy in \(scenario.horizon.seconds)" : MetricTitle.capitalized(metric))
            + metric.unitInBrackets
        let replications = ResultNotes(result: result).replications
        let bars = result.policies.map { policy in
            let known = result.interval(of: metric, for: policy)
            let mean = policy.summary(of: metric).mean
            var parts = [(key: Key(metric.words, "c0"), value: mean ?? 0)]
            if metric == .energy, let mean {
                let due = policy.summary(of: .marginalEnergy).mean ?? 0
                if due >= 0, due <= mean {
                    parts = [
                        (Key("phone without the app", "rest"), mean - due),
                        (Key("due to the app", "c0"), due),
                    ]
                }
            }
            return ChartBar(
                name: policy.policy.name, parts: parts, interval: Span(known.shown),
                words: mean.map { MetricTitle.words($0, known.shown, metric) + known.mark }
                    ?? "no value in any run")
        }
        return Chart(
            result.extremes(metric) ?? measure,
            note: "\(measure): mean of \(replications); the line is its 95 % interval", bars: bars)
    }

    /// The cost due to the app, policy by policy on each radio.
    static func radios(_ family: [ExperimentResult]) -> Self {
        let cost = FamilyCost.leading(in: family[0].scenario)
        let title =
            cost.isDrain
            ? "Drain due to the app, by radio [% of the battery a day]"
            : "Energy due to the app, by radio [J]"
        let length = family[0].scenario.horizon.seconds
        let bars = family[0].policies.indices.flatMap { index in
            family.compactMap { result -> ChartBar? in
                let policy = result.policies[index]
                guard let mean = policy.summary(of: cost.marginal).mean else { return nil }
                let known = result.interval(of: cost.marginal, for: policy)
                let name = policy.policy.name
                return ChartBar(
                    name: "\(name), \(result.scenario.radio.name)",
                    parts: [(Key(name, ChartSheet.series(index)), cost.factor * mean)],
                    interval: Span(known.shown, times: cost.factor),
                    words: (cost.isDrain
                        ? "\(cost.text(cost.factor * mean)) % a day"
                        : MetricTitle.words(mean, known.shown, cost.marginal)) + known.mark)
            }
        }
        return Chart(
            title, note: "Mean a run of \(length); the line is its 95 % interval", bars: bars)
    }

    /// The cost of one trace on each radio, by purpose.
    static func radios(_ radios: [ReplayedRadio]) -> Self {
        let kinds: [EnergyKind] = [.baseline, .transfer, .tail, .promotion]
        let bars = radios.map { radio in
            ChartBar(
                name: radio.radio.name,
                parts: kinds.filter { radio.energy(of: $0) > .zero }.map {
                    ($0.key, radio.energy(of: $0).magnitude / 1000)
                }, interval: nil,
                words: FigureText.text(radio.energy.magnitude / 1000, unit: "J", digits: 4))
        }
        return Chart(
            "Energy of the radio by what it was drawn for [J]", note: "One trace has no interval",
            bars: bars)
    }
}

extension ExperimentResult {
    /// The policies that have the least and the most of a metric, apart from the phone without an
    /// app; `nil` if all have the same.
    func extremes(_ metric: Metric) -> String? {
        let means = policies.filter { !$0.policy.options.isNone }.compactMap { policy in
            policy.summary(of: metric).mean.map { (name: policy.policy.name, mean: $0) }
        }
        guard let least = means.min(by: { $0.mean < $1.mean }),
            let most = means.max(by: { $0.mean < $1.mean }), least.mean < most.mean
        else { return nil }
        let ends = [least, most].map {
            "\($0.name) (\(FigureText.text($0.mean, unit: metric.unit.rawValue)))"
        }
        return "Least with \(ends[0]), most with \(ends[1])"
    }
}
