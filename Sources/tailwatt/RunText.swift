import DeviceModel
import Experiments
import Quantities
import Reports

/// One run as the terminal shows it.
struct RunText {
    private let run: SingleRun

    init(_ run: SingleRun) { self.run = run }

    var text: String {
        let scenario = run.books.scenario
        return """
            \(scenario.name), policy \(run.policy.name), replication \(run.replication)
            \(scenario.phoneName); \
            \(scenario.horizon.seconds); seed \(scenario.seed)


            """ + [metrics, residence, causes].joined(separator: "\n")
    }

    private var metrics: String {
        var table = TextTable(columns: [.init("metric"), .init("value", .right), .init("unit")])
        for metric in run.books.metrics {
            guard let value = run.books.policies[0].replications[0][metric] else { continue }
            table.add([metric.columnName, figure(value), metric.unitInWords])
        }
        return table.text
    }

    private var residence: String {
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
        return table.text
    }

    private var causes: String {
        var table = TextTable(columns: [
            .init("component"), .init("activity"), .init("kind"), .init("energy [J]", .right),
        ])
        for row in run.result.table.causeRows() where row.energy != .zero {
            table.add([
                row.component.rawValue, row.activity, row.kind.rawValue,
                figure(row.energy.magnitude / 1000),
            ])
        }
        return table.text
    }

    /// A whole number as such: it is a count more often than not.
    private func figure(_ value: Double) -> String {
        ReadableNumber.text(value, decimals: value == value.rounded() ? 0 : 3)
    }
}
