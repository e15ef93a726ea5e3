import EventKernel
import Quantities

/// An app whose server calls the user through the system's own connection.
///
/// The system shows the message, whether the app is in memory or not; the app gets the content when
/// it is opened. What the system's connection costs is the world's.
struct PushPolicy: Policy {
    private let push: TransferShape
    private var app: FetchingApp
    /// Messages on their way, in order.
    private var coming = Backlog<Waiting>()
    private var pushCount = 0

    init(_ options: RefreshOptions, push: TransferShape) {
        self.push = push
        app = FetchingApp(options)
    }

    mutating func begin(on phone: inout Phone, in world: inout World) { app.begin(on: phone) }

    mutating func receive(_ notice: Notice, on phone: inout Phone, in world: inout World) {
        switch notice {
        case .network(.message(let item)):
            app.add(item, at: phone.now)
            var one = Waiting()
            one.add(item, at: phone.now)
            coming.append(one)
            pushCount += 1
            phone.transfer(
                push.pushed(FetchingApp.Activity.push.cause(pushCount), step: FetchingApp.Step.came)
            )
        case .own(.transferEnded(let step)) where step == FetchingApp.Step.came:
            app.told(coming.removeFirst(), at: phone.now)
            app.call(serial: pushCount - coming.count, on: &phone)
            if app.life.isInFront { app.ask(at: phone.now, on: &phone) }
        case .own, .user, .phone, .network, .location:
            _ = app.receive(notice, on: &phone)
        }
    }

    func report(into metrics: inout MetricValues, from world: borrowing World, at horizon: Instant)
    {
        app.report(into: &metrics, untold: coming.reduce(0) { $0 + $1.count })
    }
}

extension TransferShape {
    /// This message of a server's as the system's own connection brings it, which needs no
    /// processor.
    func pushed(_ cause: Cause, step: some AppStep) -> Transfer {
        Transfer(
            roundTrips: roundTrips, uplink: uplink.count, downlink: downlink.count,
            cause: cause, ticket: Ticket(step))
    }
}
