extension BudgetCheck {
    /// - `inputs`: The input files, from which changes since an earlier check are reported.
    public func screen(inputs: [Manifest.File]? = nil) -> Screen {
        var screen = Screen(answer: verdict, table: .table(table), notes: notes + heading)
        if let comparison {
            let words = CheckComparisonText(
                comparison, budget: budget.name, inputs: inputs,
                horizon: "\(scenario.horizon.seconds)",
                outcomes.map { outcome in
                    CheckComparisonText.Outcome(
                        limit: outcome.limit.name, radio: nil, allowed: outcome.allowed,
                        measured: outcome.measuredText, verdict: outcome.verdict,
                        figure: outcome.figure)
                })
            screen.answer += " " + words.sentences
            screen.table = .table(words.table)
            screen.notes = notes + words.notes + heading
            screen.details = [.table(table)]
        }
        screen.title = "Battery budget \(budget.name)"
        return screen
    }

    private var scenario: Scenario { result.scenario }

    private var heading: String {
        """
        \(budget.name), on the scenario \(scenario.name)
        \(scenario.phoneName); \(scenario.horizon.seconds) a run; seed \(scenario.seed); \
        \(ResultNotes(result: result).replications)

        """
    }

    private var table: TextTable {
        outcomes.table([
            .left("limit", \.limit.name), .left("allowed", \.allowed),
            .right("measured", \.measuredText), .right("shown", \.shown),
            .left("outcome", \.verdict.rawValue),
        ]) { $0.verdict.tone }
    }

    private var notes: String {
        var lines = ""
        for outcome in outcomes where outcome.verdict == .undecided {
            lines += WrappedText.line("\(outcome.limit.name) is undecided: \(outcome.advice).")
        }
        let least = budget.limits.map(\.confidence).min() ?? 0
        let error = NumberText.text(((1 - least) * 1e6).rounded() / 1e4)
        let passing =
            budget.undecidedPasses
            ? "; what is undecided passes, so a pass proves nothing of that"
            : ", and so is that of a false pass"
        lines += WrappedText.line(
            "The chance of any false alarm is at most \(error) %\(passing) (docs/guide/checks.md).")
        return lines + ResultNotes(result: result).combination
    }

    private var verdict: String {
        LimitOutcome.Verdict.headline(outcomes.map(\.verdict), passes: passes)
    }

    public func junit(_ properties: [(name: String, value: String)]) -> JUnitReport {
        JUnitReport(
            name: budget.name, properties: properties,
            cases: outcomes.map { outcome in
                let mayPass = budget.undecidedPasses && outcome.count > 0
                return JUnitReport.Case(
                    name: outcome.limit.name,
                    outcome: outcome.verdict.junit(undecidedPasses: mayPass),
                    text: outcome.sentence)
            }
                + (comparison?.cases(
                    outcomes.map(\.limit.name), undecidedPasses: budget.undecidedPasses) ?? []))
    }

    /// The mean of each policy and metric with a limit, once each.
    public var benchmarks: BenchmarkEntries {
        var entries: [BenchmarkEntries.Entry] = []
        for outcome in outcomes {
            let (policy, metric) = (outcome.limit.policy, outcome.limit.metric)
            let isKnown = entries.contains { $0.name == "\(policy): \(metric.words)" }
            guard !isKnown,
                let summary = result.policies.first(where: { $0.policy.name == policy })?
                    .summary(of: metric), let mean = summary.mean
            else { continue }
            entries.append(
                BenchmarkEntries.Entry(
                    policy: policy, metric: metric, value: mean,
                    halfWidth: summary.interval?.halfWidth,
                    extra: "\(budget.name): \(outcome.allowed); "
                        + "\(outcome.verdict.rawValue); \(summary.count) replications"))
        }
        return BenchmarkEntries(entries)
    }
}

extension LimitOutcome {
    /// `at most 2900 J`, `at least 0.95 - 0.01 times keep-alive-10`.
    fileprivate var allowed: String {
        let sense = limit.sense.rawValue
        switch limit.quantity {
        case .mean: return "\(sense) \(withTolerance(limit.limit, unit: unit))"
        case .ratio(let other): return "\(sense) \(withTolerance(limit.limit)) times \(other)"
        case .difference(let other):
            let amount = withTolerance(limit.limit, unit: unit, signed: true)
            return "\(sense) \(amount) against \(other)"
        }
    }

    fileprivate var measuredText: String { measured.map(figure) ?? "-" }

    /// The one-sided bound that decides; both bounds if undecided.
    fileprivate var shown: String {
        guard let low, let high else { return "-" }
        let isUpper = (limit.sense == .atMost) == (verdict == .met)
        switch verdict {
        case .met, .exceeded: return isUpper ? "at most \(figure(high))" : "at least \(figure(low))"
        case .undecided: return "\(figure(low)) to \(figure(high))"
        }
    }

    fileprivate var sentence: String {
        let confidence = NumberText.text(limit.confidence * 100)
        let end =
            switch verdict {
            case .met: "Met"
            case .exceeded: limit.sense == .atMost ? "Exceeded" : "Not reached"
            case .undecided: "Undecided: \(advice)"
            }
        return "\(limit.policy), \(limit.metric.words): \(measuredText) over \(count) "
            + "replications, shown \(shown) (\(confidence) %); allowed is \(allowed). \(end)."
    }

    fileprivate var advice: String {
        if count == 0 {
            return "no replication has a value, so that nothing was tried: choose a metric that "
                + "the policy has"
        }
        if count < 2 { return "one value has no bounds" }
        if let needed {
            return "about \(needed) replications would decide, if mean and spread stay as they are"
        }
        if measured == nil { return "there is no ratio to a mean that is not above zero" }
        if limit.sense == .atMost && limit.edge <= 0 && measured == 0 {
            return "no number of replications shows that something never happens; give a tolerance"
        }
        return "the mean is too near the limit for any number of replications; give a tolerance"
    }

    private var unit: String { limit.metric.unitInWords }

    fileprivate func figure(_ value: Double) -> String {
        switch limit.quantity {
        case .mean: withUnit(ReadableNumber.text(value, significantDigits: 5))
        case .difference: withUnit(ReadableNumber.text(value, significantDigits: 5, signed: true))
        case .ratio: ReadableNumber.text(value, decimals: 4)
        }
    }

    private func withUnit(_ number: String) -> String {
        unit.isEmpty ? number : "\(number) \(unit)"
    }

    private func withTolerance(_ value: Double, unit: String = "", signed: Bool = false) -> String {
        var text = (signed && value >= 0 ? "+" : "") + NumberText.text(value)
        if limit.tolerance > 0 {
            text += limit.sense == .atMost ? " + " : " - "
            text += NumberText.text(limit.tolerance)
        }
        return unit.isEmpty ? text : "\(text) \(unit)"
    }
}

/// Verdicts on limits of scenarios and traces, as users see them.
extension LimitOutcome.Verdict {
    var tone: TextTable.Tone {
        switch self {
        case .met: .good
        case .exceeded: .bad
        case .undecided: .open
        }
    }

    func junit(undecidedPasses: Bool) -> JUnitReport.Outcome {
        switch self {
        case .met: .passed
        case .undecided where undecidedPasses: .skipped
        case .exceeded, .undecided: .failed(type: rawValue)
        }
    }

    /// `Passed: of 4 limits 3 met, 1 undecided.`
    static func headline(_ verdicts: [Self], passes: Bool) -> String {
        let counts = allCases.compactMap { verdict in
            let count = verdicts.count { $0 == verdict }
            return count > 0 ? "\(count) \(verdict.rawValue)" : nil
        }
        return "\(passes ? "Passed" : "Failed"): of \(verdicts.count) "
            + "\(verdicts.count == 1 ? "limit" : "limits") \(counts.joined(separator: ", "))."
    }
}
