/// The system's own connection, over which the servers of all apps push.
///
/// Heartbeats keep it up; other traffic postpones them. While it is dead, messages wait at the
/// server until the system reconnects.
///
/// It is outside `Phone`, so that a phone without it stays as small and fast.
final class PushConnection {
    fileprivate enum Step: UInt8, AppStep { case answered }

    fileprivate let rules: PushRules
    fileprivate let activity: Int
    // Not checked at each access, as in `Deferrals`.
    @exclusivity(unchecked) fileprivate(set) var connection = Connection()
    fileprivate struct Held {
        var message: Transfer
        var isHigh: Bool
        var since: Instant
    }

    /// In order of arrival.
    @exclusivity(unchecked) fileprivate var held: [Held] = []
    @exclusivity(unchecked) fileprivate var due: EventKey?
    /// Number of the heartbeat or reconnection on the air, and of its connection.
    @exclusivity(unchecked) fileprivate var underWay: (serial: Int32, connection: Int32)?
    @exclusivity(unchecked) fileprivate var serial: Int32 = 0
    @exclusivity(unchecked) fileprivate var idleTimeout: TimeSpan?
    @exclusivity(unchecked) fileprivate(set) var isReachable = true
    @exclusivity(unchecked) fileprivate(set) var heartbeatCount = 0

    init(_ rules: PushRules, activity: Int) { (self.rules, self.activity) = (rules, activity) }
    fileprivate var cause: Cause { Cause(activity: activity, serial: Int(serial)) }

    /// Holds a message until there is a connection. If the service's limit is reached it replaces
    /// the app's oldest one.
    fileprivate func hold(_ message: Transfer, isHigh: Bool, at time: Instant) {
        let owner = message.ticket?.owner
        let own = held.indices.filter { held[$0].message.ticket?.owner == owner }
        if let most = rules.keeps, own.count >= most { held.remove(at: own[0]) }
        held.append(Held(message: message, isHigh: isHigh, since: time))
    }

    /// Empties the queue, and returns the messages that have not expired.
    fileprivate func takeHeld(at time: Instant) -> [Held] {
        if held.isEmpty { return [] }
        defer { held = [] }
        guard let span = rules.keepsFor else { return held }
        return held.filter { time - $0.since <= span }
    }
}

extension Phone {
    // MARK: Heartbeats

    /// Starts a run with the connection up.
    ///
    /// - Parameter idleTimeout: of the network; `nil`: it never forgets the connection.
    mutating func beginPush(idleTimeout: TimeSpan?) {
        guard let push else { return }
        push.idleTimeout = idleTimeout
        push.connection.refresh(at: now, idleTimeout: idleTimeout)
        planHeartbeat()
    }

    private mutating func planHeartbeat() {
        guard let push else { return }
        cancel(push.due)
        let interval = isOnWiFi ? push.rules.wifiInterval : push.rules.cellularInterval
        push.due = calendar.schedule(.rare(.pushHeartbeat), at: now + interval, priority: .timer)
    }

    /// Sends a heartbeat, which finds out whether the connection is alive.
    mutating func sendHeartbeat() {
        guard let push else { return }
        push.due = nil
        guard push.underWay == nil else { return }
        guard push.connection.isAlive(at: now) else { return reconnectPush() }
        push.heartbeatCount += 1
        exchange(push.rules.heartbeat)
    }

    /// Makes a new connection, or retries at the time of the next heartbeat if the server cannot be
    /// reached.
    private mutating func reconnectPush() {
        guard let push, push.underWay == nil, !isOff else { return }
        if push.isReachable { return exchange(push.rules.reconnect) }
        push.serial += 1
        carry(
            Transfer(
                roundTrips: 0, uplink: TransferShape.unanswered.uplink.count, downlink: 0,
                cause: push.cause, holdsProcessor: true))
        planHeartbeat()
    }

    private mutating func exchange(_ shape: TransferShape) {
        guard let push else { return }
        cancel(push.due)
        push.due = nil
        push.serial += 1
        push.underWay = (push.serial, push.connection.number)
        carry(shape.transfer(cause: push.cause, ticket: .push(push.serial)))
    }

    /// The system's own transfer has ended.
    ///
    /// - Returns: whether something was sent that apps may join.
    mutating func pushTransferEnded(_ ticket: Ticket) -> Bool {
        guard let push, let (serial, number) = push.underWay, ticket.index == serial else {
            return false
        }
        push.underWay = nil
        guard push.isReachable, number == push.connection.number else {
            reconnectPush()
            return true
        }
        push.connection.refresh(at: now, idleTimeout: push.idleTimeout)
        planHeartbeat()
        return carryHeldPushes()
    }

    /// Delivers messages that wait at the server, except those that wait for a window of Doze
    /// (AM-181).
    ///
    /// - Returns: whether any was delivered.
    mutating func carryHeldPushes() -> Bool {
        guard let push else { return false }
        var comes = false
        for held in push.takeHeld(at: now) {
            let place = held.message.ticket.map { Int32($0.owner) } ?? app.place
            if deferrals != nil, holdsPush(to: place, isHigh: held.isHigh) {
                push.held.append(held)
            } else {
                carry(held.message)
                comes = true
            }
        }
        return comes
    }

    // MARK: Messages

    /// An app's server pushes a message: now, or when there is a connection.
    ///
    /// By then the service may have dropped it, for newer ones or for its age.
    ///
    /// - Parameter isHigh: whether it also reaches a phone that dozes.
    mutating func push(_ message: Transfer, isHigh: Bool = true) {
        guard let push else { return transfer(message) }
        guard !isOff, push.isReachable, push.connection.isAlive(at: now),
            deferrals == nil || !holdsPush(to: app.place, isHigh: isHigh)
        else {
            return push.hold(app.transfer(message), isHigh: isHigh, at: now)
        }
        transfer(message)
        push.connection.refresh(at: now, idleTimeout: push.idleTimeout)
        if push.underWay == nil { planHeartbeat() }
    }

    // MARK: Networks

    /// A change of network ends the connection; the system makes a new one.
    mutating func pushMoves(idleTimeout: TimeSpan?) {
        guard let push else { return }
        push.idleTimeout = idleTimeout
        push.connection.end(at: now)
        reconnectPush()
    }

    /// Servers become reachable, or unreachable without the system noticing.
    func pushReaches(_ isReachable: Bool) {
        guard let push else { return }
        push.isReachable = isReachable
        if !isReachable { push.connection.end(at: now) }
    }

    /// The phone goes off.
    mutating func endPush() {
        guard let push else { return }
        push.connection.end(at: now)
        cancel(push.due)
        (push.due, push.underWay) = (nil, nil)
    }
}

extension TransferShape {
    /// The first packet of TCP, without an answer.
    static let unanswered = TransferShape(roundTrips: 0, uplink: Bytes(60), downlink: .zero)
}

extension Ticket {
    fileprivate static func push(_ serial: Int32) -> Ticket {
        var ticket = Ticket(PushConnection.Step.answered, index: serial)
        ticket.owner = -2
        return ticket
    }

    var isPushes: Bool { owner == -2 }
}
