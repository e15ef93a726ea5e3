import DeviceModel
import Experiments
import Show

/// How long things took, all replications together.
extension ResultTables {
    public struct DurationRow: Sendable {
        let policy: String
        let durations: PooledDurations
    }

    /// One row for each policy and kind of duration; `nil` where there is none.
    static func durationRows(of result: ExperimentResult) -> [DurationRow]? {
        let rows = MeasuredDuration.allCases.flatMap { kind in
            result.policies.flatMap { policy in
                policy.durations.filter { $0.kind == kind }.map {
                    DurationRow(policy: policy.policy.name, durations: $0)
                }
            }
        }
        return rows.isEmpty ? nil : rows
    }

    static func durations(_ scenario: String) -> Table<DurationRow> {
        Table(
            name: "durations",
            columns: [
                .text("scenario", "The scenario's name.") { _ in scenario },
                .text("policy", "The policy's name.", \.policy),
                .text("metric", "What took so long: \(kinds).", \.durations.kind.columnName),
                .text("unit", "Its unit.") { _ in "s" },
                .integer(
                    "events",
                    "How many, of all replications together; of an age, the stretches in which it "
                        + "grew.", \.durations.events),
            ] + percentiles(of: \.durations) + [
                .number("p100", "The longest, exactly.", \.durations.maximum),
                .number("mean", "The mean over events or over time, exactly.", \.durations.mean),
                .text(
                    "weight",
                    "event where each event counts once, time where each second of a run does.",
                    \.durations.kind.weight.rawValue),
                .number(
                    "time_s",
                    "The time that counts, of all replications together; empty for events.",
                    \.durations.time),
                .integer("n", "Replications in which there was any.", \.durations.runs),
                .integer(
                    "unended",
                    "Events that had begun and not ended at the horizon, counted nowhere else; "
                        + "empty for an age.", \.unended),
            ] + percentileIntervals(of: \.durations) + [
                .text(
                    "warnings",
                    "few-events below \(PooledDurations.few) events: then there is no percentile "
                        + "above the 50th.", \.warnings)
            ])
    }

    private static var kinds: String {
        MeasuredDuration.allCases.map { "\($0.columnName) (\($0.meaning))" }
            .joined(separator: ", ")
    }

    /// The columns of what most do not exceed, of any row that has durations.
    static func percentiles<Row>(
        _ prefix: String = "", of durations: @escaping @Sendable (Row) -> PooledDurations
    ) -> [Column<Row>] {
        [50, 90, 95, 99].map { percent in
            let rule =
                percent == 50
                ? ""
                : "; empty below \(max(PooledDurations.few, 100 / (100 - percent))) events"
            return .number(
                "\(prefix)p\(percent)",
                "What \(percent) % of the events did not exceed, to 1 % of itself; of an age, what "
                    + "\(percent) % of the time did not, to 1 % and 63 ms\(rule)."
            ) { durations($0).percentile(percent) }
        }
    }

    /// The columns of their intervals.
    static func percentileIntervals<Row>(
        _ prefix: String = "", of durations: @escaping @Sendable (Row) -> PooledDurations
    ) -> [Column<Row>] {
        [50, 90, 95, 99].flatMap { percent -> [Column<Row>] in
            [
                .number(
                    "\(prefix)p\(percent)_ci_low",
                    percent == 50
                        ? "Interval of p50, 95 %, by the spread from replication to replication "
                            + "(Woodruff; Korn and Graubard), lower end; empty below "
                            + "\(PooledDurations.fewestRuns) replications, or where nothing "
                            + "bounds it."
                        : "The same of p\(percent)."
                ) { durations($0).interval(percent).low },
                .number("\(prefix)p\(percent)_ci_high", "The same, upper end.") {
                    durations($0).interval(percent).high
                },
            ]
        }
    }
}

extension ResultTables.DurationRow {
    var unended: Int? { durations.kind.weight == .event ? durations.unended : nil }
    var warnings: String { durations.isFew ? "few-events" : "" }
}

/// The durations that say what the energy bought, as the terminal shows them.
struct DurationText {
    private let result: ExperimentResult
    /// Waiting, and how old what is known is: what is not is in the file alone.
    private static let kinds: [MeasuredDuration] = [
        .timeToRing, .messageDelay, .itemDelay, .regionDelay, .startUpTime, .positionAge,
    ]

    init(_ result: ExperimentResult) { self.result = result }

    /// A paragraph for each kind: what half and 95 % do not exceed.
    var text: String {
        Self.kinds.map { kind in
            let policies = result.policies.compactMap { policy in
                policy.durations.first { $0.kind == kind && $0.events > 0 }.map {
                    "\(policy.policy.name) \(words($0))"
                }
            }
            guard !policies.isEmpty else { return "" }
            let name = String(kind.rawValue.map { $0 == "-" ? " " : $0 })
            let share = kind.weight == .time ? "of the time" : "of all events"
            return WrappedText.line(
                "\(name), half and 95 % \(share), all runs together: "
                    + "\(policies.joined(separator: "; ")).", indent: "")
        }.joined()
    }

    private func words(_ durations: PooledDurations) -> String {
        let half = durations.percentile(50).map(figure) ?? "-"
        guard let most = durations.percentile(95).map(figure) else {
            return "\(half) (\(durations.events) only)"
        }
        return "\(half), \(most)"
    }

    private func figure(_ seconds: Double) -> String {
        FigureText.text(seconds, unit: "s", digits: 2)
    }
}
