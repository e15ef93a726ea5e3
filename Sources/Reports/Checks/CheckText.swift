import DeviceModel
import Experiments
import Show
import Studies

/// A check of a budget, as the terminal shows it.
extension BudgetCheck {
    /// - `inputs`: The input files, from which changes since an earlier check are reported.
    public func screen(inputs: [Manifest.File]? = nil) -> Screen {
        var screen = Screen(answer: verdict, table: .table(table), notes: notes + heading)
        if let comparison {
            let words = CheckComparisonText(
                comparison, budget: budget.name, inputs: inputs,
                horizon: "\(scenario.horizon.seconds)",
                outcomes.map { outcome in
                    let words = LimitWords(outcome)
                    return CheckComparisonText.Outcome(
                        limit: outcome.limit.name, radio: nil, allowed: words.allowed,
                        measured: words.measured, verdict: outcome.verdict, figure: words.figure)
                })
            screen.answer += " " + words.sentence
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
        TextTable(
            outcomes, tone: \.verdict.tone,
            [
                .left("limit", \.limit.name), .left("allowed") { LimitWords($0).allowed },
                .right("measured") { LimitWords($0).measured },
                .right("shown") { LimitWords($0).shown }, .left("outcome", \.verdict.rawValue),
            ])
    }

    private var notes: String {
        var lines = ""
        for outcome in outcomes where outcome.verdict == .undecided {
            lines += WrappedText.line(
                "\(outcome.limit.name) is undecided: \(LimitWords(outcome).advice).")
        }
        let least = budget.limits.map(\.confidence).min() ?? 0
        let error = NumberText.text(((1 - least) * 1e6).rounded() / 1e4)
        let passing =
            budget.undecidedPasses
            ? "; what is undecided passes, so a pass proves nothing of that"
            : ", and so is that of a false pass"
        lines += WrappedText.line(
            "The chance of any false alarm is at most \(error) %\(passing) "
                + "(docs/guide/checks.md).")
        return lines + ResultNotes(result: result).combination
    }

    private var verdict: String {
        LimitOutcome.Verdict.headline(outcomes.map(\.verdict), passes: passes)
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
