import Kernel

extension Phone {
    /// The user has another app in front from now on, or none.
    func noteUse(of place: Int32?) {
        guard let deferrals else { return }
        deferrals.screenTurns(on: place != nil, at: now)
        deferrals.seeAll(at: now)
        for used in [front, place].compactMap({ $0 }) where used >= 0 {
            deferrals[used].use(at: now, screenOn: deferrals.screenOn(at: now))
        }
    }
}

/// What the phone is told of apps.
extension Phone {
    /// The app whose code runs lives on with it.
    ///
    /// - Parameters:
    ///   - isExempt: whether nothing of what it does is put off (AM-061).
    ///   - isKept: whether something keeps it running that is no foreground service.
    func noteApp(isExempt: Bool, isKept: Bool) {
        deferrals?[app.place].isExempt = isExempt
        deferrals?[app.place].isKept = isKept
    }

    /// A foreground service keeps the app running whose code runs, or does so no more.
    mutating func noteService(_ isServed: Bool) {
        guard let deferrals, deferrals[app.place].isServed != isServed else { return }
        deferrals[app.place].isServed = isServed
        // The app is told whether it has the network.
        calendar.schedule(.rare(.deferral(.exemptions)), at: now, priority: .completion)
    }

    /// An alarm of the app whose code runs, which is known from its other timers by that.
    func noteAlarm(_ step: some AppStep) {
        guard let deferrals else { return }
        let ticket = app.ticket(Ticket(step))
        if !deferrals[app.place].alarmTickets.contains(ticket) {
            deferrals[app.place].alarmTickets.append(ticket)
        }
    }

    /// An alarm of the app whose code runs comes while the phone dozes deeply, by the system's
    /// quota.
    func allowWhileIdle(_ step: some AppStep) {
        guard let deferrals else { return }
        deferrals[app.place].idleAlarms.append(app.ticket(Ticket(step)))
    }

    /// When an alarm of the app whose code runs may come by its bucket: now, or later.
    func whenAlarmMayCome() -> Instant {
        guard let deferrals,
            let bucket = deferrals.bucket(of: app.place, at: now, front: front)?.rules,
            let most = bucket.alarms
        else { return now }
        return deferrals[app.place].alarms.next(at: now, most: most, in: bucket.alarmWindow)
    }

    /// An alarm of the app whose code runs has come.
    func noteAlarm() { deferrals?[app.place].alarms.add(at: now) }

    /// The app whose code runs calls its user.
    mutating func noteAlert() {
        guard let deferrals else { return }
        deferrals[app.place].isCalling = true
        guard let doze = deferrals.doze, !doze.rules.endsByUnlock else { return }
        calendar.schedule(.rare(.deferral(.screen)), at: now, priority: .completion)
        calendar.schedule(.rare(.deferral(.screen)), at: litUntil, priority: .timer)
    }
}

/// What the system puts off of what its apps want to do in the background: one service for all of
/// them.
///
/// It lies apart from the phone, which is as small and as fast as one without it.
final class Deferrals {
    let rules: LaterRules
    /// Of each bucket there is; none where apps are treated alike.
    private let limits: [BucketRules]

    // One run has it, on one thread, and no function writes to what its caller reads: that is not
    // checked again at each access, which took a sixth of a day in standby.

    /// In the order in which they were asked for.
    @exclusivity(unchecked) var jobs: [ScheduledJob] = []
    /// By place of the app.
    @exclusivity(unchecked) private var uses = AppUses()
    /// When the scheduler looks next.
    @exclusivity(unchecked) var look: (key: EventKey, time: Instant)?
    /// Whether servers can be reached.
    @exclusivity(unchecked) var isReachable = true
    /// Since when the phone is at a charger; `nil`: it is not.
    @exclusivity(unchecked) var chargesSince: Instant?
    /// Since when the user has it in hand; `nil`: it lies there.
    @exclusivity(unchecked) private(set) var screenOnSince: Instant?
    @exclusivity(unchecked) private(set) var screenOffSince: Instant = .start
    /// `nil`: the phone never dozes.
    let doze: DozingPhone?
    /// Whether it was idle when it was looked at last.
    @exclusivity(unchecked) var wasIdle = false
    /// The place at which the system itself asks for a position.
    static let place: Int32 = -3
    @exclusivity(unchecked) private var screenOnBefore = TimeSpan.zero

    init(_ rules: LaterRules) {
        self.rules = rules
        limits = rules.standby?.limits ?? []
        doze = rules.doze.map { DozingPhone($0) }
    }

    /// Whether an app is not held back: it is in front, exempt, or has been let work for some time.
    func isFree(_ place: Int32, at now: Instant, front: Int32?) -> Bool {
        place == front || self[place].isExempt || self[place].isExpedited
            || now < self[place].freeUntil
    }

    /// Whether its code runs and has the network in spite of that: a foreground service lets it.
    func isServed(_ place: Int32) -> Bool {
        self[place].isServed && rules.foregroundServices?.workThroughDoze ?? false
    }

    /// The bucket of an app by which its jobs have quotas; `nil`: they have none.
    func jobBucket(
        of place: Int32, at now: Instant, front: Int32?
    ) -> (bucket: StandbyBucket, rules: BucketRules)? {
        if self[place].isServed, rules.foregroundServices?.liftJobQuotas ?? false { return nil }
        return bucket(of: place, at: now, front: front)
    }

    /// For how long the display has been on since the start of the run.
    func screenOn(at now: Instant) -> TimeSpan {
        screenOnBefore + (screenOnSince.map { now - $0 } ?? .zero)
    }

    func screenTurns(on isOn: Bool, at now: Instant) {
        if isOn {
            if screenOnSince == nil { screenOnSince = now }
        } else if let since = screenOnSince {
            screenOnBefore = screenOnBefore + (now - since)
            (screenOnSince, screenOffSince) = (nil, now)
        }
    }

    /// What is remembered of an app.
    subscript(place: Int32) -> AppUse {
        @inline(__always)
        unsafeAddress { uses.address(of: place) }
        @inline(__always)
        unsafeMutableAddress { uses.mutableAddress(of: place) }
    }

    /// All apps' notifications have been seen.
    func seeAll(at now: Instant) {
        guard let standby = rules.standby else { return }
        for place in 0..<uses.count where self[place].isCalling {
            self[place].isCalling = false
            self[place].seenUntil = now + standby.seenKeeps
        }
    }

    /// By how much an app is used, and what that lets it do; `nil`: nothing limits it.
    ///
    /// - Parameter front: the app that the user has in front.
    func bucket(
        of place: Int32, at now: Instant, front: Int32?
    ) -> (bucket: StandbyBucket, rules: BucketRules)? {
        guard !limits.isEmpty, !self[place].isExempt else { return nil }
        if front == place { return (.active, limits[0]) }
        let bucket = self[place].bucket(at: now, screenOn: screenOn(at: now), limits)
        if bucket < .restricted, let since = chargesSince, let standby = rules.standby,
            now - since >= standby.chargingLiftsAfter
        {
            return nil
        }
        return (bucket, limits[bucket.rawValue])
    }
}
