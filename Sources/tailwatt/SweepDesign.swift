import Reports
import Traces

/// `design.csv` as data: the factors, and what each takes at every point.
struct SweepDesign: Equatable {
    let factors: [String]
    private let rows: [[String]]

    /// A design as it was written; `nil` if this program would not have written it so: a cell that
    /// a spreadsheet runs, a point too many, a factor twice.
    init?(_ bytes: [UInt8], points: Int) {
        guard let header = CSVRows.header(of: bytes), header.first == "point",
            Set(header).count == header.count, !header.contains(""), header.count > 1
        else { return nil }
        factors = Array(header.dropFirst())
        let schema = SweepTables.design(factors: factors, []).schema
        guard let rows = CSVRows.rows(of: bytes, as: schema),
            rows.map({ $0[0] }) == (1...points).map({ "\($0)" })
        else { return nil }
        self.rows = rows.map { Array($0.dropFirst()) }
        guard table.csv == bytes else { return nil }
    }

    var table: Table<SweepTables.DesignRow> {
        SweepTables.design(
            factors: factors, rows.enumerated().map { .init(point: $0 + 1, values: $1) })
    }
}
