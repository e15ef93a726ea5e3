import EventKernel
import Quantities

/// An app that asks its server now and then.
///
/// A suspended app has no timers in iOS: it asks when it is opened, and while it is in front. Where
/// timers wake apps it asks all the time, and may share its wake-ups with others.
struct PollPolicy: Policy {
    static let activities = ["refresh"]

    private static let due = InboxApp.Number.firstFree

    private let every: TimeSpan
    private let tolerance: TimeSpan
    private var app: InboxApp

    init(_ options: RefreshOptions, every: TimeSpan, tolerance: TimeSpan) {
        (self.every, self.tolerance) = (every, tolerance)
        app = InboxApp(options)
    }

    mutating func begin(on phone: inout Phone, in world: inout World) {
        app.begin(on: phone)
        if phone.system.timers.wakesSuspended { plan(on: &phone) }
    }

    mutating func receive(_ notice: Notice, on phone: inout Phone, in world: inout World) {
        switch notice {
        case .message(let item): app.add(item, at: phone.now)
        case .planned(Self.due):
            app.wakeByTimer(on: &phone)
            plan(on: &phone)
        case .planned, .transferEnded, .otherWork, .networkChanged, .incomingCall,
            .phoneCallBegan, .phoneCallEnded, .cellChanged, .located, .satellites, .user, .phone,
            .outbox:
            switch app.receive(notice, on: &phone) {
            case .opened: plan(on: &phone)
            case .left:
                if !phone.system.timers.wakesSuspended { phone.cancelTolerant(Self.due) }
            case .ended:
                if !phone.system.timers.wakesSuspended || app.life.isKeptDown {
                    phone.cancelTolerant(Self.due)
                }
            case .fetched, .cutOff, nil: break
            }
        }
    }

    /// The next time, counted from now.
    private mutating func plan(on phone: inout Phone) {
        phone.plan(Self.due, every: every, after: phone.now, tolerance: tolerance)
    }

    func report(into metrics: inout MetricValues, from world: borrowing World, at horizon: Instant)
    {
        app.report(into: &metrics)
    }
}
