import DeviceModel
import Forms
import Kernel
import Studies

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
    /// The question for `tailwatt frontier`, if the scenario has one.
    let frontier: FrontierText?
    /// What `tailwatt sweep` varies.
    let factors: [Factor]
    /// What `tailwatt compare --uncertain` draws.
    let uncertain: [UncertainParameter]

    /// Reads `kind: scenario`.
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
        answer = answerText.flatMap {
            AnswerReader(text: $0, policies: known, log: log).answer
        }
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
        "A question: device, radio, system, world, horizon, and the policies to compare.",
        [
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
            .optional(
                "replications", .part(ReplicationText.form.shape), "Number of replications."),
            .optional(
                "seed", .count(0...Int.max), "Seed of all random numbers.", standard: "1"),
            .optional(
                "frontier", .part(frontier),
                "Family of policies of which tailwatt frontier finds those worth their cost."),
            .optional(
                "factors",
                .paths(.either([.defined("scalar"), .list(.defined("anything"), 1...Int.max)])),
                "Values that tailwatt sweep varies: paths such as radio.demotions.CELL_FACH.after, "
                    + "each with a list of values or a range A..B."),
            uncertain,
        ])

    /// In a profile too, for its own values.
    static let uncertain = FieldShape.optional(
        "uncertain",
        .paths(.either([.list(.defined("anything"), 1...Int.max), .part(uncertainValue)])),
        "Unknown values: paths, each with a distribution or a list of equally likely values; "
            + "tailwatt compare --uncertain draws from them.")

    private static let path = "a path that ends in .yaml, relative to this file."

    private static let frontier = FormShape(
        "Family of policies to compare.",
        [
            .optional(
                "cost", objective, "Cost of a policy.", standard: Metric.marginalEnergy.rawValue),
            .needed("error", objective, "Error of a policy."),
            .optional(
                "days", .list(.either([.text, .part(day)]), 1...50),
                "Kinds of day, each a movement: a shipped one, or a path that ends in .yaml or "
                    + ".gpx.",
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
            FormShape(
                "A metric and its better direction.",
                [
                    .needed("metric", .defined("metric"), "Metric."),
                    .optional(
                        "better", .choice(Metric.Direction.self), "Better values.",
                        standard: Metric.Direction.smaller.rawValue),
                ])),
    ])

    private static let day = FormShape(
        "A kind of day.",
        [
            .optional("name", .name, "Name of the day in results.", without: "the movement"),
            .needed(
                "movement", .text, "Shipped movement, or a path that ends in .yaml or .gpx."),
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
            .needed(
                "uniform", .list(.defined("scalar"), 2...2), "Least and greatest value."),
            .needed(
                "lognormal", .part(lognormal), "Median, and standard deviation of the logarithm."),
            .needed(
                UncertainLaw.weightedWord, .list(.part(weighted), 1...Int.max),
                "Values with weights."),
            .optional("source", .defined("source"), "Source of the values."),
            .optional("assumption", .defined("assumption"), "Reason why they are plausible."),
        ])

    private static let weighted = FormShape(
        "One of several values.",
        [
            .needed("weight", .defined("bareNumber"), "Weight relative to the others; above 0."),
            .needed("value", .defined("anything"), "Value, or a mapping."),
        ])

    private static let lognormal = FormShape(
        "Lognormal distribution.",
        [
            .needed("median", .defined("scalar"), "Median."),
            .needed("sigma", .defined("bareNumber"), "Standard deviation of the logarithm."),
        ])
}
