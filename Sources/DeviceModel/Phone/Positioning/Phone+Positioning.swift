extension Phone {
    /// Looks for one position, then lets go of everything that it needed.
    ///
    /// The sources of the accuracy are tried in turn, with the processor awake; satellites get
    /// `timeout`, above zero, at most. The app is told when ``located`` is there. A pending request
    /// of the app also answers a new one.
    ///
    /// - Parameter cause: gets all charges.
    mutating func requestFix(
        _ accuracy: LocationAccuracy, timeout: TimeSpan, cause: Cause, in ground: inout Ground
    ) {
        let client = positioning.enlist(app.place)
        guard positioning.clients[client].request == nil else { return }
        let cause = app.cause(cause)
        let slot = app
        // The phone does the rest, with the ledger's form of the cause.
        app = .only
        defer { app = slot }
        holdProcessor(cause: cause)
        positioning.clients[client].request = Positioning.Request(
            accuracy: accuracy, timeout: timeout, cause: cause)
        if savesPositions(of: slot.place) {
            positioning.clients[client].answer = nil
        } else if !trySources(of: client, in: &ground) {
            return
        }
        calendar.schedule(.positioning(.answered(slot.place)), at: now, priority: .completion)
    }

    /// Gives up a request that waits for satellites, without telling the app. A scan goes on, and
    /// is answered.
    mutating func abandonSatelliteRequest() {
        guard let client = positioning.index(of: app.place),
            positioning.clients[client].timeout != nil
        else { return }
        endRequest(of: client)
        letGoOfReceiver()
    }

    /// The answer to the app's last request; `nil`: no source had a position.
    var located: Fix? {
        positioning.index(of: app.place).flatMap { positioning.clients[$0].answer }
    }

    /// Keeps the satellite receiver on until ``stopTracking()``.
    ///
    /// The app gets ``Notice/satellites(_:)`` whenever the receiver finds or loses satellites; at
    /// once if it has them already.
    ///
    /// - Parameter cause: gets the charges of receiver and downloads, unless another app pays for
    ///   them.
    mutating func startTracking(cause: Cause, in ground: inout Ground) {
        let client = positioning.enlist(app.place)
        guard positioning.clients[client].keeps == nil else { return }
        let cause = app.cause(cause)
        let slot = app
        app = .only
        defer { app = slot }
        positioning.clients[client].keeps = cause
        positioning.clients[client].isSaved = savesPositions(of: slot.place)
        if !positioning.clients[client].isSaved { joinReceiver(client, in: &ground) }
    }

    private mutating func joinReceiver(_ client: Int, in ground: inout Ground) {
        guard let cause = positioning.clients[client].keeps else { return }
        switch positioning.receiver {
        case .searching: break
        case .tracking:
            let place = positioning.clients[client].place
            calendar.schedule(.positioning(.joined(place)), at: now, priority: .completion)
        case .off, .lingering: seekSatellites(cause: cause, in: &ground)
        }
    }

    /// Takes the receiver from apps, or returns it, as low power demands.
    ///
    /// - Returns: apps that have lost satellites.
    mutating func saveByPositions(in ground: inout Ground) -> PositioningOutcome {
        var outcome = PositioningOutcome.none
        for client in positioning.clients.indices where positioning.clients[client].keeps != nil {
            let place = positioning.clients[client].place
            let isSaved = savesPositions(of: place)
            guard isSaved != positioning.clients[client].isSaved else { continue }
            if isSaved, isTracking { outcome.keepers.add(place) }
            positioning.clients[client].isSaved = isSaved
            if isSaved { letGoOfReceiver() } else { joinReceiver(client, in: &ground) }
        }
        return outcome
    }

    mutating func stopTracking() {
        guard let client = positioning.index(of: app.place),
            positioning.clients[client].keeps != nil
        else { return }
        let isSaved = positioning.clients[client].isSaved
        (positioning.clients[client].keeps, positioning.clients[client].isSaved) = (nil, false)
        if !isSaved { letGoOfReceiver() }
    }

    var isTracking: Bool { positioning.receiver == .tracking }

    /// The position by the receiver, now or when it last had satellites; `nil` before the first
    /// fix.
    func trackedFix(in ground: borrowing Ground) -> Fix? {
        let time = isTracking ? now : positioning.lastTracked
        return time.map { ground.satelliteFix(at: $0, error: device.gnss.error) }
    }

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
        case .gaveUp(let place): return giveUp(place, in: &ground)
        case .scanned: return endScan(in: &ground)
        case .answered(let place): return answer(place)
        case .joined(let place): return join(place)
        }
    }

    private mutating func giveUp(_ place: Int32, in ground: inout Ground) -> PositioningOutcome {
        guard let client = positioning.index(of: place) else { return .none }
        positioning.clients[client].timeout = nil
        letGoOfReceiver()
        return tryFurtherSource(of: client, in: &ground)
    }

    private mutating func answer(_ place: Int32) -> PositioningOutcome {
        guard let client = positioning.index(of: place),
            positioning.clients[client].request != nil
        else { return .none }
        var outcome = PositioningOutcome.none
        endRequest(of: client, &outcome)
        return outcome
    }

    private func join(_ place: Int32) -> PositioningOutcome {
        guard isTracking, let client = positioning.index(of: place),
            positioning.clients[client].hasReceiver
        else { return .none }
        var outcome = PositioningOutcome(hasSatellites: true)
        outcome.keepers.add(place)
        return outcome
    }

    /// Continues after a transfer of positioning has ended.
    ///
    /// - Parameter ticket: of one of ``Positioning/Awaited``.
    mutating func positioningTransferEnded(
        _ ticket: Ticket, in ground: inout Ground
    ) -> PositioningOutcome {
        settle(to: now)
        if ticket == Positioning.Awaited.assisted {
            positioning.isDownloading = false
            if hasNetwork { positioning.knowledge.assist(at: now) }
            if positioning.receiver == .searching { awaitSatellites(in: &ground) }
            return .none
        }
        guard hasNetwork, let scan = device.wifiScan else { return failScan(in: &ground) }
        positioning.districts.learn(ground.itinerary.point(at: now), side: scan.district)
        return locateByAccessPoints(scan, in: &ground)
    }
}
