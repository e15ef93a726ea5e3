import Kernel

// When the app may run, and what becomes of its errands when it may not.
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

    /// Errands go on for which the app has told the system of a task; without one it is suspended.
    mutating func left(on phone: inout Phone, in world: inout World) {
        countService(on: &phone)
        comeAll(.left, .code, on: &phone, in: &world)
        let until = phone.now + phone.system.taskCompletion.limit
        // A wake lock of an app whose service runs has no limit.
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

    /// Whether the app has told the system of a task, or does so as soon as its code runs.
    @inline(__always)
    private func hasTask(_ errand: Int) -> Bool {
        if errands[errand].tasks > 0 { return true }
        guard !errands[errand].isBegun,
            case .beginTask = program.code[Int(errands[errand].place)]
        else { return false }
        return true
    }

    // MARK: Launching

    /// The app has been launched: its own timers begin.
    ///
    /// - Parameter until: how long it may run in the background; `nil`: it is in front.
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

    /// The system has launched the app for one of its ready-made behaviours: the rules are in
    /// memory with it, and go on when they may run.
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

    /// The app is gone, with its timers and whatever it was doing; its outbox stays.
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

    /// The system lets the app run for an errand until then, and ends it if it is not done.
    mutating func grant(
        _ errand: Int, until: Instant, isForTask: Bool = false, on phone: inout Phone
    ) {
        if errands[errand].until == nil { grantCount += 1 }
        stayUnfrozen(on: &phone)
        errands[errand].until = until
        errands[errand].isForTask = isForTask
        // A call that comes sooner looks for it: mostly errands are done long before.
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

    /// What the errand was let run for is over. It goes on in what is left of the time that an
    /// event gave the app, or, where a task is open, in that of task completion.
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

    /// - Parameter exceptJobs: whether jobs keep theirs, which ends whatever the user does.
    private mutating func dropGrants(exceptJobs: Bool = false) {
        guard grantCount > 0 else { return }
        for errand in errands.indices where !exceptJobs || !isJob(Int(errands[errand].rule)) {
            takeBackGrant(errand)
        }
    }

    /// An errand is not done by the time that the system gives it: the app is ended, or, where the
    /// time was that of an event, suspended if nothing else lets it run.
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

    /// The system learns from fetches that are not done by their time; what else the app was let
    /// run for says nothing of them.
    private mutating func noteOverrunFetches(on phone: inout Phone) {
        for errand in errands.indices
        where errands[errand].isActive && program.rules[Int(errands[errand].rule)].isRefresh {
            guard let until = errands[errand].until, until <= phone.now else { continue }
            endedFetch(data: false, took: phone.now - errands[errand].ranFrom, on: &phone)
        }
    }

    /// An app in the background with nothing left for which the system lets it run is suspended.
    @inline(__always)
    mutating func rest(on phone: inout Phone) {
        if mayRetire { retire(on: &phone) }
    }

    /// A ready-made behaviour of the app keeps it running in the background, or does so no more.
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

    /// The step that an errand is at stands still: what is on the air is cut off.
    mutating func standStill(_ errand: Int, on phone: inout Phone) {
        guard !errands[errand].isFrozen else { return }
        hasFrozen = true
        switch errands[errand].wait {
        // Its time goes on; the app's code waits for it to run again.
        case .time, .queued: return
        // What all of them compute stands still together.
        case .work: return
        case .code: unplan(errand, on: &phone)
        case .carry: takeOffAir(errand, on: &phone)
        case .silence: fallStill(errand, on: &phone)
        case .fix:
            errands[errand].isFrozen = true
            // Others may look for the same position.
            if !isLooking { phone.abandonSatelliteRequest() }
        case .track:
            // The system goes on telling an app that may have positions behind.
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

    /// What stood still goes on when the app's code runs.
    mutating func planThaw(at start: Instant, on phone: inout Phone, in world: inout World) {
        guard hasFrozen || hasDue else { return }
        if start > phone.now {
            _ = phone.plan(RuleTicket.thaw, at: start)
        } else {
            thaw(on: &phone, in: &world)
        }
    }

    /// The app runs again: its errands go on, and what fell due meanwhile fires once.
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
