/// Several apps on one phone, each acting as if it were alone.
///
/// They share the radio with its tails, and the processor's wake-ups. An app treats transfers of
/// the other apps as other traffic, which it may join.
struct AppsPolicy: Policy {
    private struct App: Sendable {
        let slot: AppSlot
        var policy: any Policy
    }

    private var apps: [App] = []
    /// Indices into `apps` by place in the world's list; `nil` if not installed.
    private var indices: [Int?] = []
    private var sound = SoundSessions()

    init(_ options: AppsOptions) {
        var firstActivity = 0
        for app in options.apps {
            let slot = AppSlot(place: Int32(app.place), firstActivity: Int32(firstActivity))
            while indices.count <= app.place { indices.append(nil) }
            indices[app.place] = apps.count
            apps.append(App(slot: slot, policy: app.options.behaviour.makePolicy()))
            firstActivity += app.options.behaviour.activities.count
        }
    }

    mutating func begin(on phone: inout Phone, in world: inout World) {
        for index in apps.indices {
            phone.app = apps[index].slot
            apps[index].policy.begin(on: &phone, in: &world)
        }
        phone.app = .only
        settleSound(on: &phone, in: &world)
    }

    mutating func receive(_ notice: Notice, on phone: inout Phone, in world: inout World) {
        defer { if !phone.sound.claims.isEmpty { settleSound(on: &phone, in: &world) } }
        switch notice {
        case .own(.planned(let ticket)), .own(.transferEnded(let ticket)):
            tell(notice, to: indices[Int(ticket.owner)], on: &phone, in: &world)
        case .location, .phone, .user, .network:
            if let telling = sound.receive(notice) {
                tell(telling, on: &phone, in: &world)
            } else {
                tellAll(notice, on: &phone, in: &world)
            }
        }
    }

    /// Tells every app, then those that may join what others have begun to send.
    private mutating func tellAll(_ notice: Notice, on phone: inout Phone, in world: inout World) {
        var senders: [Int] = []
        for index in apps.indices {
            let before = phone.transferCount
            receive(notice, by: index, on: &phone, in: &world)
            if phone.transferCount != before { senders.append(index) }
        }
        guard notice != .phone(.otherWork), let first = senders.first else { return }
        for index in apps.indices where senders.count > 1 || index != first {
            receive(.phone(.otherWork), by: index, on: &phone, in: &world)
        }
    }

    mutating func receive(
        _ notice: Notice, for place: Int32, on phone: inout Phone, in world: inout World
    ) {
        guard indices.indices.contains(Int(place)) else { return }
        defer { if !phone.sound.claims.isEmpty { settleSound(on: &phone, in: &world) } }
        tell(notice, to: indices[Int(place)], on: &phone, in: &world)
    }

    /// Tells the apps who has the sound until none claims it otherwise. Of simultaneous claims the
    /// last one wins.
    private mutating func settleSound(on phone: inout Phone, in world: inout World) {
        while let (claim, place) = phone.sound.claims.first {
            phone.sound.claims.removeFirst()
            guard let app = indices[Int(place)] else { continue }
            let isOvertaken =
                claim == .takes
                && phone.sound.claims.contains { $0.claim == .takes && $0.app != place }
            guard let telling = sound.claim(claim, by: app), !isOvertaken else { continue }
            if world.otherPlays, claim == .talks || claim == .hangsUp {
                phone.otherPlayer(plays: claim == .hangsUp)
            }
            tell(telling, on: &phone, in: &world)
        }
    }

    private mutating func tell(
        _ telling: SoundSessions.Telling, on phone: inout Phone, in world: inout World
    ) {
        for index in apps.indices where telling.isFor(index) {
            tell(telling.notice, to: index, on: &phone, in: &world)
        }
    }

    /// Tells one app; if it sends something, the others may join.
    private mutating func tell(
        _ notice: Notice, to index: Int?, on phone: inout Phone, in world: inout World
    ) {
        guard let index else { return }
        let before = phone.transferCount
        receive(notice, by: index, on: &phone, in: &world)
        guard phone.transferCount != before, notice != .phone(.otherWork) else { return }
        for other in apps.indices where other != index {
            receive(.phone(.otherWork), by: other, on: &phone, in: &world)
        }
    }

    private mutating func receive(
        _ notice: Notice, by index: Int, on phone: inout Phone, in world: inout World
    ) {
        phone.app = apps[index].slot
        apps[index].policy.receive(notice, on: &phone, in: &world)
        phone.app = .only
    }

    var state: AppState? { nil }

    func state(ofAppAt place: Int32) -> AppState? {
        guard indices.indices.contains(Int(place)), let index = indices[Int(place)] else {
            return nil
        }
        return apps[index].policy.state
    }

    var errandBooks: [ErrandBook] { apps.flatMap { $0.policy.errandBooks } }

    func report(into metrics: inout MetricValues, in world: borrowing World, at horizon: Instant) {
        var reports: [MetricValues] = []
        for app in apps {
            var own = MetricValues()
            app.policy.report(into: &own, in: world, at: horizon)
            reports.append(own)
        }
        metrics = MetricValues(of: reports)
    }
}
