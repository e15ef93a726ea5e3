import Experiments
import Reports
import Show

/// The results of a validation on the screen: intervals with low coverage, and comparisons.
public struct CoverageText {
    private let combinations: [CoverageStudy.Combination]
    private let power: [PowerStudy.Situation]

    public init(_ combinations: [CoverageStudy.Combination], _ power: [PowerStudy.Situation]) {
        self.combinations = combinations
        self.power = power
    }

    public var screen: Screen {
        Screen(answer: summary, table: .table(shortTable), details: [.table(powerTable)])
    }

    private var short: [CoverageStudy.Combination] { combinations.filter(\.isShort) }

    private var summary: String {
        "\(combinations.count) combinations of interval, distribution and sample size at the level "
            + "of 95 %; \(short.count) hold the truth less often, by more than three "
            + "standard errors.\n"
    }

    private var shortTable: TextTable {
        var table = TextTable(columns: [
            .init("interval"), .init("distribution"), .init("n", .right),
            .init("coverage [%]", .right), .init("undefined", .right),
        ])
        for combination in short {
            table.add([
                combination.interval.rawValue, combination.source.name, "\(combination.count)",
                percent(combination.coverage ?? 0, combination.standardError ?? 0),
                "\(combination.undefined)",
            ])
        }
        return table
    }

    private var powerTable: TextTable {
        let outcomes: [PowerStudy.Outcome] = [
            .changedIsHigher, .equivalenceShown, .anyFalseFinding,
        ]
        var table = TextTable(
            columns: [.init("truth"), .init("distribution"), .init("n", .right)]
                + outcomes.map { .init("\($0.rawValue) [%]", .right) })
        for situation in power {
            table.add(
                [
                    situation.truth.rawValue, situation.distribution.rawValue,
                    "\(situation.count)",
                ]
                    + outcomes.map {
                        let share = situation.share(of: $0)
                        return percent(share.value, share.standardError)
                    })
        }
        return table
    }

    private func percent(_ share: Double, _ error: Double) -> String {
        ReadableNumber.text(share * 100, decimals: 1) + " ± "
            + ReadableNumber.text(error * 100, decimals: 1)
    }
}
