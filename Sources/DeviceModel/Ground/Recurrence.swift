/// An event that recurs in a world, or that begins and ends again and again.
struct Process {
    /// The purpose of its stream.
    let name: String
    /// `nil`: it never happens.
    let every: Distribution<Seconds>?
    var byHour: DayRhythm?
    /// `nil`: it has no end.
    var duration: Distribution<Seconds>?

    init(_ name: String, _ every: Distribution<Seconds>?, _ byHour: DayRhythm? = nil) {
        (self.name, self.every, self.byHour) = (name, every, byHour)
    }

    init(_ name: String, _ spells: Spells?) {
        self.init(name, spells?.every, spells?.byHour)
        duration = spells?.duration
    }

    func recurrence(_ stream: (String) -> RandomStream) -> Recurrence? {
        every.map {
            Recurrence(every: $0, byHour: byHour, lasting: duration, stream: stream(name))
        }
    }
}

/// A recurring event of the world, with its own stream.
struct Recurrence: Sendable {
    private let every: Distribution<Seconds>
    private let byHour: DayRhythm?
    private let duration: Distribution<Seconds>?
    private(set) var stream: RandomStream
    private(set) var count: Int32 = 0

    /// - Parameter byHour: `nil` for a constant rate.
    init(
        every: Distribution<Seconds>, byHour: DayRhythm? = nil,
        lasting duration: Distribution<Seconds>? = nil, stream: RandomStream
    ) {
        (self.every, self.byHour, self.stream) = (every, byHour, stream)
        self.duration = duration
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

    /// Schedules the next event, or the end of one that lasts.
    mutating func plan(_ event: Event.Rare, isEnd: Bool = false, in calendar: inout Calendar) {
        let span = isEnd ? duration.map { TimeSpan(draw($0)) } : gap(at: calendar.now)
        guard let span else { return }
        calendar.schedule(.rare(event), at: calendar.now + span, priority: .arrival)
    }
}
