import DeviceModel
import Experiments
import Traces

/// What the points of a sweep yielded.
public struct SweepOutcome: Sendable {
    public private(set) var rows: [SweepRow] = []
    public private(set) var comparisons: [SweepComparisonRow] = []
    public private(set) var pointCount = 0

    public init() {}

    public mutating func add(_ point: Point) {
        rows += point.rows
        comparisons += point.comparisons
        pointCount += 1
    }

    /// What one point yielded, or several that were written together.
    public struct Point: Sendable {
        public let rows: [SweepRow]
        public let comparisons: [SweepComparisonRow]
    }
}

extension SweepOutcome.Point {
    /// - Parameters:
    ///   - result: of the scenario at the point.
    ///   - point: from 0.
    public init(_ result: ExperimentResult, at point: Int) {
        rows = SweepRow.rows(result, point: point + 1)
        comparisons = SweepComparisonRow.rows(result, point: point + 1)
    }

    /// Points as files have them; `nil` if this program would not have written them so.
    ///
    /// - Parameters:
    ///   - rows: the bytes of `sweep.csv`.
    ///   - comparisons: the bytes of `sweep-comparison.csv`.
    ///   - design: whose factors `sweep.csv` has; `nil`: none.
    public init?(rows: [UInt8], comparisons: [UInt8], _ design: SweepTables.Design? = nil) {
        guard let cells = CSVRows.rows(of: rows, as: SweepTables.sweep([], design).schema),
            let others = CSVRows.rows(of: comparisons, as: SweepTables.comparison([]).schema)
        else { return nil }
        self.rows = cells.compactMap { SweepRow(Array($0.prefix(SweepRow.cellCount))) }
        self.comparisons = others.compactMap { SweepComparisonRow($0) }
        guard self.rows.count == cells.count, self.comparisons.count == others.count,
            SweepTables.sweep(self.rows, design).csv() == rows, files.comparisons == comparisons
        else { return nil }
    }

    /// The bytes of `sweep.csv`, without factors, and `sweep-comparison.csv`.
    var files: (rows: [UInt8], comparisons: [UInt8]) {
        (SweepTables.sweep(rows).csv(), SweepTables.comparison(comparisons).csv())
    }
}

extension Sweep {
    /// All points, and what stands where at each.
    public var table: SweepTables.Design {
        SweepTables.Design(
            factors: paths,
            points.map {
                .init(point: $0 + 1, values: values(at: $0))
            })
    }

    /// The paths of its factors.
    public var paths: [String] { factors.map { "\($0.path)" } }
}
