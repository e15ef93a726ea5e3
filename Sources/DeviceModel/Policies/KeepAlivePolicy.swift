import EventKernel
import Quantities

/// A VoIP app that keeps a signalling connection open through NATs and middleboxes.
///
/// The system calls its handler at the latest at the interval, and earlier when other work wakes
/// the phone within the last part of it. The handler sends a message, or, where the connection was
/// lost in between, makes a new one. A call that comes while the connection is dead is missed.
struct KeepAlivePolicy: Policy {
    static let activities = ["keep-alive", "reconnect", "incoming call"]

    private enum Number {
        static let handlerDue: Int32 = 0
        static let handlerRuns: Int32 = 1
        static let rings: Int32 = 2
    }

    private enum Ended {
        static let message: Int32 = 0
        static let reconnect: Int32 = 1
        static let call: Int32 = 2
    }

    private struct Call {
        var arrival: Instant
        var cause: Cause
    }

    private let options: KeepAliveOptions
    private var due: Instant = .never
    private var dueEvent: EventKey?
    /// How long before it is due the handler may be called.
    private var window = TimeSpan.zero
    private var connection = Connection()
    private var handlerCount = 0
    private var reconnectCount = 0
    private var callCount = 0
    private var missedCount = 0
    /// The connection that each transfer on its way was sent over; transfers end in order.
    private var sentOver: [Int] = []
    /// Calls whose signalling is on its way, and calls that wake the phone; in order of arrival.
    private var callsComing: [Call] = []
    private var callsRinging: [Call] = []
    private var ringCount = 0
    private var ringTotal = TimeSpan.zero

    init(_ options: KeepAliveOptions) { self.options = options }

    mutating func begin(on phone: inout Phone, in world: inout World) {
        let share = phone.system.keepAlive.earliness.magnitude
        window = TimeSpan(rounding: Double(options.interval.nanoseconds) * share)
        connection.refresh(at: phone.now, idleTimeout: world.natIdleTimeout)
        planHandler(on: &phone)
    }

    mutating func receive(_ notice: Notice, on phone: inout Phone, in world: inout World) {
        switch notice {
        case .planned(Number.handlerDue): callHandler(on: &phone)
        case .planned(Number.handlerRuns): sendMessage(on: &phone)
        case .planned(_): ring(on: &phone)
        case .otherWork: callHandlerEarly(on: &phone)
        case .transferEnded(let what):
            // A whole world that is lent would be moved there and back.
            transferEnded(what, idleTimeout: world.natIdleTimeout, on: &phone)
        case .networkChanged: connection.end(at: phone.now)
        case .incomingCall: call(on: &phone)
        case .phoneCallBegan, .phoneCallEnded, .cellChanged, .located, .satellites: break
        }
    }

    /// A transfer keeps the connection that it was sent over, unless that has died meanwhile.
    private mutating func transferEnded(
        _ what: Int32, idleTimeout: TimeSpan?, on phone: inout Phone
    ) {
        let survived = sentOver.removeFirst() == connection.number
        let isNew = what == Ended.reconnect
        if survived && (isNew || connection.isAlive(at: phone.now)) {
            connection.refresh(at: phone.now, idleTimeout: idleTimeout)
        }
        if what == Ended.call { callArrives(survived: survived, on: &phone) }
    }

    // MARK: The handler

    private mutating func planHandler(on phone: inout Phone) {
        due = phone.now + options.interval
        dueEvent = phone.plan(Number.handlerDue, at: due)
    }

    /// Groups the handler with other work, within the earliness that the system allows.
    private mutating func callHandlerEarly(on phone: inout Phone) {
        guard due != .never, phone.now >= due - window, phone.now < due else { return }
        phone.cancel(dueEvent)
        callHandler(on: &phone)
    }

    private mutating func callHandler(on phone: inout Phone) {
        handlerCount += 1
        planHandler(on: &phone)
        let start = phone.wake(for: options.handlerTime, cause: cause(0, handlerCount))
        if start == phone.now {
            sendMessage(on: &phone)
        } else {
            _ = phone.plan(Number.handlerRuns, at: start)
        }
    }

    private mutating func sendMessage(on phone: inout Phone) {
        if connection.isAlive(at: phone.now) {
            send(
                options.message.transfer(cause: cause(0, handlerCount), notice: Ended.message),
                on: &phone)
        } else {
            reconnectCount += 1
            send(
                options.reconnect.transfer(
                    cause: cause(1, reconnectCount), notice: Ended.reconnect),
                on: &phone)
        }
    }

    private mutating func send(_ transfer: Transfer, on phone: inout Phone) {
        sentOver.append(connection.number)
        phone.transfer(transfer)
    }

    // MARK: Calls

    private mutating func call(on phone: inout Phone) {
        callCount += 1
        guard connection.isAlive(at: phone.now) else {
            missedCount += 1
            return
        }
        let call = Call(arrival: phone.now, cause: cause(2, callCount))
        callsComing.append(call)
        var signalling = options.ring.transfer(cause: call.cause, notice: Ended.call)
        signalling.holdsProcessor = false
        send(signalling, on: &phone)
    }

    /// The call's signalling has come: the system wakes the app, and the app rings. A call whose
    /// connection died on the way is missed.
    private mutating func callArrives(survived: Bool, on phone: inout Phone) {
        let call = callsComing.removeFirst()
        guard survived else {
            missedCount += 1
            return
        }
        callsRinging.append(call)
        let start = phone.wake(for: .zero, cause: call.cause)
        if start == phone.now {
            ring(on: &phone)
        } else {
            _ = phone.plan(Number.rings, at: start)
        }
    }

    private mutating func ring(on phone: inout Phone) {
        let call = callsRinging.removeFirst()
        ringCount += 1
        ringTotal = ringTotal + (phone.now - call.arrival)
        phone.alert(cause: call.cause)
    }

    private func cause(_ activity: Int, _ serial: Int) -> Cause {
        Cause(activity: LedgerPlan.firstPolicyActivity + activity, serial: serial)
    }

    // MARK: Result

    func report(into metrics: inout MetricValues, from world: borrowing World, at horizon: Instant)
    {
        let dead = connection.timeDead(until: horizon)
        metrics[.keepAlives] = Double(handlerCount)
        metrics[.connectionLosses] = Double(reconnectCount)
        metrics[.unreachableShare] = 100 * (dead.seconds / (horizon - .start).seconds)
        metrics[.callsOffered] = Double(callCount)
        metrics[.callsMissed] = Double(missedCount)
        if ringCount > 0 {
            metrics[.timeToRing] = ringTotal.seconds.magnitude / Double(ringCount)
        }
    }
}

/// One signalling connection through a middlebox that forgets it after a silence.
struct Connection: Sendable {
    /// Which connection it is: another network makes it another.
    private(set) var number = 0
    /// When the connection dies, or died, unless a packet comes before.
    private(set) var diesAt: Instant = .never
    private var deadTotal = TimeSpan.zero

    /// At the very end of the time-out the mapping is still there.
    func isAlive(at time: Instant) -> Bool { time <= diesAt }

    /// A packet came through, or a new connection was made.
    mutating func refresh(at time: Instant, idleTimeout: TimeSpan?) {
        if !isAlive(at: time) { deadTotal = deadTotal + (time - diesAt) }
        diesAt = idleTimeout.map { time + $0 } ?? .never
    }

    /// The network is gone, and the connection with it.
    mutating func end(at time: Instant) {
        number += 1
        // Dead at this very instant, unlike a mapping at the end of its time-out.
        diesAt = min(diesAt, time - TimeSpan(nanoseconds: 1))
    }

    /// How long the connection has been dead by `horizon`, over the whole run.
    func timeDead(until horizon: Instant) -> TimeSpan {
        isAlive(at: horizon) ? deadTotal : deadTotal + (horizon - diesAt)
    }
}
