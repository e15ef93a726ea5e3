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

    public static func family(_ rows: [Row]) -> Table<Row> {
        Table(
            name: "family",
            columns: [
                .text("radio", "Radio name.") { $0.radio.name },
                .text("technology", "Technology of its network.") {
                    $0.radio.technology.rawValue
                },
                .text(
                    "because",
                    "Distinction of the radio from its profile; otherwise its power after data."
                ) { RadioReason($0.radio).text },
                .text("policy", "Policy name.") { $0.policy.policy.name },
                .text("metric", "Compared metric; see replications.csv.") {
                    $0.metric.columnName
                },
                .text("unit", "Unit of the metric; empty for a count.") { $0.metric.unitText },
                .integer("replications", "Replications on this radio.") {
                    $0.policy.replications.count
                },
                .number("mean", "Mean of the metric over the replications.") {
                    $0.policy.summary(of: $0.metric).mean
                },
                .number("ci_low", "Lower end of its 95 % interval.") { $0.known.shown?.low },
                .number("ci_high", "Upper end of the interval.") { $0.known.shown?.high },
                .number(
                    "marginal_energy", "Energy due to the app: energy minus that without it, J."
                ) { $0.policy.summary(of: .marginalEnergy).mean },
                .text("baseline", "Policy that it is compared with.") { $0.baseline },
                .number("difference", "Policy minus baseline, paired by replication.") {
                    $0.comparison?.paired.difference
                },
                .number("difference_ci_low", "Lower end of its 95 % interval.") {
                    $0.comparison?.known.shown?.low
                },
                .number("difference_ci_high", "Upper end of the interval.") {
                    $0.comparison?.known.shown?.high
                },
                .text("verdict", "Verdict on the difference on this radio.") {
                    $0.comparison?.verdict.rawValue
                },
                .text("own", "Whether it is the scenario's own radio: yes or no.") {
                    $0.isOwn ? "yes" : "no"
                },
                .number("drain_per_day", "Drain of the whole phone, % of the battery a day; mean.")
                {
                    daily($0.policy.summary(of: .drain).mean)
                },
                .number("drain_per_day_ci_low", "Lower end of its 95 % interval.") {
                    daily($0.knownDrain.shown?.low)
                },
                .number("drain_per_day_ci_high", "Upper end of the interval.") {
                    daily($0.knownDrain.shown?.high)
                },
                .number(
                    "marginal_drain_per_day", "Drain due to the app, % of the battery a day; mean."
                ) { daily($0.policy.summary(of: .marginalDrain).mean) },
                .number(
                    "drain_difference_per_day",
                    "The policy's drain minus the baseline's, % a day, paired by replication."
                ) { daily($0.drainComparison?.paired.difference) },
                .number("drain_difference_per_day_ci_low", "Lower end of its 95 % interval.") {
                    daily($0.drainComparison?.known.shown?.low)
                },
                .number("drain_difference_per_day_ci_high", "Upper end of the interval.") {
                    daily($0.drainComparison?.known.shown?.high)
                },
            ], rows: rows)
    }
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

/// Why a radio costs what it does, in half a sentence.
struct RadioReason {
    private let radio: RadioProfile

    init(_ radio: RadioProfile) { self.radio = radio }

    /// The reason in the radio's profile, or the powers and timers of its states after data.
    var text: String {
        if let membership = radio.membership { return membership.because }
        let stays = radio.states.reversed().compactMap { state in
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
