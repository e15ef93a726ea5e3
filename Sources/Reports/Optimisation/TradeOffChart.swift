/// What a value buys and costs as a picture: the goal against the value, below it each limited
/// metric with its limit, and the optimum with its interval through all of them.
extension OptimumReport {
    private static let kept = Chart.Key("shown to keep the limit", "c0", .dot)
    private static let open = Chart.Key("not shown to keep it", "c0", .dot, isFilled: false)

    /// `nil` for a list, whose values have no places on an axis.
    var tradeOff: Chart? {
        let problem = result.problem
        guard case .range = problem.domain else { return nil }
        let goals = result.points.map { point in
            row(point, point.isKept, point.goal.mean ?? 0, point.goal.interval)
        }
        let panels =
            [panel(problem.goal.words + problem.goal.unitInBrackets, goals, limit: nil)]
            + problem.constraints.enumerated().map { index, constraint in
                // Shares are shown in percent.
                let scale = constraint.whole == nil ? 1.0 : 100
                let rows = result.points.compactMap { point in
                    let estimate = point.constraints[index]
                    return estimate.value.map {
                        row(
                            point, estimate.state == .kept, scale * $0, estimate.interval,
                            times: scale)
                    }
                }
                return panel(
                    constraint.metric.words
                        + (constraint.whole.map { " [% of \($0.words)]" }
                            ?? constraint.metric.unitInBrackets),
                    rows, limit: constraint.limit * scale)
            }
        let ends = panels.compactMap { panel -> String? in
            guard let rows = panel.layers.last?.rows, let first = rows.first, let last = rows.last
            else { return nil }
            let ends = [first, last].map {
                "\(FigureText.text($0.y ?? 0, unit: "")) at \($0.words ?? "")"
            }
            return "\(panel.name): \(ends[0]) to \(ends[1])"
        }
        let best = result.optimum.map { "the best point is \(ChartText.tick($0.x)) \(unit)" }
        return Chart(
            "\(result.points[0].scenario.name): \(problem.goal.words) by \(path)",
            note: "Thin lines: \(percentText(problem.level)) intervals. Band: where the optimum "
                + "lies. Dashed: the best point.",
            summary: (ends + [best].compactMap { $0 }).joined(separator: "; ") + ".",
            key: problem.constraints.isEmpty ? [] : [Self.kept, Self.open], panels: panels)
    }

    private func row(
        _ point: SampledPoint, _ isKept: Bool, _ value: Double,
        _ interval: ConfidenceInterval?, times scale: Double = 1
    ) -> Chart.Row {
        .init(
            (isKept ? Self.kept : Self.open).name, x: point.x, y: value,
            ys: .init(interval, times: scale), words: point.value)
    }

    private func panel(_ title: String, _ rows: [Chart.Row], limit: Double?) -> Chart.Panel {
        let across = ChartScale(showing: result.points.map(\.x))
        let y = Chart.Axis(
            title,
            ChartScale(
                showing: rows.compactMap(\.y) + rows.compactMap(\.ys).flatMap(\.ends)
                    + [limit].compactMap { $0 }))
        let regions = result.regions.map { Chart.Row(xs: .init($0.lowerBound, $0.upperBound)) }
        // The line has one colour, its points have two.
        let line = rows.map { Chart.Row(x: $0.x, y: $0.y) }
        return Chart.Panel(
            y.words, height: 210,
            x: .init(path + (unit.isEmpty ? "" : " [\(unit)]"), across), y: .axis(y),
            [
                .init("optimum lies", .bar, style: "band c0", rows: regions),
                .init(
                    "best", .rule, style: "zero",
                    rows: result.optimum.map { [.init(x: $0.x)] } ?? []),
                .init(
                    "limit", .rule, style: "curve c1",
                    rows: limit.map { [.init("limit", y: $0)] } ?? []),
                .init("interval", .whisker, style: "leader", rows: rows),
                .init("mean", .line, rows: line),
                .init("point", .point, rows: rows),
            ])
    }
}
