import Forms

/// Where satellites are received, and how well; equal for every policy.
///
/// A stay of five minutes or more is under a roof or not; shorter ones are halts on the road. On
/// the road some stretches have no reception.
public struct Sky: Formed, Hashable, Sendable {
    /// The chance that a stay has a roof.
    public internal(set) var indoors = Fraction.zero
    /// The chance that satellites are received under a roof.
    public internal(set) var receivedIndoors = Fraction.zero
    /// The median that a roof adds, independent of the receiver's own error.
    public internal(set) var errorIndoors = Meters.zero
    /// The median that houses and trees add elsewhere.
    public internal(set) var errorOutdoors = Meters.zero
    public internal(set) var outages: Outages?
    /// Errors more than twice this apart are independent.
    public internal(set) var errorTime = Sky.usualErrorTime

    /// Parts without reception: one at random in each stretch of the road.
    public struct Outages: Formed, Hashable, Sendable {
        /// The length of a stretch.
        public internal(set) var every: Meters
        /// The length of an outage, cut to its stretch.
        public internal(set) var length: Distribution<Meters>

        /// - Throws: ``MovementError/outOfRange(option:found:possible:)`` below 10 m.
        public init(every: Meters, length: Distribution<Meters>) throws(MovementError) {
            (self.every, self.length) = (every, length)
            try check()
        }

        fileprivate init() { (every, length) = (.zero, .constant(.zero)) }

        func check() throws(MovementError) {
            guard every >= Meters(10) else {
                throw .outOfRange(option: "every", found: "\(every)", possible: "10 m or more")
            }
        }

        public static let form = Form<Outages>(
            "Stretches of the way without reception.", standard: .init()
        ).required(
            .quantity("every", \.every, "Length of the way that contains one outage.", .aboveZero),
            .law("length", \.length, "Length of an outage.")
        ).checked { MovementError.fault(of: $0.check) }
    }

    /// The default, also used without a `Sky`.
    public static let usualErrorTime = TimeSpan(Seconds(60))

    /// - Throws: ``MovementError/outOfRange(option:found:possible:)`` for a chance outside 0 to 1,
    ///   or an error time below 1 s.
    public init(
        indoors: Fraction = .zero, receivedIndoors: Fraction = .zero,
        errorIndoors: Meters = .zero, errorOutdoors: Meters = .zero, outages: Outages? = nil,
        errorTime: TimeSpan = Sky.usualErrorTime
    ) throws(MovementError) {
        (self.indoors, self.receivedIndoors) = (indoors, receivedIndoors)
        (self.errorIndoors, self.errorOutdoors) = (errorIndoors, errorOutdoors)
        (self.outages, self.errorTime) = (outages, errorTime)
        try check()
    }

    private init() {}

    private func check() throws(MovementError) {
        try indoors.checkChance("indoors")
        try receivedIndoors.checkChance("received-indoors")
        guard errorTime >= TimeSpan(Seconds(1)) else {
            throw .outOfRange(
                option: "error-time", found: "\(errorTime.seconds)", possible: "1 s or more")
        }
    }

    public static let form = Form<Sky>("Reception of satellites.", standard: .init()).optional(
        .quantity("indoors", \.indoors, "Probability that a place of a stay has a roof."),
        .quantity(
            "received-indoors", \.receivedIndoors,
            "Probability that satellites are received under a roof."),
        .quantity("error-indoors", \.errorIndoors, "Median error that a roof adds."),
        .quantity(
            "error-outdoors", \.errorOutdoors, "Median error that houses and trees add elsewhere."),
        .part("outages", \.outages, "Stretches of the way without reception.", without: "none"),
        .span(
            "error-time", \.errorTime,
            "Positions more than twice this time apart have independent errors.")
    ).checked { MovementError.fault(of: $0.check) }
}
