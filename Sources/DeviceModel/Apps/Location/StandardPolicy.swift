import EventKernel
import Quantities

/// An app that runs Core Location's standard service, and uploads what it is told.
///
/// With satellites and no filter it is told a position each second. These are counted in closed
/// form: one is looked at when it is uploaded.
struct StandardPolicy: Policy {
    static let activities = ["location", "location upload"]

    enum Number {
        static let upload: Int32 = 0
        /// The phone has moved as far as the filter asks.
        static let moved: Int32 = 1
        static let scan: Int32 = 2
        static let pause: Int32 = 3
        static let suspend: Int32 = 4
        static let batch: Int32 = 5
        static let batchArrives: Int32 = 6
    }

    /// What brings positions while updates run.
    enum Feed { case none, satellites, scans, cells }

    static let cause = Cause(activity: LedgerPlan.firstPolicyActivity, serial: 0)

    let options: StandardOptions
    var reports = LocationReports()
    var uploader: LocationUploader
    var feed = Feed.none
    var isPaused = false
    /// Whether it keeps the processor awake.
    var isHolding = false
    /// What the app was told last, and where the phone was then.
    var delivered: Fix?
    /// The filter has passed a position that the receiver does not have yet.
    var isDue = false
    var planned: EventKey?
    /// The receiver has not found its satellites yet since updates began.
    var isFresh = true
    var seconds = SecondCount()
    /// The app runs as long as updates do, and these end with it.
    var life = AppLife()
    var plannedPause: EventKey?

    init(_ options: StandardOptions) {
        self.options = options
        uploader = LocationUploader(options.uploads, as: options.upload, number: Number.upload)
    }

    // MARK: Beginning and end of updates

    mutating func begin(on phone: inout Phone, in world: inout World) {
        reports.begin(in: world)
        life.begin(on: phone, running: true)
        if case .foregroundOnly(let span) = options.background {
            _ = phone.plan(Number.suspend, at: phone.now + span)
        }
        start(on: &phone, in: &world)
    }

    mutating func start(on phone: inout Phone, in world: inout World) {
        isFresh = true
        hold(on: &phone)
        phone.requestFix(
            options.accuracy, timeout: options.timeout, cause: Self.cause, in: &world)
        feed = feed(on: phone, in: world)
        switch feed {
        case .satellites: phone.startTracking(cause: Self.cause, in: &world)
        case .scans: planScan(on: &phone)
        case .cells, .none: break
        }
        planPause(on: &phone, in: world)
    }

    private func feed(on phone: borrowing Phone, in world: borrowing World) -> Feed {
        switch options.accuracy.firstSource(
            scans: phone.device.wifiScan != nil,
            cells: phone.hearsCells && world.servingCell != nil)
        {
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
        phone.cancel(planned)
        phone.cancel(plannedPause)
        (planned, plannedPause, isDue, feed) = (nil, nil, false, .none)
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
        case .planned(let number): receive(number, on: &phone, in: &world)
        case .located:
            if feed != .none, let fix = phone.located { located(fix, on: &phone, in: world) }
        case .satellites(let found): satellites(found, on: &phone, in: world)
        case .cellChanged: cellChanged(on: &phone, in: &world)
        case .transferEnded: reports.uploadEnded(at: phone.now)
        case .user, .phone: live(through: notice, on: &phone, in: &world)
        case .otherWork, .networkChanged, .incomingCall, .phoneCallBegan, .phoneCallEnded,
            .message, .outbox:
            break
        }
    }

    private mutating func receive(
        _ number: Int32, on phone: inout Phone, in world: inout World
    ) {
        switch number {
        case Number.upload:
            uploader.due(&reports, on: &phone)
            uploadTracked(on: &phone, in: world)
        case Number.moved:
            planned = nil
            isDue = true
            deliverDue(on: &phone, in: world)
        case Number.scan:
            phone.requestFix(
                options.accuracy, timeout: options.timeout, cause: Self.cause, in: &world)
            planScan(on: &phone)
        case Number.pause:
            plannedPause = nil
            pause(on: &phone)
        case Number.suspend: if !life.isInFront { suspend(on: &phone) }
        case Number.batch:
            let start = phone.wake(for: .zero, cause: Self.cause)
            planned = phone.plan(Number.batchArrives, at: start)
        default:
            deliverTracked(on: &phone, in: world)
            planBatch(on: &phone, in: world)
        }
    }

    /// The answer to a request: the first position, a scan's or a cell's.
    private mutating func located(
        _ fix: Fix, on phone: inout Phone, in world: borrowing World
    ) {
        if feed == .satellites {
            // What satellites found is told when the receiver says so.
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
        delivered = fix
        if isUnfiltered && fix.source == .gnss { seconds.told += 1 }
        uploader.receive(fix, &reports, on: &phone)
    }

    func report(into metrics: inout MetricValues, from world: borrowing World, at horizon: Instant)
    {
        var (reports, seconds) = (reports, seconds)
        seconds.end(at: horizon)
        if uploader.isHolding { reports.receive(1) }
        if isUnfiltered { reports.receive(max(0, seconds.count - seconds.told)) }
        reports.report(into: &metrics, from: world, at: horizon)
        reportLife(into: &metrics, from: world)
    }
}
