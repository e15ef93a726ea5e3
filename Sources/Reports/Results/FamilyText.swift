import DeviceModel
import Experiments
import Quantities
import Studies

/// The answer to a scenario's question on several radios, as the terminal shows it: what each of
/// them says, how far they are apart, and why.
public struct FamilyText {
    private let results: [ExperimentResult]
    private let asked: String
    private let changes: String

    /// - Parameters:
    ///   - results: of the same scenario, each with a radio of its own; at least one.
    ///   - asked: the radios as the user named them.
    ///   - changes: in what the scenario is another than its file, in whole lines.
    public init(_ results: [ExperimentResult], asked: String, changes: String = "") {
        // From the radio on which the most is due to the app to that with the least.
        self.results = results.enumerated().sorted {
            let (left, right) = (Self.greatest($0.element), Self.greatest($1.element))
            return left == right ? $0.offset < $1.offset : left > right
        }.map(\.element)
        self.asked = asked
        self.changes = changes
    }

    /// What each policy costs from the cheapest to the dearest radio, then radio by radio.
    public var screen: Screen {
        Screen(
            answer: answer, table: .table(costTable),
            notes: changes + conditions + notes,
            details: (differenceTable.map { [.table($0)] } ?? []) + [.words(reasons)])
    }

    /// One sentence: how far apart the radios are for the policies that the app's cost is due to.
    private var answer: String {
        let spreads = results[0].policies.enumerated().compactMap { index, policy -> String? in
            let costs = results.compactMap { result in
                Self.cost(result.policies[index]).map { ($0, result.scenario.radio.name) }
            }.sorted { $0.0 < $1.0 }
            guard let least = costs.first, let most = costs.last, costs.count > 1 else {
                return nil
            }
            return "\(policy.policy.name) \(figure(least.0)) J on \(least.1) to "
                + "\(figure(most.0)) J on \(most.1)"
        }
        if spreads.isEmpty { return "No policy has a cost on two of the radios." }
        let shown = spreads.prefix(2).joined(separator: "; ")
        let more = spreads.count > 2 ? "; the other policies are below" : ""
        return "The radio decides what is due to the app: \(shown)\(more)."
    }

    private var scenario: Scenario { results[0].scenario }

    private static func cost(_ policy: PolicyResult) -> Double? {
        policy.summary(of: .marginalEnergy).mean
    }

    private static func greatest(_ result: ExperimentResult) -> Double {
        result.policies.compactMap(cost).max() ?? 0
    }

    private var conditions: String {
        let seed = "\(scenario.horizon.seconds) a run; seed \(scenario.seed)"
        let radios = "\(results.count) radios (\(PrintableText.line(asked))) in the same worlds"
        return WrappedText.line("Asked: \(scenario.question)") + "\(radios); \(seed)\n"
    }

    // MARK: What each radio says

    private var costTable: TextTable {
        let policies = scenario.policies.map(\.name)
        var table = TextTable(
            columns: [.init("due to the app [J]")] + policies.map { .init($0, .right) }
                + [.init("phone without it", .right)])
        for result in results {
            table.add(
                [result.scenario.radio.name] + result.policies.map { figure(Self.cost($0)) }
                    + [figure(Self.withoutApp(result))])
        }
        table.add(["greatest / least"] + policies.indices.map(spread) + [""])
        return table
    }

    /// What the phone draws without the app: what differs there is the radio at rest, and other
    /// apps' traffic on it.
    private static func withoutApp(_ result: ExperimentResult) -> Double? {
        guard let policy = result.policies.first(where: { cost($0) != nil }) else { return nil }
        guard let cost = cost(policy), let energy = policy.summary(of: .energy).mean else {
            return nil
        }
        return energy - cost
    }

    /// How many times as much a policy costs on the dearest radio as on the cheapest.
    private func spread(_ policy: Int) -> String {
        let costs = results.compactMap { Self.cost($0.policies[policy]) }
        guard let least = costs.min(), let most = costs.max(), least > 0 else { return "" }
        return ReadableNumber.text(most / least, decimals: 1)
    }

    // MARK: How far apart they are

    private var differenceTable: TextTable? {
        let metric = results[0].leadingMetric
        let baseline = results[0].baseline.policy.name
        let found = results.map { result in
            (result.scenario.radio.name, result.comparisons(of: [metric], hasRanks: false))
        }
        var table = TextTable(columns: [
            .init("against \(baseline)"), .init("least\(metric.unitInBrackets)", .right),
            .init("on"), .init("greatest", .right), .init("on"), .init("verdicts"),
        ])
        var isEmpty = true
        for policy in scenario.policies.map(\.name) where policy != baseline {
            let all = found.compactMap { radio, comparisons in
                comparisons.first { $0.policy == policy }.map { (radio, $0) }
            }
            let sorted = all.compactMap { radio, comparison in
                comparison.paired.difference.map { (radio, $0) }
            }.sorted { $0.1 < $1.1 }
            guard let least = sorted.first, let most = sorted.last else { continue }
            isEmpty = false
            table.add([
                policy, figure(least.1, signed: true), least.0, figure(most.1, signed: true),
                most.0, verdicts(all.map(\.1)),
            ])
        }
        return isEmpty ? nil : table
    }

    /// `lower on all`, or `lower on 2, no difference shown on 1`.
    private func verdicts(_ comparisons: [PolicyComparison]) -> String {
        var words: [String] = []
        for comparison in comparisons where !words.contains(comparison.verdict.rawValue) {
            words.append(comparison.verdict.rawValue)
        }
        return words.map { word in
            let count = comparisons.count { $0.verdict.rawValue == word }
            return "\(word) on \(count == comparisons.count ? "all" : "\(count)")"
        }.joined(separator: ", ")
    }

    // MARK: Why

    private var reasons: String {
        var lines = "From the dearest to the cheapest:\n"
        for result in results {
            let radio = result.scenario.radio
            let why = radio.membership?.because ?? "its profile does not say what sets it apart"
            lines += PrintableText.line("  \(radio.name): \(why)") + "\n"
        }
        return lines
    }

    private var notes: String {
        ResultNotes.combination(of: scenario.device, results.map(\.scenario.radio.name))
    }

    private func figure(_ value: Double?, signed: Bool = false) -> String {
        value.map { ReadableNumber.text($0, decimals: 1, signed: signed) } ?? ""
    }
}
