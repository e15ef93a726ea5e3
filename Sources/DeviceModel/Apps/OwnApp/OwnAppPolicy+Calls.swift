/// Calls that an app must report to the system.
struct RuleCalls: Sendable {
    /// Deadlines, in order.
    var unrung: [Instant] = []
    var failureCount = 0
}

// Pushes of calls, and pushes held back by low-power mode.
extension OwnAppPolicy {
    /// The system ends an app that does not ring in time.
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

    /// Reports the first unreported call to the system.
    mutating func ring(_ errand: Int, on phone: inout Phone) {
        if !pushes.calls.unrung.isEmpty { pushes.calls.unrung.removeFirst() }
        notify(errand, RuleAlert(sound: true, vibration: true, isCall: true), on: &phone)
    }

    mutating func ringDue(on phone: inout Phone) {
        guard let due = pushes.calls.unrung.first, due <= phone.now else { return }
        pushes.calls.failureCount += 1
        life.end(.crashed, on: &phone)
        ended(on: &phone)
    }

    /// Whether the system delivers no more call pushes, because too many did not ring.
    func hasMissedCalls(on phone: borrowing Phone) -> Bool {
        guard let rules = phone.system.voipPush?.mustRing else { return false }
        return pushes.calls.failureCount >= rules.failures
    }

    /// Low-power mode is over: sends one push for everything held back and still missing.
    mutating func releasePush(on phone: inout Phone) {
        guard pushes.waitsForPower else { return }
        (pushes.isHeldBack, pushes.waitsForPower) = (false, false)
        if !waiting.isEmpty { push(on: &phone) }
    }
}
