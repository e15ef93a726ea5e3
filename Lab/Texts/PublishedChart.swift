import Reports
import Show

/// Ours against what was measured, on logarithmic axes.
enum PublishedChart {
    /// `nil` without a scored row.
    static func chart(_ results: [PublishedResult]) -> Chart? {
        let shown = results.filter { $0.row.standing.isScored && $0.ratio != nil }
        let values = shown.flatMap { [$0.row.published, $0.ours].compactMap { $0 } }
        guard let least = values.min(), let most = values.max() else { return nil }
        let scale = ChartScale(showing: values)
        let ends = [least / 1.5, most * 1.5]
        let quantities = PublishedRow.Kind.Quantity.allCases.filter { quantity in
            shown.contains { $0.row.kind?.quantity == quantity }
        }
        let shapes: [Chart.Key.Shape] = [.dot, .square, .triangle, .diamond]
        let key = quantities.enumerated().map { index, quantity in
            Chart.Key(
                quantity.rawValue, ChartSheet.series(index), shapes[index % shapes.count])
        }
        let rows = quantities.flatMap { quantity in
            shown.filter { $0.row.kind?.quantity == quantity }.map { result in
                Chart.Row(
                    quantity.rawValue, x: result.row.published, y: result.ours,
                    ys: result.range.map { .init($0.lowerBound, $0.upperBound) },
                    words: words(result))
            }
        }
        let x = Chart.Axis("published", scale)
        let y = Chart.Axis("ours", scale)
        let panel = Chart.Panel(
            y.words, height: 480, narrow: 300, x: x, y: .axis(y),
            [
                .init(
                    "within x1.5", .band, style: "c0",
                    rows: ends.map { .init(x: $0, ys: .init($0 / 1.5, $0 * 1.5)) }),
                .init(
                    "equal", .line, style: "c7", rows: ends.map { .init(x: $0, y: $0) }),
                .init("range", .whisker, style: "leader", rows: rows.filter { $0.ys != nil }),
                .init("result", .point, rows: rows),
            ])
        let half = shown.compactMap(\.ratio).count { $0 <= 1.5 && $0 >= 1 / 1.5 }
        return Chart(
            "Published results and ours",
            note: "Each in its own unit, both axes logarithmic. Line: ours equals the published "
                + "figure. Band: within a factor of 1.5. Thin lines: the range of ours.",
            summary: "Of \(shown.count) figures that say how well tailwatt predicts, \(half) are "
                + "in the band of a factor of 1.5.",
            key: key, panels: [panel])
    }

    private static func words(_ result: PublishedResult) -> String {
        func number(_ value: Double?) -> String {
            value.map { ReadableNumber.text($0, significantDigits: 3) } ?? "-"
        }
        let unit = result.row.unit
        return "\(result.row.result): published \(number(result.row.published)) \(unit), ours "
            + "\(number(result.ours)) \(unit) (\(result.row.standing.rawValue))"
    }
}
