struct RuleKeeping: Sendable {
    /// `nil` if the service has no limit, or does not run in the background.
    fileprivate var ends: EventKey?
    /// `nil` if it does not run in the background.
    fileprivate var since: Instant?
    /// Past times in the background since the app was last in front, in order.
    fileprivate var times: [ClosedRange<Instant>] = []
    fileprivate var freeze: EventKey?
    /// `nil`: an idle app is suspended at once.
    var freezesAfter: TimeSpan?
    /// Whether the app is exempt from the freezer (R015).
    var isNeverFrozen = false

    /// Service time in the span up to now; a `nil` span has none, as each service counts by itself.
    fileprivate func time(in span: TimeSpan?, at now: Instant) -> TimeSpan {
        guard let span else { return .zero }
        return times.reduce(.zero) { sum, time in
            sum + max(.zero, time.upperBound - max(time.lowerBound, now - span))
        }
    }
}

// The modes that keep an app running in the background, and the effects without one.
extension OwnAppPolicy {
    /// At the start of the run the user has just left the app.
    mutating func beginService(on phone: inout Phone) {
        guard kept.isService, life.runs else { return }
        phone.noteService(true)
        countService(on: &phone)
    }

    /// Time in front does not count (AM-204).
    mutating func serviceComesToFront(on phone: inout Phone) {
        guard kept.isService else { return }
        phone.cancel(keeping.ends)
        (keeping.ends, keeping.since, keeping.times) = (nil, nil, [])
        keeps = true
        phone.noteService(true)
    }

    mutating func countService(on phone: inout Phone) {
        guard kept.isService, keeps, let left = serviceTimeLeft(on: phone) else { return }
        keeping.since = phone.now
        keeping.ends = phone.plan(RuleTicket.serviceEnds, at: phone.now + left)
    }

    /// `nil`: unlimited.
    private func serviceTimeLeft(on phone: borrowing Phone) -> TimeSpan? {
        phone.system.foregroundServices?.limit(of: kept).map {
            max(.zero, $0.time - keeping.time(in: $0.per, at: phone.now))
        }
    }

    mutating func endService(on phone: inout Phone) {
        guard kept.isService, keeps else { return }
        phone.cancel(keeping.ends)
        if let since = keeping.since { keeping.times.append(since...phone.now) }
        (keeping.ends, keeping.since) = (nil, nil)
        keeps = false
        phone.noteService(false)
    }

    /// Restarts the service of an app woken in the background, if it may and has time left.
    mutating func restartService(_ rule: Int, _ waking: RuleWaking, on phone: inout Phone) {
        guard let rules = phone.system.foregroundServices,
            rules.startInBackground || phone.appTraits.isUnrestricted
                || waking.isExempt(program.rules[rule].trigger),
            serviceTimeLeft(on: phone) != .zero
        else { return }
        keeps = true
        phone.noteService(true)
        countService(on: &phone)
    }

    /// Freezes an idle app after a while, or suspends it at once.
    mutating func retire(on phone: inout Phone) {
        guard let span = keeping.freezesAfter else { return suspend(on: &phone) }
        if keeping.freeze == nil {
            keeping.freeze = phone.plan(RuleTicket.freeze, at: phone.now + span)
        }
    }

    mutating func stayUnfrozen(on phone: inout Phone) {
        guard let freeze = keeping.freeze else { return }
        phone.cancel(freeze)
        keeping.freeze = nil
    }

    mutating func freezeCame(on phone: inout Phone) {
        keeping.freeze = nil
        if mayRetire { suspend(on: &phone) }
    }
}

extension RuleWaking {
    /// Whether an app woken this way may start a service from the background.
    fileprivate func isExempt(_ trigger: RuleProgram.Trigger) -> Bool {
        switch self {
        case .push: true
        // Only exact alarms are exempt, which have no tolerance.
        case .alarm: !trigger.isInexact
        case .code, .running, .mode, .connection, .recorded, .job, .widget: false
        }
    }
}
