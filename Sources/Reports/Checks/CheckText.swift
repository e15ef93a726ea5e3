import DeviceModel
import Experiments
import Show
import Studies

/// A check of a budget, as the terminal shows it.
public struct CheckText {
    private let check: BudgetCheck

    /// The input files, from which changes since an earlier check are reported.
    private let inputs: [Manifest.File]?

    public init(_ check: BudgetCheck, inputs: [Manifest.File]? = nil) {
        (self.check, self.inputs) = (check, inputs)
    }

    private var outcomes: [CheckComparisonText.Outcome] {
        check.outcomes.map { outcome in
            let words = LimitWords(outcome)
            return CheckComparisonText.Outcome(
                limit: outcome.limit.name, radio: nil, allowed: words.allowed,
                measured: words.measured, verdict: outcome.verdict, figure: words.figure)
        }
    }

    private func words(_ comparison: CheckComparison) -> CheckComparisonText {
        CheckComparisonText(
            comparison, budget: check.budget.name, inputs: inputs,
            horizon: "\(scenario.horizon.seconds)", outcomes)
    }

    public var screen: Screen {
        var screen = Screen(answer: verdict, table: .table(table), notes: notes + heading)
        if let comparison = check.comparison {
            let words = words(comparison)
            screen.answer += " " + words.sentence
            screen.table = .table(words.table)
            screen.notes = notes + words.notes + heading
            screen.details = [.table(table)]
        }
        screen.title = "Battery budget \(check.budget.name)"
        return screen
    }

    private var scenario: Scenario { check.result.scenario }

    private var heading: String {
        """
        \(check.budget.name), on the scenario \(scenario.name)
        \(scenario.phoneName); \(scenario.horizon.seconds) a run; seed \(scenario.seed); \
        \(ResultNotes(result: check.result).replications)

        """
    }

    private var table: TextTable {
        var table = TextTable(columns: [
            .init("limit"), .init("allowed"), .init("measured", .right), .init("shown", .right),
            .init("outcome"),
        ])
        for outcome in check.outcomes {
            let words = LimitWords(outcome)
            table.add(
                [
                    outcome.limit.name, words.allowed, words.measured, words.shown,
                    outcome.verdict.rawValue,
                ], tone: outcome.verdict.tone)
        }
        return table
    }

    private var notes: String {
        var lines = ""
        for outcome in check.outcomes where outcome.verdict == .undecided {
            lines += WrappedText.line(
                "\(outcome.limit.name) is undecided: \(LimitWords(outcome).advice).", indent: "")
        }
        let least = check.budget.limits.map(\.confidence).min() ?? 0
        let error = NumberText.text(((1 - least) * 1e6).rounded() / 1e4)
        let passing =
            check.budget.undecidedPasses
            ? "; what is undecided passes, so a pass proves nothing of that"
            : ", and so is that of a false pass"
        lines += WrappedText.line(
            "The chance of any false alarm is at most \(error) %\(passing) "
                + "(docs/guide/checks.md).", indent: "")
        return lines + ResultNotes(result: check.result).combination
    }

    private var verdict: String {
        LimitOutcome.Verdict.headline(check.outcomes.map(\.verdict), passes: check.passes)
    }
}

extension BudgetCheck {
    /// One JUnit case for each limit.
    public func junit(_ properties: [(name: String, value: String)]) -> JUnitReport {
        JUnitReport(
            name: budget.name, properties: properties,
            cases: outcomes.map { outcome in
                let mayPass = budget.undecidedPasses && outcome.count > 0
                return JUnitReport.Case(
                    name: outcome.limit.name,
                    outcome: outcome.verdict.junit(undecidedPasses: mayPass),
                    text: LimitWords(outcome).sentence)
            })
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
                    extra: "\(budget.name): \(LimitWords(outcome).allowed); "
                        + "\(outcome.verdict.rawValue); \(summary.count) replications"))
        }
        return BenchmarkEntries(entries)
    }
}
