import Kernel

@testable import DeviceModel

// The steps of an obvious app.
extension ObviousApp {
    // MARK: Steps

    mutating func next(_ place: Int, on phone: inout Phone, in world: inout World) {
        errands[place]?.waiting = .code
        errands[place]?.todo.removeFirst()
        runOn(place, on: &phone, in: &world)
    }

    mutating func runOn(_ place: Int, on phone: inout Phone, in world: inout World) {
        while let errand = errands[place] {
            guard let todo = errand.todo.first else {
                return finish(place, on: &phone, in: &world)
            }
            switch todo {
            case .step(let step):
                if carryOut(step, place, on: &phone, in: &world) { return }
            case .endTask:
                errands[place]?.todo.removeFirst()
                endTask(place, on: &phone)
            case .endScan:
                errands[place]?.todo.removeFirst()
                endScan(place, on: &phone)
            case .test(let loop, let turns): test(loop, turns, place, on: &phone)
            case .turn(let loop, let turns, let began):
                guard case .repeat(let every, _, _, _) = loop else { return }
                errands[place]?.todo[0] = .test(loop, turns: turns)
                if began + every > phone.now {
                    errands[place]?.waiting = .time
                    return awaitTime(place, began + every, on: &phone)
                }
            }
        }
    }

    mutating func test(
        _ loop: RuleStep, _ turns: Int32, _ place: Int, on phone: inout Phone
    ) {
        guard case .repeat(_, let times, let conditions, let steps) = loop else { return }
        errands[place]?.todo.removeFirst()
        if let times, turns >= times { return }
        let rule = owners[place]
        for condition in conditions where !holds(condition, rule, on: &phone) { return }
        let turn = Todo.turn(loop, turns: turns + 1, began: phone.now)
        errands[place]?.todo.insert(contentsOf: steps.map { .step($0) } + [turn], at: 0)
    }

    /// - Returns: Whether the step takes time.
    mutating func carryOut(
        _ step: RuleStep, _ place: Int, on phone: inout Phone, in world: inout World
    ) -> Bool {
        switch step {
        case .work(.zero), .wait(.zero): break
        case .work(let span):
            errands[place]?.waiting = .work
            compute(place, span, on: &phone)
            return true
        case .request(let request), .transfer(let request), .fetch(let request):
            ask(place, request, on: &phone)
            return true
        case .flush(let request):
            if !held.isEmpty || errands[place]?.cargo.isEmpty == false {
                ask(place, request, on: &phone)
                return true
            }
        case .queue(let bytes):
            held.add(Item(number: itemCount, bytes: bytes.count), at: phone.now)
            itemCount += 1
        case .notify:
            if !life.isInFront {
                alerts += 1
                phone.alert(cause: cause(place))
            }
        case .ring:
            unrung = Array(unrung.dropFirst())
            if !life.isInFront {
                alerts += 1
                phone.alert(cause: cause(place), sounds: true, vibrates: true, isCall: true)
            }
        case .wait(let span): return wait(place, until: phone.now + span, on: &phone)
        case .waitForMultiple(let span):
            var time = phone.now + span
            time = time - TimeSpan(nanoseconds: time.nanoseconds % span.nanoseconds)
            return wait(place, until: time, on: &phone)
        case .waitQueued(let age):
            guard let first = held.first else {
                finish(place, on: &phone, in: &world)
                return true
            }
            if first + age > phone.now {
                errands[place]?.waiting = .oldest
                awaitTime(place, first + age, on: &phone)
                return true
            }
        case .scanWiFi:
            let span = phone.scanWiFi(isInFront: life.isInFront, cause: cause(place))
            if let span { return wait(place, until: phone.now + span, on: &phone) }
        case .scan(let scan):
            errands[place]?.scans = true
            phone.useBluetooth(
                .scan(scan.scan), number: Int32(1000 + place), cause: cause(place))
            errands[place]?.todo.insert(.endScan, at: 1)
            return wait(place, until: phone.now + scan.span, on: &phone)
        case .asTask(let steps):
            errands[place]?.todo.removeFirst()
            errands[place]?.todo.insert(contentsOf: steps.map { .step($0) } + [.endTask], at: 0)
            errands[place]?.tasks += 1
            phone.holdProcessor(cause: cause(place))
            let errand = errands[place]
            let isLetRun = errand?.until != nil && errand?.until != errand?.window
            if life.state == .background, !isKept, !isLetRun {
                grant(place, endOfTask(phone), on: &phone)
                errands[place]?.isForTask = true
            }
            return false
        case .repeat:
            errands[place]?.todo[0] = .test(step, turns: 0)
            return false
        case .choose(let ways):
            errands[place]?.todo.removeFirst()
            let steps = choose(ways, place)
            errands[place]?.todo.insert(contentsOf: steps.map { .step($0) }, at: 0)
            return false
        case .onlyIf(let conditions):
            let rule = owners[place]
            for condition in conditions where !holds(condition, rule, on: &phone) {
                finish(place, on: &phone, in: &world)
                return true
            }
        case .stop:
            finish(place, on: &phone, in: &world)
            return true
        case .handOver(let transfer):
            var items: [DeviceModel.Waiting?] = [nil]
            if transfer.outbox != .nothing { items = held.takeEach() }
            for item in items {
                system.handOver(
                    transfer, item, cause: cause(place), inFront: life.isInFront, on: &phone)
            }
        case .locate(let accuracy, let within):
            let hasWaited = errands[place]?.hasWaitedToLocate == true
            errands[place]?.hasWaitedToLocate = false
            if let next = nextPosition(phone), next > phone.now {
                if hasWaited || phone.system.standardLocation.refusesSeldom {
                    cutShort(place, on: &phone)
                    return true
                }
                errands[place]?.hasWaitedToLocate = true
                errands[place]?.waiting = .time
                later(place, at: min(phone.now + within, next), on: &phone)
                return true
            }
            errands[place]?.waiting = .fix
            phone.requestFix(
                accuracy, timeout: within, cause: cause(place), in: &world.ground)
            return true
        case .track(let step):
            track(place, step, on: &phone, in: &world)
            return true
        case .asExpeditedJob: preconditionFailure("not drawn")
        }
        errands[place]?.todo.removeFirst()
        return false
    }

    mutating func choose(_ ways: [RuleBranch], _ place: Int) -> [RuleStep] {
        let total = ways.reduce(0) { $0 + $1.weight }
        let share = streams[owners[place]].uniform()
        var sum = 0.0
        for way in ways.dropLast() {
            sum += way.weight
            if share < sum / total { return way.steps }
        }
        return ways[ways.count - 1].steps
    }

    mutating func wait(_ place: Int, until time: Instant, on phone: inout Phone) -> Bool {
        errands[place]?.todo.removeFirst()
        errands[place]?.waiting = .time
        awaitTime(place, time, on: &phone)
        return true
    }

    mutating func compute(_ place: Int, _ span: TimeSpan, on phone: inout Phone) {
        errands[place]?.workLeft = span
        atWork.append(place)
        computeOn(on: &phone)
    }

    mutating func endTask(_ place: Int, on phone: inout Phone) {
        guard let errand = errands[place], errand.tasks > 0 else { return }
        errands[place]?.tasks -= 1
        if !errand.hasLostLocks { phone.releaseProcessor() }
        if errand.tasks == 1, errand.isForTask { taskIsDone(place, on: &phone) }
    }

    mutating func endScan(_ place: Int, on phone: inout Phone) {
        guard errands[place]?.scans == true else { return }
        errands[place]?.scans = false
        phone.leaveBluetooth(Int32(1000 + place))
    }

    // MARK: Ends

    mutating func finish(_ place: Int, on phone: inout Phone, in world: inout World) {
        let (rule, errand) = (owners[place], errands[place])
        done += 1
        letGo(place, on: &phone)
        if let errand, isRefresh(place) { learn(errand, isDone: true, on: &phone) }
        jobIsOver(rule, succeeded: true, on: &phone)
        fire(.after(rules[rule].name), .code, on: &phone, in: &world)
        runAgain(rule, before: errand?.until, on: &phone, in: &world)
    }

    mutating func cutShort(_ place: Int, on phone: inout Phone) {
        if errands[place]?.hasBegun == true { cutOff += 1 }
        wasted += errands[place]?.carried ?? 0
        putBack(place)
        let errand = errands[place]
        letGo(place, on: &phone)
        again[owners[place]] = nil
        if let errand, isRefresh(place), life.runs { learn(errand, isDone: false, on: &phone) }
        jobIsOver(owners[place], succeeded: false, on: &phone)
    }

    mutating func letGo(_ place: Int, on phone: inout Phone) {
        dropWork(place, on: &phone)
        phone.cancel(errands[place]?.event)
        phone.cancel(errands[place]?.timeout)
        phone.cancelAwake(Step.go, index: Int32(place))
        endScan(place, on: &phone)
        while (errands[place]?.tasks ?? 0) > 0 { endTask(place, on: &phone) }
        let tracked = errands[place]?.waiting == .track
        errands[place] = nil
        if tracked { stopUnasked(on: &phone) }
    }

    func cause(_ rule: Int, _ serial: Int) -> Cause {
        Cause(activity: LedgerPlan.firstPolicyActivity + rule, serial: serial)
    }

    func cause(_ place: Int) -> Cause { cause(owners[place], errands[place]?.serial ?? 0) }
}
