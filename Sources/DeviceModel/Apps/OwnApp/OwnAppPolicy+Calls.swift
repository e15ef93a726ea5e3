import Kernel

/// What an app that gets pushes of calls owes the system.
struct RuleCalls: Sendable {
    /// When each call must ring that has not yet, in order.
    var unrung: [Instant] = []
    /// Pushes so far for which it did not ring.
    var failureCount = 0
}

// Pushes of calls, and pushes that wait for Low Power Mode to end.
extension OwnAppPolicy {
    /// The push of a call runs the app, which the system ends if it does not ring in time.
    mutating func callCame(on phone: inout Phone, in world: inout World) {
        let rules = phone.system.voipPush?.mustRing
        let due = rules.map { phone.now + $0.within }
        if let due { pushes.calls.unrung.append(due) }
        comeMessages(.mode(.voipPush), on: &phone, in: &world)
        // One that its user keeps down owes nothing.
        guard life.state != .notRunning else { return pushes.calls.unrung.removeAll() }
        guard let due, pushes.calls.unrung.contains(due) else { return }
        _ = phone.plan(RuleTicket.ringDue, at: due)
    }

    /// The app tells the system of a call: of the first that has not rung.
    mutating func ring(_ errand: Int, on phone: inout Phone) {
        if !pushes.calls.unrung.isEmpty { pushes.calls.unrung.removeFirst() }
        notify(errand, RuleAlert(sound: true, vibration: true), on: &phone)
    }

    /// The time is over in which a call must ring.
    mutating func ringDue(on phone: inout Phone) {
        guard let due = pushes.calls.unrung.first, due <= phone.now else { return }
        pushes.calls.failureCount += 1
        life.end(.crashed, on: &phone)
        ended(on: &phone)
    }

    /// Whether the app has let so many calls go without ringing that it is told of no more.
    func hasMissedCalls(on phone: borrowing Phone) -> Bool {
        guard let rules = phone.system.voipPush?.mustRing else { return false }
        return pushes.calls.failureCount >= rules.failures
    }

    /// Low Power Mode is over: of the pushes that it held the newest comes, if it tells of anything
    /// that the app does not have by now.
    mutating func releasePush(on phone: inout Phone) {
        guard pushes.waitsForPower else { return }
        (pushes.isHeldBack, pushes.waitsForPower) = (false, false)
        if !waiting.isEmpty { push(on: &phone) }
    }
}
