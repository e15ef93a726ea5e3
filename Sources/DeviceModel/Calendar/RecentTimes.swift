/// The times of recent events, for a limit on events within a sliding window.
struct RecentTimes: Hashable, Sendable {
    private var times: [Instant] = []

    /// The earliest time for another event; `never` if `most` is 0.
    func next(at now: Instant, most: Int, in window: TimeSpan) -> Instant {
        guard most > 0 else { return .never }
        let recent = times.filter { now - $0 < window }
        return recent.count < most ? now : recent[recent.count - most] + window
    }

    /// Forgets events older than a day.
    mutating func add(at now: Instant) {
        times.removeAll { now - $0 > DailyWindow.day }
        times.append(now)
    }
}
