import DeviceModel
import Experiments
import Kernel
import Show
import Statistics
import Studies

/// The answer to a scenario's question, as the terminal shows it.
public struct ComparisonText {
    private let result: ExperimentResult
    private let comparisons: [PolicyComparison]
    private let changes: String
    /// Whether all replications have the same energy; stored, as every table row asks.
    private let isExact: Bool

    public init(_ result: ExperimentResult, changes: String = "") {
        self.result = result
        self.changes = changes
        isExact = result.policies.allSatisfy { $0.summary(of: .energy).standardDeviation == 0 }
        comparisons = result.comparisons(
            of: [result.leadingMetric, .drain, .energyPerSecondPlayed], hasRanks: false)
    }

    public var screen: Screen {
        let bought = metricTable("what it bought (mean a run, 95 %)") { $0.role == .service }
        let took = metricTable("what it took (mean a run, 95 %)") { $0.role == .means }
        let events = EventText(result).text + DurationText(result).text
        let boughtParts = bought.map { [Screen.Part.table($0, below: events)] } ?? []
        return Screen(
            answer: answer, table: .table(leadingTable, below: leadingNotes), notes: notes,
            details: [.words(answers == answer ? "" : answers), .table(energyTable)]
                + (differencePart.map { [$0] } ?? [])
                + (AppCostText(result).map { [$0.part] } ?? []) + boughtParts
                + (took.map { [.table($0)] } ?? []) + [.words(footnotes)])
    }

    private var scenario: Scenario { result.scenario }

    private var notes: String {
        let common = ResultNotes(result: result)
        return WrappedText.line("Asked: \(scenario.question)") + changes
            + WrappedText.line(
                "\(scenario.phoneName); \(scenario.horizon.seconds) a run; seed "
                    + "\(scenario.seed); \(common.replications)") + common.end
            + common.combination
    }

    /// The scenario's own answer, or two policies against the baseline, to stay short.
    private var answer: String {
        if let sentence = AnswerSentence(result) { return sentence.text }
        let others = answersByPolicy.filter { !$0.isNone } + answersByPolicy.filter(\.isNone)
        if others.isEmpty { return alone }
        let more = others.count - 2
        return others.prefix(2).map(\.text).joined()
            + (more > 0 ? "\(more) more \(more == 1 ? "policy is" : "policies are") below.\n" : "")
    }

    private var alone: String {
        let policy = result.baseline
        let metric = result.leadingMetric
        guard let mean = policy.summary(of: metric).mean else {
            return "\(policy.policy.name) has no \(metric.words) in any run."
        }
        return "\(policy.policy.name): \(metric.words) \(figure(mean))\(metric.unitBehind)."
    }

    private var answersByPolicy: [(text: String, isNone: Bool)] {
        result.policies.compactMap { policy in
            AnswerText(
                comparisons.filter { $0.policy == policy.policy.name },
                leading: result.leadingMetric
            ).map { ($0.text, policy.policy.options == .none) }
        }
    }

    private var answers: String { answersByPolicy.map(\.text).joined() }

    // MARK: The one table

    private var leadingTable: TextTable {
        let metric = result.leadingMetric
        let lasts = metric == .timeToEmpty
        let baseline = result.baseline.policy.name
        var table = TextTable(
            columns: [
                .init("policy"), .init("\(metric.words)\(metric.unitInBrackets)", .right),
                .init(lasts ? "energy [J]" : "due to the app [J]", .right),
            ] + (lasts ? [] : [.init("battery [h]", .right)]) + [
                .init("against \(baseline)\(metric.unitInBrackets)", .right), .init("verdict"),
            ])
        for policy in result.policies {
            let comparison = comparisons.first {
                $0.policy == policy.policy.name && $0.metric == metric
            }
            let verdict = comparison?.longVerdictText
            let isBaseline = policy.policy.name == baseline
            table.add(
                [
                    policy.policy.name, within(known(policy, metric), policy.summary(of: metric)),
                    mean(policy.summary(of: lasts ? .energy : .marginalEnergy)),
                ] + (lasts ? [] : [mean(policy.summary(of: .hoursToEmpty), decimals: 1)]) + [
                    comparison.map(difference) ?? "",
                    verdict ?? (isBaseline ? "baseline" : ""),
                ], tone: comparison?.tone)
        }
        return table
    }

    private func within(_ known: MeanInterval, _ summary: Summary) -> String {
        if isExact { return mean(summary) }
        return known.text(of: summary.mean, result.leadingMetric)
    }

    private func difference(_ comparison: PolicyComparison) -> String {
        guard let difference = comparison.paired.difference else { return "-" }
        if isExact { return figure(difference, signed: true) }
        return comparison.known.text(ofDifference: difference)
    }

    var leadingNotes: String {
        let metric = result.leadingMetric
        let shown =
            result.policies.map { known($0, metric) }
            + comparisons.filter { $0.metric == metric }.map(\.known)
        return FewText.notes(shown) + warnings + ResultNotes(result: result).idle
            + (isExact ? "Nothing is drawn by chance here: the figures are exact.\n" : "")
    }

    private var warnings: String {
        let comparisons = comparisons.filter { $0.metric == result.leadingMetric }
        // Without randomness, two replications are as good as thirty.
        return WarningText(comparisons, without: isExact ? [.tooFewReplications] : []).text
    }

    // MARK: In figures

    private var energyTable: TextTable {
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
        return table
    }

    /// For runs that end with an empty battery: all policies have drawn the same energy by then.
    private var batteryTable: TextTable {
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
        return table
    }

    private var differencePart: Screen.Part? {
        let metric = result.leadingMetric
        let comparisons = comparisons.filter { $0.metric == metric }
        guard !comparisons.isEmpty else { return nil }
        var table = TextTable(columns: [
            .init("against \(result.baseline.policy.name)"),
            .init("difference\(metric.unitInBrackets)", .right),
            .init("95 % interval", .right), .init("ratio", .right),
            .init("95 % interval", .right), .init("verdict"),
        ])
        for comparison in comparisons {
            let paired = comparison.paired
            table.add(
                [
                    comparison.policy, paired.difference.map { figure($0, signed: true) } ?? "",
                    interval(comparison.known, signed: true),
                    paired.ratio.map { ReadableNumber.text($0, decimals: 3) } ?? "",
                    interval(comparison.ratioInterval, decimals: 3), comparison.longVerdictText,
                ], tone: comparison.tone)
        }
        return .table(table)
    }

    /// One row for each included metric, one column for each policy; `nil` without metrics.
    private func metricTable(_ title: String, where include: (Metric) -> Bool) -> TextTable? {
        let metrics = result.metrics.filter { include($0) && !isIdle($0) }
        guard !metrics.isEmpty else { return nil }
        var table = TextTable(
            columns: [.init(title)] + result.policies.map { .init($0.policy.name, .right) })
        for metric in metrics {
            table.add(
                [metric.words + metric.unitInBrackets]
                    + result.policies.map {
                        known($0, metric).text(of: $0.summary(of: metric).mean, metric)
                    })
        }
        return table
    }

    /// Whether the metric is about calls that never come, or is in the first table.
    private func isIdle(_ metric: Metric) -> Bool {
        if metric == result.leadingMetric { return true }
        return [.callsOffered, .callsMissed].contains(metric) && scenario.world.incomingCalls == nil
    }

    var footnotes: String {
        var notes = FewText.notes(shown) + ResultNotes(result: result).antithetic
        for policy in result.policies {
            guard let hours = policy.summary(of: .hoursToEmpty).mean,
                Seconds(hours * 3600) < scenario.horizon.seconds
            else { continue }
            notes +=
                "\(policy.policy.name): the battery would be empty after "
                + "\(ReadableNumber.text(hours, decimals: 1)) h; the run goes on.\n"
        }
        return notes
    }

    private func figure(_ value: Double, signed: Bool = false) -> String {
        ReadableNumber.text(value, decimals: 1, signed: signed)
    }

    private func mean(_ summary: Summary, decimals: Int = 1) -> String {
        summary.mean.map { ReadableNumber.text($0, decimals: decimals) } ?? ""
    }

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
        IntervalText.cell(interval) {
            ReadableNumber.text($0, decimals: decimals, signed: signed)
        }
    }
}

extension PolicyComparison {
    /// As in files and tables: `lower`, `higher`, `equivalent within 2 %` or `no difference shown`.
    var verdictText: String {
        guard verdict == .equivalent, let equivalence else { return verdict.rawValue }
        return "equivalent within \(Fraction(equivalence.share))"
    }

    /// For the screen: also says if the difference may be too small to matter.
    var longVerdictText: String {
        switch verdict {
        case .lower, .higher:
            guard isEquivalent, let equivalence else { return verdictText }
            return "\(verdictText), within \(Fraction(equivalence.share))"
        case .equivalent, .noDifferenceShown: return verdictText
        }
    }

    /// Whether the verdict is good for the app's user.
    var tone: TextTable.Tone? {
        switch (verdict, metric.better) {
        case (.lower, .smaller), (.higher, .larger): .good
        case (.lower, .larger), (.higher, .smaller): .bad
        case (.noDifferenceShown, _): .open
        case (.equivalent, _), (.lower, nil), (.higher, nil): nil
        }
    }

    var warningNames: String? {
        warnings.isEmpty ? nil : warnings.map(\.rawValue).joined(separator: " ")
    }
}

/// The warnings of comparisons, one sentence per kind with the policies concerned.
struct WarningText {
    private let comparisons: [PolicyComparison]
    private let hidden: [ComparisonWarning]

    init(_ comparisons: [PolicyComparison], without hidden: [ComparisonWarning] = []) {
        (self.comparisons, self.hidden) = (comparisons, hidden)
    }

    var text: String {
        ComparisonWarning.allCases.filter { !hidden.contains($0) }.map { warning in
            let policies = comparisons.flatMap { $0.policies(of: warning) }.reduce(into: [String]())
            {
                if !$0.contains($1) { $0.append($1) }
            }
            guard !policies.isEmpty else { return "" }
            return WrappedText.line(
                "warning: \(warning.words) (\(policies.joined(separator: ", "))). "
                    + warning.advice, indent: "")
        }.joined()
    }
}
