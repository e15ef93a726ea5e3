import DeviceModel
import Forms
import Quantities

/// What a file of `kind: movement` can say, and a scenario in place.
enum MovementShape {
    static let movement = FormShape(
        "How a phone moves about: days between home and work, wandering, staying, or a recorded "
            + "way.",
        name: "movement", alternatives: [["days"], ["wandering"], ["still"], ["track"]],
        [
            .needed(
                "days", .part(days),
                "Days of 24 hours: home, work, perhaps an errand, and home again."),
            .needed(
                "wandering", .part(wandering),
                "Stays and trips by turns, without a clock, beginning with a stay."),
            .needed(
                "still", .part(FormShape("A place.", [home])), "The phone stays where it is."),
            .needed(
                "track", .text, "A recorded way: a GPX file, its path relative to this file."),
        ])

    private static let home = FieldShape.optional(
        "home", .defined("position"), "Where it begins; only the map depends on it.",
        without: "Munich")

    private static let days = FormShape(
        "Days of 24 hours.",
        [
            home,
            .optional(
                "begin", .quantity(Seconds.self), "The time of day at which the run begins.",
                standard: "0 h"),
            .needed("leave", .law(Seconds.self), "When the user leaves for work, since midnight."),
            .needed("work", .law(Seconds.self), "How long work lasts."),
            .needed(
                "commutes", trips, "The ways to work; one is drawn for each person."),
            .optional(
                "off", .quantity(Fraction.self), "The chance that a day has no work.",
                standard: "0 %"),
            .optional(
                "errand", .part(errand),
                "After work, or on a day off: a place that is new each time.", without: "none"),
        ])

    private static let errand = FormShape(
        "An errand.",
        [
            .needed("chance", .quantity(Fraction.self), "That a day has one."),
            .needed("stay", .law(Seconds.self), "How long it takes."),
            .needed("trips", trips, "How the user gets there."),
        ])

    private static let wandering = FormShape(
        "Stays and trips by turns.",
        [
            home,
            .needed("stay", .law(Seconds.self), "How long a stay is; 1 s at least."),
            .needed("trips", trips, "How the user gets on."),
            .optional(
                "homing", .quantity(Fraction.self),
                "The chance to go home next, and not on in any direction.", standard: "0 %"),
        ])

    /// Ways of travelling, of which one is taken by its share.
    private static let trips = FieldContent.list(
        .part(
            FormShape(
                "A way of travelling under its mode.",
                alternatives: MovementReader.modes.map { [$0.rawValue] },
                MovementReader.modes.map {
                    .needed($0.rawValue, .part(trip), "One way of travelling.")
                })),
        1...MovementReader.mostTrips)

    private static let trip = FormShape(
        "A way of travelling.", name: "trip",
        [
            .optional(
                "share", .defined("number"),
                "How often this one is taken: its weight among the others.", standard: "1"),
            .needed("distance", .law(Meters.self), "As the crow flies."),
            .needed(
                "speed", .law(MetersPerSecond.self),
                "While moving, drawn once for each trip; 0.1 m/s at least."),
            .optional(
                "detour", .defined("number"), "The way's length over the distance, 1 to 3.",
                standard: "1"),
            .needed(
                "block", .law(Meters.self), "From one corner to the next; 10 m at least."),
            .optional(
                "pause", .law(Seconds.self), "At each corner: lights, stations.",
                without: "none"),
        ])
}
