// The instructions of an errand.
extension OwnAppPolicy {
    /// Executes instructions until one takes time.
    mutating func run(_ errand: Int, on phone: inout Phone, in world: inout World) {
        while true {
            switch program.code[Int(errands[errand].place)] {
            case .work(let span): return work(errand, span, on: &phone)
            case .workAsRecorded:
                let span = moment(of: errand).work
                if span > .zero { return work(errand, span, on: &phone) }
            case .request(let request): return ask(errand, request, on: &phone, in: &world)
            case .transfer(let request): return ask(errand, request, on: &phone, in: &world)
            case .fetch(let request): return ask(errand, request, on: &phone, in: &world)
            case .flush(let request):
                if !held.isEmpty || !cargo[errand].isEmpty {
                    return ask(errand, request, on: &phone, in: &world)
                }
            case .carryAsRecorded:
                let moment = moment(of: errand)
                if moment.uplink > 0 || moment.downlink > 0 {
                    let request = RuleRequest(
                        roundTrips: 0, uplink: moment.uplink, downlink: moment.downlink)
                    return ask(errand, request, on: &phone, in: &world)
                }
            case .handOver(let transfer): handOver(transfer, errand, on: &phone)
            case .queue(let bytes):
                held.add(Item(number: itemCount, bytes: bytes), at: phone.now)
                itemCount &+= 1
            case .locate(let accuracy, let within):
                switch patience(errand, within, on: phone) {
                case nil: break
                case TimeSpan.zero?: return cutOff(errand, on: &phone)
                case let span?:
                    errands[errand].wait = .time
                    return resume(errand, at: phone.now + span, on: &phone)
                }
                errands[errand].wait = .fix
                return phone.requestFix(
                    accuracy, timeout: within, cause: cause(errand), in: &world.ground)
            case .track(let track): return beginTrack(errand, track, on: &phone, in: &world)
            case .notify(let alert): notify(errand, alert, on: &phone)
            case .ring: ring(errand, on: &phone)
            case .beginScan(let scan): beginScan(errand, scan, on: &phone)
            case .endScan: endScan(errand, on: &phone)
            case .scanWiFi:
                let span = phone.scanWiFi(isInFront: life.isInFront, cause: cause(errand))
                if let span { return wait(errand, until: phone.now + span, on: &phone) }
            case .wait(let span): return wait(errand, until: phone.now + span, on: &phone)
            case .waitForMultiple(let span):
                return wait(errand, until: phone.now.nextMultiple(of: span), on: &phone)
            case .waitQueued(let age):
                guard let first = held.first else { return finish(errand, on: &phone, in: &world) }
                if first + age > phone.now {
                    errands[errand].wait = .queued
                    return awaitTime(errand, first + age, on: &phone)
                }
            case .beginTask: beginTask(errand, on: &phone)
            case .endTask: endTask(errand, on: &phone)
            case .beginExpedited:
                guard beginExpedited(errand, on: &phone, in: &world) else {
                    return cutOff(errand, on: &phone)
                }
            case .endExpedited: endExpedited(errand, on: &phone)
            case .beginLoop(let number): loops[errand * loopsEach + Int(number)] = RuleLoop()
            case .testLoop(let loop):
                if !goesRound(errand, loop, on: &phone) {
                    errands[errand].place = loop.exit
                    continue
                }
            case .turnLoop(let number, let every, let test):
                let next = loops[errand * loopsEach + Int(number)].began + every
                errands[errand].place = test
                if next > phone.now { return wait(errand, until: next, moves: false, on: &phone) }
                continue
            case .choose(let ways):
                errands[errand].place = choose(errand, ways)
                continue
            case .jump(let place):
                errands[errand].place = place
                continue
            case .onlyIf(let conditions):
                let rule = Int(errands[errand].rule)
                if !holds(conditions, rule, on: &phone) {
                    return finish(errand, on: &phone, in: &world)
                }
            case .end: return finish(errand, on: &phone, in: &world)
            }
            errands[errand].place += 1
        }
    }

    // MARK: Ends

    private mutating func finish(_ errand: Int, on phone: inout Phone, in world: inout World) {
        let (rule, since) = (Int(errands[errand].rule), errands[errand].since)
        let until = errands[errand].until
        books[rule].done += 1
        books[rule].delays.add(phone.now - since)
        letGo(errand, on: &phone)
        if program.rules[rule].isRefresh {
            let took = phone.now - errands[errand].ranFrom
            endedFetch(data: hasGot(errand), took: took, on: &phone)
        }
        jobOver(rule, succeeded: true, on: &phone)
        let followers = program.rules[rule].followers
        for index in followers.range {
            come(Int(program.followers[index]), .code, on: &phone, in: &world)
        }
        if states[rule].again != nil { runAgain(rule, until: until, on: &phone, in: &world) }
    }

    /// An errand that never asks the server counts as having got data.
    @inline(__always)
    private func hasGot(_ errand: Int) -> Bool {
        !errands[errand].hasAsked || errands[errand].hasGot
    }

    mutating func cutOff(_ errand: Int, on phone: inout Phone) {
        let (rule, since) = (Int(errands[errand].rule), errands[errand].ranFrom)
        if errands[errand].isBegun { books[rule].cutOff += 1 }
        books[rule].wasted += errands[errand].carried
        putBack(errand)
        letGo(errand, on: &phone)
        states[rule].again = nil
        if program.rules[rule].isRefresh, life.runs {
            endedFetch(data: false, took: phone.now - since, on: &phone)
        }
        jobOver(rule, succeeded: false, on: &phone)
    }

    private mutating func letGo(_ errand: Int, on phone: inout Phone) {
        if errands[errand].computes { giveUpWork(errand, on: &phone) }
        unplan(errand, on: &phone)
        if errands[errand].isExpedited { endExpedited(errand, on: &phone) }
        endScan(errand, on: &phone)
        while errands[errand].tasks > 0 { endTask(errand, on: &phone) }
        errands[errand].hasLostLocks = false
        takeBackGrant(errand)
        errands[errand].end()
        if errands[errand].wait == .track { settleTracking(on: &phone) }
    }

    @inline(__always)
    mutating func goToNext(_ errand: Int, on phone: inout Phone, in world: inout World) {
        errands[errand].wait = .code
        errands[errand].place += 1
        run(errand, on: &phone, in: &world)
    }

    // MARK: Time

    private mutating func wait(
        _ errand: Int, until time: Instant, moves: Bool = true, on phone: inout Phone
    ) {
        if moves { errands[errand].place += 1 }
        errands[errand].wait = .time
        awaitTime(errand, time, on: &phone)
    }

    /// The processor wakes only if an outbox item is old enough; otherwise the wait goes on.
    mutating func queueCame(_ errand: Int, on phone: inout Phone, in world: inout World) {
        guard case .waitQueued(let age) = program.code[Int(errands[errand].place)] else { return }
        guard let first = held.first, first + age <= phone.now else {
            return run(errand, on: &phone, in: &world)
        }
        errands[errand].isAwake = true
        let start = phone.wake(for: .zero, cause: cause(errand))
        errands[errand].wait = .code
        errands[errand].place += 1
        if start > phone.now { return resume(errand, at: start, on: &phone) }
        run(errand, on: &phone, in: &world)
    }

    private mutating func goesRound(
        _ errand: Int, _ loop: RuleCode.Loop, on phone: inout Phone
    ) -> Bool {
        let place = errand * loopsEach + Int(loop.number)
        if let times = loop.times, loops[place].turns >= times { return false }
        guard holds(loop.conditions, Int(errands[errand].rule), on: &phone) else { return false }
        loops[place].turns &+= 1
        loops[place].began = phone.now
        return true
    }

    private mutating func choose(_ errand: Int, _ ways: RuleProgram.Part) -> Int32 {
        let share = states[Int(errands[errand].rule)].stream.uniform()
        for index in ways.range.dropLast() where share < program.branches[index].upTo {
            return program.branches[index].entry
        }
        return program.branches[ways.range.upperBound - 1].entry
    }

    // MARK: Brackets

    /// An open task keeps the processor awake.
    mutating func beginTask(_ errand: Int, on phone: inout Phone) {
        errands[errand].tasks += 1
        phone.holdProcessor(cause: cause(errand))
        let until = errands[errand].until
        let isLetRun = until != nil && until != errands[errand].window
        guard life.state == .background, !isKept, !isLetRun else { return }
        grant(errand, until: endOfTask(on: phone), isForTask: true, on: &phone)
    }

    mutating func endTask(_ errand: Int, on phone: inout Phone) {
        guard errands[errand].tasks > 0 else { return }
        errands[errand].tasks -= 1
        if !errands[errand].hasLostLocks { phone.releaseProcessor() }
        if errands[errand].tasks == 0, errands[errand].isForTask { endGrant(errand, on: &phone) }
    }

    // MARK: The user

    mutating func notify(_ errand: Int, _ alert: RuleAlert, on phone: inout Phone) {
        guard !life.isInFront else { return }
        alertCount += 1
        phone.alert(
            cause: cause(errand), sounds: alert.sound, vibrates: alert.vibration,
            isCall: alert.isCall)
    }

    // MARK: Positions

    /// How long the errand must wait before it may look for a position, or give up; `nil`: it may
    /// look now. In the background positions come seldom, single ones too (R024 to R026).
    private mutating func patience(
        _ errand: Int, _ within: TimeSpan, on phone: borrowing Phone
    ) -> TimeSpan? {
        let isDelayed = errands[errand].isDelayed
        errands[errand].isDelayed = false
        guard let seldom = seldom(on: phone), let lastFix, lastFix + seldom > phone.now else {
            return nil
        }
        if isDelayed || phone.system.standardLocation.refusesSeldom { return .zero }
        errands[errand].isDelayed = true
        return min(within, lastFix + seldom - phone.now)
    }

    mutating func located(on phone: inout Phone, in world: inout World) {
        let fix = phone.located
        let isTold = trackLocated(fix, on: &phone, in: &world)
        guard isLooking else { return }
        // An errand that starts looking below waits for a fix of its own.
        for errand in errands.indices { errands[errand].isLocated = errands[errand].isLooking }
        if let fix, !isTold { found(fix, on: &phone, in: &world) }
        for errand in errands.indices
        where errands[errand].isLocated && errands[errand].isLooking {
            errands[errand].isLocated = false
            if fix == nil {
                cutOff(errand, on: &phone)
            } else {
                goToNext(errand, on: &phone, in: &world)
            }
        }
    }

    var isLooking: Bool { errands.contains { $0.isLooking } }

    // MARK: Result

    var errandBooks: [ErrandBook] {
        var books = books
        for errand in errands where errand.isActive && errand.isBegun {
            books[Int(errand.rule)].delays.unended += 1
        }
        if program.ruleCount == books.count { return books }
        return books.indices.filter { own($0) == $0 }.map { books[$0] }
    }

    func report(into metrics: inout MetricValues, in world: borrowing World, at horizon: Instant) {
        metrics.report(errandBooks)
        if program.uses.alerts { metrics[.alerts] = Double(alertCount) }
        if program.uses.fixes { metrics[.fixes] = Double(fixCount) }
        if program.uses.messages {
            let coming = cargo.indices.reduce(0) { isFetching($1) ? $0 + cargo[$1].count : $0 }
            metrics[.messagesDelivered] = Double(delivered.count)
            metrics[.messageDelay] = delivered.meanDelay
            let rest = waiting.count + coming + pushes.missedCount + receiving.open
            metrics.durations[.messageDelay] = delivered.delays(
                open: pushes.openCount + (program.pushes.tells ? 0 : rest))
        }
        if program.uses.items {
            let coming = cargo.indices.reduce(0) { isFetching($1) ? $0 : $0 + cargo[$1].count }
            metrics[.itemsSent] = Double(sent.count)
            metrics[.itemDelay] = sent.meanDelay
            metrics.durations[.itemDelay] = sent.delays(
                open: held.count + coming + system.thingCount)
        }
        if program.uses.work { metrics[.tasksThrottled] = Double(life.work.throttledCount) }
        life.report(into: &metrics)
    }
}

extension Instant {
    /// Strictly after now.
    fileprivate func nextMultiple(of span: TimeSpan) -> Instant {
        let passed = nanoseconds % span.nanoseconds
        return self + (span - TimeSpan(nanoseconds: passed))
    }
}

extension RuleErrand { var isLooking: Bool { isActive && wait == .fix && !isFrozen } }
