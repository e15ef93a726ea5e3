import DeviceModel
import Forms
import Quantities

/// What a file of `kind: cells` can say, and a scenario in place.
enum CellsShape {
    static let cells = FormShape(
        "Which radio cells there are, and how a phone chooses among them.", name: "cells",
        alternatives: [["hexagonal"], ["towers"], ["rate"]],
        [
            .needed(
                "hexagonal", .part(hexagonal),
                "Equal hexagonal cells with a tower in the middle of each."),
            .needed("towers", .part(towers), "Towers from a list."),
            .needed("rate", .part(rate), "Changes of the cell without a map."),
        ])

    private static let hexagonal = FormShape(
        "Equal hexagonal cells.",
        [
            .needed(
                "radius", .quantity(Meters.self),
                "From a cell's middle to its corners; 10 m to 100 km."),
            .needed(
                "area-width", .defined("number"),
                "How many cells a location area is wide, 1 to 1000."),
        ] + choice)

    private static let towers = FormShape(
        "Towers from a list.",
        [
            .needed(
                "file", .text,
                "CSV with the columns of OpenCelliD, or lat, lon and range; relative to this "
                    + "file."),
            .optional(
                "radio", .text, "Only those of this technology: LTE.", without: "of any"),
            .optional("mcc", .count(0...9999), "Only those of this country.", without: "of any"),
            .optional("net", .count(0...9999), "Only those of this operator.", without: "of any"),
        ] + choice)

    private static let choice: [FieldShape] = [
        .needed(
            "path-loss-exponent", .defined("number"),
            "How fast levels fall with distance: 10 times it is the loss in dB for ten times the "
                + "distance; 1 to 8."),
        .needed(
            "hysteresis", .quantity(Decibels.self),
            "How much better another cell must be; up to 30 dB."),
        .optional(
            "time-to-trigger", .quantity(Seconds.self),
            "For how long it must be better; up to 60 s.", standard: "0 s"),
        .optional("shadowing", .part(shadowing), "Hills and houses.", without: "none"),
    ]

    private static let shadowing = FormShape(
        "Hills and houses.",
        [
            .needed(
                "deviation", .quantity(Decibels.self), "The standard deviation; up to 30 dB."),
            .needed(
                "decorrelation", .quantity(Meters.self),
                "Where the correlation has fallen to 1/e; 1 m to 10 km."),
            .optional(
                "site-correlation", .defined("number"),
                "The correlation between two towers at one place, 0 up to 1.", standard: "0"),
        ])

    private static let rate = FormShape(
        "Changes of the cell without a map.",
        [
            .needed(
                "changes", .either([.quantity(PerKilometer.self), .quantity(PerHour.self)]),
                "Along the way (/km) or in time (/h)."),
            .needed(
                "radius", .quantity(Meters.self),
                "How far a cell reaches, for positions; 10 m to 100 km."),
            .optional(
                "area-changes", .quantity(Fraction.self),
                "Changes that lead into another location area.", standard: "0 %"),
        ])
}
