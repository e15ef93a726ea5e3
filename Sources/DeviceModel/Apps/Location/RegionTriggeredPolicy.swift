public struct RegionTriggeredOptions: Hashable, Sendable, LocatingOptions, Formed {
    /// Where the app tracks the phone by satellites.
    public enum Tracked: String, CaseIterable, Hashable, Sendable { case outside, inside }

    public var regions = WatchedRegions()
    public var track = Tracked.outside
    /// Between uploads, from the first fix on.
    public var uploadEvery = TimeSpan(Seconds(60))
    public var timeout = TimeSpan(Seconds(60))
    public var upload = TransferShape.positionUpload
    /// The share of events that find the app terminated; 0 to 1.
    public var terminated = Fraction.zero

    var watched: WatchedRegions? { regions }
    func makePolicy() -> any Policy { RegionTriggeredPolicy(self) }

    func check(in setting: PolicySetting) throws(Refusal) {
        try regions.check(in: setting)
        try setting.system.checkLocatesInBackground()
        try atLeast(Seconds(0.1), uploadEvery.seconds, "upload-every")
        try checkTimeout(timeout, setting.system)
    }

    public static let form = Form(
        Self(),
        "Keeps the satellite receiver on inside or outside its regions, and uploads positions."
    ).optional(
        .regions(\.regions.names),
        .radius(\.regions.radius),
        .choice("track", \.track, what: "a place to track", "Side of its regions where it tracks."),
        .span(
            "upload-every", \.uploadEvery, "Interval between uploads while the receiver is on.",
            .aboveZero),
        .span(
            "timeout", \.timeout, "Time that the app waits for its one fix at the start.",
            .aboveZero),
        .upload(\.upload),
        .terminated(\.terminated))
}

/// A tracker whose receiver is on only outside its regions, such as home and work, or only inside.
///
/// Region events switch it, and come late: it misses the start of a trip, and runs on for a while
/// after the end. It uploads its position when it stops; untracked at the start, it uploads one
/// fix.
struct RegionTriggeredPolicy: RelaunchedPolicy {
    private enum Step: UInt8, AppStep { case uploadDue, handlerRuns, dwellEnds, told }

    private static let tracking = LocationActivity.location.cause()

    private let options: RegionTriggeredOptions
    private var service = RegionService(dwellEnds: Step.dwellEnds, told: Step.told)
    private(set) var app: RelaunchedApp
    private(set) var reports = LocationReports()
    private var isTracking = false
    private var nextUpload: EventKey?
    private var sent: Fix?

    init(_ options: RegionTriggeredOptions) {
        self.options = options
        app = RelaunchedApp(for: .region, terminated: options.terminated)
    }

    mutating func begin(on phone: inout Phone, in world: inout World) {
        let regions = options.regions.placed(in: world)
        reports.begin(in: world, watching: regions.map(\.index))
        phone.monitorPlaces(cause: Self.tracking)
        service.begin(watching: regions, on: &phone, in: world)
        _ = app.start(cause: Self.tracking, on: &phone)
        first(on: &phone, in: &world)
    }

    private mutating func first(on phone: inout Phone, in world: inout World) {
        if shouldTrack { return start(on: &phone, in: &world) }
        phone.requestFix(.best, timeout: options.timeout, cause: Self.tracking, in: &world.ground)
    }

    mutating func receive(_ notice: Notice, on phone: inout Phone, in world: inout World) {
        switch notice {
        case .user, .phone: live(through: notice, on: &phone, in: &world)
        case .own(.planned(let step)) where step == Step.uploadDue:
            nextUpload = nil
            upload(on: &phone, in: world)
        case .own(.planned(let step)) where step == Step.handlerRuns: handle(on: &phone, in: &world)
        case .location(.satellites(true)): if nextUpload == nil { upload(on: &phone, in: world) }
        case .location(.located):
            guard app.life.runs else { return }
            if let fix = phone.located { send(fix, on: &phone) }
            rest(on: &phone)
        case .own(.transferEnded): reports.uploadEnded(at: phone.now)
        case .own(.planned), .location, .network:
            guard let (event, _) = service.receive(notice, on: &phone, in: world),
                let start = app.wake(cause: Self.tracking, on: &phone, in: world)
            else { return }
            reports.regionEvent(event.region, entered: event.isEntry, at: phone.now)
            _ = phone.plan(Step.handlerRuns, at: start)
        }
    }

    /// Region monitoring outlasts the app.
    private mutating func live(
        through notice: Notice, on phone: inout Phone, in world: inout World
    ) {
        switch app.receive(notice, on: &phone) {
        case .opened(launched: true): first(on: &phone, in: &world)
        case .ended:
            phone.abandonSatelliteRequest()
            if isTracking { letGo(on: &phone) }
            reports.cutOff(on: &phone)
        case .left: rest(on: &phone)
        case .opened, nil: break
        }
    }

    /// Only a tracking app is kept running (SR-025).
    private mutating func rest(on phone: inout Phone) { if !isTracking { app.rest(on: &phone) } }

    private var shouldTrack: Bool { service.isInsideAny == (options.track == .inside) }

    private mutating func handle(on phone: inout Phone, in world: inout World) {
        guard app.life.runs else { return }
        if shouldTrack && !isTracking { start(on: &phone, in: &world) }
        if !shouldTrack && isTracking { stop(on: &phone, in: world) }
        rest(on: &phone)
    }

    /// Standard location keeps both app and phone awake (SR-025).
    private mutating func start(on phone: inout Phone, in world: inout World) {
        isTracking = true
        phone.holdProcessor(cause: Self.tracking)
        phone.startTracking(cause: Self.tracking, in: &world.ground)
    }

    /// The phone will stay here for a while, as the server should know.
    private mutating func stop(on phone: inout Phone, in world: borrowing World) {
        if let fix = phone.trackedFix(in: world.ground) { send(fix, on: &phone) }
        letGo(on: &phone)
    }

    private mutating func letGo(on phone: inout Phone) {
        isTracking = false
        phone.cancel(&nextUpload)
        phone.stopTracking()
        phone.releaseProcessor()
    }

    /// Waits if the receiver has no new position.
    private mutating func upload(on phone: inout Phone, in world: borrowing World) {
        guard isTracking, let fix = phone.trackedFix(in: world.ground), isNew(fix) else { return }
        send(fix, on: &phone)
        nextUpload = phone.plan(Step.uploadDue, at: phone.now + options.uploadEvery)
    }

    private func isNew(_ fix: Fix) -> Bool { sent.map { fix.time > $0.time } ?? true }

    private mutating func send(_ fix: Fix, on phone: inout Phone) {
        guard isNew(fix) else { return }
        sent = fix
        reports.upload(fix, as: options.upload, on: &phone)
    }
}
