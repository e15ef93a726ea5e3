import Experiments

/// What a validation says on the screen: where intervals fall short, and how comparisons fare.
public struct CoverageText {
    private let cells: [CoverageStudy.Cell]
    private let power: [PowerStudy.Cell]

    public init(_ cells: [CoverageStudy.Cell], _ power: [PowerStudy.Cell]) {
        self.cells = cells
        self.power = power
    }

    public var text: String { [summary, shortTable, powerTable].joined(separator: "\n") }

    private var short: [CoverageStudy.Cell] { cells.filter(\.isShort) }

    private var summary: String {
        "\(cells.count) combinations of interval, distribution and sample size at the level of "
            + "95 %; \(short.count) hold the truth less often, by more than three "
            + "standard errors.\n"
    }

    private var shortTable: String {
        var table = TextTable(columns: [
            .init("interval"), .init("distribution"), .init("n", .right),
            .init("coverage [%]", .right), .init("undefined", .right),
        ])
        for cell in short {
            table.add([
                cell.interval.rawValue, cell.source.name, "\(cell.count)",
                percent(cell.coverage ?? 0, cell.standardError ?? 0), "\(cell.undefined)",
            ])
        }
        return table.text
    }

    private var powerTable: String {
        let outcomes: [PowerStudy.Outcome] = [
            .changedIsHigher, .equivalenceShown, .anyFalseFinding,
        ]
        var table = TextTable(
            columns: [.init("truth"), .init("distribution"), .init("n", .right)]
                + outcomes.map { .init("\($0.rawValue) [%]", .right) })
        for cell in power {
            table.add(
                [cell.truth.rawValue, cell.distribution.rawValue, "\(cell.count)"]
                    + outcomes.map {
                        let share = cell.share(of: $0)
                        return percent(share.value, share.standardError)
                    })
        }
        return table.text
    }

    private func percent(_ share: Double, _ error: Double) -> String {
        ReadableNumber.text(share * 100, decimals: 1) + " ± "
            + ReadableNumber.text(error * 100, decimals: 1)
    }
}
