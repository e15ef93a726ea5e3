extension Phone {
    func noteUse(of place: Int32?) {
        guard let deferrals else { return }
        deferrals.screenTurns(on: place != nil, at: now)
        deferrals.seeAll(at: now)
        for used in [front, place].compactMap({ $0 }) where used >= 0 {
            deferrals[used].use(at: now, screenOn: deferrals.screenOn(at: now))
        }
    }

    /// Notes why the app whose code runs may work in the background.
    ///
    /// - Parameters:
    ///   - isExempt: nothing of it is deferred (AM-061).
    ///   - isKept: something other than a foreground service keeps it running.
    func noteApp(isExempt: Bool, isKept: Bool) {
        deferrals?[app.place].isExempt = isExempt
        deferrals?[app.place].isKept = isKept
    }

    mutating func noteService(_ isServed: Bool) {
        guard let deferrals, deferrals[app.place].isServed != isServed else { return }
        deferrals[app.place].isServed = isServed
        // The app is told whether it has the network.
        calendar.schedule(.rare(.deferral(.exemptions)), at: now, priority: .completion)
    }

    func noteAlarm(_ step: some AppStep) {
        guard let deferrals else { return }
        let ticket = app.ticket(Ticket(step))
        if !deferrals[app.place].alarmTickets.contains(ticket) {
            deferrals[app.place].alarmTickets.append(ticket)
        }
    }

    /// Lets an alarm of the app whose code runs fire in deep Doze, within the system's quota.
    func allowWhileIdle(_ step: some AppStep) {
        guard let deferrals else { return }
        deferrals[app.place].idleAlarms.append(app.ticket(Ticket(step)))
    }

    /// When the bucket of the app whose code runs allows an alarm: now, or later.
    func whenAlarmMayCome() -> Instant {
        guard let deferrals,
            let bucket = deferrals.bucket(of: app.place, at: now, front: front)?.rules,
            let most = bucket.alarms
        else { return now }
        return deferrals[app.place].alarms.next(at: now, most: most, in: bucket.alarmWindow)
    }

    func noteAlarm() { deferrals?[app.place].alarms.add(at: now) }

    /// An alert lights the display.
    mutating func noteLight() {
        guard let doze = deferrals?.doze, !doze.rules.endsByUnlock else { return }
        calendar.schedule(.rare(.deferral(.screen)), at: now, priority: .completion)
        calendar.schedule(.rare(.deferral(.screen)), at: litUntil, priority: .timer)
    }
}

/// Defers what apps want to do in the background: one service for all apps.
///
/// It is outside `Phone`, so that a phone without it stays as small and fast.
final class Deferrals {
    let rules: LaterRules
    /// Rules of each existing bucket; empty where apps are treated alike.
    private let limits: [BucketRules]

    // One run owns it, on one thread, and no function writes what its caller reads. Checks of
    // exclusive access, which took a sixth of the time of a standby day, are off.

    @exclusivity(unchecked) var jobs: [ScheduledJob] = []
    /// By place of the app.
    @exclusivity(unchecked) private var uses = AppUses()
    @exclusivity(unchecked) var look: (key: EventKey, time: Instant)?
    @exclusivity(unchecked) var isReachable = true
    /// `nil`: the phone is not at a charger.
    @exclusivity(unchecked) var chargesSince: Instant?
    /// `nil`: the user does not have the phone in hand.
    @exclusivity(unchecked) private(set) var screenOnSince: Instant?
    @exclusivity(unchecked) private(set) var screenOffSince: Instant = .start
    /// `nil`: the phone never dozes.
    let doze: DozingPhone?
    @exclusivity(unchecked) var wasIdle = false
    /// The place of the system itself when it asks for a position.
    static let place: Int32 = -3
    @exclusivity(unchecked) private var screenOnBefore = TimeSpan.zero

    init(_ rules: LaterRules, _ habits: PhoneHabits = PhoneHabits()) {
        self.rules = rules
        limits = rules.standby?.limits ?? []
        doze = rules.doze.map { DozingPhone($0, habits) }
    }

    /// Whether an app is not held back: it is in front, exempt, or may work for some time.
    func isFree(_ place: Int32, at now: Instant, front: Int32?) -> Bool {
        place == front || self[place].isExempt || self[place].isExpedited
            || now < self[place].freeUntil
    }

    /// Whether a foreground service lets the app work, with the network, although it is held back.
    func isServed(_ place: Int32) -> Bool {
        self[place].isServed && rules.foregroundServices?.workThroughDoze ?? false
    }

    /// The bucket that sets the quotas of an app's jobs; `nil`: no quotas.
    func jobBucket(
        of place: Int32, at now: Instant, front: Int32?
    ) -> (bucket: StandbyBucket, rules: BucketRules)? {
        if self[place].isServed, rules.foregroundServices?.liftJobQuotas ?? false { return nil }
        return bucket(of: place, at: now, front: front)
    }

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

    subscript(place: Int32) -> AppUse {
        @inline(__always)
        unsafeAddress { uses.address(of: place) }
        @inline(__always)
        unsafeMutableAddress { uses.mutableAddress(of: place) }
    }

    func seeAll(at now: Instant) {
        guard let standby = rules.standby else { return }
        for place in 0..<uses.count where self[place].isCalling {
            self[place].isCalling = false
            self[place].seenUntil = now + standby.seenKeeps
        }
    }

    /// An app's bucket and its rules; `nil`: nothing limits the app.
    ///
    /// - Parameter front: the app in front.
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
