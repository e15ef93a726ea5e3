/// An app that runs Core Location's standard service, and uploads what it gets.
///
/// Unfiltered satellite positions come each second. They are counted in closed form, and only
/// looked at for an upload.
struct StandardPolicy: AppPolicy {
    enum Step: UInt8, AppStep {
        case upload
        /// The phone has moved as far as the filter asks.
        case moved
        case scan, pause, suspend, batch, batchArrives
    }

    enum Feed { case none, satellites, scans, cells }

    static let cause = LocationActivity.location.cause()

    let options: StandardOptions
    var reports = LocationReports()
    var uploader: LocationUploader
    var feed = Feed.none
    var isPaused = false
    var isHolding = false
    var delivered: Fix?
    /// A position has passed the filter, but the receiver lacks it.
    var isDue = false
    var planned: EventKey?
    var isFresh = true
    var seconds = SecondCount()
    /// Runs as long as its updates do, and they end with it.
    var life = AppLife()
    var plannedPause: EventKey?

    init(_ options: StandardOptions) {
        self.options = options
        uploader = LocationUploader(options.uploads, as: options.upload, step: Step.upload)
    }

    // MARK: Beginning and end of updates

    mutating func begin(on phone: inout Phone, in world: inout World) {
        reports.begin(in: world)
        life.begin(on: &phone, running: true)
        if case .foregroundOnly(let span) = options.background {
            _ = phone.plan(Step.suspend, at: phone.now + span)
        }
        start(on: &phone, in: &world)
    }

    mutating func start(on phone: inout Phone, in world: inout World) {
        isFresh = true
        feed = feed(on: phone, in: world)
        if feed == .satellites || phone.system.locatesAwake { hold(on: &phone) }
        phone.requestFix(
            options.accuracy, timeout: options.timeout, cause: Self.cause, in: &world.ground)
        switch feed {
        case .satellites: phone.startTracking(cause: Self.cause, in: &world.ground)
        case .scans: planScan(on: &phone)
        case .cells, .none: break
        }
        planPause(on: &phone, in: world)
        rest(on: &phone)
    }

    /// Suspends an app woken only for news; a position each second leaves no time for that.
    mutating func rest(on phone: inout Phone) {
        if !isHolding && options.deferral == nil { life.suspend(on: &phone) }
    }

    private func feed(on phone: borrowing Phone, in world: borrowing World) -> Feed {
        switch phone.firstSource(options.accuracy, in: world.ground) {
        case .gnss: .satellites
        case .wifi: .scans
        case .cell: .cells
        case .region: .none
        }
    }

    mutating func stop(on phone: inout Phone) {
        if phone.isTracking { seconds.end(at: phone.now) }
        phone.stopTracking()
        phone.abandonSatelliteRequest()
        phone.cancel(&planned)
        phone.cancel(&plannedPause)
        (isDue, feed) = (false, .none)
        uploader.stop(&reports, on: &phone)
        release(on: &phone)
    }

    private mutating func hold(on phone: inout Phone) {
        if !isHolding { phone.holdProcessor(cause: Self.cause) }
        isHolding = true
    }

    mutating func release(on phone: inout Phone) {
        if isHolding { phone.releaseProcessor() }
        isHolding = false
    }

    // MARK: What happens

    mutating func receive(_ notice: Notice, on phone: inout Phone, in world: inout World) {
        switch notice {
        case .own(.planned(let ticket)): receive(Step(ticket), on: &phone, in: &world)
        case .location(.located):
            if feed != .none, let fix = phone.located { located(fix, on: &phone, in: world) }
        case .location(.satellites(let found)): satellites(found, on: &phone, in: world)
        case .location(.cellChanged): cellChanged(on: &phone, in: &world)
        case .own(.transferEnded): reports.uploadEnded(at: phone.now)
        case .user, .phone: live(through: notice, on: &phone, in: &world)
        case .network: break
        }
    }

    private mutating func receive(_ step: Step, on phone: inout Phone, in world: inout World) {
        switch step {
        case .upload:
            uploader.due(runs: life.runs, &reports, on: &phone)
            uploadTracked(on: &phone, in: world)
        case .moved:
            planned = nil
            isDue = true
            deliverDue(on: &phone, in: world)
        case .scan:
            phone.requestFix(
                options.accuracy, timeout: options.timeout, cause: Self.cause, in: &world.ground)
            planScan(on: &phone)
        case .pause:
            plannedPause = nil
            pause(on: &phone)
        case .suspend: if !life.isInFront { suspend(on: &phone) }
        case .batch:
            let start = phone.wake(for: .zero, cause: Self.cause)
            planned = phone.plan(Step.batchArrives, at: start)
        case .batchArrives:
            deliverTracked(on: &phone, in: world)
            planBatch(on: &phone, in: world)
        }
    }

    private mutating func located(_ fix: Fix, on phone: inout Phone, in world: borrowing World) {
        if feed == .satellites {
            // The receiver reports positions from satellites itself.
            if fix.source != .gnss { deliver(fix, on: &phone) }
            return
        }
        if let filter = options.distanceFilter, let delivered,
            fix.point.distance(to: delivered.point) < filter
        {
            return
        }
        deliver(fix, on: &phone)
    }

    mutating func deliver(_ fix: Fix, on phone: inout Phone) {
        life.wakeForNews(cause: Self.cause, on: &phone)
        delivered = fix
        if isUnfiltered && fix.source == .gnss { seconds.told += 1 }
        uploader.receive(fix, &reports, on: &phone)
        rest(on: &phone)
    }

    func report(into metrics: inout MetricValues, in world: borrowing World, at horizon: Instant) {
        var (reports, seconds) = (reports, seconds)
        seconds.end(at: horizon)
        if uploader.isHolding { reports.receive(1) }
        if isUnfiltered { reports.receive(max(0, seconds.count - seconds.told)) }
        reports.report(into: &metrics, in: world, at: horizon)
        reportLife(into: &metrics, from: world)
    }
}
