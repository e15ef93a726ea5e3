import Kernel

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
        let until = phone.now + phone.system.taskCompletion.limit
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

    /// Starts the timers and `launched` rules of an app that has just been launched.
    ///
    /// - Parameter until: How long it may run in the background; `nil` if it is in front.
    mutating func launchedApp(
        at start: Instant, until: Instant?, on phone: inout Phone, in world: inout World
    ) {
        playSilence(on: &phone)
        connectAccessory(on: &phone)
        for rule in program.rules.indices {
            if isOwnTimer(rule, on: phone) { planTimer(rule, isStart: true, on: &phone) }
            let isItem = program.rules[rule].trigger == .item && !held.isEmpty
            if isItem || program.rules[rule].trigger == .launched {
                beginIntervals(beside: rule, on: &phone)
                begin(rule, since: phone.now, at: start, until: until, on: &phone, in: &world)
            }
        }
    }

    /// The system has launched the app for a ready-made behaviour: its rules are in memory too, and
    /// run when they may.
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
        connectAccessory(on: &phone)
        scheduleJobs(on: &phone)
    }

    /// The app is gone with its timers and errands; its outbox stays.
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
        if program.accessory?.link.use != nil { phone.leaveBluetooth() }
        if playsSilence { phone.silence() }
    }

    // MARK: The background

    /// Lets the app run for an errand until a time; the system ends an app that is not done by
    /// then.
    mutating func grant(
        _ errand: Int, until: Instant, isForTask: Bool = false, on phone: inout Phone
    ) {
        if errands[errand].until == nil { grantCount += 1 }
        stayUnfrozen(on: &phone)
        errands[errand].until = until
        errands[errand].isForTask = isForTask
        // The earlier event plans the next one: most errands finish long before their limit.
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

    /// Ends an errand's grant. An errand with an open task continues in task-completion time,
    /// another one in what is left of its event's window.
    mutating func endGrant(_ errand: Int, on phone: inout Phone) {
        if isJob(Int(errands[errand].rule)) { return }
        takeBackGrant(errand)
        guard life.state == .background, !isKept else { return }
        if errands[errand].tasks > 0 {
            let until = phone.now + phone.system.taskCompletion.limit
            grant(errand, until: until, isForTask: true, on: &phone)
        } else if let window = errands[errand].window, window > phone.now {
            grant(errand, until: window, on: &phone)
        }
    }

    /// - Parameter exceptJobs: Whether jobs keep their grants, which end whatever the user does.
    private mutating func dropGrants(exceptJobs: Bool = false) {
        guard grantCount > 0 else { return }
        for errand in errands.indices where !exceptJobs || !isJob(Int(errands[errand].rule)) {
            takeBackGrant(errand)
        }
    }

    /// Handles errands whose time is over: the system ends the app, or only takes back the time
    /// that an event gave.
    mutating func limitCame(on phone: inout Phone, in world: inout World) {
        (limit, limitTime) = (nil, .never)
        var (next, timeOver): (Instant, [Int]) = (.never, [])
        for errand in errands.indices where errands[errand].isActive {
            guard let until = errands[errand].until else { continue }
            if until <= phone.now, errands[errand].window == until {
                timeOver.append(errand)
            } else if until <= phone.now {
                if stopJob(errand, on: &phone) { continue }
                noteOverrunFetches(on: &phone)
                life.end(.crashed, on: &phone)
                return ended(on: &phone)
            }
            if until > phone.now { next = min(next, until) }
        }
        for errand in timeOver { takeBackGrant(errand) }
        guard next < .never else { return }
        limitTime = next
        limit = phone.plan(RuleTicket.limit, at: next)
    }

    /// Tells the system's fetch learning of fetches that overran; other grants say nothing about
    /// fetching.
    private mutating func noteOverrunFetches(on phone: inout Phone) {
        for errand in errands.indices
        where errands[errand].isActive && program.rules[Int(errands[errand].rule)].isRefresh {
            guard let until = errands[errand].until, until <= phone.now else { continue }
            endedFetch(data: false, took: phone.now - errands[errand].ranFrom, on: &phone)
        }
    }

    /// Suspends an app in the background for which no grant is left.
    @inline(__always)
    mutating func rest(on phone: inout Phone) {
        if mayRetire { retire(on: &phone) }
    }

    /// A ready-made behaviour of the app starts or stops keeping it running in the background.
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

    /// Freezes the errand's current step; a transfer on the air is cut off.
    mutating func standStill(_ errand: Int, on phone: inout Phone) {
        guard !errands[errand].isFrozen else { return }
        hasFrozen = true
        switch errands[errand].wait {
        // The wait goes on; only the app's code has to wait until the app runs.
        case .time, .queued: return
        // `stopComputing` freezes the work of all errands together.
        case .work: return
        case .code: unplan(errand, on: &phone)
        case .carry: takeOffAir(errand, on: &phone)
        case .silence: fallStill(errand, on: &phone)
        case .fix:
            errands[errand].isFrozen = true
            // Another errand may wait for the same fix.
            if !isLooking { phone.abandonSatelliteRequest() }
        case .track:
            // The system keeps reporting positions to an app that may track in the background.
            if life.state == .background, tracking.mayBehind { return }
            return stopTracking(errand, on: &phone)
        }
        errands[errand].isFrozen = true
    }

    mutating func unplan(_ errand: Int, on phone: inout Phone) {
        phone.cancel(errands[errand].event)
        phone.cancel(errands[errand].timeout)
        (errands[errand].event, errands[errand].timeout) = (nil, nil)
    }

    /// Resumes frozen errands once the app's code runs.
    mutating func planThaw(at start: Instant, on phone: inout Phone, in world: inout World) {
        guard hasFrozen || hasDue else { return }
        if start > phone.now {
            _ = phone.plan(RuleTicket.thaw, at: start)
        } else {
            thaw(on: &phone, in: &world)
        }
    }

    /// Resumes the errands of an app that runs again, and fires each rule that fell due meanwhile
    /// once.
    mutating func thaw(on phone: inout Phone, in world: inout World) {
        guard life.runs else { return }
        (hasFrozen, hasDue) = (false, false)
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
