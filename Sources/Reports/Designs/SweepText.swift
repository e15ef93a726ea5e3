/// A sweep as the terminal shows it: one metric at every point.
public struct SweepText {
    private let sweep: Sweep
    private let design: [SweepTables.DesignRow]
    private let rows: [SweepRow]
    private let comparisons: [SweepComparisonRow]
    private let drains: [SweepRow]
    private let metric: Metric

    /// The screen's limit; files have all.
    public static let most = 60

    public init(_ sweep: Sweep, _ outcome: SweepOutcome, metric: Metric) {
        (self.sweep, self.metric) = (sweep, metric)
        design = sweep.table.rows
        rows = outcome.rows.filter { $0.metric == metric }
        comparisons = outcome.comparisons.filter { $0.metric == metric }
        drains = outcome.rows.filter { $0.metric == .marginalDrain }
    }

    public var screen: Screen {
        Screen(
            answer: SweepView(sweep.table, rows).answer(metric),
            table: .table(short, below: belowTable), notes: head,
            details: [.table(table, below: "n: replications, or pairs.\n")])
    }

    private var head: String {
        let scenario = sweep.base
        return """
            Asked: \(TextTable.printable(scenario.question))
            \(scenario.phoneName), but for what varies; \(scenario.horizon.seconds) a run
            Varied: \(sweep.paths.joined(separator: ", "))
            \(SweepView.points(sweep.points.count)), \(sweep.design.rawValue)\
            \(sweep.shard.map { ", of them \(sweep.own.count) in shard \($0)" } ?? ""); \
            seed \(scenario.seed), the same random numbers at all points

            """
    }

    private var baseline: String {
        let baselines = Set(comparisons.map(\.baseline))
        return (baselines.count == 1 ? baselines.first : nil) ?? "the baseline"
    }

    /// The columns that identify a row, repeated in each part of a split table.
    private var identity: [TextColumn<SweepRow>] {
        let values = Dictionary(
            design.map { ($0.point, $0.values) }, uniquingKeysWith: { first, _ in first })
        return [.right("point") { "\($0.point)" }]
            + headings.indices.map { index in
                .right(headings[index]) { values[$0.point]?[index] }
            } + [.left("policy", \.policy)]
    }

    private var headings: [String] { Self.headings(of: sweep.paths) }

    /// The shortest ends of the paths that tell the factors apart.
    static func headings(of all: [String]) -> [String] {
        let paths = all.map { $0.split(separator: ".").map(String.init) }
        let longest = paths.map(\.count).max() ?? 0
        for length in 2..<max(3, longest) {
            let ends = paths.map { $0.suffix(length).joined(separator: ".") }
            if Set(ends).count == ends.count { return ends }
        }
        return all
    }

    private var short: TextTable {
        let own: [TextColumn<SweepRow>] = [
            .right(heading) { within($0.mean, $0.low, $0.high) + $0.method.mark },
            .right("app [\(FamilyCost.drain.unit)]") { row in
                let drain = drains.first { $0.point == row.point && $0.policy == row.policy }
                return FamilyCost.drain.text(drain?.mean.map { FamilyCost.hours * $0 })
            },
        ]
        let against: [TextColumn<SweepRow>] = [
            .right("against \(baseline)") {
                let other = comparison(of: $0)
                return within(other?.difference, other?.low, other?.high, signed: true)
                    + (other?.method.mark ?? "")
            },
            verdict,
        ]
        return table(own, against)
    }

    private var table: TextTable {
        let own: [TextColumn<SweepRow>] = [
            .right("n") { "\($0.count)" },
            .right(heading) { figure($0.mean) + $0.method.mark },
            .right("95 % interval") { ends(ConfidenceInterval($0.low, $0.high)) },
        ]
        let against: [TextColumn<SweepRow>] = [
            .right("against \(baseline)") {
                let other = comparison(of: $0)
                return figure(other?.difference, signed: true) + (other?.method.mark ?? "")
            },
            .right("95 % interval") {
                let other = comparison(of: $0)
                return ends(ConfidenceInterval(other?.low, other?.high), signed: true)
            },
            verdict,
        ]
        return table(own, against)
    }

    private var heading: String { "\(metric.words)\(metric.unitInBrackets)" }
    private var verdict: TextColumn<SweepRow> { .left("verdict") { comparison(of: $0)?.verdict } }

    private func table(
        _ own: [TextColumn<SweepRow>], _ against: [TextColumn<SweepRow>]
    ) -> TextTable {
        TextTable(
            rows.prefix(Self.most), keys: identity.count,
            identity + own + (comparisons.isEmpty ? [] : against))
    }

    private func comparison(of row: SweepRow) -> SweepComparisonRow? {
        comparisons.first { $0.point == row.point && $0.policy == row.policy }
    }

    private var belowTable: String {
        let hidden = rows.count - Self.most
        let methods = rows.map(\.method) + comparisons.map(\.method)
        let hasBlanks = design.contains { $0.values.contains("") }
        return (hidden > 0 ? "... and \(hidden) more rows; --out writes all\n" : "")
            + FewText.notes(methods)
            + (hasBlanks ? "An empty cell: the value is as the scenario has it.\n" : "")
            + (comparisons.isEmpty
                ? ""
                : "Verdicts are adjusted for the policies of a point, not for points; "
                    + "docs/guide/designs.md\n")
    }

    private func within(
        _ value: Double?, _ low: Double?, _ high: Double?, signed: Bool = false
    ) -> String {
        value.map { estimate($0, between: ConfidenceInterval(low, high), signed: signed) } ?? ""
    }
}
