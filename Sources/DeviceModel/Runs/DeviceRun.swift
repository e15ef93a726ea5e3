/// One run: one phone in one world under one policy, from the start to the horizon.
struct DeviceRun: ~Copyable {
    var phone: Phone
    var world: World
    var policy: any Policy
    /// The pending end of joining Wi-Fi.
    var joining: EventKey?
    /// Ended transfers during their delivery; otherwise empty.
    private var ends: [TransferEnd] = []
    private let budget: RunBudget
    /// Why the run ended early; `nil`: it did not.
    private var excess: RunExcess?

    // Borrowed, because copying a plan is expensive.
    init(_ plan: borrowing RunPlan, replication: Int, record: ((Posting) -> Void)?) {
        self.init(plan, in: plan.drawn(replication), record: record)
    }

    init(
        _ plan: borrowing RunPlan, in surroundings: borrowing Surroundings,
        record: ((Posting) -> Void)?
    ) {
        phone = Phone(
            plan.layout, horizon: plan.conditions.horizon,
            pausingAfter: plan.budget.untilLook(after: 0),
            delays: { [source = surroundings.source] in source.stream($0) },
            record: record)
        phone.battery = plan.gauge()
        world = World(plan.world, ownWork: phone.system.ownWork, in: surroundings)
        world.memoryIsLimited = phone.memory.limit != nil
        policy = plan.policy.behaviour.makePolicy()
        budget = plan.budget
        excess = plan.foreseen ?? surroundings.itinerary.excess
    }

    mutating func run() -> RunResult {
        begin()
        repeat {
            if phone.battery == nil && phone.deferrals == nil {
                while step() {}
            } else {
                while stepAside() {}
            }
        } while resume()
        return finish()
    }

    /// Resumes after a pause; false at the horizon or beyond the budget.
    private mutating func resume() -> Bool {
        guard phone.calendar.isPaused, excess == nil else { return false }
        let count = phone.calendar.eventCount
        if count > budget.events {
            excess = .events(most: budget.events, time: phone.now)
        } else if phone.waitingCount > budget.waiting {
            excess = .waiting(most: budget.waiting, time: phone.now)
        }
        guard excess == nil else { return false }
        phone.calendar.resume(for: budget.untilLook(after: count))
        return true
    }

    mutating func cellChanges() -> [CellChange] {
        var changes: [CellChange] = []
        begin()
        while stepAside() || resume() {
            if world.ground.cellChangeCount > changes.count,
                let last = world.ground.lastCellChange
            {
                changes.append(last)
            }
        }
        _ = finish()
        return changes
    }

    /// Runs to the horizon, or until `timeline` throws.
    mutating func run<Failure: Error>(
        _ merge: TimelineMerge, _ timeline: (Posting) throws(Failure) -> Void
    ) throws(Failure) -> RunResult {
        begin()
        while stepAside() || resume() { try merge.emit(before: phone.settled, to: timeline) }
        let result = finish()
        try merge.emitRest(to: timeline)
        return result
    }

    /// Runs to the horizon, or until `emit` throws.
    mutating func run<Failure: Error>(
        _ timeline: consuming RunTimeline?, _ track: consuming TrackWalk?,
        _ emit: (RunEvent) throws(Failure) -> Void
    ) throws(Failure) -> RunResult {
        func emitMoment(_ moment: TrackMoment) throws(Failure) { try emit(.moment(moment)) }
        let reports = ReportQueue()
        if track != nil { world.ground.reports = reports }
        begin()
        repeat {
            try timeline?.follow(policy, phone, emit)
            for report in reports.take() { try track?.report(report, to: emitMoment) }
        } while stepAside() || resume()
        let result = finish()
        try timeline?.finish(policy, phone, emit)
        try track?.finish(to: emitMoment)
        return result
    }

    private mutating func begin() {
        if let level = world.signal?.level { phone.beginSignal(level) }
        // A run beyond its budget does not begin.
        if excess != nil { return phone.calendar.pause() }
        beginWiFi()
        world.begin(isOnWiFi: phone.isOnWiFi, in: &phone.calendar)
        phone.beginPush(idleTimeout: world.natIdleTimeout)
        phone.planAlarmClock()
        if world.isAtCharger { phone.setCharging(true) }
        if world.profile.network.absence?.from == .zero { loseNetwork() }
        policy.begin(on: &phone, in: &world)
        if phone.battery != nil { followBattery() }
        if phone.deferrals != nil { followDeferrals() }
    }

    private mutating func finish() -> RunResult {
        let table = phone.finish()
        var metrics = MetricValues()
        var errands: [ErrandBook] = []
        if excess == nil {
            errands = policy.errandBooks
            policy.report(into: &metrics, in: world, at: phone.lastRun)
            reportCells(into: &metrics)
        }
        phone.report(table, into: &metrics)
        return RunResult(
            table: table, metrics: metrics, errands: errands,
            eventCount: phone.calendar.eventCount, excess: excess)
    }

    /// Handles the next event; false at the horizon or beyond.
    ///
    /// At equal times transfers end first: completions free what arrivals may need. An event at the
    /// horizon would have no time to cost anything.
    @inline(__always)
    mutating func step() -> Bool {
        let awaited = phone.nextAwaited
        let planned = phone.calendar.nextTime
        guard phone.calendar.goesOn(to: min(awaited, planned)) else { return false }
        if awaited <= planned {
            phone.calendar.advance(to: awaited)
            phone.settle(to: awaited)
            deliverEnds()
            return true
        }
        guard let event = phone.calendar.next() else { return false }
        happen(event)
        return true
    }

    /// A step outside the hot loop.
    @inline(never)
    private mutating func stepAside() -> Bool {
        if phone.isOff { return stepWhileOff() }
        return phone.deferrals == nil ? step() : stepDeferring()
    }

    private mutating func deliverEnds() {
        swap(&ends, &phone.transferEnds)
        defer { ends.clear() }
        for end in ends {
            guard let ticket = end.transfer.ticket else { continue }
            if ticket.isPushes {
                if phone.pushTransferEnded(ticket) { tell(.phone(.otherWork)) }
            } else if ticket.isPhones {
                tell(phone.positioningTransferEnded(ticket, in: &world.ground))
            } else {
                tell(.own(.transferEnded(ticket)))
            }
        }
    }

    @inline(__always)
    mutating func happen(_ event: Event) {
        switch event {
        case .traffic(let source):
            let arrival = world.arrival(from: Int(source), in: &phone.calendar)
            if !phone.hasNetwork { return }
            if world.isMulticast(Int(source)), !phone.takesMulticast { return }
            phone.carry(Transfer(arrival, cause: .otherApps))
            tell(.phone(.otherWork))
        case .networkChange:
            world.enterNetwork(isOnWiFi: phone.isOnWiFi, in: &phone.calendar)
            phone.pushMoves(idleTimeout: world.natIdleTimeout)
            tell(.network(.changed))
        case .incomingCall:
            world.planIncomingCall(in: &phone.calendar)
            tell(.network(.incomingCall))
        case .phoneCallBegins:
            beginPhoneCall()
            tell(.phone(.callBegan))
        case .phoneCallEnds:
            endPhoneCall()
            tell(.phone(.callEnded))
        case .cellChange:
            let change = world.changeCell(in: &phone.calendar)
            if !phone.hasNetwork { return }
            if let change { phone.signal(change) }
            tell(.location(.cellChanged))
        case .alertEnds: phone.alertEnds()
        case .otherRadio: phone.otherRadioSteps()
        case .tolerantTimer: phone.tolerantTimerOpens()
        case .alertSoundEnds: phone.alertSoundEnds()
        case .positioning(let step): tell(phone.positioning(step, in: &world.ground))
        case .rare(let event): happen(event)
        case .app(let ticket): tell(.own(.planned(ticket)))
        }
    }

    @inline(never)
    mutating func happen(_ event: Event.Rare) {
        // Heartbeats and the system's own work change no deferral, and happen often in standby.
        defer {
            if phone.deferrals != nil, event != .pushHeartbeat, event != .ownWork {
                followDeferrals(after: event)
            }
        }
        guard let notice = liveThrough(event) else { return }
        switch event {
        case .app(_, let place), .work(let place):
            policy.receive(notice, for: place, on: &phone, in: &world)
        default: tell(notice)
        }
    }

    mutating func tell(_ notice: Notice) { policy.receive(notice, on: &phone, in: &world) }

    mutating func tell(_ outcome: PositioningOutcome) {
        tell(.location(.located), outcome.answered)
        tell(.location(.satellites(outcome.hasSatellites)), outcome.keepers)
    }

    private mutating func tell(_ notice: Notice, _ places: PositioningOutcome.Places) {
        for index in 0..<places.count {
            policy.receive(notice, for: places[index], on: &phone, in: &world)
        }
    }
}

extension Transfer {
    /// A transfer outside the policies.
    @inline(__always)
    init(_ arrival: TrafficArrival, cause: Cause) {
        self.init(
            roundTrips: arrival.roundTrips, uplink: arrival.uplink, downlink: arrival.downlink,
            cause: cause, holdsProcessor: true)
    }
}
