import DeviceModel
import Show
import Statistics

/// A sweep for a page: a row for each point, with what stands where and what each policy gives.
struct SweepGrid {
    private let design: SweepTables.Design
    private let rows: [SweepRow]

    /// No more rows than these.
    private static let most = 60

    init(_ design: SweepTables.Design, _ rows: [SweepRow]) {
        (self.design, self.rows) = (design, rows)
    }

    var table: TextTable {
        var policies: [String] = []
        for row in rows where !policies.contains(row.policy) { policies.append(row.policy) }
        let factors = SweepText.headings(of: design.factors)
        var table = TextTable(
            columns: [.init("point", .right)] + (factors + policies).map { .init($0, .right) })
        for point in design.rows.prefix(Self.most) {
            let own = rows.filter { $0.point == point.point }
            table.add(
                ["\(point.point)"] + point.values
                    + policies.map { policy in
                        own.first { $0.policy == policy }.map(Self.words) ?? ""
                    })
        }
        return table
    }

    private static func words(_ row: SweepRow) -> String {
        guard let mean = row.mean else { return "-" }
        return estimate(mean, between: ConfidenceInterval(row.low, row.high)) + row.method.mark
    }

    /// What the marks behind figures mean.
    var notes: String { FewText.notes(rows.map(\.method)) }
}
