import EventKernel
import Quantities

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
            // The time of a job ends whatever the user does.
            for place in errands.indices where !isJob(place) { errands[place]?.until = nil }
            askForJobs(on: &phone)
            system.opened(on: &phone)
            var start = phone.wake(for: .zero, cause: cause(0, 0))
            if launched { start = start + phone.device.processor.launchTime }
            if launched { self.launched(at: start, until: nil, on: &phone, in: &world) }
            speedUp(on: &phone)
            goOnLater(at: start, on: &phone, in: &world)
            for rule in rules.indices where rules[rule].trigger == .opened {
                beginErrand(
                    rule, since: phone.now, at: start, until: nil, on: &phone, in: &world)
            }
        case .left:
            fire(.left, .code, on: &phone, in: &world)
            for place in errands.indices where (errands[place]?.tasks ?? 0) > 0 {
                if isJob(place) { continue }
                grant(place, phone.now + phone.system.taskCompletion.limit, on: &phone)
                errands[place]?.isForTask = true
            }
        case .ended: end(on: &phone)
        case nil: break
        }
    }

    mutating func launched(
        at start: Instant, until: Instant?, on phone: inout Phone, in world: inout World
    ) {
        connect(on: &phone)
        for rule in rules.indices {
            if isOwnTimer(rule, phone) { plan(rule, isStart: false, on: &phone) }
            let isItem = rules[rule].trigger == .item && !held.isEmpty
            if isItem || rules[rule].trigger == .launched {
                beginErrand(
                    rule, since: phone.now, at: start, until: until, on: &phone, in: &world)
            }
        }
    }

    mutating func suspend(on phone: inout Phone) {
        for place in errands.indices { freeze(place, on: &phone) }
        life.suspend()
        guard phone.system.lifeCycle.tearsDownSockets else { return }
        endConnection(on: &phone)
        for place in errands.indices {
            if errands[place]?.waiting == .air || errands[place]?.waiting == .silence {
                errands[place]?.deadline = .start
            }
        }
    }

    mutating func end(on phone: inout Phone) {
        for place in errands.indices { errands[place]?.until = nil }
        for place in errands.indices where errands[place] != nil {
            freeze(place, on: &phone)
            cutShort(place, on: &phone)
        }
        for rule in rules.indices {
            due[rule] = nil
            guard isOwnTimer(rule, phone) else { continue }
            phone.cancelTolerant(Step.timer(rule))
            phone.cancel(timers[rule])
            timers[rule] = nil
        }
        let hasJobs = rules.indices.contains { isJobRule($0) }
        if hasJobs, life.isKeptDown { phone.cancelJobs() }
        endConnection(on: &phone)
        disconnect(on: &phone)
    }

    // MARK: Time in the background

    mutating func grant(_ place: Int, _ until: Instant, on phone: inout Phone) {
        errands[place]?.until = until
        errands[place]?.isForTask = false
        _ = phone.plan(Step.over, at: until)
    }

    mutating func timeIsOver(on phone: inout Phone) {
        var suspended: [Int] = []
        for place in errands.indices {
            guard let errand = errands[place], let until = errand.until, until <= phone.now else {
                continue
            }
            if errand.window == until {
                suspended.append(place)
            } else if isJob(place) {
                stopJob(place, on: &phone)
            } else {
                life.end(.crashed, on: &phone)
                return end(on: &phone)
            }
        }
        for place in suspended { errands[place]?.until = nil }
    }

    /// A task is done: what is left of the time that an event gave is the app's still.
    mutating func taskIsDone(_ place: Int, on phone: inout Phone) {
        errands[place]?.until = nil
        guard life.state == .background, !isKept, let window = errands[place]?.window,
            window > phone.now
        else { return }
        grant(place, window, on: &phone)
    }

    // MARK: Jobs

    func isJobRule(_ rule: Int) -> Bool {
        if case .job = rules[rule].trigger { true } else { false }
    }

    func isJob(_ place: Int) -> Bool { isJobRule(owners[place]) }

    mutating func askForJobs(on phone: inout Phone) {
        for rule in rules.indices {
            guard case .job(let job) = rules[rule].trigger, !phone.hasJob(Step.timer(rule)) else {
                continue
            }
            phone.schedule(
                job.request, start: Step.timer(rule),
                stop: Ticket(Step.jobStops, index: Int32(rule)))
        }
    }

    mutating func jobCame(_ rule: Int, on phone: inout Phone, in world: inout World) {
        guard case .job(let job) = rules[rule].trigger else { return }
        fire(rule, .job(job.scheduler), on: &phone, in: &world)
        if errands[rule] == nil { jobIsOver(rule, succeeded: true, on: &phone) }
    }

    mutating func stopJob(_ place: Int, on phone: inout Phone) {
        guard errands[place] != nil else { return }
        freeze(place, on: &phone)
        cutShort(place, on: &phone)
    }

    func jobIsOver(_ rule: Int, succeeded: Bool, on phone: inout Phone) {
        guard isJobRule(rule) else { return }
        phone.jobEnded(Step.timer(rule), succeeded: succeeded)
    }
}
