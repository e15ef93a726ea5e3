import Kernel

/// The foreground service of an app, and when the system freezes the app.
struct RuleKeeping: Sendable {
    /// When the service is over; `nil`: it has no limit, or does not run in the background.
    fileprivate var ends: EventKey?
    /// Since when it runs in the background; `nil`: it does not.
    fileprivate var since: Instant?
    /// When it ran in the background since the user had the app in front, in order.
    fileprivate var times: [ClosedRange<Instant>] = []
    /// When the app is frozen that has nothing left to do; `nil`: it has, or is suspended.
    fileprivate var freeze: EventKey?
    /// How long that takes; `nil`: no time.
    var freezesAfter: TimeSpan?

    /// For how long it ran in a span that ends now; `nil`: each service counts by itself.
    fileprivate func time(in span: TimeSpan?, at now: Instant) -> TimeSpan {
        guard let span else { return .zero }
        return times.reduce(.zero) { sum, time in
            sum + max(.zero, time.upperBound - max(time.lowerBound, now - span))
        }
    }
}

// What keeps an app running in the background, and what becomes of one that nothing keeps.
extension OwnAppPolicy {
    // MARK: The service

    /// The start of the run: the user has just left the app, whose service runs.
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

    /// From now on the service's time counts, where it has a limit.
    mutating func countService(on phone: inout Phone) {
        guard kept.isService, keeps, let left = serviceTimeLeft(on: phone) else { return }
        keeping.since = phone.now
        keeping.ends = phone.plan(RuleTicket.serviceEnds, at: phone.now + left)
    }

    /// `nil`: as long as it likes.
    private func serviceTimeLeft(on phone: borrowing Phone) -> TimeSpan? {
        phone.system.foregroundServices?.limit(of: kept).map {
            max(.zero, $0.time - keeping.time(in: $0.per, at: phone.now))
        }
    }

    /// Its time is over, or its app is gone.
    mutating func endService(on phone: inout Phone) {
        guard kept.isService, keeps else { return }
        phone.cancel(keeping.ends)
        if let since = keeping.since { keeping.times.append(since...phone.now) }
        (keeping.ends, keeping.since) = (nil, nil)
        keeps = false
        phone.noteService(false)
    }

    /// An app that something has woken in the background starts its service again, where the
    /// system lets it, and the service has time left.
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

    /// An app with nothing left to do is frozen after a while, or suspended at once.
    mutating func retire(on phone: inout Phone) {
        guard let span = keeping.freezesAfter else { return suspend(on: &phone) }
        if keeping.freeze == nil {
            keeping.freeze = phone.plan(RuleTicket.freeze, at: phone.now + span)
        }
    }

    /// It is not frozen yet: it has something to do, or is gone.
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
    /// Whether an app that is woken so may start a service although it is in the background.
    fileprivate func isExempt(_ trigger: RuleProgram.Trigger) -> Bool {
        switch self {
        case .push: true
        // One that may come early is not exact.
        case .alarm:
            if case .every(_, _, let tolerance, _) = trigger { tolerance == .zero } else { true }
        case .code, .running, .mode, .connection, .recorded, .job, .widget: false
        }
    }
}
