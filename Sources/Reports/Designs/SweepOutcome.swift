import DeviceModel
import Experiments
import Show

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
    /// Of a point by its number, from 0.
    public init(_ result: ExperimentResult, at point: Int) {
        rows = SweepRow.rows(result, point: point + 1)
        comparisons = SweepComparisonRow.rows(result, point: point + 1)
    }

    /// Points as files have them; `nil` if this program would not have written them so.
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

    public var paths: [String] { factors.map { "\($0.path)" } }
}

extension SweepOutcome.Point: KeptPart {
    public static var word: String { "point" }

    private static let mark = "tailwatt-point-1"

    /// `sweep.csv` and `sweep-comparison.csv` of that point alone.
    public var kept: [UInt8] {
        let (rows, comparisons) = files
        return SealedParts.bytes(Self.mark, [rows, comparisons])
    }

    public init?(kept bytes: [UInt8], number: Int) {
        guard let parts = SealedParts.parts(of: bytes, Self.mark), parts.count == 2 else {
            return nil
        }
        self.init(rows: parts[0], comparisons: parts[1])
        let isOwn =
            !rows.isEmpty && rows.allSatisfy { $0.point == number + 1 }
            && comparisons.allSatisfy { $0.point == number + 1 }
        if !isOwn { return nil }
    }
}
