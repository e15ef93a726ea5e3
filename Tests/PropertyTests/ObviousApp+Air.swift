import EventKernel
import Quantities

@testable import DeviceModel

// What an obvious app sends, and what stands still with it.
extension ObviousApp {
    // MARK: Requests

    mutating func ask(_ rule: Int, _ request: RuleRequest, on phone: inout Phone) {
        if errands[rule]?.isAwake == false {
            errands[rule]?.isAwake = true
            let start = phone.wake(for: .zero, cause: cause(rule))
            if start > phone.now {
                errands[rule]?.waiting = .code
                return later(rule, at: start, on: &phone)
            }
        }
        if isFlushing(rule), errands[rule]?.cargo.isEmpty == true {
            errands[rule]?.cargo = held.take()
        }
        if request.work > .zero {
            _ = life.work(request.work, cause: cause(rule), on: &phone)
        }
        let more = errands[rule]?.cargo.bytes ?? 0
        errands[rule]?.left = (request.uplink + more, request.downlink)
        errands[rule]?.roundTrips = Int(request.roundTrips)
        errands[rule]?.carried = 0
        errands[rule]?.deadline = phone.now + request.timeout
        send(rule, on: &phone)
    }

    private func step(_ rule: Int) -> RuleStep? {
        if case .step(let step)? = errands[rule]?.todo.first { step } else { nil }
    }

    private func isFlushing(_ rule: Int) -> Bool {
        if case .flush = step(rule) { true } else { false }
    }

    private func retries(_ rule: Int) -> Int32 {
        switch step(rule) {
        case .request(let request), .transfer(let request), .flush(let request): request.retries
        default: 0
        }
    }

    mutating func send(_ rule: Int, on phone: inout Phone) {
        guard let errand = errands[rule] else { return }
        if !isReachable {
            errands[rule]?.waiting = .silence
            phone.transfer(
                Transfer(
                    roundTrips: 0, uplink: 60, downlink: 0, cause: cause(rule),
                    holdsProcessor: true))
            return planTimeout(rule, on: &phone)
        }
        var most = Int64.max
        if case .transfer = step(rule) { most = 65_536 }
        let piece = (up: min(most, errand.left.up), down: min(most, errand.left.down))
        transfers += 1
        errands[rule]?.onAir = piece
        errands[rule]?.transfer = transfers
        errands[rule]?.waiting = .air
        let transfer = Transfer(
            roundTrips: errand.roundTrips, uplink: piece.up, downlink: piece.down,
            cause: cause(rule), holdsProcessor: true,
            ticket: Ticket(Step.air(rule), index: transfers))
        if errand.timeout == nil,
            phone.now + phone.longestTime(for: transfer) > errand.deadline
        {
            planTimeout(rule, on: &phone)
        }
        phone.transfer(transfer)
    }

    private mutating func planTimeout(_ rule: Int, on phone: inout Phone) {
        guard let deadline = errands[rule]?.deadline else { return }
        errands[rule]?.timeout = phone.plan(Step.timeout, index: Int32(rule), at: deadline)
    }

    mutating func arrived(_ ticket: Ticket, on phone: inout Phone) {
        let rule = Int(ticket.kind) - 96
        guard let errand = errands[rule], errand.waiting == .air, !errand.standsStill,
            errand.transfer == ticket.index
        else { return }
        let left = (
            up: errand.left.up - errand.onAir.up, down: errand.left.down - errand.onAir.down
        )
        errands[rule]?.left = left
        errands[rule]?.carried += errand.onAir.up + errand.onAir.down
        if left.up > 0 || left.down > 0 {
            errands[rule]?.roundTrips = 0
            return send(rule, on: &phone)
        }
        unplan(rule, on: &phone)
        errands[rule]?.tries = 0
        errands[rule]?.carried = 0
        if isFlushing(rule) {
            sent.add(errand.cargo, at: phone.now)
            errands[rule]?.cargo = DeviceModel.Waiting()
        }
        errands[rule]?.waiting = .code
        errands[rule]?.todo.removeFirst()
        runOn(rule, on: &phone)
    }

    mutating func fail(_ rule: Int, on phone: inout Phone) {
        guard errands[rule] != nil else { return }
        errands[rule]?.timeout = nil
        if errands[rule]?.waiting == .air { takeOff(rule, on: &phone) }
        failed(rule, on: &phone)
    }

    private mutating func failed(_ rule: Int, on phone: inout Phone) {
        unplan(rule, on: &phone)
        guard let errand = errands[rule], errand.tries < retries(rule) else {
            return cutShort(rule, on: &phone)
        }
        errands[rule]?.tries += 1
        if !errand.cargo.isEmpty { held.putBack(errand.cargo) }
        errands[rule]?.cargo = DeviceModel.Waiting()
        errands[rule]?.isAwake = false
        runOn(rule, on: &phone)
    }

    mutating func unplan(_ rule: Int, on phone: inout Phone) {
        phone.cancel(errands[rule]?.event)
        phone.cancel(errands[rule]?.timeout)
        errands[rule]?.event = nil
        errands[rule]?.timeout = nil
    }

    private mutating func takeOff(_ rule: Int, on phone: inout Phone) {
        unplan(rule, on: &phone)
        guard let errand = errands[rule] else { return }
        let all = errand.onAir.up + errand.onAir.down
        let carried = max(0, all - phone.cutOffTransfers(Ticket(Step.air(rule))))
        if carried > 0 { errands[rule]?.roundTrips = 0 }
        let up = min(carried, errand.onAir.up)
        errands[rule]?.left.up -= up
        errands[rule]?.left.down -= carried - up
        errands[rule]?.carried += carried
        errands[rule]?.transfer = -1
    }

    mutating func reach(_ isReachable: Bool, on phone: inout Phone) {
        self.isReachable = isReachable
        if isReachable { return }
        for rule in rules.indices {
            guard let errand = errands[rule], errand.waiting == .air, !errand.standsStill else {
                continue
            }
            takeOff(rule, on: &phone)
            errands[rule]?.waiting = .silence
            planTimeout(rule, on: &phone)
        }
    }

    // MARK: Standing still

    mutating func freeze(_ rule: Int, on phone: inout Phone) {
        guard let errand = errands[rule], !errand.standsStill else { return }
        switch errand.waiting {
        case .time, .oldest: return
        case .code, .silence: unplan(rule, on: &phone)
        case .work: stopWork(rule, on: &phone)
        case .air: takeOff(rule, on: &phone)
        }
        errands[rule]?.standsStill = true
    }

    private mutating func stopWork(_ rule: Int, on phone: inout Phone) {
        unplan(rule, on: &phone)
        guard let course = errands[rule]?.course else { return }
        let computed = course.computed(by: phone.now)
        phone.compute(computed, cause: cause(rule))
        let left = (errands[rule]?.workLeft ?? .zero) - computed
        errands[rule]?.workLeft = max(.zero, left)
        errands[rule]?.course = nil
        life.stopWork(on: &phone)
    }

    mutating func speedUp(on phone: inout Phone) {
        let isSlow = errands.contains { errand in
            errand?.waiting == .work && errand?.course?.isSlow == true
        }
        guard isSlow else { return }
        let busy = rules.indices.filter {
            errands[$0]?.waiting == .work && errands[$0]?.standsStill == false
        }
        for rule in busy { stopWork(rule, on: &phone) }
        for rule in busy { workOn(rule, on: &phone) }
    }

    /// When the app's code runs, all goes on.
    mutating func goOnLater(at start: Instant, on phone: inout Phone) {
        if start > phone.now {
            _ = phone.plan(Step.wakes, at: start)
        } else {
            goOn(on: &phone)
        }
    }

    mutating func goOn(on phone: inout Phone) {
        guard life.runs else { return }
        for rule in rules.indices {
            guard let errand = errands[rule], errand.standsStill else { continue }
            errands[rule]?.standsStill = false
            switch errand.waiting {
            case .time, .oldest, .code: goAgain(rule, on: &phone)
            case .work: workOn(rule, on: &phone)
            case .air, .silence:
                if phone.now > errand.deadline {
                    failed(rule, on: &phone)
                } else {
                    send(rule, on: &phone)
                }
            }
        }
        for rule in rules.indices {
            guard let since = due[rule] else { continue }
            due[rule] = nil
            beginNow(rule, since: since, on: &phone)
            replan(rule, on: &phone)
        }
    }

    // MARK: Conditions

    mutating func holds(
        _ condition: RuleCondition, _ rule: Int, on phone: inout Phone
    ) -> Bool {
        switch condition {
        case .network(.any): return isReachable
        case .network(.wifi): return isReachable && phone.isOnWiFi
        case .network(.cellular): return isReachable && !phone.isOnWiFi
        case .charging(let isThere): return phone.isCharging == isThere
        case .batteryAbove(let share): return phone.batteryShare() > share
        case .batteryBelow(let share): return phone.batteryShare() < share
        case .inFront(let isThere): return life.isInFront == isThere
        case .between(let from, let until):
            let time = TimeSpan(nanoseconds: phone.now.nanoseconds % DailyWindow.day.nanoseconds)
            return from < until ? from <= time && time < until : from <= time || time < until
        case .chance(let share): return streams[rule].uniform() < share.magnitude
        case .everyNth(let count):
            asked[rule] += 1
            if asked[rule] < count { return false }
            asked[rule] = 0
            return true
        case .queued(let count): return held.count >= Int(count)
        case .positionOlder: return true
        case .lowPower(let isLow): return phone.isInLowPower == isLow
        case .fetched: return false
        }
    }

    func report(into metrics: inout MetricValues, from world: borrowing World, at horizon: Instant)
    {
        metrics[.errandsBegun] = Double(begun)
        metrics[.errandsDone] = Double(done)
        metrics[.errandsCutOff] = Double(cutOff)
        metrics[.errandsRefused] = Double(refused)
        metrics[.itemsSent] = Double(sent.count)
        metrics[.itemDelay] = sent.meanDelay
        life.report(into: &metrics)
    }
}
