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
        if trySources(in: &ground) {
            calendar.schedule(.positioning(.answered), at: now, priority: .completion)
        }
    }

    /// Gives up a request that waits for satellites: whoever made it waits no longer, and is told
    /// nothing. A scan that has begun goes on, and is answered.
    mutating func abandonSatelliteRequest() {
        guard isAwaitingSatellites else { return }
        _ = endRequest()
        if positioning.keeper == nil { switchReceiverOff() }
    }

    /// The answer to the last request; `nil`: no triedSource had a position.
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
        if positioning.receiver != .searching { seekSatellites(cause: cause, in: &ground) }
    }

    /// Lets go of the receiver.
    mutating func stopTracking() {
        guard positioning.keeper != nil else { return }
        positioning.keeper = nil
        if !isAwaitingSatellites { switchReceiverOff() }
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
        case .acquired: return endAcquisition(in: &ground)
        case .skyChanged: return changeSky(in: &ground)
        case .lingered:
            endLingering()
            return .none
        case .gaveUp:
            positioning.timeout = nil
            if positioning.keeper == nil { switchReceiverOff() }
            return tryFurtherSource(in: &ground)
        case .scanned: return endScan(in: &ground)
        case .answered: return endRequest()
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
        guard let scan = device.wifiScan else { return tryFurtherSource(in: &ground) }
        positioning.districts.learn(ground.itinerary.point(at: now), side: scan.district)
        return locateByAccessPoints(scan, in: &ground)
    }
}
