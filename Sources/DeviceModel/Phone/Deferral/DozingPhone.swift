/// Both Doze machines of one phone, and the events that they hold back.
final class DozingPhone {
    /// A time between idle periods in which apps may work.
    struct Window: Hashable, Sendable {
        var from: Instant
        /// `never`: it is still open.
        var until: Instant = .never
        var isDeep: Bool
    }

    let rules: DozeRules
    // Not checked at each access, as in `Deferrals`.
    @exclusivity(unchecked) var deep: DeepDoze?
    @exclusivity(unchecked) var light: LightDoze?
    /// Whether the display is off, and the phone unplugged.
    @exclusivity(unchecked) var isOn = false
    @exclusivity(unchecked) var deepStep: (key: EventKey, time: Instant)?
    @exclusivity(unchecked) var lightStep: (key: EventKey, time: Instant)?
    @exclusivity(unchecked) var motion: EventKey?
    @exclusivity(unchecked) var held: [(key: EventKey, event: Event)] = []
    @exclusivity(unchecked) private(set) var windows: [Window] = []
    @exclusivity(unchecked) private(set) var idleSince: Instant?

    init(_ rules: DozeRules, _ habits: PhoneHabits) {
        self.rules = rules
        deep = rules.deep.map { DeepDoze($0, habits) }
        light = rules.light.map { LightDoze($0) }
    }

    /// Whether no app's code may run.
    var isDeepIdle: Bool { deep?.state == .idle }
    /// Whether apps have no network and run no jobs.
    var isIdle: Bool { isDeepIdle || light?.isIdle ?? false }

    private var isWindow: Bool { deep?.state == .window || light?.state == .window }

    /// Deep Doze overrides light Doze, which begins anew after it.
    func align(at now: Instant) {
        let isDeep = isDeepIdle || deep?.state == .window
        if isDeep, light?.state != .overridden { light?.override() }
        if !isDeep, light?.state == .overridden {
            if isOn { light?.begin(at: now) } else { light?.leave() }
        }
    }

    func note(at now: Instant) {
        if let last = windows.last, last.until == .never, !isWindow {
            windows[windows.count - 1].until = now
        }
        if isWindow, windows.last?.until != .never {
            windows.append(Window(from: now, isDeep: deep?.state == .window))
        }
        if isIdle, idleSince == nil { idleSince = now }
    }
}

extension Phone {
    /// Whether the code of the app that planned this ticket may not run.
    func holdsCode(of ticket: Ticket) -> Bool {
        guard let deferrals, deferrals.doze?.isDeepIdle ?? false, !ticket.isPhones else {
            return false
        }
        // A job is stopped even in deep Doze.
        if deferrals.jobs.contains(where: { $0.stop == ticket }) { return false }
        let place = Int32(ticket.owner)
        if deferrals.isFree(place, at: now, front: front) { return false }
        return !deferrals.isServed(place) || deferrals[place].alarmTickets.contains(ticket)
    }

    var isCutOff: Bool { !hasNetwork || deferrals != nil && cutsNetwork(of: app.place) }

    /// Whether the system keeps the network from an app.
    func cutsNetwork(of place: Int32) -> Bool {
        guard let deferrals, !deferrals.isFree(place, at: now, front: front),
            !deferrals.isServed(place)
        else { return false }
        if deferrals.doze?.isIdle ?? false { return true }
        if savesNetwork, !deferrals[place].isServed { return true }
        return !(deferrals.bucket(of: place, at: now, front: front)?.rules.hasNetwork ?? true)
    }

    /// Whether a push waits for the next window. One at high priority lets its app work instead
    /// (AM-030, AM-176, AM-177, AM-181).
    mutating func holdsPush(to place: Int32, isHigh: Bool) -> Bool {
        guard let deferrals, let doze = deferrals.doze, doze.isIdle,
            !deferrals.isFree(place, at: now, front: front)
        else { return false }
        guard isHigh, takesHighPush(of: place) else { return true }
        exempt(place, for: doze.rules.pushExempts)
        return false
    }

    private func takesHighPush(of place: Int32) -> Bool {
        guard let deferrals,
            let most = deferrals.bucket(of: place, at: now, front: front)?.rules.highPushes
        else { return true }
        let pushes = deferrals[place].highPushes
        guard pushes.next(at: now, most: most, in: DailyWindow.day) <= now else { return false }
        deferrals[place].highPushes.add(at: now)
        return true
    }

    /// Does not hold an app back for some time. The run tells it that it has the network.
    mutating func exempt(_ place: Int32, for span: TimeSpan) {
        guard let deferrals else { return }
        deferrals[place].freeUntil = max(deferrals[place].freeUntil, now + span)
        calendar.schedule(.rare(.deferral(.exemptions)), at: now, priority: .completion)
        calendar.schedule(.rare(.deferral(.exemptions)), at: now + span, priority: .timer)
    }

    mutating func isAtWork() -> Bool {
        !isAsleep || deferrals?.jobs.contains { $0.runsSince != nil } ?? false
    }

    mutating func wakeForDoze() {
        guard let cause = layout.doze else { return }
        settle(to: now)
        _ = processor.wake(for: .zero, cause: cause, at: now, ledger: &ledger)
    }

    /// Looks once for the position before deep Doze (AM-005).
    mutating func locateForDoze(within span: TimeSpan, in ground: inout Ground) {
        guard let cause = layout.doze, span > .zero else { return }
        let slot = app
        app = AppSlot(place: Deferrals.place, firstActivity: 0)
        requestFix(.best, timeout: span, cause: cause, in: &ground)
        app = slot
    }

    mutating func releasePushes() {
        guard let push, !isOff, push.isReachable, push.connection.isAlive(at: now) else { return }
        _ = carryHeldPushes()
    }

    mutating func planDoze() {
        guard let doze = deferrals?.doze else { return }
        doze.deepStep = replan(doze.deepStep, at: doze.deep?.due ?? .never, .deepDoze)
        doze.lightStep = replan(doze.lightStep, at: doze.light?.latest ?? .never, .lightDoze)
    }

    private mutating func replan(
        _ old: (key: EventKey, time: Instant)?, at time: Instant, _ step: Event.OfDeferral
    ) -> (key: EventKey, time: Instant)? {
        if let old {
            if old.time == time { return old }
            cancel(old.key)
        }
        guard time < .never else { return nil }
        return (calendar.schedule(.rare(.deferral(step)), at: time, priority: .timer), time)
    }
}
