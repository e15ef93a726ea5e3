import Kernel

/// An app that the system wakes for the events of a location service, and launches again where it
/// has ended (SR-026, SR-029), unless its user forced it to quit (SR-033).
struct RelaunchedApp: Sendable {
    private let mode: WakeMode
    /// Whether it does its work under task completion, which lasts longer than an event.
    private let asksForTime: Bool
    /// Planned for when the time of an event is over.
    private let timeOver: Ticket
    private var limit: EventKey?
    /// The chance that an event finds the suspended app purged to free memory (SR-004), beside the
    /// shortages of the world.
    private let terminated: Fraction
    private(set) var life = AppLife()
    private var eventCount: UInt64 = 0
    /// When the work began that has not ended yet, in order; `nil`: the app ended before it.
    private var begun: [Instant?] = []

    /// - Parameters:
    ///   - mode: whose events wake it.
    ///   - terminated: the chance that an event finds it purged.
    ///   - asksForTime: whether it does its work under task completion.
    ///   - timeOver: what it is told when the time of an event is over, if it does not.
    init(
        for mode: WakeMode, terminated: Fraction, asksForTime: Bool = true,
        timeOver: Ticket = Ticket()
    ) {
        self.mode = mode
        self.terminated = terminated
        (self.asksForTime, self.timeOver) = (asksForTime, timeOver)
    }

    /// The start of the run: the user has just left the app, which has something to do.
    ///
    /// - Returns: when its code runs.
    mutating func start(cause: Cause, on phone: inout Phone) -> Instant {
        life.begin(on: &phone, running: true)
        let start = phone.wake(for: .zero, cause: cause)
        giveTime(from: start, on: &phone)
        return start
    }

    /// Lives through what user and phone do. An app that is left runs on until ``rest(on:)``.
    mutating func receive(_ notice: Notice, on phone: inout Phone) -> AppLife.Change? {
        let change = life.receive(notice, on: &phone)
        if case .ended = change { forget() }
        return change
    }

    /// Wakes the app for an event, or launches it, which keeps the processor busy before its code
    /// can run.
    ///
    /// Whether an event finds the app terminated depends on its number alone.
    /// - Returns: when the app's code runs; `nil`: it is kept down.
    mutating func wake(
        cause: Cause, on phone: inout Phone, in world: borrowing World
    ) -> Instant? {
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

    /// The time of the last event is over: an app that is not in front is suspended, whatever it is
    /// about.
    ///
    /// - Returns: whether it was about something, which it cannot go on with.
    mutating func timeIsOver(on phone: inout Phone) -> Bool {
        limit = nil
        guard life.runs, !life.isInFront else { return false }
        let isAtWork = begun.contains { $0 != nil }
        forget()
        life.suspend(on: &phone)
        return isAtWork
    }

    /// The app begins a piece of work under task completion.
    mutating func begin(at time: Instant) { begun.append(time) }

    /// The oldest piece of work has ended; if that took longer than the system allows, the app has
    /// been terminated, and the next event must launch it (SR-011).
    mutating func end(on phone: inout Phone) {
        guard let start = begun.removeFirst() else { return }
        let isOver = phone.now - start > phone.system.taskCompletion.limit
        guard isOver, !life.isInFront else { return rest(on: &phone) }
        life.end(.crashed, on: &phone)
        forget()
    }

    /// The piece of work that began last is given up, and its end is told to no app: a search.
    mutating func abandon() { begun.removeLast() }

    /// The app is suspended, unless it has something to do.
    mutating func rest(on phone: inout Phone) {
        if begun.allSatisfy({ $0 == nil }) { life.suspend(on: &phone) }
    }

    /// What is on its way arrives, but the app does not know of it any more.
    private mutating func forget() {
        for index in begun.indices { begun[index] = nil }
    }

    /// What became of the app, where the world does anything to it.
    func report(into metrics: inout MetricValues, from world: borrowing World) {
        if world.endsApps { life.report(into: &metrics) }
    }
}

extension WakeMode {
    /// How long an app may run on an event of a location service; `nil`: no limit.
    func runTime(on phone: borrowing Phone) -> TimeSpan? {
        self == .region ? phone.system.regions.runTime : phone.system.significantChange.runTime
    }
}

/// A policy that is one such app: its result is what its server was told and what became of it.
protocol RelaunchedPolicy: Policy {
    var app: RelaunchedApp { get }
    var reports: LocationReports { get }
}

extension RelaunchedPolicy {
    var state: AppState? { app.life.state }

    func report(into metrics: inout MetricValues, from world: borrowing World, at horizon: Instant)
    {
        reports.report(into: &metrics, from: world, at: horizon)
        app.report(into: &metrics, from: world)
    }
}
