public struct SignificantChangeOptions: Hashable, Sendable, LocatingOptions, Formed {
    public var upload: TransferShape
    /// The share of events that find the app terminated; 0 to 1.
    public var terminated = Fraction.zero
    /// Whether it works under task completion, beyond an event's time.
    public var asksForTime = true

    func makePolicy() -> any Policy { SignificantChangePolicy(self) }
    func check(in setting: PolicySetting) throws(Refusal) { try setting.checkSignificantChange() }

    public static let form = Form(
        SignificantChangeOptions(upload: .positionUpload),
        "Uploads the cell's position on each significant change."
    ).optional(
        .upload(\.upload),
        .terminated(\.terminated),
        .asksForTime(\.asksForTime))
}

/// An app that uploads a position on each significant change: the cell's, or with `hybrid` a fix
/// that it then looks for (SR-031).
///
/// Without satellites in time, the next source serves: Wi-Fi, and at last the cell. The search runs
/// under task completion (SR-026); a change during it gets the same fix.
struct SignificantChangePolicy: RelaunchedPolicy {
    private enum Step: UInt8, AppStep { case service, handlerRuns, timeOver }

    private struct Search {
        var accuracy: LocationAccuracy
        var timeout: TimeSpan
    }

    private let shape: TransferShape
    /// `nil`: the cell's position is used.
    private let search: Search?
    private var service = SignificantChangeService(due: Step.service)
    private(set) var app: RelaunchedApp
    private(set) var reports = LocationReports()
    private var isSearching = false

    init(_ options: SignificantChangeOptions) {
        (shape, search) = (options.upload, nil)
        app = RelaunchedApp(
            for: .significantChange, terminated: options.terminated,
            asksForTime: options.asksForTime, timeOver: Ticket(Step.timeOver))
    }

    init(_ options: HybridOptions) {
        shape = options.upload
        search = Search(accuracy: options.accuracy, timeout: options.timeout)
        app = RelaunchedApp(
            for: .significantChange, terminated: options.terminated,
            asksForTime: options.asksForTime, timeOver: Ticket(Step.timeOver))
    }

    mutating func begin(on phone: inout Phone, in world: inout World) {
        reports.begin(in: world)
        phone.monitorPlaces(cause: cause)
        service.begin(on: &phone, in: world)
        _ = phone.plan(Step.handlerRuns, at: app.start(cause: cause, on: &phone))
    }

    mutating func receive(_ notice: Notice, on phone: inout Phone, in world: inout World) {
        switch notice {
        case .own(.planned(let step)) where step == Step.handlerRuns: locate(on: &phone, in: &world)
        case .own(.planned(let step)) where step == Step.timeOver:
            if app.timeIsOver(on: &phone) { giveUp(on: &phone) }
        case .location(.located): if isSearching { located(phone.located, on: &phone) }
        case .own(.transferEnded):
            app.end(on: &phone)
            reports.uploadEnded(at: phone.now)
        case .phone(.otherWork), .own(.planned), .location, .network:
            guard service.receive(notice, on: &phone, in: world),
                let start = app.wake(cause: cause, on: &phone, in: world)
            else { return }
            _ = phone.plan(Step.handlerRuns, at: start)
        case .user, .phone: live(through: notice, on: &phone)
        }
    }

    /// The service outlasts the app; an app launched by its user is told its position at once.
    private mutating func live(through notice: Notice, on phone: inout Phone) {
        switch app.receive(notice, on: &phone) {
        case .opened(launched: true):
            let start = phone.now + phone.launchTime
            _ = phone.plan(Step.handlerRuns, at: start)
        case .ended: giveUp(on: &phone)
        case .left: app.rest(on: &phone)
        case .opened, nil: break
        }
    }

    private mutating func giveUp(on phone: inout Phone) {
        if isSearching {
            phone.abandonSatelliteRequest()
            app.abandon()
        }
        isSearching = false
        reports.cutOff(on: &phone)
    }

    private var cause: Cause { LocationActivity.location.cause(reports.fixCount + 1) }

    private mutating func locate(on phone: inout Phone, in world: inout World) {
        guard app.life.runs else { return }
        guard let search else {
            guard let fix = world.ground.cellFix(at: phone.now) else { return app.rest(on: &phone) }
            app.begin(at: phone.now)
            return reports.upload(fix, as: shape, on: &phone)
        }
        guard !isSearching else { return }
        isSearching = true
        app.begin(at: phone.now)
        phone.requestFix(search.accuracy, timeout: search.timeout, cause: cause, in: &world.ground)
    }

    private mutating func located(_ fix: Fix?, on phone: inout Phone) {
        isSearching = false
        guard let fix else { return app.end(on: &phone) }
        reports.upload(fix, as: shape, on: &phone)
    }
}
