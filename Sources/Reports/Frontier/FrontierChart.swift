/// Cost against error as a picture: a panel for each kind of day, all with the same axes.
///
/// Better is to the lower left, whichever way the metrics go. Shapes repeat what colours tell, for
/// readers who print in grey.
struct FrontierChart {
    private let days: [FrontierDayResult]
    private let cost: Chart.Axis
    private let error: Chart.Axis

    /// - Parameter days: at least one.
    init(_ days: [FrontierDayResult]) {
        precondition(!days.isEmpty, "a picture of no day")
        self.days = days
        let standings = days.flatMap(\.standings)
        cost = Self.axis(days[0].cost, standings.map(\.cost))
        error = Self.axis(days[0].error, standings.map(\.error))
    }

    /// The means, and the ends of their intervals unless one of these alone would keep the axis
    /// from being logarithmic.
    private static func axis(_ objective: Objective, _ summaries: [Summary]) -> Chart.Axis {
        let means = summaries.compactMap(\.mean)
        let ends = summaries.compactMap { Chart.Span($0.interval) }.flatMap(\.ends)
        let arePositive = means.allSatisfy { $0 > 0 }
        return Chart.Axis(
            objective.metric.words + objective.metric.unitInBrackets,
            ChartScale(showing: means + ends.filter { $0 > 0 || !arePositive }),
            isReversed: objective.better == .larger)
    }

    private var summary: String {
        days.map { day in
            let best = day.standings.filter { $0.verdict?.text == Self.keys[0].name }.map {
                "\($0.variant.label) (\($0.cost.meanWithin)\(day.cost.metric.unitInBrackets), "
                    + "\($0.error.meanWithin)\(day.error.metric.unitInBrackets))"
            }
            return "\(day.day): of \(day.standings.count) policies optimal are "
                + (best.isEmpty ? "none" : best.joined(separator: ", "))
        }.joined(separator: "; ") + "."
    }

    private static let front = Chart.Key("frontier of the means", "c0", .line)
    /// By verdict, those that matter most first.
    private static let keys = [
        Chart.Key("optimal", "c0", .dot, style: .label),
        Chart.Key("not distinguishable", "c0", .dot, isFilled: false, style: .note),
        Chart.Key("dominated", "mark", .cross, style: .note),
    ]

    var chart: Chart {
        let variants = days[0].standings.map(\.variant).filter { !$0.levels.isEmpty }
        // The options whose values are written next to the names.
        let options = variants.map { variant in
            "\(variant.family): \(variant.levels.map(\.option).joined(separator: " / "))"
        }.firstOfEach.joined(separator: "; ")
        return Chart(
            "\(days[0].result.scenario.name): \(days[0].error.metric.words) against "
                + days[0].cost.metric.words,
            note: "Upwards: \(error.words). Better is to the lower left. "
                + "Thin lines: 95 % intervals. " + options,
            summary: summary, key: Self.keys + [Self.front], panels: days.map(panel))
    }

    private func panel(_ day: FrontierDayResult) -> Chart.Panel {
        let rows = Self.keys.flatMap { key in
            day.standings.filter { $0.verdict?.text == key.name }.map { row($0, key.name, day) }
        }
        let corners = corners(day)
        var panel = Chart.Panel(
            day.day, height: 400, narrow: 300, x: cost, y: .axis(error),
            [
                // The area that some policy dominates by its means.
                .init(
                    "dominated", .band, style: ChartSheet.series(ChartSheet.rest),
                    rows: corners.map { .init(x: $0.x, ys: .init($0.y, error.worst)) }),
                .init("interval", .whisker, style: "leader", rows: rows),
                .init(
                    "frontier", .line,
                    rows: corners.map { .init(Self.front.name, x: $0.x, y: $0.y) }),
                .init("policy", .point, .name, rows: rows),
            ])
        let scenario = day.result.scenario
        panel.note =
            "\(scenario.phoneName); \(day.compared) replications of \(scenario.horizon.seconds)"
        return panel
    }

    private func row(
        _ standing: FrontierStanding, _ verdict: String, _ day: FrontierDayResult
    ) -> Chart.Row {
        let rival = standing.rival.map { day.standings[$0.index].variant.policy.name }
        let link = verdict == "dominated" ? "by" : "from"
        return Chart.Row(
            verdict, label: standing.variant.label, x: standing.cost.mean,
            xs: .init(standing.cost.interval), y: standing.error.mean,
            ys: .init(standing.error.interval),
            words: "\(standing.variant.policy.name): \(day.cost.metric.words) "
                + "\(standing.cost.meanWithin)\(day.cost.metric.unitInBrackets), "
                + "\(day.error.metric.words) \(standing.error.meanWithin)"
                + "\(day.error.metric.unitInBrackets); \(verdict)"
                + (rival.map { " \(link) \($0)" } ?? ""))
    }

    /// The corners of the frontier: from one policy to the next nothing better is known than to pay
    /// for the next one.
    private func corners(_ day: FrontierDayResult) -> [(x: Double, y: Double)] {
        let places = day.front.map { day.standings[$0] }.compactMap { standing in
            standing.cost.mean.flatMap { x in standing.error.mean.map { (x: x, y: $0) } }
        }
        guard let first = places.first, let last = places.last else { return [] }
        let steps = zip(places, places.dropFirst()).flatMap { [($1.x, $0.y), $1] }
        return [(first.x, error.worst), first] + steps + [(cost.worst, last.y)]
    }
}

extension Chart.Axis {
    /// Where the axis ends.
    fileprivate var worst: Double { isReversed ? scale.low : scale.high }
}

extension PolicyVariant {
    /// The family and the values, without the options' names: `standard 10m / 50m`.
    var label: String {
        levels.isEmpty ? family : "\(family) " + levels.map(\.value).joined(separator: " / ")
    }
}
