import Kernel

@testable import DeviceModel

// Pauses of an obvious app that may not run, and its requests when it may.
extension ObviousApp {
    mutating func freeze(_ place: Int, on phone: inout Phone) {
        guard let errand = errands[place], !errand.standsStill else { return }
        switch errand.waiting {
        case .time, .oldest, .work: return
        case .code: unplan(place, on: &phone)
        case .silence: withdraw(place, on: &phone)
        case .air: takeOff(place, on: &phone)
        case .fix:
            let others = errands.indices.filter {
                $0 != place && errands[$0]?.waiting == .fix && errands[$0]?.standsStill == false
            }
            if others.isEmpty { phone.abandonSatelliteRequest() }
        case .track:
            // A background app that may have positions still gets them.
            if life.state == .background, mayTrackBehind(phone) { return }
            unplan(place, on: &phone)
            errands[place]?.standsStill = true
            return stopUnasked(on: &phone)
        }
        errands[place]?.standsStill = true
    }

    // MARK: Work

    /// Resumes the piece that the app began first.
    mutating func computeOn(on phone: inout Phone) {
        guard course == nil, let place = atWork.first, let errand = errands[place] else { return }
        let begun = life.work(
            errand.workLeft, canStop: true, cause: cause(place), on: &phone)
        course = begun
        if !begun.isEnded { workEvent = phone.plan(Step.computed, at: begun.end) }
    }

    /// Books the computing so far.
    mutating func pause(on phone: inout Phone) {
        guard let begun = course, let place = atWork.first else { return }
        var computed = begun.computed
        if phone.now < begun.end { computed = begun.computed(by: phone.now) }
        phone.compute(computed, cause: cause(place))
        let left = (errands[place]?.workLeft ?? .zero) - computed
        errands[place]?.workLeft = max(.zero, left)
        phone.cancel(workEvent)
        (course, workEvent) = (nil, nil)
    }

    mutating func dropWork(_ place: Int, on phone: inout Phone) {
        let wasFirst = atWork.first == place
        if wasFirst { pause(on: &phone) }
        atWork.removeAll { $0 == place }
        if wasFirst, life.runs { goFaster(on: &phone) }
    }

    /// Restarts the app's computing at full speed.
    private mutating func goFaster(on phone: inout Phone) {
        life.stopWork(on: &phone)
        computeOn(on: &phone)
    }

    mutating func speedUp(on phone: inout Phone) {
        guard course?.isSlow == true else { return }
        pause(on: &phone)
        goFaster(on: &phone)
    }

    mutating func workIsDone(on phone: inout Phone, in world: inout World) {
        pause(on: &phone)
        let place = atWork.removeFirst()
        computeOn(on: &phone)
        guard errands[place]?.waiting == .work else { return }
        if request(place) != nil {
            exchanged(place, on: &phone, in: &world)
        } else {
            next(place, on: &phone, in: &world)
        }
    }

    /// Resumes everything when the app's code runs.
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
        regainLocks(on: &phone)
        computeOn(on: &phone)
        for place in errands.indices {
            guard let errand = errands[place], errand.standsStill else { continue }
            errands[place]?.standsStill = false
            switch errand.waiting {
            case .time, .oldest, .code, .work: goAgain(place, on: &phone, in: &world)
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
