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
    /// What `tailwatt frontier` asks, if the scenario says.
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

/// What a file of `kind: scenario` can say; policies and apps are what the catalogue says.
enum ScenarioShape {
    static let scenario = FormShape(
        "Who does what in the background, for how long, and which policies are compared.",
        [
            .needed("question", .text, "What the comparison answers, in words."),
            .optional(
                "answer", .text,
                "The answer in words, with figures in braces that a comparison fills in; see "
                    + "docs/guide/answers.md."),
            .needed("device", .text, "A shipped device, or \(path)"),
            .needed("radio", .text, "A shipped radio, or \(path)"),
            .optional(
                "wi-fi-radio", .text,
                "A Wi-Fi radio beside a cellular one, by name or path as above; the world says "
                    + "where its network is.",
                without: "none"),
            .needed("system", .text, "A shipped system, or \(path)"),
            .needed("horizon", .quantity(Seconds.self, .aboveZero), "How long one run is."),
            .optional(
                "hypothetical", .flag,
                "Whether the phone may be one that never existed: a system that its device never "
                    + "ran, or a radio of a technology that it never had.", standard: "false"),
            UseText.shape,
            .optional(
                "world", .part(WorldShape.world),
                "What happens to the phone whatever the policy does.", without: "nothing"),
            .optional(
                "apps", .list(.defined("app"), 1...AppsReader.most),
                "Several apps on one phone, which policies: apps put together."),
            .needed(
                "policies", .list(.defined("policy"), 1...1000),
                "What is compared, under different names."),
            .optional(
                "replications", .part(ReplicationText.form.shape),
                "How often the scenario is repeated."),
            .optional(
                "seed", .count(0...Int.max), "The start of all random numbers.", standard: "1"),
            .optional(
                "frontier", .part(frontier),
                "What tailwatt frontier compares: which of a family of policies are worth their "
                    + "cost."),
            .optional(
                "factors",
                .paths(.either([.defined("scalar"), .list(.defined("anything"), 1...Int.max)])),
                "What tailwatt sweep varies: paths of values, such as "
                    + "radio.demotions.CELL_FACH.after, each with a list of values or a range "
                    + "A..B."),
            uncertain,
        ])

    /// In a profile too, for its own values.
    static let uncertain = FieldShape.optional(
        "uncertain",
        .paths(.either([.list(.defined("anything"), 1...Int.max), .part(uncertainValue)])),
        "What is not known: paths of values, each with a distribution, or with a list of values "
            + "each as likely as the others; tailwatt compare --uncertain draws from them.")

    private static let path = "a path that ends in .yaml, relative to this file."

    private static let frontier = FormShape(
        "What a frontier compares.",
        [
            .optional(
                "cost", objective, "What is spent.", standard: Metric.marginalEnergy.rawValue),
            .needed("error", objective, "What is had for it."),
            .optional(
                "days", .list(.either([.text, .part(day)]), 1...50),
                "The kinds of day, each a movement: a shipped one, or a path that ends in .yaml or "
                    + ".gpx.",
                without: "the scenario's own"),
            .needed(
                "policies", .list(.defined("policyFamily"), 1...200),
                "The family: wherever an option has a list of values, one policy for each."),
        ])

    /// A metric of which less is better, or a mapping that says otherwise.
    private static let objective = FieldContent.either([
        .defined("metric"),
        .part(
            FormShape(
                "A metric and what is better of it.",
                [
                    .needed("metric", .defined("metric"), "Which one."),
                    .optional(
                        "better", .choice(Metric.Direction.self), "Which values are better.",
                        standard: Metric.Direction.smaller.rawValue),
                ])),
    ])

    private static let day = FormShape(
        "A kind of day.",
        [
            .optional("name", .name, "What results call the day.", without: "the movement"),
            .needed(
                "movement", .text, "A shipped movement, or a path that ends in .yaml or .gpx."),
            .optional(
                "cells", .text, "Shipped cells, or a path that ends in .yaml.",
                without: "the scenario's"),
        ])

    /// As `LawSchema` has it for a quantity, where the path says which quantity it is.
    static let uncertainValue = FormShape(
        "What a value may be.", name: "uncertainValue",
        alternatives: (UncertainLaw.words + [UncertainLaw.weightedWord]).map { [$0] },
        exclusive: [["source", "assumption"]],
        [
            .needed(
                "triangular", .list(.defined("scalar"), 3...3),
                "The least, the most likely and the greatest value."),
            .needed(
                "uniform", .list(.defined("scalar"), 2...2), "The least and the greatest value."),
            .needed(
                "lognormal", .part(lognormal),
                "The median, and the standard deviation of the logarithm."),
            .needed(
                UncertainLaw.weightedWord, .list(.part(weighted), 1...Int.max),
                "Several values, each as likely as its weight says."),
            .optional("source", .defined("source"), "Where it is from."),
            .optional("assumption", .defined("assumption"), "Why it is plausible."),
        ])

    private static let weighted = FormShape(
        "One of several.",
        [
            .needed("weight", .defined("bareNumber"), "How likely beside the others; above 0."),
            .needed("value", .defined("anything"), "The value, or a mapping."),
        ])

    private static let lognormal = FormShape(
        "A law by its median.",
        [
            .needed("median", .defined("scalar"), "Half of the values are less."),
            .needed("sigma", .defined("bareNumber"), "The standard deviation of the logarithm."),
        ])
}
