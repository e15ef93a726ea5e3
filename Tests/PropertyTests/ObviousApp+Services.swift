import Kernel

@testable import DeviceModel

// How servers and reminders trigger an obvious app.
extension ObviousApp {
    // MARK: Pushes

    private var messageCalls: [Int] {
        calls.indices.filter { if case .message = calls[$0].trigger { true } else { false } }
    }

    private var message: (shape: TransferShape, push: RulePush)? {
        for call in calls {
            if case .message(let shape, let push) = call.trigger { return (shape, push) }
        }
        return nil
    }

    /// Whether a push tells of news, the rest of which is at the server.
    var tells: Bool { fetches && message?.push.tells == true }

    private var pushCause: Cause { cause(calls[messageCalls[0]].rule, pushTimes.count) }

    /// Whether the app fetches news of which a push only tells.
    var fetches: Bool {
        rules.contains { rule in
            rule.steps.flattened.contains { if case .fetch = $0 { true } else { false } }
        }
    }

    /// Whether pushes wake the app without being shown.
    private func isSilent(_ phone: borrowing Phone) -> Bool {
        declares.contains(.remoteNotification) && phone.system.remoteNotification != nil
    }

    /// The demand on an app whose pushes are calls, or nil.
    private func mustRing(_ phone: borrowing Phone) -> VoIPPushRules.MustRing? {
        declares.contains(.voipPush) ? phone.system.voipPush?.mustRing : nil
    }

    /// One push tells of all news at the server. The system allows a number of silent pushes an
    /// hour, and none in Low Power Mode. An app that ignores calls gets no more pushes.
    mutating func push(on phone: inout Phone) {
        guard let message = message?.shape else { return }
        let isSilent = isSilent(phone)
        if let rules = mustRing(phone), failures >= rules.failures { return }
        if isSilent, phone.isInLowPower, phone.system.lowPower?.holdsPushes == true {
            (isHeldBack, waitsForPower) = (true, true)
            return
        }
        if isSilent, let most = phone.system.remoteNotification?.perHourLimit {
            let hour = TimeSpan(Seconds(3600))
            if pushTimes.count >= most, pushTimes[pushTimes.count - most] + hour > phone.now {
                isHeldBack = true
                let time = pushTimes[pushTimes.count - most] + hour
                _ = phone.plan(Step.pushLater, at: time)
                return
            }
        }
        pushTimes.append(phone.now)
        if tells {
            pushed[Int32(pushTimes.count)] = untold.take()
        } else if !fetches {
            pushed[Int32(pushTimes.count)] = atServer.take()
        }
        phone.push(
            Transfer(
                roundTrips: message.roundTrips, uplink: message.uplink.count,
                downlink: message.downlink.count, cause: pushCause,
                holdsProcessor: true,
                ticket: Ticket(Step.pushed, index: Int32(pushTimes.count))),
            isHigh: !declares.contains(.remoteNotification))
    }

    mutating func pushCame(_ number: Int32, on phone: inout Phone, in world: inout World) {
        // A push without any remaining news does not wake the app.
        if fetches && atServer.isEmpty && !tells { return }
        let runsApp = phone.system.push?.runsApp ?? false
        // Earlier pushes that have not arrived are dropped.
        for key in pushed.keys.sorted() where key <= number {
            guard let things = pushed.removeValue(forKey: key) else { continue }
            if key == number, !(tells && runsApp && life.isKeptDown && !isSilent(phone)) {
                delivered.add(things, at: phone.now)
            } else if tells {
                var all = things
                all.putBack(unseen.take())
                unseen = all
            }
        }
        if isSilent(phone) {
            return fireMessages(.mode(.remoteNotification), on: &phone, in: &world)
        }
        if declares.contains(.voipPush), phone.system.voipPush != nil {
            let due = mustRing(phone).map { phone.now + $0.within }
            if let due { unrung.append(due) }
            fireMessages(.mode(.voipPush), on: &phone, in: &world)
            if life.state == .notRunning {
                unrung = []
            } else if let due {
                _ = phone.plan(Step.mustRing, at: due)
            }
            return
        }
        if life.isInFront || life.runs && isKept {
            return fireMessages(.told, on: &phone, in: &world)
        }
        if runsApp {
            return fireMessages(.push, on: &phone, in: &world)
        }
        if message?.push.alerts == true { phone.alert(cause: pushCause) }
        refused += messageCalls.count { moment($0) != .inFront }
    }

    /// Ends the app because a call has not rung in time.
    mutating func callIsMissed(on phone: inout Phone) {
        guard unrung.contains(where: { $0 <= phone.now }) else { return }
        failures += 1
        life.end(.crashed, on: &phone)
        end(on: &phone)
    }

    private mutating func fireMessages(
        _ way: Way, on phone: inout Phone, in world: inout World
    ) {
        let here: PushMoment = life.isInFront ? .inFront : .behind
        for call in messageCalls where [.any, here].contains(moment(call)) {
            fire(call, way, on: &phone, in: &world)
        }
    }

    private func moment(_ call: Int) -> PushMoment {
        if case .message(_, let push) = calls[call].trigger { push.moment } else { .any }
    }

    // MARK: The app's own connection

    private var receiveCalls: [Int] {
        calls.indices.filter { if case .received = calls[$0].trigger { true } else { false } }
    }

    /// A long silence ends the connection, by the network or the server.
    mutating func meet(_ world: borrowing World) {
        let silences = [world.natIdleTimeout, world.profile.network.serverIdleTimeout]
        idleTimeout = silences.compactMap { $0 }.min()
    }

    /// The server sends its messages if there is a connection.
    mutating func sendOver(on phone: inout Phone) {
        guard let first = receiveCalls.first, case .received(let shape) = calls[first].trigger,
            !atServer.isEmpty, isReachable, !phone.isOff, life.state != .notRunning,
            connection.isAlive(at: phone.now)
        else { return }
        comingCount += 1
        phone.transfer(
            Transfer(
                roundTrips: shape.roundTrips, uplink: shape.uplink.count,
                downlink: shape.downlink.count + atServer.bytes,
                cause: cause(calls[first].rule, Int(comingCount)), holdsProcessor: true,
                ticket: Ticket(Step.received, index: comingCount)))
        coming[comingCount] = atServer.take()
        connection.refresh(at: phone.now, idleTimeout: idleTimeout)
    }

    mutating func received(_ number: Int32, on phone: inout Phone, in world: inout World) {
        guard let things = coming.removeValue(forKey: number) else { return }
        delivered.add(things, at: phone.now)
        let wakes = phone.system.timers.wakesSuspended || declares.contains(.voip)
        for call in receiveCalls {
            fire(call, wakes ? .connection : .told, on: &phone, in: &world)
        }
    }

    /// Returns messages in transit to the server.
    mutating func endConnection(on phone: inout Phone) {
        connection.end(at: phone.now)
        for number in coming.keys.sorted().reversed() {
            if let things = coming.removeValue(forKey: number) { atServer.putBack(things) }
        }
    }

    // MARK: Reminders

    func isReminder(_ call: Int) -> Bool {
        switch calls[call].trigger {
        case .every(_, .localNotification, _, _), .at(_, .localNotification): true
        default: false
        }
    }

    /// The system alerts the user; an app in front gets the reminder instead.
    mutating func remind(_ call: Int, on phone: inout Phone, in world: inout World) {
        if life.isInFront { return fire(call, .code, on: &phone, in: &world) }
        let rule = calls[call].rule
        serials[rule] += 1
        begun += 1
        done += 1
        phone.alert(cause: cause(rule, serials[rule]))
    }
}
