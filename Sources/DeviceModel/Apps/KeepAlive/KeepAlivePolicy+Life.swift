extension KeepAlivePolicy {
    mutating func live(through notice: Notice, on phone: inout Phone) {
        if case .network(.reachable(false)) = notice { return loseServer(on: &phone) }
        if case .phone(.goesOff) = notice { return goDown(on: &phone) }
        switch life.receive(notice, on: &phone) {
        case nil: break
        case .opened(let isLaunched):
            if isLaunched {
                start(at: phone.now + phone.launchTime, on: &phone)
            } else if !connection.isAlive(at: phone.now) {
                wakeToConnect(on: &phone)
            }
        case .left: life.suspend(finishes: true, on: &phone)
        case .ended:
            goDown(on: &phone)
            comeBack(on: &phone)
        }
    }

    /// The app is gone with all that it had under way, and with its connection (SR-035).
    mutating func goDown(on phone: inout Phone) {
        endWatch(on: &phone)
        endTalk(hangsUp: false, on: &phone)
        connection.end(at: phone.now)
        search?.excuse(isElsewhere: false)
        stopReconnecting(on: &phone)
        phone.cancel(dueEvent)
        phone.cancel(handlerRuns)
        phone.cancel(serverTick)
        (dueEvent, handlerRuns, serverTick, due) = (nil, nil, nil, .never)
        phone.cutOffTransfers()
    }

    /// The system relaunches the app, unless its user stopped it (SR-035).
    mutating func comeBack(on phone: inout Phone) {
        let cause = KeepAliveActivity.reconnect.cause(reconnectCount + 1)
        let codeRuns = life.relaunch(
            for: .voip, span: options.handlerTime, cause: cause, on: &phone)
        guard let codeRuns else { return }
        life.suspend(finishes: true, on: &phone)
        start(at: codeRuns, on: &phone)
    }

    mutating func comesAlong(on phone: inout Phone) {
        guard life.state == .notRunning else { return }
        life.comesAlong(on: &phone)
        start(at: max(phone.now, phone.parts?.runsFrom ?? phone.now), on: &phone)
    }

    private mutating func start(at time: Instant, on phone: inout Phone) {
        planHandler(after: time, on: &phone)
        reconnecting.connects = phone.plan(Step.connects, at: time)
    }
}
