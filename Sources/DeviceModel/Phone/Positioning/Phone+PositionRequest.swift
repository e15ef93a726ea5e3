import EventKernel
import Quantities

/// A request for one position: the sources that will do are tried in turn.
extension Phone {
    /// The source that the request is at.
    private var triedSource: PositionSource? {
        guard let request = positioning.request else { return nil }
        let sources = request.accuracy.sources
        return request.attempt < sources.count ? sources[request.attempt] : nil
    }

    /// Whether the request waits for the receiver, which is on for as long.
    var isAwaitingSatellites: Bool { positioning.timeout != nil }

    /// Tries the sources from the current one on.
    ///
    /// - Returns: whether the answer is there already.
    mutating func trySources(in ground: inout Ground) -> Bool {
        while let request = positioning.request, let triedSource {
            switch triedSource {
            case .gnss:
                if isTracking {
                    positioning.answer = ground.satelliteFix(at: now, error: device.gnss.error)
                    return true
                }
                positioning.timeout = calendar.schedule(
                    .positioning(.gaveUp), at: now + request.timeout, priority: .timer)
                if positioning.receiver != .searching {
                    seekSatellites(cause: request.cause, in: &ground)
                }
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
    mutating func tryFurtherSource(in ground: inout Ground) -> PositioningOutcome {
        positioning.request?.attempt += 1
        return trySources(in: &ground) ? endRequest() : .none
    }

    /// Ends the request, whose answer is there.
    mutating func endRequest() -> PositioningOutcome {
        cancel(positioning.timeout)
        positioning.timeout = nil
        positioning.request = nil
        releaseProcessor()
        return PositioningOutcome(isAnswered: true)
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

    /// A scan has ended: what it heard is looked up, unless the phone knows it.
    mutating func endScan(in ground: inout Ground) -> PositioningOutcome {
        if lines.wifi.scanning != nil {
            ledger.change(to: lines.wifi.off, cause: .noActivity, at: now)
        }
        guard let scan = device.wifiScan, let request = positioning.request,
            ground.wifiFix(at: now, error: scan.error) != nil
        else { return tryFurtherSource(in: &ground) }
        if positioning.districts.contains(ground.itinerary.point(at: now), side: scan.district) {
            return locateByAccessPoints(scan, in: &ground)
        }
        transfer(
            scan.lookup.transfer(cause: request.cause, ticket: .phone(Positioning.Awaited.lookedUp))
        )
        return .none
    }

    /// The access points that the phone hears are known to it now.
    mutating func locateByAccessPoints(
        _ scan: WiFiScanProfile, in ground: inout Ground
    ) -> PositioningOutcome {
        guard let fix = ground.wifiFix(at: now, error: scan.error) else {
            return tryFurtherSource(in: &ground)
        }
        positioning.answer = fix
        return endRequest()
    }
}
