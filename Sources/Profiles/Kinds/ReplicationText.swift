import DeviceModel
import Forms
import Kernel
import Studies

/// The replications of a scenario, as its file gives them.
///
/// Its numbers describe the experiment and no phone: a default counts as no assumption.
struct ReplicationText: Formed {
    private var atLeast = 30
    private var atMost = 2000
    private var goal = Goal()
    private var equivalence = ReplicationPlan.standardEquivalence
    private var isAntithetic = false

    static let form: Form<ReplicationText> = Form(
        "Number of replications.", standard: ReplicationText(),
        fields: [
            .count(
                "at-least", \.atLeast, "Replications before the precision is tested.",
                in: 2...ReplicationPlan.most
            ).without(nil).spelled("30"),
            .count(
                "at-most", \.atMost, "Largest number of replications, whatever the precision.",
                in: 2...ReplicationPlan.most
            ).without(nil).spelled("2000"),
            .part("until", \.goal, "Precision at which replications end.").without(nil),
            .quantity(
                "equivalence", \.equivalence,
                "Equivalence margin: a difference below this share of the baseline counts as none.",
                .aboveZero
            ).without(nil).spelled("\(ReplicationPlan.standardEquivalence)"),
            .flag("antithetic", \.isAntithetic, "Whether replications are antithetic pairs.")
                .without(nil).spelled("false"),
        ],
        check: \.fault)

    /// A plan of what is there; of one with faults, which the log has, the usual one.
    var plan: ReplicationPlan {
        let sound = fault == nil ? self : Self()
        return ReplicationPlan(
            atLeast: sound.atLeast, atMost: sound.atMost, metrics: sound.goal.metrics,
            relativeHalfWidth: sound.goal.mean, pairedHalfWidth: sound.goal.difference,
            equivalence: sound.equivalence, isAntithetic: sound.isAntithetic)
    }

    private var fault: FormFault? {
        if atLeast > atMost {
            return FormFault(
                option: atMost == Self().atMost ? "at-least" : "at-most",
                message: "at-most is \(atMost), but at-least is \(atLeast)",
                advice: "Set at-most to at-least or more.")
        }
        // A difference as large as the baseline itself is no equivalence.
        if equivalence < Fraction(1) { return nil }
        let fault = Fault.notBetween("\(equivalence)", "above 0 %", "less than 100 %")
        return FormFault(option: "equivalence", message: fault.message, advice: fault.advice)
    }
}

/// The request of `until`.
private struct Goal: Formed {
    var metrics = [Metric.energy]
    var mean = Fraction(0.01)
    var difference: Fraction?

    static let form: Form<Goal> = Form(
        "Precision at which replications end.", standard: Goal(),
        fields: [
            Field(
                "metric", "Metric or metrics that must reach the precision.", isRequired: false,
                content: { _ in
                    .either([.defined("metric"), .list(.defined("metric"), 1...Int.max)])
                },
                read: { reader, goal in
                    let words = Metric.allCases.map(\.rawValue)
                    let found = reader.givenWordOrWords("metric", of: words, what: "a metric")
                    if !found.isEmpty { goal.metrics = found.compactMap(Metric.init(rawValue:)) }
                },
                text: { _ in nil }
            ).spelled(Metric.energy.rawValue),
            .quantity(
                "relative-half-width", \.mean,
                "Half-width of the 95 % interval, as a share of the mean.", .aboveZero),
            .quantity(
                "paired-half-width", \.difference,
                "Half-width of the difference from the baseline, as a share of the difference.",
                .aboveZero,
                otherwise: .without("not asked for")),
        ])
}
