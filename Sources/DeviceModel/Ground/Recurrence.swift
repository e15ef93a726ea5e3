import Kernel

/// Something that happens again and again in a world, by laws of its own and from a stream of its
/// own, from which nothing else is drawn.
struct Recurrence: Sendable {
    private let every: Distribution<Seconds>
    private let byHour: DayRhythm?
    private(set) var stream: RandomStream
    /// How often it has happened.
    private(set) var count: Int32 = 0

    /// - Parameters:
    ///   - every: from one to the next.
    ///   - byHour: when in the day it happens more often; `nil`: all day alike.
    ///   - stream: what is drawn of it.
    init(every: Distribution<Seconds>, byHour: DayRhythm? = nil, stream: RandomStream) {
        self.every = every
        self.byHour = byHour
        self.stream = stream
    }

    /// It has happened.
    ///
    /// - Returns: its number, from 0.
    mutating func happen() -> Int32 {
        defer { count &+= 1 }
        return count
    }

    /// Until it happens next.
    mutating func gap(at now: Instant) -> TimeSpan {
        byHour.clockTime(TimeSpan(every.sample(&stream)), from: now)
    }

    /// Something else about it: how long it lasts, how much it is.
    mutating func draw<Value>(_ distribution: Distribution<Value>) -> Value {
        distribution.sample(&stream)
    }
}
