/// An app of rules and ready-made behaviours, which user and phone see as one app.
///
/// All parts are opened, left and ended together; memory, launch and work count once. The system
/// wakes each part separately for its own events.
struct AppOfPartsPolicy: Policy {
    private struct Part: Sendable {
        var policy: any Policy
        let firstActivity: Int32
    }

    private var rules: OwnAppPolicy
    private var parts: [Part] = []
    /// The phone holds it during a notice.
    private var together: PartsTogether?
    private var (launchCount, endCount) = (0, 0)

    init(_ options: OwnAppOptions) {
        rules = OwnAppPolicy(options)
        var first = Int32(options.ruleActivities.count)
        for part in options.parts {
            let behaviour = part.options.behaviour
            parts.append(Part(policy: behaviour.makePolicy(), firstActivity: first))
            first += Int32(behaviour.activities.count)
        }
    }

    mutating func begin(on phone: inout Phone, in world: inout World) {
        phone.parts = PartsTogether(count: 1 + parts.count, WorkMeter(phone.system.backgroundWork))
        defer { (together, phone.parts) = (phone.parts, nil) }
        rules.prepare(on: &phone, in: &world)
        for index in parts.indices {
            let app = enter(index, on: &phone)
            parts[index].policy.begin(on: &phone, in: &world)
            phone.app = app
        }
        carry(on: &phone, in: &world)
        rules.wasLaunched(on: &phone, in: &world)
    }

    mutating func receive(_ notice: Notice, on phone: inout Phone, in world: inout World) {
        let wasInMemory = isInMemory
        (phone.parts, together) = (together, nil)
        phone.parts?.meet(isInMemory: wasInMemory)
        defer { (together, phone.parts) = (phone.parts, nil) }
        switch notice {
        case .own(.planned(let ticket)), .own(.transferEnded(let ticket)):
            tell(notice, Int(ticket.part), on: &phone, in: &world)
        case .user, .phone, .network, .location:
            for part in 0...parts.count { tell(notice, part, on: &phone, in: &world) }
        }
        count(wasInMemory: wasInMemory, on: phone)
        if phone.parts?.isLaunched ?? false {
            rules.launchedWithBehaviour(on: &phone, in: &world)
            for index in parts.indices {
                let app = enter(index, on: &phone)
                parts[index].policy.comesAlong(on: &phone)
                phone.app = app
            }
        }
        carry(on: &phone, in: &world)
    }

    private mutating func count(wasInMemory: Bool, on phone: borrowing Phone) {
        let isLaunched = phone.parts?.isLaunched ?? false
        let isEnded = phone.parts?.isEnded ?? false
        if isLaunched || !wasInMemory && isInMemory { launchCount += 1 }
        if wasInMemory, !isInMemory || isEnded && isLaunched { endCount += 1 }
    }

    private var isInMemory: Bool {
        (0...parts.count).contains { part in state(of: part).map { $0 != .notRunning } ?? false }
    }

    /// If the system ends the app for the notice, the other parts end too.
    ///
    /// - Parameter part: 0 for the rules.
    private mutating func tell(
        _ notice: Notice, _ part: Int, on phone: inout Phone, in world: inout World
    ) {
        let before = state(of: part)
        hand(notice, part, on: &phone, in: &world)
        guard notice.endsParts, state(of: part) == .notRunning, before != .notRunning else {
            return
        }
        let end = Notice.phone(.makesRoom(endsRunning: true))
        for other in 0...parts.count where other != part {
            hand(end, other, on: &phone, in: &world)
        }
    }

    private mutating func hand(
        _ notice: Notice, _ part: Int, on phone: inout Phone, in world: inout World
    ) {
        guard part > 0 else { return rules.receive(notice, on: &phone, in: &world) }
        let app = enter(part - 1, on: &phone)
        parts[part - 1].policy.receive(notice, on: &phone, in: &world)
        phone.app = app
    }

    /// - Returns: The slot to restore afterwards.
    private func enter(_ index: Int, on phone: inout Phone) -> AppSlot {
        let app = phone.app
        phone.app.part = UInt8(index + 1)
        phone.app.firstActivity += parts[index].firstActivity
        return app
    }

    /// Rules run on while a behaviour keeps the app running.
    private mutating func carry(on phone: inout Phone, in world: inout World) {
        let isCarried = parts.contains { $0.policy.state == .background }
        rules.carry(isCarried, on: &phone, in: &world)
    }

    private func state(of part: Int) -> AppState? {
        part == 0 ? rules.life.state : parts[part - 1].policy.state
    }

    /// The state of the most active part.
    var state: AppState? {
        let order: [AppState] = [.active, .inactive, .background, .suspended, .notRunning]
        let states = (0...parts.count).compactMap { state(of: $0) }
        return order.first { states.contains($0) }
    }

    var errandBooks: [ErrandBook] { rules.errandBooks }

    func report(into metrics: inout MetricValues, in world: borrowing World, at horizon: Instant) {
        var reports = [MetricValues()]
        rules.report(into: &reports[0], in: world, at: horizon)
        for part in parts {
            var own = MetricValues()
            part.policy.report(into: &own, in: world, at: horizon)
            reports.append(own)
        }
        metrics = MetricValues(of: reports)
        // The parts are launched and ended as one app.
        metrics[.appLaunches] = Double(launchCount)
        metrics[.appEndings] = Double(endCount)
    }
}

extension Notice {
    /// Whether the notice goes to one part, for which the system may end the app.
    fileprivate var endsParts: Bool {
        switch self {
        case .own, .phone(.work): true
        case .user, .phone, .network, .location: false
        }
    }
}
