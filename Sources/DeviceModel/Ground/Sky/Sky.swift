/// Where satellites are received, and how well; equal for every policy.
///
/// A stay of five minutes or more is under a roof or not; shorter ones are halts on the road. On
/// the road some stretches have no reception.
public struct Sky: Formed, Hashable, Sendable {
    public internal(set) var indoors = Fraction.zero
    public internal(set) var receivedIndoors = Fraction.zero
    /// The median that a roof adds, independent of the receiver's own error.
    public internal(set) var errorIndoors = Meters.zero
    public internal(set) var errorOutdoors = Meters.zero
    public internal(set) var outages: Outages?
    public internal(set) var errorTime = Sky.usualErrorTime

    /// Parts without reception: one at random in each stretch of the road.
    public struct Outages: Formed, Hashable, Sendable {
        public internal(set) var every = Meters.zero
        /// The length of an outage, cut to its stretch.
        public internal(set) var length = Distribution<Meters>.constant(.zero)

        public static let form = Form(Self(), "Stretches of the way without reception.").required(
            .quantity("every", \.every, "Length of the way that contains one outage.", .aboveZero),
            .law("length", \.length, "Length of an outage.")
        ).limited("every", \.every, "10 m or more") { $0 >= Meters(10) }
    }

    /// The default, also used without a `Sky`.
    public static let usualErrorTime = TimeSpan(Seconds(60))

    public static let form = Form(Self(), "Reception of satellites.").optional(
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
    )
    .chance("indoors", \.indoors).chance("received-indoors", \.receivedIndoors)
    .limited("error-time", \.errorTime.seconds, "1 s or more") { $0 >= Seconds(1) }
}
