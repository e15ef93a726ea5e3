import Kernel

/// A recurring event of the world, with its own distributions and its own stream.
struct Recurrence: Sendable {
    private let every: Distribution<Seconds>
    private let byHour: DayRhythm?
    private(set) var stream: RandomStream
    /// How often it has happened.
    private(set) var count: Int32 = 0

    /// - Parameters:
    ///   - every: the gap between events.
    ///   - byHour: the relative rate at each hour of the day; `nil`: constant.
    ///   - stream: used for this recurrence only.
    init(every: Distribution<Seconds>, byHour: DayRhythm? = nil, stream: RandomStream) {
        self.every = every
        self.byHour = byHour
        self.stream = stream
    }

    /// Counts an event and returns its number, from 0.
    mutating func happen() -> Int32 {
        defer { count &+= 1 }
        return count
    }

    /// Draws the time until the next event.
    mutating func gap(at now: Instant) -> TimeSpan {
        byHour.clockTime(TimeSpan(every.sample(&stream)), from: now)
    }

    /// Draws another property of an event: its duration, its size.
    mutating func draw<Value>(_ distribution: Distribution<Value>) -> Value {
        distribution.sample(&stream)
    }
}
