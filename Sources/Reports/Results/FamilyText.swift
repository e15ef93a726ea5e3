/// The results of a scenario on several radios, with common random numbers.
///
/// The answer and the first table use the battery's percentage if the scenario's own answer does.
public struct FamilyReport {
    /// One result for each radio, in the order in which they were asked for.
    let results: [ExperimentResult]
    /// The radio with the largest cost of the app first.
    private let sorted: [ExperimentResult]
    private let asked: String
    let own: String?
    private let changes: String

    /// - `results`: At least one, each with a different radio.
    /// - `own`: The scenario's own radio, if it is one of them.
    public init(
        _ results: [ExperimentResult], asked: String, own: String? = nil, changes: String = ""
    ) {
        sorted = results.sorted { Self.greatest($0) > Self.greatest($1) }
        (self.results, self.asked, self.own, self.changes) = (results, asked, own, changes)
    }

    public var screen: Screen {
        Screen(
            answer: answer, table: .table(costTable(of: leading)),
            notes: changes + conditions + ownNote + idle + notes, details: details)
    }

    /// For a page, which states the conditions itself.
    var page: Screen {
        Screen(
            answer: answer, table: .table(costTable(of: leading)), notes: ownNote + idle,
            details: details)
    }

    private var details: [Screen.Part] {
        let other: [Screen.Part] = !leading.isDrain ? [] : [.table(costTable(of: .energy))]
        return other + (differenceTable.map { [.table($0)] } ?? []) + [.words(reasons)]
    }

    var scenario: Scenario { sorted[0].scenario }
    private var leading: FamilyCost { .leading(in: scenario) }

    /// How much the radios differ, for each policy with a cost of the app.
    private var answer: String {
        let spreads = scenario.policies.indices.compactMap { index -> String? in
            let costs = sorted.compactMap { result in
                leading.app(result.policies[index]).map { ($0, result) }
            }.sorted { $0.0 < $1.0 }
            guard let least = costs.first, let most = costs.last, costs.count > 1 else {
                return nil
            }
            let ends = [least, most].map { cost, result in
                amount(cost, result.policies[index]) + " on \(result.scenario.radio.name)"
            }
            return "\(scenario.policies[index].name) \(ends[0]) to \(ends[1])"
        }
        if spreads.isEmpty { return "No policy has a cost on two of the radios." }
        let shown = spreads.prefix(2).joined(separator: "; ")
        let more = spreads.count > 2 ? Screen.othersBelow : ""
        return "The radio decides what is due to the app\(leading.inWhat): \(shown)\(more)."
    }

    /// `687.3 J`, or `1.07 % (687.3 J)`.
    private func amount(_ cost: Double, _ policy: PolicyResult) -> String {
        let energy = FamilyCost.energy
        return leading.isDrain
            ? "\(leading.text(cost)) % (\(energy.text(energy.app(policy))) J)"
            : "\(leading.text(cost)) J"
    }

    private static func greatest(_ result: ExperimentResult) -> Double {
        result.policies.compactMap(FamilyCost.energy.app).max() ?? 0
    }

    private var conditions: String {
        let seed = "\(scenario.horizon.seconds) a run; seed \(scenario.seed)"
        let radios = "\(sorted.count) radios (\(PrintableText.line(asked))) in the same worlds"
        return WrappedText.line("Asked: \(scenario.question)") + "\(radios); \(seed)\n"
    }

    private func costTable(of cost: FamilyCost) -> TextTable {
        let policies = scenario.policies.map(\.name)
        var table = TextTable(
            columns: [.init("due to the app [\(cost.unit)]")]
                + policies.map { .init($0, .right) } + [.init("phone without it", .right)])
        for result in sorted {
            table.add(
                [marked(result)] + result.policies.map { cost.text(cost.app($0)) }
                    + [cost.text(withoutApp(result, cost))])
        }
        table.keepsNames = true
        table.add(["greatest / least"] + policies.indices.map { spread($0, cost) } + [""])
        return table
    }

    private func marked(_ result: ExperimentResult) -> String {
        let name = result.scenario.radio.name
        return name == own ? "\(name) (own)" : name
    }

    private var ownNote: String {
        own.map { PrintableText.line("(own): the scenario's radio is \($0).") + "\n" } ?? ""
    }

    /// The rest of the phone: differs by the idle radio and the traffic of other apps.
    private func withoutApp(_ result: ExperimentResult, _ cost: FamilyCost) -> Double? {
        guard let policy = result.policies.first(where: { cost.app($0) != nil }),
            let app = cost.app(policy), let phone = cost.phone(policy)
        else { return nil }
        return phone - app
    }

    private func spread(_ policy: Int, _ cost: FamilyCost) -> String {
        let costs = sorted.compactMap { cost.app($0.policies[policy]) }
        guard let least = costs.min(), let most = costs.max(), least > 0 else { return "" }
        return ReadableNumber.text(most / least, decimals: 1)
    }

    /// In the leading metric, or in battery drain.
    private var differenceTable: TextTable? {
        let inDrain = leading.isDrain && sorted[0].leadingMetric == .energy
        let metric = inDrain ? Metric.drain : sorted[0].leadingMetric
        let factor = inDrain ? FamilyCost.hours : 1
        let unit = inDrain ? " [\(leading.unit)]" : metric.unitInBrackets
        let baseline = sorted[0].baseline.policy.name
        let found = sorted.map { result in
            (result.scenario.radio.name, result.comparisons(of: [metric], hasRanks: false))
        }
        func figure(_ value: Double) -> String {
            inDrain
                ? leading.text(factor * value, signed: true)
                : FamilyCost.energy.text(value, signed: true)
        }
        typealias Spread = (
            policy: String, least: (String, Double), most: (String, Double), verdicts: String
        )
        let spreads = scenario.policies.map(\.name).compactMap { policy -> Spread? in
            let all = found.compactMap { radio, comparisons in
                comparisons.first { $0.policy == policy }.map { (radio, $0) }
            }
            let sorted = all.compactMap { radio, comparison in
                comparison.paired.difference.map { (radio, $0) }
            }.sorted { $0.1 < $1.1 }
            guard policy != baseline, let least = sorted.first, let most = sorted.last else {
                return nil
            }
            return (policy, least, most, verdicts(all.map(\.1)))
        }
        if spreads.isEmpty { return nil }
        return spreads.table([
            .left("against \(baseline)", \.policy),
            .right("least\(unit)") { figure($0.least.1) }, .left("on", \.least.0),
            .right("greatest") { figure($0.most.1) }, .left("on", \.most.0),
            .left("verdicts", \.verdicts),
        ])
    }

    /// Such as `lower on 2, no difference shown on 1`.
    private func verdicts(_ comparisons: [PolicyComparison]) -> String {
        comparisons.map(\.verdict.rawValue).firstOfEach.map { word in
            let count = comparisons.count { $0.verdict.rawValue == word }
            return "\(word) on \(count == comparisons.count ? "all" : "\(count)")"
        }.joined(separator: ", ")
    }

    private var reasons: String {
        var lines = "From the dearest to the cheapest:\n"
        for result in sorted {
            let why = result.scenario.radio.reason
            lines += PrintableText.line("  \(marked(result)): \(why)") + "\n"
        }
        return lines
    }

    private var idle: String { sorted.map { ResultNotes(result: $0).idle }.firstOfEach.joined() }

    private var notes: String {
        ResultNotes.combination(of: scenario.device, sorted.map(\.scenario.radio.name))
    }
}

public enum FamilyTables {
    public struct Row: Sendable {
        let radio: RadioProfile
        let isOwn: Bool
        let baseline: String
        let policy: PolicyResult
        let known: MeanInterval
        let comparison: PolicyComparison?
        let metric: Metric
        let knownDrain: MeanInterval
        let drainComparison: PolicyComparison?
    }

    static func rows(_ results: [ExperimentResult], own: String?) -> [Row] {
        results.flatMap { result in
            let metric = result.leadingMetric
            let comparisons = result.comparisons(of: [metric, .drain], hasRanks: false)
            return result.policies.map { policy in
                func comparison(_ metric: Metric) -> PolicyComparison? {
                    comparisons.first { $0.policy == policy.policy.name && $0.metric == metric }
                }
                return Row(
                    radio: result.scenario.radio, isOwn: result.scenario.radio.name == own,
                    baseline: result.baseline.policy.name, policy: policy,
                    known: result.interval(of: metric, for: policy), comparison: comparison(metric),
                    metric: metric, knownDrain: result.interval(of: .drain, for: policy),
                    drainComparison: comparison(.drain))
            }
        }
    }

    private static func daily(_ drain: Double?) -> Double? { drain.map { FamilyCost.hours * $0 } }

    static func daily(_ known: MeanInterval?) -> ConfidenceInterval? {
        known?.shown?.times(FamilyCost.hours)
    }

    static let family = Table<Row>("family").with(columns: [
        .text("radio", "Radio name.", \.radio.name),
        .text("technology", "Technology of its network.", \.radio.technology.rawValue),
        .text(
            "because", "Distinction of the radio from its profile; otherwise its power after data."
        ) { $0.radio.reason },
        .text("policy", "Policy name.", \.policy.policy.name),
        .metric(meaning: "Compared metric; see replications.csv.", \.metric),
        .integer("replications", "Replications on this radio.", \.policy.replications.count),
        .number("mean", "Mean of the metric over the replications.") {
            $0.policy.summary(of: $0.metric).mean
        },
        .interval("ci", "the 95 % interval of the mean", \.known.shown),
        .number(
            "marginal_energy", "Energy with the app minus energy without it, J."
        ) { $0.policy.summary(of: .marginalEnergy).mean },
        .text("baseline", "Policy that it is compared with.", \.baseline),
        .number(
            "difference", "Policy minus baseline, paired by replication.",
            \.comparison?.paired.difference),
        .interval(
            "difference_ci", "the 95 % interval of the difference", \.comparison?.known.shown),
        .text(
            "verdict", "Verdict on the difference on this radio.", \.comparison?.verdict.rawValue),
        .truth("own", "Whether it is the scenario's own radio: yes or no.", \.isOwn),
        .number("drain_per_day", "Drain of the whole phone, % of the battery a day; mean.") {
            daily($0.policy.summary(of: .drain).mean)
        },
        .interval("drain_per_day_ci", "the 95 % interval of the drain") {
            daily($0.knownDrain)
        },
        .number(
            "marginal_drain_per_day", "Drain due to the app, % of the battery a day; mean."
        ) { daily($0.policy.summary(of: .marginalDrain).mean) },
        .number(
            "drain_difference_per_day",
            "The policy's drain minus the baseline's, % a day, paired by replication."
        ) { daily($0.drainComparison?.paired.difference) },
        .interval("drain_difference_per_day_ci", "the 95 % interval of the difference") {
            daily($0.drainComparison?.known)
        },
    ])
}

/// The unit in which the cost of an app on several radios is given.
struct FamilyCost {
    let unit: String
    let inWhat: String
    let marginal: Metric
    private let whole: Metric
    let factor: Double

    static let energy = FamilyCost(
        unit: "J", inWhat: "", marginal: .marginalEnergy, whole: .energy, factor: 1)
    static let drain = FamilyCost(
        unit: "% a day", inWhat: ", of the battery a day", marginal: .marginalDrain, whole: .drain,
        factor: hours)

    static func leading(in scenario: Scenario) -> FamilyCost {
        let quantities = scenario.answer?.figures.flatMap { $0.terms.map(\.quantity) } ?? []
        let shares: [Metric] = [.drain, .marginalDrain, .energy, .marginalEnergy]
        return shares.contains { quantities.contains(.metric($0)) } ? drain : energy
    }

    var isDrain: Bool { whole == .drain }

    /// Hours a day: drain is measured per hour.
    static let hours = 24.0

    /// An energy in a time as % of the battery a day.
    static func day(_ joules: Double, of battery: Battery, in seconds: Double) -> String {
        let share = joules * 1000 / battery.energy.magnitude
        return seconds > 0 ? drain.text(100 * share * hours * 3600 / seconds) : ""
    }

    /// The cost of the app; `nil` without an app.
    func app(_ policy: PolicyResult) -> Double? {
        policy.summary(of: marginal).mean.map { factor * $0 }
    }

    func phone(_ policy: PolicyResult) -> Double? {
        policy.summary(of: whole).mean.map { factor * $0 }
    }

    func text(_ value: Double?, signed: Bool = false) -> String {
        guard let value else { return "" }
        return isDrain
            ? ReadableNumber.text(value, significantDigits: 3, signed: signed)
            : ReadableNumber.text(value, decimals: 1, signed: signed)
    }
}

extension Scenario {
    /// A run's energy as % of the battery a day.
    func daily(_ joules: Double?) -> String? {
        joules.map { FamilyCost.day($0, of: device.battery, in: horizon.seconds.magnitude) }
    }
}

extension RadioProfile {
    /// Why the radio costs what it does, in half a sentence: the reason in its profile, or the
    /// powers and timers of its states after data.
    var reason: String {
        if let membership { return membership.because }
        let stays = states.reversed().compactMap { state in
            state.demotion.map { demotion in
                "\(state.name) at \(power(of: state)) for \(demotion.after.seconds)"
            }
        }
        if stays.isEmpty { return "no timer ends any of its states" }
        return "after data " + stays.joined(separator: ", ")
    }

    private func power(of state: RadioState) -> String {
        switch state.draw {
        case .constant(let power):
            Self.text(power.magnitude)
                + (state.reception == nil ? "" : ", asleep between on-durations,")
        case .cycle(let cycle):
            Self.text(
                cycle.offPower.magnitude
                    + (cycle.onPower.magnitude - cycle.offPower.magnitude)
                    * Double(cycle.on.nanoseconds) / Double(cycle.period.nanoseconds)
                    + cycle.transition.magnitude * 1e9 / Double(cycle.period.nanoseconds))
        }
    }

    private static func text(_ milliwatts: Double) -> String {
        ReadableNumber.text(milliwatts, significantDigits: 3) + " mW"
    }
}
