import EventKernel
import Quantities

/// Finding the position: what a policy may ask for.
extension Phone {
    /// Looks for one position and then lets go of everything that was needed for it.
    ///
    /// The sources of the accuracy are tried in turn; of satellites it is waited for `timeout` at
    /// most. The processor is awake meanwhile. The policy is told ``Notice/located`` when
    /// ``located`` is there. Who asks while another request is pending is answered with that.
    ///
    /// - Parameters:
    ///   - accuracy: which sources will do.
    ///   - timeout: greater than zero.
    ///   - cause: whom everything is booked to.
    ///   - world: where the phone is.
    mutating func requestFix(
        _ accuracy: LocationAccuracy, timeout: TimeSpan, cause: Cause, in world: inout World
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
        if tryNextSource(in: &world) {
            simulation.schedule(.positioning(.answered), at: now, priority: .completion)
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
    ///   - world: where the phone is.
    mutating func startTracking(cause: Cause, in world: inout World) {
        guard positioning.keeper == nil else { return }
        let cause = app.cause(cause)
        let slot = app
        app = .only
        defer { app = slot }
        positioning.keeper = cause
        if positioning.receiver != .searching { seek(cause: cause, in: &world) }
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
    func trackedFix(in world: borrowing World) -> Fix? {
        let time = isTracking ? now : positioning.lastTracked
        return time.map { world.satelliteFix(at: $0, device.gnss) }
    }
}

/// What happens meanwhile.
extension Phone {
    /// Goes on with a step that was planned.
    mutating func positioning(_ step: PositioningStep, in world: inout World) -> PositioningNews {
        settle(to: now)
        switch step {
        case .acquired: return acquired(in: &world)
        case .skyChanged: return skyChanged(in: &world)
        case .lingered:
            positioning.receiver = .off
            positioning.step = nil
            ledger.change(to: lines.gnssOff, cause: .nobody, at: now)
            return .none
        case .gaveUp:
            positioning.timeout = nil
            if positioning.keeper == nil { switchOff() }
            return goOn(in: &world)
        case .scanned: return scanned(in: &world)
        case .answered: return PositioningNews(isAnswered: release())
        }
    }

    /// Goes on after a transfer of the positioning's own has ended.
    ///
    /// - Parameter notice: one of ``Positioning/Notice``.
    mutating func positioningTransferEnded(
        _ notice: Int32, in world: inout World
    ) -> PositioningNews {
        settle(to: now)
        if notice == Positioning.Notice.assisted {
            positioning.isDownloading = false
            positioning.knowledge.assist(at: now)
            if positioning.receiver == .searching { awaitSatellites(in: &world) }
            return .none
        }
        guard let scan = device.wifiScan else { return goOn(in: &world) }
        positioning.districts.learn(world.itinerary.point(at: now), side: scan.district)
        return locateByAccessPoints(scan, in: &world)
    }

    private mutating func locateByAccessPoints(
        _ scan: WiFiScanProfile, in world: inout World
    ) -> PositioningNews {
        guard let fix = world.wifiFix(at: now, scan) else { return goOn(in: &world) }
        positioning.answer = fix
        return PositioningNews(isAnswered: release())
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
    private mutating func tryNextSource(in world: inout World) -> Bool {
        while let request = positioning.request, let source {
            switch source {
            case .gnss:
                if isTracking {
                    positioning.answer = world.satelliteFix(at: now, device.gnss)
                    return true
                }
                positioning.timeout = simulation.schedule(
                    .positioning(.gaveUp), at: now + request.timeout, priority: .timer)
                if positioning.receiver != .searching { seek(cause: request.cause, in: &world) }
                return false
            case .wifi:
                if let scan = device.wifiScan {
                    beginScan(scan, cause: request.cause)
                    return false
                }
            case .cell:
                if hearsCells, let fix = world.cellFix(at: now) {
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
    private mutating func goOn(in world: inout World) -> PositioningNews {
        positioning.request?.attempt += 1
        return PositioningNews(isAnswered: tryNextSource(in: &world) && release())
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
        if let scanning = lines.wifiScanning {
            ledger.change(to: scanning, cause: cause, at: now)
        } else {
            ledger.charge(lines.wifiScan, cause: cause)
        }
        simulation.schedule(
            .positioning(.scanned), at: now + scan.time, priority: .completion)
    }

    private mutating func scanned(in world: inout World) -> PositioningNews {
        if lines.wifiScanning != nil {
            ledger.change(to: lines.wifiOff, cause: .nobody, at: now)
        }
        guard let scan = device.wifiScan, let request = positioning.request,
            world.wifiFix(at: now, scan) != nil
        else { return goOn(in: &world) }
        if positioning.districts.contains(world.itinerary.point(at: now), side: scan.district) {
            return locateByAccessPoints(scan, in: &world)
        }
        transfer(
            scan.lookup.transfer(cause: request.cause, notice: Positioning.Notice.lookedUp))
        return .none
    }

    // MARK: The receiver

    /// Lets the receiver look for satellites; asks for their ephemerides if it can.
    private mutating func seek(cause: Cause, in world: inout World) {
        positioning.receiver = .searching
        positioning.user = cause
        ledger.change(to: lines.gnssAcquiring, cause: cause, at: now)
        askForEphemerides()
        awaitSatellites(in: &world)
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
                cause: positioning.user, notice: Positioning.Notice.assisted))
    }

    /// Plans the fix, or when reception changes before it. A start that is interrupted begins anew.
    private mutating func awaitSatellites(in world: inout World) {
        cancel(positioning.step)
        positioning.step = nil
        let window = world.sky?.window(at: now) ?? SkyView.Window(isOpen: true, until: .never)
        if window.isOpen && !positioning.isDownloading {
            positioning.start = positioning.knowledge.start(
                at: now, age: device.gnss.ephemerisAge)
            let fix = now + world.timeToFirstFix(positioning.start, device.gnss)
            if fix < window.until { return planStep(.acquired, at: fix) }
        }
        planStep(.skyChanged, at: window.until)
    }

    private mutating func planStep(_ step: PositioningStep, at time: Instant) {
        guard time < .never else { return }
        positioning.step = simulation.schedule(
            .positioning(step), at: time, priority: .completion)
    }

    private mutating func acquired(in world: inout World) -> PositioningNews {
        positioning.knowledge.fix(after: positioning.start, at: now)
        positioning.step = nil
        positioning.lastTracked = now
        var news = PositioningNews.none
        if isAwaitingSatellites {
            positioning.answer = world.satelliteFix(at: now, device.gnss)
            news.isAnswered = release()
        }
        if let keeper = positioning.keeper {
            positioning.receiver = .tracking
            positioning.user = keeper
            positioning.trackingSince = now
            ledger.change(to: lines.gnssTracking, cause: keeper, at: now)
            planStep(.skyChanged, at: world.sky?.window(at: now).until ?? .never)
            news.hasSatellites = true
        } else {
            switchOff()
        }
        return news
    }

    private mutating func skyChanged(in world: inout World) -> PositioningNews {
        positioning.step = nil
        guard isTracking, let keeper = positioning.keeper else {
            askForEphemerides()
            awaitSatellites(in: &world)
            return .none
        }
        loseSatellites()
        positioning.lastTracked = now - TimeSpan(nanoseconds: 1)
        seek(cause: keeper, in: &world)
        return PositioningNews(hasSatellites: false)
    }

    private mutating func loseSatellites() {
        positioning.knowledge.lose(after: now - positioning.trackingSince, at: now)
        positioning.lastTracked = now
    }

    private mutating func switchOff() {
        if isTracking { loseSatellites() }
        cancel(positioning.step)
        positioning.step = nil
        if let lingering = lines.gnssLingering, let time = device.gnss.lingering?.time {
            positioning.receiver = .lingering
            ledger.change(to: lingering, cause: positioning.user, at: now)
            planStep(.lingered, at: now + time)
        } else {
            positioning.receiver = .off
            ledger.change(to: lines.gnssOff, cause: .nobody, at: now)
        }
    }
}
