import Kernel

/// How the server ends idle connections.
struct ServerClosing: Sendable {
    /// Whether it is the server that ends the connection after a silence, before a middlebox.
    var isServer = false
    /// When it may.
    var event: EventKey?
}

/// What the server does by itself.
extension KeepAlivePolicy {
    // MARK: It closes idle connections

    mutating func planClosing(on phone: inout Phone) {
        closing.event = phone.plan(Step.serverCloses, at: connection.diesAt)
    }

    /// The server closes the connection, unless something has passed since this was planned.
    mutating func serverCloses(on phone: inout Phone) {
        closing.event = nil
        guard connection.isAlive(at: phone.now), closing.isServer else { return }
        if connection.diesAt > phone.now { return planClosing(on: &phone) }
        connection.end(at: phone.now)
        noteLoss(at: phone.now)
        // A segment that says so, and the answer to it.
        send(
            Transfer(
                roundTrips: 1, uplink: 52, downlink: 52,
                cause: KeepAliveActivity.reconnect.cause(reconnectCount),
                ticket: Ticket(Awaited.closing)
            ).comingDown,
            on: &phone)
    }

    /// Data for the connection wakes the app (SR-036), which makes a new one.
    mutating func closed(on phone: inout Phone) {
        guard due != .never, !connection.isAlive(at: phone.now) else { return }
        wakeToConnect(on: &phone)
    }

    // MARK: It says that it is there

    /// Plans the next of the server's messages, from now on.
    mutating func planServerMessage(on phone: inout Phone) {
        guard let messages = options.extras.serverMessages else { return }
        phone.cancel(serverTick)
        serverTick = phone.plan(Step.serverSends, at: phone.now + messages.every)
    }

    /// A server whose connection is gone gives up.
    mutating func serverSends(on phone: inout Phone) {
        serverTick = nil
        guard let messages = options.extras.serverMessages,
            connection.isAlive(at: phone.now)
        else { return }
        planServerMessage(on: &phone)
        var transfer = messages.shape.transfer(
            cause: KeepAliveActivity.keepAlive.cause(handlerCount),
            ticket: Ticket(Awaited.serverMessage))
        transfer.holdsProcessor = false
        transfer.comesDown = true
        send(transfer, on: &phone)
    }

    mutating func serverMessageEnded(on phone: inout Phone) {
        guard let messages = options.extras.serverMessages, due != .never else { return }
        life.work(
            messages.time, cause: KeepAliveActivity.keepAlive.cause(handlerCount), on: &phone)
    }
}
