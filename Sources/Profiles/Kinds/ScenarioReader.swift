/// A scenario as its file has it: device, radio and system are still names.
struct ScenarioText {
    let name: String
    let question: String
    /// `nil`: the scenario has none, or one with faults, which the log has.
    let answer: Answer?
    let device: PlacedText
    let radio: PlacedText
    /// `nil` for a phone with one radio.
    let wifiRadio: PlacedText?
    let system: PlacedText
    /// Whether its phone may be one that never existed.
    let isHypothetical: Bool
    let horizon: TimeSpan
    let world: WorldText
    let policies: [PolicyText]
    /// The index of the policy that the others are compared with: the marked one, or the first.
    let baseline: Int
    let replications: ReplicationPlan
    let seed: UInt64
    let frontier: FrontierText?
    let factors: [Factor]
    let uncertain: [UncertainParameter]

    init(_ root: MappingReader, name: String) {
        self.name = name
        question = root.text("question")
        let answerText = root.optionalPlacedText("answer")
        device = root.placedText("device")
        radio = root.placedText("radio")
        wifiRadio = root.entry("wi-fi-radio").flatMap { root.plainText($0.value) }
        system = root.placedText("system")
        isHypothetical = root.givenFlag("hypothetical") ?? false
        horizon = root.span("horizon", .aboveZero)
        let apps = AppsReader.apps(root)
        var world = root.optionalMapping("world", WorldText.init) ?? WorldText()
        world.profile.apps += (apps ?? []).map(\.world)
        world.use = root.entry(UseText.key).map { UseText($0, root) }
        self.world = world
        policies = root.list("policies", count: 1...1000) { PolicyText.read($0, apps: apps) }
            .flatMap { $0 }
        baseline = Self.baseline(policies, root.log)
        replications =
            (root.givenPart("replications") { ReplicationText.form.value(from: $0) }
            ?? ReplicationText()).plan
        seed = root.count("seed", in: 0...UInt64.max, default: 1)
        frontier = root.optionalMapping("frontier", FrontierText.init)
        factors = root.optionalMapping("factors", FactorsReader.factors) ?? []
        let named = ["radio": radio, "device": device, "system": system, "wi-fi-radio": wifiRadio]
        uncertain = (root.optionalMapping("uncertain", FactorsReader.uncertain) ?? []).map {
            $0.central(named["\($0.path)"]??.text)
        }
        let (log, known) = (root.log, policies)
        answer = answerText.flatMap { AnswerReader(text: $0, policies: known, log: log).answer }
        root.log.refuseRepeated(policies.map(\.name), "policy", "policies")
    }

    private static func baseline(_ policies: [PolicyText], _ log: ReadingLog) -> Int {
        let marked = policies.indices.filter { policies[$0].isBaseline }
        for index in marked.dropFirst() {
            let line = policies[marked[0]].name.place.line
            log.report(
                "there is a baseline already, in line \(line)",
                advice: "Mark one policy with baseline: true.", at: policies[index].name.place)
        }
        return marked.first ?? 0
    }
}

/// The form of a file of `kind: scenario`; the catalogue describes policies and apps.
enum ScenarioShape {
    static let scenario = FormShape(
        "A question: device, radio, system, world, horizon, and the policies to compare."
    ).with(fields: [
        .needed("question", .text, "Question that the comparison answers, in words."),
        .optional(
            "answer", .text,
            "Answer in words, with figures in braces that a comparison fills in; see "
                + "docs/guide/answers.md."),
        .needed("device", .text, "Shipped device, or \(path)"),
        .needed("radio", .text, "Shipped radio, or \(path)"),
        .optional(
            "wi-fi-radio", .text,
            "Wi-Fi radio in addition to a cellular one, by name or path as above; the world "
                + "describes where its network is.",
            without: "none"),
        .needed("system", .text, "Shipped system, or \(path)"),
        .needed("horizon", .quantity(Seconds.self, .aboveZero), "Length of a run."),
        .optional(
            "hypothetical", .flag,
            "Whether the phone may never have existed: a system that its device never ran, "
                + "or a radio technology that it never had.", standard: "false"),
        UseText.shape,
        .optional(
            "world", .part(WorldShape.world),
            "Events that do not depend on the policy.", without: "nothing"),
        .optional(
            "apps", .list(.defined("app"), 1...AppsReader.most),
            "Apps that policies combine on one phone, with policies: apps."),
        .needed(
            "policies", .list(.defined("policy"), 1...1000),
            "Policies to compare, under different names."),
        .optional("replications", .part(ReplicationText.form.shape), "Number of replications."),
        .optional("seed", .count(0...Int.max), "Seed of all random numbers.", standard: "1"),
        .optional(
            "frontier", .part(frontier),
            "Policies among which tailwatt frontier finds the ones worth their cost."),
        .optional(
            "factors",
            .paths(.either([levels, .part(factor)])),
            "Values that tailwatt sweep and explore vary: paths such as "
                + "radio.demotions.CELL_FACH.after, each with a list of values or a range A..B."),
        uncertain,
    ])

    /// In a profile too, for its own values.
    static let uncertain = FieldShape.optional(
        "uncertain",
        .paths(.either([.list(.defined("anything"), 1...Int.max), .part(uncertainValue)])),
        "Unknown values: paths, each with a distribution or a list of equally likely values; "
            + "tailwatt compare --uncertain draws from them.")

    private static let levels = FieldContent.either([
        .defined("scalar"), .list(.defined("anything"), 1...Int.max),
    ])

    private static let factor = FormShape(
        "Values to vary, and how the page of tailwatt explore shows them.",
        [
            .needed("values", levels, "Values, or a range A..B; a page needs a list."),
            .optional(
                "label", .text, "Words before the value, at the start of a sentence.",
                without: "the path"),
            .optional(
                "scale", .choice(Factor.Scale.self), "Scale of the page's axis.",
                without: "log if the largest value is ten times the smallest"),
        ])

    private static let path = "a path that ends in .yaml, relative to this file."

    private static let frontier = FormShape("Family of policies to compare.").with(fields: [
        .optional("cost", objective, "Cost of a policy.", standard: Metric.marginalEnergy.rawValue),
        .needed("error", objective, "Error of a policy."),
        .optional(
            "days", .list(.either([.text, .part(day)]), 1...50),
            "Kinds of day, each a movement: a shipped one, or a path that ends in .yaml or .gpx.",
            without: "the scenario's own"),
        .needed(
            "policies", .list(.defined("policyFamily"), 1...200),
            "Policies of the family; a list of values for an option makes one policy for "
                + "each value."),
    ])

    /// A metric of which less is better, or a mapping that says otherwise.
    private static let objective = FieldContent.either([
        .defined("metric"),
        .part(
            FormShape("A metric and its better direction.").with(fields: [
                .needed("metric", .defined("metric"), "Metric."),
                .optional(
                    "better", .choice(Metric.Direction.self), "Better values.",
                    standard: Metric.Direction.smaller.rawValue),
            ])),
    ])

    private static let day = FormShape("A kind of day.").with(fields: [
        .optional("name", .name, "Name of the day in results.", without: "the movement"),
        .needed("movement", .text, "Shipped movement, or a path that ends in .yaml or .gpx."),
        .optional(
            "cells", .text, "Shipped cells, or a path that ends in .yaml.",
            without: "the scenario's"),
    ])

    /// As `LawSchema` has it for a quantity, where the path says which quantity it is.
    static let uncertainValue = FormShape(
        "Distribution of an unknown value.", name: "uncertainValue",
        alternatives: (UncertainLaw.words + [UncertainLaw.weightedWord]).map { [$0] },
        exclusive: [["source", "assumption"]],
        [
            .needed(
                "triangular", .list(.defined("scalar"), 3...3),
                "Triangular, by the least, most likely and greatest value."),
            .needed("uniform", .list(.defined("scalar"), 2...2), "Least and greatest value."),
            .needed(
                "lognormal", .part(lognormal), "Median, and standard deviation of the logarithm."),
            .needed(
                UncertainLaw.weightedWord, .list(.part(weighted), 1...Int.max),
                "Values with weights."),
            .optional("source", .defined("source"), "Source of the values."),
            .optional("assumption", .defined("assumption"), "Reason why the values are plausible."),
        ])

    private static let weighted = FormShape("One of several values.").with(fields: [
        .needed("weight", .defined("bareNumber"), "Weight relative to the others; above 0."),
        .needed("value", .defined("anything"), "Value, or a mapping."),
    ])

    private static let lognormal = FormShape("Lognormal distribution.").with(fields: [
        .needed("median", .defined("scalar"), "Median."),
        .needed("sigma", .defined("bareNumber"), "Standard deviation of the logarithm."),
    ])
}

/// The replications of a scenario, as its file gives them.
///
/// Its numbers describe the experiment and no phone: a default counts as no assumption.
struct ReplicationText: Formed {
    private var atLeast = 30
    private var atMost = 2000
    private var goal = Goal()
    private var equivalence = ReplicationPlan.standardEquivalence
    private var isAntithetic = false

    static let form = Form(Self(), "Number of replications.").optional(
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
            .without(nil).spelled("false")
    ).checked(\.fault)

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

private struct Goal: Formed {
    var metrics = [Metric.energy]
    var mean = Fraction(0.01)
    var difference: Fraction?

    static let form = Form(Self(), "Precision at which replications end.").optional(
        Field(
            "metric", "Metric or metrics that must reach the precision.",
            content: { _ in .either([.defined("metric"), .list(.defined("metric"), 1...Int.max)]) },
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
            .aboveZero, otherwise: .without("not asked for")))
}
