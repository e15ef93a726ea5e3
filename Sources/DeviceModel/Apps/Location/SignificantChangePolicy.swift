import Kernel

/// Options of `significant-change`.
public struct SignificantChangeOptions: Hashable, Sendable {
    /// What the app sends on each event.
    public var upload: TransferShape
    /// The share of events that find the app terminated, so that it must be launched; 0 to 1.
    public var terminated = Fraction.zero
    /// Whether it does its work under task completion, and so has more than an event's time.
    public var asksForTime = true
}

/// An app that is told of significant changes, and uploads a position on each: that of the cell,
/// or one for which it looks then (`hybrid`, SR-031), so that the receiver runs only after a real
/// move.
///
/// Where satellites are not found in time, the next source of the accuracy has to do: Wi-Fi where
/// the phone scans for it, in the end the cell. The search goes on under task completion, which a
/// significant change may begin (SR-026). A change that comes while the app still searches is
/// answered with the same fix.
struct SignificantChangePolicy: RelaunchedPolicy {
    private enum Step: UInt8, AppStep {
        case service
        case handlerRuns
        case timeOver
    }

    /// What the app looks for on an event.
    private struct Search {
        var accuracy: LocationAccuracy
        var timeout: TimeSpan
    }

    private let shape: TransferShape
    /// `nil`: it takes the cell's position.
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

    /// What user and phone do. The system goes on with the service when the app has ended; an app
    /// that its user launches is told its place at once, as at the start.
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

    /// What the app looks for and what it sends are lost.
    private mutating func giveUp(on phone: inout Phone) {
        if isSearching {
            phone.abandonSatelliteRequest()
            app.abandon()
        }
        isSearching = false
        reports.cutOff(on: &phone)
    }

    /// Of the next event.
    private var cause: Cause {
        LocationActivity.location.cause(reports.fixCount + 1)
    }

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
        guard let fix else {
            return app.end(on: &phone)
        }
        reports.upload(fix, as: shape, on: &phone)
    }
}

extension SignificantChangeOptions: LocatingOptions {
    func makePolicy() -> any Policy { SignificantChangePolicy(self) }

    func check(in setting: PolicySetting) throws(Refusal) {
        try checkSignificantChange(setting.device, setting.radio, setting.world)
    }
}

extension HybridOptions: LocatingOptions {
    func makePolicy() -> any Policy { SignificantChangePolicy(self) }
}
