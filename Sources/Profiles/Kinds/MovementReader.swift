import DeviceModel
import Forms
import Kernel

/// Reads `kind: movement`, and what a scenario says of it in place: exactly one of its forms.
enum MovementReader {
    /// The movement, or `nil` where the file names none.
    static func read(_ root: MappingReader) -> Movement? {
        guard let entry = root.exactlyOne(of: ["days", "wandering", "still", "track"]) else {
            return nil
        }
        switch entry.key {
        case "days":
            return .profile(.days(root.mapping(in: entry) { WorkingDays.form.value(from: $0) }))
        case "wandering":
            return .profile(.wandering(root.mapping(in: entry) { Wandering.form.value(from: $0) }))
        case "still":
            root.log.recordWord("still", entry.value.flowText, at: entry.value.place)
            return .still(at: root.mapping(in: entry) { Position.still.value(from: $0) })
        default:
            let speed: MetersPerSecond? = root.optionalQuantity("speed", .aboveZero)
            return root.track(entry.value, at: speed).map { .track($0) }
        }
    }

    /// What a file of `kind: movement` can say, and a scenario in place.
    static let shape = FormShape(
        "How a phone moves about: days between home and work, wandering, staying, or a recorded "
            + "way.",
        name: "movement", alternatives: [["days"], ["wandering"], ["still"], ["track"]],
        [
            .needed(
                "days", .part(WorkingDays.form.shape),
                "Days of 24 hours: home, work, perhaps an errand, and home again."),
            .needed(
                "wandering", .part(Wandering.form.shape),
                "Stays and trips by turns, without a clock, beginning with a stay."),
            .needed("still", .part(Position.still.shape), "The phone stays where it is."),
            .needed(
                "track", .text, "A recorded way: a GPX file, its path relative to this file."),
            .optional(
                "speed", .quantity(MetersPerSecond.self, .aboveZero),
                "How fast the phone moves on a planned way: a track without times.",
                without: "the points have times"),
        ])
}
