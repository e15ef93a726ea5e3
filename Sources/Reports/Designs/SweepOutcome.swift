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
    public init?(rows: [UInt8], comparisons: [UInt8]) {
        guard let cells = CSVRows.rows(of: rows, as: SweepTables.sweep([]).schema),
            let others = CSVRows.rows(of: comparisons, as: SweepTables.comparison([]).schema)
        else { return nil }
        self.rows = cells.compactMap { SweepRow($0) }
        self.comparisons = others.compactMap { SweepComparisonRow($0) }
        guard self.rows.count == cells.count, self.comparisons.count == others.count,
            files.rows == rows, files.comparisons == comparisons
        else { return nil }
    }

    /// The bytes of `sweep.csv` and `sweep-comparison.csv`.
    var files: (rows: [UInt8], comparisons: [UInt8]) {
        (SweepTables.sweep(rows).csv, SweepTables.comparison(comparisons).csv)
    }
}

extension Sweep {
    /// The rows of `design.csv`.
    public var designRows: [SweepTables.DesignRow] {
        points.map { .init(point: $0 + 1, values: values(at: $0)) }
    }

    /// The paths of its factors, as columns are named after them.
    public var paths: [String] { factors.map { "\($0.path)" } }
}
