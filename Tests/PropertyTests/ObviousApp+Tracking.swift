import Kernel

@testable import DeviceModel

/// The standard location service, which all tracking errands of an obvious app share.
struct ObviousTracking {
    enum Source { case nothing, satellites, fromTimeToTime, cells, nowAndThen }

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
            every: all.map(\.step.every).min() ?? .zero, span: first.step.span)
        let spacing = spacing(phone)
        if let now = tracking.asked, now.accuracy == asked.accuracy, now.filter == asked.filter,
            now.every == asked.every, (tracking.source == .nowAndThen) == (spacing != nil)
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
        tracking.source = source(asked, phone, world)
        let rules = phone.system.standardLocation
        if tracking.source == .satellites
            || (rules.keepsRunning && phone.system.timers.runWhileAsleep)
        {
            phone.holdProcessor(cause: tracking.cause)
            tracking.holds = true
        }
        look(on: &phone, in: &world)
        if tracking.source == .satellites {
            phone.startTracking(cause: tracking.cause, in: &world.ground)
        } else if tracking.source == .fromTimeToTime {
            tracking.next = phone.plan(Step.track, at: phone.now + pause(asked, phone))
        }
    }

    /// From one look for a position to the next.
    private func pause(_ asked: RuleTrack, _ phone: borrowing Phone) -> TimeSpan {
        let rules = phone.system.standardLocation
        if tracking.source == .nowAndThen, let seldom = rules.backgroundEvery {
            return max(seldom, asked.every)
        }
        let bySatellites =
            switch asked.accuracy {
            case .best, .bestForNavigation: true
            case .tenMeters: phone.device.wifiScan.map { $0.error > Meters(10) } ?? true
            case .hundredMeters, .kilometer, .threeKilometers: false
            }
        return bySatellites ? asked.every : max(rules.scanEvery, asked.every)
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
        _ asked: RuleTrack, _ phone: borrowing Phone, _ world: borrowing World
    ) -> ObviousTracking.Source {
        let hasCells = phone.hearsCells && world.ground.servingCell != nil
        switch asked.accuracy.firstSource(wifi: phone.device.wifiScan?.error, cells: hasCells) {
        case .gnss:
            guard let long = phone.system.standardLocation.restsBeyond else { return .satellites }
            return asked.every <= long ? .satellites : .fromTimeToTime
        case .wifi: return .fromTimeToTime
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
        if let asked = tracking.asked {
            tracking.next = phone.plan(Step.track, at: phone.now + pause(asked, phone))
        }
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
        guard tracking.isDue, phone.isTracking, let asked = tracking.asked,
            let fix = phone.trackedFix(in: world.ground)
        else { return }
        tracking.isDue = false
        tell(fix, on: &phone, in: &world)
        if tracking.asked == nil { return }
        phone.cancel(tracking.next)
        tracking.next = nil
        var times: [Instant?] = [phone.now + asked.every]
        if asked.filter > .zero {
            times.append(
                DistanceFilter(distance: asked.filter).time(
                    after: phone.now, on: world.ground.itinerary))
        } else {
            times.append(phone.now + TimeSpan(Seconds(1)))
        }
        if !times.contains(nil), let last = times.compactMap({ $0 }).max() {
            tracking.next = phone.plan(Step.track, at: last)
        }
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
        } else if let told = tracking.told {
            let isNear = fix.point.distance(to: told.point) < asked.filter
            if isNear || fix.time < told.time + asked.every { return false }
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
