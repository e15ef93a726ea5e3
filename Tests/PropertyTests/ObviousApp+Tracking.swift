import Kernel

@testable import DeviceModel

/// The standard location service, which all tracking errands of an obvious app share.
struct ObviousTracking {
    enum Source { case nothing, satellites, scans, cells, nowAndThen }

    /// The service's current request, or nil if no errand tracks.
    var asked: RuleTrack?
    var source = Source.nothing
    /// The first tracking errand pays.
    var cause = Cause.noActivity
    /// The receiver has not reported any position yet.
    var isFirst = true
    /// The filter distance is passed, but the receiver does not know the position.
    var isDue = false
    var holds = false
    var next: EventKey?
    /// The last position that the app got.
    var told: Fix?
}

// Errands of an obvious app that track the phone.
extension ObviousApp {
    // MARK: Steps

    mutating func track(
        _ place: Int, _ step: RuleTrack, on phone: inout Phone, in world: inout World
    ) {
        errands[place]?.waiting = .track
        errands[place]?.deadline = phone.now + step.span
        later(place, at: phone.now + step.span, on: &phone)
        adjust(on: &phone, in: &world)
        if life.state == .background { letTrack(place, on: &phone) }
    }

    /// In the background the service lets the app run, where it delivers positions all the time.
    mutating func letTrack(_ place: Int, on phone: inout Phone) {
        if isJob(place) { return }
        if tracking.source == .nowAndThen {
            errands[place]?.until = nil
            return
        }
        let keepsRunning =
            tracking.source == .satellites || phone.system.standardLocation.keepsRunning
        if !isKept, mayTrackBehind(phone), keepsRunning { grant(place, .never, on: &phone) }
    }

    mutating func trackIsOver(_ place: Int, on phone: inout Phone, in world: inout World) {
        errands[place]?.waiting = .code
        if !isJob(place) {
            let hasTask = (errands[place]?.tasks ?? 0) > 0
            taskIsDone(place, on: &phone)
            if hasTask, life.state == .background, !isKept {
                grant(place, endOfTask(phone), on: &phone)
                errands[place]?.isForTask = true
            }
        }
        adjust(on: &phone, in: &world)
        next(place, on: &phone, in: &world)
    }

    /// Resumes tracking when the app runs again.
    mutating func trackOn(_ place: Int, on phone: inout Phone, in world: inout World) {
        guard let deadline = errands[place]?.deadline, phone.now < deadline else {
            return trackIsOver(place, on: &phone, in: &world)
        }
        later(place, at: deadline, on: &phone)
        adjust(on: &phone, in: &world)
    }

    func mayTrackBehind(_ phone: borrowing Phone) -> Bool {
        declares.contains(.location) || phone.system.timers.wakesSuspended
    }

    // MARK: The service

    /// All steps that track now.
    private var tracks: [(place: Int, step: RuleTrack)] {
        errands.indices.compactMap { place in
            guard let errand = errands[place], errand.waiting == .track, !errand.standsStill,
                case .step(.track(let step))? = errand.todo.first
            else { return nil }
            return (place, step)
        }
    }

    /// Runs the service by the errands' finest accuracy and filter.
    private mutating func adjust(on phone: inout Phone, in world: inout World) {
        let all = tracks
        guard let first = all.first else { return stopUnasked(on: &phone) }
        let levels = LocationAccuracy.allCases
        let best = levels.first { level in all.contains { $0.step.accuracy == level } }
        let asked = RuleTrack(
            accuracy: best ?? .best, filter: all.map(\.step.filter).min() ?? .zero,
            span: first.step.span)
        let spacing = spacing(phone)
        if let now = tracking.asked, now.accuracy == asked.accuracy, now.filter == asked.filter,
            (tracking.source == .nowAndThen) == (spacing != nil)
        {
            return
        }
        stopTracking(on: &phone)
        tracking.asked = asked
        tracking.cause = cause(first.place)
        (tracking.isFirst, tracking.isDue) = (true, false)
        if let spacing {
            tracking.source = .nowAndThen
            let time = places.last.map { $0 + spacing } ?? phone.now
            tracking.next = phone.plan(Step.track, at: time)
            return
        }
        tracking.source = source(asked.accuracy, phone, world)
        if tracking.source == .satellites || phone.system.standardLocation.keepsRunning {
            phone.holdProcessor(cause: tracking.cause)
            tracking.holds = true
        }
        look(on: &phone, in: &world)
        if tracking.source == .satellites {
            phone.startTracking(cause: tracking.cause, in: &world.ground)
        } else if tracking.source == .scans {
            tracking.next = phone.plan(
                Step.track, at: phone.now + phone.system.standardLocation.scanEvery)
        }
    }

    /// The time between positions of a background app without its own service.
    private func spacing(_ phone: borrowing Phone) -> TimeSpan? {
        if life.isInFront || kept == .location || declares.contains(.location) { return nil }
        return phone.system.standardLocation.backgroundEvery
    }

    /// When a background app may have its next position; `nil`: now.
    func nextPosition(_ phone: borrowing Phone) -> Instant? {
        guard let spacing = spacing(phone), let last = places.last else { return nil }
        return last + spacing
    }

    private func source(
        _ accuracy: LocationAccuracy, _ phone: borrowing Phone, _ world: borrowing World
    ) -> ObviousTracking.Source {
        let hasCells = phone.hearsCells && world.ground.servingCell != nil
        switch accuracy.firstSource(scans: phone.device.wifiScan != nil, cells: hasCells) {
        case .gnss: return .satellites
        case .wifi: return .scans
        case .cell: return .cells
        case .region: return .nothing
        }
    }

    mutating func stopUnasked(on phone: inout Phone) {
        if tracks.isEmpty { stopTracking(on: &phone) }
    }

    private mutating func stopTracking(on phone: inout Phone) {
        if tracking.asked == nil { return }
        if tracking.source == .satellites { phone.stopTracking() }
        let looks = errands.contains { $0?.waiting == .fix && $0?.standsStill == false }
        if !looks { phone.abandonSatelliteRequest() }
        phone.cancel(tracking.next)
        if tracking.holds { phone.releaseProcessor() }
        tracking.source = .nothing
        (tracking.asked, tracking.next, tracking.holds) = (nil, nil, false)
    }

    /// In front positions are not spaced out.
    mutating func adjustToFront(on phone: inout Phone, in world: inout World) {
        if tracking.asked == nil || phone.system.standardLocation.backgroundEvery == nil { return }
        adjust(on: &phone, in: &world)
    }

    // MARK: Positions

    /// Waits up to a minute for the first position.
    private func look(on phone: inout Phone, in world: inout World) {
        guard let asked = tracking.asked else { return }
        phone.requestFix(
            asked.accuracy, timeout: TimeSpan(Seconds(60)), cause: tracking.cause,
            in: &world.ground)
    }

    mutating func trackCame(on phone: inout Phone, in world: inout World) {
        tracking.next = nil
        if tracking.asked == nil { return }
        if tracking.source == .satellites {
            tracking.isDue = true
            return tellTracked(on: &phone, in: &world)
        }
        look(on: &phone, in: &world)
        let rules = phone.system.standardLocation
        let seldom = tracking.source == .nowAndThen ? rules.backgroundEvery : nil
        tracking.next = phone.plan(Step.track, at: phone.now + (seldom ?? rules.scanEvery))
    }

    mutating func otherCell(on phone: inout Phone, in world: inout World) {
        if tracking.source == .cells { look(on: &phone, in: &world) }
    }

    mutating func satellites(_ found: Bool, on phone: inout Phone, in world: inout World) {
        guard found, tracking.source == .satellites else { return }
        if tracking.isFirst { tracking.isDue = true }
        tracking.isFirst = false
        tellTracked(on: &phone, in: &world)
    }

    /// Delivers the receiver's position where the filter allows it.
    private mutating func tellTracked(on phone: inout Phone, in world: inout World) {
        guard tracking.isDue, phone.isTracking, let filter = tracking.asked?.filter,
            let fix = phone.trackedFix(in: world.ground)
        else { return }
        tracking.isDue = false
        tell(fix, on: &phone, in: &world)
        if tracking.asked == nil { return }
        let time = DistanceFilter(distance: filter).time(
            after: phone.now, on: world.ground.itinerary)
        phone.cancel(tracking.next)
        tracking.next = time.map { phone.plan(Step.track, at: $0) }
    }

    /// Handles an answer to the service's request.
    ///
    /// - Returns: Whether the app gets it.
    mutating func tellAnswer(
        _ fix: Fix?, on phone: inout Phone, in world: inout World
    ) -> Bool {
        guard let fix, let asked = tracking.asked else { return false }
        if tracking.source == .satellites {
            // The receiver reports its own.
            if fix.source == .gnss { return false }
        } else if let told = tracking.told, fix.point.distance(to: told.point) < asked.filter {
            return false
        }
        tell(fix, on: &phone, in: &world)
        return true
    }

    private mutating func tell(_ fix: Fix, on phone: inout Phone, in world: inout World) {
        life.wakeForNews(cause: tracking.cause, on: &phone)
        tracking.told = fix
        found(fix, on: &phone, in: &world)
    }
}
