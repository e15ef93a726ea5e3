extension OwnAppPolicy {
    /// By default an alarm where the system has them, else a timer.
    @inline(__always)
    func clock(_ clock: RuleClock?, on phone: borrowing Phone) -> RuleClock {
        clock ?? (phone.system.timers.wakesSuspended ? .alarm : .timer)
    }

    @inline(__always)
    func isOwnTimer(_ rule: Int, on phone: borrowing Phone) -> Bool {
        switch program.rules[rule].trigger {
        case .every(_, let clock, _, _), .at(_, let clock): self.clock(clock, on: phone) == .timer
        case .launched, .opened, .left, .message, .item, .network, .significantChange,
            .transferDone, .after, .recorded, .charging, .lowPower, .call, .region, .received,
            .batteryBelow, .visit, .moved, .accessory, .radioUp, .job, .reminders:
            false
        }
    }

    /// - Parameter isStart: Whether the timer starts, rather than goes on after firing.
    mutating func planTimer(_ rule: Int, isStart: Bool, on phone: inout Phone) {
        switch program.rules[rule].trigger {
        case .every(let span, let clock, let tolerance, let jitter):
            if isStart { noteAlarm(rule, clock, on: &phone) }
            if clock == .refresh { return beginRefresh(span, isStart: isStart, on: &phone) }
            if clock == .widget { return planReload(rule, at: phone.now + span, on: &phone) }
            guard jitter > .zero else {
                if standsStill(rule, on: phone) {
                    return phone.plan(RuleTicket.timer(rule), whenAwakeFor: span)
                }
                // A timer that never fires early needs no place among tolerant timers.
                if phone.system.timers.earliness(of: span, tolerance) == .zero {
                    return setTimer(rule, at: phone.now + span, on: &phone)
                }
                return phone.plan(
                    RuleTicket.timer(rule), every: span, after: phone.now, tolerance: tolerance)
            }
            let late = states[own(rule)].stream.uniform() * Double(jitter.nanoseconds)
            setTimer(rule, at: phone.now + span + TimeSpan(rounding: late), on: &phone)
        case .at(let time, let clock):
            if isStart { noteAlarm(rule, clock, on: &phone) }
            let next = phone.now.next(time, orNow: isStart && phone.now == .start)
            if clock == .widget { return planReload(rule, at: next, on: &phone) }
            setTimer(rule, at: next, on: &phone)
        case .recorded: planMoment(rule, on: &phone)
        case .reminders(let reminders): planReminders(reminders, rule, on: &phone)
        case .launched, .opened, .left, .message, .item, .network, .significantChange,
            .transferDone, .after, .charging, .lowPower, .call, .region, .received,
            .batteryBelow, .visit, .moved, .accessory, .radioUp, .job:
            break
        }
    }

    private func noteAlarm(_ rule: Int, _ clock: RuleClock?, on phone: inout Phone) {
        guard phone.deferrals != nil else { return }
        switch self.clock(clock, on: phone) {
        case .alarm: phone.noteAlarm(RuleTicket.timer(rule))
        case .idleAlarm:
            phone.noteAlarm(RuleTicket.timer(rule))
            phone.allowWhileIdle(RuleTicket.timer(rule))
        case .timer, .refresh, .widget, .localNotification: break
        }
    }

    /// Whether the standby bucket delays the alarm, which is then set for later.
    private mutating func isTooSoon(_ rule: Int, on phone: inout Phone) -> Bool {
        let time = phone.whenAlarmMayCome()
        if time > phone.now {
            setTimer(rule, at: time, on: &phone)
            return true
        }
        phone.noteAlarm()
        return false
    }

    /// Whether the rule's timer stands still while the phone sleeps.
    @inline(__always)
    private func standsStill(_ rule: Int, on phone: borrowing Phone) -> Bool {
        countsUptime(on: phone) && isOwnTimer(rule, on: phone)
    }

    /// Whether the app's own timers and waits stand still while the phone sleeps.
    func countsUptime(on phone: borrowing Phone) -> Bool {
        !phone.system.timers.runWhileAsleep || kept == .packetTunnel
    }

    private mutating func setTimer(_ rule: Int, at time: Instant, on phone: inout Phone) {
        if standsStill(rule, on: phone) {
            return phone.plan(RuleTicket.timer(rule), whenAwakeFor: time - phone.now)
        }
        phone.cancel(states[rule].timer)
        states[rule].timer = phone.plan(RuleTicket.timer(rule), at: time)
    }

    mutating func cancelTimer(_ rule: Int, on phone: inout Phone) {
        phone.cancelTolerant(RuleTicket.timer(rule))
        phone.cancelAwake(RuleTicket.timer(rule))
        phone.cancel(&states[rule].timer)
    }

    mutating func timerCame(_ rule: Int, on phone: inout Phone, in world: inout World) {
        states[rule].timer = nil
        switch program.rules[rule].trigger {
        case .every(_, let clock, _, _), .at(_, let clock):
            switch self.clock(clock, on: phone) {
            case .refresh: refreshCame(on: &phone, in: &world)
            case .widget: reloadCame(rule, on: &phone, in: &world)
            case .localNotification:
                notificationCame(rule, on: &phone, in: &world)
                planTimer(rule, isStart: false, on: &phone)
            case .alarm, .idleAlarm:
                if phone.deferrals != nil, isTooSoon(rule, on: &phone) { return }
                come(rule, .alarm, on: &phone, in: &world)
                planTimer(rule, isStart: false, on: &phone)
            case .timer:
                come(rule, .running, on: &phone, in: &world)
                if states[rule].dueSince == nil { planTimer(rule, isStart: false, on: &phone) }
            }
        case .recorded: momentCame(rule, on: &phone, in: &world)
        case .reminders(let reminders): reminderCame(reminders, rule, on: &phone, in: &world)
        case .job(let job): jobCame(rule, job, on: &phone, in: &world)
        case .launched, .opened, .left, .message, .item, .network, .significantChange,
            .transferDone, .after, .charging, .lowPower, .call, .region, .received,
            .batteryBelow, .visit, .moved, .accessory, .radioUp:
            break
        }
    }

    // MARK: The system's fetch

    private var refreshRule: Int? {
        program.rules.firstIndex {
            if case .every(_, .refresh, _, _) = $0.trigger { true } else { false }
        }
    }

    private mutating func beginRefresh(_ minimum: TimeSpan, isStart: Bool, on phone: inout Phone) {
        guard isStart else { return }
        opportunities = phone.system.fetchLearning.map {
            FetchOpportunities($0, minimum: minimum, stream: refreshStream)
        }
        planRefresh(on: &phone)
    }

    mutating func planRefresh(on phone: inout Phone) {
        guard let opportunities, let rule = refreshRule, !isHeldBack else { return }
        setTimer(rule, at: opportunities.next, on: &phone)
    }

    /// The system may hold back a fetch until the phone is charged.
    mutating func refreshCame(on phone: inout Phone, in world: inout World) {
        isHeldBack = phone.holdsBackWork
        guard !isHeldBack, let rule = refreshRule else { return }
        opportunities?.woken(at: phone.now)
        come(rule, .mode(.backgroundFetch), on: &phone, in: &world)
        planRefresh(on: &phone)
    }

    /// The system learns from fetches.
    mutating func endedFetch(data: Bool, took time: TimeSpan, on phone: inout Phone) {
        guard opportunities != nil, !life.isInFront else { return }
        opportunities?.fetched(data: data, took: time)
        planRefresh(on: &phone)
    }

    // MARK: The app's widget

    private mutating func planReload(_ rule: Int, at wanted: Instant, on phone: inout Phone) {
        guard let rules = phone.system.widgets else { return }
        let time = reloads.next(from: wanted, rules)
        if time < .never { setTimer(rule, at: time, on: &phone) }
    }

    /// In front a renewal does not use the budget (IM-091).
    private mutating func reloadCame(_ rule: Int, on phone: inout Phone, in world: inout World) {
        guard let rules = phone.system.widgets else { return }
        if !life.isInFront {
            // Another rule may have renewed the widget meanwhile.
            if reloads.next(from: phone.now, rules) > phone.now {
                return planReload(rule, at: phone.now, on: &phone)
            }
            reloads.add(at: phone.now)
        }
        come(rule, .widget, on: &phone, in: &world)
        planTimer(rule, isStart: false, on: &phone)
    }

    // MARK: A log

    private mutating func planMoment(_ rule: Int, on phone: inout Phone) {
        guard let log = program.recorded[rule] else { return }
        if Int(states[rule].moment) >= log.moments.count {
            guard log.repeats != nil, !log.moments.isEmpty else { return }
            states[rule].moment = 0
            states[rule].round += 1
        }
        let begun = (log.repeats ?? .zero).nanoseconds * states[rule].round
        let time = Instant.start + log.moments[Int(states[rule].moment)].at
        setTimer(rule, at: time + TimeSpan(nanoseconds: begun), on: &phone)
    }

    private mutating func momentCame(_ rule: Int, on phone: inout Phone, in world: inout World) {
        let moment = states[rule].moment
        states[rule].moment += 1
        planMoment(rule, on: &phone)
        come(rule, .recorded, moment: moment, on: &phone, in: &world)
    }

    @inline(__always)
    func moment(of errand: Int) -> RecordedBehaviour.Moment {
        guard let log = program.recorded[Int(errands[errand].rule)] else {
            return RecordedBehaviour.Moment(at: .zero, uplink: 0, downlink: 0)
        }
        return log.moments[Int(errands[errand].moment)]
    }
}
