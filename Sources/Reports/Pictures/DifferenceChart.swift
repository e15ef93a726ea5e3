extension Chart {
    /// How the policies differ from the baseline, run by run: a histogram for each, with its mean;
    /// `nil` where there is nothing to compare, or all runs are alike.
    static func differences(
        _ result: ExperimentResult, _ comparisons: [PolicyComparison]
    ) -> Self? {
        let metric = result.leadingMetric
        let base = result.baseline.values(of: metric)
        let rows = comparisons.filter { $0.metric == metric && $0.paired.difference != nil }
        if rows.allSatisfy({ $0.known.shown.map(IntervalText.isExact) ?? false }) { return nil }
        let bins = rows.map { row in
            result.policies.first { $0.policy.name == row.policy }.map { policy in
                DifferenceBin.bins(
                    zip(policy.values(of: metric), base).compactMap { own, other in
                        own.flatMap { own in other.map { own - $0 } }
                    })
            } ?? []
        }
        // One scale, so that lengths compare.
        let scale = ChartScale(
            linear: [0] + bins.joined().flatMap(\.values.ends)
                + rows.flatMap { Span($0.known.shown)?.ends ?? [] })
        let baseline = result.baseline.policy.name
        let idle = result.policies.filter(\.policy.options.isNone).map(\.policy.name)
        let apps = rows.filter { !idle.contains($0.policy) }
        let largest = (apps.isEmpty ? rows : apps).max {
            ($0.paired.difference ?? 0).magnitude < ($1.paired.difference ?? 0).magnitude
        }
        var chart = Chart(
            largest.map { "\($0.policy) against \(baseline): \($0.differenceWords)" } ?? "",
            note: "\(MetricTitle.capitalized(metric)) less that of \(baseline), in the same "
                + "worlds\(metric.unitInBrackets): number of runs with each difference; the dark "
                + "line is the mean, the bar below it the 95 % interval of the mean",
            summary: rows.map(\.summary).joined(separator: "; ") + ".",
            panels: zip(rows, bins).map { panel($0, $1, scale) })
        chart.cut(to: 8, others: "comparison.csv")
        return chart
    }

    private static func panel(
        _ row: PolicyComparison, _ bins: [DifferenceBin], _ scale: ChartScale
    ) -> Panel {
        let mean = row.paired.difference ?? 0
        let interval = Span(row.known.shown)
        return Panel(
            row.policy, words: row.differenceWords, height: 46, x: Axis("", scale),
            y: .upTo(Double(bins.map(\.count).max() ?? 1), unit: ""),
            [
                Layer(
                    "runs", .bar, style: "c0 faint",
                    rows: bins.filter { $0.count > 0 }.map {
                        Row(xs: $0.values, y: Double($0.count))
                    }),
                Layer("zero", .rule, style: "zero", rows: [Row(x: 0)]),
                Layer("mean", .rule, style: "mark", rows: [Row(x: mean)]),
                Layer(
                    "interval", .whisker, style: "curve thick c1",
                    rows: interval.map { [Row(xs: $0, y: 0)] } ?? []),
            ])
    }

    /// What the energy bought: each policy by its cost and by one service; `nil` where policies do
    /// not differ in what they do for their user.
    static func bought(_ result: ExperimentResult) -> Self? {
        let cost = result.leadingMetric
        guard let service = service(of: result) else { return nil }
        var words: [String] = []
        let rows = result.policies.compactMap { policy -> Row? in
            guard let x = policy.summary(of: cost).mean, let y = policy.summary(of: service).mean
            else { return nil }
            let name = policy.policy.name
            let (across, up) = (
                result.interval(of: cost, for: policy).shown,
                result.interval(of: service, for: policy).shown
            )
            words.append(
                "\(name): \(MetricTitle.words(x, across, cost)), "
                    + "\(MetricTitle.words(y, up, service)) \(service.words)")
            return Row(name, x: x, xs: Span(across), y: y, ys: Span(up))
        }
        let side = cost.better == .larger ? "right" : "left"
        let half = service.better == .larger ? "top" : "bottom"
        let x = Axis(
            cost.words + cost.unitInBrackets,
            ChartScale(linear: rows.compactMap(\.x) + rows.compactMap(\.xs).flatMap(\.ends)))
        let y = Axis(
            service.words + service.unitInBrackets,
            ChartScale(linear: rows.compactMap(\.y) + rows.compactMap(\.ys).flatMap(\.ends)))
        return Chart(
            "\(MetricTitle.capitalized(service)): "
                + (result.extremes(service).map { $0.prefix(1).lowercased() + $0.dropFirst() }
                    ?? "the same with all"),
            note: "\(MetricTitle.capitalized(service)) against \(cost.words). "
                + "Upwards: \(y.words), mean a run. Better lies at the \(half) and the \(side). "
                + "Lines: 95 % intervals",
            summary: words.joined(separator: "; ") + ".",
            panels: [
                Panel(
                    "", height: 260, narrow: 220, x: x, y: .axis(y),
                    [
                        Layer("interval", .whisker, style: "whisker", rows: rows),
                        Layer("policy", .point, .name, rows: rows),
                    ])
            ])
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
}

extension PolicyComparison {
    fileprivate var summary: String {
        func number(_ value: Double) -> String {
            ReadableNumber.text(value, significantDigits: 4, signed: true)
        }
        let level = known.shown.map { interval in
            " (\(IntervalText.words(interval) { IntervalText.cell($0) { number($0) } }))"
        }
        return "\(policy): \(number(paired.difference ?? 0))\(level ?? "")"
    }

    fileprivate var differenceWords: String {
        switch verdict {
        case .lower, .higher:
            let mean = paired.difference ?? 0
            return FigureText.text(mean.magnitude, unit: metric.unit.rawValue, digits: 3)
                + (mean < 0 ? " less" : " more")
                + (known.method == .exact ? ", in every run" : "")
        case .equivalent: return verdictText
        case .noDifferenceShown: return "no difference shown"
        }
    }
}

private struct DifferenceBin {
    var values: Chart.Span
    var count: Int

    /// Between the least and the greatest value, about the square root of their number of bins.
    static func bins(_ values: [Double]) -> [Self] {
        guard let least = values.min(), let most = values.max(), most > least else {
            return values.first.map { [Self(values: .init($0, $0), count: values.count)] } ?? []
        }
        let count = min(48, max(8, Int(Double(values.count).squareRoot().rounded(.up))))
        let width = (most - least) / Double(count)
        var bins = (0..<count).map {
            Self(
                values: .init(least + Double($0) * width, least + Double($0 + 1) * width), count: 0)
        }
        for value in values { bins[min(count - 1, Int((value - least) / width))].count += 1 }
        return bins
    }
}
