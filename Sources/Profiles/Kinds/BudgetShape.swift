import DeviceModel
import Forms
import Kernel
import Studies

/// What a file of `kind: budget` can say.
enum BudgetShape {
    static let budget = FormShape(
        "What the policies of a scenario, or a recorded trace, may cost and must give; see "
            + "docs/guide/checks.md.",
        alternatives: [
            ["scenario", "radio", "system", "seed", "replications", "confidence"],
            ["trace", "radios", "apps", "addresses", "interfaces"],
        ], exclusive: [["scenario", "trace"]],
        [
            .needed(
                "scenario", .text,
                "A shipped scenario's name, or a path that ends in .yaml, relative to this file."),
            .needed(
                "trace", .text,
                "The path of a capture or packet CSV, relative to this file."),
            .needed(
                "radios", .list(.text, 1...200),
                "Radios that the trace is put on: shipped ones' names, or paths that end in "
                    + ".yaml, relative to this file."),
            .optional("radio", .text, "Another radio\(place)"),
            .optional(
                "device", .text,
                "Another device\(place.dropLast()); of a trace the phone whose battery is meant."),
            .optional("system", .text, "Another system\(place)"),
            .optional(
                "apps", .text,
                "The path of a CSV file with the columns app, host and port, for what the capture "
                    + "does not say, relative to this file."),
            .optional(
                "addresses", .list(.text, nil),
                "The phone's own addresses, where the capture does not tell."),
            .optional(
                "interfaces", .list(.text, nil),
                "The interfaces of a capture whose packets count, by name or number, or cellular "
                    + "or wifi."),
            .optional(
                "horizon", .quantity(Seconds.self, .aboveZero),
                "How long one run is, or the recorded one was.",
                without: "the scenario's; of a trace until the radio rests"),
            .optional(
                "seed", .count(0...Int.max), "The start of all random numbers.",
                without: "the scenario's"),
            .optional(
                "replications", .count(2...ReplicationPlan.most), "Exactly so many.",
                without: "what the scenario's precision takes"),
            .optional(
                "confidence", .quantity(Fraction.self, .aboveZero),
                "Of all limits that do not say otherwise, 60 % to 99.99 %.", standard: "95 %"),
            .optional(
                "undecided", .choice(BudgetText.Undecided.self),
                "What becomes of the check where a limit is shown to be neither kept nor broken.",
                standard: BudgetText.Undecided.fail.rawValue),
            .needed(
                "limits", .list(.either([.part(limit), .part(traceLimit)]), 1...200),
                "What is checked."),
        ])

    private static let traceLimit = FormShape(
        "The most that a recorded trace, or a part of it, may make a radio draw.",
        name: "traceLimit", exclusive: [["host", "app"]],
        [
            .optional(
                "name", .name, "What results call it.", without: "whose packets, and the radio"),
            .optional(
                "host", .text,
                "Only connections to this host: a name, *. and a name for all below it, or an "
                    + "address."),
            .optional("app", .text, "Only connections of this app."),
            .optional(
                "radio", .text, "One of the radios, as they name it.", without: "each"),
            .needed(
                "at-most", .defined("traceAmount"),
                "The most that the packets may cause: 20 J, 300 J/h, 5 mAh, 0.5 %/h, 2 %/day."),
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
