import Kernel

/// Options of `region`.
public struct RegionOptions: Hashable, Sendable {
    /// What the app tells its server on an event.
    public enum Report: String, CaseIterable, Hashable, Sendable {
        /// The position of the cell that the phone is then in.
        case cell
        /// That the phone is at the region: its middle.
        case region
    }

    public var regions = WatchedRegions()
    public var report = Report.cell
    /// Whether the app is told of significant changes too, and reports the cell that it is then in.
    public var significantChanges = false
    public var alerts = false
    /// What the app sends on each event.
    public var upload = TransferShape.positionUpload
    /// The share of events that find the app terminated, so that it must be launched; 0 to 1.
    public var terminated = Fraction.zero
    /// Whether it does its work under task completion, and so has more than an event's time.
    public var asksForTime = true
}

/// Which of the world's regions an app registers, and how large.
public struct WatchedRegions: Hashable, Sendable {
    /// Their names; `nil` for all.
    public var names: [String]?
    /// Instead of their own; `nil` for their own.
    public var radius: Meters?

    /// The regions with their places in the world's list.
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
}

/// An app that is told when the phone enters and leaves regions, and reports that to its server.
///
/// It reports once at the start too, when the user has just left it: otherwise a server would know
/// nothing of somebody who stays.
struct RegionPolicy: RelaunchedPolicy {
    private enum Step: UInt8, AppStep {
        case handlerRuns
        case dwellEnds
        case told
        case changeDue
        case timeOver
    }

    private let options: RegionOptions
    private var service = RegionService(dwellEnds: Step.dwellEnds, told: Step.told)
    /// `nil`: the app does not ask for it.
    private var changes: SignificantChangeService?
    private(set) var app: RelaunchedApp
    private(set) var reports = LocationReports()
    /// What the app will report when its code runs, in order; `nil`: the cell that it is in then.
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

    /// What user and phone do. The system goes on watching when the app has ended; an app that its
    /// user launches reports at once, as at the start.
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

    /// What the app has not reported yet, and what it sends, are lost.
    private mutating func giveUp(on phone: inout Phone) {
        waiting.removeAll()
        reports.cutOff(on: &phone)
    }

    /// Of the event that came last.
    private var cause: Cause {
        let serial = reports.fixCount + waiting.count
        return LocationActivity.location.cause(serial)
    }

    /// The system may tell the app of a significant change.
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

    /// Who is told of a region knows that the phone is in it, or not far from it.
    private static func fix(
        _ event: RegionEvent, _ region: PlacedRegion, _ rules: RegionRules, at time: Instant
    ) -> Fix {
        let reach = event.isEntry ? region.radius : region.radius + rules.distance
        return Fix(time: time, point: region.center, source: .region, accuracy: reach)
    }

    /// What the app reports first: the region that it is in, if it reports regions.
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

    func report(into metrics: inout MetricValues, from world: borrowing World, at horizon: Instant)
    {
        reports.report(into: &metrics, from: world, at: horizon)
        app.report(into: &metrics, from: world)
        if options.alerts { metrics[.alerts] = Double(alertCount) }
    }
}

extension RegionOptions: LocatingOptions {
    var watched: WatchedRegions? { regions }

    func makePolicy() -> any Policy { RegionPolicy(self) }
}
