public struct ComparisonText {
    private let result: ExperimentResult
    private let comparisons: [PolicyComparison]
    private let changes: String
    /// Whether all replications have the same energy; stored, as every table row asks.
    private let isExact: Bool

    public init(_ result: ExperimentResult, changes: String = "") {
        (self.result, self.changes) = (result, changes)
        isExact = result.policies.allSatisfy { $0.summary(of: .energy).standardDeviation == 0 }
        comparisons = result.comparisons(
            of: [result.leadingMetric, .drain, .energyPerSecondPlayed], hasRanks: false)
    }

    public var screen: Screen {
        let bought = metricTable("what it bought (mean a run, 95 %)") { $0.role == .service }
        let took = metricTable("what it took (mean a run, 95 %)") { $0.role == .means }
        let events = result.eventWords + result.durationWords
        let boughtParts = bought.map { [Screen.Part.table($0, below: events)] } ?? []
        return Screen(
            answer: answer, table: .table(leadingTable, below: leadingNotes), notes: notes,
            details: [.words(answers == answer ? "" : answers), .table(energyTable)]
                + (differencePart.map { [$0] } ?? [])
                + (AppCosts(result).map { [$0.part] } ?? []) + boughtParts
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
        let first = costs + others.prefix(2).map(\.text).joined()
        return others.count > 2 ? first.dropLast(2) + Screen.othersBelow + ".\n" : first
    }

    /// Share of the battery that each policy's app takes, unless the run ends with the battery.
    private var costs: String {
        let words = result.policies.compactMap { policy in
            let known = result.interval(of: .marginalDrain, for: policy)
            return policy.summary(of: .marginalDrain).mean.map {
                estimate(FamilyCost.hours * $0, within: FamilyTables.daily(known))
            }.map { "\(policy.policy.name) \($0)" }
        }
        if words.isEmpty || result.leadingMetric == .timeToEmpty { return "" }
        return "Due to the app, % of the battery a day: \(words.joined(separator: ", ")).\n"
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

    private var leadingTable: TextTable {
        let metric = result.leadingMetric
        let lasts = metric == .timeToEmpty
        let baseline = result.baseline.policy.name
        func comparison(_ policy: PolicyResult) -> PolicyComparison? {
            comparisons.first { $0.policy == policy.policy.name && $0.metric == metric }
        }
        return TextTable(
            result.policies, tone: { comparison($0)?.tone },
            [
                .left("policy", \.policy.name),
                .right("\(metric.words)\(metric.unitInBrackets)") {
                    within(known($0, metric), $0.summary(of: metric))
                },
                .right(lasts ? "energy [J]" : "due to the app [J]") {
                    mean($0.summary(of: lasts ? .energy : .marginalEnergy))
                },
            ] + (lasts ? [] : [battery]) + [
                .right("against \(baseline)\(metric.unitInBrackets)") {
                    comparison($0).map(difference)
                },
                .left("verdict") {
                    comparison($0)?.longVerdictText
                        ?? ($0.policy.name == baseline ? "baseline" : nil)
                },
            ])
    }

    private var battery: TextColumn<PolicyResult> {
        .right("battery [h]") { mean($0.summary(of: .hoursToEmpty), decimals: 1) }
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
        return comparisons.warnings(without: isExact ? [.tooFewReplications] : [])
    }

    private var energyTable: TextTable {
        if result.leadingMetric == .timeToEmpty { return batteryTable }
        return result.policies.table([
            .left("policy", \.policy.name), energy,
            .right("95 % interval") { interval(known($0, .energy)) },
            .right("due to the app [J]") { mean($0.summary(of: .marginalEnergy)) },
            .right("of it radio [J]") { mean($0.summary(of: .marginalRadioEnergy)) },
            .right("booked to it [J]") { $0.bookedEnergy.map { figure($0) } },
            .right("%/h") { mean($0.summary(of: .drain), decimals: 3) }, battery,
        ])
    }

    private var energy: TextColumn<PolicyResult> {
        .right("energy [J]") { mean($0.summary(of: .energy)) }
    }

    /// For runs that end with an empty battery: all policies have drawn the same energy by then.
    private var batteryTable: TextTable {
        result.policies.table([
            .left("policy", \.policy.name),
            .right("time to empty [h]") { mean($0.summary(of: .timeToEmpty)) },
            .right("95 % interval") { interval(known($0, .timeToEmpty)) }, energy,
            .right("booked to the app [J]") { $0.bookedEnergy.map { figure($0) } },
        ])
    }

    private var differencePart: Screen.Part? {
        let metric = result.leadingMetric
        let comparisons = comparisons.filter { $0.metric == metric }
        guard !comparisons.isEmpty else { return nil }
        return .table(
            comparisons.table([
                .left("against \(result.baseline.policy.name)", \.policy),
                .right("difference\(metric.unitInBrackets)") {
                    $0.paired.difference.map { figure($0, signed: true) }
                },
                .right("95 % interval") { interval($0.known, signed: true) },
                .right("ratio", \.ratioText),
                .right("95 % interval") { interval($0.ratioInterval, decimals: 3) },
                .left("verdict", \.longVerdictText),
            ]) { $0.tone })
    }

    /// One row for each included metric, one column for each policy; `nil` without metrics.
    private func metricTable(_ title: String, where include: (Metric) -> Bool) -> TextTable? {
        result.table(title, of: result.metrics.filter { include($0) && !isIdle($0) })
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
        IntervalText.cell(interval) { ReadableNumber.text($0, decimals: decimals, signed: signed) }
    }
}

extension ExperimentResult {
    /// One row for each metric, one column for each policy; `nil` without metrics.
    func table(_ title: String, of metrics: [Metric]) -> TextTable? {
        metrics.isEmpty
            ? nil
            : TextTable(
                metrics,
                [.left(title) { $0.words + $0.unitInBrackets }]
                    + policies.map { policy in
                        .right(policy.policy.name) { metric in
                            interval(of: metric, for: policy).text(
                                of: policy.summary(of: metric).mean, metric)
                        }
                    })
    }
}

extension PolicyComparison {
    var ratioText: String? { paired.ratio.map { ReadableNumber.text($0, decimals: 3) } }

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

extension [PolicyComparison] {
    /// One sentence per kind of warning, with the policies concerned.
    fileprivate func warnings(without hidden: [ComparisonWarning]) -> String {
        ComparisonWarning.allCases.filter { !hidden.contains($0) }.map { warning in
            let policies = flatMap { $0.policies(of: warning) }.firstOfEach
            guard !policies.isEmpty else { return "" }
            return WrappedText.line(
                "warning: \(warning.words) (\(policies.joined(separator: ", "))). "
                    + warning.advice)
        }.joined()
    }
}
