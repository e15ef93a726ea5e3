import EventKernel
import Quantities

/// An app that its server's message wakes to get the content (SR-046).
///
/// More messages an hour than the system allows (IO-020) are held back and become one when the next
/// is due. An app that its user forced to quit is not woken, and gets everything when it is opened.
struct RemoteNotificationPolicy: Policy {
    private let push: TransferShape
    private var app: FetchingApp
    private var throttle = PushThrottle(perHour: nil)
    private var limit = TimeSpan.zero
    private var isHeldBack = false
    private var pushCount = 0

    init(_ options: RefreshOptions, push: TransferShape) {
        self.push = push
        app = FetchingApp(options)
    }

    mutating func begin(on phone: inout Phone, in world: inout World) {
        app.begin(on: &phone, in: world)
        limit = phone.system.remoteNotification?.runTime ?? .zero
        throttle = PushThrottle(perHour: phone.system.remoteNotification?.perHourLimit)
    }

    mutating func receive(_ notice: Notice, on phone: inout Phone, in world: inout World) {
        switch notice {
        case .network(.message(let item)):
            app.add(item, at: phone.now)
            if !isHeldBack { notify(on: &phone) }
        case .own(.planned(let step)) where step == FetchingApp.Step.due:
            isHeldBack = false
            if !app.waiting.isEmpty { notify(on: &phone) }
        case .own(.transferEnded(let step)) where step == FetchingApp.Step.came:
            if !app.waiting.isEmpty {
                _ = app.wake(for: .remoteNotification, limit: limit, on: &phone)
            }
        case .own, .user, .phone, .network, .location:
            _ = app.receive(notice, on: &phone, in: world)
        }
    }

    private mutating func notify(on phone: inout Phone) {
        guard let time = throttle.next(at: phone.now) else { return }
        guard time <= phone.now else {
            isHeldBack = true
            _ = phone.plan(FetchingApp.Step.due, at: time)
            return
        }
        throttle.sent(at: phone.now)
        pushCount += 1
        phone.push(
            push.pushed(FetchingApp.Activity.push.cause(pushCount), step: FetchingApp.Step.came))
    }

    var state: AppState? { app.life.state }

    func report(into metrics: inout MetricValues, from world: borrowing World, at horizon: Instant)
    {
        app.report(into: &metrics)
    }
}

/// Lets so many messages through in any hour.
struct PushThrottle: Sendable {
    private static let hour = TimeSpan(Seconds(3600))

    /// `nil`: as many as there are.
    private let perHour: Int?
    /// When the last ones went through, at most as many as may in an hour.
    private var times: [Instant] = []

    /// - Parameter perHour: `nil`: no limit.
    init(perHour: Int?) { self.perHour = perHour }

    /// When the next one may go through: now or later; `nil`: never.
    func next(at time: Instant) -> Instant? {
        guard let perHour else { return time }
        if perHour == 0 { return nil }
        return times.count < perHour ? time : max(time, times[0] + Self.hour)
    }

    /// One has gone through.
    mutating func sent(at time: Instant) {
        guard let perHour else { return }
        if times.count == perHour { times.removeFirst() }
        times.append(time)
    }
}
