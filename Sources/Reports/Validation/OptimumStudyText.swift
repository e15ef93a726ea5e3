import Experiments

/// How the search for an optimum fared on known curves, on the screen.
public struct OptimumStudyText {
    private let cells: [OptimumStudy.Cell]

    public init(_ cells: [OptimumStudy.Cell]) { self.cells = cells }

    public var text: String {
        let short = cells.filter(\.isShort).map(\.curve.rawValue)
        let summary =
            "\(cells.count) curves, \(cells.first?.experiments ?? 0) experiments of "
            + "\(OptimumStudy.replications) replications each, at the level of 95 %; "
            + (short.isEmpty
                ? "on none does the answer hold the optimum less often"
                : "the answer holds the optimum less often on \(short.joined(separator: ", "))")
            + ", by more than three standard errors.\n"
        var table = TextTable(columns: [
            .init("curve"), .init("coverage [%]", .right), .init("of the range [%]", .right),
            .init("none shown better [%]", .right), .init("regret [%]", .right),
            .init("points", .right),
        ])
        for cell in cells {
            let coverage = cell.coverage
            table.add([
                cell.curve.rawValue,
                percent(coverage.value) + " ± " + percent(coverage.standardError),
                percent(cell.mean(\.width)), percent(cell.share(of: \.isFlat).value),
                ReadableNumber.text(100 * cell.mean(\.regret), decimals: 2),
                ReadableNumber.text(cell.mean { Double($0.points) }, decimals: 1),
            ])
        }
        return summary + "\n" + table.text
    }

    private func percent(_ share: Double) -> String {
        ReadableNumber.text(share * 100, decimals: 1)
    }
}
