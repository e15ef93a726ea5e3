import DeviceModel
import Forms
import Quantities

/// What a file of `kind: budget` can say.
enum BudgetShape {
    static let budget = FormShape(
        "What the policies of a scenario may cost and must give; see docs/guide/checks.md.",
        [
            .needed(
                "scenario", .text,
                "A shipped scenario's name, or a path that ends in .yaml, relative to this file."),
            .optional("radio", .text, "Another radio\(place)"),
            .optional("device", .text, "Another device\(place)"),
            .optional("system", .text, "Another system\(place)"),
            .optional(
                "horizon", .quantity(Seconds.self, .aboveZero), "How long one run is.",
                without: "the scenario's"),
            .optional(
                "seed", .count(0...Int.max), "The start of all random numbers.",
                without: "the scenario's"),
            .optional(
                "replications", .count(2...1_000_000), "Exactly so many.",
                without: "what the scenario's precision takes"),
            .optional(
                "confidence", .quantity(Fraction.self, .aboveZero),
                "Of all limits that do not say otherwise, 60 % to 99.99 %.", standard: "95 %"),
            .optional(
                "undecided", .choice(BudgetText.Undecided.self),
                "What becomes of the check where a limit is shown to be neither kept nor broken.",
                standard: BudgetText.Undecided.fail.rawValue),
            .needed("limits", .list(.part(limit), 1...200), "What is checked."),
        ])

    private static let place =
        " than the scenario's: a shipped one's name, or a path that ends in .yaml, relative to "
        + "this file."

    private static let limit = FormShape(
        "A limit on the mean of one metric of one policy.", name: "limit",
        alternatives: [["at-most"], ["at-least"]],
        [
            .optional(
                "name", .name, "What results call it.", without: "policy and metric"),
            .needed("policy", .text, "A policy of the scenario."),
            .needed("metric", .defined("metric"), "What is limited."),
            .optional(
                "against", .text,
                "Another policy of the scenario, which it is compared with world by world."),
            .needed("at-most", .defined("limitAmount"), "The most that the mean may be."),
            .needed("at-least", .defined("limitAmount"), "The least that the mean may be."),
            .optional(
                "tolerance", .defined("toleranceAmount"),
                "How far beyond the limit is close enough: in the metric's unit, or a share of the "
                    + "limit; against another policy's mean in times or per cent, a share of that "
                    + "mean.",
                standard: "0"),
            .optional(
                "confidence", .quantity(Fraction.self, .aboveZero), "60 % to 99.99 %.",
                without: "the budget's"),
        ])
}
