import DeviceModel
import Experiments
import Kernel
import Show
import Studies

/// The files that a check of a recorded trace writes.
public enum TraceCheckTables {
    /// One row of `trace-check.csv`.
    public struct Row: Sendable {
        let budget: String
        let outcome: TraceCheck.Outcome
        let change: CheckChange?

        fileprivate var limit: TraceLimit { outcome.limit }
    }

    /// One row for each limit and radio.
    public static func check(_ check: TraceCheck) -> Table<Row> {
        let changes = check.comparison?.changes
        return columns(isCompared: changes != nil).with(
            check.outcomes.enumerated().map {
                Row(budget: check.budget.name, outcome: $1, change: changes?[$0])
            })
    }

    /// - Parameter isCompared: whether there is an earlier check, and with it columns of it.
    static func columns(isCompared: Bool) -> Table<Row> {
        Table(
            name: "trace-check",
            columns: [
                .text("budget", "The budget's name.", \.budget),
                .text("limit", "The limit's name.", \.limit.name),
                .text("subject", "Whose packets: all, a host's or an app's.") {
                    $0.limit.subject.words
                },
                .text("radio", "The profile's name.", \.outcome.radio),
                .text("unit", "Of the limit and what was measured.", \.limit.unitText),
                .number("allowed", "The most.", \.limit.amount),
                .number(
                    "measured",
                    "What the packets caused on the radio; empty if too many were left out."
                ) { $0.outcome.isPartial ? nil : $0.outcome.measured },
                .number("excess", "Measured less allowed; below 0 what is left.") {
                    $0.outcome.isPartial ? nil : $0.outcome.excess
                },
                .integer("connections", "How many counted.", \.outcome.connections),
                .text(
                    "outcome", "met, exceeded, or undecided: no such packet, or too many left out."
                ) {
                    $0.outcome.verdict.rawValue
                },
            ] + (isCompared ? ChangeColumns.all(withIntervals: false, \.change) : []))
    }

    /// One row for each radio, host and app.
    static let shares = Table<TraceCheck.Share>(
        name: "trace-shares",
        columns: [
            .text("radio", "The profile's name.", \.radio),
            .text("host", "Its name, else its address; empty if not known.", \.host),
            .text("app", "Whose connections they are; empty if not known.", \.app),
            .integer("connections", "How many there were.", \.connections),
            .integer("packets", "How many passed.") { Int($0.traffic.packets) },
            .integer("uplink_B", "IP bytes sent.") { Int($0.traffic.uplinkBytes) },
            .integer("downlink_B", "IP bytes received.") { Int($0.traffic.downlinkBytes) },
            .number("energy_J", "What the packets caused, tails and promotions included.") {
                $0.energy.total.magnitude / 1000
            },
        ])
}

extension IntervalChart {
    /// How much of each limit a trace uses on each radio.
    init(_ check: TraceCheck) {
        title = "Of each limit used [%]"
        note =
            "The line at a bar is the limit, what is beyond it another colour; one trace has no "
            + "interval"
        limit = 100
        bars = check.outcomes.map { outcome in
            let share = outcome.isPartial ? 0 : 100 * outcome.measured / outcome.limit.amount
            var parts = [Bar.Part(name: "within the limit", value: min(share, 100), color: "c0")]
            if share > 100 {
                parts.append(Bar.Part(name: "beyond it", value: share - 100, color: "c1"))
            }
            return Bar(
                name: "\(outcome.limit.name), \(outcome.radio)", parts: parts, interval: nil,
                words: TraceLimitWords(outcome).used)
        }
    }
}

public struct TraceCheckFiles {
    let check: TraceCheck
    let pictures: [Picture]

    static let names = ["limits"]

    public init(_ check: TraceCheck) {
        self.check = check
        pictures = [Picture("limits", IntervalChart(check))]
    }
}
