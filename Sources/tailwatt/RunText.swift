import DeviceModel
import Experiments
import Kernel
import Reports
import Show

struct RunText {
    private let run: SingleRun

    init(_ run: SingleRun) { self.run = run }

    var screen: Screen {
        let scenario = run.books.scenario
        return Screen(
            answer: answer, table: .table(residence),
            notes: WrappedText.line(
                "\(scenario.name), policy \(run.policy.name), replication \(run.replication)")
                + WrappedText.line(
                    "\(scenario.phoneName); \(scenario.horizon.seconds); seed \(scenario.seed)"),
            details: [.table(metrics), .table(causes)])
    }

    private var answer: String {
        let values = run.books.policies[0].replications[0]
        guard let energy = values[.energy] else { return "The run has no energy." }
        let due = values[.marginalEnergy].map { ", \(figure($0)) J of it due to the app" } ?? ""
        return "\(run.policy.name) draws \(figure(energy)) J in "
            + "\(run.books.scenario.horizon.seconds)\(due)."
    }

    private var metrics: TextTable {
        var table = TextTable(columns: [.init("metric"), .init("value", .right), .init("unit")])
        for metric in run.books.metrics {
            guard let value = run.books.policies[0].replications[0][metric] else { continue }
            table.add([metric.columnName, figure(value), metric.unitInWords])
        }
        return table
    }

    private var residence: TextTable {
        var table = TextTable(columns: [
            .init("component"), .init("state"), .init("residence [s]", .right),
            .init("energy [J]", .right), .init("entries", .right),
        ])
        for row in run.result.table.residenceRows() {
            table.add([
                row.component.rawValue, row.state, figure(Double(row.nanoseconds) / 1e9),
                figure(row.energy.magnitude / 1000), "\(row.entries)",
            ])
        }
        return table
    }

    private var causes: TextTable {
        var table = TextTable(columns: [
            .init("component"), .init("activity"), .init("kind"), .init("energy [J]", .right),
        ])
        for row in run.result.table.causeRows() where row.energy != .zero {
            table.add([
                row.component.rawValue, row.activity, row.kind.rawValue,
                figure(row.energy.magnitude / 1000),
            ])
        }
        return table
    }

    /// A whole number as such: it is a count more often than not.
    private func figure(_ value: Double) -> String {
        ReadableNumber.text(value, decimals: value == value.rounded() ? 0 : 3)
    }
}
