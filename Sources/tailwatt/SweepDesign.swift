import Reports
import Show

extension SweepTables.Design {
    /// A design as it was written; `nil` if this program would not have written it so: a cell that
    /// a spreadsheet runs, a point too many, a factor twice.
    init?(_ bytes: [UInt8], _ settings: SweepSettings) {
        let factors = settings.factors
        guard !factors.isEmpty, Set(factors).count == factors.count, !factors.contains(""),
            let rows = CSVRows.rows(
                of: bytes, as: SweepTables.design(Self(factors: factors, [])).schema),
            rows.map({ $0[0] }) == (1...settings.points).map({ "\($0)" })
        else { return nil }
        self.init(
            factors: factors,
            rows.enumerated().map { .init(point: $0 + 1, values: Array($1.dropFirst())) })
        guard SweepTables.design(self).csv() == bytes else { return nil }
    }
}
