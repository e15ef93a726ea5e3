import DeviceModel
import Forms
import Quantities

/// The parts of a world.
extension WorldShape {
    static let recurring = FormShape(
        "Something that happens now and then.", name: "recurring",
        [.needed("every", .law(Seconds.self), "From one to the next.")])

    static let spells = FormShape(
        "Something that lasts for a while.", name: "spells",
        [
            .needed(
                "every", .law(Seconds.self), "From the end of one to the beginning of the next."),
            .needed("duration", .law(Seconds.self), "How long one is."),
        ])

    static let items = FormShape(
        "Things that come one by one.", name: "items",
        [
            .needed("every", .law(Seconds.self), "From one to the next."),
            .needed("size", .law(Bytes.self), "Of one."),
        ])

    static let traffic = FormShape(
        "One source of other apps' traffic.", name: "trafficSource",
        [
            .needed("every", .law(Seconds.self), "From one transfer to the next."),
            .needed("uplink", .law(Bytes.self), "Sent in one transfer."),
            .needed("downlink", .law(Bytes.self), "Received in one transfer."),
            .optional(
                "round-trips", .count(0...1000),
                "Requests that wait for their answers, one after the other.", standard: "1"),
        ])

    static let pressure = FormShape(
        "Times when memory is short.",
        [
            .needed("every", .law(Seconds.self), "From one to the next."),
            .needed(
                "leaves", .law(Bytes.self), "Suspended apps that are larger than this are purged."),
        ])

    static let calls = FormShape(
        "Calls to the app.",
        [
            .needed("every", .law(Seconds.self), "From one call to the next."),
            .optional(
                "answered", .part(answers), "What the user does when a call rings.",
                without: "none is answered"),
        ])

    private static let answers = FormShape(
        "Answers to calls.",
        [
            .needed("share", .quantity(Fraction.self), "The chance that a call is answered."),
            .needed("after", .law(Seconds.self), "From the ring to the answer."),
            .needed(
                "duration", .law(Seconds.self), "How long the call is, holds not included."),
        ])

    static let listening = FormShape(
        "A user who listens to music.",
        [
            .needed("duration", .law(Seconds.self), "Until the listener stops for good."),
            .needed("track-length", .law(Seconds.self), "How long a track is."),
            .optional(
                "skipped", .quantity(Fraction.self),
                "The share of tracks that the listener skips.", standard: "0 %"),
            .optional(
                "heard-of-skipped", .law(Seconds.self), "How much of a skipped track is heard."),
            .optional(
                "begins", .law(Seconds.self), "From the start until the listener begins.",
                without: "at once"),
            .optional(
                "tracks", .count(1...1_000_000), "After so many the listener stops.",
                without: "never"),
        ])

    static let sky = FormShape(
        "Where satellites are received.",
        [
            .optional(
                "indoors", .quantity(Fraction.self),
                "The chance that a place of a stay has a roof.", standard: "0 %"),
            .optional(
                "received-indoors", .quantity(Fraction.self),
                "The chance that satellites are received under a roof.", standard: "0 %"),
            .optional(
                "error-indoors", .quantity(Meters.self), "Median error that a roof adds.",
                standard: "0 m"),
            .optional(
                "error-outdoors", .quantity(Meters.self),
                "Median error that houses and trees add elsewhere.", standard: "0 m"),
            .optional(
                "outages", .part(gaps), "Parts of the way without reception.", without: "none"),
            .optional(
                "error-time", .quantity(Seconds.self),
                "Errors more than twice this apart have nothing in common.",
                standard: "\(Sky.usualErrorTime.seconds)"),
        ])

    private static let gaps = FormShape(
        "Parts of the way without reception.",
        [
            .needed(
                "every", .quantity(Meters.self, .aboveZero), "One in each stretch of this length."),
            .needed("length", .law(Meters.self), "How long it is."),
        ])

    static let region = FormShape(
        "A place that policies may watch.", name: "region", alternatives: [["at"], ["around"]],
        [
            .needed("name", .name, "What results call it; different for each."),
            .needed("at", .defined("position"), "Its middle."),
            .needed("around", place, "Its middle: a place of the movement."),
            .needed("radius", .quantity(Meters.self), "1 m to 1000 km."),
        ])

    private static let place = FieldContent.choice(WiFiPresence.Place.self)

    static let wifi = FormShape(
        "When there is a Wi-Fi network.", alternatives: [["daily"], ["at"]],
        [
            .needed("daily", windows, "Times of day."),
            .needed(
                "at", .list(place, 1...Int.max), "During stays at these places of the movement."),
            .optional(
                "nat-idle-timeout", .law(Seconds.self), "As in the world, behind Wi-Fi.",
                without: "the world's"),
        ])

    private static let windows = FieldContent.list(.part(window), 1...24)

    private static let window = FormShape(
        "A time of day, each day; the run begins at midnight.", name: "dailyWindow",
        [
            .needed("from", .quantity(Seconds.self), "Since midnight, less than 24 h."),
            .needed(
                "until", .quantity(Seconds.self, .aboveZero),
                "Since midnight, at most 24 h; on the next day where it is less than from."),
            .optional(
                "later-by", .law(Seconds.self), "How much later each beginning and each end comes.",
                without: "not at all"),
        ])

    static let battery = FormShape(
        "A battery that may be empty.",
        [
            .needed(
                "start", .quantity(Fraction.self, .aboveZero),
                "How full it is at the start: more than 0 %, at most 100 %."),
            .optional(
                "comes-on", .quantity(Fraction.self, .aboveZero),
                "A phone whose battery was empty runs again once it is charged so far.",
                standard: "\(BatteryCourse.usualComesOn)"),
        ])

    static let charging = FormShape(
        "Times at a charger.",
        [
            .needed("daily", windows, "Times of day."),
            .optional(
                "power", .quantity(Milliwatts.self, .aboveZero),
                "What the charger gives; the battery gets what the phone does not draw of it.",
                standard: "\(Charging.usualPower)"),
        ])
}
