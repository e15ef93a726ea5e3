import DeviceModel
import Experiments
import Show
import Statistics

/// Rare events of all replications together, with exact intervals.
extension ResultTables {
    /// One row for each event and policy; `nil` where nothing of the kind can happen.
    static func eventRows(of result: ExperimentResult) -> [EventCount]? {
        let counts = result.eventCounts()
        return counts.isEmpty ? nil : counts
    }

    static func events(_ scenario: String) -> Table<EventCount> {
        Table(
            name: "events",
            columns: [
                .text("scenario", "The scenario's name.") { _ in scenario },
                .text("policy", "The policy's name.", \.policy),
                .text(
                    "event", "What happened; see replications.csv.", \.event.metric.columnName),
                .integer("n", "Replications that count it.", \.replications),
                .integer(
                    "trials", "How often it could have happened, in all of them; empty: any time.",
                    \.trials),
                .integer("occurrences", "How often it happened, in all of them.", \.occurrences),
                .integer("runs", "Replications in which it happened at all.", \.runs),
                .number(
                    "runs_at_most",
                    "The share of replications in which it happens, Clopper and Pearson, upper end "
                        + "at 95 %; replications are independent, whatever comes in clusters.",
                    \.runsInterval?.high),
                .number("share", "Occurrences over trials.", \.share),
                .number(
                    "ci_low",
                    "Clopper and Pearson's exact interval of the share, 95 %, lower end; assumes "
                        + "independent trials, see clustered.", \.shareInterval?.low),
                .number("ci_high", "The same, upper end.", \.shareInterval?.high),
                .number("per_day", "Occurrences a day.", \.perDay),
                .number(
                    "per_day_ci_low",
                    "Garwood's exact (Poisson) interval of the rate, 95 %, lower end; assumes "
                        + "independent events, see clustered.", \.perDayInterval.low),
                .number("per_day_ci_high", "The same, upper end.", \.perDayInterval.high),
                .number(
                    "dispersion",
                    "Variance of the occurrences from replication to replication over that of "
                        + "independent events, binomial where there are trials, else Poisson: 1 "
                        + "for events that come one by one; empty where nothing happened, or "
                        + "always.", \.dispersion?.index),
                .text(
                    "clustered",
                    "yes where the dispersion is above 1 by Fisher's test at 1 %: the exact "
                        + "intervals are too short then, read that of the mean in summary.csv; "
                        + "unknown where it happened in fewer than 5 replications: read "
                        + "runs_at_most."
                ) {
                    $0.isClustered ? "yes" : $0.isTooRare ? "unknown" : "no"
                },
            ])
    }
}

/// The events that had a chance to happen, as the terminal shows them.
struct EventText {
    private let counts: [EventCount]

    init(_ result: ExperimentResult) {
        counts = result.eventCounts().filter { $0.trials ?? 0 > 0 }
    }

    /// A paragraph for each event: how many of how many, with the exact interval; where it
    /// happened in few runs, in how many it may.
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
