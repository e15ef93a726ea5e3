import Experiments
import Show

/// How the search for an optimum fared on known curves, on the screen.
public struct OptimumStudyText {
    private let curves: [OptimumStudy.CurveTrials]

    public init(_ curves: [OptimumStudy.CurveTrials]) { self.curves = curves }

    /// Whether the answers hold the optimum, and curve by curve.
    public var screen: Screen {
        let short = curves.filter(\.isShort).map(\.curve.rawValue)
        let summary =
            "\(curves.count) curves, \(curves.first?.experiments ?? 0) experiments of "
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
        for result in curves {
            let coverage = result.coverage
            table.add([
                result.curve.rawValue,
                percent(coverage.value) + " ± " + percent(coverage.standardError),
                percent(result.mean(\.width)), percent(result.share(of: \.isFlat).value),
                ReadableNumber.text(100 * result.mean(\.regret), decimals: 2),
                ReadableNumber.text(result.mean { Double($0.points) }, decimals: 1),
            ])
        }
        return Screen(answer: summary, table: .table(table))
    }

    private func percent(_ share: Double) -> String {
        ReadableNumber.text(share * 100, decimals: 1)
    }
}
