import Kernel

/// How long tasks wait that an app creates in the background (IO-032).
struct RelaunchDelay: Sendable {
    private let first: TimeSpan
    /// Since the last wake-up; zero while there was none since the app was in front.
    private(set) var current = TimeSpan.zero
    private var elapses: Instant = .start
    private var isUsed = false

    /// - Parameter first: after the first wake-up.
    init(first: TimeSpan) { self.first = first }

    /// The app has come to the front.
    mutating func reset() { (current, elapses, isUsed) = (.zero, .start, false) }

    /// The system has woken the app.
    mutating func relaunched(at time: Instant) {
        if !isUsed && time >= elapses { current = .zero }
        current = current == .zero ? first : current + current
        elapses = time + current
        isUsed = false
    }

    /// The app creates a task in the background.
    ///
    /// - Returns: when it may begin.
    mutating func taskCreated() -> Instant {
        isUsed = true
        return elapses
    }
}

extension Phone {
    /// Whether the system carries transfers now whose time it may choose: on Wi-Fi, and with power.
    var isForTransfersAtDiscretion: Bool { isOnWiFi && isCharging }
}
