public struct RegionOptions: Hashable, Sendable, LocatingOptions, Formed {
    /// What the app tells its server on an event.
    public enum Report: String, CaseIterable, Hashable, Sendable {
        /// The position of the current cell.
        case cell
        case region
    }

    public var regions = WatchedRegions()
    public var report = Report.cell
    public var significantChanges = false
    public var alerts = false
    public var upload = TransferShape.positionUpload
    /// The share of events that find the app terminated; 0 to 1.
    public var terminated = Fraction.zero
    /// Whether it works under task completion, beyond an event's time.
    public var asksForTime = true

    var watched: WatchedRegions? { regions }
    func makePolicy() -> any Policy { RegionPolicy(self) }

    func check(in setting: PolicySetting) throws(Refusal) {
        try regions.check(in: setting)
        if report == .cell { try setting.checkCells("report: cell") }
        if significantChanges { try setting.checkSignificantChange() }
    }

    public static let form = Form(
        Self(), "Reports that the phone entered or left a region of the world."
    ).optional(
        .regions(\.regions.names),
        .radius(\.regions.radius),
        .choice(
            "report", \.report, what: "a kind of report",
            "Reports the position of the phone's cell, or the region."),
        .flag(
            "significant-changes", \.significantChanges,
            "Whether the app also listens for significant changes, and reports its cell on each."),
        .flag(
            "alerts", \.alerts,
            "Whether the app alerts its user when the system tells it of a region."),
        .upload(\.upload),
        .terminated(\.terminated),
        .asksForTime(\.asksForTime))
}

/// Which of the world's regions an app registers, and how large.
public struct WatchedRegions: Hashable, Sendable {
    /// `nil` for all.
    public var names: [String]?
    /// `nil` for the regions' own radii.
    public var radius: Meters?

    /// `index` is the region's place in the world's list.
    func placed(in world: borrowing World) -> [(index: Int, region: PlacedRegion)] {
        var placed: [(index: Int, region: PlacedRegion)] = []
        for (index, region) in world.ground.regions.enumerated() {
            if let names, !names.contains(region.name) { continue }
            let own = PlacedRegion(
                name: region.name, center: region.center, radius: radius ?? region.radius)
            placed.append((index, own))
        }
        return placed
    }

    /// Checks the needs of region monitoring (SR-029, SR-030, IO-010).
    ///
    /// - Throws: The first need that is not met.
    func check(in setting: PolicySetting) throws(Refusal) {
        let (system, device, world) = (setting.system, setting.device, setting.world)
        try refuse(
            !device.supportsRegionMonitoring, "\(device.name) cannot monitor regions",
            advice: "Choose a device that can, such as iphone-4.")
        if world.regions.isEmpty { throw .noRegions }
        let possible = world.regions.map(\.name)
        if let unknown = names?.first(where: { !possible.contains($0) }) {
            throw Refusal(
                option: "regions", "this world has no region named \"\(unknown)\"",
                advice: "The regions are \(possible.joined(separator: ", ")).")
        }
        if registered(in: world).isEmpty { throw .noRegions }
        try [self].checkCount(system, world)
        if let radius { try atLeast(Meters(1), radius, "radius") }
        if system.regions.detection == .cellChanges {
            try setting.checkCells("region monitoring by \(system.name)")
        }
    }

    /// A region with another radius counts as another region.
    func registered(in world: WorldProfile) -> [WatchedRegions] {
        world.regions.map(\.name).filter { names?.contains($0) ?? true }.map {
            WatchedRegions(names: [$0], radius: radius)
        }
    }
}

/// An app that is told of entered and left regions, and reports to its server.
///
/// It also reports once at the start, because a server would know nothing of a user who stays put.
struct RegionPolicy: RelaunchedPolicy {
    private enum Step: UInt8, AppStep { case handlerRuns, dwellEnds, told, changeDue, timeOver }

    private let options: RegionOptions
    private var service = RegionService(dwellEnds: Step.dwellEnds, told: Step.told)
    /// `nil` if the app does not ask for it.
    private var changes: SignificantChangeService?
    private(set) var app: RelaunchedApp
    private(set) var reports = LocationReports()
    /// Reports to make when its code runs, in order; `nil` for the cell at that time.
    private var waiting: [Fix?] = []
    private var alertCount = 0

    init(_ options: RegionOptions) {
        self.options = options
        app = RelaunchedApp(
            for: .region, terminated: options.terminated, asksForTime: options.asksForTime,
            timeOver: Ticket(Step.timeOver))
    }

    mutating func begin(on phone: inout Phone, in world: inout World) {
        let regions = options.regions.placed(in: world)
        reports.begin(in: world, watching: regions.map(\.index))
        phone.monitorPlaces(cause: cause)
        service.begin(watching: regions, on: &phone, in: world)
        if options.significantChanges {
            changes = SignificantChangeService(due: Step.changeDue)
            changes?.begin(on: &phone, in: world)
        }
        let fix = start(regions.map(\.region), at: phone.now, in: world)
        if options.report == .region && fix == nil { return }
        waiting.append(fix)
        _ = phone.plan(Step.handlerRuns, at: app.start(cause: cause, on: &phone))
    }

    mutating func receive(_ notice: Notice, on phone: inout Phone, in world: inout World) {
        switch notice {
        case .phone(.otherWork): changed(notice, on: &phone, in: world)
        case .user, .phone: live(through: notice, on: &phone, in: world)
        case .own(.planned(let step)) where step == Step.handlerRuns: upload(on: &phone, in: world)
        case .own(.planned(let step)) where step == Step.timeOver:
            if app.timeIsOver(on: &phone) { giveUp(on: &phone) }
        case .own(.transferEnded):
            app.end(on: &phone)
            reports.uploadEnded(at: phone.now)
        case .own(.planned), .location, .network:
            changed(notice, on: &phone, in: world)
            guard let (event, region) = service.receive(notice, on: &phone, in: world) else {
                return
            }
            told(event, of: region, on: &phone, in: world)
        }
    }

    /// The system goes on watching without the app; an app launched by its user reports at once.
    private mutating func live(
        through notice: Notice, on phone: inout Phone, in world: borrowing World
    ) {
        switch app.receive(notice, on: &phone) {
        case .opened(launched: true):
            let regions = options.regions.placed(in: world).map(\.region)
            let fix = start(regions, at: phone.now, in: world)
            if options.report == .region && fix == nil { return }
            waiting.append(fix)
            let start = phone.now + phone.launchTime
            _ = phone.plan(Step.handlerRuns, at: start)
        case .ended: giveUp(on: &phone)
        case .left: if waiting.isEmpty { app.rest(on: &phone) }
        case .opened, nil: break
        }
    }

    private mutating func giveUp(on phone: inout Phone) {
        waiting.removeAll()
        reports.cutOff(on: &phone)
    }

    private var cause: Cause {
        let serial = reports.fixCount + waiting.count
        return LocationActivity.location.cause(serial)
    }

    private mutating func changed(
        _ notice: Notice, on phone: inout Phone, in world: borrowing World
    ) {
        guard changes?.receive(notice, on: &phone, in: world) ?? false else { return }
        waiting.append(nil)
        guard let start = app.wake(cause: cause, on: &phone, in: world) else {
            waiting.removeLast()
            return
        }
        _ = phone.plan(Step.handlerRuns, at: start)
    }

    private mutating func told(
        _ event: RegionEvent, of region: PlacedRegion, on phone: inout Phone,
        in world: borrowing World
    ) {
        waiting.append(
            options.report == .cell
                ? nil : Self.fix(event, region, phone.system.regions, at: phone.now))
        guard let start = app.wake(cause: cause, on: &phone, in: world) else {
            waiting.removeLast()
            return
        }
        reports.regionEvent(event.region, entered: event.isEntry, at: phone.now)
        if options.alerts && !app.life.isInFront {
            alertCount += 1
            phone.alert(cause: cause)
        }
        _ = phone.plan(Step.handlerRuns, at: start)
    }

    /// A report of a region places the phone in or near it.
    private static func fix(
        _ event: RegionEvent, _ region: PlacedRegion, _ rules: RegionRules, at time: Instant
    ) -> Fix {
        let reach = event.isEntry ? region.radius : region.radius + rules.distance
        return Fix(time: time, point: region.center, source: .region, accuracy: reach)
    }

    private func start(
        _ regions: [PlacedRegion], at time: Instant, in world: borrowing World
    ) -> Fix? {
        let point = world.ground.itinerary.point(at: time)
        guard options.report == .region, let region = regions.first(where: { $0.contains(point) })
        else { return nil }
        return Fix(time: time, point: region.center, source: .region, accuracy: region.radius)
    }

    private mutating func upload(on phone: inout Phone, in world: borrowing World) {
        guard app.life.runs, !waiting.isEmpty else { return }
        guard let fix = waiting.removeFirst() ?? world.ground.cellFix(at: phone.now) else {
            return app.rest(on: &phone)
        }
        app.begin(at: phone.now)
        reports.upload(fix, as: options.upload, on: &phone)
    }

    func report(into metrics: inout MetricValues, in world: borrowing World, at horizon: Instant) {
        reports.report(into: &metrics, in: world, at: horizon)
        app.report(into: &metrics, in: world)
        if options.alerts { metrics[.alerts] = Double(alertCount) }
    }
}
