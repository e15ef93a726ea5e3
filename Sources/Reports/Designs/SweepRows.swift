/// One policy's metric at one point of a design: a row of `sweep.csv`.
public struct SweepRow: Sendable {
    /// From 1.
    public let point: Int
    public let policy: String
    public let metric: Metric
    let count: Int
    let mean: Double?
    let standardDeviation: Double?
    let low: Double?
    let high: Double?
    let method: MeanInterval.Method

    static let cellCount = 10

    public static func rows(_ result: ExperimentResult, point: Int) -> [SweepRow] {
        result.summaries().map { SweepRow($0, point: point) }
    }

    private init(_ row: PolicySummary, point: Int) {
        (self.point, policy, metric) = (point, row.policy, row.metric)
        count = row.summary.count
        mean = WrittenNumber.rounded(row.summary.mean)
        standardDeviation = WrittenNumber.rounded(row.summary.standardDeviation)
        low = WrittenNumber.rounded(row.known.shown?.low)
        high = WrittenNumber.rounded(row.known.shown?.high)
        method = row.known.method
    }

    /// Parses a written row; `nil` if it is invalid.
    public init?(_ cells: [String]) {
        guard cells.count == Self.cellCount, let point = Int(cells[0]), let count = Int(cells[4]),
            let metric = Metric(columnName: cells[2]),
            let method = MeanInterval.Method(rawValue: cells[9])
        else { return nil }
        (self.point, policy, self.metric, self.count) = (point, cells[1], metric, count)
        self.method = method
        guard let numbers = WrittenNumber.all(cells[5...8]), count >= 0, point >= 1 else {
            return nil
        }
        (mean, standardDeviation, low, high) = (numbers[0], numbers[1], numbers[2], numbers[3])
    }
}

/// One policy's metric against the baseline's at one point: a row of `sweep-comparison.csv`.
public struct SweepComparisonRow: Sendable {
    /// From 1.
    public let point: Int
    let baseline: String
    public let policy: String
    public let metric: Metric
    let count: Int
    let difference: Double?
    let low: Double?
    let high: Double?
    let method: MeanInterval.Method
    let ratio: Double?
    let ratioLow: Double?
    let ratioHigh: Double?
    let pAdjusted: Double?
    let verdict: String

    public static func rows(_ result: ExperimentResult, point: Int) -> [SweepComparisonRow] {
        result.comparisons(hasRanks: false).map { SweepComparisonRow($0, point: point) }
    }

    private init(_ row: PolicyComparison, point: Int) {
        (self.point, baseline, policy, metric) = (point, row.baseline, row.policy, row.metric)
        count = row.paired.count
        difference = row.paired.difference
        low = row.known.shown?.low
        high = row.known.shown?.high
        method = row.known.method
        ratio = row.paired.ratio
        ratioLow = row.ratioInterval?.low
        ratioHigh = row.ratioInterval?.high
        pAdjusted = row.adjustedPValue
        verdict = row.verdict.rawValue
    }

    /// Parses a written row; `nil` if it is invalid.
    public init?(_ cells: [String]) {
        guard cells.count == 15, let point = Int(cells[0]), let count = Int(cells[5]),
            let metric = Metric(columnName: cells[3]),
            let method = MeanInterval.Method(rawValue: cells[9])
        else { return nil }
        (self.point, baseline, policy) = (point, cells[1], cells[2])
        (self.metric, self.count, self.method) = (metric, count, method)
        guard let ends = WrittenNumber.all(cells[6...8]),
            let numbers = WrittenNumber.all(cells[10...13]), count >= 0, point >= 1
        else { return nil }
        (difference, low, high) = (ends[0], ends[1], ends[2])
        (ratio, ratioLow, ratioHigh) = (numbers[0], numbers[1], numbers[2])
        pAdjusted = numbers[3]
        verdict = cells[14]
    }
}

private enum WrittenNumber {
    /// Rounds as a file does, so that merged shards give the same page and pictures.
    static func rounded(_ value: Double?) -> Double? {
        value.flatMap { Double(NumberText.text($0)) }
    }

    /// The values that are accepted; larger ones measure no phone, and their squares could
    /// overflow.
    private static let possible = -1e60...1e60

    /// The numbers of the cells, `nil` for an empty cell; `nil` as a whole if a cell is neither.
    static func all(_ cells: ArraySlice<String>) -> [Double?]? {
        var numbers: [Double?] = []
        for cell in cells {
            if cell.isEmpty {
                numbers.append(nil)
            } else if let number = Double(cell), possible.contains(number) {
                numbers.append(number)
            } else {
                return nil
            }
        }
        return numbers
    }
}

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

    /// One point, or several that were written together.
    public struct Point: Sendable {
        public let rows: [SweepRow]
        public let comparisons: [SweepComparisonRow]
    }
}

extension SweepOutcome.Point {
    /// - `point`: From 0.
    public init(_ result: ExperimentResult, at point: Int) {
        rows = SweepRow.rows(result, point: point + 1)
        comparisons = SweepComparisonRow.rows(result, point: point + 1)
    }

    /// Parses points from files; `nil` unless tailwatt would write the same bytes.
    ///
    /// - `scenario`: Stands in each row; `nil`: no row has one.
    public init?(
        rows: [UInt8], comparisons: [UInt8], _ design: SweepTables.Design? = nil,
        of scenario: String? = nil
    ) {
        let first = scenario == nil ? 0 : 1
        func table<Row>(_ table: Table<Row>) -> Table<Row> { table.stacked(scenario) }
        guard let cells = CSVRows.rows(of: rows, as: table(SweepTables.sweep([], design)).schema),
            let others = CSVRows.rows(
                of: comparisons, as: table(SweepTables.comparison([])).schema)
        else { return nil }
        self.rows = cells.compactMap { SweepRow(Array($0[first...].prefix(SweepRow.cellCount))) }
        self.comparisons = others.compactMap { SweepComparisonRow(Array($0[first...])) }
        guard self.rows.count == cells.count, self.comparisons.count == others.count,
            table(SweepTables.sweep(self.rows, design)).csv() == rows,
            table(SweepTables.comparison(self.comparisons)).csv() == comparisons
        else { return nil }
    }

    /// The bytes of `sweep.csv`, without factors, and of `sweep-comparison.csv`.
    var files: (rows: [UInt8], comparisons: [UInt8]) {
        (SweepTables.sweep(rows).csv(), SweepTables.comparison(comparisons).csv())
    }
}

extension Sweep {
    public var table: SweepTables.Design {
        SweepTables.Design(
            factors: paths,
            points.map { .init(point: $0 + 1, values: values(at: $0)) })
    }

    public var paths: [String] { factors.map { "\($0.path)" } }
}

extension SweepOutcome.Point: KeptPart {
    public static var word: String { "point" }

    private static let mark = "tailwatt-point-1"

    /// `sweep.csv` and `sweep-comparison.csv` of this point alone.
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
