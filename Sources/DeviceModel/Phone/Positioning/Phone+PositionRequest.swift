/// A request for one position, which tries its sources in turn.
extension Phone {
    /// The source of the first attempt if satellites are always received.
    func firstSource(_ accuracy: LocationAccuracy, in ground: borrowing Ground) -> PositionSource {
        accuracy.firstSource(
            wifi: device.wifiScan?.error, cells: hearsCells && ground.servingCell != nil)
    }

    mutating func trySources(of client: Int, in ground: inout Ground) -> Bool {
        while let request = positioning.clients[client].request, let source = request.triedSource {
            switch source {
            case .gnss:
                if isTracking {
                    positioning.clients[client].answer = ground.satelliteFix(
                        at: now, error: device.gnss.error)
                    return true
                }
                positioning.clients[client].timeout = calendar.schedule(
                    .positioning(.gaveUp(positioning.clients[client].place)),
                    at: now + request.timeout, priority: .timer)
                if positioning.receiver != .searching {
                    seekSatellites(cause: request.cause, in: &ground)
                }
                return false
            case .wifi:
                if let scan = device.wifiScan, request.takes(scan.error) {
                    positioning.clients[client].waitsForScan = true
                    if !positioning.isScanning { beginScan(scan, cause: request.cause) }
                    return false
                }
            case .cell:
                if hearsCells, let fix = ground.cellFix(at: now), request.takes(fix.accuracy) {
                    positioning.clients[client].answer = fix
                    return true
                }
            case .region: break  // Regions are told of, not asked for.
            }
            positioning.clients[client].request?.attempt += 1
        }
        positioning.clients[client].answer = nil
        return true
    }

    mutating func tryFurtherSource(of client: Int, in ground: inout Ground) -> PositioningOutcome {
        var outcome = PositioningOutcome.none
        tryFurtherSource(of: client, in: &ground, &outcome)
        return outcome
    }

    private mutating func tryFurtherSource(
        of client: Int, in ground: inout Ground, _ outcome: inout PositioningOutcome
    ) {
        positioning.clients[client].request?.attempt += 1
        if trySources(of: client, in: &ground) { endRequest(of: client, &outcome) }
    }

    /// Ends a request that has its answer.
    mutating func endRequest(of client: Int, _ outcome: inout PositioningOutcome) {
        endRequest(of: client)
        outcome.answered.add(positioning.clients[client].place)
    }

    /// Ends a request without telling its app.
    mutating func endRequest(of client: Int) {
        cancel(positioning.clients[client].timeout)
        positioning.clients[client].timeout = nil
        positioning.clients[client].request = nil
        positioning.clients[client].waitsForScan = false
        releaseProcessor()
    }

    /// Scans for access points; `nil` if the system gives the app old results (R046, R047).
    ///
    /// - Returns: The time until the results are there.
    mutating func scanWiFi(isInFront: Bool, cause: Cause) -> TimeSpan? {
        guard let scan = device.wifiScan, let rules = system.wifiScans,
            mayScanWiFi(rules, isInFront)
        else { return nil }
        if !positioning.isScanning { beginScan(scan, cause: cause) }
        return scan.time
    }

    private mutating func mayScanWiFi(_ rules: WiFiScanRules, _ isInFront: Bool) -> Bool {
        let (time, place) = (now, app.place)
        let span = isInFront ? WiFiScanRules.frontWithin : rules.behindEvery ?? .zero
        positioning.scans.removeAll { $0.isInFront == isInFront && $0.time + span <= time }
        let others = positioning.scans.count {
            $0.isInFront == isInFront && ($0.place == place || !isInFront && rules.isShared)
        }
        guard others < (isInFront ? rules.inFront ?? .max : 1) else { return false }
        positioning.scans.append((place, isInFront, time))
        return true
    }

    private mutating func beginScan(_ scan: WiFiScanProfile, cause: Cause) {
        positioning.isScanning = true
        if let scanning = lines.wifi.scanning {
            ledger.change(to: scanning, cause: cause, at: now)
        } else {
            ledger.charge(lines.wifi.scan, cause: cause)
        }
        calendar.schedule(.positioning(.scanned), at: now + scan.time, priority: .completion)
    }

    /// A scan has ended: its result is looked up on a server, unless the phone knows the access
    /// points.
    mutating func endScan(in ground: inout Ground) -> PositioningOutcome {
        if lines.wifi.scanning != nil {
            ledger.change(to: lines.wifi.off, cause: .noActivity, at: now)
        }
        let waiting = positioning.clients.first { $0.waitsForScan }
        guard let scan = device.wifiScan, let request = waiting?.request,
            ground.wifiFix(at: now, error: scan.error) != nil
        else { return failScan(in: &ground) }
        if positioning.districts.contains(ground.itinerary.point(at: now), side: scan.district) {
            return locateByAccessPoints(scan, in: &ground)
        }
        transfer(
            scan.lookup.transfer(cause: request.cause, ticket: .phone(Positioning.Awaited.lookedUp))
        )
        return .none
    }

    mutating func locateByAccessPoints(
        _ scan: WiFiScanProfile, in ground: inout Ground
    ) -> PositioningOutcome {
        guard let fix = ground.wifiFix(at: now, error: scan.error) else {
            return failScan(in: &ground)
        }
        positioning.isScanning = false
        var outcome = PositioningOutcome.none
        for client in positioning.clients.indices where positioning.clients[client].waitsForScan {
            positioning.clients[client].answer = fix
            endRequest(of: client, &outcome)
        }
        return outcome
    }

    mutating func failScan(in ground: inout Ground) -> PositioningOutcome {
        positioning.isScanning = false
        var outcome = PositioningOutcome.none
        for client in positioning.clients.indices where positioning.clients[client].waitsForScan {
            positioning.clients[client].waitsForScan = false
            tryFurtherSource(of: client, in: &ground, &outcome)
        }
        return outcome
    }
}
