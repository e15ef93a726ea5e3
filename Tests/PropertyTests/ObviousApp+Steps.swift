import EventKernel
import Quantities

@testable import DeviceModel

// What an obvious app does, step by step.
extension ObviousApp {
    // MARK: Steps

    mutating func next(_ rule: Int, on phone: inout Phone) {
        errands[rule]?.waiting = .code
        errands[rule]?.todo.removeFirst()
        runOn(rule, on: &phone)
    }

    mutating func runOn(_ rule: Int, on phone: inout Phone) {
        while let errand = errands[rule] {
            guard let todo = errand.todo.first else { return finish(rule, on: &phone) }
            switch todo {
            case .step(let step): if carryOut(step, rule, on: &phone) { return }
            case .endTask:
                errands[rule]?.todo.removeFirst()
                endTask(rule, on: &phone)
            case .test(let loop, let turns): test(loop, turns, rule, on: &phone)
            case .turn(let loop, let turns, let began):
                guard case .repeat(let every, _, _, _) = loop else { return }
                errands[rule]?.todo[0] = .test(loop, turns: turns)
                if began + every > phone.now {
                    errands[rule]?.waiting = .time
                    return later(rule, at: began + every, on: &phone)
                }
            }
        }
    }

    mutating func test(
        _ loop: RuleStep, _ turns: Int32, _ rule: Int, on phone: inout Phone
    ) {
        guard case .repeat(_, let times, let conditions, let steps) = loop else { return }
        errands[rule]?.todo.removeFirst()
        if let times, turns >= times { return }
        for condition in conditions where !holds(condition, rule, on: &phone) { return }
        let turn = Todo.turn(loop, turns: turns + 1, began: phone.now)
        errands[rule]?.todo.insert(contentsOf: steps.map { .step($0) } + [turn], at: 0)
    }

    /// - Returns: whether the step takes time.
    mutating func carryOut(
        _ step: RuleStep, _ rule: Int, on phone: inout Phone
    ) -> Bool {
        switch step {
        case .work(let span):
            errands[rule]?.workLeft = span
            workOn(rule, on: &phone)
            return true
        case .request(let request), .transfer(let request):
            ask(rule, request, on: &phone)
            return true
        case .flush(let request):
            if !held.isEmpty || errands[rule]?.cargo.isEmpty == false {
                ask(rule, request, on: &phone)
                return true
            }
        case .queue(let bytes):
            held.add(Item(number: itemCount, bytes: bytes.count), at: phone.now)
            itemCount += 1
        case .notify:
            if !life.isInFront {
                alerts += 1
                phone.alert(cause: cause(rule))
            }
        case .wait(let span): return wait(rule, until: phone.now + span, on: &phone)
        case .waitForMultiple(let span):
            var time = phone.now + span
            time = time - TimeSpan(nanoseconds: time.nanoseconds % span.nanoseconds)
            return wait(rule, until: time, on: &phone)
        case .waitQueued(let age):
            guard let first = held.first else {
                finish(rule, on: &phone)
                return true
            }
            if first + age > phone.now {
                errands[rule]?.waiting = .oldest
                later(rule, at: first + age, on: &phone)
                return true
            }
        case .asTask(let steps):
            errands[rule]?.todo.removeFirst()
            errands[rule]?.todo.insert(contentsOf: steps.map { .step($0) } + [.endTask], at: 0)
            errands[rule]?.tasks += 1
            phone.holdProcessor(cause: cause(rule))
            if life.state == .background, !isKept, errands[rule]?.until == nil {
                grant(rule, phone.now + phone.system.taskCompletion.limit, on: &phone)
                errands[rule]?.isForTask = true
            }
            return false
        case .repeat:
            errands[rule]?.todo[0] = .test(step, turns: 0)
            return false
        case .choose(let ways):
            errands[rule]?.todo.removeFirst()
            let steps = choose(ways, rule)
            errands[rule]?.todo.insert(contentsOf: steps.map { .step($0) }, at: 0)
            return false
        case .onlyIf(let conditions):
            for condition in conditions where !holds(condition, rule, on: &phone) {
                finish(rule, on: &phone)
                return true
            }
        case .stop:
            finish(rule, on: &phone)
            return true
        case .handOver, .fetch, .locate, .track: preconditionFailure("not drawn")
        }
        errands[rule]?.todo.removeFirst()
        return false
    }

    mutating func choose(_ ways: [RuleBranch], _ rule: Int) -> [RuleStep] {
        let total = ways.reduce(0) { $0 + $1.weight }
        let share = streams[rule].uniform()
        var sum = 0.0
        for way in ways.dropLast() {
            sum += way.weight
            if share < sum / total { return way.steps }
        }
        return ways[ways.count - 1].steps
    }

    mutating func wait(_ rule: Int, until time: Instant, on phone: inout Phone) -> Bool {
        errands[rule]?.todo.removeFirst()
        errands[rule]?.waiting = .time
        later(rule, at: time, on: &phone)
        return true
    }

    mutating func workOn(_ rule: Int, on phone: inout Phone) {
        guard let errand = errands[rule] else { return }
        let course = life.work(
            errand.workLeft, canStop: true, cause: cause(rule), on: &phone)
        errands[rule]?.waiting = .work
        errands[rule]?.course = course
        if !course.isEnded { later(rule, at: course.end, on: &phone) }
    }

    mutating func endTask(_ rule: Int, on phone: inout Phone) {
        guard let errand = errands[rule], errand.tasks > 0 else { return }
        errands[rule]?.tasks -= 1
        phone.releaseProcessor()
        if errand.tasks == 1, errand.isForTask { errands[rule]?.until = nil }
    }

    mutating func finish(_ rule: Int, on phone: inout Phone) {
        done += 1
        letGo(rule, on: &phone)
        for other in rules.indices where rules[other].trigger == .after(rules[rule].name) {
            fire(other, .code, on: &phone)
        }
    }

    mutating func cutShort(_ rule: Int, on phone: inout Phone) {
        if errands[rule]?.hasBegun == true { cutOff += 1 }
        if let cargo = errands[rule]?.cargo, !cargo.isEmpty { held.putBack(cargo) }
        letGo(rule, on: &phone)
    }

    mutating func letGo(_ rule: Int, on phone: inout Phone) {
        phone.cancel(errands[rule]?.event)
        phone.cancel(errands[rule]?.timeout)
        while (errands[rule]?.tasks ?? 0) > 0 { endTask(rule, on: &phone) }
        errands[rule] = nil
    }

    func cause(_ rule: Int, _ serial: Int) -> Cause {
        Cause(activity: LedgerPlan.firstPolicyActivity + rule, serial: serial)
    }

    func cause(_ rule: Int) -> Cause { cause(rule, errands[rule]?.serial ?? 0) }
}
