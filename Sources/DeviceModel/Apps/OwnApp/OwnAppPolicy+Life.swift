// When the app may run, and what happens to its errands when it may not.
extension OwnAppPolicy {
    // MARK: The user

    mutating func opened(launched: Bool, on phone: inout Phone, in world: inout World) {
        dropGrants(exceptJobs: true)
        if program.pushes.tells { delivered.add(pushes.unseen.take(), at: phone.now) }
        stayUnfrozen(on: &phone)
        serviceComesToFront(on: &phone)
        opportunities?.opened(at: phone.now)
        planRefresh(on: &phone)
        scheduleJobs(on: &phone)
        system.opened(on: &phone)
        let start = codeRuns(launched: launched, on: &phone)
        if launched { launchedApp(at: start, until: nil, on: &phone, in: &world) }
        speedUp(on: &phone)
        for rule in program.rules.indices where program.rules[rule].trigger == .opened {
            beginIntervals(beside: rule, on: &phone)
        }
        planThaw(at: start, on: &phone, in: &world)
        followFront(on: &phone, in: &world)
        for rule in program.rules.indices where program.rules[rule].trigger == .opened {
            begin(rule, since: phone.now, at: start, until: nil, on: &phone, in: &world)
        }
    }

    @inline(__always)
    private func codeRuns(launched: Bool, on phone: inout Phone) -> Instant {
        let start = phone.wake(for: .zero, cause: causeOfApp)
        return launched ? start + phone.launchTime : start
    }

    /// Errands with an open task go on; an app without one is suspended.
    mutating func left(on phone: inout Phone, in world: inout World) {
        countService(on: &phone)
        comeAll(.left, .code, on: &phone, in: &world)
        let until = endOfTask(on: phone)
        // A wake lock has no time limit while the app's service runs.
        let isFree = kept.isService && keeps
        for errand in errands.indices
        where errands[errand].isActive && hasTask(errand) && !isFree {
            if isJob(Int(errands[errand].rule)) { continue }
            grant(errand, until: until, isForTask: true, on: &phone)
        }
        followFront(on: &phone, in: &world)
        for errand in errands.indices where errands[errand].isActive {
            if errands[errand].wait == .track { letTrack(errand, on: &phone) }
        }
    }

    /// Until when the app may finish a task that is open.
    func endOfTask(on phone: borrowing Phone) -> Instant {
        hasNoLimit(on: phone) ? .never : phone.now + phone.system.taskCompletion.limit
    }

    /// Whether the app's wake locks have no limit: its user has exempted it from battery
    /// optimisation, where the limit ends no app (R073).
    @inline(__always)
    func hasNoLimit(on phone: borrowing Phone) -> Bool {
        !phone.system.taskCompletion.endsApp && phone.appTraits.isUnrestricted
    }

    /// Whether a task is open, or opens as soon as the errand's code runs.
    @inline(__always)
    private func hasTask(_ errand: Int) -> Bool {
        if errands[errand].tasks > 0 { return true }
        guard !errands[errand].isBegun,
            case .beginTask = program.code[Int(errands[errand].place)]
        else { return false }
        return true
    }

    // MARK: Launching

    /// - Parameter until: The end of its background time; `nil` in front.
    mutating func launchedApp(
        at start: Instant, until: Instant?, on phone: inout Phone, in world: inout World
    ) {
        playSilence(on: &phone)
        connectAccessories(on: &phone)
        for rule in program.rules.indices {
            if isOwnTimer(rule, on: phone) { planTimer(rule, isStart: true, on: &phone) }
            let isItem = program.rules[rule].trigger == .item && !held.isEmpty
            if isItem || program.rules[rule].trigger == .launched {
                beginIntervals(beside: rule, on: &phone)
                begin(rule, since: phone.now, at: start, until: until, on: &phone, in: &world)
            }
        }
    }

    /// A ready-made behaviour was launched; the rules come into memory with it.
    mutating func launchedWithBehaviour(on phone: inout Phone, in world: inout World) {
        guard life.state == .notRunning else { return }
        life.comesAlong(on: &phone)
        if isKept { life.wakeForNews(cause: causeOfApp, on: &phone) }
        playSilence(on: &phone)
        for rule in program.rules.indices {
            if isOwnTimer(rule, on: phone) { planTimer(rule, isStart: true, on: &phone) }
            let isItem = program.rules[rule].trigger == .item && !held.isEmpty
            if isItem || program.rules[rule].trigger == .launched {
                come(rule, .running, on: &phone, in: &world)
            }
        }
        connectAccessories(on: &phone)
        scheduleJobs(on: &phone)
    }

    /// The outbox survives the app.
    mutating func ended(on phone: inout Phone) {
        dropGrants()
        endService(on: &phone)
        stayUnfrozen(on: &phone)
        stopComputing(on: &phone)
        for errand in errands.indices where errands[errand].isActive {
            standStill(errand, on: &phone)
            cutOff(errand, on: &phone)
        }
        for rule in states.indices {
            (states[rule].dueSince, states[rule].again) = (nil, nil)
            if isOwnTimer(rule, on: phone) { cancelTimer(rule, on: &phone) }
        }
        pushes.calls.unrung.removeAll()
        if program.hasJobs, life.isKeptDown { phone.cancelJobs() }
        endConnection(on: &phone)
        settleTracking(on: &phone)
        if !program.accessories.isEmpty { phone.leaveBluetooth() }
        if playsSilence { phone.silence() }
    }

    // MARK: The background

    /// The system ends an app that is not done by `until`.
    mutating func grant(
        _ errand: Int, until: Instant, isForTask: Bool = false, on phone: inout Phone
    ) {
        if errands[errand].until == nil { grantCount += 1 }
        stayUnfrozen(on: &phone)
        errands[errand].until = until
        errands[errand].isForTask = isForTask
        // The earlier event replans: most errands end long before their limit.
        guard until < limitTime else { return }
        phone.cancel(limit)
        limitTime = until
        limit = phone.plan(RuleTicket.limit, at: until)
    }

    mutating func takeBackGrant(_ errand: Int) {
        guard errands[errand].until != nil else { return }
        errands[errand].until = nil
        grantCount -= 1
    }

    /// The errand goes on in task-completion time if a task is open, else in what is left of its
    /// window.
    mutating func endGrant(_ errand: Int, on phone: inout Phone) {
        if isJob(Int(errands[errand].rule)) { return }
        takeBackGrant(errand)
        guard life.state == .background, !isKept else { return }
        if errands[errand].tasks > 0 {
            grant(errand, until: endOfTask(on: phone), isForTask: true, on: &phone)
        } else if let window = errands[errand].window, window > phone.now {
            grant(errand, until: window, on: &phone)
        }
    }

    /// - Parameter exceptJobs: Whether jobs keep their grants, whatever the user does.
    private mutating func dropGrants(exceptJobs: Bool = false) {
        guard grantCount > 0 else { return }
        for errand in errands.indices where !exceptJobs || !isJob(Int(errands[errand].rule)) {
            takeBackGrant(errand)
        }
    }

    /// Ends the app for an overdue errand, takes its wake locks, or takes back an event's time.
    mutating func limitCame(on phone: inout Phone, in world: inout World) {
        (limit, limitTime) = (nil, .never)
        var (next, timeOver): (Instant, [Int]) = (.never, [])
        for errand in errands.indices where errands[errand].isActive {
            guard let until = errands[errand].until else { continue }
            if until <= phone.now, errands[errand].window == until {
                timeOver.append(errand)
            } else if until <= phone.now {
                if stopJob(errand, on: &phone) { continue }
                if !phone.system.taskCompletion.endsApp {
                    timeOver.append(errand)
                    continue
                }
                noteOverrunFetches(on: &phone)
                life.end(.crashed, on: &phone)
                return ended(on: &phone)
            }
            if until > phone.now { next = min(next, until) }
        }
        // An app with other time left is not idle.
        let hasOtherTime = grantCount > timeOver.count
        for errand in timeOver {
            let isLock = errands[errand].window != errands[errand].until
            if isLock, hasOtherTime {
                errands[errand].until = next
            } else {
                takeBackGrant(errand)
            }
        }
        let losesLocks =
            !phone.system.taskCompletion.endsApp && grantCount == 0
            && timeOver.contains { errands[$0].tasks > 0 }
        if losesLocks { loseWakeLocks(on: &phone) }
        guard next < .never else { return }
        limitTime = next
        limit = phone.plan(RuleTicket.limit, at: next)
    }

    /// The app is idle: its wake locks lose their effect, and its code stands still until the app
    /// runs again (R001).
    private mutating func loseWakeLocks(on phone: inout Phone) {
        guard life.state == .background, !isKept, !keeping.isNeverFrozen else { return }
        for errand in errands.indices
        where errands[errand].isActive && !errands[errand].hasLostLocks {
            for _ in 0..<errands[errand].tasks { phone.releaseProcessor() }
            errands[errand].hasLostLocks = errands[errand].tasks > 0
        }
        suspend(on: &phone)
    }

    /// The app runs again, and its wake locks have their effect.
    private mutating func regainWakeLocks(on phone: inout Phone) {
        for errand in errands.indices where errands[errand].hasLostLocks {
            errands[errand].hasLostLocks = false
            for _ in 0..<errands[errand].tasks { phone.holdProcessor(cause: cause(errand)) }
            if life.state == .background, !isKept, errands[errand].until == nil {
                grant(errand, until: endOfTask(on: phone), isForTask: true, on: &phone)
            }
        }
    }

    /// The system learns from overrun fetches, and from no other overrun.
    private mutating func noteOverrunFetches(on phone: inout Phone) {
        for errand in errands.indices
        where errands[errand].isActive && program.rules[Int(errands[errand].rule)].isRefresh {
            guard let until = errands[errand].until, until <= phone.now else { continue }
            endedFetch(data: false, took: phone.now - errands[errand].ranFrom, on: &phone)
        }
    }

    /// Suspends a background app without grants.
    @inline(__always)
    mutating func rest(on phone: inout Phone) { if mayRetire { retire(on: &phone) } }

    /// A ready-made behaviour starts or stops keeping the app running.
    mutating func carry(_ isCarried: Bool, on phone: inout Phone, in world: inout World) {
        guard isCarried != self.isCarried else { return }
        self.isCarried = isCarried
        guard isCarried, life.state == .suspended else { return rest(on: &phone) }
        life.wakeForNews(cause: causeOfApp, on: &phone)
        planThaw(at: phone.now, on: &phone, in: &world)
    }

    mutating func suspend(on phone: inout Phone) {
        stopComputing(on: &phone)
        for errand in errands.indices where errands[errand].isActive {
            standStill(errand, on: &phone)
        }
        life.suspend(on: &phone)
        guard phone.system.lifeCycle.tearsDownSockets else { return }
        endConnection(on: &phone)
        for errand in errands.indices where errands[errand].isActive {
            if errands[errand].wait == .carry || errands[errand].wait == .silence {
                errands[errand].deadline = .start
            }
        }
    }

    // MARK: Standing still

    /// Freezes the current step; a transfer on the air is cut off.
    mutating func standStill(_ errand: Int, on phone: inout Phone) {
        guard !errands[errand].isFrozen else { return }
        hasFrozen = true
        switch errands[errand].wait {
        // The wait itself goes on.
        case .time, .queued: return
        // `stopComputing` stops all errands together.
        case .work: return
        case .code: unplan(errand, on: &phone)
        case .carry: takeOffAir(errand, on: &phone)
        case .silence: fallStill(errand, on: &phone)
        case .fix:
            errands[errand].isFrozen = true
            // Another errand may wait for the same fix.
            if !isLooking { phone.abandonSatelliteRequest() }
        case .track:
            // An app that may track in the background goes on getting positions.
            if life.state == .background, tracking.mayBehind { return }
            return stopTracking(errand, on: &phone)
        }
        errands[errand].isFrozen = true
    }

    mutating func unplan(_ errand: Int, on phone: inout Phone) {
        phone.cancel(errands[errand].event)
        phone.cancel(errands[errand].timeout)
        if countsUptime(on: phone) {
            phone.cancelAwake(RuleTicket.resume, index: Int32(truncatingIfNeeded: errand))
        }
        (errands[errand].event, errands[errand].timeout) = (nil, nil)
    }

    mutating func planThaw(at start: Instant, on phone: inout Phone, in world: inout World) {
        guard hasFrozen || hasDue else { return }
        if start > phone.now {
            _ = phone.plan(RuleTicket.thaw, at: start)
        } else {
            thaw(on: &phone, in: &world)
        }
    }

    /// Resumes frozen errands, and fires each rule that fell due meanwhile once.
    mutating func thaw(on phone: inout Phone, in world: inout World) {
        guard life.runs else { return }
        (hasFrozen, hasDue) = (false, false)
        if !phone.system.taskCompletion.endsApp { regainWakeLocks(on: &phone) }
        goOnComputing(on: &phone)
        for errand in errands.indices where errands[errand].isActive && errands[errand].isFrozen {
            errands[errand].isFrozen = false
            switch errands[errand].wait {
            case .time, .queued, .code, .work: goOn(errand, on: &phone, in: &world)
            case .carry, .silence: carryOn(errand, on: &phone, in: &world)
            case .fix: run(errand, on: &phone, in: &world)
            case .track: trackOn(errand, on: &phone, in: &world)
            }
        }
        for rule in states.indices {
            guard let since = states[rule].dueSince else { continue }
            states[rule].dueSince = nil
            beginIntervals(beside: rule, on: &phone)
            begin(rule, since: since, at: phone.now, until: nil, on: &phone, in: &world)
            if isOwnTimer(rule, on: phone) { planTimer(rule, isStart: false, on: &phone) }
        }
    }
}
