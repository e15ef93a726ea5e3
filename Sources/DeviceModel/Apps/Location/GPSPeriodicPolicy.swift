import EventKernel
import Quantities

/// A tracker that looks for its position now and then.
///
/// No timer wakes a suspended app in iOS. Between positions such an app keeps the location service
/// running at its coarsest, so as not to be suspended: the receiver is off, but the processor is
/// awake. Where a system lets timers wake apps, it sleeps.
struct GPSPeriodicPolicy: Policy {
    private enum Step: UInt8, AppStep {
        case search
        case upload
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
        uploader = LocationUploader(options.uploads, as: options.upload, step: Step.upload)
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
        LocationActivity.location.cause(searches)
    }

    mutating func receive(_ notice: Notice, on phone: inout Phone, in world: inout World) {
        switch notice {
        case .own(.planned(let step)) where step == Step.search: search(on: &phone, in: &world)
        case .own(.planned): uploader.due(&reports, on: &phone)
        case .location(.located):
            if life.runs, let fix = phone.located { uploader.receive(fix, &reports, on: &phone) }
        case .own(.transferEnded): reports.uploadEnded(at: phone.now)
        case .user, .phone:
            switch life.receive(notice, on: &phone) {
            case .opened(launched: true): start(on: &phone, in: &world)
            case .ended: stop(on: &phone)
            case .opened, .left, nil: break
            }
        case .location, .network: break
        }
    }

    private mutating func search(on phone: inout Phone, in world: inout World) {
        searches += 1
        phone.requestFix(
            options.accuracy, timeout: options.timeout, cause: cause, in: &world.ground)
        nextSearch = phone.plan(Step.search, at: phone.now + options.every)
    }

    func report(into metrics: inout MetricValues, from world: borrowing World, at horizon: Instant)
    {
        var reports = reports
        if uploader.isHolding { reports.receive(1) }
        reports.report(into: &metrics, from: world, at: horizon)
        if world.endsApps { life.report(into: &metrics) }
    }
}

extension GPSPeriodicOptions: LocatingOptions {
    func makePolicy() -> any Policy { GPSPeriodicPolicy(self) }
}

extension PolicyOptions {
    /// A tracker that looks for its position now and then.
    public static func gpsPeriodic(_ options: GPSPeriodicOptions) -> PolicyOptions {
        PolicyOptions(options)
    }
}
