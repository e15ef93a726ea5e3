import DeviceModel
import Experiments
import Show
import Statistics

extension ResultTables {
    public struct DurationRow: Sendable {
        let policy: String
        let durations: PooledDurations
    }

    /// `nil` if nothing has a duration.
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
                .text("scenario", "Scenario name.") { _ in scenario },
                .text("policy", "Policy name.", \.policy),
                .text("metric", "Measured duration: \(kinds).", \.durations.kind.columnName),
                .text("unit", "Unit.") { _ in "s" },
                .integer(
                    "events",
                    "Number of events in all replications; for an age, the stretches in which "
                        + "it grew.", \.durations.events),
            ] + percentiles(of: \.durations) + [
                .number("p100", "Exact maximum.", \.durations.maximum),
                .number("mean", "Exact mean over events or over time.", \.durations.mean),
                .text(
                    "weight",
                    "event: each event counts once; time: each second of a run counts once.",
                    \.durations.kind.weight.rawValue),
                .number(
                    "time_s", "Counted time of all replications; empty for events.",
                    \.durations.time),
                .integer("n", "Replications with at least one event.", \.durations.runs),
                .integer(
                    "unended",
                    "Events still open at the horizon, which no other column counts; empty for "
                        + "an age.", \.unended),
            ] + percentileIntervals(of: \.durations) + [
                .text(
                    "warnings",
                    "few-events below \(PooledDurations.few) events, where no percentile above "
                        + "the 50th is given.", \.warnings)
            ])
    }

    private static var kinds: String {
        MeasuredDuration.allCases.map { "\($0.columnName) (\($0.meaning))" }
            .joined(separator: ", ")
    }

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
                "Percentile \(percent) of the events, to 1 % of itself; for an age, percentile "
                    + "\(percent) of the time, to 1 % and 63 ms\(rule)."
            ) { durations($0).percentile(percent) }
        }
    }

    static func percentileIntervals<Row>(
        _ prefix: String = "", of durations: @escaping @Sendable (Row) -> PooledDurations
    ) -> [Column<Row>] {
        [50, 90, 95, 99].flatMap { percent -> [Column<Row>] in
            [
                .number(
                    "\(prefix)p\(percent)_ci_low",
                    percent == 50
                        ? "Lower end of the 95 % interval of p50, from the spread between "
                            + "replications (Woodruff; Korn and Graubard); empty below "
                            + "\(PooledDurations.fewestRuns) replications, or if "
                            + "unbounded."
                        : "Lower end of the 95 % interval of p\(percent); see p50."
                ) { durations($0).interval(percent).low },
                .number("\(prefix)p\(percent)_ci_high", "Upper end of the interval.") {
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
    /// Waiting times and the age of data; other kinds are only in the file.
    private static let kinds: [MeasuredDuration] = [
        .timeToRing, .messageDelay, .itemDelay, .regionDelay, .startUpTime, .positionAge,
    ]

    init(_ result: ExperimentResult) { self.result = result }

    /// One paragraph per kind, with the median and the 95th percentile.
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

extension ResultTables {
    public struct ErrandRow: Sendable {
        let policy: PolicyResult
        let errands: RuleErrands

        func mean(_ figure: RuleErrands.Figure) -> Double? {
            Summary(of: policy.values(of: figure, errands), level: Experiment.level).mean
        }

        func interval(_ figure: RuleErrands.Figure) -> ConfidenceInterval? {
            policy.interval(of: figure, errands).shown
        }
    }

    /// One row for each policy, app and rule; `nil` if no app has rules.
    static func errandRows(of result: ExperimentResult) -> [ErrandRow]? {
        let rows = result.policies.flatMap { policy in
            policy.errands.map { ErrandRow(policy: policy, errands: $0) }
        }
        return rows.isEmpty ? nil : rows
    }

    static func errands(_ scenario: String) -> Table<ErrandRow> {
        Table(
            name: "errands",
            columns: [
                .text("scenario", "Scenario name.") { _ in scenario },
                .text("policy", "Policy name.", \.policy.policy.name),
                .text(
                    "app", "App, if the policy has several; otherwise empty.", \.errands.rule.app),
                .text("rule", "Rule name.", \.errands.rule.rule),
                .integer("n", "Replications, or antithetic pairs, that count.") {
                    $0.policy.values(of: .begun, $0.errands).count
                },
            ] + RuleErrands.Figure.allCases.flatMap(means) + delays)
    }

    private static func means(_ figure: RuleErrands.Figure) -> [Column<ErrandRow>] {
        let name = figure.metric.columnName
        let whole = "The rule's part of \(figure.metric.columnName) in summary.csv: mean."
        let delay =
            "Time from the rule's trigger to the end of its last step: mean of the means of the "
            + "runs with a completed task."
        return [
            .number(
                figure.metric.columnNameWithUnit, figure == .delay ? delay : whole
            ) { $0.mean(figure) },
            .number(
                "\(name)_ci_low",
                "Lower end of its 95 % interval; empty without one, see ci_method of summary.csv."
            ) { $0.interval(figure)?.low },
            .number("\(name)_ci_high", "Upper end of the interval.") { $0.interval(figure)?.high },
        ]
    }

    private static var delays: [Column<ErrandRow>] {
        percentiles("delay_", of: \.errands.delays) + [
            .number("delay_p100", "Exact maximum.", \.errands.delays.maximum)
        ] + percentileIntervals("delay_", of: \.errands.delays) + [
            .integer(
                "unended", "Tasks (errands) still running at the horizon, in all replications.",
                \.errands.delays.unended)
        ]
    }
}

extension ResultTables {
    /// `nil` if no such event can happen.
    static func eventRows(of result: ExperimentResult) -> [EventCount]? {
        let counts = result.eventCounts()
        return counts.isEmpty ? nil : counts
    }

    static func events(_ scenario: String) -> Table<EventCount> {
        Table(
            name: "events",
            columns: [
                .text("scenario", "Scenario name.") { _ in scenario },
                .text("policy", "Policy name.", \.policy),
                .text(
                    "event", "Event that is counted; see replications.csv.",
                    \.event.metric.columnName),
                .integer("n", "Replications that count it.", \.replications),
                .integer(
                    "trials",
                    "Opportunities for the event in all replications; empty if it can "
                        + "happen at any time.",
                    \.trials),
                .integer("occurrences", "Events in all replications.", \.occurrences),
                .integer("runs", "Replications with at least one event.", \.runs),
                .number(
                    "runs_at_most",
                    "Clopper and Pearson's upper bound at 95 % of the share of replications "
                        + "with an event; valid even if events cluster, since replications are "
                        + "independent.",
                    \.runsInterval?.high),
                .number("share", "Occurrences divided by trials.", \.share),
                .number(
                    "ci_low",
                    "Lower end of Clopper and Pearson's exact 95 % interval of the share; "
                        + "assumes independent trials, see clustered.", \.shareInterval?.low),
                .number("ci_high", "Upper end of the interval.", \.shareInterval?.high),
                .number("per_day", "Occurrences per day.", \.perDay),
                .number(
                    "per_day_ci_low",
                    "Lower end of Garwood's exact (Poisson) 95 % interval of the rate; assumes "
                        + "independent events, see clustered.", \.perDayInterval.low),
                .number("per_day_ci_high", "Upper end of the interval.", \.perDayInterval.high),
                .number(
                    "dispersion",
                    "Variance of the occurrences between replications divided by that of "
                        + "independent events (binomial with trials, else Poisson): 1 for "
                        + "independent events; empty if the event never or always happened.",
                    \.dispersion?.index),
                .text(
                    "clustered",
                    "yes: the dispersion is above 1 by Fisher's test at 1 %, so the exact "
                        + "intervals are too short (use that of the mean in summary.csv); "
                        + "unknown: fewer than 5 replications have an event (use runs_at_most)."
                ) {
                    $0.isClustered ? "yes" : $0.isTooRare ? "unknown" : "no"
                },
            ])
    }
}

/// The events that could happen, as the terminal shows them.
struct EventText {
    private let counts: [EventCount]

    init(_ result: ExperimentResult) {
        counts = result.eventCounts().filter { $0.trials ?? 0 > 0 }
    }

    /// One paragraph per event: the count with its exact interval, or a bound for rare events.
    var text: String {
        RareEvent.all.map { event in
            let own = counts.filter { $0.event == event }
            guard own.contains(where: { $0.occurrences > 0 }) else { return "" }
            let policies = own.map(words).joined(separator: "; ")
            let caveat =
                own.contains(where: \.isClustered)
                ? " They come in clusters: * is too short, read the mean a run." : ""
            return WrappedText.line(
                "\(event.metric.words), all runs together (exact, 95 %): \(policies).\(caveat)",
                indent: "")
        }.joined()
    }

    private func words(_ count: EventCount) -> String {
        guard let interval = count.shareInterval, let trials = count.trials else { return "" }
        let found = "\(count.policy) \(count.occurrences) of \(trials), "
        if count.isTooRare, let most = count.runsInterval?.high {
            return found + "in \(count.runs) of \(count.replications) runs: "
                + FewText.text(atMost: most)
        }
        return found + "\(percent(interval.low)) to \(percent(interval.high)) %"
            + (count.isClustered ? "*" : "")
    }

    private func percent(_ share: Double) -> String {
        ReadableNumber.text(share * 100, significantDigits: 2)
    }
}
