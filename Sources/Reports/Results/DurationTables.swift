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

    static let durations = Table<DurationRow>("durations").with(columns: [
        .text("policy", "Policy name.", \.policy),
        .text("metric", "Measured duration: \(kinds).", \.durations.kind.columnName),
        .text("unit", "Unit.") { _ in "s" },
        .integer(
            "events",
            "Number of events in all replications; for an age, the stretches in "
                + "which it grew.", \.durations.events),
        .group(percentiles(), of: \.durations),
        .number("p100", "Exact maximum.", \.durations.maximum),
        .number("mean", "Exact mean over events or over time.", \.durations.mean),
        .text(
            "weight", "event: each event counts once; time: each second of a run counts once.",
            \.durations.kind.weight.rawValue),
        .number(
            "time_s", "Counted time of all replications; empty for events.", \.durations.time),
        .integer("n", "Replications with at least one event.", \.durations.runs),
        .integer(
            "unended",
            "Events still open at the horizon, which no other column counts; empty "
                + "for an age.", \.unended),
        .group(percentileIntervals(), of: \.durations),
        .text(
            "warnings",
            "few-events below \(PooledDurations.few) events, where no percentile "
                + "above the 50th is given.", \.warnings),
    ])

    private static var kinds: String {
        MeasuredDuration.allCases.map { "\($0.columnName) (\($0.meaning))" }.joined(separator: ", ")
    }

    private static func percentiles(_ prefix: String = "") -> [Column<PooledDurations>] {
        [50, 90, 95, 99].map { percent in
            let rule =
                percent == 50
                ? ""
                : "; empty below \(max(PooledDurations.few, 100 / (100 - percent))) events"
            return .number(
                "\(prefix)p\(percent)",
                "Percentile \(percent) of the events, to 1 % of itself; for an age, "
                    + "percentile \(percent) of the time, to 1 % and 63 ms\(rule)."
            ) { $0.percentile(percent) }
        }
    }

    private static func percentileIntervals(_ prefix: String = "") -> [Column<PooledDurations>] {
        [50, 90, 95, 99].flatMap { percent -> [Column<PooledDurations>] in
            [
                .number(
                    "\(prefix)p\(percent)_ci_low",
                    percent == 50
                        ? "Lower end of the 95 % interval of p50, from the spread between "
                            + "replications (Woodruff; Korn and Graubard); empty below "
                            + "\(PooledDurations.fewestRuns) replications, or if unbounded."
                        : "Lower end of the 95 % interval of p\(percent); see p50."
                ) { $0.interval(percent).low },
                .number("\(prefix)p\(percent)_ci_high", "Upper end of the interval.") {
                    $0.interval(percent).high
                },
            ]
        }
    }

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

    static let errands = Table<ErrandRow>("errands").with(columns: [
        .text("policy", "Policy name.", \.policy.policy.name),
        .text("app", "App, if the policy has several; otherwise empty.", \.errands.rule.app),
        .text("rule", "Rule name.", \.errands.rule.rule),
        .integer("n", "Replications, or antithetic pairs, that count.") {
            $0.policy.values(of: .begun, $0.errands).count
        },
        .group(RuleErrands.Figure.allCases.flatMap(means), of: \.self),
        .group(delays, of: \.errands.delays),
    ])

    private static func means(_ figure: RuleErrands.Figure) -> [Column<ErrandRow>] {
        let whole = "The rule's part of \(figure.metric.columnName) in summary.csv: mean."
        let delay =
            "Time from the rule's trigger to the end of its last step: mean of the means of the "
            + "runs with a completed task."
        return [
            .number(
                figure.metric.columnNameWithUnit, figure == .delay ? delay : whole
            ) { $0.mean(figure) },
            .interval(
                "\(figure.metric.columnName)_ci", "the 95 % interval of the mean",
                lower: "; empty if no interval is known, see ci_method of summary.csv."
            ) { $0.interval(figure) },
        ]
    }

    private static var delays: [Column<PooledDurations>] {
        percentiles("delay_") + [.number("delay_p100", "Exact maximum.", \.maximum)]
            + percentileIntervals("delay_") + [
                .integer(
                    "unended", "Tasks (errands) still running at the horizon, in all replications.",
                    \.unended)
            ]
    }

    /// `nil` if no such event can happen.
    static func eventRows(of result: ExperimentResult) -> [EventCount]? {
        let counts = result.eventCounts()
        return counts.isEmpty ? nil : counts
    }

    static let events = Table<EventCount>("events").with(columns: [
        .text("policy", "Policy name.", \.policy),
        .text(
            "event", "Event that is counted; see replications.csv.", \.event.metric.columnName),
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
            "Clopper and Pearson's upper bound at 95 % of the share of replications with an "
                + "event; valid even if events cluster, since replications are independent.",
            \.runsInterval?.high),
        .number("share", "Occurrences divided by trials.", \.share),
        .interval(
            "ci", "Clopper and Pearson's exact 95 % interval of the share",
            lower: "; assumes independent trials, see clustered.", \.shareInterval),
        .number("per_day", "Occurrences per day.", \.perDay),
        .interval(
            "per_day_ci", "Garwood's exact (Poisson) 95 % interval of the rate",
            lower: "; assumes independent events, see clustered.", \.perDayInterval),
        .number(
            "dispersion",
            "Variance of the occurrences between replications divided by that of "
                + "independent events (binomial with trials, else Poisson): 1 for "
                + "independent events; empty if the event never or always happened.",
            \.dispersion?.index),
        .text(
            "clustered",
            "yes: the dispersion is above 1 by Fisher's test at 1 %, so the exact "
                + "intervals are too short (use the mean's interval in summary.csv); "
                + "unknown: fewer than 5 replications have an event (use runs_at_most)."
        ) { $0.isClustered ? "yes" : $0.isTooRare ? "unknown" : "no" },
    ])
}

extension ResultTables.DurationRow {
    var unended: Int? { durations.kind.weight == .event ? durations.unended : nil }
    var warnings: String { durations.isFew ? "few-events" : "" }
}

/// Waiting times and the age of data; other kinds are only in the file.
let shownDurations: [MeasuredDuration] = [
    .timeToRing, .messageDelay, .itemDelay, .regionDelay, .startUpTime, .positionAge,
]

extension ExperimentResult {
    /// The durations that say what the energy bought: a paragraph per kind, with the median and the
    /// 95th percentile.
    var durationWords: String {
        shownDurations.map { kind in
            let policies = policies.compactMap { policy in
                policy.durations.first { $0.kind == kind && $0.events > 0 }.map {
                    "\(policy.policy.name) \(words($0))"
                }
            }
            guard !policies.isEmpty else { return "" }
            let name = String(kind.rawValue.map { $0 == "-" ? " " : $0 })
            let share = kind.weight == .time ? "of the time" : "of all events"
            return WrappedText.line(
                "\(name), half and 95 % \(share), all runs together: "
                    + "\(policies.joined(separator: "; ")).")
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

    /// The events that could happen, one paragraph each: the count with its exact interval, or a
    /// bound for rare events.
    var eventWords: String {
        let counts = eventCounts().filter { $0.trials ?? 0 > 0 }
        return RareEvent.all.map { event in
            let own = counts.filter { $0.event == event }
            guard own.contains(where: { $0.occurrences > 0 }) else { return "" }
            let policies = own.map(words).joined(separator: "; ")
            let caveat =
                own.contains(where: \.isClustered)
                ? " They come in clusters: * is too short, read the mean a run." : ""
            return WrappedText.line(
                "\(event.metric.words), all runs together (exact, 95 %): \(policies).\(caveat)")
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
