import EventKernel
import Quantities

/// Somebody's synthetic movement, from which each replication draws an ``Itinerary``.
public enum MovementProfile: Hashable, Sendable {
    /// Stays and trips by turns, without a clock.
    case wandering(Wandering)
    /// Days between home and work.
    case days(WorkingDays)
}

/// Stays and trips by turns, beginning with a stay at home.
public struct Wandering: Hashable, Sendable {
    public let home: Position
    /// One second at least.
    public let stay: Distribution<Seconds>
    /// At least one.
    public let trips: [Trip]
    /// The chance that somebody who is out goes home next, and not on in any direction.
    public let homing: Fraction

    /// - Throws: ``MovementError`` without trips, for a mean stay that is not positive, and for a
    ///   chance outside 0 to 1.
    public init(
        home: Position, stay: Distribution<Seconds>, trips: [Trip], homing: Fraction
    ) throws(MovementError) {
        if trips.isEmpty { throw .empty(option: "trips") }
        try stay.checkPositive("stay")
        try homing.checkChance("homing")
        (self.home, self.stay, self.trips, self.homing) = (home, stay, trips, homing)
    }
}

/// Days of 24 hours: home, work, perhaps an errand, and home again.
public struct WorkingDays: Hashable, Sendable {
    public let home: Position
    /// The time of day at which the run begins, since midnight.
    public let begin: Seconds
    /// When somebody leaves for work, since midnight; drawn for each day.
    public let leave: Distribution<Seconds>
    /// How long work lasts.
    public let work: Distribution<Seconds>
    /// The ways to work; one is drawn for each person, and its distance and route with it.
    public let commutes: [Trip]
    /// The chance that a day has no work.
    public let off: Fraction
    /// After work, or on a day off at the time of leaving; `nil`: none.
    public let errand: Errand?

    /// - Throws: ``MovementError`` without commutes, for a beginning outside the day, for times
    ///   whose mean is not positive, and for a chance outside 0 to 1.
    public init(
        home: Position, begin: Seconds = .zero, leave: Distribution<Seconds>,
        work: Distribution<Seconds>, commutes: [Trip], off: Fraction = .zero,
        errand: Errand? = nil
    ) throws(MovementError) {
        if commutes.isEmpty { throw .empty(option: "commutes") }
        guard begin >= .zero, begin < Seconds(86_400) else {
            throw .outOfRange(option: "begin", found: "\(begin)", possible: "0 to 24 h")
        }
        try leave.checkNotNegative("leave")
        try work.checkPositive("work")
        try off.checkChance("off")
        (self.home, self.begin, self.leave, self.work) = (home, begin, leave, work)
        (self.commutes, self.off, self.errand) = (commutes, off, errand)
    }
}

/// Shopping, sport, friends: a place that is new each time.
public struct Errand: Hashable, Sendable {
    /// The chance that a day has one.
    public let chance: Fraction
    public let stay: Distribution<Seconds>
    /// At least one.
    public let trips: [Trip]

    /// - Throws: ``MovementError`` without trips, for a mean stay that is not positive, and for a
    ///   chance outside 0 to 1.
    public init(
        chance: Fraction, stay: Distribution<Seconds>, trips: [Trip]
    ) throws(MovementError) {
        if trips.isEmpty { throw .empty(option: "trips") }
        try chance.checkChance("chance")
        try stay.checkPositive("stay")
        (self.chance, self.stay, self.trips) = (chance, stay, trips)
    }
}

extension Fraction {
    func checkChance(_ option: String) throws(MovementError) {
        guard (0...1).contains(magnitude) else {
            throw .outOfRange(option: option, found: "\(self)", possible: "0 % to 100 %")
        }
    }
}
