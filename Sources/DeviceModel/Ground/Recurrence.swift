/// A recurring event of the world, with its own stream.
struct Recurrence: Sendable {
    private let every: Distribution<Seconds>
    private let byHour: DayRhythm?
    private(set) var stream: RandomStream
    private(set) var count: Int32 = 0

    /// - Parameter byHour: `nil` for a constant rate.
    init(every: Distribution<Seconds>, byHour: DayRhythm? = nil, stream: RandomStream) {
        (self.every, self.byHour, self.stream) = (every, byHour, stream)
    }

    /// Returns the event's number, from 0.
    mutating func happen() -> Int32 {
        defer { count &+= 1 }
        return count
    }

    mutating func gap(at now: Instant) -> TimeSpan {
        byHour.clockTime(TimeSpan(every.sample(&stream)), from: now)
    }

    /// Another property of an event: its duration, its size.
    mutating func draw<Value>(_ distribution: Distribution<Value>) -> Value {
        distribution.sample(&stream)
    }
}
