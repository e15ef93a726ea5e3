import EventKernel
import Quantities

/// An app that asks its server now and then.
///
/// A suspended app has no timers in iOS: it asks when it is opened, and while it is in front. Where
/// timers wake apps it asks all the time, and may share its wake-ups with others.
struct PollPolicy: Policy {
    private let every: TimeSpan
    private let tolerance: TimeSpan
    private var app: FetchingApp

    init(_ options: RefreshOptions, every: TimeSpan, tolerance: TimeSpan) {
        (self.every, self.tolerance) = (every, tolerance)
        app = FetchingApp(options)
    }

    mutating func begin(on phone: inout Phone, in world: inout World) {
        app.begin(on: &phone, in: world)
        if phone.system.timers.wakesSuspended { plan(on: &phone) }
    }

    mutating func receive(_ notice: Notice, on phone: inout Phone, in world: inout World) {
        switch notice {
        case .network(.message(let item)): app.add(item, at: phone.now)
        case .own(.planned(let step)) where step == FetchingApp.Step.due:
            app.wakeByTimer(on: &phone)
            plan(on: &phone)
        case .own, .user, .phone, .network, .location:
            switch app.receive(notice, on: &phone, in: world) {
            case .opened: plan(on: &phone)
            case .left:
                if !phone.system.timers.wakesSuspended {
                    phone.cancelTolerant(FetchingApp.Step.due)
                }
            case .ended:
                if !phone.system.timers.wakesSuspended || app.life.isKeptDown {
                    phone.cancelTolerant(FetchingApp.Step.due)
                }
            case .fetched, .cutOff, nil: break
            }
        }
    }

    /// The next time, counted from now.
    private mutating func plan(on phone: inout Phone) {
        phone.plan(FetchingApp.Step.due, every: every, after: phone.now, tolerance: tolerance)
    }

    var state: AppState? { app.life.state }

    func report(into metrics: inout MetricValues, from world: borrowing World, at horizon: Instant)
    {
        app.report(into: &metrics)
    }
}
