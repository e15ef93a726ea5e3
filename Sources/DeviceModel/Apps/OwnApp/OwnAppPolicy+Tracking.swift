/// The standard location service, shared by all errands of one app.
struct RuleTracking: Sendable {
    enum Feed {
        case none, satellites, cells
        /// The phone looks for a position at intervals.
        case looks
        /// Occasional positions, as some systems grant in the background.
        case seldom
    }

    /// `nil` if no errand tracks.
    fileprivate(set) var wanted: RuleTrack?
    fileprivate var feed = Feed.none
    /// Whether no satellites were found since tracking began.
    fileprivate var isFresh = true
    /// Whether a position has passed the filter, but the receiver lacks it yet.
    fileprivate var isDue = false
    fileprivate var isHolding = false
    fileprivate var planned: EventKey?
    fileprivate var told: Fix?
    fileprivate var cause = Cause.noActivity
    var mayBehind = false

    /// How long the first position waits for satellites; an assumption, as in `standard`.
    fileprivate static let patience = TimeSpan(Seconds(60))
}

extension OwnAppPolicy {
    // MARK: Beginning and end

    mutating func beginTrack(
        _ errand: Int, _ track: RuleTrack, on phone: inout Phone, in world: inout World
    ) {
        errands[errand].wait = .track
        errands[errand].deadline = phone.now + track.span
        resume(errand, at: errands[errand].deadline, on: &phone)
        retrack(on: &phone, in: &world)
        if life.state == .background { letTrack(errand, on: &phone) }
    }

    /// The system runs a tracking app as long as it tracks; a job keeps its own time.
    mutating func letTrack(_ errand: Int, on phone: inout Phone) {
        let rules = phone.system.standardLocation
        // The app is woken for each position, and needs no time in between.
        if tracking.feed == .seldom, !isJob(Int(errands[errand].rule)) {
            return takeBackGrant(errand)
        }
        guard !isKept, tracking.mayBehind, !isJob(Int(errands[errand].rule)),
            tracking.feed == .satellites || rules.keepsRunning
        else { return }
        grant(errand, until: .never, on: &phone)
    }

    mutating func trackEnded(_ errand: Int, on phone: inout Phone, in world: inout World) {
        errands[errand].wait = .code
        endGrant(errand, on: &phone)
        retrack(on: &phone, in: &world)
        goToNext(errand, on: &phone, in: &world)
    }

    mutating func stopTracking(_ errand: Int, on phone: inout Phone) {
        unplan(errand, on: &phone)
        errands[errand].isFrozen = true
        settleTracking(on: &phone)
    }

    mutating func trackOn(_ errand: Int, on phone: inout Phone, in world: inout World) {
        guard phone.now < errands[errand].deadline else {
            return trackEnded(errand, on: &phone, in: &world)
        }
        resume(errand, at: errands[errand].deadline, on: &phone)
        retrack(on: &phone, in: &world)
    }

    /// The best accuracy and the least spacing asked for, and the first errand.
    private var wantedTrack: (track: RuleTrack, errand: Int)? {
        var wanted: (track: RuleTrack, errand: Int)?
        for errand in errands.indices {
            guard errands[errand].isActive, errands[errand].wait == .track,
                !errands[errand].isFrozen,
                case .track(let track) = program.code[Int(errands[errand].place)]
            else { continue }
            guard var all = wanted else {
                wanted = (track, errand)
                continue
            }
            all.track.filter = min(all.track.filter, track.filter)
            all.track.every = min(all.track.every, track.every)
            if track.accuracy.isBetter(than: all.track.accuracy) {
                all.track.accuracy = track.accuracy
            }
            wanted = all
        }
        return wanted
    }

    mutating func settleTracking(on phone: inout Phone) {
        if tracking.wanted != nil, wantedTrack == nil { stopFeed(on: &phone) }
    }

    private mutating func retrack(on phone: inout Phone, in world: inout World) {
        guard let (track, errand) = wantedTrack else { return settleTracking(on: &phone) }
        let seldom = seldom(on: phone)
        if let now = tracking.wanted, now.accuracy == track.accuracy, now.filter == track.filter,
            now.every == track.every, (seldom != nil) == (tracking.feed == .seldom)
        {
            return
        }
        stopFeed(on: &phone)
        tracking.wanted = track
        tracking.cause = cause(errand)
        tracking.feed = seldom != nil ? .seldom : feed(track, on: phone, in: world)
        (tracking.isFresh, tracking.isDue) = (true, false)
        if let seldom {
            let next = lastFix.map { $0 + seldom } ?? phone.now
            tracking.planned = phone.plan(RuleTicket.track, at: next)
            return
        }
        if tracking.feed == .satellites || phone.system.locatesAwake {
            tracking.isHolding = true
            phone.holdProcessor(cause: tracking.cause)
        }
        ask(track, on: &phone, in: &world)
        switch tracking.feed {
        case .satellites: phone.startTracking(cause: tracking.cause, in: &world.ground)
        case .looks: planLook(on: &phone, in: world)
        case .cells, .none, .seldom: break
        }
    }

    /// The least time between background positions without a location service (AM-209, AM-211).
    func seldom(on phone: borrowing Phone) -> TimeSpan? {
        guard !life.isInFront, kept != .location, !declares.contains(.location) else { return nil }
        return phone.system.standardLocation.backgroundEvery
    }

    /// Positions may come less often in the background.
    mutating func followFront(on phone: inout Phone, in world: inout World) {
        guard tracking.wanted != nil, phone.system.standardLocation.backgroundEvery != nil
        else { return }
        retrack(on: &phone, in: &world)
    }

    private func feed(
        _ track: RuleTrack, on phone: borrowing Phone, in world: borrowing World
    ) -> RuleTracking.Feed {
        let rests = phone.system.standardLocation.restsBeyond.map { track.every > $0 } ?? false
        return switch phone.firstSource(track.accuracy, in: world.ground) {
        case .gnss: rests ? .looks : .satellites
        case .wifi: .looks
        case .cell: .cells
        case .region: .none
        }
    }

    private mutating func stopFeed(on phone: inout Phone) {
        guard tracking.wanted != nil else { return }
        if tracking.feed == .satellites { phone.stopTracking() }
        if !isLooking { phone.abandonSatelliteRequest() }
        phone.cancel(tracking.planned)
        if tracking.isHolding { phone.releaseProcessor() }
        (tracking.planned, tracking.wanted, tracking.isHolding) = (nil, nil, false)
        tracking.feed = .none
    }

    // MARK: Positions

    private func ask(_ track: RuleTrack, on phone: inout Phone, in world: inout World) {
        phone.requestFix(
            track.accuracy, timeout: RuleTracking.patience, cause: tracking.cause,
            in: &world.ground)
    }

    private mutating func planLook(on phone: inout Phone, in world: borrowing World) {
        guard let track = tracking.wanted else { return }
        let rules = phone.system.standardLocation
        let isByReceiver = phone.firstSource(track.accuracy, in: world.ground) == .gnss
        let least = isByReceiver ? .zero : rules.scanEvery
        let seldom = tracking.feed == .seldom ? rules.backgroundEvery : nil
        tracking.planned = phone.plan(
            RuleTicket.track, at: phone.now + max(seldom ?? least, track.every))
    }

    /// - Returns: Whether the app was told of the fix.
    mutating func trackLocated(_ fix: Fix?, on phone: inout Phone, in world: inout World) -> Bool {
        guard let fix, let track = tracking.wanted else { return false }
        // The receiver reports positions from satellites itself.
        if tracking.feed == .satellites && fix.source == .gnss { return false }
        if tracking.feed != .satellites, let told = tracking.told,
            fix.point.distance(to: told.point) < track.filter || fix.time - told.time < track.every
        {
            return false
        }
        tell(fix, on: &phone, in: &world)
        return true
    }

    mutating func trackSatellites(_ found: Bool, on phone: inout Phone, in world: inout World) {
        guard found, tracking.feed == .satellites else { return }
        if tracking.isFresh { tracking.isDue = true }
        tracking.isFresh = false
        tellDue(on: &phone, in: &world)
    }

    /// A scan is due, or the phone has moved as far as the filter asks.
    mutating func trackDue(on phone: inout Phone, in world: inout World) {
        tracking.planned = nil
        guard let track = tracking.wanted else { return }
        guard tracking.feed == .satellites else {
            ask(track, on: &phone, in: &world)
            return planLook(on: &phone, in: world)
        }
        tracking.isDue = true
        tellDue(on: &phone, in: &world)
    }

    mutating func trackCell(on phone: inout Phone, in world: inout World) {
        guard tracking.feed == .cells, let track = tracking.wanted else { return }
        ask(track, on: &phone, in: &world)
    }

    private mutating func tellDue(on phone: inout Phone, in world: inout World) {
        guard tracking.isDue, phone.isTracking, let track = tracking.wanted,
            let fix = phone.trackedFix(in: world.ground)
        else { return }
        tracking.isDue = false
        tell(fix, on: &phone, in: &world)
        guard tracking.wanted != nil else { return }
        let next = track.next(after: phone.now, on: world.ground.itinerary)
        phone.cancel(tracking.planned)
        tracking.planned = next.map { phone.plan(RuleTicket.track, at: $0) }
    }

    private mutating func tell(_ fix: Fix, on phone: inout Phone, in world: inout World) {
        life.wakeForNews(cause: tracking.cause, on: &phone)
        tracking.told = fix
        found(fix, on: &phone, in: &world)
    }

    /// Any position of the app counts for rules that wait for a move.
    mutating func found(_ fix: Fix, on phone: inout Phone, in world: inout World) {
        fixCount += 1
        lastFix = phone.now
        guard program.uses.moves else { return }
        for rule in program.rules.indices {
            guard case .moved(let distance) = program.rules[rule].trigger else { continue }
            guard let place = states[rule].place else {
                states[rule].place = fix.point
                continue
            }
            guard fix.point.distance(to: place) >= distance else { continue }
            states[rule].place = fix.point
            come(rule, .code, on: &phone, in: &world)
        }
    }
}

extension RuleTrack {
    /// When the receiver, which has a position each second, reports the next one; `nil`: never.
    fileprivate func next(after time: Instant, on itinerary: Itinerary) -> Instant? {
        guard filter > .zero else { return time + max(every, TimeSpan(Seconds(1))) }
        let moved = DistanceFilter(distance: filter).time(after: time, on: itinerary)
        return moved.map { max($0, time + every) }
    }
}

extension LocationAccuracy {
    fileprivate func isBetter(than other: LocationAccuracy) -> Bool {
        let all = Self.allCases
        return (all.firstIndex(of: self) ?? 0) < (all.firstIndex(of: other) ?? 0)
    }
}
