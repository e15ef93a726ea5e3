import Kernel

@testable import DeviceModel

// The triggers of an obvious app's rules.
extension ObviousApp {
    /// How a rule's trigger reaches the app.
    enum Way: Equatable {
        case code, told, alarm, push
        case mode(WakeMode)
        case connection
        case recorded
        case job(RuleScheduler)
    }

    // MARK: Times

    func isOwnTimer(_ call: Int, _ phone: borrowing Phone) -> Bool {
        switch calls[call].trigger {
        case .every(_, let clock, _, _), .at(_, let clock):
            (clock ?? (phone.system.timers.wakesSuspended ? .alarm : .timer)) == .timer
        default: false
        }
    }

    /// - Parameter isStart: Whether the run begins.
    mutating func plan(_ call: Int, isStart: Bool, on phone: inout Phone) {
        var time: Instant
        switch calls[call].trigger {
        case .every(_, .refresh, _, _):
            if isStart { planRefresh(on: &phone) }
            return
        case .every(let span, _, let tolerance, let jitter):
            if jitter == .zero, !countsUptime(call, phone),
                phone.system.timers.earliness(of: span, tolerance) > .zero
            {
                return phone.plan(
                    Step.timer(call), every: span, after: phone.now, tolerance: tolerance)
            }
            time = phone.now + span
            if jitter > .zero {
                let late = streams[calls[call].rule].uniform() * Double(jitter.nanoseconds)
                time = time + TimeSpan(rounding: late)
            }
        case .at(let span, _):
            let day = DailyWindow.day
            time = .start + span
            if isStart, phone.now == .start { break }
            while time <= phone.now { time = time + day }
        case .reminders(let reminders) where isStart:
            for number in 1...Int64(reminders.pending) {
                let after = TimeSpan(nanoseconds: reminders.apart.nanoseconds * number)
                _ = phone.plan(Step.timer(call), at: phone.now + after)
            }
            return
        case .recorded(let log):
            guard let line = lines[call], let moment = log.line(line) else { return }
            time = moment.at
        default: return
        }
        if countsUptime(call, phone) {
            return phone.plan(Step.timer(call), whenAwakeFor: time - phone.now)
        }
        phone.cancel(timers[call])
        timers[call] = phone.plan(Step.timer(call), at: time)
    }

    /// Whether the app's own timer stands still while the phone sleeps.
    private func countsUptime(_ call: Int, _ phone: borrowing Phone) -> Bool {
        isOwnTimer(call, phone) && !phone.system.timers.runWhileAsleep
    }

    mutating func came(_ ticket: Ticket, on phone: inout Phone, in world: inout World) {
        let number = Int(ticket.index)
        if ticket == Step.go { return goAgain(number, on: &phone, in: &world) }
        if ticket == Step.timeout { return fail(number, on: &phone, in: &world) }
        if ticket == Step.over { return timeIsOver(on: &phone) }
        if ticket == Step.wakes { return goOn(on: &phone, in: &world) }
        if ticket == Step.pushLater {
            isHeldBack = false
            if !atServer.isEmpty { push(on: &phone) }
            return
        }
        if ticket == Step.mustRing { return callIsMissed(on: &phone) }
        if ticket == Step.computed { return workIsDone(on: &phone, in: &world) }
        if ticket == Step.mayBegin { return system.waited(on: &phone) }
        if ticket == Step.accessory { return accessoryCame(number, on: &phone, in: &world) }
        if ticket == Step.track { return trackCame(on: &phone, in: &world) }
        if ticket == Step.jobStops { return stopJob(number, on: &phone) }
        guard ticket.kind >= 16 else {
            return servicesHear(.own(.planned(ticket)), on: &phone, in: &world)
        }
        timeCame(Int(ticket.kind) - 16, on: &phone, in: &world)
    }

    private mutating func timeCame(_ call: Int, on phone: inout Phone, in world: inout World) {
        timers[call] = nil
        if case .job = calls[call].trigger { return jobCame(call, on: &phone, in: &world) }
        if case .every(_, .refresh, _, _) = calls[call].trigger {
            return refreshCame(on: &phone, in: &world)
        }
        if case .recorded(let log) = calls[call].trigger, let line = lines[call] {
            lines[call] = line + 1
            plan(call, isStart: false, on: &phone)
            guard let moment = log.line(line)?.moment else { return }
            return fire(call, .recorded, first: moment.steps, on: &phone, in: &world)
        }
        if case .reminders(let reminders) = calls[call].trigger {
            if let again = reminders.repeats {
                _ = phone.plan(Step.timer(call), at: phone.now + again)
            }
            return remind(call, on: &phone, in: &world)
        }
        if isReminder(call) {
            remind(call, on: &phone, in: &world)
            plan(call, isStart: false, on: &phone)
        } else if isOwnTimer(call, phone) {
            fire(call, .told, on: &phone, in: &world)
            if due[call] == nil { plan(call, isStart: false, on: &phone) }
        } else {
            fire(call, .alarm, on: &phone, in: &world)
            plan(call, isStart: false, on: &phone)
        }
    }

    /// Restarts the rule's intervals after it has fired, and drops those that wait for the app.
    mutating func beginIntervals(_ call: Int, on phone: inout Phone) {
        for other in calls.indices
        where other != call && calls[other].rule == calls[call].rule {
            due[other] = nil
            if case .every = calls[other].trigger { plan(other, isStart: false, on: &phone) }
        }
    }

    // MARK: Firing

    mutating func fire(
        _ trigger: RuleTrigger, _ way: Way, on phone: inout Phone, in world: inout World
    ) {
        for call in calls.indices where calls[call].trigger == trigger {
            fire(call, way, on: &phone, in: &world)
        }
    }

    /// - Parameter first: What an errand does before the rule's own steps.
    mutating func fire(
        _ call: Int, _ way: Way, first: [RuleStep] = [], on phone: inout Phone,
        in world: inout World
    ) {
        let rule = calls[call].rule
        guard mayBegin(rule) else {
            if life.runs { return noteAgain(call, way, on: &phone) }
            return lendTime(call, way, on: &phone, in: &world)
        }
        let (wasRunning, launches) = (life.runs, life.launchCount)
        let cause = cause(rule, serials[rule] + 1)
        guard let start = wake(call, way, cause, on: &phone) else { return }
        let needsNone = (life.isInFront || isKept) && !isJobRule(rule)
        let until = needsNone ? nil : end(of: way, call, from: start, phone)
        if !wasRunning {
            if life.launchCount != launches {
                launched(at: start, until: until, on: &phone, in: &world)
            }
            goOnLater(at: start, on: &phone, in: &world)
        }
        beginIntervals(call, on: &phone)
        beginErrand(
            rule, first: first, since: phone.now, at: start, until: until,
            isAwake: way != .code, isWindow: isWindow(way, phone), on: &phone, in: &world)
    }

    /// Remembers a trigger during a running errand, which may have to run again.
    private mutating func noteAgain(_ call: Int, _ way: Way, on phone: inout Phone) {
        let rule = calls[call].rule
        beginIntervals(call, on: &phone)
        guard rules[rule].isAgain, errands[rule]?.hasBegun == true,
            let start = wake(call, way, cause(rule), on: &phone)
        else { return }
        let needsNone = life.isInFront || isKept
        again[rule] = (
            call, phone.now, needsNone ? nil : end(of: way, call, from: start, phone)
        )
    }

    /// - Parameter before: How long the app could run for the finished errand.
    mutating func runAgain(
        _ rule: Int, before: Instant?, on phone: inout Phone, in world: inout World
    ) {
        guard let (call, since, until) = again[rule] else { return }
        again[rule] = nil
        if case .message = calls[call].trigger, fetches, atServer.isEmpty { return }
        guard life.runs else { return }
        let needsNone = life.isInFront || isKept
        let longest = [before, until].compactMap { $0 }.max()
        beginErrand(
            rule, since: since, at: phone.now, until: needsNone ? nil : longest, on: &phone,
            in: &world)
    }

    /// Resumes a paused errand in the time of an event.
    private mutating func lendTime(
        _ call: Int, _ way: Way, on phone: inout Phone, in world: inout World
    ) {
        let rule = calls[call].rule
        let ways: [Way] = [.alarm, .push, .connection, .recorded]
        let resumes = ways.contains(way) && !phone.system.taskCompletion.endsApp
        guard life.state == .suspended, isWindow(way, phone) || resumes,
            let start = wake(call, way, cause(rule), on: &phone),
            let end = end(of: way, call, from: start, phone)
        else { return }
        if isWindow(way, phone) { errands[rule]?.window = end }
        grant(rule, end, on: &phone)
        goOnLater(at: start, on: &phone, in: &world)
    }

    /// When the app's code runs, or nil if the system does not let it yet.
    private mutating func wake(
        _ call: Int, _ way: Way, _ cause: Cause, on phone: inout Phone
    ) -> Instant? {
        var start: Instant?
        switch way {
        case .code: if life.runs { start = phone.now }
        case .told: if life.runs { start = phone.wake(for: .zero, cause: cause) }
        case .alarm: start = life.wakeByTimer(cause: cause, on: &phone)
        case .job: start = life.wakeByScheduler(cause: cause, on: &phone)
        case .push where life.runs: start = phone.wake(for: .zero, cause: cause)
        case .push: start = life.wakeByPush(span: .zero, cause: cause, on: &phone)
        case .mode(let mode): start = life.wake(for: mode, span: .zero, cause: cause, on: &phone)
        case .connection, .recorded:
            // Where alarms wake apps, other triggers do too; but an ended app has no alarms. A log
            // says that the app ran.
            if phone.system.timers.wakesSuspended || way == .recorded {
                life.wakeForNews(cause: cause, on: &phone)
                if life.runs { start = phone.wake(for: .zero, cause: cause) }
            } else {
                start = life.wake(for: .voip, span: .zero, cause: cause, on: &phone)
            }
        }
        if start != nil { return start }
        let waits = (way == .code || way == .told) && life.state == .suspended
        if !waits {
            refused += 1
        } else if due[call] == nil {
            due[call] = phone.now
        }
        return nil
    }

    /// How long a woken app may run.
    private func end(
        of way: Way, _ call: Int, from start: Instant, _ phone: borrowing Phone
    ) -> Instant? {
        let rules = phone.system.taskCompletion
        switch way {
        case .connection, .recorded: return hasNoLimit(phone) ? .never : start + rules.limit
        case .alarm, .push:
            if hasNoLimit(phone) { return .never }
            if way == .alarm, case .every(_, _, let tolerance, _) = calls[call].trigger,
                tolerance > .zero, let time = rules.inexactAlarm
            {
                return start + time
            }
            return start + rules.allowance + rules.limit
        default: return time(for: way, phone).map { start + $0 }
        }
    }

    private func time(for way: Way, _ phone: borrowing Phone) -> TimeSpan? {
        let system = phone.system
        switch way {
        case .code, .told, .alarm, .push, .connection, .recorded: return nil
        case .job(.job): return system.jobs?.runTime
        case .job(.processing): return system.processing?.runTime
        case .mode(.remoteNotification): return system.remoteNotification?.runTime
        case .mode(.voipPush): return system.voipPush?.runTime
        case .mode(.backgroundFetch): return system.backgroundFetch?.runTime
        case .mode(.backgroundTransfer): return system.backgroundTransfer?.runTime
        case .mode(.significantChange):
            return WakeMode.significantChange.runTime(on: phone) ?? system.taskCompletion.limit
        case .mode(.region):
            return WakeMode.region.runTime(on: phone) ?? system.taskCompletion.limit
        case .mode(.externalAccessory): return system.externalAccessory?.runTime
        case .mode(.bluetooth):
            return (system.bluetooth ?? system.bluetoothPeripheral)?.runTime
        case .mode: preconditionFailure("not drawn")
        }
    }

    /// Whether the app is then suspended instead of ended.
    private func isWindow(_ way: Way, _ phone: borrowing Phone) -> Bool {
        switch way {
        case .mode(.bluetooth), .mode(.externalAccessory): true
        case .mode(.significantChange):
            WakeMode.significantChange.runTime(on: phone) != nil
        case .mode(.region): WakeMode.region.runTime(on: phone) != nil
        default: false
        }
    }

    // MARK: Errands

    /// Whether an errand may begin next to the running ones.
    private func mayBegin(_ rule: Int) -> Bool {
        let isLog = rules[rule].triggers.contains(where: \.isRecorded)
        if errands[rule] == nil || rules[rule].isParallel || isLog { return true }
        guard rules[rule].isAfterWait else { return false }
        return !errands.indices.contains { place in
            guard owners[place] == rule, let errand = errands[place] else { return false }
            return !errand.hasBegun || errand.waiting == .time || errand.waiting == .oldest
        }
    }

    mutating func beginErrand(
        _ rule: Int, first: [RuleStep] = [], since: Instant, at start: Instant,
        until: Instant?, isAwake: Bool = true, isWindow: Bool = false, on phone: inout Phone,
        in world: inout World
    ) {
        guard mayBegin(rule) else { return }
        var place = rule
        if errands[rule] != nil {
            // The first place of an ended errand, or a new one.
            let free = errands.indices.first { owners[$0] == rule && errands[$0] == nil }
            place = free ?? errands.count
            if free == nil {
                errands.append(nil)
                owners.append(rule)
            }
        }
        serials[rule] += 1
        errands[place] = Errand(
            serial: serials[rule], since: since,
            todo: (first + rules[rule].steps).map { .step($0) }, isAwake: isAwake)
        if let until {
            if isWindow { errands[place]?.window = until }
            grant(place, until, on: &phone)
        }
        if start > phone.now {
            later(place, at: start, on: &phone)
        } else {
            enter(place, on: &phone, in: &world)
        }
    }

    private mutating func enter(_ place: Int, on phone: inout Phone, in world: inout World) {
        let rule = owners[place]
        for condition in rules[rule].conditions where !holds(condition, rule, on: &phone) {
            errands[place] = nil
            return jobIsOver(rule, succeeded: true, on: &phone)
        }
        errands[place]?.hasBegun = true
        errands[place]?.ranFrom = phone.now
        begun += 1
        runOn(place, on: &phone, in: &world)
    }

    /// The app waits with a timer of its own.
    mutating func awaitTime(_ place: Int, _ time: Instant, on phone: inout Phone) {
        if phone.system.timers.runWhileAsleep { return later(place, at: time, on: &phone) }
        phone.plan(Step.go, index: Int32(place), whenAwakeFor: time - phone.now)
    }

    mutating func later(_ place: Int, at time: Instant, on phone: inout Phone) {
        errands[place]?.event = phone.plan(Step.go, index: Int32(place), at: time)
    }

    mutating func goAgain(_ place: Int, on phone: inout Phone, in world: inout World) {
        guard let errand = errands[place] else { return }
        errands[place]?.event = nil
        if errand.waiting == .track { life.wakeForNews(cause: cause(place), on: &phone) }
        guard life.runs else {
            errands[place]?.standsStill = true
            return
        }
        switch errand.waiting {
        case .code:
            errands[place]?.isAwake = true
            if errand.hasBegun {
                runOn(place, on: &phone, in: &world)
            } else {
                enter(place, on: &phone, in: &world)
            }
        case .time:
            let start = phone.wake(for: .zero, cause: cause(place))
            errands[place]?.waiting = .code
            if start > phone.now { return later(place, at: start, on: &phone) }
            runOn(place, on: &phone, in: &world)
        case .oldest:
            guard case .step(.waitQueued(let age))? = errand.todo.first, let first = held.first,
                first + age <= phone.now
            else { return runOn(place, on: &phone, in: &world) }
            errands[place]?.todo.removeFirst()
            errands[place]?.isAwake = true
            let start = phone.wake(for: .zero, cause: cause(place))
            errands[place]?.waiting = .code
            if start > phone.now { return later(place, at: start, on: &phone) }
            runOn(place, on: &phone, in: &world)
        case .track: trackIsOver(place, on: &phone, in: &world)
        case .work, .air, .silence, .fix: break
        }
    }
}

extension RecordedBehaviour {
    /// A line of the log and its time; a log may repeat.
    fileprivate func line(_ number: Int) -> (moment: Moment, at: Instant)? {
        guard repeats != nil && !moments.isEmpty || number < moments.count else { return nil }
        let moment = moments[number % moments.count]
        let rounds = Int64(number / moments.count) * (repeats ?? .zero).nanoseconds
        return (moment, .start + moment.at + TimeSpan(nanoseconds: rounds))
    }
}

extension RecordedBehaviour.Moment {
    fileprivate var steps: [RuleStep] {
        let request = RuleRequest(roundTrips: 0, uplink: uplink, downlink: downlink)
        return (work > .zero ? [.work(work)] : [])
            + (uplink > 0 || downlink > 0 ? [.request(request)] : [])
    }
}
