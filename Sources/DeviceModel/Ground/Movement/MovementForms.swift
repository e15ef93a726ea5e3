import Forms
import Kernel

// How a phone moves about. What is required has a stand-in.

extension WorkingDays: Formed {
    public static let form: Form<WorkingDays> = Form(
        "Days of 24 hours.", standard: standard,
        fields: [
            .home(\.home),
            .quantity("begin", \.begin, "The time of day at which the run begins.").spelled("0 h"),
            .law(
                "leave", \.leave, "When the user leaves for work, since midnight.",
                isRequired: true),
            .law("work", \.work, "How long work lasts.", isRequired: true),
            .list(
                "commutes", \.commutes, "The ways to work; one is drawn for each person.",
                count: Trip.counts, isRequired: true),
            .quantity("off", \.off, "The chance that a day has no work."),
            .part(
                "errand", \.errand,
                "After work, or on a day off: a place that is new each time.", without: "none"),
        ],
        check: { MovementError.fault(of: $0.check) })
}

extension Errand: Formed {
    public static let form: Form<Errand> = Form(
        "An errand.", standard: standard,
        fields: [
            .quantity("chance", \.chance, "That a day has one.", isRequired: true),
            .law("stay", \.stay, "How long it takes.", isRequired: true),
            .list(
                "trips", \.trips, "How the user gets there.", count: Trip.counts,
                isRequired: true),
        ],
        check: { MovementError.fault(of: $0.check) })
}

extension Wandering: Formed {
    public static let form: Form<Wandering> = Form(
        "Stays and trips by turns.", standard: standard,
        fields: [
            .home(\.home),
            .law("stay", \.stay, "How long a stay is; 1 s at least.", isRequired: true),
            .list(
                "trips", \.trips, "How the user gets on.", count: Trip.counts, isRequired: true),
            .quantity(
                "homing", \.homing, "The chance to go home next, and not on in any direction."),
        ],
        check: { MovementError.fault(of: $0.check) })
}

extension Trip: Formed {
    /// How many there can be, of which one is taken by its share.
    fileprivate static let counts = 1...100

    /// One way of travelling under its mode: `drive: { ... }`.
    public static let form: Form<Trip> = Form(
        "A way of travelling under its mode.", standard: standard,
        alternatives: modes.map { [$0.rawValue] }, fields: modes.map(way))

    private static func way(_ mode: TravelMode) -> Field<Trip> {
        Field(
            mode.rawValue, "One way of travelling.", isRequired: true,
            content: { _ in .part(travel.shape) },
            read: { reader, trip in
                guard let way = reader.givenPart(mode.rawValue, { travel.value(from: $0) }) else {
                    return
                }
                trip = way
                trip.mode = mode
            },
            text: { _ in nil })
    }

    private static let travel: Form<Trip> = Form(
        "A way of travelling.", name: "trip", standard: standard,
        fields: [
            .decimal(
                "share", \.share, "How often this one is taken: its weight among the others."),
            .law("distance", \.distance, "As the crow flies.", isRequired: true),
            .law(
                "speed", \.speed, "While moving, drawn once for each trip; 0.1 m/s at least.",
                isRequired: true),
            .decimal("detour", \.detour, "The way's length over the distance, 1 to 3."),
            .law(
                "block", \.block, "From one corner to the next; 10 m at least.",
                isRequired: true),
            .law(
                "pause", \.pause, "At each corner: lights, stations.",
                otherwise: .without("none")),
        ],
        check: { MovementError.fault(of: $0.check) })
}
