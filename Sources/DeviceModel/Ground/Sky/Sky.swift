import EventKernel
import Quantities

/// Where satellites are received, and how well: the same for every policy.
///
/// A stay of five minutes or more is at a place that has a roof, or has none; shorter ones are
/// halts on the road. On the road reception ends now and then for a part of the way: in tunnels,
/// under bridges, between high houses.
public struct Sky: Hashable, Sendable {
    /// The chance that a place of a stay has a roof.
    public let indoors: Fraction
    /// The chance that satellites are received under a roof.
    public let receivedIndoors: Fraction
    /// Median error that a roof adds; it is independent of the receiver's own.
    public let errorIndoors: Meters
    /// Median error that houses and trees add everywhere else.
    public let errorOutdoors: Meters
    /// `nil`: there are none.
    public let outages: Outages?
    /// Errors further apart than twice this have nothing in common.
    public let errorTime: TimeSpan

    /// Parts of the way without reception: one in each stretch of the way, anywhere within it.
    public struct Outages: Hashable, Sendable {
        /// The length of a stretch.
        public let every: Meters
        /// The length of an outage; cut to that of a stretch.
        public let length: Distribution<Meters>

        /// - Throws: ``MovementError/outOfRange(option:found:possible:)`` for stretches shorter
        ///   than 10 m.
        public init(every: Meters, length: Distribution<Meters>) throws(MovementError) {
            guard every >= Meters(10) else {
                throw .outOfRange(option: "every", found: "\(every)", possible: "10 m or more")
            }
            (self.every, self.length) = (every, length)
        }
    }

    /// Where errors of a receiver under open sky repeat themselves without a `Sky`.
    public static let usualErrorTime = TimeSpan(Seconds(60))

    /// - Throws: ``MovementError/outOfRange(option:found:possible:)`` for a chance outside 0 to 1
    ///   and an error time below one second.
    public init(
        indoors: Fraction = .zero, receivedIndoors: Fraction = .zero,
        errorIndoors: Meters = .zero, errorOutdoors: Meters = .zero, outages: Outages? = nil,
        errorTime: TimeSpan = Sky.usualErrorTime
    ) throws(MovementError) {
        try indoors.checkChance("indoors")
        try receivedIndoors.checkChance("received-indoors")
        guard errorTime >= TimeSpan(Seconds(1)) else {
            throw .outOfRange(
                option: "error-time", found: "\(errorTime.seconds)", possible: "1 s or more")
        }
        (self.indoors, self.receivedIndoors) = (indoors, receivedIndoors)
        (self.errorIndoors, self.errorOutdoors) = (errorIndoors, errorOutdoors)
        (self.outages, self.errorTime) = (outages, errorTime)
    }
}
