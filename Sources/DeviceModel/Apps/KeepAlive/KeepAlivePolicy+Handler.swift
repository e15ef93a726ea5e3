extension KeepAlivePolicy {
    private func interval(on phone: borrowing Phone) -> TimeSpan {
        if let onWiFi = options.extras.intervalOnWiFi, phone.isOnWiFi { return onWiFi }
        return search?.interval ?? options.interval
    }

    mutating func planHandler(after start: Instant, on phone: inout Phone) {
        let interval = interval(on: phone)
        window = TimeSpan(rounding: Double(interval.nanoseconds) * windowShare)
        due = start + interval
        dueEvent = phone.plan(Step.handlerDue, at: due)
    }

    mutating func restartTimer(on phone: inout Phone) {
        phone.cancel(dueEvent)
        planHandler(after: phone.now, on: &phone)
    }

    /// Groups the handler with other work, as early as the system allows (SR-039).
    mutating func callHandlerEarly(on phone: inout Phone) {
        guard due != .never, phone.now >= due - window, phone.now < due else { return }
        phone.cancel(dueEvent)
        callHandler(on: &phone)
    }

    mutating func callHandler(on phone: inout Phone) {
        handlerCount += 1
        if search != nil { learn(at: phone.now) }
        planHandler(after: phone.now, on: &phone)
        let start = life.work(
            options.handlerTime, cause: KeepAliveActivity.keepAlive.cause(handlerCount),
            on: &phone
        ).begin
        if start == phone.now {
            sendMessage(on: &phone)
        } else {
            handlerRuns = phone.plan(Step.handlerRuns, at: start)
        }
    }

    mutating func sendMessage(on phone: inout Phone) {
        if connection.isAlive(at: phone.now) {
            sendInHandler(
                options.message.transfer(
                    cause: KeepAliveActivity.keepAlive.cause(handlerCount),
                    ticket: Ticket(Awaited.message)),
                on: &phone)
        } else {
            connect(inHandler: true, on: &phone)
        }
    }

    private mutating func learn(at time: Instant) {
        if connection.isAlive(at: time) {
            search?.findAlive(after: time - connection.lastPacket)
        } else {
            noteLoss(at: time)
        }
    }

    /// Sends for the handler. A transfer that may exceed the handler's limit is watched: it holds
    /// the processor itself, so that it can be cut off.
    mutating func sendInHandler(_ transfer: Transfer, on phone: inout Phone) {
        let limit = phone.system.keepAlive.handlerLimit
        guard handlerLimit == nil, !calls.isTalking, phone.longestTime(for: transfer) > limit else {
            send(transfer, on: &phone)
            return
        }
        phone.holdProcessor(cause: transfer.cause)
        handlerLimit = phone.plan(Step.handlerLimit, at: phone.now + limit)
        send(transfer.leavingProcessor, isWatched: true, on: &phone)
    }

    mutating func endWatch(on phone: inout Phone) {
        guard handlerLimit != nil else { return }
        phone.cancel(&handlerLimit)
        phone.releaseProcessor()
    }

    /// The system ends an app whose handler runs too long (SR-038).
    mutating func overrun(on phone: inout Phone) {
        endWatch(on: &phone)
        life.end(.crashed, on: &phone)
        goDown(on: &phone)
        comeBack(on: &phone)
    }
}
