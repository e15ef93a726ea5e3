import Kernel

/// Something that lasts, again and again: calls, outages, times that an app is in front.
public struct Spells: Hashable, Sendable {
    /// From the end of one to the beginning of the next; the first begins after one such time.
    public var every: Distribution<Seconds>
    public var duration: Distribution<Seconds>
    /// When in the day they begin more often; `nil`: all day alike.
    public var byHour: DayRhythm?
}

extension Spells {
    /// What begins them in one run.
    func recurrence(_ stream: RandomStream) -> Recurrence {
        Recurrence(every: every, byHour: byHour, stream: stream)
    }
}
