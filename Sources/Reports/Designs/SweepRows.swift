import DeviceModel
import Experiments
import Statistics

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

    /// All rows of one point.
    public static func rows(_ result: ExperimentResult, point: Int) -> [SweepRow] {
        result.summaries().map { SweepRow($0, point: point) }
    }

    private init(_ row: PolicySummary, point: Int) {
        (self.point, policy, metric) = (point, row.policy, row.metric)
        count = row.summary.count
        mean = row.summary.mean
        standardDeviation = row.summary.standardDeviation
        low = row.summary.interval?.low
        high = row.summary.interval?.high
    }

    /// A row as it was written; `nil` if it is none.
    public init?(_ cells: [String]) {
        guard cells.count == 9, let point = Int(cells[0]), let count = Int(cells[4]),
            let metric = Metric(columnName: cells[2])
        else { return nil }
        (self.point, policy, self.metric, self.count) = (point, cells[1], metric, count)
        mean = Double(cells[5])
        standardDeviation = Double(cells[6])
        low = Double(cells[7])
        high = Double(cells[8])
    }
}

/// One policy's metric against the baseline's at one point of a design: a row of
/// `sweep-comparison.csv`.
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
    let ratio: Double?
    let ratioLow: Double?
    let ratioHigh: Double?
    let pAdjusted: Double?
    let verdict: String

    /// All rows of one point.
    public static func rows(_ result: ExperimentResult, point: Int) -> [SweepComparisonRow] {
        result.comparisons(hasRanks: false).map { SweepComparisonRow($0, point: point) }
    }

    private init(_ row: PolicyComparison, point: Int) {
        (self.point, baseline, policy, metric) = (point, row.baseline, row.policy, row.metric)
        count = row.paired.count
        difference = row.paired.difference
        low = row.paired.interval?.low
        high = row.paired.interval?.high
        ratio = row.paired.ratio
        ratioLow = row.paired.ratioInterval?.low
        ratioHigh = row.paired.ratioInterval?.high
        pAdjusted = row.adjustedPValue
        verdict = row.verdict.rawValue
    }

    /// A row as it was written; `nil` if it is none.
    public init?(_ cells: [String]) {
        guard cells.count == 14, let point = Int(cells[0]), let count = Int(cells[5]),
            let metric = Metric(columnName: cells[3])
        else { return nil }
        (self.point, baseline, policy) = (point, cells[1], cells[2])
        (self.metric, self.count) = (metric, count)
        (difference, low, high) = (Double(cells[6]), Double(cells[7]), Double(cells[8]))
        (ratio, ratioLow, ratioHigh) = (Double(cells[9]), Double(cells[10]), Double(cells[11]))
        pAdjusted = Double(cells[12])
        verdict = cells[13]
    }
}
