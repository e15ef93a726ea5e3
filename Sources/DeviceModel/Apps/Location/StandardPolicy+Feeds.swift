import Kernel

/// Where positions come from while updates run.
extension StandardPolicy {
    // MARK: Satellites

    /// Each second's position is delivered, as far as there are satellites.
    var isUnfiltered: Bool { options.distanceFilter == nil }

    /// The receiver has found its satellites, or lost them.
    mutating func satellites(
        _ found: Bool, on phone: inout Phone, in world: borrowing World
    ) {
        guard found else { return seconds.end(at: phone.now) }
        seconds.begin(at: phone.now)
        if options.distanceFilter != nil {
            if isFresh { isDue = true }
            deliverDue(on: &phone, in: world)
        } else if options.deferral == nil {
            uploadTracked(on: &phone, in: world)
        } else if isFresh {
            deliverTracked(on: &phone, in: world)
            release(on: &phone)
            planBatch(on: &phone, in: world)
        }
        isFresh = false
    }

    /// Delivers a position that the filter has passed, if the receiver has it.
    mutating func deliverDue(on phone: inout Phone, in world: borrowing World) {
        guard isDue, phone.isTracking, let distance = options.distanceFilter else { return }
        isDue = false
        deliverTracked(on: &phone, in: world)
        let next = DistanceFilter(distance: distance).time(
            after: phone.now, on: world.ground.itinerary)
        planned = next.map { phone.plan(Step.moved, at: $0) }
    }

    /// Looks at the position of this second, if one is to be uploaded now.
    mutating func uploadTracked(on phone: inout Phone, in world: borrowing World) {
        guard feed == .satellites, isUnfiltered, options.deferral == nil, uploader.isIdle
        else { return }
        deliverTracked(on: &phone, in: world)
    }

    /// Delivers where the receiver says that the phone is, unless the app knows it already.
    mutating func deliverTracked(on phone: inout Phone, in world: borrowing World) {
        guard let fix = phone.trackedFix(in: world.ground) else { return }
        if let delivered, delivered.source == .gnss, fix.time <= delivered.time { return }
        deliver(fix, on: &phone)
    }

    /// Plans when the receiver next hands over what it has kept back.
    mutating func planBatch(on phone: inout Phone, in world: borrowing World) {
        guard let deferral = options.deferral else { return }
        let moved = DistanceFilter(distance: deferral.distance).time(
            after: phone.now, on: world.ground.itinerary)
        let latest = phone.now + deferral.timeout
        planned = phone.plan(Step.batch, at: min(moved ?? latest, latest))
    }

    // MARK: Scans and cells

    mutating func planScan(on phone: inout Phone) {
        planned = phone.plan(
            Step.scan, at: phone.now + phone.system.standardLocation.scanEvery)
    }

    mutating func cellChanged(on phone: inout Phone, in world: inout World) {
        if isPaused {
            guard
                life.wake(
                    for: .significantChange, span: .zero, cause: Self.cause, on: &phone) != nil
            else { return }
            isPaused = false
            start(on: &phone, in: &world)
        } else if feed == .cells {
            phone.requestFix(
                options.accuracy, timeout: options.timeout, cause: Self.cause, in: &world.ground)
        }
    }

    // MARK: Rest

    mutating func planPause(on phone: inout Phone, in world: borrowing World) {
        guard options.pauses, let rule = phone.system.standardLocation.pause,
            let rest = rule.time(
                after: phone.now, on: world.ground.itinerary, until: phone.calendar.horizon)
        else { return }
        plannedPause = phone.plan(Step.pause, at: rest)
    }

    /// The system takes the phone for resting. It tells nothing more until the app asks again.
    mutating func pause(on phone: inout Phone) {
        guard feed != .none else { return }
        stop(on: &phone)
        isPaused = true
        life.suspend(on: &phone)
    }
}

/// How the app lives.
extension StandardPolicy {
    /// What user and phone do. Updates end with the app, but the system goes on telling an app
    /// whose updates are paused of other cells; in front only they run while it is in front.
    mutating func live(
        through notice: Notice, on phone: inout Phone, in world: inout World
    ) {
        switch life.receive(notice, on: &phone) {
        case .opened:
            guard feed == .none else { return }
            isPaused = false
            start(on: &phone, in: &world)
        case .left:
            if options.background == .location { rest(on: &phone) } else { suspend(on: &phone) }
        case .ended:
            stop(on: &phone)
            reports.cutOff(on: &phone)
        case nil: break
        }
    }

    /// Without the location mode updates end with the app's time in front (SR-024).
    mutating func suspend(on phone: inout Phone) {
        stop(on: &phone)
        isPaused = false
        life.suspend(on: &phone)
    }

    /// What became of the app, where the world does anything to it.
    func reportLife(into metrics: inout MetricValues, from world: borrowing World) {
        if world.endsApps { life.report(into: &metrics) }
    }
}

/// Positions that come once a second while there are satellites, counted by when they come and go.
struct SecondCount: Hashable, Sendable {
    private(set) var count = 0
    private var since: Instant?
    /// Of these, how many the app's uploads have told of already.
    var told = 0

    mutating func begin(at time: Instant) { since = time }

    /// The first position came at the beginning, and none comes at the end itself.
    mutating func end(at time: Instant) {
        guard let begin = since else { return }
        since = nil
        count += Int((time - begin).nanoseconds + 999_999_999) / 1_000_000_000
    }
}
