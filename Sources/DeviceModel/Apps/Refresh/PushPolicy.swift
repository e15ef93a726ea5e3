import EventKernel
import Quantities

/// An app whose server calls the user through the system's own connection.
///
/// The system shows the message, whether the app is in memory or not, or runs the app to show it,
/// by its rules; the app gets the content when it is opened.
struct PushPolicy: Policy {
    private let push: TransferShape
    private var app: FetchingApp
    /// Messages on their way, in order: the last has the number `pushCount`.
    private var coming = Backlog<Waiting>()
    private var pushCount = 0
    /// Not shown: come for an app that its user keeps down, or not kept for a phone without a
    /// connection.
    private var unseen = Waiting()

    init(_ options: RefreshOptions, push: TransferShape) {
        self.push = push
        app = FetchingApp(options)
    }

    mutating func begin(on phone: inout Phone, in world: inout World) {
        app.begin(on: &phone, in: world)
    }

    mutating func receive(_ notice: Notice, on phone: inout Phone, in world: inout World) {
        switch notice {
        case .network(.message(let item)):
            app.add(item, at: phone.now)
            var one = Waiting()
            one.add(item, at: phone.now)
            coming.append(one)
            pushCount += 1
            phone.push(
                push.pushed(
                    FetchingApp.Activity.push.cause(pushCount), step: FetchingApp.Step.came,
                    number: pushCount))
        case .own(.transferEnded(let step)) where step == FetchingApp.Step.came:
            came(Int(step.index), on: &phone)
        case .own, .user, .phone, .network, .location:
            if app.receive(notice, on: &phone, in: world) == .opened {
                app.told(unseen.take(), at: phone.now)
            }
        }
    }

    /// - Parameter serial: its number. Those before it that are still missing do not come any more.
    private mutating func came(_ serial: Int, on phone: inout Phone) {
        while pushCount - coming.count + 1 < serial { miss(coming.removeFirst()) }
        let message = coming.removeFirst()
        guard app.handlePush(serial: serial, on: &phone) else { return miss(message) }
        app.told(message, at: phone.now)
        app.call(serial: serial, on: &phone)
        if app.life.isInFront { app.ask(at: phone.now, on: &phone) }
    }

    /// The user sees the message when the app is opened.
    private mutating func miss(_ message: Waiting) {
        var all = message
        all.putBack(unseen.take())
        unseen = all
    }

    var state: AppState? { app.life.state }

    func report(into metrics: inout MetricValues, from world: borrowing World, at horizon: Instant)
    {
        app.report(
            into: &metrics, untold: coming.reduce(unseen.count) { $0 + $1.count })
    }
}

extension TransferShape {
    /// This message of a server's as the system's own connection brings it; the system is awake
    /// for it.
    ///
    /// - Parameter number: of the message, for an app that counts them.
    func pushed(_ cause: Cause, step: some AppStep, number: Int = 0) -> Transfer {
        Transfer(
            roundTrips: roundTrips, uplink: uplink.count, downlink: downlink.count,
            cause: cause, holdsProcessor: true,
            ticket: Ticket(step, index: Int32(truncatingIfNeeded: number))
        ).comingDown
    }
}
