import EventKernel
import Quantities

@testable import DeviceModel

/// An app of rules as docs/reference/apps.md has it, obvious and slow: an errand is the list of
/// what it has still to do, and every question is asked of all errands.
struct ObviousApp: Policy {
    /// What an errand has to do next.
    indirect enum Todo {
        case step(RuleStep)
        case endTask
        /// A loop asks whether it goes round; it has, so many times.
        case test(RuleStep, turns: Int32)
        /// It has gone round since then.
        case turn(RuleStep, turns: Int32, began: Instant)
    }

    enum Waiting { case code, time, oldest, work, air, silence }

    struct Errand {
        let rule: Int
        let serial: Int
        let since: Instant
        var todo: [Todo]
        var hasBegun = false
        var isAwake: Bool
        var waiting = Waiting.code
        var standsStill = false
        var event: EventKey?
        var timeout: EventKey?
        var deadline = Instant.never
        var course: WorkMeter.Course?
        var workLeft = TimeSpan.zero
        var left: (up: Int64, down: Int64) = (0, 0)
        var onAir: (up: Int64, down: Int64) = (0, 0)
        var roundTrips = 0
        var carried: Int64 = 0
        var transfer: Int32 = 0
        var tries: Int32 = 0
        var tasks = 0
        var until: Instant?
        var isForTask = false
        var cargo = DeviceModel.Waiting()
    }

    struct Step: AppStep {
        let rawValue: UInt8
        static let go = Step(rawValue: 0)
        static let timeout = Step(rawValue: 1)
        static let over = Step(rawValue: 2)
        static let wakes = Step(rawValue: 3)
        static let pushed = Step(rawValue: 4)
        static let pushLater = Step(rawValue: 5)
        static func timer(_ rule: Int) -> Step { Step(rawValue: 16 + UInt8(rule)) }
        static func air(_ rule: Int) -> Step { Step(rawValue: 96 + UInt8(rule)) }
    }

    let rules: [AppRule]
    let isKept: Bool
    /// Whether pushes wake the app, and are not shown.
    let isSilent: Bool
    var life = AppLife()
    /// By rule, the one that is under way.
    var errands: [Errand?]
    var serials: [Int]
    var due: [Instant?]
    var timers: [EventKey?]
    var streams: [RandomStream] = []
    var asked: [Int32]
    var (begun, done, cutOff, refused) = (0, 0, 0, 0)
    var held = DeviceModel.Waiting()
    var sent = Arrived()
    var itemCount: Int32 = 0
    var transfers: Int32 = 0
    var isReachable = true
    var over: EventKey?
    var alerts = 0
    /// What has come to the server and has not been pushed, and when pushes went off.
    var atServer = 0
    var pushTimes: [Instant] = []
    var isHeldBack = false

    init(_ rules: [AppRule], isKept: Bool, isSilent: Bool) {
        (self.rules, self.isKept, self.isSilent) = (rules, isKept, isSilent)
        errands = rules.map { _ in nil }
        serials = rules.map { _ in 0 }
        due = rules.map { _ in nil }
        timers = rules.map { _ in nil }
        asked = rules.map { _ in 0 }
    }

    var state: AppLife.State? { life.state }

    mutating func begin(on phone: inout Phone, in world: inout World) {
        life.begin(on: &phone, running: isKept)
        for rule in rules {
            var hash: UInt64 = 0xCBF2_9CE4_8422_2325
            for byte in rule.name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
            streams.append(
                world.stream(
                    "app-rules",
                    UInt64(phone.app.place) << 32 | (hash ^ hash >> 32) & 0xFFFF_FFFF))
        }
        for rule in rules.indices { plan(rule, on: &phone) }
        for rule in rules {
            if case .batteryBelow(let share) = rule.trigger { phone.battery?.watch(share) }
        }
    }

    mutating func receive(_ notice: Notice, on phone: inout Phone, in world: inout World) {
        live(through: notice, on: &phone)
        switch notice {
        case .own(.planned(let ticket)): came(ticket, on: &phone)
        case .own(.transferEnded(let ticket)):
            if ticket == Step.pushed {
                pushed(on: &phone)
            } else {
                arrived(ticket, on: &phone)
            }
        case .user(.makes(let item)):
            held.add(item, at: phone.now)
            fire(.item, .code, on: &phone)
        case .network(.message):
            atServer += 1
            if !isHeldBack { push(on: &phone) }
        case .network(.changed): fire(.network, .told, on: &phone)
        case .network(.reachable(let isReachable)): reach(isReachable, on: &phone)
        case .phone(.charging(let comes)): fire(.charging(comes), .told, on: &phone)
        case .phone(.batteryBelow(let share)): fire(.batteryBelow(share), .told, on: &phone)
        case .phone(.otherWork): if life.runs, !held.isEmpty { fire(.radioUp, .code, on: &phone) }
        case .phone(.callBegan): fire(.call(.begins), .told, on: &phone)
        case .phone(.callEnded): fire(.call(.ends), .told, on: &phone)
        case .user, .phone, .network, .location: break
        }
        if life.state == .background, !isKept, !errands.contains(where: { $0?.until != nil }) {
            for rule in rules.indices { freeze(rule, on: &phone) }
            life.suspend()
            if phone.system.lifeCycle.tearsDownSockets {
                for rule in rules.indices where errands[rule]?.waiting == .air {
                    errands[rule]?.deadline = .start
                }
            }
        }
    }

    // MARK: The app's life

    mutating func live(through notice: Notice, on phone: inout Phone) {
        switch notice {
        case .user, .phone: break
        case .own, .network, .location: return
        }
        switch life.receive(notice, on: &phone) {
        case .opened(let launched):
            for rule in rules.indices { errands[rule]?.until = nil }
            var start = phone.wake(for: .zero, cause: cause(0, 0))
            if launched { start = start + phone.device.processor.launchTime }
            if launched { self.launched(at: start, until: nil, on: &phone) }
            speedUp(on: &phone)
            goOnLater(at: start, on: &phone)
            for rule in rules.indices where rules[rule].trigger == .opened {
                beginErrand(rule, since: phone.now, at: start, until: nil, on: &phone)
            }
        case .left:
            fire(.left, .code, on: &phone)
            for rule in rules.indices where (errands[rule]?.tasks ?? 0) > 0 {
                grant(rule, phone.now + phone.system.taskCompletion.limit, on: &phone)
                errands[rule]?.isForTask = true
            }
        case .ended: end(on: &phone)
        case nil: break
        }
    }

    mutating func launched(at start: Instant, until: Instant?, on phone: inout Phone) {
        for rule in rules.indices {
            if isOwnTimer(rule, phone) { plan(rule, on: &phone) }
            let isItem = rules[rule].trigger == .item && !held.isEmpty
            if isItem || rules[rule].trigger == .launched {
                beginErrand(rule, since: phone.now, at: start, until: until, on: &phone)
            }
        }
    }

    mutating func end(on phone: inout Phone) {
        for rule in rules.indices { errands[rule]?.until = nil }
        for rule in rules.indices where errands[rule] != nil {
            freeze(rule, on: &phone)
            cutShort(rule, on: &phone)
        }
        for rule in rules.indices {
            due[rule] = nil
            guard isOwnTimer(rule, phone) else { continue }
            phone.cancelTolerant(Step.timer(rule))
            phone.cancel(timers[rule])
            timers[rule] = nil
        }
    }

    mutating func grant(_ rule: Int, _ until: Instant, on phone: inout Phone) {
        errands[rule]?.until = until
        _ = phone.plan(Step.over, at: until)
    }

    mutating func timeIsOver(on phone: inout Phone) {
        guard errands.contains(where: { $0?.until.map { $0 <= phone.now } ?? false }) else {
            return
        }
        life.end(.crashed, on: &phone)
        end(on: &phone)
    }

    // MARK: Triggers

    enum Way { case code, told, alarm, push, silent }

    func isOwnTimer(_ rule: Int, _ phone: borrowing Phone) -> Bool {
        switch rules[rule].trigger {
        case .every(_, let clock, _, _), .at(_, let clock):
            (clock ?? (phone.system.timers.wakesSuspended ? .alarm : .timer)) == .timer
        default: false
        }
    }

    mutating func plan(_ rule: Int, on phone: inout Phone) {
        var time: Instant
        switch rules[rule].trigger {
        case .every(let span, _, let tolerance, let jitter):
            if jitter == .zero, phone.system.timers.earliness(of: span, tolerance) > .zero {
                return phone.plan(
                    Step.timer(rule), every: span, after: phone.now, tolerance: tolerance)
            }
            time = phone.now + span
            if jitter > .zero {
                let late = streams[rule].uniform() * Double(jitter.nanoseconds)
                time = time + TimeSpan(rounding: late)
            }
        case .at(let span, _):
            let day = DailyWindow.day
            time = .start + span
            while time <= phone.now { time = time + day }
        default: return
        }
        phone.cancel(timers[rule])
        timers[rule] = phone.plan(Step.timer(rule), at: time)
    }

    mutating func came(_ ticket: Ticket, on phone: inout Phone) {
        let rule = Int(ticket.index)
        if ticket == Step.go { return goAgain(rule, on: &phone) }
        if ticket == Step.timeout { return fail(rule, on: &phone) }
        if ticket == Step.over { return timeIsOver(on: &phone) }
        if ticket == Step.wakes { return goOn(on: &phone) }
        if ticket == Step.pushLater {
            isHeldBack = false
            if atServer > 0 { push(on: &phone) }
            return
        }
        let timed = Int(ticket.kind) - 16
        timers[timed] = nil
        if isReminder(timed) {
            remind(timed, on: &phone)
            plan(timed, on: &phone)
        } else if isOwnTimer(timed, phone) {
            fire(timed, .told, on: &phone)
            if due[timed] == nil { plan(timed, on: &phone) }
        } else {
            fire(timed, .alarm, on: &phone)
            plan(timed, on: &phone)
        }
    }

    mutating func fire(_ trigger: RuleTrigger, _ way: Way, on phone: inout Phone) {
        for rule in rules.indices where rules[rule].trigger == trigger {
            fire(rule, way, on: &phone)
        }
    }

    mutating func fire(_ rule: Int, _ way: Way, on phone: inout Phone) {
        if errands[rule] != nil { return }
        let cause = cause(rule, serials[rule] + 1)
        let (wasRunning, launches) = (life.runs, life.launchCount)
        var start: Instant?
        switch way {
        case .code: if wasRunning { start = phone.now }
        case .told: if wasRunning { start = phone.wake(for: .zero, cause: cause) }
        case .alarm: start = life.wakeByTimer(cause: cause, on: &phone)
        case .push where life.runs: start = phone.wake(for: .zero, cause: cause)
        case .push: start = life.wakeByPush(span: .zero, cause: cause, on: &phone)
        case .silent:
            start = life.wake(
                for: .remoteNotification, span: .zero, cause: cause, on: &phone)
        }
        guard let start else {
            if ![.code, .told].contains(way) || life.state != .suspended {
                refused += 1
            } else if due[rule] == nil {
                due[rule] = phone.now
            }
            return
        }
        var until: Instant?
        if !life.isInFront, !isKept, let time = time(for: way, phone) { until = start + time }
        if !wasRunning {
            if life.launchCount != launches { launched(at: start, until: until, on: &phone) }
            goOnLater(at: start, on: &phone)
        }
        beginErrand(
            rule, since: phone.now, at: start, until: until, isAwake: way != .code, on: &phone)
    }

    /// A rule that fell due while the app was suspended.
    mutating func beginNow(_ rule: Int, since: Instant, on phone: inout Phone) {
        beginErrand(rule, since: since, at: phone.now, until: nil, on: &phone)
    }

    mutating func replan(_ rule: Int, on phone: inout Phone) {
        if isOwnTimer(rule, phone) { plan(rule, on: &phone) }
    }

    mutating func beginErrand(
        _ rule: Int, since: Instant, at start: Instant, until: Instant?, isAwake: Bool = true,
        on phone: inout Phone
    ) {
        if errands[rule] != nil { return }
        serials[rule] += 1
        errands[rule] = Errand(
            rule: rule, serial: serials[rule], since: since,
            todo: rules[rule].steps.map { .step($0) }, isAwake: isAwake)
        if let until { grant(rule, until, on: &phone) }
        if start > phone.now { later(rule, at: start, on: &phone) } else { enter(rule, on: &phone) }
    }

    mutating func enter(_ rule: Int, on phone: inout Phone) {
        for condition in rules[rule].conditions where !holds(condition, rule, on: &phone) {
            errands[rule] = nil
            return
        }
        errands[rule]?.hasBegun = true
        begun += 1
        runOn(rule, on: &phone)
    }

    mutating func later(_ rule: Int, at time: Instant, on phone: inout Phone) {
        errands[rule]?.event = phone.plan(Step.go, index: Int32(rule), at: time)
    }

    mutating func goAgain(_ rule: Int, on phone: inout Phone) {
        guard let errand = errands[rule] else { return }
        errands[rule]?.event = nil
        guard life.runs else {
            errands[rule]?.standsStill = true
            return
        }
        switch errand.waiting {
        case .code:
            errands[rule]?.isAwake = true
            if errand.hasBegun { runOn(rule, on: &phone) } else { enter(rule, on: &phone) }
        case .time:
            let start = phone.wake(for: .zero, cause: cause(rule))
            errands[rule]?.waiting = .code
            if start > phone.now { return later(rule, at: start, on: &phone) }
            runOn(rule, on: &phone)
        case .oldest:
            guard case .step(.waitQueued(let age))? = errand.todo.first, let first = held.first,
                first + age <= phone.now
            else { return runOn(rule, on: &phone) }
            errands[rule]?.todo.removeFirst()
            errands[rule]?.isAwake = true
            let start = phone.wake(for: .zero, cause: cause(rule))
            errands[rule]?.waiting = .code
            if start > phone.now { return later(rule, at: start, on: &phone) }
            runOn(rule, on: &phone)
        case .work:
            if let course = errand.course {
                phone.compute(course.computed, cause: cause(rule))
            }
            errands[rule]?.course = nil
            next(rule, on: &phone)
        case .air, .silence: break
        }
    }
}
