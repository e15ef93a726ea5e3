import Kernel

@testable import DeviceModel

// Whether an obvious app runs, and for how long.
extension ObviousApp {
    mutating func live(through notice: Notice, on phone: inout Phone, in world: inout World) {
        switch notice {
        case .user, .phone: break
        case .own, .network, .location: return
        }
        switch life.receive(notice, on: &phone) {
        case .opened(let launched):
            delivered.add(unseen.take(), at: phone.now)
            // A job's time ends whatever the user does.
            for place in errands.indices where !isJob(place) { errands[place]?.until = nil }
            refresh.choice?.opened(at: phone.now)
            planRefresh(on: &phone)
            askForJobs(on: &phone)
            system.opened(on: &phone)
            var start = phone.wake(for: .zero, cause: cause(0, 0))
            if launched { start = start + phone.device.processor.launchTime }
            if launched { self.launched(at: start, until: nil, on: &phone, in: &world) }
            speedUp(on: &phone)
            let opens = calls.indices.filter { calls[$0].trigger == .opened }
            for call in opens { beginIntervals(call, on: &phone) }
            goOnLater(at: start, on: &phone, in: &world)
            adjustToFront(on: &phone, in: &world)
            for call in opens {
                beginErrand(
                    calls[call].rule, since: phone.now, at: start, until: nil, on: &phone,
                    in: &world)
            }
        case .left:
            fire(.left, .code, on: &phone, in: &world)
            for place in errands.indices where hasTask(place) {
                if isJob(place) { continue }
                grant(place, endOfTask(phone), on: &phone)
                errands[place]?.isForTask = true
            }
            adjustToFront(on: &phone, in: &world)
            for place in errands.indices where errands[place]?.waiting == .track {
                letTrack(place, on: &phone)
            }
        case .ended: end(on: &phone)
        case nil: break
        }
    }

    /// Whether the app's wake locks have no limit.
    func hasNoLimit(_ phone: borrowing Phone) -> Bool {
        !phone.system.taskCompletion.endsApp && phone.appTraits.isUnrestricted
    }

    func endOfTask(_ phone: borrowing Phone) -> Instant {
        hasNoLimit(phone) ? .never : phone.now + phone.system.taskCompletion.limit
    }

    /// Whether it has a task, or will begin with one.
    private func hasTask(_ place: Int) -> Bool {
        guard let errand = errands[place] else { return false }
        let first = errand.todo.first { !$0.isNothing }
        if case .step(.asTask)? = first, !errand.hasBegun { return true }
        return errand.tasks > 0
    }

    mutating func launched(
        at start: Instant, until: Instant?, on phone: inout Phone, in world: inout World
    ) {
        connect(on: &phone)
        for call in calls.indices {
            if isOwnTimer(call, phone) { plan(call, isStart: false, on: &phone) }
            let isItem = calls[call].trigger == .item && !held.isEmpty
            if isItem || calls[call].trigger == .launched {
                beginIntervals(call, on: &phone)
                beginErrand(
                    calls[call].rule, since: phone.now, at: start, until: until, on: &phone,
                    in: &world)
            }
        }
    }

    mutating func suspend(on phone: inout Phone) {
        pause(on: &phone)
        for place in errands.indices { freeze(place, on: &phone) }
        life.suspend(on: &phone)
        guard phone.system.lifeCycle.tearsDownSockets else { return }
        endConnection(on: &phone)
        for place in errands.indices {
            if errands[place]?.waiting == .air || errands[place]?.waiting == .silence {
                errands[place]?.deadline = .start
            }
        }
    }

    mutating func end(on phone: inout Phone) {
        unrung = []
        for place in errands.indices { errands[place]?.until = nil }
        pause(on: &phone)
        for place in errands.indices where errands[place] != nil {
            freeze(place, on: &phone)
            cutShort(place, on: &phone)
        }
        again = rules.map { _ in nil }
        for call in calls.indices {
            due[call] = nil
            guard isOwnTimer(call, phone) else { continue }
            phone.cancelTolerant(Step.timer(call))
            phone.cancelAwake(Step.timer(call))
            phone.cancel(timers[call])
            timers[call] = nil
        }
        let hasJobs = rules.indices.contains { isJobRule($0) }
        if hasJobs, life.isKeptDown { phone.cancelJobs() }
        endConnection(on: &phone)
        stopUnasked(on: &phone)
        disconnect(on: &phone)
    }

    // MARK: Time in the background

    mutating func grant(_ place: Int, _ until: Instant, on phone: inout Phone) {
        errands[place]?.until = until
        errands[place]?.isForTask = false
        if until == .never { return }
        _ = phone.plan(Step.over, at: until)
    }

    mutating func timeIsOver(on phone: inout Phone) {
        var (suspended, idle): ([Int], [Int]) = ([], [])
        for place in errands.indices {
            guard let errand = errands[place], let until = errand.until, until <= phone.now else {
                continue
            }
            if errand.window == until {
                suspended.append(place)
            } else if isJob(place) {
                stopJob(place, on: &phone)
            } else if !phone.system.taskCompletion.endsApp {
                idle.append(place)
            } else {
                learnFromOverrun(on: &phone)
                life.end(.crashed, on: &phone)
                return end(on: &phone)
            }
        }
        for place in suspended { errands[place]?.until = nil }
        if !phone.system.taskCompletion.endsApp {
            becomeIdle(idle, suspended: suspended, on: &phone)
        }
    }

    /// An app that has time for something else keeps its wake locks until the next such time ends;
    /// any other one loses them, and stands still.
    private mutating func becomeIdle(
        _ idle: [Int], suspended: [Int], on phone: inout Phone
    ) {
        let others = errands.indices.filter { !idle.contains($0) }
        if let next = others.compactMap({ errands[$0]?.until }).min() {
            for place in idle { errands[place]?.until = next }
            return
        }
        for place in idle { errands[place]?.until = nil }
        let holds = (idle + suspended).contains { errands[$0]!.tasks > 0 }
        guard holds, life.state == .background, !isKept, !hasNoLimit(phone) else { return }
        for place in errands.indices {
            guard let errand = errands[place], errand.tasks > 0, !errand.hasLostLocks else {
                continue
            }
            for _ in 0..<errand.tasks { phone.releaseProcessor() }
            errands[place]?.hasLostLocks = true
        }
        suspend(on: &phone)
    }

    /// The app runs again: its wake locks have their effect.
    mutating func regainLocks(on phone: inout Phone) {
        for place in errands.indices {
            guard let errand = errands[place], errand.hasLostLocks else { continue }
            errands[place]?.hasLostLocks = false
            for _ in 0..<errand.tasks { phone.holdProcessor(cause: cause(place)) }
            if life.state == .background, !isKept, errand.until == nil {
                grant(place, endOfTask(phone), on: &phone)
                errands[place]?.isForTask = true
            }
        }
    }

    private mutating func learnFromOverrun(on phone: inout Phone) {
        for place in errands.indices where isRefresh(place) {
            guard let errand = errands[place], let until = errand.until, until <= phone.now else {
                continue
            }
            learn(errand, isDone: false, on: &phone)
        }
    }

    /// Ends a task. The app keeps the rest of an event's time.
    mutating func taskIsDone(_ place: Int, on phone: inout Phone) {
        errands[place]?.until = nil
        guard life.state == .background, !isKept, let window = errands[place]?.window,
            window > phone.now
        else { return }
        grant(place, window, on: &phone)
    }

    // MARK: Jobs

    func isJobRule(_ rule: Int) -> Bool {
        rules[rule].triggers.contains { if case .job = $0 { true } else { false } }
    }

    func isJob(_ place: Int) -> Bool { isJobRule(owners[place]) }

    mutating func askForJobs(on phone: inout Phone) {
        for call in calls.indices {
            guard case .job(let job) = calls[call].trigger, !phone.hasJob(Step.timer(call)) else {
                continue
            }
            phone.schedule(
                job.request, start: Step.timer(call),
                stop: Ticket(Step.jobStops, index: Int32(calls[call].rule)))
        }
    }

    mutating func jobCame(_ call: Int, on phone: inout Phone, in world: inout World) {
        guard case .job(let job) = calls[call].trigger else { return }
        fire(call, .job(job.scheduler), on: &phone, in: &world)
        let rule = calls[call].rule
        if errands[rule] == nil { jobIsOver(rule, succeeded: true, on: &phone) }
    }

    mutating func stopJob(_ place: Int, on phone: inout Phone) {
        guard errands[place] != nil else { return }
        freeze(place, on: &phone)
        cutShort(place, on: &phone)
    }

    func jobIsOver(_ rule: Int, succeeded: Bool, on phone: inout Phone) {
        guard isJobRule(rule), let call = calls.firstIndex(where: { $0.rule == rule }) else {
            return
        }
        phone.jobEnded(Step.timer(call), succeeded: succeeded)
    }
}
