import DeviceModel
import Show

/// From where to where a metric goes over the points of a sweep: one sentence for each of two
/// policies at most.
struct SweepAnswer {
    private let design: SweepTables.Design
    private let rows: [SweepRow]
    private let metric: Metric

    init(_ design: SweepTables.Design, _ rows: [SweepRow], _ metric: Metric) {
        (self.design, self.rows, self.metric) = (design, rows, metric)
    }

    var text: String {
        var policies: [String] = []
        for row in rows where !policies.contains(row.policy) { policies.append(row.policy) }
        let ranges = policies.compactMap(range)
        if ranges.isEmpty { return "No point has a value of \(metric.words)." }
        let more = ranges.count > 2 ? "; the other policies are below" : ""
        return "\(metric.words.prefix(1).uppercased() + metric.words.dropFirst())"
            + "\(metric.unitInBrackets) over \(Self.points(design.rows.count)): "
            + ranges.prefix(2).joined(separator: "; ") + more + "."
    }

    static func points(_ count: Int) -> String { "\(count) \(count == 1 ? "point" : "points")" }

    /// `nil`: the policy has no value.
    private func range(of policy: String) -> String? {
        let own = rows.filter { $0.policy == policy }.compactMap { row in
            row.mean.map { (mean: $0, point: row.point) }
        }
        guard let least = own.min(by: { $0.mean < $1.mean }),
            let most = own.max(by: { $0.mean < $1.mean })
        else { return nil }
        if least.mean == most.mean { return "\(policy) \(figure(least.mean)) at all points" }
        return "\(policy) from \(figure(least.mean)) (\(place(least.point))) to "
            + "\(figure(most.mean)) (\(place(most.point)))"
    }

    /// A point by what is special about it.
    private func place(_ point: Int) -> String {
        let values = design.rows.first { $0.point == point }?.values ?? []
        guard design.factors.count == 1, let value = values.first, !value.isEmpty else {
            return "point \(point)"
        }
        return "at \(value)"
    }

    private func figure(_ value: Double) -> String {
        ReadableNumber.text(value, significantDigits: 4)
    }
}
