import DeviceModel
import Experiments
import Quantities
import Statistics
import Studies

/// The answer to a scenario's question, as the terminal shows it: in words, then in figures.
public struct ComparisonText {
    private let result: ExperimentResult
    private let comparisons: [PolicyComparison]
    private let changes: String

    /// - Parameters:
    ///   - result: what was found.
    ///   - changes: in what it is another than the scenario's own question, in whole lines.
    public init(_ result: ExperimentResult, changes: String = "") {
        self.result = result
        self.changes = changes
        comparisons = result.comparisons(
            of: [result.leadingMetric, .drain, .energyPerSecondPlayed], hasRanks: false)
    }

    public var text: String {
        [
            heading, answers, energyTable, differenceTable, AppCostText(result)?.text ?? "",
            metricTable("what it bought (mean a run, 95 %)") { $0.role == .service }
                + EventText(result).text + DurationText(result).text,
            metricTable("what it took (mean a run, 95 %)") { $0.role == .means }, footnotes,
        ]
        .filter { !$0.isEmpty }
        .joined(separator: "\n")
    }

    private var scenario: Scenario { result.scenario }

    private var heading: String {
        """
        \(TextTable.printable(scenario.question))\(answer)
        \(changes)\(scenario.phoneName); \
        \(scenario.horizon.seconds) a run; seed \(scenario.seed); \
        \(ResultNotes(result: result).replications)

        """
    }

    private var answer: String { AnswerSentence(result).map { "\n\($0.text)" } ?? "" }

    private var answers: String {
        result.policies.compactMap { policy in
            AnswerText(
                comparisons.filter { $0.policy == policy.policy.name },
                leading: result.leadingMetric)?.text
        }.joined()
    }

    // MARK: In figures

    private var energyTable: String {
        if result.leadingMetric == .timeToEmpty { return batteryTable }
        var table = TextTable(columns: [
            .init("policy"), .init("energy [J]", .right), .init("95 % interval", .right),
            .init("due to the app [J]", .right), .init("of it radio [J]", .right),
            .init("booked to it [J]", .right),
            .init("%/h", .right), .init("battery [h]", .right),
        ])
        for policy in result.policies {
            let energy = policy.summary(of: .energy)
            table.add([
                policy.policy.name, mean(energy), interval(known(policy, .energy)),
                mean(policy.summary(of: .marginalEnergy)),
                mean(policy.summary(of: .marginalRadioEnergy)),
                policy.bookedEnergy.map { figure($0) } ?? "",
                mean(policy.summary(of: .drain), decimals: 3),
                mean(policy.summary(of: .hoursToEmpty), decimals: 1),
            ])
        }
        return table.text
    }

    /// Of runs that end with an empty battery, where all policies have drawn the same in the end.
    private var batteryTable: String {
        var table = TextTable(columns: [
            .init("policy"), .init("time to empty [h]", .right), .init("95 % interval", .right),
            .init("energy [J]", .right), .init("booked to the app [J]", .right),
        ])
        for policy in result.policies {
            let lasts = policy.summary(of: .timeToEmpty)
            table.add([
                policy.policy.name, mean(lasts), interval(known(policy, .timeToEmpty)),
                mean(policy.summary(of: .energy)), policy.bookedEnergy.map { figure($0) } ?? "",
            ])
        }
        return table.text
    }

    private var differenceTable: String {
        let metric = result.leadingMetric
        let comparisons = comparisons.filter { $0.metric == metric }
        guard !comparisons.isEmpty else { return "" }
        var table = TextTable(columns: [
            .init("against \(result.baseline.policy.name)"),
            .init("difference\(metric.unitInBrackets)", .right),
            .init("95 % interval", .right), .init("ratio", .right),
            .init("95 % interval", .right), .init("verdict"),
        ])
        for comparison in comparisons {
            let paired = comparison.paired
            table.add([
                comparison.policy, paired.difference.map { figure($0, signed: true) } ?? "",
                interval(comparison.known, signed: true),
                paired.ratio.map { ReadableNumber.text($0, decimals: 3) } ?? "",
                interval(comparison.ratioInterval, decimals: 3), comparison.longVerdictText,
            ])
        }
        // Where nothing is drawn by chance, two replications are as good as thirty.
        return table.text
            + WarningText(comparisons, without: isExact ? [.tooFewReplications] : []).text
    }

    /// A row for each of some metrics, a column for each policy; several such tables below each
    /// other where there are many policies.
    private func metricTable(_ title: String, where include: (Metric) -> Bool) -> String {
        let metrics = result.metrics.filter { include($0) && !isIdle($0) }
        guard !metrics.isEmpty else { return "" }
        let count = result.policies.count
        let blocks = (count + Self.mostColumns - 1) / Self.mostColumns
        let size = (count + blocks - 1) / blocks
        return stride(from: 0, to: count, by: size).map { start in
            metricTable(title, metrics, result.policies[start..<min(start + size, count)])
        }.joined(separator: "\n")
    }

    /// Whether a metric is of calls where there are none, or stands in the first table.
    private func isIdle(_ metric: Metric) -> Bool {
        if metric == result.leadingMetric { return true }
        return [.callsOffered, .callsMissed].contains(metric) && scenario.world.incomingCalls == nil
    }

    /// Policies beside each other, which a wide terminal shows whole.
    private static let mostColumns = 8

    private func metricTable(
        _ title: String, _ metrics: [Metric], _ policies: ArraySlice<PolicyResult>
    ) -> String {
        var table = TextTable(
            columns: [.init(title)] + policies.map { .init($0.policy.name, .right) })
        for metric in metrics {
            table.add(
                [metric.words + metric.unitInBrackets]
                    + policies.map {
                        known($0, metric).text(of: $0.summary(of: metric).mean)
                    })
        }
        return table.text
    }

    private var footnotes: String {
        let common = ResultNotes(result: result)
        var notes = FewText.notes(shown) + common.end + common.antithetic
        if isExact {
            notes += "Nothing is drawn by chance here: the figures are exact.\n"
        }
        for policy in result.policies {
            guard let hours = policy.summary(of: .hoursToEmpty).mean,
                Seconds(hours * 3600) < scenario.horizon.seconds
            else { continue }
            notes +=
                "\(policy.policy.name): the battery would be empty after "
                + "\(ReadableNumber.text(hours, decimals: 1)) h; the run goes on.\n"
        }
        return notes + common.combination
    }

    /// Whether every replication has the same energy.
    private var isExact: Bool {
        result.policies.allSatisfy { $0.summary(of: .energy).standardDeviation == 0 }
    }

    private func figure(_ value: Double, signed: Bool = false) -> String {
        ReadableNumber.text(value, decimals: 1, signed: signed)
    }

    private func mean(_ summary: Summary, decimals: Int = 1) -> String {
        summary.mean.map { ReadableNumber.text($0, decimals: decimals) } ?? ""
    }

    /// What the tables show of means and differences.
    private var shown: [MeanInterval] {
        let leading = result.leadingMetric
        let metrics = result.metrics.filter {
            $0 == leading || (($0.role == .service || $0.role == .means) && !isIdle($0))
        }
        return metrics.flatMap { metric in result.policies.map { known($0, metric) } }
            + comparisons.filter { $0.metric == leading }.map(\.known)
    }

    private func known(_ policy: PolicyResult, _ metric: Metric) -> MeanInterval {
        result.interval(of: metric, for: policy)
    }

    private func interval(_ known: MeanInterval, signed: Bool = false) -> String {
        interval(known.shown, signed: signed) + known.mark
    }

    private func interval(
        _ interval: ConfidenceInterval?, decimals: Int = 1, signed: Bool = false
    ) -> String {
        guard let interval else { return "" }
        let low = ReadableNumber.text(interval.low, decimals: decimals, signed: signed)
        let high = ReadableNumber.text(interval.high, decimals: decimals, signed: signed)
        return "\(low) to \(high)"
    }
}
