import Kernel

/// When something came of which there may be so many in a window that moves along with time.
struct RecentTimes: Hashable, Sendable {
    private var times: [Instant] = []

    /// When the next may come: now or later; `never` where none may.
    func next(at now: Instant, most: Int, in window: TimeSpan) -> Instant {
        guard most > 0 else { return .never }
        let recent = times.filter { now - $0 < window }
        return recent.count < most ? now : recent[recent.count - most] + window
    }

    /// One has come. Those of more than a day ago are forgotten.
    mutating func add(at now: Instant) {
        times.removeAll { now - $0 > DailyWindow.day }
        times.append(now)
    }
}
