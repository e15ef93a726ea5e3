/// A synthetic movement, from which each replication draws an ``Itinerary``.
public enum MovementProfile: Hashable, Sendable {
    /// Stays and trips without a clock.
    case wandering(Wandering)
    case days(WorkingDays)
}

/// Alternating stays and trips, beginning with a stay at home.
public struct Wandering: Formed, Hashable, Sendable {
    public internal(set) var home = Position.munich
    public internal(set) var stay = Distribution<Seconds>.constant(.zero)
    public internal(set) var trips: [Trip] = []
    public internal(set) var homing = Fraction.zero

    public static let form = Form(
        Self(), "Stays and trips in turn."
    ).optional(.home(\.home)).required(
        .law("stay", \.stay, "Length of a stay; 1 s or more."),
        .list("trips", \.trips, "Ways in which the user travels.", count: Trip.counts)
    ).optional(
        .quantity(
            "homing", \.homing,
            "Probability that the next trip goes home instead of in any direction.")
    )
    .checked { $0.trips.isEmpty ? .empty("trips") : $0.stay.faultUnlessPositive("stay") }
    .chance("homing", \.homing)
}

/// Days of 24 hours: home, work, perhaps an errand, and home again.
public struct WorkingDays: Formed, Hashable, Sendable {
    public internal(set) var home = Position.munich
    public internal(set) var begin = Seconds.zero
    public internal(set) var leave = Distribution<Seconds>.constant(.zero)
    public internal(set) var work = Distribution<Seconds>.constant(.zero)
    public internal(set) var commutes: [Trip] = []
    public internal(set) var off = Fraction.zero
    public internal(set) var errand: Errand?

    public static let form = Form(Self(), "Days of 24 hours.").optional(
        .home(\.home),
        .quantity("begin", \.begin, "Time of day at which the run begins.").spelled("0 h")
    ).required(
        .law("leave", \.leave, "Departure for work, as time since midnight."),
        .law("work", \.work, "Time spent at work."),
        .list(
            "commutes", \.commutes, "Ways to work; one is drawn for each person.",
            count: Trip.counts)
    ).optional(
        .quantity("off", \.off, "Probability that a day has no work."),
        .part(
            "errand", \.errand, "A visit after work or on a day off, to a new place each time.",
            without: "none")
    )
    .checked { $0.commutes.isEmpty ? .empty("commutes") : nil }
    .limited("begin", \.begin, "0 to 24 h") { $0 >= .zero && $0 < Seconds(86_400) }
    .checked { $0.leave.faultIfNegative("leave") ?? $0.work.faultUnlessPositive("work") }
    .chance("off", \.off)
}

/// Shopping, sport, friends: a new place each time.
public struct Errand: Formed, Hashable, Sendable {
    public internal(set) var chance = Fraction.zero
    public internal(set) var stay = Distribution<Seconds>.constant(.zero)
    public internal(set) var trips: [Trip] = []

    public static let form = Form(Self(), "An errand.").required(
        .quantity("chance", \.chance, "Probability that a day has an errand."),
        .law("stay", \.stay, "Length of the stay."),
        .list("trips", \.trips, "Ways in which the user gets there.", count: Trip.counts)
    )
    .checked { $0.trips.isEmpty ? .empty("trips") : nil }
    .chance("chance", \.chance)
    .checked { $0.stay.faultUnlessPositive("stay") }
}

extension Form {
    /// A copy in which an option is a probability.
    func chance(_ option: String, _ path: any KeyPath<Value, Fraction> & Sendable) -> Form {
        limited(option, path, "0 % to 100 %") { (0...1).contains($0.magnitude) }
    }
}
