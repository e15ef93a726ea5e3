import DeviceModel
import Experiments
import Quantities
import Statistics

/// The answer to a scenario's question, as the terminal shows it: in words, then in figures.
public struct ComparisonText {
    private let result: ExperimentResult

    public init(_ result: ExperimentResult) { self.result = result }

    public var text: String {
        [
            heading, answers, energyTable, differenceTable,
            metricTable("what it bought (mean a run, 95 %)") { $0.role == .service },
            metricTable("what it took (mean a run, 95 %)") { $0.role == .means }, footnotes,
        ]
        .filter { !$0.isEmpty }
        .joined(separator: "\n")
    }

    private var scenario: Scenario { result.scenario }

    private var heading: String {
        """
        \(TextTable.printable(scenario.question))
        \(scenario.device.name), \(scenario.radio.name), \(scenario.system.name); \
        \(scenario.horizon.seconds) a run; seed \(scenario.seed); \
        \(result.replicationCount) replications

        """
    }

    private var answers: String {
        let comparisons = result.comparisons()
        return result.policies.compactMap { policy in
            AnswerText(comparisons.filter { $0.policy == policy.policy.name })?.text
        }.joined()
    }

    // MARK: In figures

    private var energyTable: String {
        var table = TextTable(columns: [
            .init("policy"), .init("energy [J]", .right), .init("95 % interval", .right),
            .init("due to the app [J]", .right), .init("of it radio [J]", .right),
            .init("booked to it [J]", .right),
            .init("%/h", .right), .init("battery [h]", .right),
        ])
        for policy in result.policies {
            let energy = policy.summary(of: .energy)
            table.add([
                policy.policy.name, mean(energy), interval(energy.interval),
                mean(policy.summary(of: .marginalEnergy)),
                mean(policy.summary(of: .marginalRadioEnergy)),
                policy.bookedEnergy.map { figure($0) } ?? "",
                mean(policy.summary(of: .drain), decimals: 3),
                mean(policy.summary(of: .hoursToEmpty), decimals: 1),
            ])
        }
        return table.text
    }

    private var differenceTable: String {
        let comparisons = result.comparisons().filter { $0.metric == .energy }
        guard !comparisons.isEmpty else { return "" }
        var table = TextTable(columns: [
            .init("against \(result.baseline.policy.name)"), .init("difference [J]", .right),
            .init("95 % interval", .right), .init("ratio", .right),
            .init("95 % interval", .right), .init("verdict"),
        ])
        for comparison in comparisons {
            let paired = comparison.paired
            table.add([
                comparison.policy, paired.difference.map { figure($0, signed: true) } ?? "",
                interval(paired.interval, signed: true),
                paired.ratio.map { ReadableNumber.text($0, decimals: 3) } ?? "",
                interval(paired.ratioInterval, decimals: 3), comparison.verdict.rawValue,
            ])
        }
        return table.text
    }

    /// A row for each of some metrics, a column for each policy.
    private func metricTable(_ title: String, where include: (Metric) -> Bool) -> String {
        let metrics = result.metrics.filter(include)
        guard !metrics.isEmpty else { return "" }
        var table = TextTable(
            columns: [.init(title)]
                + result.policies.map { .init($0.policy.name, .right) })
        for metric in metrics {
            table.add(
                [metric.words + metric.unitInBrackets]
                    + result.policies.map { meanWithin($0.summary(of: metric)) })
        }
        return table.text
    }

    private var footnotes: String {
        var notes = ""
        let plan = scenario.replications
        switch result.end {
        case .precise: break
        case .atMost:
            notes +=
                "Precision not reached: after \(result.replicationCount) replications the mean "
                + "of \(plan.metric.columnName) is not known to \(plan.relativeHalfWidth) for "
                + "every policy.\n"
        case .interrupted:
            notes +=
                "Interrupted: these are the \(result.replicationCount) replications that were "
                + "done.\n"
        }
        if result.policies.allSatisfy({ $0.summary(of: .energy).standardDeviation == 0 }) {
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
        if !scenario.device.radios.contains(scenario.radio.name) {
            notes +=
                "\(scenario.device.name) does not list \(scenario.radio.name) among its "
                + "radios: a combination that nobody measured.\n"
        }
        return notes
    }

    private func figure(_ value: Double, signed: Bool = false) -> String {
        ReadableNumber.text(value, decimals: 1, signed: signed)
    }

    private func mean(_ summary: Summary, decimals: Int = 1) -> String {
        summary.mean.map { ReadableNumber.text($0, decimals: decimals) } ?? ""
    }

    /// The mean and half the width of its interval, to as many digits as that width allows; a dash
    /// where the policy does not have the metric.
    private func meanWithin(_ summary: Summary) -> String {
        guard let mean = summary.mean else { return "-" }
        guard let width = summary.interval?.halfWidth, width > 0 else {
            return ReadableNumber.text(mean, significantDigits: 4)
        }
        var decimals = 0
        var scaled = width
        while scaled < 10 && decimals < 6 {
            scaled *= 10
            decimals += 1
        }
        return ReadableNumber.text(mean, decimals: decimals) + " ± "
            + ReadableNumber.text(width, decimals: decimals)
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
