/// A new connection in the making.
struct Reconnecting: Sendable {
    /// Whether the app knows of the loss, and has no new connection.
    var isLost = false
    var isUnderWay = false
    var number: Int32 = 0
    /// How long the current attempt waits, and until it sends again; `nil` without an attempt, or
    /// once answered.
    var patience: (until: Instant, gap: TimeSpan)?
    var attempt: EventKey?
    /// The wait before the next attempt; `nil` for the first.
    var wait: TimeSpan?
    var retry: EventKey?
    var connects: EventKey?
    var isReachable = true
}

extension KeepAlivePolicy {
    mutating func noteLoss(at time: Instant) {
        guard !reconnecting.isLost else { return }
        reconnecting.isLost = true
        reconnectCount += 1
        search?.findDead(after: time - connection.lastPacket)
    }

    mutating func connect(inHandler: Bool, on phone: inout Phone) {
        guard !reconnecting.isUnderWay, !connection.isAlive(at: phone.now) else { return }
        noteLoss(at: phone.now)
        phone.cancel(&reconnecting.retry)
        reconnecting.isUnderWay = true
        reconnecting.number = connection.number
        guard reconnecting.isReachable else { return beginAttempt(on: &phone) }
        let transfer = options.reconnect.transfer(
            cause: KeepAliveActivity.reconnect.cause(reconnectCount),
            ticket: Ticket(Awaited.reconnect))
        if inHandler {
            sendInHandler(transfer, on: &phone)
        } else {
            send(transfer, on: &phone)
        }
    }

    mutating func wakeToConnect(on phone: inout Phone) {
        guard !reconnecting.isUnderWay else { return }
        noteLoss(at: phone.now)
        let start = phone.wake(for: .zero, cause: KeepAliveActivity.reconnect.cause(reconnectCount))
        if start == phone.now {
            connect(inHandler: false, on: &phone)
        } else {
            phone.cancel(reconnecting.connects)
            reconnecting.connects = phone.plan(Step.connects, at: start)
        }
    }

    /// The connection is open, unless its network has gone meanwhile.
    ///
    /// - Parameter number: The connection's number; a number from before the app ended is ignored.
    mutating func reconnectEnded(_ number: Int32, on phone: inout Phone) {
        guard reconnecting.isUnderWay, number == reconnecting.number else { return }
        reconnecting.isUnderWay = false
        reconnecting.isLost = false
        guard number == connection.number else {
            if phone.system.connections.tellsOfNetworks { return wakeToConnect(on: &phone) }
            return planRetry(on: &phone)
        }
        reconnecting.wait = nil
        deliverWaiting(on: &phone)
        planServerMessage(on: &phone)
    }

    /// Sends the first packet of TCP, again after 1 s, 2 s, 4 s and so on (RFC 6298).
    private mutating func beginAttempt(on phone: inout Phone) {
        let patience = min(
            options.extras.retry?.giveUpAfter ?? KeepAliveOptions.Retry.usualPatience,
            phone.system.keepAlive.handlerLimit)
        phone.holdProcessor(cause: KeepAliveActivity.reconnect.cause(reconnectCount))
        reconnecting.patience = (phone.now + patience, TimeSpan(Seconds(1)))
        ask(on: &phone)
    }

    private mutating func ask(on phone: inout Phone) {
        guard let (until, gap) = reconnecting.patience else { return }
        phone.transfer(
            Transfer(
                roundTrips: 0, uplink: 60, downlink: 0,
                cause: KeepAliveActivity.reconnect.cause(reconnectCount)))
        reconnecting.attempt = phone.plan(Step.attempt, at: min(phone.now + gap, until))
        reconnecting.patience = (until, gap + gap)
    }

    mutating func continueAttempt(on phone: inout Phone) {
        guard let (until, _) = reconnecting.patience else { return }
        if reconnecting.isReachable {
            endAttempt(on: &phone)
            connect(inHandler: false, on: &phone)
        } else if phone.now < until {
            ask(on: &phone)
        } else {
            endAttempt(on: &phone)
            planRetry(on: &phone)
        }
    }

    private mutating func endAttempt(on phone: inout Phone) {
        guard reconnecting.patience != nil else { return }
        phone.cancel(reconnecting.attempt)
        phone.releaseProcessor()
        (reconnecting.attempt, reconnecting.patience) = (nil, nil)
        reconnecting.isUnderWay = false
    }

    private mutating func planRetry(on phone: inout Phone) {
        guard let retry = options.extras.retry else { return }
        let wait = reconnecting.wait ?? retry.first
        let longer = TimeSpan(rounding: Double(wait.nanoseconds) * retry.factor)
        reconnecting.wait = min(longer, retry.atMost)
        phone.cancel(reconnecting.retry)
        reconnecting.retry = phone.plan(Step.retry, at: phone.now + wait)
    }

    mutating func tryAgain(on phone: inout Phone) {
        reconnecting.retry = nil
        guard !connection.isAlive(at: phone.now) else { return }
        wakeToConnect(on: &phone)
    }

    mutating func stopReconnecting(on phone: inout Phone) {
        endAttempt(on: &phone)
        phone.cancel(reconnecting.retry)
        phone.cancel(reconnecting.connects)
        let isReachable = reconnecting.isReachable
        reconnecting = Reconnecting()
        reconnecting.isReachable = isReachable
    }

    /// A new network ends the connection, of which few systems tell a suspended app.
    mutating func changeNetwork(on phone: inout Phone) {
        connection.end(at: phone.now)
        search?.excuse(isElsewhere: true)
        guard due != .never else { return }
        let runs = calls.isBusy
        endTalk(hangsUp: false, on: &phone)
        guard runs || phone.system.connections.tellsOfNetworks else { return }
        restartTimer(on: &phone)
        wakeToConnect(on: &phone)
    }

    /// No server can be reached any more, and the app does not notice.
    mutating func loseServer(on phone: inout Phone) {
        connection.end(at: phone.now)
        search?.excuse(isElsewhere: false)
        endTalk(hangsUp: false, on: &phone)
    }
}
