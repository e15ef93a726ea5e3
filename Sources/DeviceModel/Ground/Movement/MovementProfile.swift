import Kernel

/// Somebody's synthetic movement, from which each replication draws an ``Itinerary``.
public enum MovementProfile: Hashable, Sendable {
    /// Stays and trips by turns, without a clock.
    case wandering(Wandering)
    /// Days between home and work.
    case days(WorkingDays)
}

/// Stays and trips by turns, beginning with a stay at home.
public struct Wandering: Hashable, Sendable {
    public internal(set) var home = Position.munich
    /// One second at least.
    public internal(set) var stay = Distribution<Seconds>.constant(.zero)
    /// At least one.
    public internal(set) var trips: [Trip] = []
    /// The chance that somebody who is out goes home next, and not on in any direction.
    public internal(set) var homing = Fraction.zero

    /// - Throws: ``MovementError`` without trips, for a mean stay that is not positive, and for a
    ///   chance outside 0 to 1.
    public init(
        home: Position, stay: Distribution<Seconds>, trips: [Trip], homing: Fraction
    ) throws(MovementError) {
        (self.home, self.stay, self.trips, self.homing) = (home, stay, trips, homing)
        try check()
    }

    private init() {}

    /// Without what each must say.
    static let standard = Wandering()

    func check() throws(MovementError) {
        if trips.isEmpty { throw .empty(option: "trips") }
        try stay.checkPositive("stay")
        try homing.checkChance("homing")
    }
}

/// Days of 24 hours: home, work, perhaps an errand, and home again.
public struct WorkingDays: Hashable, Sendable {
    public internal(set) var home = Position.munich
    /// The time of day at which the run begins, since midnight.
    public internal(set) var begin = Seconds.zero
    /// When somebody leaves for work, since midnight; drawn for each day.
    public internal(set) var leave = Distribution<Seconds>.constant(.zero)
    /// How long work lasts.
    public internal(set) var work = Distribution<Seconds>.constant(.zero)
    /// The ways to work; one is drawn for each person, and its distance and route with it.
    public internal(set) var commutes: [Trip] = []
    /// The chance that a day has no work.
    public internal(set) var off = Fraction.zero
    /// After work, or on a day off at the time of leaving; `nil`: none.
    public internal(set) var errand: Errand?

    /// - Throws: ``MovementError`` without commutes, for a beginning outside the day, for times
    ///   whose mean is not positive, and for a chance outside 0 to 1.
    public init(
        home: Position, begin: Seconds = .zero, leave: Distribution<Seconds>,
        work: Distribution<Seconds>, commutes: [Trip], off: Fraction = .zero,
        errand: Errand? = nil
    ) throws(MovementError) {
        (self.home, self.begin, self.leave, self.work) = (home, begin, leave, work)
        (self.commutes, self.off, self.errand) = (commutes, off, errand)
        try check()
    }

    private init() {}

    /// Without what each must say.
    static let standard = WorkingDays()

    func check() throws(MovementError) {
        if commutes.isEmpty { throw .empty(option: "commutes") }
        guard begin >= .zero, begin < Seconds(86_400) else {
            throw .outOfRange(option: "begin", found: "\(begin)", possible: "0 to 24 h")
        }
        try leave.checkNotNegative("leave")
        try work.checkPositive("work")
        try off.checkChance("off")
    }
}

/// Shopping, sport, friends: a place that is new each time.
public struct Errand: Hashable, Sendable {
    /// The chance that a day has one.
    public internal(set) var chance = Fraction.zero
    public internal(set) var stay = Distribution<Seconds>.constant(.zero)
    /// At least one.
    public internal(set) var trips: [Trip] = []

    /// - Throws: ``MovementError`` without trips, for a mean stay that is not positive, and for a
    ///   chance outside 0 to 1.
    public init(
        chance: Fraction, stay: Distribution<Seconds>, trips: [Trip]
    ) throws(MovementError) {
        (self.chance, self.stay, self.trips) = (chance, stay, trips)
        try check()
    }

    private init() {}

    /// Without what each must say.
    static let standard = Errand()

    func check() throws(MovementError) {
        if trips.isEmpty { throw .empty(option: "trips") }
        try chance.checkChance("chance")
        try stay.checkPositive("stay")
    }
}

extension Fraction {
    func checkChance(_ option: String) throws(MovementError) {
        guard (0...1).contains(magnitude) else {
            throw .outOfRange(option: option, found: "\(self)", possible: "0 % to 100 %")
        }
    }
}
