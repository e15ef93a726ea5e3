import Kernel

@testable import DeviceModel

/// An app of rules by docs/reference/apps.md, obvious and slow: an errand is the list of its
/// remaining steps, and every question goes through all errands.
struct ObviousApp: Policy {
    let rules: [AppRule]
    /// All triggers of all rules, each with its rule.
    let calls: [(rule: Int, trigger: RuleTrigger)]
    /// The trigger that the system's background fetch fires.
    let refreshCall: Int?
    let kept: KeptRunning
    let declares: [AppMode]
    var life = AppLife()
    /// Errands by rule, followed by overlapping errands of parallel rules.
    var errands: [Errand?]
    /// The rule of each errand.
    var owners: [Int]
    var serials: [Int]
    /// When each trigger is due.
    var due: [Instant?]
    var timers: [EventKey?]
    /// The next log line of each trigger, or nil without a log.
    var lines: [Int?]
    /// By rule: the trigger during its running errand, its time, and the time limit.
    var again: [(call: Int, since: Instant, until: Instant?)?]
    var streams: [RandomStream] = []
    var asked: [Int32]
    var (begun, done, cutOff, refused, wasted) = (0, 0, 0, 0, Int64(0))
    var held = DeviceModel.Waiting()
    var sent = Arrived()
    var itemCount: Int32 = 0
    var transfers: Int32 = 0
    var isReachable = true
    var alerts = 0
    /// Messages at the server that the app does not have.
    var atServer = DeviceModel.Waiting()
    var delivered = Arrived()
    var hasFetched = false
    var pushTimes: [Instant] = []
    /// The messages of each push.
    var pushed: [Int32: DeviceModel.Waiting] = [:]
    /// Messages that pushes tell of: not pushed yet, and not seen yet.
    var (untold, unseen) = (DeviceModel.Waiting(), DeviceModel.Waiting())
    var isHeldBack = false
    /// Whether Low Power Mode delays one.
    var waitsForPower = false
    /// By when each pushed call must ring, and how many have not.
    var (unrung, failures) = ([Instant](), 0)
    /// The kept connection, and the messages on their way over it.
    var connection = Connection()
    var idleTimeout: TimeSpan?
    var coming: [Int32: DeviceModel.Waiting] = [:]
    var comingCount: Int32 = 0
    var system = ObviousTransfers()
    var places = ObviousPlaces()
    var tracking = ObviousTracking()
    var refresh = ObviousRefresh()
    /// Whether accessories are in range.
    var isInRange = true
    /// By call: until when a scan's finds have been reported, its last find, and its interval.
    var heardUntil: [Int: Instant] = [:]
    var found: [Int: Instant] = [:]
    var foundGap: [Int: TimeSpan] = [:]
    /// The errands that compute, in order of their start, and the progress of the first.
    var atWork: [Int] = []
    var course: WorkMeter.Course?
    var workEvent: EventKey?

    init(_ options: OwnAppOptions) {
        (rules, kept, declares) = (options.rules, options.kept, options.declares)
        calls = rules.indices.flatMap { rule in
            options.rules[rule].triggers.map { (rule, $0) }
        }
        refreshCall = calls.firstIndex { call in
            if case .every(_, .refresh, _, _) = call.trigger { true } else { false }
        }
        errands = rules.map { _ in nil }
        owners = Array(rules.indices)
        serials = rules.map { _ in 0 }
        due = calls.map { _ in nil }
        timers = calls.map { _ in nil }
        lines = calls.map { if case .recorded = $0.trigger { 0 } else { nil } }
        again = rules.map { _ in nil }
        asked = rules.map { _ in 0 }
    }

    var state: AppState? { life.state }
    var isKept: Bool { kept != .nothing }

    mutating func begin(on phone: inout Phone, in world: inout World) {
        life.begin(on: &phone, running: isKept)
        connection.end(at: phone.now)
        meet(world)
        for rule in rules {
            var hash: UInt64 = 0xCBF2_9CE4_8422_2325
            for byte in rule.name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
            streams.append(
                world.stream(
                    "app-rules",
                    UInt64(phone.app.place) << 32 | (hash ^ hash >> 32) & 0xFFFF_FFFF))
        }
        beginPlaces(on: &phone, in: world)
        beginAccessory(on: &phone)
        beginRefresh(on: &phone, in: &world)
        for call in calls.indices { plan(call, isStart: true, on: &phone) }
        for call in calls {
            if case .batteryBelow(let share) = call.trigger { phone.battery?.watch(share) }
        }
        askForJobs(on: &phone)
        if life.runs { fire(.launched, .told, on: &phone, in: &world) }
    }

    mutating func receive(_ notice: Notice, on phone: inout Phone, in world: inout World) {
        live(through: notice, on: &phone, in: &world)
        switch notice {
        case .own(.planned(let ticket)): came(ticket, on: &phone, in: &world)
        case .own(.transferEnded(let ticket)):
            if ticket == Step.pushed {
                pushCame(ticket.index, on: &phone, in: &world)
            } else if ticket == Step.received {
                received(ticket.index, on: &phone, in: &world)
            } else if ticket == Step.piece {
                if system.pieceEnded(
                    ticket.index, inFront: life.isInFront, sent: &sent, on: &phone)
                {
                    fire(.transferDone, .mode(.backgroundTransfer), on: &phone, in: &world)
                }
            } else {
                arrived(ticket, on: &phone, in: &world)
            }
        case .user(.makes(let item)):
            held.add(item, at: phone.now)
            fire(.item, .code, on: &phone, in: &world)
        case .user(.forceQuits): wasted += system.cancel(into: &held, on: &phone)
        case .network(let notice): hear(notice, on: &phone, in: &world)
        case .phone(let notice): hear(notice, on: &phone, in: &world)
        case .location(let notice): hear(notice, on: &phone, in: &world)
        case .user: break
        }
        if life.state == .background, !isKept, !hasNoLimit(phone),
            !errands.contains(where: { $0?.until != nil })
        {
            suspend(on: &phone)
        }
    }

    private mutating func hear(
        _ notice: NetworkNotice, on phone: inout Phone, in world: inout World
    ) {
        switch notice {
        case .message(let item):
            atServer.add(item, at: phone.now)
            if tells { untold.add(item, at: phone.now) }
            if !isHeldBack { push(on: &phone) }
            sendOver(on: &phone)
        case .changed:
            endConnection(on: &phone)
            meet(world)
            wasted += system.changeNetwork(on: &phone)
            fire(.network, .told, on: &phone, in: &world)
        case .reachable(let isReachable):
            endConnection(on: &phone)
            reach(isReachable, on: &phone)
            wasted += system.reach(isReachable, on: &phone)
        case .incomingCall: break
        }
    }

    private mutating func hear(
        _ notice: PhoneNotice, on phone: inout Phone, in world: inout World
    ) {
        switch notice {
        case .charging(let comes):
            system.carry(on: &phone)
            fire(.charging(comes), .told, on: &phone, in: &world)
        case .batteryBelow(let share):
            fire(.batteryBelow(share), .told, on: &phone, in: &world)
        case .lowPower(let isLow):
            fire(.lowPower(isLow), .told, on: &phone, in: &world)
            if !isLow, refresh.waits { refreshCame(on: &phone, in: &world) }
            if !isLow, waitsForPower {
                (isHeldBack, waitsForPower) = (false, false)
                if !atServer.isEmpty { push(on: &phone) }
            }
        case .otherWork:
            if life.runs, !held.isEmpty { fire(.radioUp, .code, on: &phone, in: &world) }
            servicesHear(.phone(.otherWork), on: &phone, in: &world)
        case .callBegan: fire(.call(.begins), .told, on: &phone, in: &world)
        case .callEnded: fire(.call(.ends), .told, on: &phone, in: &world)
        case .accessory(let isInRange):
            accessoryIs(inRange: isInRange, on: &phone, in: &world)
        case .purges, .makesRoom, .restarted, .work, .goesOff: break
        }
    }

    func report(into metrics: inout MetricValues, in world: borrowing World, at horizon: Instant) {
        metrics[.errandsBegun] = Double(begun)
        metrics[.errandsDone] = Double(done)
        metrics[.errandsCutOff] = Double(cutOff)
        metrics[.errandsRefused] = Double(refused)
        metrics[.bytesWasted] = Double(wasted)
        metrics[.itemsSent] = Double(sent.count)
        metrics[.itemDelay] = sent.meanDelay
        metrics[.messagesDelivered] = Double(delivered.count)
        metrics[.messageDelay] = delivered.meanDelay
        metrics[.fixes] = Double(places.count)
        life.report(into: &metrics)
    }
}

extension ObviousApp {
    /// The next steps of an errand.
    indirect enum Todo {
        case step(RuleStep)
        case endTask
        case endScan
        /// The test of a loop after this many turns.
        case test(RuleStep, turns: Int32)
        /// A turn of a loop since then.
        case turn(RuleStep, turns: Int32, began: Instant)

        /// Whether it is work or a wait without duration.
        var isNothing: Bool {
            switch self {
            case .step(.work(.zero)), .step(.wait(.zero)): true
            default: false
            }
        }
    }

    enum Waiting { case code, time, oldest, work, air, silence, fix, track }

    struct Errand {
        let serial: Int
        let since: Instant
        var todo: [Todo]
        var hasBegun = false
        /// When its code first ran.
        var ranFrom: Instant = .start
        /// Whether it has asked its server for news, and got any.
        var hasAsked = false
        var hasGot = false
        var isAwake: Bool
        var waiting = Waiting.code
        var standsStill = false
        var event: EventKey?
        var timeout: EventKey?
        var deadline = Instant.never
        var workLeft = TimeSpan.zero
        var left: (up: Int64, down: Int64) = (0, 0)
        var onAir: (up: Int64, down: Int64) = (0, 0)
        var roundTrips = 0
        var carried: Int64 = 0
        var transfer: Int32 = 0
        /// The connection that its request uses.
        var connection: Int32 = 0
        var tries: Int32 = 0
        var tasks = 0
        var scans = false
        /// The app is idle, and its wake locks have no effect.
        var hasLostLocks = false
        var until: Instant?
        var isForTask = false
        var hasWaitedToLocate = false
        /// The end of an event's time, after which the app is suspended.
        var window: Instant?
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
        static let received = Step(rawValue: 6)
        static let piece = Step(rawValue: 7)
        static let mayBegin = Step(rawValue: 8)
        static let jobStops = Step(rawValue: 9)
        static let significantChange = Step(rawValue: 10)
        static let dwellEnds = Step(rawValue: 11)
        static let regionTold = Step(rawValue: 12)
        static let accessory = Step(rawValue: 13)
        static let visit = Step(rawValue: 14)
        static let track = Step(rawValue: 15)
        static let computed = Step(rawValue: 94)
        static let mustRing = Step(rawValue: 95)
        static func timer(_ rule: Int) -> Step { Step(rawValue: 16 + UInt8(rule)) }
        static func air(_ rule: Int) -> Step { Step(rawValue: 96 + UInt8(rule)) }
    }
}
