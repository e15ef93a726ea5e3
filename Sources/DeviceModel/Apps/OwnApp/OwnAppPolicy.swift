/// An app whose rules are data: one interpreter runs all of them.
///
/// All runs share the program; each errand keeps its state in its own slot, so that the loop
/// allocates nothing.
///
/// Read-only queries are inlined: a call would copy the whole app, which was a fifth of the cost of
/// a ping.
struct OwnAppPolicy: AppPolicy {
    let program: RuleProgram
    let kept: KeptRunning
    /// Whether `kept` still applies: a foreground service may have ended.
    var keeps: Bool
    var keeping = RuleKeeping()
    let playsSilence: Bool
    let declares: [AppMode]
    var life: AppLife
    /// One per rule, then more for rules with parallel errands.
    var errands: [RuleErrand]
    /// By errand.
    var cargo: [Waiting]
    /// By errand and loop.
    var loops: [RuleLoop]
    let loopsEach: Int
    var computing = RuleComputing()
    var states: [RuleState]
    var books: [ErrandBook]
    /// By condition: evaluations since it last held, for `everyNth`.
    var asked: [Int32]
    var isCarried = false
    var grantCount = 0
    /// Whether errands may be frozen, and rules due, in a suspended app.
    var (hasFrozen, hasDue) = (false, false)
    var limit: EventKey?
    var limitTime: Instant = .never

    /// At the server, not fetched.
    var waiting = Waiting()
    var held = Waiting()
    var delivered = Arrived()
    var sent = Arrived()
    var itemCount: Int32 = 0
    var connection = Connection()
    var idleTimeout: TimeSpan?
    var isReachable = true
    var lastFix: Instant?
    var tracking = RuleTracking()
    var lastFetchGot = false
    var fixCount = 0
    var alertCount = 0

    var pushes: RulePushes
    var opportunities: FetchOpportunities?
    var reloads = WidgetReloads()
    var refreshStream = RandomStream(StreamKey(seed: 0, replication: 0, purpose: "refresh"))
    /// Whether a fetch is due and waits for a charger.
    var isHeldBack = false
    var changes: SignificantChangeService?
    var regions: RegionService?
    var visits: VisitService?
    var accessories: RuleAccessories
    var receiving = RuleReceiving()
    var system: SystemTransfers

    init(_ options: OwnAppOptions) {
        program = options.program
        accessories = RuleAccessories(program)
        (kept, playsSilence) = (options.kept, options.playsSilence)
        keeps = kept != .nothing
        life = AppLife()
        loopsEach = Int(program.rules.map(\.loops).max() ?? 0)
        errands = program.rules.indices.map { RuleErrand(rule: Int32($0)) }
        cargo = Array(repeating: Waiting(), count: errands.count)
        loops = Array(repeating: RuleLoop(), count: errands.count * loopsEach)
        states = program.rules.map { _ in RuleState() }
        books = program.rules.map { _ in ErrandBook() }
        asked = Array(repeating: 0, count: program.conditions.count)
        pushes = RulePushes(options.declares)
        system = SystemTransfers()
        declares = options.declares
    }

    // MARK: The run

    mutating func begin(on phone: inout Phone, in world: inout World) {
        prepare(on: &phone, in: &world)
        wasLaunched(on: &phone, in: &world)
    }

    mutating func prepare(on phone: inout Phone, in world: inout World) {
        keeping.freezesAfter = phone.system.freezesAfter
        keeping.isNeverFrozen = hasNoLimit(on: phone)
        life.begin(on: &phone, running: isKept, isServed: kept.isService && !playsSilence)
        beginService(on: &phone)
        if life.runs { playSilence(on: &phone) }
        connection.end(at: phone.now)
        meet(world)
        for rule in states.indices {
            states[rule].stream = world.stream(
                "app-rules", UInt64(phone.app.place) << 32 | program.streams[rule])
        }
        refreshStream = world.stream("refresh", UInt64(max(0, phone.app.place)))
        pushes.begin(on: phone)
        let wakes = phone.system.timers.wakesSuspended
        receiving.wakesApp = wakes || declares.contains(.voip)
        tracking.mayBehind = wakes || declares.contains(.location)
        system.begin(on: phone)
        beginServices(on: &phone, in: world)
        beginAccessories(on: &phone)
        watchBattery(on: phone)
        for rule in program.rules.indices { planTimer(rule, isStart: true, on: &phone) }
        scheduleJobs(on: &phone)
    }

    /// An app suspended at the start was launched before the run.
    mutating func wasLaunched(on phone: inout Phone, in world: inout World) {
        guard life.runs else { return }
        comeAll(.launched, .running, on: &phone, in: &world)
    }

    var isKept: Bool { keeps || playsSilence || isCarried }

    /// Whether nothing lets the app run in the background any more.
    var mayRetire: Bool {
        life.state == .background && grantCount == 0 && !isKept && !keeping.isNeverFrozen
    }

    /// The silence mixes with other sound.
    func playSilence(on phone: inout Phone) {
        guard playsSilence else { return }
        phone.play(
            cause: Cause(
                activity: LedgerPlan.firstPolicyActivity + max(1, program.ruleCount), serial: 0))
    }

    /// A connection ends after the shorter idle timeout, of network or server.
    mutating func meet(_ world: borrowing World) {
        let timeouts = [world.natIdleTimeout, world.profile.network.serverIdleTimeout]
        idleTimeout = timeouts.compactMap { $0 }.min()
    }

    mutating func receive(_ notice: Notice, on phone: inout Phone, in world: inout World) {
        switch notice {
        case .own(.planned(let ticket)): planned(ticket, on: &phone, in: &world)
        case .own(.transferEnded(let ticket)): transferEnded(ticket, on: &phone, in: &world)
        case .user(.makes(let item)):
            held.add(item, at: phone.now)
            for rule in program.itemRules { come(rule, .code, on: &phone, in: &world) }
        case .network(let notice): receive(notice, on: &phone, in: &world)
        case .location(let notice): receive(notice, on: &phone, in: &world)
        case .user, .phone: receiveOfLife(notice, on: &phone, in: &world)
        }
        rest(on: &phone)
    }

    private mutating func planned(_ ticket: Ticket, on phone: inout Phone, in world: inout World) {
        if let rule = RuleTicket.timerRule(ticket) {
            timerCame(rule, on: &phone, in: &world)
        } else if ticket == RuleTicket.resume {
            goOn(Int(ticket.index), on: &phone, in: &world)
        } else if ticket == RuleTicket.timeout {
            timedOut(Int(ticket.index), on: &phone, in: &world)
        } else if ticket == RuleTicket.computed {
            computed(on: &phone, in: &world)
        } else if ticket == RuleTicket.limit {
            limitCame(on: &phone, in: &world)
        } else if ticket == RuleTicket.thaw {
            thaw(on: &phone, in: &world)
        } else if ticket == RuleTicket.pushDue {
            pushes.isHeldBack = false
            if !waiting.isEmpty { push(on: &phone) }
        } else if ticket == RuleTicket.systemBegins {
            system.begins = nil
            system.send(on: &phone)
        } else if ticket == RuleTicket.accessory {
            accessoryEvent(Int(ticket.index), on: &phone, in: &world)
        } else if ticket == RuleTicket.track {
            trackDue(on: &phone, in: &world)
        } else if ticket == RuleTicket.jobStopped {
            _ = stopJob(Int(ticket.index), on: &phone)
        } else if ticket == RuleTicket.serviceEnds {
            endService(on: &phone)
        } else if ticket == RuleTicket.freeze {
            freezeCame(on: &phone)
        } else if ticket == RuleTicket.ringDue {
            ringDue(on: &phone)
        } else {
            serviceTold(.own(.planned(ticket)), on: &phone, in: &world)
        }
    }

    private mutating func transferEnded(
        _ ticket: Ticket, on phone: inout Phone, in world: inout World
    ) {
        if RuleTicket.isCarry(ticket) {
            carryEnded(ticket, on: &phone, in: &world)
        } else if ticket == RuleTicket.pushCame {
            pushCame(ticket.index, on: &phone, in: &world)
        } else if ticket == RuleTicket.received {
            received(ticket.index, on: &phone, in: &world)
        } else if ticket == RuleTicket.systemPiece,
            system.pieceEnded(inFront: life.isInFront, sent: &sent, on: &phone)
        {
            comeAll(.transferDone, .mode(.backgroundTransfer), on: &phone, in: &world)
        }
    }

    private mutating func receive(
        _ notice: NetworkNotice, on phone: inout Phone, in world: inout World
    ) {
        switch notice {
        case .message(let item):
            waiting.add(item, at: phone.now)
            if program.pushes.tells { pushes.untold.add(item, at: phone.now) }
            if program.push != nil, !pushes.isHeldBack { push(on: &phone) }
            if program.received != nil { send(on: &phone) }
        case .changed:
            endConnection(on: &phone)
            meet(world)
            changeNetworkOfTransfers(on: &phone)
            comeAll(.network, .running, on: &phone, in: &world)
        case .reachable(let isReachable):
            endConnection(on: &phone)
            self.isReachable = isReachable
            if isReachable { breakSilence(on: &phone) } else { fallSilent(on: &phone) }
            reachForTransfers(isReachable, on: &phone)
        case .incomingCall: break
        }
    }

    private mutating func receive(
        _ notice: LocationNotice, on phone: inout Phone, in world: inout World
    ) {
        switch notice {
        case .located: located(on: &phone, in: &world)
        case .cellChanged:
            trackCell(on: &phone, in: &world)
            serviceTold(.location(.cellChanged), on: &phone, in: &world)
        case .satellites(let found): trackSatellites(found, on: &phone, in: &world)
        }
    }

    private mutating func receiveOfLife(
        _ notice: Notice, on phone: inout Phone, in world: inout World
    ) {
        switch life.receive(notice, on: &phone) {
        case .opened(let launched): opened(launched: launched, on: &phone, in: &world)
        case .left: left(on: &phone, in: &world)
        case .ended: ended(on: &phone)
        case nil: break
        }
        guard case .phone(let notice) = notice else {
            if notice == .user(.forceQuits) { cancelTransfers(on: &phone) }
            return
        }
        switch notice {
        case .charging(let comes):
            system.send(on: &phone)
            comeAll(.charging(comes), .running, on: &phone, in: &world)
        case .lowPower(let isLow):
            comeAll(.lowPower(isLow), .running, on: &phone, in: &world)
            if !isLow, isHeldBack { refreshCame(on: &phone, in: &world) }
            if !isLow { releasePush(on: &phone) }
        case .batteryBelow(let share):
            comeAll(.batteryBelow(share), .running, on: &phone, in: &world)
        case .callBegan: comeAll(.call(.begins), .running, on: &phone, in: &world)
        case .callEnded: comeAll(.call(.ends), .running, on: &phone, in: &world)
        case .otherWork:
            if program.joins, life.runs, !held.isEmpty {
                comeAll(.radioUp, .code, on: &phone, in: &world)
            }
            serviceTold(.phone(.otherWork), on: &phone, in: &world)
        case .accessory(let isInRange): accessoryRange(isInRange, on: &phone, in: &world)
        case .purges, .makesRoom, .restarted, .work, .goesOff: break
        }
    }
}

struct RuleState: Sendable {
    /// Number of the last errand, from 1.
    var serial: Int32 = 0
    /// When the rule first fired during suspension.
    var dueSince: Instant?
    /// Set if the rule fired during its errand.
    var again: RuleAgain?
    /// `nil` without a pending timer, or if it has a tolerance.
    var timer: EventKey?
    var moment: Int32 = 0
    /// Where a move is measured from: the first position, then where the rule fired.
    var place: MapPoint?
    var round: Int64 = 0
    var stream = RandomStream(StreamKey(seed: 0, replication: 0, purpose: "app-rules"))
}

struct RuleAgain: BitwiseCopyable, Sendable {
    var rule: Int32
    var since: Instant
    /// `nil`: no grant is needed.
    var until: Instant?
}

struct RuleLoop: BitwiseCopyable, Sendable {
    var turns: Int32 = 0
    var began: Instant = .start
}
