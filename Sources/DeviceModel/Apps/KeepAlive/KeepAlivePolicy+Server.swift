struct ServerClosing: Sendable {
    /// Whether the server ends an idle connection before a middlebox does.
    var isServer = false
    var event: EventKey?
}

extension KeepAlivePolicy {
    mutating func planClosing(on phone: inout Phone) {
        closing.event = phone.plan(Step.serverCloses, at: connection.diesAt)
    }

    /// Closes the connection, unless a packet has passed since this was planned.
    mutating func serverCloses(on phone: inout Phone) {
        closing.event = nil
        guard connection.isAlive(at: phone.now), closing.isServer else { return }
        if connection.diesAt > phone.now { return planClosing(on: &phone) }
        connection.end(at: phone.now)
        noteLoss(at: phone.now)
        // The closing segment, and its answer.
        send(
            Transfer(
                roundTrips: 1, uplink: 52, downlink: 52,
                cause: KeepAliveActivity.reconnect.cause(reconnectCount),
                ticket: Ticket(Awaited.closing)
            ).comingDown,
            on: &phone)
    }

    /// The closing segment wakes the app (SR-036), which reconnects.
    mutating func closed(on phone: inout Phone) {
        guard due != .never, !connection.isAlive(at: phone.now) else { return }
        wakeToConnect(on: &phone)
    }

    mutating func planServerMessage(on phone: inout Phone) {
        guard let messages = options.extras.serverMessages else { return }
        phone.cancel(serverTick)
        serverTick = phone.plan(Step.serverSends, at: phone.now + messages.every)
    }

    /// The server stops sending when its connection is gone.
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
        life.work(messages.time, cause: KeepAliveActivity.keepAlive.cause(handlerCount), on: &phone)
    }
}
