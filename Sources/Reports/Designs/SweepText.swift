import DeviceModel
import Experiments

/// A sweep as the terminal shows it: one metric at every point.
public struct SweepText {
    private let sweep: Sweep
    private let design: [SweepTables.DesignRow]
    private let rows: [SweepRow]
    private let comparisons: [SweepComparisonRow]
    private let metric: Metric

    /// No more rows than these are shown; files have all.
    public static let most = 60

    /// - Parameters:
    ///   - sweep: the design.
    ///   - outcome: of the points that were simulated.
    ///   - metric: the one to show.
    public init(_ sweep: Sweep, _ outcome: SweepOutcome, metric: Metric) {
        (self.sweep, self.metric) = (sweep, metric)
        design = sweep.designRows
        rows = outcome.rows.filter { $0.metric == metric }
        comparisons = outcome.comparisons.filter { $0.metric == metric }
    }

    public var text: String { head + "\n" + body }

    private var head: String {
        let scenario = sweep.base
        return """
            \(TextTable.printable(scenario.question))
            \(scenario.phoneName), but for what varies; \(scenario.horizon.seconds) a run
            \(sweep.points.count) points, \(sweep.design.rawValue)\
            \(sweep.shard.map { ", of them \(sweep.own.count) in shard \($0)" } ?? ""); \
            seed \(scenario.seed), the same random numbers at all points

            """
    }

    private var body: String {
        let baselines = Set(comparisons.map(\.baseline))
        let baseline = baselines.count == 1 ? baselines.first : nil
        var table = TextTable(
            columns: [.init("point", .right)] + sweep.paths.map { .init($0, .right) } + [
                .init("policy"), .init("n", .right),
                .init("\(metric.words)\(metric.unitInBrackets)", .right),
                .init("95 % interval", .right),
                .init("against \(baseline ?? "the baseline")", .right),
                .init("95 % interval", .right), .init("verdict"),
            ])
        for row in rows.prefix(Self.most) {
            let values = design.first { $0.point == row.point }?.values ?? []
            let other = comparisons.first { $0.point == row.point && $0.policy == row.policy }
            table.add(
                ["\(row.point)"] + values + [
                    row.policy, "\(row.count)", figure(row.mean),
                    interval(row.low, row.high),
                    figure(other?.difference, signed: true),
                    interval(other?.low, other?.high, signed: true), other?.verdict ?? "",
                ])
        }
        let hidden = rows.count - Self.most
        let hasBlanks = design.contains { $0.values.contains("") }
        return table.text + (hidden > 0 ? "... and \(hidden) more rows; --out writes all\n" : "")
            + (hasBlanks ? "An empty cell: the value is as the scenario has it.\n" : "")
            + "n: replications, or pairs. Verdicts are adjusted for the policies of a point, not "
            + "for points; docs/guide/designs.md\n"
    }

    private func figure(_ value: Double?, signed: Bool = false) -> String {
        value.map { ReadableNumber.text($0, significantDigits: 4, signed: signed) } ?? ""
    }

    private func interval(_ low: Double?, _ high: Double?, signed: Bool = false) -> String {
        guard let low, let high else { return "" }
        return "\(figure(low, signed: signed)) to \(figure(high, signed: signed))"
    }
}
