import DeviceModel
import Forms

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
            "movement", .either([.text, .part(MovementReader.shape)]),
            "A shipped movement, a path relative to this file that ends in .yaml or .gpx, or the "
                + "movement itself.",
            without: "the phone stays where it is"),
        .optional(
            "cells", .either([.text, .part(CellsReader.shape)]),
            "Shipped radio cells, a path relative to this file that ends in .yaml, or the cells "
                + "themselves.",
            without: "none"),
        .optional(
            "regions", .list(.part(Region.form.shape), 0...1000), "Places that policies may watch.",
            without: "none"),
    ]
}
