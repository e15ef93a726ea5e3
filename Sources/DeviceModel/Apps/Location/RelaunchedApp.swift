/// An app that a location service wakes or relaunches (SR-026, SR-029), unless its user force-quit
/// it (SR-033).
struct RelaunchedApp: Sendable {
    private let mode: WakeMode
    /// Whether it works under task completion, beyond an event's time.
    private let asksForTime: Bool
    /// The ticket for the end of an event's time.
    private let timeOver: Ticket
    private var limit: EventKey?
    /// The chance that an event finds the app purged (SR-004), besides memory shortages.
    private let terminated: Fraction
    private(set) var life = AppLife()
    private var eventCount: UInt64 = 0
    /// Start times of unfinished work, in order; `nil` if the app has ended since.
    private var begun: [Instant?] = []

    /// - Parameters:
    ///   - mode: The mode whose events wake it.
    ///   - terminated: The chance that an event finds it purged.
    ///   - timeOver: The step for the end of an event's time, without task completion.
    init(
        for mode: WakeMode, terminated: Fraction, asksForTime: Bool = true,
        timeOver: Ticket = Ticket()
    ) {
        (self.mode, self.terminated) = (mode, terminated)
        (self.asksForTime, self.timeOver) = (asksForTime, timeOver)
    }

    /// The user has just left the app.
    ///
    /// - Returns: When its code runs.
    mutating func start(cause: Cause, on phone: inout Phone) -> Instant {
        life.begin(on: &phone, running: true)
        let start = phone.wake(for: .zero, cause: cause)
        giveTime(from: start, on: &phone)
        return start
    }

    /// An app that is left runs on until ``rest(on:)``.
    mutating func receive(_ notice: Notice, on phone: inout Phone) -> AppLife.Change? {
        let change = life.receive(notice, on: &phone)
        if case .ended = change { forget() }
        return change
    }

    /// Wakes or launches the app for an event. Whether the event finds it terminated depends only
    /// on its number.
    ///
    /// - Returns: When its code runs; `nil` if it is kept down.
    mutating func wake(cause: Cause, on phone: inout Phone, in world: borrowing World) -> Instant? {
        var stream = world.stream("terminations", eventCount)
        eventCount += 1
        if stream.uniform() < terminated.magnitude, life.state == .suspended {
            life.end(.purged, on: &phone)
        }
        let start = life.wake(for: mode, span: .zero, cause: cause, on: &phone)
        if let start { giveTime(from: start, on: &phone) }
        return start
    }

    /// Without task completion the app has the service's time for an event.
    private mutating func giveTime(from start: Instant, on phone: inout Phone) {
        guard !asksForTime, let time = mode.runTime(on: phone) else { return }
        phone.cancel(limit)
        limit = phone.plan(timeOver, at: start + time)
    }

    /// Suspends the app at the end of an event's time, unless it is in front.
    ///
    /// - Returns: Whether that interrupts its work.
    mutating func timeIsOver(on phone: inout Phone) -> Bool {
        limit = nil
        guard life.runs, !life.isInFront else { return false }
        let isAtWork = begun.contains { $0 != nil }
        forget()
        life.suspend(on: &phone)
        return isAtWork
    }

    mutating func begin(at time: Instant) { begun.append(time) }

    /// If the oldest work exceeded the limit, the app was terminated and the next event launches it
    /// (SR-011).
    mutating func end(on phone: inout Phone) {
        guard let start = begun.removeFirst() else { return }
        let isOver = phone.now - start > phone.system.taskCompletion.limit
        guard isOver, !life.isInFront else { return rest(on: &phone) }
        life.end(.crashed, on: &phone)
        forget()
    }

    /// Gives up the newest work, a search whose end is not reported.
    mutating func abandon() { begun.removeLast() }

    mutating func rest(on phone: inout Phone) {
        if begun.allSatisfy({ $0 == nil }) { life.suspend(on: &phone) }
    }

    /// Work under way still ends, unnoticed by the app.
    private mutating func forget() { for index in begun.indices { begun[index] = nil } }

    func report(into metrics: inout MetricValues, in world: borrowing World) {
        if world.endsApps { life.report(into: &metrics) }
    }
}

extension WakeMode {
    /// The app's time for an event; `nil`: no limit.
    func runTime(on phone: borrowing Phone) -> TimeSpan? {
        self == .region ? phone.system.regions.runTime : phone.system.significantChange.runTime
    }
}

/// A policy that is one such app.
protocol RelaunchedPolicy: Policy {
    var app: RelaunchedApp { get }
    var reports: LocationReports { get }
}

extension RelaunchedPolicy {
    var state: AppState? { app.life.state }

    func report(into metrics: inout MetricValues, in world: borrowing World, at horizon: Instant) {
        reports.report(into: &metrics, in: world, at: horizon)
        app.report(into: &metrics, in: world)
    }
}
