struct RulePushes: Sendable {
    /// Whether pushes wake the app and are not shown.
    private(set) var isSilent: Bool
    private(set) var areCalls: Bool
    var calls = RuleCalls()
    var throttle = PushThrottle(perHour: nil)
    var isHeldBack = false
    var waitsForPower = false
    var count: Int32 = 0
    /// Messages on pushes under way, in order. Unused if the app fetches and pushes do not tell.
    var coming = Backlog<Waiting>()
    /// Lost pushes: the push service did not keep them for an offline phone.
    var missedCount = 0
    /// Messages that no push has announced yet.
    var untold = Waiting()
    /// Announced, but not seen: dropped by the push service, or for an app that its user stopped.
    var unseen = Waiting()

    var openCount: Int { coming.reduce(untold.count + unseen.count) { $0 + $1.count } }

    /// Normal priority, as of silent pushes, waits while the phone dozes.
    let isLow: Bool

    init(_ declared: [AppMode]) {
        isSilent = declared.contains(.remoteNotification)
        isLow = isSilent
        areCalls = declared.contains(.voipPush)
    }

    mutating func begin(on phone: borrowing Phone) {
        let mode = isSilent ? phone.system.remoteNotification : nil
        isSilent = mode != nil
        areCalls = areCalls && phone.system.voipPush != nil
        throttle = PushThrottle(perHour: mode?.perHourLimit)
    }
}

extension OwnAppPolicy {
    /// Sends a push, later if the system accepts none now.
    mutating func push(on phone: inout Phone) {
        guard let shape = program.push, let time = pushes.throttle.next(at: phone.now),
            !(pushes.areCalls && hasMissedCalls(on: phone))
        else { return }
        if pushes.isSilent, phone.holdsSilentPushes {
            (pushes.isHeldBack, pushes.waitsForPower) = (true, true)
            return
        }
        guard time <= phone.now else {
            pushes.isHeldBack = true
            _ = phone.plan(RuleTicket.pushDue, at: time)
            return
        }
        pushes.throttle.sent(at: phone.now)
        pushes.count += 1
        if program.pushes.tells {
            pushes.coming.append(pushes.untold.take())
        } else if !program.uses.fetches {
            pushes.coming.append(waiting.take())
        }
        phone.push(
            shape.pushed(pushCause, step: RuleTicket.pushCame, number: Int(pushes.count)),
            isHigh: !pushes.isLow)
    }

    /// Pushes are booked to the first rule for messages.
    private var pushCause: Cause {
        let rule = program.rules.firstIndex { $0.trigger.isMessage } ?? 0
        return cause(rule, pushes.count)
    }

    /// - Parameter number: Earlier pushes that are still missing never arrive.
    mutating func pushCame(_ number: Int32, on phone: inout Phone, in world: inout World) {
        if program.uses.fetches && waiting.isEmpty && !program.pushes.tells { return }
        let runsApp = phone.system.push?.runsApp ?? false
        let isDropped = runsApp && life.isKeptDown && !pushes.isSilent
        deliver(number, isSeen: !isDropped, at: phone.now)
        if pushes.isSilent {
            return comeMessages(.mode(.remoteNotification), on: &phone, in: &world)
        }
        if pushes.areCalls { return callCame(on: &phone, in: &world) }
        if life.isInFront || life.runs && isKept {
            comeMessages(.running, on: &phone, in: &world)
        } else if runsApp {
            comeMessages(.push, on: &phone, in: &world)
        } else {
            show(on: &phone)
        }
    }

    /// Fires the rules whose `when` matches where the app is.
    mutating func comeMessages(_ waking: RuleWaking, on phone: inout Phone, in world: inout World) {
        let isInFront = life.isInFront
        for rule in program.rules.indices {
            guard case .message(let moment) = program.rules[rule].trigger,
                moment == .any || (moment == .inFront) == isInFront
            else { continue }
            come(rule, waking, on: &phone, in: &world)
        }
    }

    /// A push is itself the message if nothing is fetched, or it says what has arrived.
    private mutating func deliver(_ number: Int32, isSeen: Bool, at time: Instant) {
        while pushes.coming.count > 1, pushes.count - Int32(pushes.coming.count) + 1 < number {
            miss(pushes.coming.removeFirst())
        }
        guard !pushes.coming.isEmpty else { return }
        let message = pushes.coming.removeFirst()
        if isSeen || !program.pushes.tells { return delivered.add(message, at: time) }
        miss(message)
    }

    /// The user sees an announced message on opening the app; any other is lost.
    private mutating func miss(_ message: Waiting) {
        guard program.pushes.tells else {
            pushes.missedCount += message.count
            return
        }
        var all = message
        all.putBack(pushes.unseen.take())
        pushes.unseen = all
    }

    private mutating func show(on phone: inout Phone) {
        if program.pushes.alerts {
            alertCount += 1
            phone.alert(cause: pushCause)
        }
        for rule in program.rules.indices {
            guard case .message(let moment) = program.rules[rule].trigger, moment != .inFront else {
                continue
            }
            books[own(rule)].refused += 1
        }
    }

    // MARK: The battery and the user

    func watchBattery(on phone: borrowing Phone) {
        for rule in program.rules {
            if case .batteryBelow(let share) = rule.trigger { phone.battery?.watch(share) }
        }
    }

    /// The system alerts the user in the app's stead, unless the app is in front (SR-043, SR-044).
    mutating func notificationCame(_ rule: Int, on phone: inout Phone, in world: inout World) {
        if life.isInFront { return come(rule, .code, on: &phone, in: &world) }
        guard case .notify(let alert) = program.code[Int(program.rules[rule].entry)] else { return }
        states[rule].serial &+= 1
        books[rule].begun += 1
        books[rule].done += 1
        books[rule].delays.add(.zero)
        alertCount += 1
        phone.alert(
            cause: cause(rule, states[rule].serial), sounds: alert.sound,
            vibrates: alert.vibration)
    }

    // MARK: Places

    mutating func beginServices(on phone: inout Phone, in world: borrowing World) {
        if let rule = program.rules.firstIndex(where: \.trigger.watchesPlaces) {
            phone.monitorPlaces(cause: cause(rule, 0))
        }
        if program.rules.contains(where: { $0.trigger == .significantChange }) {
            changes = SignificantChangeService(due: RuleTicket.significantChange)
            changes?.begin(on: &phone, in: world)
        }
        let hasVisits = program.rules.contains {
            if case .visit = $0.trigger { true } else { false }
        }
        if hasVisits {
            visits = VisitService(due: RuleTicket.visit)
            visits?.begin(on: &phone, in: world)
        }
        guard !program.regions.isEmpty else { return }
        var watched: [(index: Int, region: PlacedRegion)] = []
        for (index, region) in world.ground.regions.enumerated()
        where program.regions.contains(region.name) { watched.append((index, region)) }
        regions = RegionService(dwellEnds: RuleTicket.dwellEnds, told: RuleTicket.regionTold)
        regions?.begin(watching: watched, on: &phone, in: world)
    }

    mutating func serviceTold(_ notice: Notice, on phone: inout Phone, in world: inout World) {
        if changes?.receive(notice, on: &phone, in: world) ?? false {
            comeAll(.significantChange, .mode(.significantChange), on: &phone, in: &world)
        }
        if let moment = visits?.receive(notice, on: &phone, in: world) {
            for rule in program.rules.indices {
                guard case .visit(let asked) = program.rules[rule].trigger,
                    asked == moment || asked == .both
                else { continue }
                come(rule, .mode(.significantChange), on: &phone, in: &world)
            }
        }
        guard let told = regions?.receive(notice, on: &phone, in: world) else { return }
        let name = told.region.name
        guard let number = program.regions.firstIndex(of: name) else { return }
        for rule in program.rules.indices {
            guard case .region(Int32(number), let moment) = program.rules[rule].trigger,
                moment.includes(isEntry: told.event.isEntry)
            else { continue }
            come(rule, .mode(.region), on: &phone, in: &world)
        }
    }
}

extension RuleProgram.Trigger {
    var isMessage: Bool { if case .message = self { true } else { false } }

    /// Whether the system watches for it while the app does not run.
    fileprivate var watchesPlaces: Bool {
        switch self {
        case .significantChange, .region, .visit: true
        default: false
        }
    }
}

extension RegionMoment {
    fileprivate func includes(isEntry: Bool) -> Bool {
        switch self {
        case .entered: isEntry
        case .left: !isEntry
        case .crossed: true
        }
    }
}

/// Limits messages per hour, in any hour.
struct PushThrottle: Sendable {
    private static let hour = TimeSpan(Seconds(3600))

    /// `nil`: no limit.
    private let perHour: Int?
    /// The last messages, at most `perHour`.
    private var times: [Instant] = []

    init(perHour: Int?) { self.perHour = perHour }

    /// Now or later; `nil`: never.
    func next(at time: Instant) -> Instant? {
        guard let perHour else { return time }
        if perHour == 0 { return nil }
        return times.count < perHour ? time : max(time, times[0] + Self.hour)
    }

    mutating func sent(at time: Instant) {
        guard let perHour else { return }
        if times.count == perHour { times.removeFirst() }
        times.append(time)
    }
}
