import EventKernel
import Quantities

/// An app that the system wakes for the events of a location service, and launches again where it
/// has been terminated (SR-026, SR-029).
struct WokenApp: Sendable {
    /// The chance that an event finds the app terminated, purged to free memory (SR-004).
    private let terminated: Fraction
    private var eventCount: UInt64 = 0
    /// Whether the app overran its time, and so is terminated for certain.
    private var hasOverrun = false
    /// When the work began that has not ended yet, in order.
    private var begun: [Instant] = []

    init(terminated: Fraction) { self.terminated = terminated }

    /// Wakes the app, or launches it, which keeps the processor busy before its code can run.
    ///
    /// Whether an event finds the app terminated depends on its number alone.
    /// - Returns: when the app's code runs.
    mutating func wake(
        cause: Cause, on phone: inout Phone, in world: borrowing World
    ) -> Instant {
        var stream = world.stream("terminations", eventCount)
        eventCount += 1
        let isTerminated = stream.uniform() < terminated.magnitude || hasOverrun
        hasOverrun = false
        let launch = isTerminated ? phone.device.processor.launchTime : .zero
        return phone.wake(for: launch, cause: cause) + launch
    }

    /// The app begins a piece of work under task completion.
    mutating func begin(at time: Instant) { begun.append(time) }

    /// The oldest piece of work has ended; if that took longer than the system allows, the app has
    /// been terminated, and the next event must launch it.
    mutating func end(at time: Instant, limit: TimeSpan) {
        if time - begun.removeFirst() > limit { hasOverrun = true }
    }
}
