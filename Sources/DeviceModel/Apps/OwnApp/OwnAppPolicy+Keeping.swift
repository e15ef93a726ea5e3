import Kernel

/// An app's foreground service, and when the system freezes the app.
struct RuleKeeping: Sendable {
    /// When the service ends; `nil` if it has no limit or does not run in the background.
    fileprivate var ends: EventKey?
    /// Since when it runs in the background; `nil` if it does not.
    fileprivate var since: Instant?
    /// When it ran in the background since the app was last in front, in order.
    fileprivate var times: [ClosedRange<Instant>] = []
    /// When an app with nothing to do is frozen; `nil` if it is busy or suspended.
    fileprivate var freeze: EventKey?
    /// How long an idle app waits before it is frozen; `nil` if it is suspended at once.
    var freezesAfter: TimeSpan?

    /// Running time in the span that ends now; zero for a `nil` span, where each service counts by
    /// itself.
    fileprivate func time(in span: TimeSpan?, at now: Instant) -> TimeSpan {
        guard let span else { return .zero }
        return times.reduce(.zero) { sum, time in
            sum + max(.zero, time.upperBound - max(time.lowerBound, now - span))
        }
    }
}

// What keeps an app running in the background, and what happens when nothing does.
extension OwnAppPolicy {
    // MARK: The service

    /// At the start of the run the user has just left the app, and its service runs.
    mutating func beginService(on phone: inout Phone) {
        guard kept.isService, life.runs else { return }
        phone.noteService(true)
        countService(on: &phone)
    }

    /// In front a service can begin, and its time does not count (AM-204).
    mutating func serviceComesToFront(on phone: inout Phone) {
        guard kept.isService else { return }
        phone.cancel(keeping.ends)
        (keeping.ends, keeping.since, keeping.times) = (nil, nil, [])
        keeps = true
        phone.noteService(true)
    }

    /// Starts counting the service's time, where it has a limit.
    mutating func countService(on phone: inout Phone) {
        guard kept.isService, keeps, let left = serviceTimeLeft(on: phone) else { return }
        keeping.since = phone.now
        keeping.ends = phone.plan(RuleTicket.serviceEnds, at: phone.now + left)
    }

    /// `nil` if the time is not limited.
    private func serviceTimeLeft(on phone: borrowing Phone) -> TimeSpan? {
        phone.system.foregroundServices?.limit(of: kept).map {
            max(.zero, $0.time - keeping.time(in: $0.per, at: phone.now))
        }
    }

    /// Ends the service: its time is over, or its app is gone.
    mutating func endService(on phone: inout Phone) {
        guard kept.isService, keeps else { return }
        phone.cancel(keeping.ends)
        if let since = keeping.since { keeping.times.append(since...phone.now) }
        (keeping.ends, keeping.since) = (nil, nil)
        keeps = false
        phone.noteService(false)
    }

    /// Restarts the service of an app that was woken in the background, if the system allows it and
    /// time is left.
    mutating func restartService(
        _ rule: Int, _ waking: RuleWaking, on phone: inout Phone
    ) {
        guard let rules = phone.system.foregroundServices,
            rules.startInBackground || phone.appTraits.isUnrestricted
                || waking.isExempt(program.rules[rule].trigger),
            serviceTimeLeft(on: phone) != .zero
        else { return }
        keeps = true
        phone.noteService(true)
        countService(on: &phone)
    }

    // MARK: The freezer

    /// Freezes an app with nothing to do after a while, or suspends it at once.
    mutating func retire(on phone: inout Phone) {
        guard let span = keeping.freezesAfter else { return suspend(on: &phone) }
        if keeping.freeze == nil {
            keeping.freeze = phone.plan(RuleTicket.freeze, at: phone.now + span)
        }
    }

    /// Cancels the freeze of an app that has something to do, or is gone.
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
        // An alarm with a tolerance is not exact, and only exact alarms are exempt.
        case .alarm:
            if case .every(_, _, let tolerance, _) = trigger { tolerance == .zero } else { true }
        case .code, .running, .mode, .connection, .recorded, .job, .widget: false
        }
    }
}
