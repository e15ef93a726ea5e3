import DeviceModel
import Forms
import Quantities

/// What a scenario's `world:` can say: what the form of a world says, and the places in it, which
/// may have files of their own.
enum WorldShape {
    static let world: FormShape = {
        let form = WorldProfile.form.shape
        let first = form.fields.prefix { $0.key != "nat-idle-timeout" }
        return FormShape(form.about, first + places + form.fields.dropFirst(first.count))
    }()

    private static let places: [FieldShape] = [
        .optional(
            "movement", .either([.text, .part(MovementShape.movement)]),
            "A shipped movement, a path relative to this file that ends in .yaml or .gpx, or the "
                + "movement itself.",
            without: "the phone stays where it is"),
        .optional(
            "cells", .either([.text, .part(CellsShape.cells)]),
            "Shipped radio cells, a path relative to this file that ends in .yaml, or the cells "
                + "themselves.",
            without: "none"),
        .optional(
            "regions", .list(.part(region), 0...1000), "Places that policies may watch.",
            without: "none"),
    ]

    private static let region = FormShape(
        "A place that policies may watch.", name: "region", alternatives: [["at"], ["around"]],
        [
            .needed("name", .name, "What results call it; different for each."),
            .needed("at", .defined("position"), "Its middle."),
            .needed(
                "around", .choice(WiFiPresence.Place.self),
                "Its middle: a place of the movement."),
            .needed("radius", .quantity(Meters.self), "1 m to 1000 km."),
        ])
}
