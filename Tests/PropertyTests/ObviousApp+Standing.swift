import Kernel

@testable import DeviceModel

// What stands still while an obvious app may not run, and what it asks when it may.
extension ObviousApp {
    mutating func freeze(_ place: Int, on phone: inout Phone) {
        guard let errand = errands[place], !errand.standsStill else { return }
        switch errand.waiting {
        case .time, .oldest: return
        case .code, .work: unplan(place, on: &phone)
        case .silence: withdraw(place, on: &phone)
        case .air: takeOff(place, on: &phone)
        case .fix:
            let others = errands.indices.filter {
                $0 != place && errands[$0]?.waiting == .fix && errands[$0]?.standsStill == false
            }
            if others.isEmpty { phone.abandonSatelliteRequest() }
        case .track:
            // The system goes on telling an app that may have positions behind.
            if life.state == .background, mayTrackBehind(phone) { return }
            unplan(place, on: &phone)
            errands[place]?.standsStill = true
            return stopUnasked(on: &phone)
        }
        stopWork(place, on: &phone)
        errands[place]?.standsStill = true
    }

    /// Nothing of the app computes from here on; what others of its errands compute goes on.
    mutating func stopWork(_ place: Int, on phone: inout Phone) {
        guard errands[place]?.course != nil else { return }
        let busy = errands.indices.filter { errands[$0]?.course != nil }
        for other in busy { pay(other, on: &phone) }
        life.stopWork(on: &phone)
        for other in busy where other != place && life.runs { computeOn(other, on: &phone) }
    }

    /// What has been computed is paid for.
    mutating func pay(_ place: Int, on phone: inout Phone) {
        guard let course = errands[place]?.course else { return }
        var computed = course.computed
        if phone.now < course.end { computed = course.computed(by: phone.now) }
        phone.compute(computed, cause: cause(place))
        let left = (errands[place]?.workLeft ?? .zero) - computed
        errands[place]?.workLeft = max(.zero, left)
        errands[place]?.course = nil
    }

    private mutating func computeOn(_ place: Int, on phone: inout Phone) {
        guard let errand = errands[place] else { return }
        if errand.waiting == .work {
            unplan(place, on: &phone)
            workOn(place, on: &phone)
        } else if errand.workLeft > .zero {
            compute(place, on: &phone)
        }
    }

    mutating func speedUp(on phone: inout Phone) {
        guard errands.contains(where: { $0?.course?.isSlow == true }) else { return }
        let busy = errands.indices.filter { errands[$0]?.course != nil }
        for place in busy { pay(place, on: &phone) }
        life.stopWork(on: &phone)
        for place in busy { computeOn(place, on: &phone) }
    }

    /// When the app's code runs, all goes on.
    mutating func goOnLater(
        at start: Instant, on phone: inout Phone, in world: inout World
    ) {
        if start > phone.now {
            _ = phone.plan(Step.wakes, at: start)
        } else {
            goOn(on: &phone, in: &world)
        }
    }

    mutating func goOn(on phone: inout Phone, in world: inout World) {
        guard life.runs else { return }
        for place in errands.indices {
            guard let errand = errands[place], errand.standsStill else { continue }
            errands[place]?.standsStill = false
            switch errand.waiting {
            case .time, .oldest, .code: goAgain(place, on: &phone, in: &world)
            case .work: workOn(place, on: &phone)
            case .air, .silence: airOn(place, on: &phone, in: &world)
            case .fix: runOn(place, on: &phone, in: &world)
            case .track: trackOn(place, on: &phone, in: &world)
            }
        }
        for call in calls.indices {
            guard let since = due[call] else { continue }
            due[call] = nil
            beginIntervals(call, on: &phone)
            beginErrand(
                calls[call].rule, since: since, at: phone.now, until: nil, on: &phone,
                in: &world)
            if isOwnTimer(call, phone) { plan(call, isStart: false, on: &phone) }
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
        case .positionOlder(let age): return places.last.map { phone.now - $0 > age } ?? true
        case .lowPower(let isLow): return phone.isInLowPower == isLow
        case .setting(let holds): return holds
        case .fetched: return hasFetched
        }
    }
}
