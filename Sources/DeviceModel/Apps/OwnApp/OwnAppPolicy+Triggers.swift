/// How a trigger reaches an app.
enum RuleWaking: Hashable, Sendable {
    /// The app's own code fires the rule while it runs.
    case code
    /// Reaches a running app at once, and a suspended one once when it next runs.
    case running, alarm, push
    case mode(WakeMode)
    case connection, recorded
    case job(RuleScheduler)
    case widget

    /// Whether an errand that an idle app left unfinished goes on at such a wake-up (R001).
    fileprivate func resumes(on phone: borrowing Phone) -> Bool {
        switch self {
        case .alarm, .push, .connection, .recorded: !phone.system.taskCompletion.endsApp
        case .code, .running, .mode, .job, .widget: false
        }
    }

    /// Whether the system suspends the app after the event, instead of ending it.
    fileprivate func isWindow(on phone: borrowing Phone) -> Bool {
        switch self {
        case .mode(let mode) where mode.isLocation: mode.runTime(on: phone) != nil
        case .mode(.bluetooth), .mode(.externalAccessory): true
        case .code, .running, .alarm, .push, .connection, .mode, .recorded, .job, .widget: false
        }
    }
}

extension OwnAppPolicy {
    mutating func comeAll(
        _ trigger: RuleProgram.Trigger, _ waking: RuleWaking, on phone: inout Phone,
        in world: inout World
    ) {
        for rule in program.rules.indices where program.rules[rule].trigger == trigger {
            come(rule, waking, on: &phone, in: &world)
        }
    }

    @inline(__always)
    mutating func come(
        _ rule: Int, _ waking: RuleWaking, moment: Int32 = 0, on phone: inout Phone,
        in world: inout World
    ) {
        let own = own(rule)
        guard mayBegin(own) else { return comeBeside(rule, waking, on: &phone, in: &world) }
        let cause = cause(own, states[own].serial + 1)
        let (state, launches) = (life.state, life.launchCount)
        guard let start = start(rule, waking, cause, on: &phone) else { return }
        if kept.isService, !keeps { restartService(rule, waking, on: &phone) }
        // A job's time ends, whatever else lets the app run.
        let isFree = (life.isInFront || isKept) && !isJob(rule)
        let until = isFree ? nil : end(of: waking, rule, from: start, on: phone)
        let isWindow = waking.isWindow(on: phone)
        if state == .notRunning || state == .suspended {
            if life.launchCount != launches {
                launchedApp(at: start, until: until, on: &phone, in: &world)
            }
            planThaw(at: start, on: &phone, in: &world)
        }
        beginIntervals(beside: rule, on: &phone)
        begin(
            rule, since: phone.now, at: start, until: until, isWindow: isWindow,
            isAwake: waking != .code, moment: moment, on: &phone, in: &world)
    }

    /// The first entry of a rule owns its errands.
    @inline(__always)
    func own(_ rule: Int) -> Int { Int(program.rules[rule].all.first) }

    /// The rule's errand is under way: it resumes if frozen, or may be repeated afterwards.
    private mutating func comeBeside(
        _ rule: Int, _ waking: RuleWaking, on phone: inout Phone, in world: inout World
    ) {
        let errand = own(rule)
        if life.runs {
            beginIntervals(beside: rule, on: &phone)
            // An errand that has not begun covers this event as well.
            guard program.rules[errand].isAgain, errands[errand].isBegun,
                let start = start(rule, waking, cause(errand), on: &phone)
            else { return }
            let isFree = life.isInFront || isKept
            states[errand].again = RuleAgain(
                rule: Int32(rule), since: phone.now,
                until: isFree ? nil : end(of: waking, rule, from: start, on: phone))
            return
        }
        let isWindow = waking.isWindow(on: phone)
        guard life.state == .suspended, isWindow || waking.resumes(on: phone),
            let start = start(rule, waking, cause(errand), on: &phone),
            let end = end(of: waking, rule, from: start, on: phone)
        else { return }
        if isWindow { errands[errand].window = end }
        grant(errand, until: end, on: &phone)
        planThaw(at: start, on: &phone, in: &world)
    }

    /// - Parameter until: The end of the first errand's time.
    @inline(never)
    mutating func runAgain(
        _ rule: Int, until before: Instant?, on phone: inout Phone, in world: inout World
    ) {
        guard let again = states[rule].again else { return }
        states[rule].again = nil
        // The app has already fetched what a push announced.
        let isMessage = program.rules[Int(again.rule)].trigger.isMessage
        guard life.runs, !(isMessage && program.uses.fetches && waiting.isEmpty) else { return }
        let times = life.isInFront || isKept ? [] : [before, again.until].compactMap { $0 }
        begin(rule, since: again.since, at: phone.now, until: times.max(), on: &phone, in: &world)
    }

    /// The other intervals restart; those that fell due during suspension are forgotten.
    @inline(__always)
    mutating func beginIntervals(beside rule: Int, on phone: inout Phone) {
        if program.rules[rule].all.count > 1 { beginOthers(beside: rule, on: &phone) }
    }

    @inline(never)
    private mutating func beginOthers(beside rule: Int, on phone: inout Phone) {
        for other in program.rules[rule].all.range where other != rule {
            states[other].dueSince = nil
            if case .every(_, let clock, _, _) = program.rules[other].trigger, clock != .refresh {
                planTimer(other, isStart: false, on: &phone)
            }
        }
    }

    /// `nil` if the system does not let the app run, or not yet.
    private mutating func start(
        _ rule: Int, _ waking: RuleWaking, _ cause: Cause, on phone: inout Phone
    ) -> Instant? {
        let start: Instant?
        switch waking {
        case .code where life.runs: return phone.now
        case .running where life.runs: return phone.wake(for: .zero, cause: cause)
        case .code, .running:
            if life.state == .suspended {
                hasDue = true
                if states[rule].dueSince == nil { states[rule].dueSince = phone.now }
                return nil
            }
            start = nil
        case .alarm: start = life.wakeByTimer(cause: cause, on: &phone)
        case .push:
            start =
                life.runs
                ? phone.wake(for: .zero, cause: cause)
                : life.wakeByPush(span: .zero, cause: cause, on: &phone)
        case .mode(let mode): start = life.wake(for: mode, span: .zero, cause: cause, on: &phone)
        case .connection where phone.system.timers.wakesSuspended, .recorded:
            life.wakeForNews(cause: cause, on: &phone)
            start = life.runs ? phone.wake(for: .zero, cause: cause) : nil
        case .connection: start = life.wake(for: .voip, span: .zero, cause: cause, on: &phone)
        case .job, .widget: start = life.wakeByScheduler(cause: cause, on: &phone)
        }
        if start == nil { books[own(rule)].refused += 1 }
        return start
    }

    /// The end of the background time after such a wake-up; `nil` if it gives none of its own.
    @inline(__always)
    private func end(
        of waking: RuleWaking, _ rule: Int, from start: Instant, on phone: borrowing Phone
    ) -> Instant? {
        switch waking {
        case .alarm, .push, .recorded, .connection:
            let rules = phone.system.taskCompletion
            if hasNoLimit(on: phone) { return .never }
            guard waking == .alarm || waking == .push else { return start + rules.limit }
            if waking == .alarm, let time = rules.inexactAlarm, program.isInexact(rule) {
                return start + time
            }
            return start + rules.allowance + rules.limit
        case .code, .running, .job, .widget, .mode:
            return time(for: waking, on: phone).map { start + $0 }
        }
    }

    /// The background time of a mode's event or of a job.
    @inline(__always)
    private func time(for waking: RuleWaking, on phone: borrowing Phone) -> TimeSpan? {
        switch waking {
        case .code, .running, .alarm, .push, .recorded, .connection: nil
        case .job(let scheduler): runTime(scheduler, on: phone)
        case .widget: phone.system.widgets?.runTime
        case .mode(let mode):
            switch mode {
            case .backgroundFetch: phone.system.backgroundFetch?.runTime
            case .remoteNotification: phone.system.remoteNotification?.runTime
            case .voipPush: phone.system.voipPush?.runTime
            case .backgroundTransfer:
                phone.system.backgroundTransfer?.runTime ?? phone.system.taskCompletion.limit
            case .significantChange, .region:
                mode.runTime(on: phone) ?? phone.system.taskCompletion.limit
            case .externalAccessory: phone.system.externalAccessory?.runTime
            case .bluetooth: (phone.system.bluetooth ?? phone.system.bluetoothPeripheral)?.runTime
            case .voip, .newsstand, .remoteControl: phone.system.taskCompletion.limit
            }
        }
    }

    @inline(__always)
    private func mayBegin(_ rule: Int) -> Bool {
        !errands[rule].isActive || program.rules[rule].isParallel
            || program.rules[rule].isAfterWait && !isWaiting(rule)
    }

    /// An errand before its first step waits, too.
    private func isWaiting(_ rule: Int) -> Bool {
        errands.contains {
            $0.isActive && Int($0.rule) == rule
                && (!$0.isBegun || $0.wait == .time || $0.wait == .queued)
        }
    }

    /// - Parameters:
    ///   - since: When its trigger fired.
    ///   - start: When the app's code runs.
    ///   - until: The end of its background time; `nil`: no grant is needed.
    ///   - isWindow: Whether the system suspends the app at `until`, instead of ending it.
    ///   - isAwake: Whether the processor has been woken for it.
    ///   - moment: The line of the rule's log.
    mutating func begin(
        _ rule: Int, since: Instant, at start: Instant, until: Instant?, isWindow: Bool = false,
        isAwake: Bool = true, moment: Int32 = 0, on phone: inout Phone, in world: inout World
    ) {
        let rule = own(rule)
        guard mayBegin(rule) else { return }
        let errand = errands[rule].isActive ? freeErrand(rule) : rule
        states[rule].serial &+= 1
        errands[errand].begin(
            serial: states[rule].serial, since: since, entry: program.rules[rule].entry)
        errands[errand].isAwake = isAwake
        errands[errand].moment = moment
        if let until {
            if isWindow { errands[errand].window = until }
            grant(errand, until: until, on: &phone)
        }
        if start > phone.now {
            errands[errand].event = phone.plan(
                RuleTicket.resume, index: Int32(truncatingIfNeeded: errand), at: start)
        } else {
            enter(errand, on: &phone, in: &world)
        }
    }

    private mutating func freeErrand(_ rule: Int) -> Int {
        let number = Int32(rule)
        if let free = errands.firstIndex(where: { $0.rule == number && !$0.isActive }) {
            return free
        }
        errands.append(RuleErrand(rule: number))
        cargo.append(Waiting())
        for _ in 0..<loopsEach { loops.append(RuleLoop()) }
        return errands.count - 1
    }

    private mutating func enter(_ errand: Int, on phone: inout Phone, in world: inout World) {
        let rule = Int(errands[errand].rule)
        guard
            program.rules[rule].conditions.isEmpty
                || holds(program.rules[rule].conditions, rule, on: &phone)
        else {
            takeBackGrant(errand)
            errands[errand].end()
            return jobOver(rule, succeeded: true, on: &phone)
        }
        errands[errand].isBegun = true
        errands[errand].ranFrom = phone.now
        books[rule].begun += 1
        run(errand, on: &phone, in: &world)
    }

    @inline(__always)
    mutating func goOn(_ errand: Int, on phone: inout Phone, in world: inout World) {
        guard errands[errand].isActive else { return }
        errands[errand].event = nil
        if errands[errand].wait == .track { life.wakeForNews(cause: cause(errand), on: &phone) }
        guard life.runs else {
            errands[errand].isFrozen = true
            hasFrozen = true
            return
        }
        switch errands[errand].wait {
        case .code:
            errands[errand].isAwake = true
            if errands[errand].isBegun {
                run(errand, on: &phone, in: &world)
            } else {
                enter(errand, on: &phone, in: &world)
            }
        case .time:
            let start = phone.wake(for: .zero, cause: cause(errand))
            errands[errand].wait = .code
            if start > phone.now { return resume(errand, at: start, on: &phone) }
            run(errand, on: &phone, in: &world)
        case .queued: queueCame(errand, on: &phone, in: &world)
        case .track: trackEnded(errand, on: &phone, in: &world)
        case .work, .carry, .silence, .fix: break
        }
    }

    /// The app's code waits for a time, with a timer of its own.
    mutating func awaitTime(_ errand: Int, _ time: Instant, on phone: inout Phone) {
        if !countsUptime(on: phone) { return resume(errand, at: time, on: &phone) }
        phone.plan(
            RuleTicket.resume, index: Int32(truncatingIfNeeded: errand),
            whenAwakeFor: time - phone.now)
    }

    mutating func resume(_ errand: Int, at time: Instant, on phone: inout Phone) {
        errands[errand].event = phone.plan(
            RuleTicket.resume, index: Int32(truncatingIfNeeded: errand), at: time)
    }

    // MARK: Conditions

    mutating func holds(_ part: RuleProgram.Part, _ rule: Int, on phone: inout Phone) -> Bool {
        for index in part.range where !holds(index, rule, on: &phone) { return false }
        return true
    }

    private mutating func holds(_ index: Int, _ rule: Int, on phone: inout Phone) -> Bool {
        switch program.conditions[index] {
        case .network(.any): return isReachable
        case .network(.wifi): return isReachable && phone.isOnWiFi
        case .network(.cellular): return isReachable && !phone.isOnWiFi
        case .charging(let isThere): return phone.isCharging == isThere
        case .batteryAbove(let share): return phone.batteryShare() > share
        case .batteryBelow(let share): return phone.batteryShare() < share
        case .inFront(let isThere): return life.isInFront == isThere
        case .between(let from, let until): return phone.now.isBetween(from, until)
        case .chance(let share): return states[rule].stream.uniform() < share.magnitude
        case .everyNth(let count):
            asked[index] += 1
            guard asked[index] >= count else { return false }
            asked[index] = 0
            return true
        case .queued(let count): return held.count >= Int(count)
        case .fetched: return lastFetchGot
        case .positionOlder(let age): return lastFix.map { phone.now - $0 > age } ?? true
        case .lowPower(let isLow): return phone.isInLowPower == isLow
        case .setting(let holds): return holds
        }
    }

    // MARK: Booking

    @inline(__always)
    func cause(_ errand: Int) -> Cause { cause(Int(errands[errand].rule), errands[errand].serial) }

    @inline(__always)
    func cause(_ rule: Int, _ serial: Int32) -> Cause {
        Cause(
            activity: LedgerPlan.firstPolicyActivity + Int(program.rules[rule].number),
            serial: Int(serial))
    }

    /// Energy of the app as such is booked to its first rule.
    var causeOfApp: Cause { Cause(activity: LedgerPlan.firstPolicyActivity) }
}

extension RuleProgram { func isInexact(_ rule: Int) -> Bool { rules[rule].trigger.isInexact } }

extension RuleProgram.Trigger {
    /// Whether it is an alarm that need not come at its time.
    var isInexact: Bool {
        if case .every(_, _, let tolerance, _) = self { tolerance > .zero } else { false }
    }
}
