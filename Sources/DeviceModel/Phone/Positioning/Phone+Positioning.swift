import EventKernel
import Quantities

/// Finding the position: what a policy may ask for.
extension Phone {
    /// Looks for one position and then lets go of everything that was needed for it.
    ///
    /// The sources of the accuracy are tried in turn; of satellites it is waited for `timeout` at
    /// most. The processor is awake meanwhile. The app is told when ``located`` is
    /// there. Who asks while another request is pending is answered with that.
    ///
    /// - Parameters:
    ///   - accuracy: which sources will do.
    ///   - timeout: greater than zero.
    ///   - cause: whom everything is booked to.
    ///   - ground: where the phone is.
    mutating func requestFix(
        _ accuracy: LocationAccuracy, timeout: TimeSpan, cause: Cause, in ground: inout Ground
    ) {
        guard positioning.request == nil else { return }
        let cause = app.cause(cause)
        let slot = app
        // What follows is the phone's own doing, with a cause as the ledger has it.
        app = .only
        defer { app = slot }
        holdProcessor(cause: cause)
        positioning.request = Positioning.Request(
            accuracy: accuracy, timeout: timeout, cause: cause)
        if tryNextSource(in: &ground) {
            calendar.schedule(.positioning(.answered), at: now, priority: .completion)
        }
    }

    /// Gives up a request that waits for satellites: whoever made it waits no longer, and is told
    /// nothing. A scan that has begun goes on, and is answered.
    mutating func abandonSatelliteRequest() {
        guard isAwaitingSatellites else { return }
        _ = release()
        if positioning.keeper == nil { switchOff() }
    }

    /// The answer to the last request; `nil`: no source had a position.
    var located: Fix? { positioning.answer }

    /// Keeps the satellite receiver on until ``stopTracking()``. The policy is told
    /// ``Notice/satellites(_:)`` when it has found them, and each time that it loses or finds them
    /// again.
    ///
    /// - Parameters:
    ///   - cause: whom the receiver and its downloads are booked to.
    ///   - ground: where the phone is.
    mutating func startTracking(cause: Cause, in ground: inout Ground) {
        guard positioning.keeper == nil else { return }
        let cause = app.cause(cause)
        let slot = app
        app = .only
        defer { app = slot }
        positioning.keeper = cause
        if positioning.receiver != .searching { seek(cause: cause, in: &ground) }
    }

    /// Lets go of the receiver.
    mutating func stopTracking() {
        guard positioning.keeper != nil else { return }
        positioning.keeper = nil
        if !isAwaitingSatellites { switchOff() }
    }

    /// Whether the receiver has satellites just now and is kept on.
    var isTracking: Bool { positioning.receiver == .tracking }

    /// Where the receiver that is kept on says the phone is: now, or when it last had satellites;
    /// `nil` before its first fix.
    func trackedFix(in ground: borrowing Ground) -> Fix? {
        let time = isTracking ? now : positioning.lastTracked
        return time.map { ground.satelliteFix(at: $0, error: device.gnss.error) }
    }
}

/// What happens meanwhile.
extension Phone {
    /// Goes on with a step that was planned.
    mutating func positioning(_ step: PositioningStep, in ground: inout Ground)
        -> PositioningOutcome
    {
        settle(to: now)
        switch step {
        case .acquired: return acquired(in: &ground)
        case .skyChanged: return skyChanged(in: &ground)
        case .lingered:
            positioning.receiver = .off
            positioning.step = nil
            ledger.change(to: lines.gnss.off, cause: .nobody, at: now)
            return .none
        case .gaveUp:
            positioning.timeout = nil
            if positioning.keeper == nil { switchOff() }
            return goOn(in: &ground)
        case .scanned: return scanned(in: &ground)
        case .answered: return PositioningOutcome(isAnswered: release())
        }
    }

    /// Goes on after a transfer of the positioning's own has ended.
    ///
    /// - Parameter ticket: of one of ``Positioning/Awaited``.
    mutating func positioningTransferEnded(
        _ ticket: Ticket, in ground: inout Ground
    ) -> PositioningOutcome {
        settle(to: now)
        if ticket == Positioning.Awaited.assisted {
            positioning.isDownloading = false
            positioning.knowledge.assist(at: now)
            if positioning.receiver == .searching { awaitSatellites(in: &ground) }
            return .none
        }
        guard let scan = device.wifiScan else { return goOn(in: &ground) }
        positioning.districts.learn(ground.itinerary.point(at: now), side: scan.district)
        return locateByAccessPoints(scan, in: &ground)
    }

    private mutating func locateByAccessPoints(
        _ scan: WiFiScanProfile, in ground: inout Ground
    ) -> PositioningOutcome {
        guard let fix = ground.wifiFix(at: now, error: scan.error) else { return goOn(in: &ground) }
        positioning.answer = fix
        return PositioningOutcome(isAnswered: release())
    }

    // MARK: A request

    /// The source that the request is at.
    private var source: PositionSource? {
        guard let request = positioning.request else { return nil }
        let sources = request.accuracy.sources
        return request.attempt < sources.count ? sources[request.attempt] : nil
    }

    /// Whether the request waits for the receiver, which is on for as long.
    private var isAwaitingSatellites: Bool { positioning.timeout != nil }

    /// Tries the sources from the current one on.
    ///
    /// - Returns: whether the answer is there already.
    private mutating func tryNextSource(in ground: inout Ground) -> Bool {
        while let request = positioning.request, let source {
            switch source {
            case .gnss:
                if isTracking {
                    positioning.answer = ground.satelliteFix(at: now, error: device.gnss.error)
                    return true
                }
                positioning.timeout = calendar.schedule(
                    .positioning(.gaveUp), at: now + request.timeout, priority: .timer)
                if positioning.receiver != .searching { seek(cause: request.cause, in: &ground) }
                return false
            case .wifi:
                if let scan = device.wifiScan {
                    beginScan(scan, cause: request.cause)
                    return false
                }
            case .cell:
                if hearsCells, let fix = ground.cellFix(at: now) {
                    positioning.answer = fix
                    return true
                }
            case .region: break  // Regions are told of, not asked for.
            }
            positioning.request?.attempt += 1
        }
        positioning.answer = nil
        return true
    }

    /// Tries the source after the one that has failed.
    private mutating func goOn(in ground: inout Ground) -> PositioningOutcome {
        positioning.request?.attempt += 1
        return PositioningOutcome(isAnswered: tryNextSource(in: &ground) && release())
    }

    /// Ends the request, whose answer is there.
    ///
    /// - Returns: true.
    private mutating func release() -> Bool {
        cancel(positioning.timeout)
        positioning.timeout = nil
        positioning.request = nil
        releaseProcessor()
        return true
    }

    // MARK: Wi-Fi

    private mutating func beginScan(_ scan: WiFiScanProfile, cause: Cause) {
        if let scanning = lines.wifi.scanning {
            ledger.change(to: scanning, cause: cause, at: now)
        } else {
            ledger.charge(lines.wifi.scan, cause: cause)
        }
        calendar.schedule(
            .positioning(.scanned), at: now + scan.time, priority: .completion)
    }

    private mutating func scanned(in ground: inout Ground) -> PositioningOutcome {
        if lines.wifi.scanning != nil {
            ledger.change(to: lines.wifi.off, cause: .nobody, at: now)
        }
        guard let scan = device.wifiScan, let request = positioning.request,
            ground.wifiFix(at: now, error: scan.error) != nil
        else { return goOn(in: &ground) }
        if positioning.districts.contains(ground.itinerary.point(at: now), side: scan.district) {
            return locateByAccessPoints(scan, in: &ground)
        }
        transfer(
            scan.lookup.transfer(cause: request.cause, ticket: .phone(Positioning.Awaited.lookedUp))
        )
        return .none
    }

    // MARK: The receiver

    /// Lets the receiver look for satellites; asks for their ephemerides if it can.
    private mutating func seek(cause: Cause, in ground: inout Ground) {
        positioning.receiver = .searching
        positioning.user = cause
        ledger.change(to: lines.gnss.acquiring, cause: cause, at: now)
        askForEphemerides()
        awaitSatellites(in: &ground)
    }

    /// Downloads ephemerides if the receiver has none and can.
    private mutating func askForEphemerides() {
        let start = positioning.knowledge.start(at: now, age: device.gnss.ephemerisAge)
        guard let assistance = device.gnss.assistance, start == .cold || start == .warm,
            !positioning.isDownloading
        else { return }
        positioning.isDownloading = true
        transfer(
            assistance.download.transfer(
                cause: positioning.user, ticket: .phone(Positioning.Awaited.assisted)))
    }

    /// Plans the fix, or when reception changes before it. A start that is interrupted begins anew.
    private mutating func awaitSatellites(in ground: inout Ground) {
        cancel(positioning.step)
        positioning.step = nil
        let window = ground.sky?.window(at: now) ?? SkyView.Window(isOpen: true, until: .never)
        if window.isOpen && !positioning.isDownloading {
            positioning.start = positioning.knowledge.start(
                at: now, age: device.gnss.ephemerisAge)
            let fix = now + ground.timeToFirstFix(device.gnss.timeToFirstFix(positioning.start))
            if fix < window.until { return planStep(.acquired, at: fix) }
        }
        planStep(.skyChanged, at: window.until)
    }

    private mutating func planStep(_ step: PositioningStep, at time: Instant) {
        guard time < .never else { return }
        positioning.step = calendar.schedule(
            .positioning(step), at: time, priority: .completion)
    }

    private mutating func acquired(in ground: inout Ground) -> PositioningOutcome {
        positioning.knowledge.fix(after: positioning.start, at: now)
        positioning.step = nil
        positioning.lastTracked = now
        var outcome = PositioningOutcome.none
        if isAwaitingSatellites {
            positioning.answer = ground.satelliteFix(at: now, error: device.gnss.error)
            outcome.isAnswered = release()
        }
        if let keeper = positioning.keeper {
            positioning.receiver = .tracking
            positioning.user = keeper
            positioning.trackingSince = now
            ledger.change(to: lines.gnss.tracking, cause: keeper, at: now)
            planStep(.skyChanged, at: ground.sky?.window(at: now).until ?? .never)
            outcome.hasSatellites = true
        } else {
            switchOff()
        }
        return outcome
    }

    private mutating func skyChanged(in ground: inout Ground) -> PositioningOutcome {
        positioning.step = nil
        guard isTracking, let keeper = positioning.keeper else {
            askForEphemerides()
            awaitSatellites(in: &ground)
            return .none
        }
        loseSatellites()
        positioning.lastTracked = now - TimeSpan(nanoseconds: 1)
        seek(cause: keeper, in: &ground)
        return PositioningOutcome(hasSatellites: false)
    }

    private mutating func loseSatellites() {
        positioning.knowledge.lose(after: now - positioning.trackingSince, at: now)
        positioning.lastTracked = now
    }

    private mutating func switchOff() {
        if isTracking { loseSatellites() }
        cancel(positioning.step)
        positioning.step = nil
        if let lingering = lines.gnss.lingering, let time = device.gnss.lingering?.time {
            positioning.receiver = .lingering
            ledger.change(to: lingering, cause: positioning.user, at: now)
            planStep(.lingered, at: now + time)
        } else {
            positioning.receiver = .off
            ledger.change(to: lines.gnss.off, cause: .nobody, at: now)
        }
    }
}
