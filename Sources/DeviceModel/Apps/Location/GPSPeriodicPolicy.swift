/// A tracker that looks for its position at intervals.
///
/// On iOS no timer wakes a suspended app, so it keeps the location service running at its coarsest:
/// receiver off, processor awake. Where timers wake apps, it sleeps. Where the system wakes
/// location apps only for news, it is suspended and looks at the first new cell after its time.
struct GPSPeriodicPolicy: AppPolicy {
    private enum Step: UInt8, AppStep { case search, upload }

    private let options: GPSPeriodicOptions
    private var reports = LocationReports()
    private var uploader: LocationUploader
    private var searches = 0
    private(set) var life = AppLife()
    private var isHolding = false
    private var nextSearch: EventKey?
    /// The app is suspended although a search is due.
    private var isDue = false

    init(_ options: GPSPeriodicOptions) {
        self.options = options
        uploader = LocationUploader(options.uploads, as: options.upload, step: Step.upload)
    }

    mutating func begin(on phone: inout Phone, in world: inout World) {
        reports.begin(in: world)
        life.begin(on: &phone, running: true)
        start(on: &phone, in: &world)
    }

    private mutating func start(on phone: inout Phone, in world: inout World) {
        let rules = phone.system.standardLocation
        isHolding = rules.keepsRunning && !rules.wakesByTimer
        if isHolding { phone.holdProcessor(cause: cause) }
        search(on: &phone, in: &world)
    }

    private mutating func stop(on phone: inout Phone) {
        phone.cancel(nextSearch)
        phone.abandonSatelliteRequest()
        uploader.stop(&reports, on: &phone)
        if isHolding { phone.releaseProcessor() }
        (nextSearch, isHolding, isDue) = (nil, false, false)
    }

    private var cause: Cause { LocationActivity.location.cause(searches) }

    mutating func receive(_ notice: Notice, on phone: inout Phone, in world: inout World) {
        switch notice {
        case .own(.planned(let step)) where step == Step.search:
            nextSearch = nil
            isDue = true
            if life.runs || phone.system.standardLocation.wakesByTimer {
                search(on: &phone, in: &world)
            }
        case .own(.planned):
            let runs = life.runs || phone.system.standardLocation.wakesByTimer
            uploader.due(runs: runs, &reports, on: &phone)
        case .location(.located):
            if life.runs, let fix = phone.located { uploader.receive(fix, &reports, on: &phone) }
            rest(on: &phone)
        case .location(.cellChanged): if isDue { search(on: &phone, in: &world) }
        case .own(.transferEnded): reports.uploadEnded(at: phone.now)
        case .user, .phone:
            switch life.receive(notice, on: &phone) {
            case .opened(launched: true): start(on: &phone, in: &world)
            case .opened(launched: false): if isDue { search(on: &phone, in: &world) }
            case .left: if nextSearch != nil { rest(on: &phone) }
            case .ended:
                stop(on: &phone)
                reports.cutOff(on: &phone)
            case nil: break
            }
        case .location, .network: break
        }
    }

    private mutating func search(on phone: inout Phone, in world: inout World) {
        searches += 1
        isDue = false
        life.wakeForNews(cause: cause, on: &phone)
        phone.requestFix(
            options.accuracy, timeout: options.timeout, cause: cause, in: &world.ground)
        nextSearch = phone.plan(Step.search, at: phone.now + options.every)
    }

    private mutating func rest(on phone: inout Phone) {
        if !isHolding && !phone.system.standardLocation.wakesByTimer { life.suspend(on: &phone) }
    }

    func report(into metrics: inout MetricValues, in world: borrowing World, at horizon: Instant) {
        var reports = reports
        if uploader.isHolding { reports.receive(1) }
        reports.report(into: &metrics, in: world, at: horizon)
        if world.endsApps { life.report(into: &metrics) }
    }
}
