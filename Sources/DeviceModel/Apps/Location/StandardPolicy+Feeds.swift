extension StandardPolicy {
    /// Each second's position is delivered while there are satellites.
    var isUnfiltered: Bool { options.distanceFilter == nil }

    mutating func satellites(_ found: Bool, on phone: inout Phone, in world: borrowing World) {
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

    mutating func deliverDue(on phone: inout Phone, in world: borrowing World) {
        guard isDue, phone.isTracking, let distance = options.distanceFilter else { return }
        isDue = false
        deliverTracked(on: &phone, in: world)
        let next = DistanceFilter(distance: distance).time(
            after: phone.now, on: world.ground.itinerary)
        planned = next.map { phone.plan(Step.moved, at: $0) }
    }

    mutating func uploadTracked(on phone: inout Phone, in world: borrowing World) {
        guard feed == .satellites, isUnfiltered, options.deferral == nil, uploader.isIdle
        else { return }
        deliverTracked(on: &phone, in: world)
    }

    mutating func deliverTracked(on phone: inout Phone, in world: borrowing World) {
        guard let fix = phone.trackedFix(in: world.ground) else { return }
        if let delivered, delivered.source == .gnss, fix.time <= delivered.time { return }
        deliver(fix, on: &phone)
    }

    mutating func planBatch(on phone: inout Phone, in world: borrowing World) {
        guard let deferral = options.deferral else { return }
        let moved = DistanceFilter(distance: deferral.distance).time(
            after: phone.now, on: world.ground.itinerary)
        let latest = phone.now + deferral.timeout
        planned = phone.plan(Step.batch, at: min(moved ?? latest, latest))
    }

    mutating func planScan(on phone: inout Phone) {
        planned = phone.plan(Step.scan, at: phone.now + phone.system.standardLocation.scanEvery)
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

    mutating func planPause(on phone: inout Phone, in world: borrowing World) {
        guard options.pauses, let rule = phone.system.standardLocation.pause,
            let rest = rule.time(
                after: phone.now, on: world.ground.itinerary, until: phone.calendar.horizon)
        else { return }
        plannedPause = phone.plan(Step.pause, at: rest)
    }

    /// The system reports nothing until the app asks again.
    mutating func pause(on phone: inout Phone) {
        guard feed != .none else { return }
        stop(on: &phone)
        isPaused = true
        life.suspend(on: &phone)
    }

    /// A paused app is told of new cells even after its end; foreground-only updates run only in
    /// front.
    mutating func live(through notice: Notice, on phone: inout Phone, in world: inout World) {
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

    /// Without the location mode, updates end with the app's time in front (SR-024).
    mutating func suspend(on phone: inout Phone) {
        stop(on: &phone)
        isPaused = false
        life.suspend(on: &phone)
    }

    func reportLife(into metrics: inout MetricValues, from world: borrowing World) {
        if world.endsApps { life.report(into: &metrics) }
    }
}

/// Counts positions that come once a second while there are satellites, by their start and end.
struct SecondCount: Hashable, Sendable {
    private(set) var count = 0
    private var since: Instant?
    /// The number of them that uploads have reported.
    var told = 0

    mutating func begin(at time: Instant) { since = time }

    /// The first position comes at the start, none at the very end.
    mutating func end(at time: Instant) {
        guard let begin = since else { return }
        since = nil
        count += Int((time - begin).nanoseconds + 999_999_999) / 1_000_000_000
    }
}
