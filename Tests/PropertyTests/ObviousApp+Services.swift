import EventKernel
import Quantities

@testable import DeviceModel

// How an obvious app is called by its server and by reminders.
extension ObviousApp {
    // MARK: Pushes

    private var messageRules: [Int] {
        rules.indices.filter { if case .message = rules[$0].trigger { true } else { false } }
    }

    private var message: TransferShape? {
        for rule in rules { if case .message(let shape) = rule.trigger { return shape } }
        return nil
    }

    /// Whether it asks for what has come, of which a push only tells.
    private var fetches: Bool {
        rules.contains { rule in
            rule.steps.flattened.contains { if case .fetch = $0 { true } else { false } }
        }
    }

    /// Whether pushes wake the app, and are not shown.
    private func isSilent(_ phone: borrowing Phone) -> Bool {
        declares.contains(.remoteNotification) && phone.system.remoteNotification != nil
    }

    /// Of what lies at the server one push tells; of silent ones the system takes so many an hour.
    mutating func push(on phone: inout Phone) {
        guard let message else { return }
        let isSilent = isSilent(phone)
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
        if !fetches { pushed[Int32(pushTimes.count)] = atServer.take() }
        phone.push(
            Transfer(
                roundTrips: message.roundTrips, uplink: message.uplink.count,
                downlink: message.downlink.count, cause: cause(messageRules[0], pushTimes.count),
                holdsProcessor: true,
                ticket: Ticket(Step.pushed, index: Int32(pushTimes.count))),
            isHigh: !declares.contains(.remoteNotification))
    }

    mutating func pushCame(_ number: Int32, on phone: inout Phone, in world: inout World) {
        // One of which the app has got all does not wake it.
        if fetches && atServer.isEmpty { return }
        if let things = pushed.removeValue(forKey: number) {
            delivered.add(things, at: phone.now)
        }
        // Those before it that have not come do not come any more.
        pushed = pushed.filter { $0.key > number }
        if isSilent(phone) {
            return fireMessages(.mode(.remoteNotification), on: &phone, in: &world)
        }
        if life.isInFront || life.runs && isKept {
            return fireMessages(.told, on: &phone, in: &world)
        }
        if phone.system.push?.runsApp ?? false {
            return fireMessages(.push, on: &phone, in: &world)
        }
        phone.alert(cause: cause(messageRules[0], pushTimes.count))
        refused += messageRules.count
    }

    private mutating func fireMessages(
        _ way: Way, on phone: inout Phone, in world: inout World
    ) {
        for rule in messageRules { fire(rule, way, on: &phone, in: &world) }
    }

    // MARK: A connection of the app's own

    private var receiveRules: [Int] {
        rules.indices.filter { if case .received = rules[$0].trigger { true } else { false } }
    }

    /// After a silence of the network's or the server's the connection is gone.
    mutating func meet(_ world: borrowing World) {
        let silences = [world.natIdleTimeout, world.profile.network.serverIdleTimeout]
        idleTimeout = silences.compactMap { $0 }.min()
    }

    /// The server sends what it has, if there is a connection.
    mutating func sendOver(on phone: inout Phone) {
        guard let first = receiveRules.first, case .received(let shape) = rules[first].trigger,
            !atServer.isEmpty, isReachable, !phone.isOff, life.state != .notRunning,
            connection.isAlive(at: phone.now)
        else { return }
        comingCount += 1
        phone.transfer(
            Transfer(
                roundTrips: shape.roundTrips, uplink: shape.uplink.count,
                downlink: shape.downlink.count + atServer.bytes,
                cause: cause(first, Int(comingCount)), holdsProcessor: true,
                ticket: Ticket(Step.received, index: comingCount)))
        coming[comingCount] = atServer.take()
        connection.refresh(at: phone.now, idleTimeout: idleTimeout)
    }

    mutating func received(_ number: Int32, on phone: inout Phone, in world: inout World) {
        guard let things = coming.removeValue(forKey: number) else { return }
        delivered.add(things, at: phone.now)
        let wakes = phone.system.timers.wakesSuspended || declares.contains(.voip)
        for rule in receiveRules {
            fire(rule, wakes ? .connection : .told, on: &phone, in: &world)
        }
    }

    /// What is on its way over the connection is at the server again.
    mutating func endConnection(on phone: inout Phone) {
        connection.end(at: phone.now)
        for number in coming.keys.sorted().reversed() {
            if let things = coming.removeValue(forKey: number) { atServer.putBack(things) }
        }
    }

    // MARK: Reminders

    func isReminder(_ rule: Int) -> Bool {
        switch rules[rule].trigger {
        case .every(_, .localNotification, _, _), .at(_, .localNotification): true
        default: false
        }
    }

    /// The system calls the user; an app in front is told instead.
    mutating func remind(_ rule: Int, on phone: inout Phone, in world: inout World) {
        if life.isInFront { return fire(rule, .code, on: &phone, in: &world) }
        serials[rule] += 1
        begun += 1
        done += 1
        phone.alert(cause: cause(rule, serials[rule]))
    }
}
