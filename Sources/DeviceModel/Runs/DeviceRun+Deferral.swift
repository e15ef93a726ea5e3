// A run on a system that defers background work.
extension DeviceRun {
    mutating func takeUpDeferred(_ step: Event.OfDeferral) {
        switch step {
        case .jobs:
            phone.deferrals?.look = nil
            phone.lookAtJobs()
        case .deepDoze:
            phone.deferrals?.doze?.deepStep = nil
            guard !phone.isOff else { return }
            let isBusy = phone.isAtWork()
            phone.wakeForDoze()
            phone.deferrals?.doze?.deep?.step(at: phone.now, isBusy: isBusy)
            if let deep = phone.deferrals?.doze?.deep, deep.state == .locating {
                phone.locateForDoze(within: deep.rules.locating, in: &world.ground)
            }
        case .lightDoze:
            phone.deferrals?.doze?.lightStep = nil
            guard !phone.isOff else { return }
            let isBusy = phone.isAtWork()
            phone.wakeForDoze()
            phone.deferrals?.doze?.light?.step(at: phone.now, isBusy: isBusy, hasNetwork: reaches)
        case .motion:
            phone.deferrals?.doze?.motion = nil
            phone.deferrals?.doze?.deep?.move(at: phone.now)
        case .exemptions, .screen: break
        }
    }

    /// Updates all deferrals after an event.
    ///
    /// - Parameter event: `nil` if the event is not over and apps have not been told.
    mutating func followDeferrals(after event: Event.Rare? = nil) {
        guard let deferrals = phone.deferrals else { return }
        let wasIdle = deferrals.wasIdle
        if let doze = deferrals.doze { followDoze(doze, of: deferrals) }
        deferrals.wasIdle = deferrals.doze?.isIdle ?? false
        tellReach(deferrals)
        if phone.system.lowPower?.positions ?? .all != .all {
            tell(phone.saveByPositions(in: &world.ground))
        }
        if wasIdle && !deferrals.wasIdle { phone.releasePushes() }
        releaseHeld(deferrals)
        if event != .deferral(.jobs) { phone.planLookAtJobs(at: phone.now) }
    }

    /// Updates both Doze machines and schedules their steps.
    private mutating func followDoze(_ doze: DozingPhone, of deferrals: Deferrals) {
        let isLit = !doze.rules.endsByUnlock && phone.now < phone.litUntil
        let isOn = !phone.isOff && !phone.isCharging && deferrals.screenOnSince == nil && !isLit
        let quick = phone.isInLowPower ? doze.rules.quickDelay : nil
        if isOn != doze.isOn {
            doze.isOn = isOn
            if isOn {
                doze.deep?.begin(at: phone.now, quick: quick)
                doze.light?.begin(at: phone.now)
            } else {
                doze.deep?.leave()
                doze.light?.leave()
            }
        } else if isOn, quick != nil, let deep = doze.deep, !deep.isQuick,
            deep.state != .idle, deep.state != .window
        {
            doze.deep?.begin(at: phone.now, quick: quick)
        }
        if reaches { doze.light?.networkCame(at: phone.now) }
        watchMotion(doze)
        doze.align(at: phone.now)
        doze.note(at: phone.now)
        phone.planDoze()
    }

    /// A moving phone does not enter deep Doze (AM-028).
    private mutating func watchMotion(_ doze: DozingPhone) {
        phone.cancel(&doze.motion)
        guard doze.deep?.watchesMotion ?? false,
            let time = world.ground.itinerary.nextMotion(from: phone.now)
        else { return }
        if time <= phone.now {
            doze.deep?.move(at: phone.now)
        } else {
            doze.motion = phone.calendar.schedule(
                .rare(.deferral(.motion)), at: time, priority: .arrival)
        }
    }

    /// Tells each app whether its servers are reachable, if that has changed.
    mutating func tellReach(_ deferrals: Deferrals) {
        for place in world.profile.apps.indices {
            let place = Int32(place)
            let has = reaches && !phone.cutsNetwork(of: place)
            guard has != deferrals[place].hasNetwork else { continue }
            deferrals[place].hasNetwork = has
            policy.receive(.network(.reachable(has)), for: place, on: &phone, in: &world)
        }
    }

    /// Delivers, in order, what apps scheduled while their code was frozen.
    private mutating func releaseHeld(_ deferrals: Deferrals) {
        while let index = deferrals.doze?.held.firstIndex(where: { !isHeld($0.event) }) {
            guard let held = deferrals.doze?.held.remove(at: index) else { return }
            if phone.isOff { phone.hold(held.event, held.key) } else { happen(held.event) }
        }
    }

    private func isHeld(_ event: Event) -> Bool {
        if case .app(let ticket) = event { phone.holdsCode(of: ticket) } else { false }
    }

    mutating func stepDeferring() -> Bool {
        guard phone.deferrals?.doze?.isDeepIdle ?? false else { return stepWithLightDoze() }
        guard phone.nextAwaited > phone.calendar.nextTime, let key = phone.calendar.nextKey,
            phone.calendar.goesOn(to: key.time)
        else { return step() }
        guard let event = phone.calendar.next() else { return false }
        guard case .app(let ticket) = event, phone.holdsCode(of: ticket) else {
            happen(event)
            return true
        }
        let time = timeWhileIdle(of: ticket)
        if time <= phone.now {
            letWork(Int32(ticket.owner))
            happen(event)
        } else if time < .never {
            phone.calendar.schedule(event, at: time, priority: .timer)
        } else {
            phone.deferrals?.doze?.held.append((key, event))
        }
        return true
    }

    /// An app's alarm triggers a due step of light Doze, and sees a window that it opens (AM-057).
    private mutating func stepWithLightDoze() -> Bool {
        guard let light = phone.deferrals?.doze?.light, light.due < light.latest,
            phone.calendar.nextTime >= light.due, phone.nextAwaited > phone.calendar.nextTime,
            let key = phone.calendar.nextKey, phone.calendar.goesOn(to: key.time)
        else { return step() }
        guard let event = phone.calendar.next() else { return false }
        if case .app(let ticket) = event, wakesPhone(ticket) {
            phone.cancel(phone.deferrals?.doze?.lightStep?.key)
            takeUpDeferred(.lightDoze)
            followDeferrals(after: .deferral(.lightDoze))
        }
        happen(event)
        return true
    }

    /// Whether the system allows this alarm now.
    private func wakesPhone(_ ticket: Ticket) -> Bool {
        let place = Int32(ticket.owner)
        guard let deferrals = phone.deferrals, !ticket.isPhones,
            deferrals[place].alarmTickets.contains(ticket)
        else { return false }
        guard let bucket = deferrals.bucket(of: place, at: phone.now, front: phone.front)?.rules,
            let most = bucket.alarms
        else { return true }
        let next = deferrals[place].alarms.next(at: phone.now, most: most, in: bucket.alarmWindow)
        return next <= phone.now
    }

    /// When an alarm is allowed in deep Doze (AM-070, AM-072); `never` for other tickets.
    private func timeWhileIdle(of ticket: Ticket) -> Instant {
        let place = Int32(ticket.owner)
        guard let deferrals = phone.deferrals, let rules = deferrals.rules.alarms,
            deferrals[place].idleAlarms.contains(ticket)
        else { return .never }
        return deferrals[place].whileIdle.next(
            at: phone.now, most: rules.whileIdle, in: rules.whileIdlePer)
    }

    /// An alarm in deep Doze lets its app run for some time (AM-079).
    private mutating func letWork(_ place: Int32) {
        guard let deferrals = phone.deferrals, let rules = deferrals.rules.alarms else { return }
        deferrals[place].whileIdle.add(at: phone.now)
        phone.exempt(place, for: rules.whileIdleRun)
        tellReach(deferrals)
        releaseHeld(deferrals)
    }
}
