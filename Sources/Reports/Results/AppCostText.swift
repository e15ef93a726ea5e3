import DeviceModel
import Experiments
import Show
import Statistics

/// What each of several apps costs, as the terminal shows it.
struct AppCostText {
    private let costs: AppCosts

    /// `nil` where the policies are not several apps.
    init?(_ result: ExperimentResult) {
        guard let costs = AppCosts(result) else { return nil }
        self.costs = costs
    }

    var part: Screen.Part {
        var table = TextTable(columns: [
            .init("of \(costs.policy)"), .init("booked to it [J]", .right),
            .init("with it less without it [J]", .right), .init("95 % interval", .right),
            .init("alone [J]", .right),
        ])
        for app in costs.apps {
            table.add([
                app.name, figure(app.booked), figure(app.marginal?.difference),
                interval(app.marginal?.interval), figure(app.alone?.mean),
            ])
        }
        for booked in costs.world where booked.energy > 0 {
            table.add([booked.activity, figure(booked.energy), "", "", ""])
        }
        let apps = costs.apps
        table.add([
            "sum", figure(costs.world.reduce(booked) { $0 + $1.energy }),
            figure(sum(apps.map { $0.marginal?.difference })), "",
            figure(sum(apps.map { $0.alone?.mean })),
        ])
        return .table(table, below: words)
    }

    private var booked: Double { costs.apps.reduce(0) { $0 + $1.booked } }

    /// Why the columns differ.
    private var words: String {
        let marginal = sum(costs.apps.map { $0.marginal?.difference })
        guard let marginal else { return "" }
        let gap = abs(booked - marginal)
        let (less, why) =
            marginal < booked
            ? (
                "less",
                "who is left out leaves wake-ups and tails behind that others still need"
            ) : ("more", "who is left out also leaves others less to wait for or to carry")
        return """
            What is booked adds up to the total, because the whole of a shared wake-up or tail is \
            put down to one app.
            What leaving them out one by one would save is \(figure(gap)) J \(less) than the \
            \(figure(booked)) J booked to the apps: \(why).

            """
    }

    /// `nil` if one is missing.
    private func sum(_ values: [Double?]) -> Double? {
        let known = values.compactMap { $0 }
        return known.count == values.count ? known.reduce(0, +) : nil
    }

    private func figure(_ value: Double?) -> String {
        value.map { ReadableNumber.text($0, decimals: 1) } ?? ""
    }

    private func interval(_ interval: ConfidenceInterval?) -> String {
        IntervalText.cell(interval) { figure($0) }
    }
}
