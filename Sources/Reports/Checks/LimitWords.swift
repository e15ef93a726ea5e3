import Experiments
import Show
import Studies

struct LimitWords {
    let outcome: LimitOutcome

    init(_ outcome: LimitOutcome) { self.outcome = outcome }

    private var limit: BudgetLimit { outcome.limit }

    /// `at most 2900 J`, `at least 0.95 - 0.01 times keep-alive-10`.
    var allowed: String {
        let sense = limit.sense.rawValue
        switch limit.quantity {
        case .mean: return "\(sense) \(withTolerance(limit.limit, unit: unit))"
        case .ratio(let other): return "\(sense) \(withTolerance(limit.limit)) times \(other)"
        case .difference(let other):
            let amount = withTolerance(limit.limit, unit: unit, signed: true)
            return "\(sense) \(amount) against \(other)"
        }
    }

    var measured: String { outcome.measured.map(figure) ?? "-" }

    /// The one-sided bound that decides; both bounds if undecided.
    var shown: String {
        guard let low = outcome.low, let high = outcome.high else { return "-" }
        let isUpper = (limit.sense == .atMost) == (outcome.verdict == .met)
        switch outcome.verdict {
        case .met, .exceeded: return isUpper ? "at most \(figure(high))" : "at least \(figure(low))"
        case .undecided: return "\(figure(low)) to \(figure(high))"
        }
    }

    var sentence: String {
        let confidence = NumberText.text(limit.confidence * 100)
        return "\(limit.policy), \(limit.metric.words): \(measured) over \(outcome.count) "
            + "replications, shown \(shown) (\(confidence) %); allowed is \(allowed). "
            + (outcome.verdict == .undecided ? "Undecided: \(advice)." : "\(verdict).")
    }

    private var verdict: String {
        switch outcome.verdict {
        case .met: "Met"
        case .exceeded: limit.sense == .atMost ? "Exceeded" : "Not reached"
        case .undecided: "Undecided"
        }
    }

    var advice: String {
        if outcome.count == 0 {
            return "no replication has a value, so that nothing was tried: choose a metric that "
                + "the policy has"
        }
        if outcome.count < 2 { return "one value has no bounds" }
        if let needed = outcome.needed {
            return "about \(needed) replications would decide, if mean and spread stay as they are"
        }
        if outcome.measured == nil { return "there is no ratio to a mean that is not above zero" }
        if limit.sense == .atMost && limit.edge <= 0 && outcome.measured == 0 {
            return "no number of replications shows that something never happens; give a tolerance"
        }
        return "the mean is too near the limit for any number of replications; give a tolerance"
    }

    private var unit: String { limit.metric.unitInWords }

    func figure(_ value: Double) -> String {
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
