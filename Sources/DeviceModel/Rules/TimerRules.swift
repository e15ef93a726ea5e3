import Kernel

/// Timers of apps.
public struct TimerRules: Hashable, Sendable {
    /// Whether a suspended app is woken when a timer of its own is due: not in iOS, where it
    /// executes nothing (SR-001).
    public var wakesSuspended = false
    /// How much of its interval early any timer may come, so that wake-ups which lie close together
    /// become one. An app may say more of its own timer. `nil` where each comes when it is due,
    /// whatever the app says.
    public var tolerance: Fraction?

    /// No two calls of one timer are closer: an awake phone would do nothing else.
    private static let least = TimeSpan(Seconds(1))

    /// How early a timer may come: by the system's share of its interval, or the app's own
    /// tolerance where that is longer; never so early that calls come more than once a second.
    ///
    /// - Parameters:
    ///   - interval: from one call to the next.
    ///   - tolerance: what the app says; not negative.
    func earliness(of interval: TimeSpan, _ tolerance: TimeSpan) -> TimeSpan {
        guard let share = self.tolerance else { return .zero }
        let early = TimeSpan(rounding: Double(interval.nanoseconds) * share.magnitude)
        return max(.zero, min(max(early, tolerance), interval - Self.least))
    }
}
