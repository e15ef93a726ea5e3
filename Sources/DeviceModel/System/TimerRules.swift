import Quantities

/// Timers of apps.
public struct TimerRules: Hashable, Sendable {
    /// Whether a suspended app is woken when a timer of its own is due: not in iOS, where it
    /// executes nothing (SR-001).
    public var wakesSuspended: Bool
    /// How much of its interval early a timer of an app that runs may come, so that wake-ups which
    /// lie close together become one; `nil` where each comes when it is due.
    public var tolerance: Fraction?

    /// The rule of iOS, unless more is said.
    public init(wakesSuspended: Bool = false, tolerance: Fraction? = nil) {
        self.wakesSuspended = wakesSuspended
        self.tolerance = tolerance
    }
}
