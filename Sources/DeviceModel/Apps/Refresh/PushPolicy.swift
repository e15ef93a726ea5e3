import EventKernel
import Quantities

/// An app whose server calls the user through the system's own connection.
///
/// The system shows the message, whether the app is in memory or not; the app gets the content when
/// it is opened. What the system's connection costs is the world's.
struct PushPolicy: Policy {
    static let activities = ["refresh", "push"]

    private static let came = InboxApp.Number.firstFree

    private let push: TransferShape
    private var app: InboxApp
    /// Messages on their way, in order.
    private var coming = Backlog<Waiting>()
    private var pushCount = 0

    init(_ options: RefreshOptions, push: TransferShape) {
        self.push = push
        app = InboxApp(options)
    }

    mutating func begin(on phone: inout Phone, in world: inout World) { app.begin(on: phone) }

    mutating func receive(_ notice: Notice, on phone: inout Phone, in world: inout World) {
        switch notice {
        case .message(let item):
            app.add(item, at: phone.now)
            var one = Waiting()
            one.add(item, at: phone.now)
            coming.append(one)
            pushCount += 1
            phone.transfer(push.pushed(serial: pushCount, notice: Self.came))
        case .transferEnded(Self.came):
            app.told(coming.removeFirst(), at: phone.now)
            app.call(serial: pushCount - coming.count, on: &phone)
            if app.life.isInFront { app.ask(at: phone.now, on: &phone) }
        case .planned, .transferEnded, .otherWork, .networkChanged, .incomingCall,
            .phoneCallBegan, .phoneCallEnded, .cellChanged, .located, .satellites, .user, .phone,
            .outbox:
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
    func pushed(serial: Int, notice: Int32) -> Transfer {
        Transfer(
            roundTrips: roundTrips, uplink: uplink.count, downlink: downlink.count,
            cause: Cause(activity: LedgerPlan.firstPolicyActivity + 1, serial: serial),
            notice: notice)
    }
}
