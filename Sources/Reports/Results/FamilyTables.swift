import DeviceModel
import Experiments
import Show
import Statistics
import Studies

/// The table of a scenario on several radios.
public enum FamilyTables {
    /// One policy on one radio.
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
                    comparisons.first {
                        $0.policy == policy.policy.name && $0.metric == metric
                    }
                }
                return Row(
                    radio: result.scenario.radio, isOwn: result.scenario.radio.name == own,
                    baseline: result.baseline.policy.name,
                    policy: policy, known: result.interval(of: metric, for: policy),
                    comparison: comparison(metric), metric: metric,
                    knownDrain: result.interval(of: .drain, for: policy),
                    drainComparison: comparison(.drain))
            }
        }
    }

    private static func daily(_ drain: Double?) -> Double? { drain.map { FamilyCost.hours * $0 } }

    private static func daily(_ known: MeanInterval?) -> ConfidenceInterval? {
        known?.shown.map {
            ConfidenceInterval(
                level: $0.level, low: FamilyCost.hours * $0.low, high: FamilyCost.hours * $0.high)
        }
    }

    static let family = Table<Row>(
        name: "family",
        columns: [
            .text("radio", "Radio name.", \.radio.name),
            .text("technology", "Technology of its network.", \.radio.technology.rawValue),
            .text(
                "because",
                "Distinction of the radio from its profile; otherwise its power after data."
            ) { $0.radio.reason },
            .text("policy", "Policy name.", \.policy.policy.name),
            .metric(meaning: "Compared metric; see replications.csv.", \.metric),
            .integer("replications", "Replications on this radio.", \.policy.replications.count),
            .number("mean", "Mean of the metric over the replications.") {
                $0.policy.summary(of: $0.metric).mean
            },
            .interval("ci", "the 95 % interval of the mean", \.known.shown),
            .number(
                "marginal_energy", "Energy due to the app: energy minus that without it, J."
            ) { $0.policy.summary(of: .marginalEnergy).mean },
            .text("baseline", "Policy that it is compared with.", \.baseline),
            .number(
                "difference", "Policy minus baseline, paired by replication.",
                \.comparison?.paired.difference),
            .interval(
                "difference_ci", "the 95 % interval of the difference", \.comparison?.known.shown),
            .text(
                "verdict", "Verdict on the difference on this radio.",
                \.comparison?.verdict.rawValue),
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
enum FamilyCost {
    case energy
    case drain

    init(of scenario: Scenario) {
        let quantities = scenario.answer?.figures.flatMap { $0.terms.map(\.quantity) } ?? []
        let isDrain =
            quantities.contains(.metric(.drain))
            || quantities.contains(.metric(.marginalDrain))
        self = isDrain ? .drain : .energy
    }

    /// Hours a day: drain is measured per hour.
    static let hours = 24.0

    /// The cost of the app; `nil` without an app.
    func app(_ policy: PolicyResult) -> Double? {
        switch self {
        case .energy: policy.summary(of: .marginalEnergy).mean
        case .drain: policy.summary(of: .marginalDrain).mean.map { Self.hours * $0 }
        }
    }

    func phone(_ policy: PolicyResult) -> Double? {
        switch self {
        case .energy: policy.summary(of: .energy).mean
        case .drain: policy.summary(of: .drain).mean.map { Self.hours * $0 }
        }
    }

    var unit: String {
        switch self {
        case .energy: "J"
        case .drain: "% a day"
        }
    }

    var inWhat: String {
        switch self {
        case .energy: ""
        case .drain: ", of the battery a day"
        }
    }

    func text(_ value: Double?, signed: Bool = false) -> String {
        guard let value else { return "" }
        return switch self {
        case .energy: ReadableNumber.text(value, decimals: 1, signed: signed)
        case .drain: ReadableNumber.text(value, significantDigits: 3, signed: signed)
        }
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
