import Kernel

/// Calls that an app has to report to the system.
struct RuleCalls: Sendable {
    /// Deadlines of the calls that have not rung, in order.
    var unrung: [Instant] = []
    /// Call pushes so far for which the app did not ring.
    var failureCount = 0
}

// Pushes of calls, and pushes held back by low-power mode.
extension OwnAppPolicy {
    /// The push of a call runs the app, which the system ends if it does not ring in time.
    mutating func callCame(on phone: inout Phone, in world: inout World) {
        let rules = phone.system.voipPush?.mustRing
        let due = rules.map { phone.now + $0.within }
        if let due { pushes.calls.unrung.append(due) }
        comeMessages(.mode(.voipPush), on: &phone, in: &world)
        // An app that its user stopped has nothing to ring for.
        guard life.state != .notRunning else { return pushes.calls.unrung.removeAll() }
        guard let due, pushes.calls.unrung.contains(due) else { return }
        _ = phone.plan(RuleTicket.ringDue, at: due)
    }

    /// Reports the first call that has not rung to the system.
    mutating func ring(_ errand: Int, on phone: inout Phone) {
        if !pushes.calls.unrung.isEmpty { pushes.calls.unrung.removeFirst() }
        notify(errand, RuleAlert(sound: true, vibration: true), on: &phone)
    }

    /// Ends the app if a call did not ring by its deadline.
    mutating func ringDue(on phone: inout Phone) {
        guard let due = pushes.calls.unrung.first, due <= phone.now else { return }
        pushes.calls.failureCount += 1
        life.end(.crashed, on: &phone)
        ended(on: &phone)
    }

    /// Whether too many calls did not ring, so that the system delivers no more of them.
    func hasMissedCalls(on phone: borrowing Phone) -> Bool {
        guard let rules = phone.system.voipPush?.mustRing else { return false }
        return pushes.calls.failureCount >= rules.failures
    }

    /// Low-power mode is over: sends one push for what the app still lacks of the pushes held back.
    mutating func releasePush(on phone: inout Phone) {
        guard pushes.waitsForPower else { return }
        (pushes.isHeldBack, pushes.waitsForPower) = (false, false)
        if !waiting.isEmpty { push(on: &phone) }
    }
}
