import DeviceModel
import Forms
import Quantities

/// What leads from one state of a radio to another.
extension RadioShape {
    static let demotion = FormShape(
        "What an expired inactivity timer does.", name: "demotion",
        [
            .needed("from", .text, "The state that is left."),
            .needed("to", .text, "The state that is entered."),
            .needed("after", .quantity(Seconds.self, .aboveZero), "Without data for this long."),
            releasing,
        ])

    static let promotion = FormShape(
        "A change to a state that can carry more.", name: "promotion",
        [
            .needed("from", .text, "The state that is left."),
            .needed("to", .text, "The state that is entered."),
            .needed(
                "delay", .either([.quantity(Seconds.self), .part(delay)]),
                "Signalling time, in which nothing is carried: one time, or the least, usual and "
                    + "most."),
            .needed(
                "power", .quantity(Milliwatts.self),
                "Drawn during the delay instead of the old state's power."),
            .needed(
                "trigger", .either([.choice(["data"]), .part(queued)]),
                "data: any data in a state that cannot carry it. Or how much must be queued, in "
                    + "one direction or the other."),
            .optional(
                "placement", .part(placement),
                "Where the promotion lies relative to the recorded packet that needs it.",
                without: "before it"),
        ])

    static let dormancy = FormShape(
        "The phone's own timer with where it leads and what the release takes.",
        name: "dormancy",
        [
            .optional(
                "to", .text, "The state that is entered.", without: "the initial one"),
            .needed(
                "after", .quantity(Seconds.self, .aboveZero),
                "Without any data for this long, in a state that has an inactivity timer."),
            releasing,
        ])

    private static let releasing = FieldShape.optional(
        "release", .part(Release.form.shape), "Signalling that ends the connection.",
        without: "none")

    /// The only law that a replay knows how to undo.
    private static let delay = FormShape(
        "A simulated promotion draws from it; of a recorded one, what comes until the least waits, "
            + "and the first packet that comes later has ended it.",
        exclusive: [["source", "assumption"]],
        [
            .needed(
                "triangular", .list(.plain(QuantityShape(Seconds.self)), 3...3),
                "Least, usual and most."),
            .optional("source", .defined("source"), "Where it is from."),
            .optional("assumption", .defined("assumption"), "Why it is plausible."),
        ])

    private static let queued = FormShape(
        "More than this much must be queued, in one direction or the other.",
        atLeastOne: [["uplink-over", "downlink-over"]],
        [
            .optional(
                "uplink-over", .quantity(Bytes.self), "More than this much waits to go out."),
            .optional(
                "downlink-over", .quantity(Bytes.self), "More than this much waits to come in."),
        ])

    private static let placement = FormShape(
        "Where a promotion lies.",
        [
            .needed("uplink", place, "For a packet that the phone sends."),
            .needed("downlink", place, "For a packet that the phone receives."),
            .optional(
                "first", place,
                "For the first packet of a trace, whatever its direction. before: the promotion "
                    + "has ended when the packet passes. within-state: as before, but no longer "
                    + "than the state had lasted. fitted: as before for the first packet in the "
                    + "state; for a later one with its usual or least time where that fits between "
                    + "the packets, or behind an earlier uplink packet, or not at all. after: it "
                    + "begins with the packet. unless-followed: as after, but if another packet "
                    + "passes before its end, it has not taken place.",
                without: "as for its direction"),
        ])

    private static let place = FieldContent.choice(PacketPlacement.Place.self)
}
