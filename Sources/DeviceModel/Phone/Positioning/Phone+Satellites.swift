/// The satellite receiver: its ephemerides, its fixes, and their loss.
extension Phone {
    mutating func seekSatellites(cause: Cause, in ground: inout Ground) {
        positioning.receiver = .searching
        positioning.user = cause
        ledger.change(to: lines.gnss.acquiring, cause: cause, at: now)
        askForEphemerides()
        awaitSatellites(in: &ground)
    }

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

    /// Plans the fix, or the change of reception before it. An interrupted start begins anew.
    mutating func awaitSatellites(in ground: inout Ground) {
        cancel(positioning.step)
        positioning.step = nil
        let window = ground.sky?.window(at: now) ?? SkyView.Window(isOpen: true, until: .never)
        if window.isOpen && !positioning.isDownloading {
            positioning.start = positioning.knowledge.start(at: now, age: device.gnss.ephemerisAge)
            let fix = now + ground.timeToFirstFix(device.gnss.timeToFirstFix(positioning.start))
            if fix < window.until { return planStep(.acquired, at: fix) }
        }
        planStep(.skyChanged, at: window.until)
    }

    private mutating func planStep(_ step: PositioningStep, at time: Instant) {
        guard time < .never else { return }
        positioning.step = calendar.schedule(.positioning(step), at: time, priority: .completion)
    }

    /// The receiver has a fix: it answers all that wait, and stays on for apps that keep it.
    mutating func endAcquisition(in ground: inout Ground) -> PositioningOutcome {
        positioning.knowledge.fix(after: positioning.start, at: now)
        positioning.step = nil
        positioning.lastTracked = now
        var outcome = PositioningOutcome(hasSatellites: true)
        for client in positioning.clients.indices {
            guard positioning.clients[client].request?.triedSource != nil else { continue }
            positioning.clients[client].answer = ground.satelliteFix(
                at: now, error: device.gnss.error)
            endRequest(of: client, &outcome)
        }
        guard let user = positioning.nextUser else {
            switchReceiverOff()
            return outcome
        }
        positioning.receiver = .tracking
        positioning.user = user
        positioning.trackingSince = now
        ledger.change(to: lines.gnss.tracking, cause: user, at: now)
        planStep(.skyChanged, at: ground.sky?.window(at: now).until ?? .never)
        addKeepers(to: &outcome)
        return outcome
    }

    private func addKeepers(to outcome: inout PositioningOutcome) {
        for client in positioning.clients where client.hasReceiver {
            outcome.keepers.add(client.place)
        }
    }

    mutating func changeSky(in ground: inout Ground) -> PositioningOutcome {
        positioning.step = nil
        guard isTracking, positioning.isKept else {
            askForEphemerides()
            awaitSatellites(in: &ground)
            return .none
        }
        loseSatellites()
        positioning.lastTracked = now - TimeSpan(nanoseconds: 1)
        seekSatellites(cause: positioning.user, in: &ground)
        var outcome = PositioningOutcome(hasSatellites: false)
        addKeepers(to: &outcome)
        return outcome
    }

    mutating func letGoOfReceiver() {
        guard let user = positioning.nextUser else { return switchReceiverOff() }
        guard user != positioning.user else { return }
        positioning.user = user
        ledger.change(
            to: isTracking ? lines.gnss.tracking : lines.gnss.acquiring, cause: user, at: now)
    }

    private mutating func loseSatellites() {
        positioning.knowledge.lose(after: now - positioning.trackingSince, at: now)
        positioning.lastTracked = now
    }

    mutating func switchReceiverOff() {
        if isTracking { loseSatellites() }
        cancel(positioning.step)
        positioning.step = nil
        if let lingering = lines.gnss.lingering, let time = device.gnss.lingering?.time {
            positioning.receiver = .lingering
            ledger.change(to: lingering, cause: positioning.user, at: now)
            planStep(.lingered, at: now + time)
        } else {
            endLingering()
        }
    }

    mutating func endLingering() {
        positioning.receiver = .off
        positioning.step = nil
        let cause = positioning.monitor
        ledger.change(
            to: cause == nil ? lines.gnss.off : lines.gnss.monitoring, cause: cause ?? .noActivity,
            at: now)
    }

    /// From now on the system watches places, or changes of place, for the app whose code runs.
    mutating func monitorPlaces(cause: Cause) {
        guard positioning.monitor == nil, lines.gnss.monitoring != lines.gnss.off else { return }
        positioning.monitor = app.cause(cause)
        if positioning.receiver == .off { endLingering() }
    }
}
