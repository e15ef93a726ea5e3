import EventKernel
import Quantities

/// A tracker that looks for its position now and then.
///
/// No timer wakes a suspended app in iOS. Between positions such an app keeps the location service
/// running at its coarsest, so as not to be suspended: the receiver is off, but the processor is
/// awake. Where a system lets timers wake apps, it sleeps.
struct GPSPeriodicPolicy: Policy {
    static let activities = ["location", "location upload"]

    private enum Number {
        static let search: Int32 = 0
        static let upload: Int32 = 1
    }

    private let options: GPSPeriodicOptions
    private var reports = LocationReports()
    private var uploader: LocationUploader
    private var searches = 0
    private var life = AppLife()
    private var isHolding = false
    private var nextSearch: EventKey?

    init(_ options: GPSPeriodicOptions) {
        self.options = options
        uploader = LocationUploader(options.uploads, as: options.upload, number: Number.upload)
    }

    mutating func begin(on phone: inout Phone, in world: inout World) {
        reports.begin(in: world)
        life.begin(on: phone, running: true)
        start(on: &phone, in: &world)
    }

    private mutating func start(on phone: inout Phone, in world: inout World) {
        isHolding = !phone.system.standardLocation.wakesByTimer
        if isHolding { phone.holdProcessor(cause: cause) }
        search(on: &phone, in: &world)
    }

    /// The app ends, and its timers with it.
    private mutating func stop(on phone: inout Phone) {
        phone.cancel(nextSearch)
        phone.abandonSatelliteRequest()
        uploader.stop(&reports, on: &phone)
        if isHolding { phone.releaseProcessor() }
        (nextSearch, isHolding) = (nil, false)
    }

    private var cause: Cause {
        Cause(activity: LedgerPlan.firstPolicyActivity, serial: searches)
    }

    mutating func receive(_ notice: Notice, on phone: inout Phone, in world: inout World) {
        switch notice {
        case .planned(Number.search): search(on: &phone, in: &world)
        case .planned: uploader.due(&reports, on: &phone)
        case .located:
            if life.runs, let fix = phone.located { uploader.receive(fix, &reports, on: &phone) }
        case .transferEnded: reports.uploadEnded(at: phone.now)
        case .user, .phone:
            switch life.receive(notice, on: &phone) {
            case .opened(launched: true): start(on: &phone, in: &world)
            case .ended: stop(on: &phone)
            case .opened, .left, nil: break
            }
        case .otherWork, .networkChanged, .incomingCall, .phoneCallBegan, .phoneCallEnded,
            .cellChanged, .satellites, .message, .outbox:
            break
        }
    }

    private mutating func search(on phone: inout Phone, in world: inout World) {
        searches += 1
        phone.requestFix(
            options.accuracy, timeout: options.timeout, cause: cause, in: &world)
        nextSearch = phone.plan(Number.search, at: phone.now + options.every)
    }

    func report(into metrics: inout MetricValues, from world: borrowing World, at horizon: Instant)
    {
        var reports = reports
        if uploader.isHolding { reports.receive(1) }
        reports.report(into: &metrics, from: world, at: horizon)
        if world.endsApps { life.report(into: &metrics) }
    }
}
